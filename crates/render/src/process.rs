//! The track that shows how far the game is.

use crate::Theme;
use crate::metrics::width;
use crate::page::{Page, wrap};
use crate::svg::{Svg, num};
use engine::{ProcessBox, Sheet};

fn text(step: &ProcessBox) -> String {
    if step.value > 0 { step.value.to_string() } else { step.label.clone() }
}

/// The body of the track, `w` wide and 40 high, the box of number `now` marked and called `here`.
pub(crate) fn process_body(sheet: &Sheet, now: usize, here: &str, w: f64) -> String {
    let steps = &sheet.process;
    let mut out = Svg::new();
    if steps.is_empty() {
        return String::new();
    }
    out.raw("<g class=\"process\">");
    let gap = w / steps.len() as f64;
    let x = |i: usize| gap * (i as f64 + 0.5);
    for i in 1..steps.len() {
        let class = if i <= now { "pl-past" } else { "pl" };
        out.path(class, &format!("M{} 20H{}", num(x(i - 1)), num(x(i))));
    }
    for (i, step) in steps.iter().enumerate() {
        let label = if i == now && !here.is_empty() { here.to_owned() } else { text(step) };
        let half = (width(&label, 12.0) / 2.0 + 7.0).max(13.0);
        // Rounds with a number are pills, others boxes.
        let round = if step.value > 0 { 11.0 } else { 4.0 };
        let (class, ink, high) = match i.cmp(&now) {
            std::cmp::Ordering::Less => ("pb-past", "pt", 22.0),
            std::cmp::Ordering::Equal => ("pb-now", "pt-now", 26.0),
            std::cmp::Ordering::Greater => ("pb", "pt", 22.0),
        };
        out.put(format_args!("<g data-process=\"{i}\">"));
        out.rect(class, (x(i) - half, 20.0 - high / 2.0), (2.0 * half, high), round);
        out.label(ink, x(i), 24.2, &label);
        if step.export {
            // A train leaves: an engine, crossed out.
            out.put(format_args!(
                "<path class=\"px\" transform=\"translate({} 6)\" d=\"M-6 3V-2H1V-5H5V3ZM-4 5h.1M3 5h.1M-8 6L7 -7\"/>",
                num(x(i) + half + 3.0)
            ));
        }
        out.raw("</g>");
    }
    out.raw("</g>");
    out.finish()
}

/// The process track as SVG, `width` pixels wide, the box of number `now` marked.
pub fn process_svg(sheet: &Sheet, now: usize, width: f64, theme: Theme) -> String {
    wrap(
        &Page {
            class: "process-track",
            view: (0.0, 0.0, width, 40.0),
            size: Some((width, 40.0)),
            label: "Process",
            theme,
            ground: true,
        },
        &process_body(sheet, now, "", width),
    )
}
