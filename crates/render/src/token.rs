//! Station tokens and price markers: a disc in the company's colour, always with its initials.

use crate::geometry::Pt;
use crate::metrics::width;
use crate::palette::token_colours;
use crate::svg::{Svg, escape, num};
use engine::CompanyDef;

/// Size of initials on a token of radius `r`: 0.86 r for two letters, 0.72 r for three, what fits for more.
fn initials_size(id: &str, r: f64) -> f64 {
    let usual = match id.chars().count() {
        0..=2 => 0.86,
        3 => 0.72,
        _ => 0.62,
    };
    (usual * r).min(1.72 * r / width(id, 1.0).max(0.1))
}

/// Draws a token.
pub(crate) fn token(out: &mut Svg, company: &CompanyDef, at: Pt, r: f64, class: &str) {
    let (ground, ink) = token_colours(&company.colour, &company.text_colour);
    let size = initials_size(&company.id, r);
    let id = escape(&company.id);
    let gap = if class.is_empty() { "" } else { " " };
    out.put(format_args!(
        "<g class=\"tok{gap}{class}\" data-company=\"{id}\" transform=\"translate({})\"><circle r=\"{}\" fill=\"{ground}\"/>\
         <text y=\"{}\" font-size=\"{}\" fill=\"{ink}\">{id}</text></g>",
        at.show(),
        num(r),
        num(size * 0.36),
        num(size)
    ));
}

/// A token alone, to put into a page: `size` pixels wide.
pub fn token_svg(company: &CompanyDef, size: u32, theme: crate::Theme) -> String {
    let mut out = Svg::new();
    token(&mut out, company, Pt { x: 0.0, y: 0.0 }, 15.0, "");
    crate::page::wrap(
        &crate::page::Page {
            class: "token",
            view: (-16.0, -16.0, 32.0, 32.0),
            size: Some((f64::from(size), f64::from(size))),
            label: &company.name,
            theme,
            ground: false,
        },
        out.as_str(),
    )
}
