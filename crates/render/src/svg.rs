//! Writing SVG: short numbers, escaped text, groups.

use std::fmt::Write as _;

/// A number with at most two decimals and nothing superfluous.
pub(crate) fn num(v: f64) -> String {
    let rounded = (v * 100.0).round() / 100.0;
    let rounded = if rounded == 0.0 { 0.0 } else { rounded };
    format!("{rounded}")
}

/// Text safe inside elements and attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML at all.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A growing piece of SVG.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    pub(crate) fn new() -> Svg {
        Svg::default()
    }

    /// Markup as it is.
    pub(crate) fn raw(&mut self, markup: &str) -> &mut Svg {
        self.text.push_str(markup);
        self
    }

    /// Formatted markup.
    pub(crate) fn put(&mut self, markup: std::fmt::Arguments<'_>) -> &mut Svg {
        let _ = self.text.write_fmt(markup);
        self
    }

    pub(crate) fn path(&mut self, class: &str, d: &str) -> &mut Svg {
        self.put(format_args!("<path class=\"{class}\" d=\"{d}\"/>"))
    }

    pub(crate) fn circle(&mut self, class: &str, x: f64, y: f64, r: f64) -> &mut Svg {
        self.put(format_args!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            num(x),
            num(y),
            num(r)
        ))
    }

    pub(crate) fn rect(
        &mut self,
        class: &str,
        (x, y): (f64, f64),
        (w, h): (f64, f64),
        rx: f64,
    ) -> &mut Svg {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            num(x),
            num(y),
            num(w),
            num(h),
            num(rx)
        ))
    }

    pub(crate) fn label(&mut self, class: &str, x: f64, y: f64, text: &str) -> &mut Svg {
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            num(x),
            num(y),
            escape(text)
        ))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        assert_eq!(num(-0.001), "0");
        assert_eq!(num(43.301_27), "43.3");
        assert_eq!(num(-21.655), "-21.66");
        assert_eq!(num(50.0), "50");
    }

    #[test]
    fn text_cannot_break_out_of_its_element() {
        assert_eq!(escape("<b a=\"&\">\u{1}"), "&lt;b a=&quot;&amp;&quot;&gt; ");
    }
}
