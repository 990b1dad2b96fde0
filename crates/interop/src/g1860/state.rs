//! A position of 1860 in the words of a trace.

use crate::{Seats, digest};
use engine::{Flag, Place, Player, Position, Purse, RoundKind, Sheet};
use serde_json::{Map, Value as Json, json};

/// The certificate limit that the platform writes once there is none (IOW-PUB-43).
const NO_LIMIT: u32 = 999;

/// The platform's name of a train: that of its kind.
pub fn side_name(sheet: &Sheet, kind: u8, face: u8) -> String {
    sheet.face(kind, face).name.clone()
}

fn step_name(step: &str) -> &str {
    match step {
        "auction" | "lot" => "BuyCert",
        "stock" => "BuySellParSharesCompanies",
        "home" => "HomeTrack",
        "surplus" => "DiscardTrain",
        "track" => "Track",
        "station" => "Token",
        "run" => "Route",
        "dividend" => "Dividend",
        "trains" => "BuyTrain",
        other => other,
    }
}

/// Round, phase, and who must act.
pub fn head(position: &dyn Position, seats: &Seats) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let facts: Map<String, Json> = position.facts().into_iter().collect();
    let decision = position.decision();
    let finished = decision.is_none();
    // The platform waits for nobody there.
    let stalled = facts.get("stalled") == Some(&Json::Bool(true));
    let round = match core.round.kind {
        RoundKind::Opening => "Auction",
        RoundKind::Stock => "Stock",
        _ => "Operating",
    };
    let entity = decision.filter(|_| !stalled).map(|d| match d.company {
        Some(company) => json!({"type": "corporation", "id": sheet.company(company).public_id}),
        None => json!({"type": "player", "id": seats.id(d.player)}),
    });
    json!({
        "round": round,
        "turn": core.round.set,
        "round_num": core.round.number,
        "phase": sheet.phases[usize::from(core.phase)].name,
        "step": decision.filter(|_| !stalled).map(|d| step_name(d.step)),
        "entity": entity,
        "acting": decision.iter().map(|d| seats.id(d.player)).collect::<Vec<_>>(),
        "finished": finished,
    })
}

/// The whole position.
pub fn state(position: &dyn Position, seats: &Seats) -> Json {
    let (sheet, core) = (position.sheet(), position.core());
    let facts: Map<String, Json> = position.facts().into_iter().collect();
    let fact = |key: &str| facts.get(key).cloned().unwrap_or(Json::Null);
    let name = |kind: u8, face: u8| side_name(sheet, kind, face);
    let mut corporations = Map::new();
    for company in sheet.company_ids() {
        let mut entry = digest::corporation(position, seats, company, &name);
        let is = |flag: Flag| Json::from(core.is(company, flag));
        entry.insert("insolvent".into(), is(Flag::Insolvent));
        entry.insert("bankrupt".into(), is(Flag::Bankrupt));
        entry.insert("nationalized".into(), is(Flag::Ceased));
        entry.insert("receivership".into(), is(Flag::Receivership));
        // The director's certificate of a started company is with a player or in the market.
        if core.is(company, Flag::Started) && core.stock[company.at()].director().is_none() {
            entry.insert("owner".into(), "market".into());
        }
        corporations.insert(sheet.company(company).public_id.clone(), Json::Object(entry));
    }
    let mut companies = Map::new();
    for paper in sheet.paper_ids() {
        let def = &sheet.papers[paper.at()];
        let place = core.papers[paper.at()].place;
        let owner = match place {
            Place::Player(p) => Some(seats.owner(p)),
            Place::Bank => Some("bank".to_owned()),
            _ => None,
        };
        let closed = place == Place::Gone;
        let entry =
            json!({"owner": owner, "value": def.price, "revenue": def.income, "closed": closed});
        companies.insert(def.id.clone(), entry);
    }
    let bank = core.money.of(Purse::Bank);
    json!({
        "players": digest::players(position, seats),
        "corporations": corporations,
        "companies": companies,
        "bank": bank,
        "bank_broken": fact("bank_broken"),
        "depot": digest::depot(position),
        "discarded": digest::discarded(position, &name),
        "tiles": digest::tiles(position),
        "operating_rounds": fact("operating_rounds"),
        "southern_formed": fact("southern"),
        "sr_after_southern": fact("building_closed"),
        "nationalization": fact("nationalisation"),
        "cert_limit": position.certificates(Player(0)).1.map_or(NO_LIMIT, u32::from),
        "layer": fact("groups"),
    })
}
