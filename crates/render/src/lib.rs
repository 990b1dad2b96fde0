//! Pictures of games: SVG for pages and print, PNG, and text for terminals.
//!
//! Everything is drawn from the printed [`engine::Sheet`] and the common part of a position ([`engine::Core`]);
//! no title is named here. All functions are pure and give the same text for the same input; only
//! `png` (a feature, on by default) touches the machine, to look for fonts.
#![forbid(unsafe_code)]

mod axes;
mod caption;
mod cell;
mod game;
mod geometry;
mod map;
mod market;
mod metrics;
mod page;
mod palette;
mod plan;
#[cfg(feature = "png")]
mod png;
mod print;
mod process;
mod room;
mod route;
mod scenery;
mod slide;
mod svg;
mod table;
pub mod text;
mod tile;
mod token;
mod words;

pub use game::{GameOptions, game_svg};
pub use map::{MapOptions, cell_centre, cell_outline, map_svg, preview_svg, routes_svg};
pub use market::{MarketOptions, market_svg};
pub use palette::{Theme, contrast, stylesheet, token_colours};
#[cfg(feature = "png")]
pub use png::{MOST, Png, PngError, png, png_within};
pub use print::{cards, charters, cut_out_tiles};
pub use process::process_svg;
pub use tile::{tile_sheet, tile_svg};
pub use token::token_svg;
pub use words::{ENGLISH, Words, company_money, money, round_name};
