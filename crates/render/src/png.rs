//! PNG from our own SVG.
//!
//! No font is bundled. Text is set in the first face of the pictures' stack that the machine has; if it has none of
//! them, in any sans-serif face, then in any face at all. Without a single font the picture is still drawn, and the
//! result says that its text is missing, so that a caller can tell people what to install.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, ID, Query, Stretch, Style, Weight};
use resvg::usvg::{Options, Tree};
use std::sync::{Arc, OnceLock};

/// A drawn picture.
#[derive(Clone, Debug)]
pub struct Png {
    /// The file.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Family used for text; `None` if the machine has no font and text is missing.
    pub font: Option<String>,
}

/// A picture that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// Not an SVG that can be read.
    #[error("this is not a readable SVG: {0}")]
    Unreadable(String),
    /// Too large or empty.
    #[error("a picture of {0} x {1} pixels cannot be made: 1 to {MOST} a side are possible")]
    Size(u32, u32),
    /// Encoding failed.
    #[error("the picture could not be written as PNG: {0}")]
    Encoding(String),
}

/// Most pixels of a side.
pub const MOST: u32 = 16_000;

/// Families in order of preference: those of the style sheet.
const FAMILIES: &[&str] = &[
    "Segoe UI",
    "Roboto",
    "Helvetica Neue",
    "Lato",
    "Noto Sans",
    "Arial",
    "Liberation Sans",
    "DejaVu Sans",
    "FreeSans",
];

/// The machine's fonts, looked up once, and the family for text.
fn fonts() -> &'static (Arc<Database>, Option<String>) {
    static FONTS: OnceLock<(Arc<Database>, Option<String>)> = OnceLock::new();
    FONTS.get_or_init(|| {
        let mut db = Database::new();
        db.load_system_fonts();
        let has = |db: &Database, family: &str| {
            db.faces().any(|f| f.families.iter().any(|n| n.0 == family))
        };
        let family =
            FAMILIES.iter().find(|f| has(&db, f)).map(|f| (*f).to_owned()).or_else(|| {
                db.faces().next().and_then(|f| f.families.first()).map(|n| n.0.clone())
            });
        if let Some(family) = &family {
            db.set_sans_serif_family(family);
        }
        (Arc::new(db), family)
    })
}

/// The face for a weight: one family for all text, and its narrow cut where it has one, since maps are tight.
fn face(db: &Database, weight: u16) -> Option<ID> {
    let family = fonts().1.as_deref()?;
    let query = Query {
        families: &[Family::Name(family)],
        weight: Weight(weight),
        stretch: Stretch::SemiCondensed,
        style: Style::Normal,
    };
    db.query(&query)
}

/// Draws an SVG of this crate (made with [`crate::Theme::Light`] or [`crate::Theme::Dark`]) `width` pixels wide, or at
/// its own size.
pub fn png(svg: &str, width: Option<u32>) -> Result<Png, PngError> {
    png_within(svg, width, u32::MAX)
}

/// Like [`png`], but smaller where it would have more than so many pixels, each of which takes four bytes.
pub fn png_within(svg: &str, width: Option<u32>, pixels: u32) -> Result<Png, PngError> {
    let (db, family) = fonts();
    let mut options = Options { fontdb: db.clone(), ..Options::default() };
    options.font_resolver.select_font = Box::new(|font, db| face(db, font.weight()));
    let tree = Tree::from_str(svg, &options).map_err(|e| PngError::Unreadable(e.to_string()))?;
    let own = tree.size();
    let scale = width.map_or(1.0, |w| w as f32 / own.width());
    let most = (pixels as f32 / (own.width() * own.height())).sqrt();
    let (scale, round) = match scale <= most {
        true => (scale, f32::round as fn(f32) -> f32),
        false => (most, f32::floor as fn(f32) -> f32),
    };
    let (w, h) = (round(own.width() * scale) as u32, round(own.height() * scale) as u32);
    if !(1..=MOST).contains(&w) || !(1..=MOST).contains(&h) {
        return Err(PngError::Size(w, h));
    }
    let mut pixels = Pixmap::new(w, h).ok_or(PngError::Size(w, h))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let bytes = pixels.encode_png().map_err(|e| PngError::Encoding(e.to_string()))?;
    Ok(Png { bytes, width: w, height: h, font: family.clone() })
}
