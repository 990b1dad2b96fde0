//! A small run from a seed to a file, to be repeated.

use crate::play::{Order, play};
use crate::train::{Course, train};
use crate::{read_samples, write_game};

/// Plays a few games of 18Lilliput, trains on them, and gives the file of the network.
pub fn small(seed: u64) -> Result<String, String> {
    let order = Order {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        players: 2,
        standard: 0,
    };
    let mut text = String::new();
    for g in 0..7 {
        text += &play(&order, seed + g)?.map(|seen| write_game(&seen)).unwrap_or_default();
    }
    let mut games = read_samples(&text)?;
    for scene in games.iter_mut().flat_map(|g| &mut g.scenes) {
        scene.set_variant(0);
    }
    let course = Course { seed, epochs: 3, batch: 8, hidden: (8, 6), ..Course::default() };
    let report = train(&games, &course, |_, _| {});
    Ok(report.model.quantised(vec![order.variant]).write("a small run"))
}

/// A short mark of a text (FNV-1a).
pub fn mark(text: &str) -> u64 {
    let step = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
