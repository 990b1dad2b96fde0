//! A small network in whole numbers: the same answer on every machine. There are two uses of it.
//!
//! At the end of playouts it looks at a position for every seat. All seats share its weights. It reads the numbers of a seat, of
//! its best rival and of the table, and tells two things: how far the seat will end above or below what the forecast says, and
//! its chance to win.
//!
//! As a policy it scores moves against each other (`policy`).

use crate::features::{INPUTS, ONE, Scene, VARIANTS};
use crate::policy::TRAITS;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

/// Binary digits behind the point: of weights, and of what passes between layers.
const FINE: u32 = 12;
/// Binary digits behind the point of inputs.
const INPUT: u32 = 8;
/// Binary digits behind the point of what comes out.
const OUTPUT: u32 = 16;
/// What counts as one in what comes out.
pub const WHOLE: i64 = 1 << OUTPUT;
/// Most that passes between layers.
const MOST: i64 = 8 << FINE;
/// Most units of a hidden layer.
const WIDEST: usize = 256;

/// Weights of one layer, a row for each unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// A row of weights for each unit.
    pub weights: Vec<Vec<i32>>,
    /// What is added, one for each unit.
    pub bias: Vec<i32>,
}

impl Layer {
    // Sums with the digits of both factors; the bias has the digits of weights.
    fn sums<T: Copy + Into<i64>>(&self, inputs: &[T], digits: u32) -> Vec<i64> {
        // Most numbers that say what a move is are nothing.
        let some: Vec<(usize, i64)> =
            inputs.iter().map(|&x| x.into()).enumerate().filter(|&(_, x)| x != 0).collect();
        let rows = self.weights.iter().zip(&self.bias);
        rows.map(|(row, &bias)| {
            let all = some.iter().map(|&(at, x)| i64::from(row[at]) * x);
            (i64::from(bias) << digits) + all.sum::<i64>()
        })
        .collect()
    }
}

/// Two hidden layers, and a straight line past them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// First hidden layer.
    pub first: Layer,
    /// Second hidden layer.
    pub second: Layer,
    /// What comes out.
    pub last: Layer,
    /// Straight from the inputs to what comes out.
    pub direct: Layer,
}

impl Layers {
    /// What comes out. [`WHOLE`] is one.
    pub fn sums(&self, inputs: &[i16]) -> Vec<i64> {
        let pass = |sums: Vec<i64>, digits: u32| -> Vec<i64> {
            sums.into_iter().map(|s| (s >> digits).clamp(0, MOST)).collect()
        };
        let first = pass(self.first.sums(inputs, INPUT), INPUT);
        let second = pass(self.second.sums(&first, FINE), FINE);
        let last = self.last.sums(&second, FINE);
        let direct = self.direct.sums(inputs, INPUT);
        let both = last.into_iter().zip(direct);
        both.map(|(l, d)| (l >> (2 * FINE - OUTPUT)) + (d >> (INPUT + FINE - OUTPUT))).collect()
    }

    // Reads layers of some shape from the lines that are left.
    fn read<'a>(
        lines: &mut impl Iterator<Item = &'a str>,
        (inputs, outputs): Shape,
    ) -> Result<Layers, String> {
        let mut next = |what: &str| lines.next().ok_or_else(|| format!("{what} is missing"));
        let mut layer = |name: &str| -> Result<Layer, String> {
            let head = words(next(name)?, name)?;
            let [inputs, units] = head.as_slice() else {
                return Err(format!("{name} has inputs and units"));
            };
            let size = |word: &str| {
                let size = word.parse::<usize>().ok().filter(|n| (1..=WIDEST).contains(n));
                size.ok_or_else(|| format!("{name}: no size: {word}"))
            };
            let (inputs, units) = (size(inputs)?, size(units)?);
            let mut all = Layer { weights: Vec::new(), bias: Vec::new() };
            for unit in 0..units {
                let row = next(name)?.split_whitespace().map(str::parse::<i32>);
                let row = row.collect::<Result<Vec<i32>, _>>();
                let mut row = row.map_err(|e| format!("{name}, unit {unit}: {e}"))?;
                if row.len() != inputs + 1 {
                    return Err(format!("{name}, unit {unit}: {} numbers", row.len()));
                }
                all.bias.extend(row.pop());
                all.weights.push(row);
            }
            Ok(all)
        };
        let all = Layers {
            first: layer("first")?,
            second: layer("second")?,
            last: layer("last")?,
            direct: layer("direct")?,
        };
        let shape = |l: &Layer| (l.weights[0].len(), l.weights.len());
        let (hidden, further) = (all.first.weights.len(), all.second.weights.len());
        let wanted = [(inputs, hidden), (hidden, further), (further, outputs), (inputs, outputs)];
        let found = [&all.first, &all.second, &all.last, &all.direct].map(shape);
        if found != wanted {
            return Err(format!("layers are {found:?}, not {wanted:?}"));
        }
        Ok(all)
    }

    fn write(&self, text: &mut String) {
        let layers = [
            ("first", &self.first),
            ("second", &self.second),
            ("last", &self.last),
            ("direct", &self.direct),
        ];
        for (name, layer) in layers {
            let inputs = layer.weights.first().map_or(0, Vec::len);
            let _ = writeln!(text, "{name} {inputs} {}", layer.weights.len());
            for (row, bias) in layer.weights.iter().zip(&layer.bias) {
                let row: Vec<String> = row.iter().chain([bias]).map(i32::to_string).collect();
                let _ = writeln!(text, "{}", row.join(" "));
            }
        }
    }
}

fn words(line: &str, what: &str) -> Result<Vec<String>, String> {
    let rest = line.strip_prefix(what).ok_or_else(|| format!("{what} is expected"))?;
    Ok(rest.split_whitespace().map(str::to_owned).collect())
}

/// Numbers that go in, numbers that come out.
pub type Shape = (usize, usize);
/// A network for the end of playouts: out come wealth and chance.
pub const LEAF: Shape = (INPUTS, 2);
/// A network that scores moves.
pub const POLICY: Shape = (TRAITS, 1);

/// A network for one title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Variants that it knows, at most four.
    pub variants: Vec<String>,
    /// Its weights.
    pub layers: Layers,
}

/// What a network tells of a seat. [`WHOLE`] is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Final wealth above the forecast, in parts of the mean of all seats.
    pub above: i64,
    /// Chance to win; of all seats together one.
    pub chance: i64,
}

// Two to the power of a number that is not above nothing.
fn power(x: i64) -> i64 {
    let whole = x >> OUTPUT;
    let part = x - (whole << OUTPUT);
    if whole < -30 {
        return 0;
    }
    // The series of 2^x, to five digits.
    let terms = [99, 630, 3638, 15743, 45426, WHOLE];
    let sum = terms.into_iter().fold(0, |sum, term| ((sum * part) >> OUTPUT) + term);
    sum >> -whole
}

type Files = &'static [(&'static str, &'static str)];
/// The files in `nets`, each under its title's identifier, and the number of players where they have their own.
const LEAVES: Files = include!(concat!(env!("OUT_DIR"), "/nets.rs"));
/// The files in `policies`.
const POLICIES: Files = include!(concat!(env!("OUT_DIR"), "/policies.rs"));

type Kept = OnceLock<BTreeMap<&'static str, Net>>;

fn kept(all: &'static Kept, files: Files, shape: Shape, name: &str) -> Option<&'static Net> {
    let all = all.get_or_init(|| {
        let sound = "the networks that come with the program are sound";
        files.iter().map(|&(name, text)| (name, Net::read(text, shape).expect(sound))).collect()
    });
    all.get(name)
}

impl Net {
    /// The network for the end of playouts: one for so many players, or else that of the title, if there is one.
    pub fn leaf(title: &str, players: u8) -> Option<&'static Net> {
        static ALL: Kept = OnceLock::new();
        let of = |name: &str| kept(&ALL, LEAVES, LEAF, name);
        of(&format!("{title}-{players}")).or_else(|| of(title))
    }

    /// The network of a title that has one to score moves.
    pub fn policy(title: &str) -> Option<&'static Net> {
        static ALL: Kept = OnceLock::new();
        kept(&ALL, POLICIES, POLICY, title)
    }

    /// Place of a variant among those that it knows.
    pub fn variant(&self, name: &str) -> Option<usize> {
        self.variants.iter().position(|v| v == name)
    }

    /// What it tells of all seats.
    pub fn view(&self, scene: &Scene) -> Vec<View> {
        let sums: Vec<Vec<i64>> =
            (0..scene.seats.len()).map(|seat| self.layers.sums(&scene.inputs(seat))).collect();
        let n = sums.len().max(1) as i64;
        let middle = sums.iter().map(|s| s[0]).sum::<i64>().div_euclid(n);
        let top = sums.iter().map(|s| s[1]).max().unwrap_or(0);
        let powers: Vec<i64> = sums.iter().map(|s| power(s[1] - top)).collect();
        let all = powers.iter().sum::<i64>().max(1);
        let open = i64::from(scene.open());
        let above = |sum: i64| (sum - middle) * open / i64::from(ONE);
        sums.iter()
            .zip(powers)
            .map(|(s, p)| View { above: above(s[0]), chance: p * WHOLE / all })
            .collect()
    }

    /// Reads a file; says what is wrong with it.
    pub fn read(text: &str, shape: Shape) -> Result<Net, String> {
        let mut lines = text.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty());
        let variants = words(lines.next().ok_or("variants are missing")?, "variants")?;
        if variants.is_empty() || variants.len() > VARIANTS {
            return Err(format!("{} variants, not 1 to {VARIANTS}", variants.len()));
        }
        Ok(Net { variants, layers: Layers::read(&mut lines, shape)? })
    }

    /// The file of a network. `about` says where it comes from, line by line.
    pub fn write(&self, about: &str) -> String {
        let mut text = String::new();
        for line in about.lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "variants {}", self.variants.join(" "));
        self.layers.write(&mut text);
        text
    }

    /// A weight that was kept.
    pub fn weight(kept: i32) -> f64 {
        f64::from(kept) / f64::from(1 << FINE)
    }

    /// A weight as it is kept.
    pub fn kept(weight: f64) -> i32 {
        let most = f64::from(i32::MAX >> 6);
        (weight * f64::from(1 << FINE)).round().clamp(-most, most) as i32
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::features::{COMMON, OWN, ROUNDS};

    fn layer(inputs: usize, units: usize, of: impl Fn(usize, usize) -> i32) -> Layer {
        Layer {
            weights: (0..units).map(|u| (0..inputs).map(|i| of(u, i)).collect()).collect(),
            bias: vec![0; units],
        }
    }

    /// Wealth is the first number of a seat less that of its rival; the chance goes by the second one.
    pub fn plain() -> Net {
        Net {
            variants: vec!["standard".to_owned()],
            layers: Layers {
                first: layer(INPUTS, 2, |u, i| i32::from(i == [0, OWN][u]) << FINE),
                second: layer(2, 2, |u, i| i32::from(u == i) << FINE),
                last: layer(2, 2, |u, i| if u == 0 { [1 << FINE, -(1 << FINE)][i] } else { 0 }),
                direct: layer(INPUTS, 2, |u, i| i32::from(u == 1 && i == 1) << FINE),
            },
        }
    }

    fn scene(seats: &[[i16; 2]]) -> Scene {
        let seat = |s: &[i16; 2]| {
            let mut all = [0; OWN];
            all[..2].copy_from_slice(s);
            all
        };
        let mut common = [0; COMMON];
        common[ROUNDS] = ONE as i16;
        Scene { common, seats: seats.iter().map(seat).collect() }
    }

    #[test]
    fn the_last_round_is_left_to_the_forecast() {
        let mut scene = scene(&[[384, 256], [128, 0]]);
        let mut above = |eighths: i32| {
            scene.common[ROUNDS] = (eighths * ONE / 64) as i16;
            plain().view(&scene)[0].above
        };
        assert_eq!([above(0), above(8), above(16)], [0, 0, WHOLE / 2]);
        assert_eq!([above(24), above(64)], [WHOLE; 2]);
    }

    #[test]
    fn what_is_worked_out_in_whole_numbers_is_what_the_weights_say() {
        // 3/2 and 1/2: each differs from the other by 1; logits 1 and 0, so 2 to 1.
        let view = plain().view(&scene(&[[384, 256], [128, 0]]));
        assert_eq!((view[0].above, view[1].above), (WHOLE, -WHOLE));
        let third = WHOLE / 3;
        assert!((view[0].chance - 2 * third).abs() < 30, "{view:?}");
        assert!((view[1].chance - third).abs() < 30, "{view:?}");
        // Of three the best rival counts.
        let view = plain().view(&scene(&[[256, 0], [512, 0], [768, 0]]));
        let middle = WHOLE * -2 / 3;
        assert!((view[2].above - (WHOLE - middle)).abs() < 3, "{view:?}");
        assert!(view.iter().all(|v| (v.chance - third).abs() < 3));
    }

    #[test]
    fn nothing_overflows() {
        let huge = Net::kept(1e9);
        let net = Net {
            variants: vec!["standard".to_owned()],
            layers: Layers {
                first: layer(INPUTS, WIDEST, |_, _| huge),
                second: layer(WIDEST, WIDEST, |_, _| huge),
                last: layer(WIDEST, 2, |_, i| if i % 2 == 0 { huge } else { -huge }),
                direct: layer(INPUTS, 2, |_, _| huge),
            },
        };
        let most = [crate::features::MOST as i16; 2];
        let view = net.view(&scene(&[most, [0, 0]]));
        assert!(view.iter().map(|v| v.chance).sum::<i64>() <= WHOLE);
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_faults_are_named() {
        let net = plain();
        let text = net.write("a trial\nof two lines");
        assert_eq!(Net::read(&text, LEAF).expect("sound"), net);
        assert!(
            Net::read(&text.replace("second 2 2", "second 3 2"), LEAF)
                .unwrap_err()
                .contains("second")
        );
        assert!(Net::read(&text.replace("4096", "x"), LEAF).is_err());
        assert!(Net::read("", LEAF).unwrap_err().contains("variants"));
    }

    #[test]
    fn every_network_is_sound_and_named_after_a_title() {
        for (files, shape) in [(LEAVES, LEAF), (POLICIES, POLICY)] {
            for (name, text) in files {
                let (title, players) = name.split_once('-').unwrap_or((name, "2"));
                let title = titles::by_id(title).unwrap_or_else(|| panic!("no title: {name}"));
                assert!(players.parse::<u8>().is_ok(), "{name}");
                let net = Net::read(text, shape).unwrap_or_else(|e| panic!("{name}: {e}"));
                let known = title.variants();
                assert!(net.variants.iter().all(|v| known.iter().any(|k| k.id == *v)), "{name}");
            }
        }
    }

    #[test]
    fn who_asks_for_a_network_has_one_of_its_variant() {
        use crate::{Level, Weights, Who};
        let mut asking = Vec::new();
        for title in titles::all() {
            for players in 1..=4 {
                let who = Who::plain(players, Level::Standard);
                let weights = Weights::of(title.id(), "standard", who).expect("weights");
                if [weights.learned, weights.learned_deep, weights.chance] != [0.0; 3] {
                    let net = Net::leaf(title.id(), players).expect("a network");
                    assert!(net.variant("standard").is_some(), "{}", title.id());
                    asking.push((title.id(), players));
                }
            }
        }
        let lilliput = [1, 2, 3, 4].map(|n| ("18lilliput", n));
        let others = [("1860", 2), ("1860", 4)];
        assert_eq!(asking, [&others, &lilliput[..], &[("1889", 4)]].concat());
    }

    #[test]
    fn some_numbers_of_players_look_with_another_network() {
        let of = |players| Net::leaf("18lilliput", players).expect("a network");
        assert_ne!(of(1), of(2));
        assert_eq!(of(2), of(4));
        assert_ne!(Net::leaf("1860", 2), Net::leaf("1860", 4));
        assert_eq!(Net::leaf("18other", 1), None);
    }

    #[test]
    fn powers_of_two_are_exact_to_a_thousandth() {
        for i in 0..400 {
            let x = -i * WHOLE / 50;
            let exact = (x as f64 / WHOLE as f64).exp2() * WHOLE as f64;
            assert!((power(x) as f64 - exact).abs() < 4.0 + exact / 1000.0, "{i}");
        }
    }
}
