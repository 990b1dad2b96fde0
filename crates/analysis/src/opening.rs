//! What became of openings: results by first company, its starting price, paper and seat. The same count serves games of
//! people and games of bots.

use bots::Played;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Marks files of openings.
pub const FORMAT: &str = "signalbox-openings";
/// Version of the file.
pub const VERSION: u32 = 1;
/// Fewer games are few: their figures say little.
pub const FEW: u32 = 20;
// A 95 % interval has this many standard errors on each side.
const Z: f64 = 1.96;

/// A share from 0 to 1, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OpeningShare {
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// How seats did that opened in one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OpeningRow {
    /// A company, a price, a paper or character, or the number of a seat from 1; empty for seats that had none.
    pub name: String,
    /// Games in which a seat opened so.
    pub games: u32,
    /// Whether these are few games.
    pub few: bool,
    /// Share of wins; a win of several is shared.
    pub wins: OpeningShare,
    /// Share of all wealth at the end.
    pub wealth: OpeningShare,
}

/// What became of openings in games of one variant with one number of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// Variant.
    pub variant: String,
    /// Seats.
    pub players: u32,
    /// Games that were counted.
    pub games: u32,
    /// By the company that a seat was dealt or started first, the most frequent one first.
    pub companies: Vec<OpeningRow>,
    /// By the starting price of that company.
    pub prices: Vec<OpeningRow>,
    /// By paper or character that a seat had after the opening, the most frequent one first.
    pub papers: Vec<OpeningRow>,
    /// By seat.
    pub seats: Vec<OpeningRow>,
}

/// How games of bots were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OpeningsMade))]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The command that made them.
    pub command: String,
    /// The program and its commit.
    pub program: String,
    /// Level of the bots.
    pub level: String,
    /// Preset of the options.
    pub preset: String,
    /// Seed of the first game; the next has the next.
    pub seed: u64,
    /// Games that were played. Those that came to no end were not counted.
    pub games: u32,
}

/// Openings in games of bots, as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`].
    pub version: u32,
    /// Title.
    pub title: String,
    /// Where the figures come from.
    pub made: Made,
    /// The figures.
    pub openings: Openings,
}

// Four digits are more than any figure is sure of, and read back as they were written.
fn rounded(x: f64) -> f64 {
    (x.clamp(0.0, 1.0) * 1e4).round() / 1e4
}

impl OpeningShare {
    const fn is_sound(&self) -> bool {
        0.0 <= self.low && self.low <= self.mean && self.mean <= self.high && self.high <= 1.0
    }

    // Wilson's interval: also from no win at all it does not follow that there is never one.
    fn of_wins(values: &[f64]) -> OpeningShare {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let wide = 1.0 + Z * Z / n;
        let middle = (mean + Z * Z / (2.0 * n)) / wide;
        let half = Z / wide * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
        OpeningShare {
            mean: rounded(mean),
            low: rounded(mean.min(middle - half)),
            high: rounded(mean.max(middle + half)),
        }
    }

    fn of_wealth(values: &[f64]) -> OpeningShare {
        let m = bots::mean(values);
        OpeningShare {
            mean: rounded(m.mean),
            low: rounded(m.mean - m.margin),
            high: rounded(m.mean + m.margin),
        }
    }
}

// What each game says about those of its seats that opened in one way: their mean. Seats of one game do not count as several
// games, since they win and lose against each other.
#[derive(Default)]
struct Results {
    wins: Vec<f64>,
    wealth: Vec<f64>,
}

impl Results {
    fn add(&mut self, game: &Played, seats: &[usize]) {
        let all: f64 = game.values.iter().map(|&v| f64::from(v.max(0))).sum();
        let share = |seat: usize| match game.values.get(seat) {
            Some(&own) if all > 0.0 => f64::from(own.max(0)) / all,
            _ => 0.0,
        };
        let won = |seat: usize| match game.winners.contains(&(seat as u8)) {
            true => 1.0 / game.winners.len() as f64,
            false => 0.0,
        };
        let n = seats.len() as f64;
        self.wins.push(seats.iter().map(|&s| won(s)).sum::<f64>() / n);
        self.wealth.push(seats.iter().map(|&s| share(s)).sum::<f64>() / n);
    }

    fn row(&self, name: String) -> OpeningRow {
        let games = self.wins.len() as u32;
        OpeningRow {
            name,
            games,
            few: games < FEW,
            wins: OpeningShare::of_wins(&self.wins),
            wealth: OpeningShare::of_wealth(&self.wealth),
        }
    }
}

// Results by whatever `names` says of a seat.
fn by<K: Ord>(games: &[&Played], names: impl Fn(&Played, usize) -> Vec<K>) -> BTreeMap<K, Results> {
    let mut all: BTreeMap<K, Results> = BTreeMap::new();
    for game in games {
        let mut seats: BTreeMap<K, BTreeSet<usize>> = BTreeMap::new();
        for seat in 0..game.openings.len() {
            for name in names(game, seat) {
                seats.entry(name).or_default().insert(seat);
            }
        }
        for (name, seats) in seats {
            let seats: Vec<usize> = seats.into_iter().collect();
            all.entry(name).or_default().add(game, &seats);
        }
    }
    all
}

// Rows of names: frequent ones first, seats that had none last.
fn named(all: BTreeMap<String, Results>) -> Vec<OpeningRow> {
    let mut rows: Vec<OpeningRow> = all.into_iter().map(|(name, r)| r.row(name)).collect();
    rows.sort_by_key(|row| (row.name.is_empty(), std::cmp::Reverse(row.games)));
    // Where nobody had one, there is nothing to compare.
    if rows.iter().all(|row| row.name.is_empty()) {
        rows.clear();
    }
    rows
}

// Rows in the order of numbers.
fn numbered(all: BTreeMap<i32, Results>) -> Vec<OpeningRow> {
    all.into_iter().map(|(number, r)| r.row(number.to_string())).collect()
}

impl Openings {
    /// Counts games of a variant with so many players. Games of other sizes, without an end, or whose opening was not noted,
    /// are left out.
    pub fn count(variant: &str, players: usize, games: &[&Played]) -> Openings {
        let fits = |g: &&Played| g.openings.len() == players && g.values.len() >= players;
        let games: Vec<&Played> = games.iter().copied().filter(fits).collect();
        Openings {
            variant: variant.to_owned(),
            players: players as u32,
            games: games.len() as u32,
            companies: named(by(&games, |g, seat| {
                vec![g.openings[seat].company.clone().unwrap_or_default()]
            })),
            prices: numbered(by(&games, |g, seat| g.openings[seat].price.into_iter().collect())),
            papers: named(by(&games, |g, seat| match g.openings[seat].papers.clone() {
                none if none.is_empty() => vec![String::new()],
                papers => papers,
            })),
            seats: numbered(by(&games, |_, seat| vec![seat as i32 + 1])),
        }
    }
}

impl File {
    /// A file of these figures.
    pub fn new(title: &str, made: Made, openings: Openings) -> File {
        File {
            format: FORMAT.to_owned(),
            version: VERSION,
            title: title.to_owned(),
            made,
            openings,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is none, or its figures cannot be.
    pub fn read(text: &str) -> Result<File, String> {
        let file: File = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if file.format != FORMAT || file.version != VERSION {
            return Err(format!("not {FORMAT} version {VERSION}"));
        }
        let of = &file.openings;
        let rows = || of.companies.iter().chain(&of.prices).chain(&of.papers).chain(&of.seats);
        let sound = |row: &OpeningRow| {
            (1..=of.games).contains(&row.games)
                && row.few == (row.games < FEW)
                && row.wins.is_sound()
                && row.wealth.is_sound()
        };
        match rows().find(|row| !sound(row)) {
            Some(row) => Err(format!("the figures of {:?} cannot be", row.name)),
            None if of.games > file.made.games => Err("more games counted than played".to_owned()),
            None => Ok(file),
        }
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}
