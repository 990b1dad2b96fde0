//! Pages for the printer: charters, tiles to cut out, papers and train cards.

use crate::Theme;
use crate::geometry::{Frame, pt};
use crate::metrics::wrap as wrap_text;
use crate::page::{Page, wrap};
use crate::svg::{Svg, num};
use crate::table::heading;
use crate::tile::tile_group;
use crate::token::token;
use crate::words::{ENGLISH, Words, company_money, money};
use board::{TileId, UNLIMITED};
use engine::{CompanyDef, Sheet};

/// A4 upright at 96 pixels an inch, and its margin.
const PAPER: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 38.0;

fn page(sheet: &Sheet, class: &str, body: &Svg) -> String {
    wrap(
        &Page {
            class,
            view: (0.0, 0.0, PAPER.0, PAPER.1),
            size: Some(PAPER),
            label: &sheet.name,
            theme: Theme::Light,
            ground: false,
        },
        body.as_str(),
    )
}

fn title(out: &mut Svg, sheet: &Sheet, what: &str, number: usize) {
    out.put(format_args!("<g transform=\"translate({} 22)\">", num(MARGIN - 14.0)));
    out.raw(&heading(sheet, &format!("{what} {number}"))).raw("</g>");
}

/// The charters of all companies, eight on a page.
pub fn charters(sheet: &Sheet, words: Option<Words<'_>>) -> Vec<String> {
    let words = words.unwrap_or(ENGLISH);
    let (w, h) = ((PAPER.0 - 2.0 * MARGIN - 14.0) / 2.0, 240.0);
    sheet
        .companies
        .chunks(8)
        .enumerate()
        .map(|(number, companies)| {
            let mut out = Svg::new();
            title(
                &mut out,
                sheet,
                words.companies.split(' ').next().unwrap_or_default(),
                number + 1,
            );
            for (i, company) in companies.iter().enumerate() {
                let x = MARGIN + (i % 2) as f64 * (w + 14.0);
                let y = 66.0 + (i / 2) as f64 * (h + 14.0);
                out.put(format_args!("<g transform=\"translate({} {})\">", num(x), num(y)));
                charter(&mut out, sheet, company, &words, w, h);
                out.raw("</g>");
            }
            page(sheet, "charters", &out)
        })
        .collect()
}

fn charter(out: &mut Svg, sheet: &Sheet, company: &CompanyDef, words: &Words<'_>, w: f64, h: f64) {
    out.rect("panel", (0.0, 0.0), (w, h), 8.0);
    token(out, company, pt(32.0, 32.0), 21.0, "");
    out.label("h2 start", 64.0, 28.0, &company.id);
    let lines = wrap_text(&company.name, 11.0, w - 80.0);
    for (k, line) in lines.iter().take(2).enumerate() {
        out.label("ts start", 64.0, 44.0 + 14.0 * k as f64, line);
    }
    let homes: Vec<String> = company
        .homes
        .iter()
        .map(|&c| match &sheet.map.def(c).place {
            Some(place) if !sheet.map.is_unbounded() => format!("{} {place}", sheet.map.name(c)),
            _ => sheet.map.name(c),
        })
        .collect();
    let mut y = 82.0;
    if !homes.is_empty() {
        out.label("th start", 14.0, y, words.home).label("td start", 84.0, y, &homes.join(", "));
        y += 20.0;
    }
    let percent = company.unit_percent;
    let shares = format!(
        "{}% + {} × {percent}%",
        u16::from(company.director_units) * u16::from(percent),
        company.units - company.director_units
    );
    out.label("th start", 14.0, y, words.shares).label("td start", 84.0, y, &shares);
    y += 30.0;
    out.label("th start", 14.0, y, words.stations);
    for (k, cost) in company.station_costs.iter().enumerate() {
        let x = 102.0 + 48.0 * k as f64;
        out.circle("slot", x, y - 4.0, 17.0);
        out.label("td", x, y, &if *cost == 0 { "–".to_owned() } else { cost.to_string() });
    }
    y += 28.0;
    out.label("th start", 14.0, y, words.treasury);
    out.label(
        "th start",
        14.0 + (w - 28.0) / 2.0,
        y,
        words.trains.split(' ').next().unwrap_or_default(),
    );
    out.rect("trn", (14.0, y + 6.0), ((w - 42.0) / 2.0, h - y - 20.0), 6.0);
    out.rect("trn", (14.0 + (w - 28.0) / 2.0, y + 6.0), ((w - 28.0) / 2.0, h - y - 20.0), 6.0);
}

/// All tiles in all their copies at a size to cut out (hexes 40 mm from side to side); of a supply that never ends,
/// ten.
pub fn cut_out_tiles(sheet: &Sheet) -> Vec<String> {
    let frame = Frame::new(sheet.map.layout);
    let scale = 40.0 / 25.4 * 96.0 / (2.0 * frame.apothem());
    let (w, h) = (frame.extent().0 * 2.0 * scale + 6.0, frame.extent().1 * 2.0 * scale + 20.0);
    let columns = ((PAPER.0 - 2.0 * MARGIN) / w) as usize;
    let rows = ((PAPER.1 - 2.0 * MARGIN - 30.0) / h) as usize;
    let all: Vec<TileId> = (0..sheet.tiles.tiles.len() as u16)
        .map(TileId)
        .flat_map(|t| {
            let count = sheet.tiles.get(t).count;
            std::iter::repeat_n(t, if count == UNLIMITED { 10 } else { usize::from(count) })
        })
        .collect();
    all.chunks(columns * rows)
        .enumerate()
        .map(|(number, tiles)| {
            let mut out = Svg::new();
            title(&mut out, sheet, ENGLISH.tiles, number + 1);
            for (i, &tile) in tiles.iter().enumerate() {
                let x = MARGIN + (i % columns) as f64 * w + w / 2.0;
                let y = MARGIN + 36.0 + (i / columns) as f64 * h + (h - 16.0) / 2.0;
                out.put(format_args!(
                    "<g transform=\"translate({} {}) scale({})\">{}</g>",
                    num(x),
                    num(y),
                    num(scale),
                    tile_group(sheet, tile, 0)
                ));
                out.label(
                    "ts",
                    x,
                    y + frame.extent().1 * scale + 11.0,
                    &sheet.tiles.get(tile).name,
                );
            }
            page(sheet, "cut-out", &out)
        })
        .collect()
}

/// Private papers and train cards, as cards to cut out.
pub fn cards(sheet: &Sheet) -> Vec<String> {
    let mut cards: Vec<String> = Vec::new();
    let (w, h) = (168.0, 110.0);
    for paper in &sheet.papers {
        let mut out = Svg::new();
        out.rect("panel", (0.0, 0.0), (w, h), 6.0).label("h2 start", 10.0, 22.0, &paper.id);
        for (k, line) in wrap_text(&paper.name, 11.0, w - 20.0).iter().take(3).enumerate() {
            out.label("ts start", 10.0, 40.0 + 14.0 * k as f64, line);
        }
        out.label("tb end", w - 10.0, 22.0, &money(sheet, paper.price));
        out.label("td start", 10.0, h - 12.0, &format!("+ {}", money(sheet, paper.income)));
        cards.push(out.finish());
    }
    for kind in &sheet.trains {
        let mut out = Svg::new();
        out.rect("panel", (0.0, 0.0), (w, h), 6.0).label("th start", 10.0, 18.0, &kind.name);
        for (k, face) in kind.faces.iter().enumerate() {
            let y = 42.0 + 24.0 * k as f64;
            out.label("h1 start", 10.0, y, &face.name);
            out.label("td end", w - 10.0, y, &company_money(sheet, face.price));
        }
        let copies = if kind.unlimited { kind.count.max(4) } else { kind.count };
        cards.extend(std::iter::repeat_n(out.finish(), usize::from(copies)));
    }
    let (columns, rows) = (4usize, 8usize);
    cards
        .chunks(columns * rows)
        .enumerate()
        .map(|(number, chunk)| {
            let mut out = Svg::new();
            title(&mut out, sheet, ENGLISH.papers, number + 1);
            for (i, card) in chunk.iter().enumerate() {
                let x = MARGIN + (i % columns) as f64 * (w + 12.0);
                let y = 66.0 + (i / columns) as f64 * (h + 12.0);
                out.put(format_args!(
                    "<g transform=\"translate({} {})\">{card}</g>",
                    num(x),
                    num(y)
                ));
            }
            page(sheet, "cards", &out)
        })
        .collect()
}
