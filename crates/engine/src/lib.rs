//! The rules engine: what all titles share.
//!
//! A title's position embeds a [`Core`] (money, shares, market, trains, papers, board) and a reference to its
//! [`Sheet`] (everything printed), and implements [`Position`]: it lists all legal [`Choice`]s, plays a
//! [`Move`] or answers with a [`Refusal`] that cites a rule. The engine never names a title.
#![forbid(unsafe_code)]

mod acts;
mod answers;
pub mod arrange;
mod brings;
mod catalogue;
mod checks;
mod choice;
mod common;
pub mod conformance;
mod core;
pub mod directors;
mod event;
mod floor;
mod game;
pub mod golden;
mod ids;
mod luck;
mod market;
mod money;
mod moves;
mod network;
mod options;
mod paper;
mod parts;
mod position;
mod refusal;
mod rng;
mod rounds;
#[cfg(feature = "schema")]
pub mod schema;
mod shares;
pub mod sheet;
mod terms;
mod track;
mod trains;
mod view;
pub mod wire;

pub use acts::{Acts, After, Lay, Purchase};
pub use brings::{Brings, Told};
pub use catalogue::{Catalogue, Rule, rules_in};
pub use checks::{
    COMPANIES_BUY_PAPERS, Checks, Deed, Forbidden, Matter, Misfit, Objection, PAPERS_CLOSE, Parts,
};
pub use choice::{Amount, Choice};
pub use core::{CompanyState, Core, Flag, RoundKind, RoundName};
pub use event::{Event, Why};
pub use floor::{loaded, marked, on_course, saved};
pub use game::{FORMAT, FileError, Game, GameFile, PlayError, VERSION};
pub use ids::{
    Card, Company, Holder, MAX_COMPANIES, MAX_HOLDERS, MAX_PAPERS, NONE, Paper, Player, Slot,
};
pub use luck::{Drawn, Luck, Skip, commitment};
pub use market::{Market, MarketCell, MarketDef, MarketMove, Rise};
pub use money::{Money, Purse};
pub use moves::{LayBy, Lot, Move, Pay, RouteClaim, RouteStep, ShareSource, TrainFrom};
pub use network::{Problem, network_of};
pub use options::{Chosen, OFF, ON, OptionRow, Options, Setting};
pub use paper::{PaperState, Place};
pub use parts::Run;
pub use position::{
    Decision, OptionDef, OptionValue, Outcome, Position, Setup, SetupError, Title, VariantDef,
};
pub use refusal::{Allowed, Refusal, Value};
pub use rng::Rng;
pub use rounds::{
    Bidding, Deal, Fall, Hammer, Lineup, Lots, Offer, Offers, Step, StockRound, Turn, Waterfall,
    snake, step_after,
};
pub use shares::Stock;
pub use sheet::{
    Bonus, CompanyDef, Course, Face, PaperDef, PhaseDef, PlayersDef, ProcessBox, Range, Right,
    Sheet, TrainKind,
};
pub use terms::{
    AtLimit, Beside, Building, Consent, Directors, Emergencies, FloatsBy, IpoPrice, Joined,
    Offering, PoolPays, Rounding, Running, SaleFalls, SoldTo, Terms, TrackWaits, TradeIn,
    TurnOrder,
};
pub use track::{Fit, Ground, fit_masks, fits};
pub use trains::{CardState, Roster, Whereabouts};
pub use view::{
    BoardView, CompanyView, PaperView, PlayerView, StackView, TrainView, View, Viewer,
    hidden_treasuries, view, view_without,
};
pub use wire::{Names, WireError, move_from_json, move_to_json};
