//! A position of 1889 in the words of a trace.

use crate::{Seats, digest};
use engine::{Paper, Place, Player, Position, Purse, Right, RoundKind};
use serde_json::{Map, Value as Json, json};
use titles::g1889::{Ending, ShikokuPosition, Wait};

fn shikoku(position: &dyn Position) -> Option<&ShikokuPosition> {
    position.as_any().downcast_ref()
}

/// The private company that is bought and not bid for, and its price.
pub fn price_of_first(position: &dyn Position) -> Option<(Paper, i32)> {
    let shikoku = shikoku(position)?;
    let (auction, lots) = (shikoku.state.auction?, shikoku.printed.for_auction());
    let first = auction.first(lots)?;
    let bought = auction.under_hammer(lots).is_none();
    bought.then(|| (lots.papers[first], auction.price(lots, first)))
}

/// The private company that was just sold and whose tile may be laid. S89-PUB-20
pub fn sold_now(position: &dyn Position) -> Option<Paper> {
    match shikoku(position)?.waits_for() {
        Some(Wait::Sold(_, paper)) => Some(paper),
        _ => None,
    }
}

fn step_name(step: &str) -> &str {
    match step {
        "auction" => "WaterfallAuction",
        "stock" => "BuySellParShares",
        "paper_tile" => "SpecialTrack",
        "track" => "Track",
        "station" => "Token",
        "run" => "Route",
        "dividend" => "Dividend",
        "trains" => "BuyTrain",
        "papers" => "BuyCompany",
        "excess" => "DiscardTrain",
        other => other,
    }
}

// Who acts: a company, a player, or the private company that was just sold.
fn entity(position: &dyn Position, seats: &Seats) -> Option<Json> {
    let (sheet, decision) = (position.sheet(), position.decision()?);
    if let Some(paper) = sold_now(position) {
        return Some(json!({"type": "company", "id": sheet.papers[paper.at()].id}));
    }
    Some(match decision.company {
        Some(company) => json!({"type": "corporation", "id": sheet.company(company).public_id}),
        None => json!({"type": "player", "id": seats.id(decision.player)}),
    })
}

/// Round, phase, and who must act.
pub fn head(position: &dyn Position, seats: &Seats) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let decision = position.decision();
    let round = match core.round.kind {
        RoundKind::Opening => "Auction",
        RoundKind::Stock => "Stock",
        _ => "Operating",
    };
    json!({
        "round": round,
        "turn": core.round.set,
        "round_num": core.round.number,
        "phase": sheet.phases[usize::from(core.phase)].name,
        "step": decision.map(|d| step_name(d.step)),
        "entity": entity(position, seats),
        "acting": decision.iter().map(|d| seats.id(d.player)).collect::<Vec<_>>(),
        "finished": decision.is_none(),
    })
}

// What is for sale, and bids, lowest first.
fn auction(shikoku: &ShikokuPosition, seats: &Seats) -> Json {
    let Some(auction) = shikoku.state.auction else {
        return Json::Null;
    };
    let lots = shikoku.printed.for_auction();
    let left = (0..lots.papers.len()).filter(|&lot| !auction.is_sold(lot));
    let entry = |lot: usize| {
        let mut bids: Vec<(Player, i32)> = auction.bids(lot).collect();
        bids.sort_by_key(|&(_, bid)| bid);
        let bids: Vec<Json> = bids.iter().map(|&(p, bid)| json!([seats.id(p), bid])).collect();
        let paper = &shikoku.printed.sheet.papers[lots.papers[lot].at()].id;
        json!({"company": paper, "price": auction.price(lots, lot), "bids": bids})
    };
    left.map(entry).collect()
}

// Whether the tiles of private companies can still be laid.
fn powers(shikoku: &ShikokuPosition) -> Json {
    let (mut port, mut parting) = (false, false);
    let core = &shikoku.state.core;
    for (def, state) in shikoku.printed.sheet.papers.iter().zip(&core.papers) {
        let open = !matches!(state.place, Place::Gone | Place::Aside) && !state.used;
        let sold = matches!(state.place, Place::Company(_));
        match def.right {
            Some(Right::Tile { .. }) => port |= open && !sold,
            Some(Right::Parting { .. }) => parting |= open,
            _ => {}
        }
    }
    json!({"port": port, "green_ohzu": parting})
}

/// The whole position.
pub fn state(position: &dyn Position, seats: &Seats) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let Some(shikoku) = shikoku(position) else {
        return Json::Null;
    };
    let name = |kind: u8, face: u8| sheet.face(kind, face).name.clone();
    let mut corporations = Map::new();
    for company in sheet.company_ids() {
        let entry = digest::corporation(position, seats, company, &name);
        let id = sheet.company(company).public_id.clone();
        corporations.insert(id, Json::Object(entry));
    }
    let mut companies = digest::papers(position, seats, &|p| sheet.papers[p.at()].price);
    for paper in sheet.paper_ids() {
        if let Some(entry) = companies.get_mut(&sheet.papers[paper.at()].id) {
            entry["revenue"] = shikoku.checks().income(paper).into();
        }
    }
    let bankrupt = match shikoku.state.over {
        Some(Ending::Bankrupt(player)) => vec![seats.id(player)],
        _ => Vec::new(),
    };
    json!({
        "players": digest::players(position, seats),
        "corporations": corporations,
        "companies": companies,
        "bank": core.money.of(Purse::Bank),
        "bank_broken": shikoku.state.broken,
        "depot": digest::depot(position),
        "discarded": digest::discarded(position, &name),
        "tiles": digest::tiles(position),
        "operating_rounds": shikoku.state.rounds,
        "cert_limit": shikoku.printed.limit,
        "auction": auction(shikoku, seats),
        "powers": powers(shikoku),
        "bankrupt": bankrupt,
    })
}
