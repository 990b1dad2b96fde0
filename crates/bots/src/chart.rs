//! Bars with intervals as SVG.

use crate::standing::Mean;
use std::fmt::Write;

/// One bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it stands for.
    pub label: String,
    /// How long it is.
    pub mean: Mean,
}

const LEFT: f64 = 150.0;
const RIGHT: f64 = 70.0;
const WIDTH: f64 = 640.0;
const ROW: f64 = 26.0;
const TOP: f64 = 44.0;

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A chart of horizontal bars from 0; whiskers are the 95 % intervals. `line` marks a value to compare with.
pub fn bars(title: &str, bars: &[Bar], digits: usize, line: Option<f64>) -> String {
    let most = bars
        .iter()
        .map(|b| b.mean.mean + b.mean.margin)
        .chain(line)
        .fold(0.0_f64, f64::max)
        .max(1e-9);
    let height = TOP + ROW * bars.len() as f64 + 20.0;
    let x = |v: f64| LEFT + (WIDTH - LEFT - RIGHT) * (v / most).clamp(0.0, 1.0);
    let mut s = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><text x=\"12\" y=\"24\" \
         font-size=\"15\" font-weight=\"bold\">{}</text>",
        escaped(title)
    );
    for (i, bar) in bars.iter().enumerate() {
        let y = TOP + ROW * i as f64;
        let (from, to) = (x(bar.mean.mean - bar.mean.margin), x(bar.mean.mean + bar.mean.margin));
        let middle = y + 9.0;
        let _ = write!(
            s,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"18\" fill=\"#5b7fa6\"/>\
             <path d=\"M{from:.1} {middle:.1}H{to:.1}M{from:.1} {:.1}v8M{to:.1} {:.1}v8\" stroke=\"#222\" fill=\"none\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{:.digits$}</text>",
            LEFT - 8.0,
            y + 13.5,
            escaped(&bar.label),
            x(bar.mean.mean) - LEFT,
            middle - 4.0,
            middle - 4.0,
            to + 6.0,
            y + 13.5,
            bar.mean.mean,
        );
    }
    if let Some(v) = line {
        let _ = write!(
            s,
            "<path d=\"M{:.1} {:.1}V{:.1}\" stroke=\"#b03030\" stroke-dasharray=\"4 3\"/>",
            x(v),
            TOP - 6.0,
            height - 14.0
        );
    }
    s + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_mean_is_a_longer_bar_and_labels_are_escaped() {
        let mean = |mean| Mean { count: 2, mean, margin: 0.0 };
        let svg = bars(
            "A & B",
            &[
                Bar { label: "<a>".into(), mean: mean(1.0) },
                Bar { label: "b".into(), mean: mean(2.0) },
            ],
            1,
            None,
        );
        assert!(svg.contains("A &amp; B") && svg.contains("&lt;a&gt;"));
        assert!(svg.contains("width=\"210.0\"") && svg.contains("width=\"420.0\""));
    }
}
