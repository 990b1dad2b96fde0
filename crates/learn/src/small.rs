//! A small run from a seed to a file, to be repeated.

use crate::play::{Order, play};
use crate::policy::{choices, read_choices, study};
use crate::train::{Course, train};
use crate::{read_samples, write_game};

/// Plays a few games of 18Lilliput, trains both networks on them, and gives their files.
pub fn small(seed: u64) -> Result<[String; 2], String> {
    let order = Order {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        players: 2,
        standard: 0,
        playouts: false,
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
    let mut text = String::new();
    for g in 0..7 {
        text += &choices(&order, seed + g, 24, 1)?;
    }
    let learned = study(&read_choices(&text)?, &course, None, |_, _| {});
    let variants = vec![order.variant];
    let nets = [report.model.quantised(variants.clone()), learned.quantised(variants)];
    Ok(nets.map(|net| net.write("a small run")))
}

/// A short mark of a text (FNV-1a).
pub fn mark(text: &str) -> u64 {
    let step = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
