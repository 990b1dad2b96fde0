//! Lines over a logarithmic scale of milliseconds, panel beside panel, as SVG.

use std::fmt::Write;

/// One measured value.
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// Drawn as a full dot, else as a ring.
    pub solid: bool,
}

/// A line.
pub struct Series {
    pub name: &'static str,
    pub points: Vec<Point>,
}

/// One panel.
pub struct Panel {
    pub title: String,
    pub series: Vec<Series>,
}

const COLOURS: [&str; 4] = ["#b5432a", "#2f6f8f", "#7a5195", "#4f7f3a"];
const WIDTH: f64 = 290.0;
const HEIGHT: f64 = 300.0;
const GAP: f64 = 26.0;
const LEFT: f64 = 74.0;
const TOP: f64 = 92.0;
/// From 0.1 ms to 10 s.
const DECADES: (i32, i32) = (-1, 4);
/// What a run should stay below.
const AIM: f64 = 100.0;

fn height_of(ms: f64) -> f64 {
    let (low, high) = (f64::from(DECADES.0), f64::from(DECADES.1));
    let share = (ms.log10().clamp(low, high) - low) / (high - low);
    TOP + HEIGHT * (1.0 - share)
}

fn label(decade: i32) -> String {
    match decade {
        ..=-1 => "0.1 ms".to_owned(),
        0..=2 => format!("{} ms", 10i32.pow(decade as u32)),
        _ => format!("{} s", 10i32.pow(decade as u32 - 3)),
    }
}

/// The whole picture.
pub fn draw(panels: &[Panel]) -> String {
    let mut svg = String::new();
    let all = LEFT + panels.len() as f64 * (WIDTH + GAP) + 10.0;
    let bottom = TOP + HEIGHT + 66.0;
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all} {bottom}\" font-family=\"Georgia, 'DejaVu Serif', serif\" \
         font-size=\"13\" fill=\"#2b2b28\">\n<rect width=\"{all}\" height=\"{bottom}\" rx=\"10\" fill=\"#fbf8f1\"/>\n\
         <text x=\"{LEFT}\" y=\"34\" font-size=\"19\">Time to find and prove the best routes</text>\n\
         <text x=\"{LEFT}\" y=\"54\" fill=\"#6b675e\">dense brown hex boards, one core; a ring: not proved within two seconds</text>\n"
    );
    legend(&mut svg, panels, all);
    for (n, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, LEFT + n as f64 * (WIDTH + GAP), n == 0);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#6b675e\">cities on the board</text>\n</svg>",
        LEFT + (all - LEFT - GAP) / 2.0,
        bottom - 16.0
    );
    svg
}

fn legend(svg: &mut String, panels: &[Panel], all: f64) {
    let names = panels.first().map_or(&[][..], |p| &p.series[..]);
    for (n, series) in names.iter().enumerate() {
        let x = all - 36.0 - 72.0 * (names.len() - n) as f64;
        let colour = COLOURS[n % COLOURS.len()];
        let _ = writeln!(
            svg,
            "<line x1=\"{x}\" x2=\"{}\" y1=\"30\" y2=\"30\" stroke=\"{colour}\" stroke-width=\"2.5\"/>\
             <circle cx=\"{}\" cy=\"30\" r=\"4\" fill=\"{colour}\"/><text x=\"{}\" y=\"34.5\">{}</text>",
            x + 26.0,
            x + 13.0,
            x + 32.0,
            series.name
        );
    }
}

fn draw_panel(svg: &mut String, panel: &Panel, left: f64, first: bool) {
    let xs = || panel.series.iter().flat_map(|s| s.points.iter()).map(|p| p.x);
    let (low, high) = (xs().fold(f64::MAX, f64::min), xs().fold(0.0, f64::max));
    let across = |x: f64| left + 14.0 + (WIDTH - 28.0) * (x - low) / (high - low).max(1.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\" stroke=\"#d9d3c4\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"15\">{}</text>",
        left + WIDTH / 2.0,
        TOP - 10.0,
        panel.title
    );
    for decade in DECADES.0..=DECADES.1 {
        let y = height_of(10f64.powi(decade));
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#e9e4d8\"/>",
            left + WIDTH
        );
        if first {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#6b675e\">{}</text>",
                left - 8.0,
                y + 4.5,
                label(decade)
            );
        }
    }
    let aim = height_of(AIM);
    let _ = writeln!(
        svg,
        "<line x1=\"{left}\" x2=\"{}\" y1=\"{aim:.1}\" y2=\"{aim:.1}\" stroke=\"#8a8474\" stroke-dasharray=\"5 4\"/>",
        left + WIDTH
    );
    for point in panel.series.first().map_or(&[][..], |s| &s.points[..]) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#6b675e\">{}</text>",
            across(point.x),
            TOP + HEIGHT + 19.0,
            point.x
        );
    }
    for (n, series) in panel.series.iter().enumerate() {
        let colour = COLOURS[n % COLOURS.len()];
        let at = |p: &Point| (across(p.x), height_of(p.y));
        let way: Vec<String> =
            (series.points.iter().map(at)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/>",
            way.join(" ")
        );
        for point in &series.points {
            let (x, y) = at(point);
            let fill = if point.solid { colour } else { "#ffffff" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            );
        }
    }
}
