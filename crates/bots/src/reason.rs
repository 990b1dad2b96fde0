//! One sentence for each move.

use crate::decision::Reason;
use engine::{Company, Event, LayBy, Lot, Move, Pay, Position, ShareSource, TrainFrom};

fn money(position: &dyn Position, amount: i32) -> String {
    position.sheet().money.replace('#', &amount.to_string())
}

fn name(position: &dyn Position, company: Company) -> String {
    position.sheet().company(company).id.clone()
}

fn round(value: f64) -> String {
    format!("{value:.0}")
}

// Whoever passes weighed it against all that could be done; what that was, the step tells.
fn pass(position: &dyn Position) -> Reason {
    let only = position.choices().len() == 1;
    let step = position.decision().map_or("", |d| d.step);
    let (key, text) = match step {
        _ if only => ("bot-pass-only", "passes: nothing else is possible"),
        "track" => ("bot-pass-track", "lays nothing: no tile is worth its cost"),
        "station" => ("bot-pass-station", "places no station: none is worth its cost"),
        "trains" => ("bot-pass-trains", "buys no train: expects more without one"),
        _ => ("bot-pass", "passes: expects more from waiting than from any purchase"),
    };
    Reason::new(key, text, vec![])
}

/// The sentence for a move; `gain` is what it is worth beside doing nothing.
pub fn reason(position: &dyn Position, mv: &Move, gain: f64, events: &[Event]) -> Reason {
    let sheet = position.sheet();
    let core = position.core();
    let gain_text = round(gain.abs());
    let scrapped =
        events.iter().filter(|e| matches!(e, Event::TrainScrapped { owner: Some(_), .. })).count();
    match mv {
        Move::Pass => pass(position),
        Move::Answer { accept: true } => Reason::new(
            "bot-accept",
            "accepts: better off by about {gain}",
            vec![("gain", gain_text)],
        ),
        Move::Answer { accept: false } => Reason::new(
            "bot-refuse",
            "refuses: it would lose about {gain}",
            vec![("gain", gain_text)],
        ),
        Move::Take { lot } => {
            let what = match lot {
                Lot::Paper(p) => sheet.papers[p.at()].name.clone(),
                Lot::Company(c) => name(position, *c),
                Lot::Slot(s) => sheet.slots.get(s.at()).cloned().unwrap_or_default(),
            };
            Reason::new(
                "bot-take",
                "takes {what}: worth about {gain} more than its price",
                vec![("what", what), ("gain", gain_text)],
            )
        }
        Move::Bid { amount, .. } => Reason::new(
            "bot-bid",
            "bids {amount}: still below what it is worth",
            vec![("amount", money(position, *amount))],
        ),
        Move::Start { company, price } => Reason::new(
            "bot-start",
            "starts {company} at {price}: expects {gain} from it",
            vec![
                ("company", name(position, *company)),
                ("price", money(position, sheet.market.price(*price))),
                ("gain", gain_text),
            ],
        ),
        Move::BuyShare { company, from } => Reason::new(
            if *from == ShareSource::Pool { "bot-share-pool" } else { "bot-share" },
            "buys a share of {company}: dividends and price promise {gain} over its cost",
            vec![("company", name(position, *company)), ("gain", gain_text)],
        ),
        Move::SellShares { company, shares } => Reason::new(
            "bot-sell",
            "sells {shares} of {company}: the money is worth more elsewhere",
            vec![("shares", shares.to_string()), ("company", name(position, *company))],
        ),
        Move::BuyPaper { paper, amount } => Reason::new(
            "bot-paper",
            "buys {paper} for {amount}",
            vec![
                ("paper", sheet.papers[paper.at()].name.clone()),
                ("amount", money(position, *amount)),
            ],
        ),
        Move::SellPaper { paper } => Reason::new(
            "bot-paper-sold",
            "sells {paper} to the bank: the money is needed",
            vec![("paper", sheet.papers[paper.at()].name.clone())],
        ),
        Move::Exchange { paper } => Reason::new(
            "bot-exchange",
            "exchanges {paper} for a share",
            vec![("paper", sheet.papers[paper.at()].name.clone())],
        ),
        Move::Repay { amount } => Reason::new(
            "bot-repay",
            "pays back {amount}: no shares while in debt",
            vec![("amount", money(position, *amount))],
        ),
        Move::LayTile { company, cell, tile, by, .. } => Reason::new(
            if matches!(by, LayBy::Build) { "bot-lay" } else { "bot-lay-right" },
            "lays {tile} at {cell} for {company}: adds about {gain} to its director's worth by the end",
            vec![
                ("tile", sheet.tiles.get(*tile).name.clone()),
                ("cell", sheet.map.name(*cell)),
                ("company", name(position, *company)),
                ("gain", gain_text),
            ],
        ),
        Move::PlaceStation { company, cell, .. } => Reason::new(
            "bot-station",
            "places a station of {company} at {cell}: keeps its routes open",
            vec![("company", name(position, *company)), ("cell", sheet.map.name(*cell))],
        ),
        Move::LiftStation { company, cell, .. } => Reason::new(
            "bot-lift",
            "takes a station of {company} back from {cell}",
            vec![("company", name(position, *company)), ("cell", sheet.map.name(*cell))],
        ),
        Move::Run { company, .. } => Reason::new(
            "bot-run",
            "runs the best routes of {company}",
            vec![("company", name(position, *company))],
        ),
        Move::Dividend { pay: Pay::Out } => {
            Reason::new("bot-pay", "pays out: no train has to be saved for", vec![])
        }
        Move::Dividend { pay: Pay::Withhold } => {
            Reason::new("bot-keep", "keeps the money: a train will be needed", vec![])
        }
        Move::Acquire { target, amount } => Reason::new(
            "bot-acquire",
            "takes over {target} at {amount} a share",
            vec![("target", name(position, *target)), ("amount", money(position, *amount))],
        ),
        Move::BuyTrain { company, card, face, amount, from } => {
            let state = core.trains.get(*card);
            let train = sheet.face(state.kind, *face).name.clone();
            let args = vec![
                ("company", name(position, *company)),
                ("train", train),
                ("amount", money(position, *amount)),
                ("scrapped", scrapped.to_string()),
            ];
            if scrapped > 0 {
                Reason::new(
                    "bot-train-scraps",
                    "buys a {train} for {company}: scraps {scrapped} trains",
                    args,
                )
            } else if matches!(from, TrainFrom::Company { .. }) {
                Reason::new("bot-train-trade", "buys a {train} for {company} at {amount}", args)
            } else {
                Reason::new(
                    "bot-train",
                    "buys a {train} for {company}: it earns its price back",
                    args,
                )
            }
        }
        Move::TurnTrain { .. } => {
            Reason::new("bot-turn", "turns the train over: it can run that side", vec![])
        }
        Move::ScrapTrain { .. } => Reason::new("bot-scrap", "scraps a train it cannot use", vec![]),
        Move::ReturnTrain { .. } => Reason::new("bot-return", "gives up its weakest train", vec![]),
        Move::AssignTrain { company, .. } => Reason::new(
            "bot-assign",
            "lends the train to {company}",
            vec![("company", name(position, *company))],
        ),
        Move::RefitTrain { .. } => Reason::new("bot-refit", "rebuilds a train", vec![]),
        Move::PlayCard { slot, side, .. } => Reason::new(
            "bot-card",
            "takes {card}, option {side}",
            vec![
                ("card", sheet.slots.get(slot.at()).cloned().unwrap_or_default()),
                ("side", (side + 1).to_string()),
            ],
        ),
        Move::Use { slot } => Reason::new(
            "bot-use",
            "uses {what}",
            vec![("what", sheet.slots.get(slot.at()).cloned().unwrap_or_default())],
        ),
        Move::TradeTrain { card, .. } => Reason::new(
            "bot-trade-train",
            "gives a train in exchange for a {train}",
            vec![("train", {
                let state = core.trains.get(*card);
                sheet.face(state.kind, state.face).name.clone()
            })],
        ),
        Move::Bankrupt => Reason::new("bot-bankrupt", "cannot pay for a train", vec![]),
        Move::LayPaperTile { paper, .. } => Reason::new(
            "bot-paper-tile",
            "uses the right of {paper}",
            vec![("paper", sheet.papers[paper.at()].name.clone())],
        ),
        Move::Allot { company, amount } => Reason::new(
            "bot-allot",
            "puts {amount} into {company}",
            vec![("amount", money(position, *amount)), ("company", name(position, *company))],
        ),
    }
}
