//! The frame of a picture: root element, size, style, ground.

use crate::Theme;
use crate::palette::style;
use crate::svg::{Svg, escape, num};

/// What the root element says.
pub(crate) struct Page<'a> {
    /// Classes beside `pic`.
    pub(crate) class: &'a str,
    /// View box: left, top, width, height.
    pub(crate) view: (f64, f64, f64, f64),
    /// Width and height, if the picture has a size of its own.
    pub(crate) size: Option<(f64, f64)>,
    /// Name for people who do not see it.
    pub(crate) label: &'a str,
    pub(crate) theme: Theme,
    /// Whether the desk is painted under it (never on a page, which has its own).
    pub(crate) ground: bool,
}

/// A whole SVG document or element around a body.
pub(crate) fn wrap(page: &Page<'_>, body: &str) -> String {
    let (x, y, w, h) = page.view;
    let mut out = Svg::new();
    out.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pic {}\" viewBox=\"{} {} {} {}\"",
        page.class,
        num(x),
        num(y),
        num(w),
        num(h)
    ));
    if let Some((w, h)) = page.size {
        out.put(format_args!(" width=\"{}\" height=\"{}\"", num(w), num(h)));
    }
    out.put(format_args!(" role=\"img\" aria-label=\"{}\">", escape(page.label)));
    out.raw(&style(page.theme));
    if page.ground && page.theme != Theme::Page {
        out.rect("desk", (x, y), (w, h), 0.0);
    }
    out.raw(body).raw("</svg>");
    out.finish()
}
