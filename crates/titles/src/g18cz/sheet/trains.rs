//! Train cards, the phases they bring, and their faces by number.

use super::super::options::Options;
use super::super::printed::Variant;
use super::super::raw::{Count, Raw};
use super::words::{SIZES, colour_of, column_of, size_of};
use engine::{Face, PhaseDef, Range, TrainKind};
use smallvec::SmallVec;

/// Trains and phases of a game.
pub(super) struct Trains {
    /// Cards of the stack, first to be sold first.
    pub kinds: Vec<TrainKind>,
    /// Phases.
    pub phases: Vec<PhaseDef>,
    /// Bit s: companies of size s are available, by phase.
    pub sizes: Vec<u8>,
    /// Faces that collect the bonus of every red tile.
    bonus: Vec<String>,
    /// Phase in which private papers close.
    pub papers_close: Option<u8>,
}

/// Faces by number: those of one name are scrapped together.
pub(super) struct Faces {
    /// Number of each face, by kind and face.
    pub number: Vec<SmallVec<[u8; 3]>>,
    /// Names by number.
    pub names: Vec<String>,
    /// Numbers of the faces that a face scraps.
    pub scraps: Vec<u32>,
    /// Numbers of the faces that collect the bonus of every red tile.
    pub bonus: u32,
}

/// Trains and phases of a game.
pub(super) fn trains_of(
    raw: &Raw,
    variant: Variant,
    players: &str,
    options: &Options,
    faults: &mut Vec<String>,
) -> Trains {
    match variant {
        Variant::Moravia => moravia_trains(raw, players, faults),
        Variant::Introductory => intro_trains(raw, players, options, faults),
        _ => standard_trains(raw, faults),
    }
}

impl Trains {
    /// Numbers the faces.
    pub(super) fn faces(&self) -> Faces {
        let mut names: Vec<String> = Vec::new();
        let number = self
            .kinds
            .iter()
            .map(|k| k.faces.iter().map(|f| number_of(&mut names, f)).collect())
            .collect();
        let mut scraps = vec![0u32; names.len()];
        for face in self.kinds.iter().flat_map(|k| &k.faces) {
            if let Some(i) = names.iter().position(|n| *n == face.name) {
                for s in &face.scraps {
                    if let Some(j) = names.iter().position(|n| n == s) {
                        scraps[i] |= 1 << j;
                    }
                }
            }
        }
        let bonus = names
            .iter()
            .enumerate()
            .filter(|(_, n)| self.bonus.contains(n))
            .fold(0, |m, (i, _)| m | 1 << i);
        Faces {
            number,
            names,
            scraps,
            bonus,
        }
    }

    /// The phase of a name; the first one if there is none.
    pub(super) fn phase(&self, name: &str) -> u8 {
        self.phases.iter().position(|p| p.name == name).unwrap_or(0) as u8
    }
}

// The number of a face's name, a new one if it has none yet.
fn number_of(names: &mut Vec<String>, face: &Face) -> u8 {
    let known = names.iter().position(|n| *n == face.name);
    known.unwrap_or_else(|| {
        names.push(face.name.clone());
        names.len() - 1
    }) as u8
}

/// First phase in which a train of Moravia-Silesia has an effect.
pub(super) fn moravia_effect(raw: &Raw, effect: &str) -> Option<u8> {
    raw.variants
        .moravia_silesia
        .trains
        .iter()
        .position(|t| t.effects.iter().any(|e| e == effect))
        .map(|i| i as u8)
}

fn phase_def(
    name: &str,
    colours: &[String],
    column: &str,
    limits: [u8; 3],
    faults: &mut Vec<String>,
) -> PhaseDef {
    PhaseDef {
        name: name.to_owned(),
        colour: colours
            .iter()
            .map(|c| colour_of(c, faults) as u8)
            .max()
            .unwrap_or(0),
        column: column_of(column),
        train_limit: limits.into_iter().collect(),
    }
}

fn standard_trains(raw: &Raw, faults: &mut Vec<String>) -> Trains {
    let kinds = raw
        .trains
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let (count, unlimited) = match &t.count {
                Count::Number(n) => (*n, false),
                Count::Word(_) => (t.physical_cards.unwrap_or(1), true),
            };
            TrainKind {
                // The public name of the small face names the card.
                name: t
                    .public_ids
                    .first()
                    .cloned()
                    .unwrap_or_else(|| t.letter.clone()),
                faces: t
                    .faces
                    .iter()
                    .map(|f| Face {
                        name: f.name.clone(),
                        price: f.price,
                        size: size_of(&f.size, faults),
                        range: match f.kind.as_str() {
                            "plus" => Range::Plus {
                                cities: f.max_cities,
                                total: f.max_total,
                            },
                            "E" => Range::Express(f.range),
                            _ => Range::Plain(f.range),
                        },
                        scraps: f.scraps_on_sale.clone(),
                    })
                    .collect(),
                count,
                unlimited,
                phase: i as u8,
            }
        })
        .collect();
    let phases = raw
        .phases
        .iter()
        .map(|p| {
            let limits = SIZES.map(|s| p.train_limit.get(s).copied().flatten().unwrap_or(0));
            phase_def(
                &p.letter,
                &p.tile_colours,
                &p.red_tile_value,
                limits,
                faults,
            )
        })
        .collect();
    let sizes = raw
        .phases
        .iter()
        .map(|p| {
            p.company_sizes_available
                .iter()
                .fold(0, |m, s| m | 1 << size_of(s, faults))
        })
        .collect();
    Trains {
        kinds,
        phases,
        sizes,
        bonus: Vec::new(),
        papers_close: None,
    }
}

fn plain_or_plus(name: &str) -> Range {
    match name.split_once('+') {
        Some((n, m)) => {
            let (n, m) = (n.parse().unwrap_or(0), m.parse().unwrap_or(0));
            Range::Plus {
                cities: n,
                total: n + m,
            }
        }
        None => match name.strip_suffix('E') {
            Some(n) => Range::Express(n.parse().unwrap_or(0)),
            None => Range::Plain(name.parse().unwrap_or(0)),
        },
    }
}

fn moravia_trains(raw: &Raw, players: &str, faults: &mut Vec<String>) -> Trains {
    let m = &raw.variants.moravia_silesia;
    let mut kinds: Vec<TrainKind> = m
        .trains
        .iter()
        .enumerate()
        .map(|(i, t)| {
            let (count, unlimited) = match t.count.get(players).and_then(serde_json::Value::as_u64)
            {
                Some(n) => (n as u8, false),
                None => (1, true),
            };
            TrainKind {
                name: t.name.clone(),
                faces: vec![Face {
                    name: t.name.clone(),
                    price: t.price,
                    size: 0,
                    range: plain_or_plus(&t.name),
                    scraps: t.scraps.clone(),
                }],
                count,
                unlimited,
                phase: i as u8,
            }
        })
        .collect();
    // CZ-MORAVIA-24: the 3E of the private paper is set aside; it must not be the last of the stack.
    if let Some(paper) = m.private_papers.iter().find(|p| p.id.ends_with("3E")) {
        kinds.insert(
            0,
            TrainKind {
                name: paper.id.trim_start_matches("MS-").to_owned(),
                faces: vec![Face {
                    name: "3E".to_owned(),
                    price: 0,
                    size: 0,
                    range: plain_or_plus("3E"),
                    scraps: Vec::new(),
                }],
                count: 1,
                unlimited: false,
                phase: 0,
            },
        );
    }
    let phases = m
        .trains
        .iter()
        .map(|t| {
            phase_def(
                &t.name,
                &t.tile_colours,
                &t.red_tile_value,
                [t.train_limit; 3],
                faults,
            )
        })
        .collect();
    let mut bonus: Vec<String> = m
        .trains
        .iter()
        .filter(|t| t.red_tile_bonus)
        .map(|t| t.name.clone())
        .collect();
    bonus.push("3E".to_owned());
    Trains {
        kinds,
        phases,
        // CZ-MORAVIA-3
        sizes: vec![0b100; m.trains.len()],
        bonus,
        papers_close: moravia_effect(raw, "private_papers_close"),
    }
}

fn intro_trains(raw: &Raw, players: &str, options: &Options, faults: &mut Vec<String>) -> Trains {
    let intro = &raw.variants.introductory;
    let counts = intro.players.get(players);
    let kinds = intro
        .train_prices
        .iter()
        .enumerate()
        .map(|(i, (name, price))| {
            let mut scraps = intro
                .phases
                .get(i)
                .map(|p| p.scraps.clone())
                .unwrap_or_default();
            // CZ-INTRO-18, option.
            if options.intro_five_scraps_three && name == "5" {
                scraps.push("3".to_owned());
            }
            TrainKind {
                name: name.clone(),
                faces: vec![Face {
                    name: name.clone(),
                    price: *price,
                    size: 0,
                    range: plain_or_plus(name),
                    scraps,
                }],
                count: counts
                    .and_then(|c| c.trains.get(name))
                    .copied()
                    .unwrap_or(0),
                unlimited: false,
                phase: i as u8,
            }
        })
        .collect();
    let phases = intro
        .phases
        .iter()
        .map(|p| {
            let column = p.tile_colours.last().cloned().unwrap_or_default();
            phase_def(
                &p.phase.to_string(),
                &p.tile_colours,
                &column,
                [p.train_limit; 3],
                faults,
            )
        })
        .collect();
    Trains {
        kinds,
        phases,
        sizes: vec![0; intro.phases.len()],
        bonus: Vec::new(),
        papers_close: None,
    }
}
