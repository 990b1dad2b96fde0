//! Wealth, the end of the game, and facts that pages show.

use super::position::CzPosition;
use super::printed::Variant;
use super::trains;
use engine::{Company, Event, Outcome, Player, RoundKind, RoundName};
use serde_json::{Value, json};

/// What every seat would be worth if the game ended now. CZ-END-3, CZ-INTRO-23
pub fn values(position: &CzPosition) -> Vec<i32> {
    (0..position.state.core.seats)
        .map(|seat| value(position, Player(seat)))
        .collect()
}

/// Wealth of one player.
pub fn value(position: &CzPosition, player: Player) -> i32 {
    let (core, sheet) = (&position.state.core, position.sheet());
    if position.printed.variant == Variant::Introductory {
        return sheet
            .company_ids()
            .filter(|c| core.stock[c.at()].director() == Some(player))
            .map(|c| core.money.company(c))
            .sum();
    }
    let shares: i32 = sheet
        .company_ids()
        .map(|c| i32::from(core.stock[c.at()].of(player)) * core.price(sheet, c).unwrap_or(0))
        .sum();
    let papers: i32 = core
        .papers_of(player)
        .map(|p| super::auction::worth(position, p))
        .sum();
    core.money.player(player) + shares + papers - core.debt[player.at()] - core.penalty[player.at()]
}

/// The result.
pub fn outcome(position: &CzPosition) -> Option<Outcome> {
    if !position.state.over {
        return None;
    }
    let values = values(position);
    // CZ-MORAVIA-21
    if position.printed.variant == Variant::Moravia && position.state.at == 0 {
        return Some(Outcome {
            values,
            winners: vec![Player(position.state.core.order[0])],
            reason: "no_bids",
        });
    }
    let best = values.iter().copied().max().unwrap_or(0);
    // CZ-END-4
    let winners = (0..values.len() as u8)
        .map(Player)
        .filter(|p| values[p.at()] == best)
        .collect();
    Some(Outcome {
        values,
        winners,
        reason: reason(position),
    })
}

/// Why the rounds are over: all were played, or a company could not pay for a train. CZ-END-1, CZ-INTRO-21
pub fn reason(position: &CzPosition) -> &'static str {
    if position.state.at as usize + 1 < position.printed.process.len() {
        "no_train"
    } else {
        "fixed_round"
    }
}

/// Ends the game.
pub fn end(position: &mut CzPosition, reason: &str, events: &mut Vec<Event>) {
    position.state.over = true;
    position.state.core.round = RoundName {
        kind: RoundKind::Over,
        ..position.state.core.round
    };
    events.push(Event::GameEnded {
        reason: reason.to_owned(),
    });
}

/// A company without a train that cannot pay for one ends the introductory game with the round. CZ-INTRO-21
pub fn check_last_round(position: &mut CzPosition, company: Company) {
    if trains::can_afford_one(position, company) == Some(false) {
        position.state.last_round = true;
    }
}

/// What pages and the exporter need beside the common view.
pub fn facts(position: &CzPosition) -> Vec<(String, Value)> {
    let (s, printed) = (&position.state, &position.printed);
    let sheet = &printed.sheet;
    let names = |mask: u16| -> Vec<&str> {
        sheet
            .company_ids()
            .filter(|c| mask & (1 << c.0) != 0)
            .map(|c| sheet.company(c).id.as_str())
            .collect()
    };
    let scrapped: Vec<&str> = printed
        .face_names
        .iter()
        .enumerate()
        .filter(|(i, _)| s.scrapped & (1 << i) != 0)
        .map(|(_, n)| n.as_str())
        .collect();
    let mut all = vec![
        ("local_value".to_owned(), json!(s.local_value(printed))),
        ("scrapped".to_owned(), json!(scrapped)),
        ("first_build".to_owned(), json!(names(s.fresh))),
        ("revenue".to_owned(), json!(s.turn.revenue)),
    ];
    // PUB-9: the company that places the marker of another in its own name.
    if let Some(city) = s.city.filter(|c| c.chooser != c.marker) {
        all.push(("placer".to_owned(), json!(sheet.company(city.chooser).id)));
    }
    if let Some(vaclav) = s.automatic() {
        let companies: Vec<&str> = s
            .vaclav
            .iter()
            .filter(|&&c| c != engine::NONE)
            .map(|&c| sheet.company(Company(c)).id.as_str())
            .collect();
        all.push((
            "vaclav".to_owned(),
            json!({ "companies": companies, "cash": s.core.money.player(vaclav) }),
        ));
    }
    if let Some(a) = s.auction {
        let paper = (a.paper != engine::NONE).then(|| sheet.papers[a.paper as usize].id.as_str());
        let bidder = (a.bidder != engine::NONE).then_some(a.bidder);
        all.push((
            "auction".to_owned(),
            json!({ "paper": paper, "bid": a.bid, "bidder": bidder }),
        ));
    }
    all
}
