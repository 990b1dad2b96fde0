//! What a move changes, as short lines for a preview.

use engine::{Company, Player, Position};
use serde_json::{Value, json};

fn note(list: &mut Vec<Value>, of: &str, id: &Value, what: &str, from: Value, to: Value) {
    if from != to {
        list.push(json!({"of": of, "id": id, "what": what, "from": from, "to": to}));
    }
}

/// Differences between two positions of one game that people care about; hidden treasuries are left out.
pub fn changes(before: &dyn Position, after: &dyn Position, hidden: &[Company]) -> Vec<Value> {
    let (sheet, a, b) = (before.sheet(), before.core(), after.core());
    let mut list = Vec::new();
    let (values_a, values_b) = (before.values(), after.values());
    for seat in 0..a.seats {
        let (player, id) = (Player(seat), json!(seat));
        note(
            &mut list,
            "player",
            &id,
            "cash",
            a.money.player(player).into(),
            b.money.player(player).into(),
        );
        let value = |values: &[i32]| json!(values.get(seat as usize));
        note(
            &mut list,
            "player",
            &id,
            "value",
            value(&values_a),
            value(&values_b),
        );
        let certificates = |p: &dyn Position| json!(p.certificates(player).0);
        note(
            &mut list,
            "player",
            &id,
            "certificates",
            certificates(before),
            certificates(after),
        );
        note(
            &mut list,
            "player",
            &id,
            "debt",
            a.debt[seat as usize].into(),
            b.debt[seat as usize].into(),
        );
    }
    for c in sheet.company_ids() {
        let id = json!(sheet.company(c).id);
        let treasury = |core: &engine::Core| match hidden.contains(&c) {
            true => Value::Null,
            false => core.money.company(c).into(),
        };
        note(
            &mut list,
            "company",
            &id,
            "treasury",
            treasury(a),
            treasury(b),
        );
        note(
            &mut list,
            "company",
            &id,
            "price",
            json!(a.price(sheet, c)),
            json!(b.price(sheet, c)),
        );
        let director = |core: &engine::Core| json!(core.stock[c.at()].director().map(|p| p.0));
        note(
            &mut list,
            "company",
            &id,
            "director",
            director(a),
            director(b),
        );
        let trains = |core: &engine::Core| {
            let names: Vec<&str> = core
                .trains
                .of(c)
                .map(|card| {
                    let state = core.trains.get(card);
                    sheet.face(state.kind, state.face).name.as_str()
                })
                .collect();
            json!(names)
        };
        note(&mut list, "company", &id, "trains", trains(a), trains(b));
        let markers = |core: &engine::Core| json!(core.company(c).markers_left());
        note(
            &mut list,
            "company",
            &id,
            "stations_left",
            markers(a),
            markers(b),
        );
    }
    let phase = |core: &engine::Core| json!(sheet.phases.get(core.phase as usize).map(|p| &p.name));
    note(
        &mut list,
        "table",
        &Value::Null,
        "phase",
        phase(a),
        phase(b),
    );
    note(
        &mut list,
        "table",
        &Value::Null,
        "round",
        json!(a.round),
        json!(b.round),
    );
    let bank = |core: &engine::Core| json!(core.money.of(engine::Purse::Bank));
    note(&mut list, "bank", &Value::Null, "cash", bank(a), bank(b));
    list
}
