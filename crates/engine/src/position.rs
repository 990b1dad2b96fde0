//! The interface between titles and everything above them.

use crate::arrange::{Arrangement, Beyond, Fault};
use crate::sheet::BuiltIn;
use crate::{
    Brings, Choice, Company, Core, Event, Flag, Lot, Luck, Move, Player, Problem, Refusal, Rng,
    RouteClaim, Sheet,
};
use routing::{Budget, Certificate};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who must decide what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The player who decides.
    pub player: Player,
    /// For which company, if for one.
    pub company: Option<Company>,
    /// Key of the step (`track`, `station`, `run`, `dividend`, `trains`, `stock`, `offer`, …) for texts.
    pub step: &'static str,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Final wealth by seat (automatic shareholders left out unless they compete).
    pub values: Vec<i32>,
    /// Winners; more than one in a tie.
    pub winners: Vec<Player>,
    /// Why the game ended: a key for texts.
    pub reason: &'static str,
}

impl Outcome {
    /// The richest win; equal wealth is a shared win.
    pub fn richest(values: Vec<i32>, reason: &'static str) -> Outcome {
        let most = values.iter().copied().max().unwrap_or(0);
        let winners = (0..values.len()).filter(|&p| values[p] == most);
        Outcome { winners: winners.map(|p| Player(p as u8)).collect(), values, reason }
    }
}

/// A position of a game. Only legal positions exist: they are made by [`Title::start`] and [`Position::play`].
pub trait Position: Send + Sync + std::fmt::Debug {
    /// Everything printed.
    fn sheet(&self) -> &Arc<Sheet>;

    /// The common part.
    fn core(&self) -> &Core;

    /// Who must decide what; nobody when the game is over.
    fn decision(&self) -> Option<Decision>;

    /// All legal moves of whoever must decide.
    fn choices(&self) -> Vec<Choice>;

    /// Moves that a player may make although somebody else must decide. [`Position::play`] takes them too; whose turn it is
    /// does not change by them.
    fn asides(&self) -> Vec<(Player, Choice)> {
        Vec::new()
    }

    /// Who makes a move: whose right it is out of turn, else whoever must decide.
    fn mover(&self, mv: &Move) -> Option<Player> {
        let aside = self.asides().into_iter().find(|(_, choice)| choice.contains(mv));
        aside.map(|a| a.0).or_else(|| self.decision().map(|d| d.player))
    }

    /// Plays a move. On refusal the position is unchanged.
    fn play(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal>;

    /// Plays a move in thought: as [`Position::play`], but a title may stop before an automatic player or chance has its
    /// say, where nobody decides. Moves can so be compared by what they do, not by what is drawn after them.
    fn consider(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.play(mv, events)
    }

    /// Lays a tile or places a station in a copy that is only looked at: its track. What follows by itself may be left out, so
    /// nobody plays on from it.
    fn sketch(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.consider(mv, events)
    }

    /// From now on this copy is only thought about: what nobody decides may be worked out in haste.
    fn make_haste(&mut self) {}

    /// Plays a move up to where chance, or an automatic player who draws, has its say. Nobody decides there, and
    /// [`Rng::sight_ended`] says so. What is seen never depends on what will be drawn.
    fn foresee(&mut self, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.luck_mut().end_sight();
        self.play(mv, events)
    }

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What every seat would be worth if the game ended now.
    fn values(&self) -> Vec<i32>;

    /// What a share counts for in [`Position::values`].
    fn share_value(&self, company: Company) -> i32 {
        self.core().price(self.sheet(), company).unwrap_or(0)
    }

    /// The routing problem of a company as it stands: network, trains with their cards, rules.
    fn problem(&self, company: Company) -> Option<Problem>;

    /// The move itself, with the best routes where a choice leaves them open ([`Move::Run`] without routes).
    fn routed(&self, mv: Move) -> Move {
        self.routed_within(mv, Budget::unlimited())
    }

    /// As [`Position::routed`], with the best routes that are found within a budget.
    fn routed_within(&self, mut mv: Move, budget: Budget<'_>) -> Move {
        if let Move::Run { company, routes, .. } = &mut mv
            && routes.is_empty()
            && let Some(problem) = self.problem(*company)
        {
            let best = problem.best(budget);
            *routes = problem.routes(&best.routes);
        }
        mv
    }

    /// Revenue and subsidy that a company's run would bring. A game can pay something else than the sum of the routes:
    /// half of it for a leased train, say.
    fn would_pay(&self, company: Company, routes: Vec<RouteClaim>) -> Result<(i32, i32), Refusal> {
        let run = Move::Run { company, routes, recorded: None };
        let mut events = Vec::new();
        self.boxed().foresee(&run, &mut events)?;
        Ok(Event::paid(&events, company).unwrap_or_default())
    }

    /// Revenue and subsidy that the best routes would bring; where the rules refuse them, what they add up to.
    fn best_pays(&self, company: Company, problem: &Problem, best: &Certificate) -> (i32, i32) {
        let sum = (best.totals.revenue as i32, best.totals.subsidy as i32);
        self.would_pay(company, problem.routes(&best.routes)).unwrap_or(sum)
    }

    /// Whether a company has to claim the highest total.
    fn must_maximise(&self, _company: Company) -> Option<&'static str> {
        None
    }

    /// Facts of the title that pages show: key and value, in a fixed order.
    fn facts(&self) -> Vec<(String, serde_json::Value)> {
        Vec::new()
    }

    /// Whether everybody may see the treasury of a company; if not, only who holds a share of it may.
    fn accounts_open(&self, company: Company) -> bool {
        let _ = company;
        true
    }

    /// What a company, a card or a right brings to who takes it; a card one line for each of its sides.
    fn brings(&self, _lot: Lot) -> Vec<Brings> {
        Vec::new()
    }

    /// What an arrangement of this position tells beside the ledgers.
    fn beyond(&self) -> Beyond;

    /// Certificates a player holds that count, and the limit.
    fn certificates(&self, player: Player) -> (u8, Option<u8>);

    /// Most trains a company may own now.
    fn train_limit(&self, company: Company) -> u8;

    /// Whether an offer of the present turn was refused. Nothing may be forbidden by that: it is for who would offer again and
    /// again.
    fn was_refused(&self) -> bool {
        false
    }

    /// Companies in the order that was fixed for the present round, if one was.
    fn lineup(&self) -> Vec<Company> {
        Vec::new()
    }

    /// Box of the process track the game is in.
    fn process(&self) -> usize {
        0
    }

    /// The whole state as bytes: equal states give equal bytes on every machine.
    fn save(&self) -> Vec<u8>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Position>;

    /// The same with other ledgers: a table that somebody laid out to ask what a company could run there
    /// ([`crate::arrange::ask`]). Nobody plays on from it.
    fn on_table(&self, core: Core) -> Box<dyn Position>;

    /// What else of the title changes what a company's run brings, and whether it is so. Who asks about a table of his own
    /// tells it.
    fn circumstances(&self, _company: Company) -> Vec<(&'static str, bool)> {
        Vec::new()
    }

    /// Takes one of [`Position::circumstances`] as so, in a table that is asked about.
    fn suppose(&mut self, _company: Company, _circumstance: &str) {}

    /// The source of its chance.
    fn luck_mut(&mut self) -> &mut Rng;

    /// Draws to come are taken as a game's luck says.
    fn follow(&mut self, luck: Option<&Luck>) {
        *self.luck_mut() = self.core().rng.clone().follow(luck);
    }

    /// Draws to come are taken from another seed. Who looks ahead does so in a copy with other luck: what will be drawn
    /// is nobody's to know.
    fn reroll(&mut self, seed: u64) {
        *self.luck_mut() = self.core().rng.reseeded(seed);
    }

    /// Hash of the state without its luck.
    fn open_hash(&self) -> u64 {
        let mut open = self.boxed();
        open.reroll(0);
        open.hash()
    }

    /// The same for tables of results: quick, and with no promise to stay what it is.
    fn open_mark(&self) -> u64 {
        self.open_hash()
    }

    /// For the title's own tools and tests.
    fn as_any(&self) -> &dyn Any;

    /// Hash of the state (FNV-1a over [`Position::save`]).
    fn hash(&self) -> u64 {
        self.save()
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Whether a company has a flag.
    fn is(&self, company: Company, flag: Flag) -> bool {
        self.core().is(company, flag)
    }
}

impl Clone for Box<dyn Position> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// Value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Setting))]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// One of several.
    Word(String),
}

/// An option of a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionDef {
    /// Name.
    pub id: String,
    /// Rule it belongs to.
    pub rule: String,
    /// Values it may take (words only).
    pub words: Vec<String>,
    /// Value in each preset of the title, in the order of [`Title::presets`].
    pub presets: Vec<OptionValue>,
    /// Options that cannot be on together with it.
    pub excludes: Vec<String>,
}

/// A variant of a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Variant))]
pub struct VariantDef {
    /// Name.
    pub id: String,
    /// Fewest players.
    pub min_players: u8,
    /// Most players.
    pub max_players: u8,
    /// Options that apply.
    pub options: Vec<OptionDef>,
}

/// How a game is set up: all that its log needs besides the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = GameSetup))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Preset that options start from.
    pub preset: String,
    /// Options that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// Names in seating order.
    pub players: Vec<String>,
    /// Seed of all chance; 0 where it is secret.
    pub seed: u64,
    /// What else is to be said of its luck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
    /// Version of the rules it is played under.
    pub rules: u32,
    /// A corrected data sheet, if the game is not played with the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub data: Option<serde_json::Value>,
    /// Anything else a title needs to know (a landscape), in its own form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Value, required = false))]
    pub extra: Option<serde_json::Value>,
    /// The position it starts from, if it is not the title's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<Arrangement>,
}

impl Setup {
    /// What is wrong with its variant and its number of players; `rule` says how many there may be.
    pub fn faults(&self, variants: &[&str], (least, most): (u8, u8), rule: &str) -> Vec<String> {
        let mut faults = Vec::new();
        if !variants.contains(&self.variant.as_str()) {
            let asked: String = self.variant.chars().take(60).collect();
            faults.push(format!("no variant is called {asked}; there are {}", variants.join(", ")));
        }
        let players = self.players.len();
        if !(usize::from(least)..=usize::from(most)).contains(&players) {
            let rule = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
            faults.push(format!("{players} players; {least} to {most} play{rule}"));
        }
        faults
    }
}

/// A game that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .faults.join("; "))]
pub struct SetupError {
    /// All faults at once.
    pub faults: Vec<String>,
    /// Those of an arrangement, with keys and values.
    pub arrangement: Vec<Fault>,
}

impl SetupError {
    /// One fault.
    pub fn one(fault: impl Into<String>) -> SetupError {
        SetupError::all(vec![fault.into()])
    }

    /// These faults.
    pub const fn all(faults: Vec<String>) -> SetupError {
        SetupError { faults, arrangement: Vec::new() }
    }

    /// Faults of an arrangement.
    pub fn arrangement(arrangement: Vec<Fault>) -> SetupError {
        SetupError { faults: arrangement.iter().map(Fault::to_string).collect(), arrangement }
    }
}

/// A title: makes positions.
pub trait Title: Send + Sync {
    /// Name in files (`18cz`).
    fn id(&self) -> &'static str;

    /// Name for people.
    fn name(&self) -> &'static str;

    /// Variants, the usual one first.
    fn variants(&self) -> Vec<VariantDef>;

    /// Its options, presets and rules versions.
    fn options(&self) -> &'static crate::Options;

    /// Presets, the default first.
    fn presets(&self) -> &'static [&'static str] {
        self.options().presets
    }

    /// The catalogue of its rules.
    fn catalogue(&self) -> crate::Catalogue;

    /// The data sheet that it comes with.
    fn sheet(&self) -> &'static BuiltIn;

    /// Rules version of new games.
    fn rules_version(&self) -> u32 {
        self.options().newest
    }

    /// The position before the first move.
    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError>;

    /// A position saved by [`Position::save`] of a game with this setup; it follows the luck of the setup.
    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError>;
}
