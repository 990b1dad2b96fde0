//! What bots know about a title: numbers in one file per title, checked when they are read.

use crate::character::Character;
use crate::deed::Deeds;
use crate::level::Level;
use crate::named::ByName;
use engine::Sheet;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// How many rounds are left.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Horizon {
    /// Boxes of the process track whose label starts so.
    Process {
        /// Start of the label of rounds in which companies run.
        label: String,
    },
    /// The game ends when players hold so much money, or a price reaches the end of the chart.
    Bank {
        /// Money of all players together.
        money: f64,
        /// Wealth of all players together at the end of a usual game.
        wealth: f64,
        /// Part by which wealth grows in a round of a usual game.
        growth: f64,
        /// Most rounds looked ahead.
        most: f64,
    },
}

/// From when on a decision is called what, and how closely it is looked at before. Losses are parts of what a seat can
/// expect to be worth at the end.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// Who loses no more than this has chosen well.
    pub good: f64,
    /// Who loses at least this, and surely, has made a mistake.
    pub mistake: f64,
    /// A loss is likely, and sure, from so many times the error of its mean on.
    pub sure: [f64; 2],
    /// Rounds of running through which a move that looks bad is played on, beside the better one.
    pub rounds: u8,
    /// How often that is done at most.
    pub pairs: u8,
    /// How often a move that still looks bad is played on from to the end of the game, at most, before it is a mistake: in
    /// haste, and half as often as standard plays.
    pub proofs: u8,
    /// How far the forecast errs: in the last round, and for each round more.
    pub error: [f64; 2],
}

/// Numbers of one title and variant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// When it ends.
    pub horizon: Horizon,
    /// Most rounds that a forecast looks ahead; the easy level never looks further than six.
    pub far: f64,
    /// Part of its price that a share of a company without a train counts for at the end.
    pub trainless: f64,
    /// Trains bought in a turn run in the same round.
    pub buys_before_run: bool,
    /// Wealth is the treasuries of one's companies.
    pub treasury_is_wealth: bool,
    /// Dividends of the last round count so often.
    pub last_round_times: f64,
    /// Trains from the stack that a company buys in a round, on average.
    pub pace: f64,
    /// What a stop of a grown network pays, by value column.
    pub stop_value: [f64; 4],
    /// What a train earns beside its stops, by company size.
    pub train_bonus: Vec<f64>,
    /// Part of the rise of a price by its payouts that is left at the end: shares are sold as well.
    pub climb: f64,
    /// Rounds in which a network grows by two thirds.
    pub growth_rounds: f64,
    /// What each further train earns, measured by the one before.
    pub further_train: f64,
    /// Times its price that a further train must promise to earn.
    pub payback: f64,
    /// What a share of a company that has not floated loses for each share missing.
    pub float_doubt: f64,
    /// Part of what it holds in money that grows each round until the end.
    pub cash_growth: f64,
    /// Most that money grows.
    pub cash_growth_most: f64,
    /// How much the gain of a rival weighs.
    pub rivals: f64,
    /// What a paper is worth to a player at the end.
    pub paper_end: f64,
    /// Money per player kept back in the opening, in parts of what it holds at the start.
    pub opening_reserve: f64,
    /// What a company's money is worth beside the trains it buys.
    pub treasury: f64,
    /// How much less the director's money for a train weighs for each round that lies before it.
    pub help_decay: f64,
    /// What a loan costs, times its amount.
    pub loan: f64,
    /// What being director is worth, in parts of a round's income.
    pub director: f64,
    /// What a point of track to come is worth, beside a point of income now.
    pub promise: f64,
    /// Decay of a place for each tile that is missing.
    pub promise_decay: f64,
    /// What an open end is worth on a map without borders, as a place one tile away.
    pub open_end: f64,
    /// What income with the next train is worth beside income with the present ones.
    pub next_train: f64,
    /// What a station is worth beyond the income it brings, for each place it keeps open.
    pub station: f64,
    /// What a sale must gain before it is thought of.
    pub sale: f64,
    /// Tiles and stations are played on from as well; else they are judged by their routes alone.
    pub searches_builds: bool,
    /// Choices from which the standard level plays on before it decides.
    pub looks: u8,
    /// How often it plays on from each of them: once as is most likely, then with small mistakes.
    pub lucks: ByPhase,
    /// Rounds of running through which it plays on; 0 is to the end of the present round.
    pub ahead: u8,
    /// Rounds of running through which the strong level plays on; 0 as above.
    pub deep: u8,
    /// Lays that are tried, looked at with routes and weighed in full for each move of a playout.
    pub glance: [usize; 3],
    /// How much the strong level thinks about each decision, in moves from positions that it has met before (`search`).
    pub thought: ByPhase,
    /// Most moves from which it plays on.
    pub width: u8,
    /// How deep its tree grows, in moves; with 1 there is none, and playouts end with hasty routes.
    pub tree: u8,
    /// Part of the judgement in the value of a move that was searched: playouts share the errors of the judgement, so that
    /// more of them do not make it needless.
    pub trust: f64,
    /// How far what moves are worth may be mistaken in further playouts from the same move, in the unit of the search (a
    /// twenty-fifth of what a seat can expect): where nothing is drawn they would all be alike.
    pub waver: f64,
    /// How much the title's policy counts beside the judgement; 0 where it is not asked.
    #[serde(default)]
    pub policy: f64,
    /// Whose moves the policy is asked about in playouts.
    #[serde(default)]
    pub advised: Advised,
    /// How far the title's network corrects the forecast where a playout of the standard level ends: not at all, or in full
    /// at 1.
    #[serde(default)]
    pub learned: f64,
    /// The same for the strong level.
    #[serde(default)]
    pub learned_deep: f64,
    /// Whether the network is believed where people are told what they can expect.
    #[serde(default)]
    pub tells: bool,
    /// What the chance to win counts for where strong's playouts end, in parts of what a seat can expect.
    #[serde(default)]
    pub chance: f64,
    /// How far what moves are worth may be mistaken on purpose until a company has run, in parts of what a seat can expect:
    /// games shall not all begin alike.
    #[serde(default)]
    pub variety: f64,
    /// Differences that the easy level does not see, in parts of what a seat can expect.
    pub overlooks: f64,
    /// The longest train of a company earns most, and what `further_train` says holds for the shorter ones; else the first
    /// one that was bought earns most.
    #[serde(default)]
    pub longest_first: bool,
    /// What sorts of moves are worth beyond what is expected behind them.
    #[serde(default)]
    pub deeds: Deeds,
    /// What companies, trains and papers are worth beyond that, by their names.
    #[serde(default)]
    pub by_name: ByName,
    /// What laying a tile is worth beyond all that, so that no turn is wasted.
    pub lay: f64,
    /// How decisions of people are judged.
    pub marks: Marks,
}

/// Whose moves a policy is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Advised {
    /// Nobody's.
    #[default]
    Nobody,
    /// Those of whoever thinks.
    Own,
    /// Everybody's.
    All,
}

/// A number for each phase; the last one holds for all further phases. The more track there is, the longer a playout takes, and
/// the fewer there are in the same time.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ByPhase(Vec<u32>);

impl ByPhase {
    /// The number of a phase.
    pub fn at(&self, phase: u8) -> u32 {
        self.0.get(usize::from(phase)).or(self.0.last()).copied().unwrap_or(1)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    base: Json,
    /// What a level plays with instead, where neither a variant nor a number of players says otherwise.
    #[serde(default)]
    levels: BTreeMap<Level, Json>,
    #[serde(default)]
    variants: BTreeMap<String, Json>,
    /// By number of players, for all variants.
    #[serde(default)]
    players: BTreeMap<u8, Json>,
    /// What a character multiplies numbers by, in all variants.
    characters: BTreeMap<Character, BTreeMap<String, f64>>,
}

/// Who plays with the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    /// Players of the game.
    pub players: u8,
    /// How well it plays.
    pub level: Level,
    /// What it likes.
    pub character: Option<Character>,
}

impl Who {
    /// One without a character.
    pub const fn plain(players: u8, level: Level) -> Who {
        Who { players, level, character: None }
    }
}

/// The weights of one title: those of the base, and what levels, variants, numbers of players and characters change in them.
#[derive(Clone, Debug)]
pub struct Book {
    /// The title's identifier.
    pub title: String,
    // Under the empty name stand those of variants without their own, under 0 those of any number of players, without a level
    // those of levels without their own.
    all: BTreeMap<(String, u8, Option<Level>, Option<Character>), Weights>,
}

impl Book {
    /// Reads one file; says what is wrong with it.
    pub fn read(text: &str) -> Result<Book, String> {
        let file: File = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let none = Json::Object(serde_json::Map::new());
        let mut all = BTreeMap::new();
        let read = |json: Json| {
            let weights: Weights = serde_json::from_value(json).map_err(|e| e.to_string())?;
            weights.check()?;
            Ok(weights)
        };
        let levels = || file.levels.iter().map(|(&level, over)| (Some(level), over));
        for (name, variant) in file.variants.iter().chain([(&String::new(), &none)]) {
            for (&players, over) in file.players.iter().chain([(&0, &none)]) {
                for (level, own) in levels().chain([(None, &none)]) {
                    let plain = merged(&merged(&merged(&file.base, own), variant), over);
                    let of = level.map_or("", Level::name);
                    let wrong = |e: String| format!("{}/{name}/{players}/{of}: {e}", file.title);
                    let key = |character| (name.clone(), players, level, character);
                    for (&character, factors) in &file.characters {
                        let json = times(&plain, factors).map_err(wrong)?;
                        let of = |e: String| wrong(format!("{}: {e}", character.name()));
                        all.insert(key(Some(character)), read(json).map_err(of)?);
                    }
                    all.insert(key(None), read(plain).map_err(wrong)?);
                }
            }
        }
        for character in Character::ALL {
            if !file.characters.contains_key(&character) {
                return Err(format!("{}: {} is missing", file.title, character.name()));
            }
        }
        Ok(Book { title: file.title, all })
    }

    /// The weights for a variant and who plays it.
    pub fn of(&self, variant: &str, who: Who) -> &Weights {
        let keys = [(variant, who.players), (variant, 0), ("", who.players), ("", 0)];
        let level = |v: &str, p, level| self.all.get(&(v.to_owned(), p, level, who.character));
        keys.iter()
            .find_map(|&(v, p)| level(v, p, Some(who.level)).or_else(|| level(v, p, None)))
            .expect("every file has a base and all characters")
    }
}

/// The files in `weights`, each under its title's identifier.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));

/// The file for titles without their own.
const ANY: &str = "any";

// Most sets of derived numbers that are kept: they live as long as the program.
const MOST_DERIVED: usize = 256;

fn merged(base: &Json, over: &Json) -> Json {
    match (base, over) {
        (Json::Object(a), Json::Object(b)) => {
            let mut all = a.clone();
            for (k, v) in b {
                all.insert(k.clone(), v.clone());
            }
            Json::Object(all)
        }
        _ => over.clone(),
    }
}

// Numbers times what a character multiplies them by; what is a part of something stays one.
fn times(base: &Json, factors: &BTreeMap<String, f64>) -> Result<Json, String> {
    let mut all = base.clone();
    for (name, factor) in factors {
        let number = all.get(name).and_then(Json::as_f64);
        let number = number.ok_or_else(|| format!("{name} is no number that can be multiplied"))?;
        let product = number * factor;
        let product = if number <= 1.0 && PARTS.contains(&name.as_str()) {
            product.min(1.0)
        } else {
            product
        };
        all[name] = Json::from(product);
    }
    Ok(all)
}

// Numbers that are parts of something.
const PARTS: &[&str] = &["climb", "float_doubt", "opening_reserve", "promise_decay", "rivals"];

impl Weights {
    fn check(&self) -> Result<(), String> {
        let range = |name: &str, v: f64, lo: f64, hi: f64| {
            if v.is_finite() && (lo..=hi).contains(&v) {
                Ok(())
            } else {
                Err(format!("{name} is {v}, not from {lo} to {hi}"))
            }
        };
        range("pace", self.pace, 0.0, 5.0)?;
        range("growth_rounds", self.growth_rounds, 0.1, 100.0)?;
        range("far", self.far, 1.0, 100.0)?;
        range("climb", self.climb, 0.0, 1.0)?;
        range("further_train", self.further_train, 0.0, 1.0)?;
        range("trainless", self.trainless, 0.0, 1.0)?;
        range("trust", self.trust, 0.0, 1.0)?;
        range("policy", self.policy, 0.0, 4.0)?;
        range("learned", self.learned, 0.0, 2.0)?;
        range("learned_deep", self.learned_deep, 0.0, 2.0)?;
        range("chance", self.chance, 0.0, 4.0)?;
        range("waver", self.waver, 0.0, 10.0)?;
        range("variety", self.variety, 0.0, 0.2)?;
        range("overlooks", self.overlooks, 0.0, 0.5)?;
        range("float_doubt", self.float_doubt, 0.0, 1.0)?;
        range("cash_growth", self.cash_growth, 0.0, 1.0)?;
        range("cash_growth_most", self.cash_growth_most, 0.0, 20.0)?;
        range("rivals", self.rivals, 0.0, 1.0)?;
        range("promise_decay", self.promise_decay, 0.0, 1.0)?;
        range("opening_reserve", self.opening_reserve, 0.0, 1.0)?;
        let marks = &self.marks;
        range("marks.good", marks.good, 0.0, 1.0)?;
        range("marks.mistake", marks.mistake, marks.good, 1.0)?;
        range("marks.sure", marks.sure[0], 0.0, 100.0)?;
        range("marks.sure", marks.sure[1], marks.sure[0], 100.0)?;
        range("marks.pairs", f64::from(marks.pairs), 3.0, 100.0)?;
        range("marks.error", marks.error[0], 0.001, 1.0)?;
        range("marks.error", marks.error[1], 0.0, 1.0)?;
        for v in self.stop_value {
            range("stop_value", v, 0.0, 500.0)?;
        }
        for worth in self.deeds.numbers() {
            range("deeds", worth, -10_000.0, 10_000.0)?;
        }
        for worth in self.by_name.numbers() {
            range("by_name", worth, -10_000.0, 10_000.0)?;
        }
        range("width", self.width.into(), 2.0, 12.0)?;
        range("tree", self.tree.into(), 1.0, 20.0)?;
        for (name, all) in [("lucks", &self.lucks), ("thought", &self.thought)] {
            if all.0.is_empty() {
                return Err(format!("{name} is empty"));
            }
            for &n in &all.0 {
                range(name, n.into(), 1.0, 1_000_000.0)?;
            }
        }
        if self.train_bonus.is_empty() {
            return Err("train_bonus is empty".to_owned());
        }
        Ok(())
    }

    /// Weights of a title that has a file, of a variant and who plays it.
    pub fn of(title: &str, variant: &str, who: Who) -> Option<&'static Weights> {
        static ALL: OnceLock<BTreeMap<&str, Book>> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let sound = "the weights that come with the program are sound";
            let read = |&(title, text)| (title, Book::read(text).expect(sound));
            FILES.iter().map(read).collect()
        });
        all.get(title).map(|book| book.of(variant, who))
    }

    /// Weights for the game of a sheet: those of its title, or numbers derived from the sheet.
    pub fn for_game(sheet: &Sheet, who: Who) -> &'static Weights {
        static DERIVED: Mutex<Vec<&'static Weights>> = Mutex::new(Vec::new());
        if let Some(own) = Weights::of(&sheet.title, &sheet.variant, who) {
            return own;
        }
        let derived = Weights::derived(sheet, who);
        let mut known = DERIVED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = known.iter().find(|w| ***w == derived) {
            return same;
        }
        if known.len() >= MOST_DERIVED {
            return Weights::neutral(who);
        }
        known.push(Box::leak(Box::new(derived)));
        known[known.len() - 1]
    }

    fn neutral(who: Who) -> &'static Weights {
        Weights::of(ANY, "", who).expect("there are weights for any title")
    }

    /// Numbers that favour no title, with what a sheet tells: how long the game lasts, what stops pay.
    pub fn derived(sheet: &Sheet, who: Who) -> Weights {
        let mut weights = Weights::neutral(who).clone();
        if let Some(round) = sheet.process.iter().find(|b| b.label.starts_with("OR")) {
            let label = round.label.chars().take(2).collect();
            weights.horizon = Horizon::Process { label };
        } else if let (Horizon::Bank { money, wealth, .. }, Some(bank)) =
            (&mut weights.horizon, sheet.bank)
        {
            *money = f64::from(bank);
            // Shares are worth about as much as the bank at the end.
            *wealth = 2.0 * f64::from(bank);
        }
        for (column, value) in weights.stop_value.iter_mut().enumerate() {
            // Columns are the colours from yellow on.
            let tiles = sheet.tiles.tiles.iter();
            let stops = tiles.filter(|t| t.count > 0 && t.colour as usize == column + 1);
            let paid: Vec<f64> = stops
                .flat_map(|t| &t.stops)
                .map(|s| f64::from(s.paid.in_column(column as u8)))
                .collect();
            if !paid.is_empty() {
                *value = paid.iter().sum::<f64>() / paid.len() as f64;
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_sound_and_named_after_a_title() {
        for (title, text) in FILES {
            let book = Book::read(text).expect("sound");
            assert_eq!(book.title, *title);
            assert!(*title == ANY || titles::by_id(title).is_some(), "{title}");
        }
    }

    fn standard(players: u8) -> Who {
        Who::plain(players, Level::Standard)
    }

    fn sheet(title: &str, players: u8) -> std::sync::Arc<Sheet> {
        let title = titles::by_id(title).unwrap();
        let setup = engine::Setup {
            title: title.id().to_owned(),
            variant: title.variants()[0].id.clone(),
            preset: title.presets()[0].to_owned(),
            options: BTreeMap::new(),
            players: (0..players).map(|p| p.to_string()).collect(),
            seed: 1,
            luck: None,
            rules: title.rules_version(),
            data: None,
            extra: None,
            arrangement: None,
        };
        title.start(&setup).unwrap().sheet().clone()
    }

    #[test]
    fn a_title_without_a_file_plays_with_numbers_derived_from_its_sheet() {
        let mut other = (*sheet("1860", 3)).clone();
        other.title = "18other".to_owned();
        other.bank = Some(7000);
        let bank = Weights::for_game(&other, standard(3));
        assert!(matches!(bank.horizon, Horizon::Bank { money: 7000.0, wealth: 14000.0, .. }));
        assert!(bank.stop_value[0] < bank.stop_value[1], "{:?}", bank.stop_value);
        other.process = sheet("18cz", 3).process.clone();
        let rounds = Weights::for_game(&other, standard(3));
        assert!(matches!(&rounds.horizon, Horizon::Process { label } if label == "OR"));
        let own = Weights::for_game(&sheet("18cz", 3), standard(3));
        assert_eq!(own, Weights::of("18cz", "standard", standard(3)).unwrap());
    }

    #[test]
    fn a_character_is_the_same_numbers_times_others() {
        let of = |character| {
            let who = Who { character, ..standard(3) };
            Weights::of("18cz", "standard", who).unwrap()
        };
        let (plain, shark) = (of(None), of(Some(Character::Shark)));
        assert!(shark.rivals > plain.rivals && shark.sale < plain.sale);
        assert_eq!(shark.far, plain.far);
        assert!(of(Some(Character::Builder)).promise > plain.promise);
        assert!(of(Some(Character::Cautious)).opening_reserve > plain.opening_reserve);
        let text = FILES[0].1.replacen("\"characters\": {", "\"characters\": {\"bold\": {},", 1);
        assert!(Book::read(&text).unwrap_err().contains("bold"));
        let text = FILES[0].1.replacen("\"promise\": 1.6", "\"promises\": 1.6", 1);
        assert!(Book::read(&text).unwrap_err().contains("promises"));
    }

    #[test]
    fn a_number_out_of_range_is_named() {
        let text = FILES[0].1.replacen("\"pace\": ", "\"pace\": 99", 1);
        assert!(Book::read(&text).unwrap_err().contains("pace"));
    }

    #[test]
    fn who_plays_alone_weighs_the_only_rival_in_full() {
        let of = |variant, players| Weights::of("18lilliput", variant, standard(players)).unwrap();
        let (solo, four) = (of("laputa", 1), of("laputa", 4));
        assert!(solo.rivals > four.rivals && solo.lucks.at(0) > four.lucks.at(0));
        assert_eq!(four, of("standard", 4));
    }

    #[test]
    fn a_level_has_its_own_numbers_where_nothing_nearer_says_otherwise() {
        let mut file: Json = serde_json::from_str(FILES[0].1).expect("JSON");
        file["base"]["sale"] = Json::from(5.0);
        file["levels"] = serde_json::json!({"strong": {"sale": 7.0, "lay": 1.0}});
        file["players"] = serde_json::json!({"2": {"lay": 2.0}});
        file["variants"] = serde_json::json!({"other": {"sale": 9.0}});
        let book = Book::read(&file.to_string()).expect("sound");
        let of = |variant, players, level| {
            let found = book.of(variant, Who::plain(players, level));
            (found.sale, found.lay)
        };
        let lay = file["base"]["lay"].as_f64().unwrap();
        assert_eq!(of("standard", 3, Level::Strong), (7.0, 1.0));
        assert_eq!(of("standard", 3, Level::Easy), (5.0, lay));
        assert_eq!(of("standard", 2, Level::Strong), (7.0, 2.0));
        assert_eq!(of("other", 2, Level::Strong), (9.0, 2.0));
        let shark = Who { character: Some(Character::Shark), ..Who::plain(3, Level::Strong) };
        assert!(book.of("standard", shark).sale < 7.0, "a character changes those of its level");
        file["levels"] = serde_json::json!({"grand": {}});
        assert!(Book::read(&file.to_string()).unwrap_err().contains("grand"));
    }

    #[test]
    fn the_last_number_holds_for_all_further_phases() {
        let numbers = ByPhase(vec![9, 5]);
        assert_eq!([0, 1, 2, 200].map(|phase| numbers.at(phase)), [9, 5, 5, 5]);
        let own = Weights::of("1860", "standard", standard(2)).unwrap();
        assert!(own.thought.at(0) > own.thought.at(3));
        let none = Weights { lucks: ByPhase(Vec::new()), ..own.clone() };
        assert_eq!(none.check(), Err("lucks is empty".to_owned()));
    }
}
