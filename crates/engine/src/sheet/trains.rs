//! Phases and train cards.

use super::look::Look;
use super::read::{Names, ids};
use crate::{Face, PhaseDef, Range, TrainKind};
use ::board::Colour;
use smallvec::smallvec;

pub(super) const PHASE: &[&str] = &[
    "id",
    "colours",
    "column",
    "train_limit",
    "rounds",
    "events",
    "reconstructed",
    "own",
];
pub(super) const TRAIN: &[&str] = &[
    "id",
    "group",
    "count",
    "cards",
    "phase",
    "faces",
    "price",
    "range",
    "scrapped_by",
    "obsolete_by",
    "reconstructed",
    "own",
];
pub(super) const FACE: &[&str] = &[
    "name",
    "size",
    "price",
    "range",
    "scrapped_by",
    "obsolete_by",
];

// Cards of all kinds together: a card's number is a byte.
const MOST_CARDS: usize = 250;

/// Colours of tiles, by name.
pub(super) const COLOURS: [(&str, Colour); 6] = [
    ("bare", Colour::Bare),
    ("yellow", Colour::Yellow),
    ("green", Colour::Green),
    ("brown", Colour::Brown),
    ("grey", Colour::Grey),
    ("red", Colour::Red),
];
/// Columns of values, by name.
pub(super) const COLUMNS: [&str; 4] = ["yellow", "green", "brown", "grey"];

/// Phases in order.
pub(super) fn phases(look: &Look, names: &Names) -> Vec<PhaseDef> {
    let list = look.key("phases").up_to(30);
    ids(&list);
    if list.is_empty() {
        look.key("phases").fault("at least one is needed");
    }
    list.iter().map(|p| phase(p, names)).collect()
}

fn phase(look: &Look, names: &Names) -> PhaseDef {
    look.only(PHASE);
    let colours = look.key("colours").up_to(COLUMNS.len());
    let highest = colours.iter().filter_map(|c| c.word(&COLUMNS)).max();
    let column = match look.maybe("column") {
        Some(column) => column.word(&COLUMNS),
        None => highest,
    };
    let limit = look.key("train_limit");
    PhaseDef {
        name: look.key("id").text().to_owned(),
        // Columns are the colours from yellow on.
        colour: highest.map_or(0, |c| c as u8 + 1),
        column: column.unwrap_or(0) as u8,
        train_limit: if limit.json().is_object() {
            let sizes: Vec<&str> = names.sizes.iter().map(String::as_str).collect();
            limit.only(&sizes);
            let of = |size: &&str| limit.maybe(size).map_or(0, |l| l.count());
            sizes.iter().map(of).collect()
        } else {
            smallvec![limit.count(); names.sizes.len().max(1)]
        },
        rounds: look.maybe("rounds").map_or(0, |r| r.count()),
        events: look.texts("events"),
    }
}

/// Train cards in the order of the stack.
pub(super) fn trains(
    look: &Look,
    names: &Names,
    phases: &[PhaseDef],
    players: usize,
) -> Vec<TrainKind> {
    let list = look.key("trains").up_to(100);
    let phase_names: Vec<String> = phases.iter().map(|p| p.name.clone()).collect();
    ids(&list);
    let mut kinds: Vec<TrainKind> = list
        .iter()
        .map(|t| train(t, names, &phase_names, players))
        .collect();
    if kinds.iter().map(|k| usize::from(k.count)).sum::<usize>() > MOST_CARDS {
        look.key("trains")
            .fault(&format!("at most {MOST_CARDS} cards are possible"));
    }
    // Cards say what ends them; a sale looks up what it ends.
    for (k, train) in list.iter().enumerate() {
        for (f, face) in faces(train).iter().enumerate() {
            let name = kinds[k].faces[f].name.clone();
            for by in face.maybe_list("scrapped_by") {
                enders(&mut kinds, &by, |ender| &mut ender.scraps, &name);
            }
            for by in face.maybe_list("obsolete_by") {
                enders(&mut kinds, &by, |ender| &mut ender.obsoletes, &name);
            }
        }
    }
    kinds
}

fn faces<'a>(train: &Look<'a>) -> Vec<Look<'a>> {
    let faces = train.maybe("faces").map(|f| f.up_to(4));
    faces
        .filter(|all| !all.is_empty())
        .unwrap_or_else(|| vec![train.clone()])
}

// Adds a name to what faces end: those of a kind, of a group, or of a face's name.
fn enders(
    kinds: &mut [TrainKind],
    by: &Look,
    what: impl Fn(&mut Face) -> &mut Vec<String>,
    name: &str,
) {
    let mut any = false;
    for kind in kinds.iter_mut() {
        let whole = by.is(&kind.name) || kind.group.as_deref().is_some_and(|g| by.is(g));
        for face in kind.faces.iter_mut() {
            if whole || by.is(&face.name) {
                any = true;
                let list = what(face);
                if !list.iter().any(|n| n == name) {
                    list.push(name.to_owned());
                }
            }
        }
    }
    if !any {
        by.fault("no train, face or group is called that");
    }
}

fn train(look: &Look, names: &Names, phases: &[String], players: usize) -> TrainKind {
    look.only(TRAIN);
    let id = look.key("id").text();
    let count = look.key("count").for_players(players);
    let unlimited = count.is("unlimited");
    let faces = faces(look);
    if look.maybe("faces").is_some() {
        for key in ["price", "range", "scrapped_by", "obsolete_by"] {
            if let Some(twice) = look.maybe(key) {
                twice.fault("it stands with the faces");
            }
        }
    }
    TrainKind {
        name: id.to_owned(),
        faces: faces
            .iter()
            .map(|f| {
                let single = look.maybe("faces").is_none();
                if !single {
                    f.only(FACE);
                }
                Face {
                    name: if single { id } else { f.key("name").text() }.to_owned(),
                    price: f.key("price").money(),
                    size: names.size_of(f),
                    range: range(&f.key("range")),
                    scraps: Vec::new(),
                    obsoletes: Vec::new(),
                }
            })
            .collect(),
        count: if unlimited {
            look.maybe("cards").map_or(1, |c| c.count())
        } else {
            count.count()
        },
        unlimited,
        phase: look.key("phase").named(phases, "phase").unwrap_or(0) as u8,
        group: look.maybe("group").map(|g| g.text().to_owned()),
    }
}

fn range(look: &Look) -> Range {
    // A number that may be without limit.
    let small = |look: &Look| (!look.is("unlimited")).then(|| look.number(0..=100) as u8);
    let count = |key: &str| look.key(key).number(1..=100) as u8;
    if !look.json().is_object() {
        return Range::Plain(small(look).unwrap_or(u8::MAX));
    }
    let has = |key: &str| look.maybe(key).is_some();
    if has("express") {
        look.only(&["express"]);
        Range::Express(count("express"))
    } else if has("total") {
        look.only(&["cities", "total"]);
        let (cities, total) = (count("cities"), count("total"));
        if total < cities {
            look.fault("more cities than stops in all");
        }
        Range::Plus {
            cities,
            total: total.max(cities),
        }
    } else if has("large") {
        look.only(&["large", "small"]);
        Range::Stations {
            large: count("large"),
            small: small(&look.key("small")),
        }
    } else {
        look.only(&["stops", "times"]);
        Range::Cities {
            count: count("stops"),
            times: look.key("times").number(1..=9) as u8,
        }
    }
}
