//! From the data sheet to the printed game, with every fault reported at once.

use super::options::Options;
use super::printed::{Charter, Destination, Printed, Step, TERMS, Traits};
use board::{Cell, Kind, Spot};
use engine::sheet::{BuiltIn, Faults, Look, Wanted, patched, read};
use engine::{Company, Course, Lot, Paper, Range, Rise, SetupError, Sheet};
use serde_json::Value as Json;
use std::sync::Arc;

/// The data sheet that comes with the program.
pub static SHEET: BuiltIn =
    BuiltIn::new(include_str!("../../data/1860.json"), Some(older::g1860::converted));

const OWN: &[&str] = &[
    "lots",
    "least_raise",
    "halt",
    "lease",
    "flat_lease",
    "train_trade",
    "yellow_tiles",
    "full_cities_passed",
    "nationalised",
    "falls",
    "rises",
    "deal",
];
// Most trains of a lease table, by their first number.
const LONGEST: usize = 16;

/// What is printed, for a number of players and options.
pub(super) fn printed(
    data: &Json,
    players: usize,
    options: &Options,
) -> Result<Printed, SetupError> {
    let faults = Faults::default();
    let patches: Vec<&str> = [
        (options.first_edition(), "first_edition_map"),
        (options.fewer_tiles(), "fewer_tiles"),
        (options.locomotives, "locomotives"),
        // IOW-OPTION-16, IOW-LOCO-5: two 7+4 trains for beginners.
        (options.second_7_train && !options.locomotives, "second_7_train"),
        (options.second_7_train && options.locomotives, "second_7_locomotive"),
    ]
    .into_iter()
    .filter_map(|(on, patch)| on.then_some(patch))
    .collect();
    let patched = patched(data, &patches, &faults);
    let look = Look::new(&patched, &faults);
    let mut sheet = read(
        &look,
        &Wanted {
            title: "1860",
            variant: "standard",
            players,
            course: Course {
                steps: vec!["track", "station", "run", "dividend", "trains"],
                sets: true,
                routes: true,
                automatic: None,
            },
            whole: data,
        },
    );
    let own = look.key("own");
    own.only(OWN);
    let (lease, trade) = (own.key("lease"), own.key("train_trade"));
    lease.only(&["base", "stop"]);
    trade.only(&["least", "step"]);
    let points = |look: Look| look.number(-20..=20) as i32;
    let rises = own.key("rises").up_to(5);
    if rises.len() != 5 {
        own.key("rises").fault("five are needed");
    }
    // IOW-MARKET-2, IOW-DIVIDEND-7..13: a step to the right is two points.
    let steps_right = |r: &Look| (points(r.clone()).max(0) / 2) as u8;
    sheet.market.rise = Rise::ByTimes(rises.iter().map(steps_right).collect());
    sheet.market.fall = (-points(own.key("falls")).min(0) / 2) as u8;
    sheet.must_own_train = false;
    let lots = lots(&own.key("lots"), &sheet);
    let later = sheet.paper_ids().find(|&p| !lots.contains(&Lot::Paper(p)));
    if later.is_none() {
        own.key("lots").fault("no private company is kept back from the opening auction");
    }
    let printed = Printed {
        options: *options,
        terms: TERMS,
        min_raise: own.key("least_raise").money(),
        lots,
        charters: charters(&look, &sheet),
        steps: steps(&look, &sheet),
        traits: traits(&look, &sheet),
        deal: deal(&own, &sheet),
        fishbourne: later.unwrap_or(Paper(0)),
        halt: own.key("halt").money(),
        lease: (lease.key("base").money(), lease.key("stop").money()),
        flat_lease: flat_lease(&own.key("flat_lease")),
        trade: (trade.key("least").money(), trade.key("step").money()),
        yellows: own.key("yellow_tiles").count(),
        bypass: own.key("full_cities_passed").count() > 0,
        ceasing: own.key("nationalised").count(),
        falls: points(own.key("falls")),
        rises: [0, 1, 2, 3, 4].map(|i| rises.get(i).map_or(0, |r| points(r.clone()))),
        sheet: Arc::new(sheet),
    };
    faults.sound(printed)
}

fn lots(look: &Look, sheet: &Sheet) -> Vec<Lot> {
    let papers: Vec<String> = sheet.papers.iter().map(|p| p.id.clone()).collect();
    let companies: Vec<String> = sheet.companies.iter().map(|c| c.id.clone()).collect();
    let lot = |l: Look| {
        l.only(&["paper", "company"]);
        match l.maybe("company") {
            Some(company) => {
                company.named(&companies, "company").map(|i| Lot::Company(Company(i as u8)))
            }
            None => l.key("paper").named(&papers, "paper").map(|i| Lot::Paper(Paper(i as u8))),
        }
    };
    look.up_to(8).into_iter().filter_map(lot).collect()
}

fn charters(look: &Look, sheet: &Sheet) -> Vec<Charter> {
    let cells = |fits: &dyn Fn(&engine::MarketCell) -> bool| -> Vec<u8> {
        let all = sheet.market.cells.iter().enumerate();
        all.filter(|(_, c)| fits(c)).map(|(i, _)| i as u8).collect()
    };
    let list = look.key("companies").list();
    list.iter()
        .zip(sheet.company_ids())
        .map(|(look, company)| {
            let def = sheet.company(company);
            let own = look.key("own");
            own.only(&["relaunch", "destinations"]);
            let range: Vec<u16> = own.key("relaunch").up_to(2).iter().map(Look::price).collect();
            let (from, to) = match range[..] {
                [from, to] => (from, to),
                _ => {
                    own.key("relaunch").fault("lowest and highest price are needed");
                    (0, 0)
                }
            };
            // IOW-SETUP-10: one certificate is reserved for the private company that is linked to it.
            let linked = |p: &Paper| sheet.papers[p.at()].company == Some(company);
            Charter {
                group: def.size,
                par_cells: cells(&|c| c.start & (1 << def.size) != 0),
                relaunch_cells: cells(&|c| (from..=to).contains(&c.price)),
                reserved_for: sheet.paper_ids().find(linked),
                home: home(look, sheet, company),
                destinations: own
                    .key("destinations")
                    .list()
                    .iter()
                    .filter_map(|d| destination(d, sheet))
                    .collect(),
            }
        })
        .collect()
}

fn home(look: &Look, sheet: &Sheet, company: Company) -> Spot {
    let found = sheet.company(company).homes.first().copied();
    let cell = found.unwrap_or(Cell(0));
    let stop = sheet.map.cells.get(cell.0 as usize).and_then(|def| {
        let mine = def.homes.iter().find(|h| h.company == company.0);
        mine.and_then(|h| h.stop)
    });
    let spot = Spot { cell, stop: stop.unwrap_or(0) };
    let large = found.is_some() && {
        let tile = sheet.tiles.get(sheet.map.def(cell).printed);
        let stop = tile.stops.get(usize::from(spot.stop));
        stop.is_some_and(|s| s.kind == Kind::City)
    };
    if !large {
        look.key("homes").fault("no large station");
    }
    spot
}

fn destination(look: &Look, sheet: &Sheet) -> Option<Destination> {
    look.only(&["cell", "station", "credits"]);
    let cell = look.key("cell");
    let found = sheet.map.by_name(cell.text());
    if found.is_none() {
        cell.fault("no cell of the map");
    }
    Some(Destination {
        cell: found?,
        station: look.maybe("station").map(|s| s.text().to_owned()),
        credits: look.key("credits").money(),
    })
}

fn steps(look: &Look, sheet: &Sheet) -> Vec<Step> {
    let events = |look: &Look, step: &mut Step| {
        for event in look.maybe_list("events") {
            match event.text() {
                "fishbourne_on_sale" => step.fishbourne = true,
                "no_certificate_limit" => step.no_limit = true,
                "sales_keep_prices" => step.sales_keep_prices = true,
                "southern_railway" => step.southern = true,
                _ => event.fault("no event of this game"),
            }
        }
    };
    let all = sheet.phases.iter().zip(look.key("phases").list());
    all.map(|(phase, look)| {
        let mut step = Step { rounds: phase.rounds, ..Step::default() };
        events(&look, &mut step);
        step
    })
    .collect()
}

// The phase that scraps a face: that of the trains whose sale does.
fn rust_phase(sheet: &Sheet, name: &String) -> Option<u8> {
    let scraps = |k: &&engine::TrainKind| k.faces.iter().any(|f| f.scraps.contains(name));
    sheet.trains.iter().filter(scraps).map(|k| k.phase).min()
}

fn traits(look: &Look, sheet: &Sheet) -> Vec<Traits> {
    let all = sheet.trains.iter().zip(look.key("trains").list());
    all.map(|(kind, look)| {
        let mut traits = Traits {
            rusts: kind.faces.iter().map(|f| rust_phase(sheet, &f.name)).collect(),
            ..Traits::default()
        };
        // IOW-LOCO-33: a leased card must be able to make two stops.
        if !matches!(kind.faces[0].range, Range::Stations { large: 2.., .. }) {
            look.fault("a range of at least two large stations is needed");
        }
        let Some(own) = look.maybe("own") else {
            return traits;
        };
        own.only(&["min_runs", "compensation", "refit", "first_run_free", "surplus"]);
        traits.min_runs = own.maybe("min_runs").map_or(0, |r| r.count());
        traits.compensation = own.maybe("compensation").map_or(0, |c| c.money());
        traits.refit = own.maybe("refit").map(|r| r.money());
        traits.first_run_free = own.maybe_flag("first_run_free");
        traits.surplus = own.maybe_flag("surplus");
        if traits.refit.is_some() != (kind.faces.len() == 2) {
            look.fault("a card with two faces has a price of refitting");
        }
        traits
    })
    .collect()
}

// Cards dealt of each group, in the order of phases; all of them if there is no number.
fn deal(own: &Look, sheet: &Sheet) -> Vec<Option<u8>> {
    let Some(deal) = own.maybe("deal") else {
        return Vec::new();
    };
    let mut groups: Vec<&str> = Vec::new();
    for kind in &sheet.trains {
        let group = kind.group.as_deref().unwrap_or_default();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    deal.only(&groups);
    let of = |group: &&str| deal.maybe(group).map(|n| n.count());
    groups.iter().map(of).collect()
}

fn flat_lease(look: &Look) -> Vec<i32> {
    let mut table = vec![0; LONGEST];
    for (length, credits) in look.fields() {
        match length.parse::<usize>() {
            Ok(n) if n < LONGEST => table[n] = credits.money(),
            _ => credits.fault("no length of a train"),
        }
    }
    table
}
