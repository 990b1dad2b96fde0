//! Loose tiles: one at a time, and the sheet of all of them.

use crate::Theme;
use crate::cell::{Look, draw};
use crate::geometry::Frame;
use crate::metrics::width;
use crate::page::{Page, wrap};
use crate::svg::{Svg, escape, num};
use board::{Board, Colour, TileId, UNLIMITED};
use engine::Sheet;

/// The layers of a loose tile in one group, around (0, 0).
pub(crate) fn tile_group(sheet: &Sheet, tile: TileId, rotation: u8) -> String {
    let look = Look::tile(sheet, sheet.tiles.get(tile), rotation);
    let layers = draw(&look);
    let mut out = Svg::new();
    out.put(format_args!(
        "<g class=\"tile on-{}\" data-tile=\"{}\" data-rotation=\"{rotation}\">",
        look.ground(),
        escape(&look.tile.name)
    ));
    out.raw(layers.fill.as_str()).path("edge", &look.frame.outline(0.0));
    out.raw(layers.track.as_str()).raw(layers.stops.as_str()).raw(layers.text.as_str());
    out.raw("</g>");
    out.finish()
}

/// One tile at a rotation, `pixels` wide. At the width of a map's hex it has the map's scale.
pub fn tile_svg(sheet: &Sheet, tile: TileId, rotation: u8, pixels: f64, theme: Theme) -> String {
    let frame = Frame::new(sheet.map.layout);
    let (w, h) = frame.extent();
    let (w, h) = (2.0 * w + 3.4, 2.0 * h + 4.0);
    wrap(
        &Page {
            class: "one-tile",
            view: (-w / 2.0, -h / 2.0, w, h),
            size: Some((pixels, pixels * h / w)),
            label: &sheet.tiles.get(tile).name,
            theme,
            ground: false,
        },
        &tile_group(sheet, tile, rotation),
    )
}

/// All tiles that can be laid, by stage, with the copies left (of a board) or in the box.
pub fn tile_sheet(sheet: &Sheet, board: Option<&Board>, theme: Theme) -> String {
    let frame = Frame::new(sheet.map.layout);
    let (half_w, half_h) = frame.extent();
    let longest = sheet
        .tiles
        .tiles
        .iter()
        .filter(|t| t.count > 0)
        .map(|t| width(&t.name, 13.0) + 36.0)
        .fold(0.0, f64::max);
    let (step_x, step_y) = ((2.0 * half_w + 20.0).max(longest), 2.0 * half_h + 34.0);
    // A long name may take the whole width.
    let columns = ((1420.0 / step_x) as usize).max(1);
    let wide = columns as f64 * step_x + 24.0;
    let mut out = Svg::new();
    out.label("h1 start", 12.0, 26.0, &format!("{}: tiles", sheet.name));
    let mut y = 44.0;
    for stage in
        [Colour::Yellow, Colour::Green, Colour::Brown, Colour::Grey, Colour::Red, Colour::Bare]
    {
        let tiles: Vec<TileId> = (0..sheet.tiles.tiles.len() as u16)
            .map(TileId)
            .filter(|&t| {
                let (def, gone) = (sheet.tiles.get(t), board.map_or(0, |b| b.withdrawn(t)));
                def.colour == stage && def.count > gone
            })
            .collect();
        if tiles.is_empty() {
            continue;
        }
        let rows = tiles.len().div_ceil(columns);
        let high = rows as f64 * step_y + 14.0;
        out.rect("panel", (12.0, y), (wide - 24.0, high), 8.0);
        for (i, &tile) in tiles.iter().enumerate() {
            let def = sheet.tiles.get(tile);
            let left = board.map_or(def.count, |b| b.left(tile));
            let x = 12.0 + (i % columns) as f64 * step_x + step_x / 2.0;
            let top = y + 12.0 + (i / columns) as f64 * step_y + half_h;
            let faded = if left == 0 { " opacity=\".35\"" } else { "" };
            out.put(format_args!("<g transform=\"translate({} {})\"{faded}>", num(x), num(top)));
            out.raw(&tile_group(sheet, tile, 0)).raw("</g>");
            let copies = if left == UNLIMITED { "∞".to_owned() } else { left.to_string() };
            out.put(format_args!(
                "<text class=\"td\" x=\"{}\" y=\"{}\"><tspan font-weight=\"700\">{}</tspan> × {copies}</text>",
                num(x),
                num(top + half_h + 16.0),
                escape(&def.name)
            ));
        }
        y += high + 14.0;
    }
    wrap(
        &Page {
            class: "tiles",
            view: (0.0, 0.0, wide, y),
            size: Some((wide, y)),
            label: &format!("{}: tiles", sheet.name),
            theme,
            ground: true,
        },
        out.as_str(),
    )
}
