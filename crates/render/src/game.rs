//! A whole position on one page.

use crate::Theme;
use crate::map::{MapBody, MapOptions, map_body};
use crate::market::{MarketOptions, market_body};
use crate::page::{Page, wrap};
use crate::process::process_body;
use crate::svg::Svg;
use crate::table::{companies, heading, inset, is_priceless, panel, players, stack};
use crate::words::{ENGLISH, Words, round_name};
use board::Cell;
use engine::{Position, RouteClaim, view};

/// What to draw besides the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameOptions<'a> {
    /// Colours.
    pub theme: Theme,
    /// Captions; English if not told.
    pub words: Option<Words<'a>>,
    /// Routes, in colours.
    pub routes: &'a [RouteClaim],
    /// Cells whose last change is to be marked.
    pub marked: &'a [Cell],
    /// Put after the name of the game, for instance `move 564 of 1020`.
    pub note: &'a str,
}

/// Width of the page and of its right column.
const WIDE: f64 = 1560.0;
const SIDE: f64 = 500.0;
const GAP: f64 = 10.0;

/// A position as one printable page: process, map, companies, market, players, trains.
pub fn game_svg(position: &dyn Position, names: &[String], options: &GameOptions<'_>) -> String {
    let (sheet, core) = (position.sheet(), position.core());
    let words = options.words.unwrap_or(ENGLISH);
    let view = view(position);
    let mut out = Svg::new();
    let mut about = vec![round_name(view.round, &words), format!("{} {}", words.phase, view.phase)];
    if !options.note.is_empty() {
        about.push(options.note.to_owned());
    }
    out.raw(&heading(sheet, &about.join(" · ")));
    let mut top = 40.0;
    let process = process_body(sheet, view.process, &round_name(view.round, &words), WIDE - 28.0);
    if !process.is_empty() {
        panel(
            &mut out,
            (GAP, top),
            (WIDE - 2.0 * GAP, 56.0),
            &format!("<g transform=\"translate(-4 -2)\">{process}</g>"),
        );
        top += 56.0 + GAP;
    }
    let map_options = MapOptions {
        theme: options.theme,
        routes: options.routes,
        marked: options.marked,
        ..MapOptions::default()
    };
    let MapBody { body, view: frame } = map_body(sheet, core, &map_options);
    let left = WIDE - SIDE - 3.0 * GAP;
    let map_h = (left * frame.3 / frame.2).clamp(320.0, 820.0);
    inset(&mut out, (GAP, top), (left, map_h), frame, &body);

    let mut y = top;
    let x = GAP + left + GAP;
    let mut body = Svg::new();
    let h = companies(&mut body, position, &view, names, &words, SIDE - 28.0);
    panel(&mut out, (x, y), (SIDE, h + 18.0), body.as_str());
    y += h + 18.0 + GAP;
    let mut body = Svg::new();
    let h = players(&mut body, &view, names, &words, SIDE - 28.0);
    panel(&mut out, (x, y), (SIDE, h + 18.0), body.as_str());
    y += h + 18.0 + GAP;

    let mut low = top + map_h + GAP;
    // Where companies operate without a price there is no market to show.
    if !view.companies.iter().any(is_priceless) {
        low += market(&mut out, position, options, (GAP, low), left) + GAP;
    }
    let mut body = Svg::new();
    let h = stack(&mut body, &view, &words, SIDE - 28.0);
    panel(&mut out, (x, y), (SIDE, h + 24.0), body.as_str());
    y += h + 24.0 + GAP;

    let high = y.max(low);
    wrap(
        &Page {
            class: "position",
            view: (0.0, 0.0, WIDE, high),
            size: Some((WIDE, high)),
            label: &sheet.name,
            theme: options.theme,
            ground: true,
        },
        out.as_str(),
    )
}

/// The panel of share prices, `wide` wide; returns its height.
fn market(
    out: &mut Svg,
    position: &dyn Position,
    options: &GameOptions<'_>,
    at: (f64, f64),
    wide: f64,
) -> f64 {
    let words = options.words.unwrap_or(ENGLISH);
    let (chart, chart_w, chart_h) = market_body(
        position.sheet(),
        position.core(),
        &MarketOptions { theme: options.theme, ..MarketOptions::default() },
    );
    let scale = ((wide - 28.0) / chart_w).min(1.6);
    let shown = (chart_w * scale, chart_h * scale);
    let mut body = Svg::new();
    body.label("h2 start", 0.0, 14.0, words.market);
    inset(&mut body, (0.0, 24.0), shown, (-1.0, -1.0, chart_w + 2.0, chart_h + 2.0), &chart);
    let high = shown.1 + 42.0;
    panel(out, at, (wide, high), body.as_str());
    high
}
