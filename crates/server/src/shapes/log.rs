//! Moves and events: every kind, and every field that any kind has, with names in place of numbers.

use super::{Round, Scalar};
use crate::chooser::Why;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Kinds of moves.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    Pass,
    Answer,
    Take,
    Bid,
    Start,
    BuyShare,
    SellShares,
    BuyPaper,
    SellPaper,
    Exchange,
    Repay,
    LayTile,
    PlaceStation,
    LiftStation,
    Run,
    Dividend,
    Acquire,
    TurnTrain,
    ScrapTrain,
    BuyTrain,
    ReturnTrain,
    AssignTrain,
    RefitTrain,
    PlayCard,
    Use,
    Allot,
}

/// Something that is auctioned or taken: one of these.
#[derive(Serialize, ToSchema)]
pub struct Lot {
    /// A paper.
    paper: Option<String>,
    /// A company.
    company: Option<String>,
    /// A card or character.
    slot: Option<String>,
}

/// A piece of track on a cell.
#[derive(Serialize, ToSchema)]
pub struct RouteStep {
    /// Cell.
    cell: String,
    /// Piece of the tile there.
    segment: u8,
}

/// A stop on a cell.
#[derive(Serialize, ToSchema)]
pub struct RouteStop {
    /// Cell.
    cell: String,
    /// Stop of the tile there.
    stop: u8,
}

/// The route of a train.
#[derive(Serialize, ToSchema)]
pub struct RouteClaim {
    /// The train's card.
    card: String,
    /// Its track in order.
    path: Vec<RouteStep>,
    /// Halts that count, where the title lets one choose.
    halts: Option<u8>,
    /// Stops that it passes on purpose, where the title lets one choose.
    passes: Option<Vec<RouteStop>>,
}

/// A company that sells.
#[derive(Serialize, ToSchema)]
pub struct Seller {
    /// Abbreviation.
    company: String,
}

/// A company: its abbreviation, or as a seller.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Named {
    /// Abbreviation.
    Id(String),
    /// It sells.
    Seller(Seller),
}

/// Who holds or pays: one of these.
#[derive(Serialize, ToSchema)]
pub struct Owner {
    /// Seat.
    player: Option<usize>,
    /// Company.
    company: Option<Named>,
}

/// A seat, a price, a place (`bank`, `ipo`, `pool`, `deck`, a company), or who holds something.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Party {
    /// A seat or a price.
    Number(i32),
    /// A place.
    Place(String),
    /// A player or company.
    Owner(Owner),
}

/// A paper, card or character that gives a right.
#[derive(Serialize, ToSchema)]
pub struct Giver {
    /// Paper.
    paper: Option<String>,
    /// Card or character; its number where it has no name.
    slot: Option<Scalar>,
}

/// A right to lay a tile: one of these.
#[derive(Serialize, ToSchema)]
pub struct LayRight {
    /// A paper's special tile.
    power: Option<Giver>,
    /// A paper that waives the terrain.
    waiver: Option<Giver>,
    /// The right of a card or character.
    right: Option<Giver>,
}

/// By what a tile is laid.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Ground {
    /// `build` or `home`.
    Usual(String),
    /// By a right.
    Right(LayRight),
}

/// A move: its kind and what that kind needs.
#[derive(Serialize, ToSchema)]
pub struct Move {
    /// Kind.
    r#move: MoveKind,
    /// Yes or no.
    accept: Option<bool>,
    /// What is bid for or taken.
    lot: Option<Lot>,
    /// An amount of money.
    amount: Option<i32>,
    /// The company that acts, or whose shares are meant.
    company: Option<String>,
    /// The company that is taken over.
    target: Option<String>,
    /// Number of a starting price.
    price: Option<u8>,
    /// Where a share or train comes from: `ipo`, `pool`, `deck`, or a company.
    from: Option<Party>,
    /// Shares sold.
    shares: Option<u8>,
    /// A paper.
    paper: Option<String>,
    /// A cell.
    cell: Option<String>,
    /// A tile.
    tile: Option<String>,
    /// How far it is turned.
    rotation: Option<u8>,
    /// By what a tile is laid: `build`, `home`, or a paper or right.
    by: Option<Ground>,
    /// A stop of the tile.
    stop: Option<u8>,
    /// Routes of the trains; a choice without any stands for any legal set.
    routes: Option<Vec<RouteClaim>>,
    /// Revenue and subsidy that a file names.
    recorded: Option<(i32, i32)>,
    /// `out` or `withhold`.
    pay: Option<String>,
    /// A train's card.
    card: Option<String>,
    /// Its side.
    face: Option<u8>,
    /// A card or character.
    slot: Option<String>,
    /// Its side.
    side: Option<u8>,
    /// Whether another's is used.
    copy: Option<bool>,
}

/// Kinds of events.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    RoundBegan,
    TurnBegan,
    PhaseBegan,
    Paid,
    LotTaken,
    BidMade,
    Passed,
    PaperBought,
    PaperSold,
    PaperExchanged,
    PaperClosed,
    PowerUsed,
    Started,
    ShareBought,
    SharesSold,
    DirectorChanged,
    Floated,
    PriceMoved,
    TileLaid,
    StationPlaced,
    StationWaits,
    StationReturned,
    Ran,
    PaidOut,
    Kept,
    TrainBought,
    TrainReceived,
    TrainScrapped,
    TrainExported,
    TrainReturned,
    TrainTurned,
    TrainObsolete,
    TrainLeased,
    Acquired,
    Offered,
    Answered,
    LoanTaken,
    Repaid,
    OrderChanged,
    PriorityPassed,
    StatusChanged,
    CardPlayed,
    RightUsed,
    Drawn,
    Procedure,
    GameEnded,
}

/// Something that happened: its kind and what that kind tells.
#[derive(Serialize, ToSchema)]
pub struct GameEvent {
    /// Kind.
    event: EventKind,
    /// The round that began.
    round: Option<Round>,
    /// The phase that began.
    phase: Option<String>,
    /// Seat.
    player: Option<usize>,
    /// Company.
    company: Option<String>,
    /// The company taken over.
    target: Option<String>,
    /// Who had it before, who paid, or a price before.
    from: Option<Party>,
    /// Who has it now, who was paid, or a price now.
    to: Option<Party>,
    /// Who bought or sold: a player or company.
    by: Option<Party>,
    /// Amount of money.
    amount: Option<i32>,
    /// Price.
    price: Option<i32>,
    /// What all shares sold together brought.
    total: Option<i32>,
    /// Cost.
    cost: Option<i32>,
    /// Money a company begins with.
    capital: Option<i32>,
    /// What money was paid for.
    why: Option<String>,
    /// What was auctioned or taken.
    lot: Option<Lot>,
    /// Paper.
    paper: Option<String>,
    /// Shares sold.
    shares: Option<u8>,
    /// Cell.
    cell: Option<String>,
    /// Tile.
    tile: Option<String>,
    /// How far it is turned.
    rotation: Option<u8>,
    /// Stop of the tile.
    stop: Option<u8>,
    /// Revenue.
    revenue: Option<i32>,
    /// Subsidy.
    subsidy: Option<i32>,
    /// A train's card.
    card: Option<String>,
    /// Its side.
    face: Option<u8>,
    /// Its name.
    train: Option<String>,
    /// The company that owned it.
    owner: Option<String>,
    /// Yes or no.
    accept: Option<bool>,
    /// Seats in their new order.
    order: Option<Vec<usize>>,
    /// A company's status.
    flag: Option<String>,
    /// Whether it holds now.
    on: Option<bool>,
    /// Card or character.
    slot: Option<String>,
    /// Its side.
    side: Option<u8>,
    /// Whether another's is used.
    copy: Option<bool>,
    /// What was drawn for.
    what: Option<String>,
    /// Out of so many.
    of: Option<u32>,
    /// Which of them.
    index: Option<u32>,
    /// What came of it.
    result: Option<String>,
    /// Step of a procedure.
    step: Option<String>,
    /// Its rule.
    rule: Option<String>,
    /// What it found.
    found: Option<String>,
    /// Key of the reason for the end.
    reason: Option<String>,
}

/// Who must decide next.
#[derive(Serialize, ToSchema)]
pub struct NextTurn {
    /// Seat.
    seat: u8,
    /// Key of the step.
    step: String,
    /// For which company.
    #[schema(required = true)]
    company: Option<String>,
    /// Since when.
    since: i64,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// Number of the move, from 1.
    pub number: i64,
    /// Seat that decided.
    pub seat: u8,
    /// Person who decided; nobody for bots.
    pub by: Option<String>,
    /// Made by a setting of the player.
    pub automatic: bool,
    /// A bot's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Why>,
    /// When.
    pub at: i64,
    /// The move.
    #[serde(rename = "move")]
    #[schema(value_type = Move)]
    pub mv: Value,
    /// What happened.
    #[schema(value_type = Vec<GameEvent>)]
    pub events: Vec<Value>,
}

#[cfg(test)]
mod tests {
    use crate::describe::event_json;
    use engine::{Rng, Setup, move_to_json};
    use serde_json::Value;
    use std::collections::BTreeSet;

    // Whether a value is of a described kind; what was not described, if it is not.
    fn misfit(api: &Value, schema: &Value, value: &Value) -> Option<String> {
        if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
            return misfit(api, &api["components"]["schemas"][name], value);
        }
        if let Some(options) = schema["oneOf"].as_array() {
            let all: Vec<_> = options.iter().map(|s| misfit(api, s, value)).collect();
            return if all.iter().any(Option::is_none) {
                None
            } else {
                all.into_iter().flatten().last()
            };
        }
        if let Some(known) = schema["enum"].as_array() {
            return (!known.contains(value)).then(|| format!("{value} is none of {known:?}"));
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !kinds.contains(&kind) {
            return Some(format!("{value} is not {kinds:?}"));
        }
        match value {
            Value::Object(map) => {
                map.iter()
                    .find_map(|(name, inner)| match schema["properties"].get(name) {
                        Some(inside) => misfit(api, inside, inner).map(|m| format!("{name}: {m}")),
                        None => Some(format!("{name} is not described")),
                    })
            }
            Value::Array(list) if schema.get("items").is_some() => list
                .iter()
                .find_map(|inner| misfit(api, &schema["items"], inner)),
            _ => None,
        }
    }

    #[test]
    fn moves_and_events_of_all_titles_are_as_described() {
        let api = serde_json::to_value(crate::openapi()).unwrap();
        let schema = |name: &str| api["components"]["schemas"][name].clone();
        let (moves, events) = (schema("Move"), schema("GameEvent"));
        assert!(
            moves.is_object() && events.is_object(),
            "both are described"
        );
        let mut kinds = BTreeSet::new();
        for title in titles::all() {
            for (seed, variant) in (3..).zip(title.variants()) {
                let setup = Setup {
                    title: title.id().to_owned(),
                    variant: variant.id.clone(),
                    preset: title.presets()[0].to_owned(),
                    options: Default::default(),
                    players: (0..variant.max_players).map(|n| n.to_string()).collect(),
                    seed,
                    rules: title.rules_version(),
                    data: None,
                    extra: None,
                };
                let Ok(mut position) = title.start(&setup) else {
                    continue;
                };
                let (mut rng, mut happened) = (Rng::new(seed), Vec::new());
                for _ in 0..400 {
                    let choices = position.choices();
                    if choices.is_empty() {
                        break;
                    }
                    for choice in choices.iter().take(40) {
                        let json = move_to_json(position.as_ref(), &choice.mv);
                        assert_eq!(misfit(&api, &moves, &json), None, "{json}");
                        kinds.insert(json["move"].as_str().unwrap().to_owned());
                    }
                    let chosen = choices[rng.below(choices.len() as u32) as usize].mv.clone();
                    let mv = position.routed(chosen);
                    happened.clear();
                    position.play(&mv, &mut happened).unwrap();
                    for event in &happened {
                        let json = event_json(position.as_ref(), event);
                        assert_eq!(misfit(&api, &events, &json), None, "{json}");
                    }
                }
            }
        }
        assert!(kinds.len() > 12, "games went far enough: {kinds:?}");
    }
}
