//! The share price chart with its markers.

use crate::Theme;
use crate::geometry::pt;
use crate::page::{Page, wrap};
use crate::svg::{Svg, escape, num};
use crate::token::token;
use engine::{Company, Core, MarketCell, MarketDef, Sheet};

/// What to draw besides the markers.
#[derive(Clone, Copy, Debug)]
pub struct MarketOptions<'a> {
    /// Colours.
    pub theme: Theme,
    /// Start of all ids.
    pub id: &'a str,
    /// A marker that would be put on a cell.
    pub ghost: Option<(Company, u8)>,
    /// Letters for the sizes of companies, where a start is marked; worked out if empty.
    pub sizes: &'a [&'a str],
    /// Width in pixels; without it the picture fills what it is put into.
    pub width: Option<f64>,
    /// Accessible name.
    pub label: &'a str,
}

impl Default for MarketOptions<'_> {
    fn default() -> Self {
        MarketOptions {
            theme: Theme::Light,
            id: "market",
            ghost: None,
            sizes: &[],
            width: None,
            label: "Share prices",
        }
    }
}

/// Half the distance of two cells of a row, and the width of a cell.
const HALF: f64 = 23.0;
const WIDE: f64 = 44.0;

/// Heights of a chart.
#[derive(Clone, Copy)]
struct Rows {
    /// From a row to the next.
    step: f64,
    /// Of a cell.
    cell: f64,
    /// From the upper side of a cell to the middle of its marker.
    marker: f64,
}

impl Rows {
    /// A chart of many rows has low cells, or it would be higher than a screen.
    fn of(def: &MarketDef) -> Rows {
        match def.cells.iter().map(|c| c.row).max() {
            Some(3..) => Rows { step: 53.0, cell: 50.0, marker: 32.0 },
            _ => Rows { step: 78.0, cell: 74.0, marker: 38.0 },
        }
    }

    /// Whether markers of one cell have more room side by side.
    fn is_low(&self) -> bool {
        self.cell < WIDE * 1.5
    }

    fn corner(&self, cell: &MarketCell) -> (f64, f64) {
        (1.0 + f64::from(cell.column) * HALF, f64::from(cell.row) * self.step)
    }
}

/// Letters for sizes: small, medium and large where there are three, numbers otherwise, a mere dot for one.
pub(crate) fn size_marks(sheet: &Sheet) -> Vec<String> {
    let sizes = sheet.companies.iter().map(|c| usize::from(c.size) + 1).max().unwrap_or(1);
    match sizes {
        1 => vec!["•".to_owned()],
        3 => ["S", "M", "L"].map(str::to_owned).to_vec(),
        n => (1..=n).map(|s| s.to_string()).collect(),
    }
}

/// Class of a zone: a zone that is named after a colour has it.
fn ground(def: &MarketDef, zone: u8) -> String {
    let Some(at) = usize::from(zone).checked_sub(1) else {
        return String::new();
    };
    let shade = match def.zones.get(at).map(String::as_str) {
        Some("green") => 1,
        Some("yellow") => 2,
        Some("orange" | "red") => 3,
        Some("blue") => 4,
        _ => at % 4 + 1,
    };
    format!(" z{shade}")
}

/// The body of a market and its size.
pub(crate) fn market_body(
    sheet: &Sheet,
    core: &Core,
    options: &MarketOptions<'_>,
) -> (String, f64, f64) {
    let def = &sheet.market;
    let told: Vec<String> = options.sizes.iter().map(|s| (*s).to_owned()).collect();
    let letters = if told.is_empty() { size_marks(sheet) } else { told };
    let mut out = Svg::new();
    let rows = Rows::of(def);
    out.put(format_args!(
        "<g id=\"{}\" class=\"market\" data-marker=\"{}\">",
        escape(options.id),
        rows.marker
    ));
    let (mut wide, mut high) = (0.0f64, 0.0f64);
    for (i, cell) in def.cells.iter().enumerate() {
        let (x, y) = rows.corner(cell);
        wide = wide.max(x + WIDE);
        high = high.max(y + rows.cell);
        let zone = ground(def, cell.zone);
        out.put(format_args!(
            "<rect class=\"mc{zone}\" data-price=\"{}\" data-chart=\"{i}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/>",
            cell.price,
            num(x),
            num(y),
            WIDE,
            rows.cell
        ));
        let marks: Vec<&String> = letters
            .iter()
            .enumerate()
            .filter(|(s, _)| cell.start & (1 << s) != 0)
            .map(|(_, l)| l)
            .collect();
        let step = if marks.len() > 3 { 10.0 } else { 13.5 };
        for (k, mark) in marks.iter().enumerate() {
            out.put(format_args!(
                "<g class=\"mpar\" transform=\"translate({} {})\"><rect x=\"-6\" y=\"-6\" width=\"12\" height=\"12\" rx=\"3\"/>\
                 <text y=\"3.6\">{}</text></g>",
                num(x + 8.0 + step * k as f64),
                num(y + rows.cell - 9.0),
                escape(mark)
            ));
        }
        out.label("mp", x + WIDE / 2.0, y + 15.0, &cell.price.to_string());
        out.raw(&stack(sheet, core, i as u8, options.ghost, (x, y), rows));
    }
    out.raw("</g>");
    (out.finish(), wide + 1.0, high)
}

/// Markers of one cell: the top one acts first and is seen whole.
fn stack(
    sheet: &Sheet,
    core: &Core,
    cell: u8,
    ghost: Option<(Company, u8)>,
    (x, y): (f64, f64),
    rows: Rows,
) -> String {
    let mut here: Vec<(Company, &str)> = sheet
        .company_ids()
        .filter(|&c| core.market.cell(c) == Some(cell))
        .map(|c| (c, ""))
        .collect();
    here.sort_by_key(|c| core.market.depth(c.0));
    if let Some((company, to)) = ghost
        && to == cell
    {
        here.push((company, "ghost"));
    }
    let mut out = Svg::new();
    let middle = x + WIDE / 2.0;
    let n = here.len();
    for (k, (company, class)) in here.iter().enumerate().rev() {
        let (at, r) = match n {
            1 => (pt(middle, y + rows.marker), 12.5),
            2 => (pt(middle + [-10.6, 10.6][k], y + rows.marker), 10.4),
            _ if rows.is_low() => {
                let step = 23.0 / (n - 1) as f64;
                (pt(middle - 11.5 + step * k as f64, y + rows.marker), 10.4)
            }
            _ => (pt(middle, y + 31.0 + (27.0 / (n - 1) as f64).min(12.5) * k as f64), 10.4),
        };
        token(&mut out, sheet.company(*company), at, r, class);
    }
    out.finish()
}

/// The chart as SVG: every cell a `rect` with `data-chart` (its number) and `data-price`.
pub fn market_svg(sheet: &Sheet, core: &Core, options: &MarketOptions<'_>) -> String {
    let (body, w, h) = market_body(sheet, core, options);
    let view = (-3.0, -4.0, w + 6.0, h + 8.0);
    wrap(
        &Page {
            class: "chart",
            view,
            size: options.width.map(|px| (px, px * view.3 / view.2)),
            label: options.label,
            theme: options.theme,
            ground: true,
        },
        &body,
    )
}
