//! Coordinates in the margin, and the extent of the map.

use crate::geometry::{Frame, Pt};
use crate::map::place;
use crate::svg::Svg;
use board::{Cell, Laid};
use engine::Sheet;
use std::collections::BTreeMap;

/// Left, top, width, height.
type View = (f64, f64, f64, f64);

/// The letters and the number of a coordinate.
fn parts(name: &str) -> Option<(&str, i32)> {
    let i = name.find(|c: char| c.is_ascii_digit())?;
    Some((&name[..i], name[i..].parse().ok()?))
}

/// The margin with its coordinates, and the view box that shows all.
pub(crate) fn axes(
    sheet: &Sheet,
    frame: Frame,
    cells: &[(Cell, Laid)],
    free: &[Cell],
) -> (String, View) {
    let points: Vec<Pt> =
        cells.iter().map(|c| c.0).chain(free.iter().copied()).map(|c| place(sheet, c)).collect();
    let (half_w, half_h) = frame.extent();
    let edge = |f: fn(f64, f64) -> f64, start: f64, of: fn(&Pt) -> f64| {
        points.iter().map(of).fold(start, f)
    };
    let left = edge(f64::min, f64::INFINITY, |p| p.x) - half_w;
    let right = edge(f64::max, f64::NEG_INFINITY, |p| p.x) + half_w;
    let top = edge(f64::min, f64::INFINITY, |p| p.y) - half_h;
    let bottom = edge(f64::max, f64::NEG_INFINITY, |p| p.y) + half_h;
    if points.is_empty() {
        return (String::new(), (0.0, 0.0, 100.0, 100.0));
    }
    let (mut across, mut down): (BTreeMap<i64, String>, BTreeMap<i64, String>) = Default::default();
    let key = |v: f64| (v * 100.0).round() as i64;
    if sheet.map.is_unbounded() {
        for cell in cells.iter().map(|c| c.0).chain(free.iter().copied()) {
            let (x, y) = cell.xy();
            let p = place(sheet, cell);
            across.insert(key(p.x), x.to_string());
            down.insert(key(p.y), y.to_string());
        }
    } else {
        // Whether letters count columns or rows: one letter always has the same place along its axis.
        let mut columns: BTreeMap<&str, i64> = BTreeMap::new();
        let letters_down = sheet.map.cells.iter().any(|def| {
            parts(&def.name).is_some_and(|(letter, _)| {
                let x = key(frame.centre(def.at).x);
                *columns.entry(letter).or_insert(x) != x
            })
        });
        for def in &sheet.map.cells {
            let Some((letter, number)) = parts(&def.name) else {
                continue;
            };
            let p = frame.centre(def.at);
            let (col, row) = if letters_down {
                (number.to_string(), letter.to_owned())
            } else {
                (letter.to_owned(), number.to_string())
            };
            across.insert(key(p.x), col);
            down.insert(key(p.y), row);
        }
    }
    let mut out = Svg::new();
    out.raw("<g class=\"axes\" aria-hidden=\"true\">");
    for (x, text) in &across {
        out.label("axis", *x as f64 / 100.0, top - 9.0, text);
    }
    for (y, text) in &down {
        out.label("axis", left - 12.0, *y as f64 / 100.0 + 4.0, text);
    }
    out.raw("</g>");
    (out.finish(), (left - 26.0, top - 26.0, right - left + 38.0, bottom - top + 38.0))
}
