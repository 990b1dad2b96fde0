//! The tile cards of a game, from the data sheet.

use super::options::Options;
use super::printed::{Placing, Sort, TileFacts, class};
use super::reading::Look;
use board::{Colour, End, Kind, Paid, Shape, StopDef, TileDef, TileId, TileSet};
use engine::Company;
use std::collections::BTreeMap;

/// Tiles of a game and where their names lead.
pub struct Cards {
    /// The types in play; the first is the empty cell.
    pub set: TileSet,
    /// What the title knows about each.
    pub facts: Vec<TileFacts>,
    /// By identifier.
    pub ids: BTreeMap<String, TileId>,
}

impl Cards {
    /// Mildendo.
    pub fn start(&self) -> Option<TileId> {
        self.sorted(Sort::Start).next()
    }

    /// Tiles on which the home of a starting company may lie.
    pub fn homes(&self, metropolis: bool) -> impl Iterator<Item = TileId> {
        let sort = if metropolis {
            Sort::Metropolis
        } else {
            Sort::City
        };
        self.sorted(sort)
            .filter(|&t| self.set.get(t).colour == Colour::Yellow)
    }

    fn sorted(&self, sort: Sort) -> impl Iterator<Item = TileId> {
        let all = self.ids.values().copied();
        all.filter(move |t| self.facts[t.0 as usize].sort == sort)
    }
}

/// Names other parts of the sheet give to things tiles refer to.
pub struct Named<'a> {
    /// Companies by identifier.
    pub companies: &'a [String],
    /// Characters by identifier.
    pub characters: &'a [String],
}

fn colour(look: &Look) -> Colour {
    match look.text() {
        "yellow" => Colour::Yellow,
        "green" => Colour::Green,
        "brown" => Colour::Brown,
        "red" => Colour::Red,
        "character" | "scenario" => Colour::Grey,
        _ => {
            look.fault("no colour of this game");
            Colour::Yellow
        }
    }
}

/// A colour phase.
pub fn colour_phase(look: &Look) -> Colour {
    match colour(look) {
        found @ (Colour::Yellow | Colour::Green | Colour::Brown) => found,
        _ => {
            look.fault("yellow, green or brown is needed");
            Colour::Yellow
        }
    }
}

fn sort(look: &Look) -> Sort {
    match look.text() {
        "start" => Sort::Start,
        "city" => Sort::City,
        "metropolis" => Sort::Metropolis,
        "plain" => Sort::Plain,
        "character" => Sort::Character,
        "mine" => Sort::Mine,
        "terrain" => Sort::Terrain,
        "sea" => Sort::Sea,
        "mountain" => Sort::Mountain,
        "tunnel" => Sort::Tunnel,
        "terminus" => Sort::Terminus,
        "fixed_city" => Sort::FixedCity,
        "fixed_plain" => Sort::FixedPlain,
        "small_town" | "town" => Sort::SmallTown,
        _ => {
            look.fault("no kind of tile of this game");
            Sort::Plain
        }
    }
}

fn chess(look: &Look) -> u8 {
    match look.text() {
        "city" => class::CITY,
        "plain" => class::PLAIN,
        "exempt" => class::EXEMPT,
        "any" => class::ANY,
        _ => {
            look.fault("city, plain, exempt or any is needed");
            class::ANY
        }
    }
}

fn stops(look: &Look, name: Option<&str>) -> (Vec<StopDef>, Vec<String>) {
    let mut names = Vec::new();
    let stops = look
        .list()
        .iter()
        .map(|stop| {
            names.push(stop.key("id").text().to_owned());
            let kind = match stop.key("kind").text() {
                "start" => Kind::Red,
                "city" | "metropolis" => Kind::City,
                "town" | "harbour" => Kind::Town,
                _ => {
                    stop.fault("no kind of income place of this game");
                    Kind::City
                }
            };
            let mut def = StopDef::new(kind, stop.key("slots").number(0..=4) as u8, 0);
            def.paid = Paid::Always(stop.key("value").number(0..=1000) as u16);
            def.paid_with_station = stop
                .maybe("value_with_own_station")
                .map(|v| v.number(0..=1000) as u16);
            def.terminus = stop.key("terminus_only").flag();
            def.counts = stop.key("counts_against_range").flag();
            def.name = name.map(str::to_owned);
            def
        })
        .collect::<Vec<_>>();
    if stops.iter().map(|s| s.slots).sum::<u8>() > 4 {
        look.fault("at most four station slots fit on a card");
    }
    (stops, names)
}

fn segments(look: &Look, stops: &[String]) -> Vec<(End, End)> {
    look.list()
        .iter()
        .filter_map(|s| {
            if let Some(edges) = s.maybe("edges") {
                let ends: Vec<u8> = edges.list().iter().map(|e| e.number(0..=3) as u8).collect();
                if ends.len() != 2 || ends[0] == ends[1] {
                    s.fault("track joins two different edges");
                    return None;
                }
                return Some((End::Edge(ends[0]), End::Edge(ends[1])));
            }
            let (edge, stop) = (s.key("edge").number(0..=3) as u8, s.key("stop").text());
            match stops.iter().position(|n| n == stop) {
                Some(i) => Some((End::Edge(edge), End::Stop(i as u8))),
                None => {
                    s.fault(&format!("the tile has no stop {stop}"));
                    None
                }
            }
        })
        .collect()
}

// Whether a tile of the sheet is among the cards of this game.
fn in_play(look: &Look, id: &str, sheet: &Look, options: &Options, replaced: &[String]) -> bool {
    let set = look.key("set");
    let removed = |id: &str| {
        [(options.allenbeck, "allenbeck"), (options.laputa, "laputa")]
            .iter()
            .any(|&(on, variant)| {
                let out = || sheet.key("variants").key(variant).key("removed_tiles");
                on && out().list().iter().any(|t| t.is(id))
            })
    };
    match set.text() {
        "base" | "character" => {
            let brob = options.brobdingnag && replaced.iter().any(|r| r == id);
            !removed(id) && !brob
        }
        "allenbeck" => options.allenbeck,
        "laputa" => options.laputa,
        // LIL-ADV-5: what Allenbeck and Laputa take out is out in its Brob form too.
        "brobdingnag" => {
            options.brobdingnag && !look.maybe("replaces").is_some_and(|r| removed(r.text()))
        }
        "scenario" => true,
        _ => {
            set.fault("no set of this game");
            false
        }
    }
}

/// Reads all tile cards; `mountains` says whether tunnels can be built at all.
pub fn read(sheet: &Look, options: &Options, named: &Named, mountains: bool) -> Cards {
    let all = sheet.key("tiles").list();
    let replaced: Vec<String> = all
        .iter()
        .filter(|t| t.key("set").is("brobdingnag"))
        .filter_map(|t| t.maybe("replaces").map(|r| r.text().to_owned()))
        .collect();
    let mut cards = Cards {
        set: TileSet::new(Shape::Square),
        facts: Vec::new(),
        ids: BTreeMap::new(),
    };
    cards.set.add(TileDef::new("empty", Colour::Bare));
    cards.facts.push(TileFacts {
        sort: Sort::Empty,
        character: None,
        from: Colour::Yellow,
        surcharge: 0,
        company: None,
        named: false,
        scenario: false,
        in_box: 0,
    });
    let mut seen = Vec::new();
    for look in &all {
        let id = look.key("id").text();
        if seen.contains(&id) {
            look.fault("two tiles have this identifier");
        }
        seen.push(id);
        let (mut def, facts) = tile(look, id, named, mountains);
        if options.brobdingnag
            && let Some(brob) = brob_form(look, &all)
        {
            take_values(&mut def, &brob);
        }
        if in_play(look, id, sheet, options, &replaced) {
            let tile = cards.set.add(def);
            cards.facts.push(facts);
            cards.ids.insert(id.to_owned(), tile);
        }
    }
    follow(&all, &seen, &mut cards);
    cards
}

/// What pictures show on a card; terrain with its surcharge.
fn scenery(sort: Sort, name: Option<&str>, look: &Look) -> Option<String> {
    Some(match sort {
        Sort::Mine => "mine".to_owned(),
        Sort::Sea => "sea".to_owned(),
        Sort::Mountain => "mountain".to_owned(),
        Sort::Tunnel => "tunnel".to_owned(),
        Sort::Terrain => {
            let surcharge = look.maybe("surcharge").map_or(0, |s| s.money());
            format!("{} {surcharge}", name.unwrap_or_default().to_lowercase())
        }
        _ => return None,
    })
}

fn tile(look: &Look, id: &str, named: &Named, mountains: bool) -> (TileDef, TileFacts) {
    let sort = sort(&look.key("kind"));
    let in_box = look.key("count").number(1..=250) as u8;
    let mut def = TileDef::new(id, colour(&look.key("colour")));
    let name = look.maybe("name").map(|n| n.text());
    let (stops, stop_names) = stops(&look.key("stops"), name);
    def.stops = stops;
    def.segments = segments(&look.key("segments"), &stop_names);
    def.class = chess(&look.key("chess"));
    def.water = look.maybe("water_edges").map_or(0, |w| w.edges());
    def.treasury_bonus = look
        .maybe("treasury_bonus")
        .map_or(0, |b| b.number(0..=1000) as u16);
    def.cost = look
        .maybe("build_cost")
        .map_or(0, |b| b.number(0..=1000) as u16);
    def.label = (sort == Sort::Metropolis).then(|| "Y".to_owned());
    def.scenery = scenery(sort, name, look);
    let scenario = look.key("set").is("scenario") && sort != Sort::Tunnel;
    if look.key("set").is("scenario") && sort != Sort::Tunnel && sort != Sort::Mine {
        // Terrain has no colour of its own; fixed track and Blefuscu are grey.
        if def.segments.is_empty() {
            def.colour = Colour::Bare;
        }
    }
    if sort == Sort::Tunnel {
        def.colour = look
            .maybe("frame")
            .map_or(Colour::Green, |f| colour_phase(&f));
    }
    // Landscapes are laid before the game and what is removed leaves it: such tiles never are in the supply.
    def.count = match sort {
        _ if scenario => 0,
        Sort::Tunnel if !mountains => 0,
        _ => in_box,
    };
    let company = look.maybe("company").and_then(|c| {
        let found = named.companies.iter().position(|n| n == c.text());
        if found.is_none() {
            c.fault("no company of this game");
        }
        found.map(|i| Company(i as u8))
    });
    if let Some(edges) = look.maybe("private_edges") {
        match company {
            Some(company) => def.private = Some((edges.edges(), company.0)),
            None => edges.fault("a coloured leg needs a company"),
        }
    }
    let character = look.maybe("character").and_then(|c| {
        let placing = match look.key("placement").text() {
            "new_city" => Placing::NewCity,
            "new_plain" => Placing::NewPlain,
            "upgrade_yellow_city" => Placing::UpgradeCity,
            _ => {
                look.key("placement")
                    .fault("no way of laying a character's tile");
                Placing::NewCity
            }
        };
        let found = named.characters.iter().position(|n| n == c.text());
        if found.is_none() {
            c.fault("no character of this game");
        }
        found.map(|i| (i as u8, placing))
    });
    let from = match (look.maybe("from_colour_phase"), def.colour) {
        (Some(phase), _) => colour_phase(&phase),
        (None, found @ (Colour::Green | Colour::Brown)) => found,
        _ => Colour::Yellow,
    };
    let facts = TileFacts {
        sort,
        character,
        from,
        surcharge: look.maybe("surcharge").map_or(0, |s| s.money()),
        company,
        named: look.maybe_flag("named_city") || sort == Sort::Start,
        scenario,
        in_box,
    };
    (def, facts)
}

// The Brob form of the ordinary tile that a tile of Allenbeck or Laputa stands for.
fn brob_form<'a>(look: &Look, all: &[Look<'a>]) -> Option<Look<'a>> {
    if look.key("set").is("brobdingnag") {
        return None;
    }
    let base = look.maybe("replaces")?.text();
    let stands_for = |t: &&Look| {
        t.key("set").is("brobdingnag") && t.maybe("replaces").is_some_and(|r| r.is(base))
    };
    all.iter().find(stands_for).cloned()
}

// LIL-ADV-6: such a tile has the value of that Brob form.
fn take_values(def: &mut TileDef, brob: &Look) {
    let (values, _) = stops(&brob.key("stops"), None);
    for (stop, value) in def.stops.iter_mut().zip(values) {
        stop.paid = value.paid;
        stop.paid_with_station = value.paid_with_station;
    }
}

// Which tile may follow which: as listed, and their replacements in a variant.
fn follow(all: &[Look], seen: &[&str], cards: &mut Cards) {
    let bare = TileId(0);
    for look in all {
        let Some(&old) = look.maybe("id").and_then(|id| cards.ids.get(id.text())) else {
            continue;
        };
        for next in look.key("upgrades_to").list() {
            if !seen.contains(&next.text()) {
                next.fault("no tile of this game");
                continue;
            }
            // What a Brob tile stands for is replaced by the same tiles of other variants.
            let base = all
                .iter()
                .filter(|t| t.key("set").is("brobdingnag") && t.key("id").is(next.text()))
                .find_map(|t| t.maybe("replaces"))
                .map_or(next.text(), |r| r.text());
            let followers: Vec<TileId> = all
                .iter()
                .filter(|t| {
                    t.maybe("id").is_some_and(|id| id.is(next.text()))
                        || !t.key("set").is("brobdingnag")
                            && t.maybe("replaces").is_some_and(|r| r.is(base))
                })
                .filter_map(|t| cards.ids.get(t.key("id").text()).copied())
                .collect();
            for new in followers {
                upgrade(&next, cards, old, new);
            }
        }
        if let Some(list) = look.maybe("replaceable_by") {
            for by in list.list() {
                let followers: Vec<TileId> = match by.text() {
                    "yellow city" => fresh(cards, class::CITY),
                    "yellow plain" => fresh(cards, class::PLAIN),
                    id => match cards.ids.get(id) {
                        Some(&tile) => vec![tile],
                        None => {
                            by.fault("no tile of this game");
                            Vec::new()
                        }
                    },
                };
                for new in followers {
                    cards.set.allow(old, new, None);
                }
            }
        }
    }
    for class in [class::CITY, class::PLAIN] {
        for new in fresh(cards, class) {
            cards.set.allow(bare, new, None);
        }
    }
}

// Tiles that are laid on an empty cell.
fn fresh(cards: &Cards, class: u8) -> Vec<TileId> {
    cards
        .ids
        .values()
        .copied()
        .filter(|&t| {
            let (def, facts) = (cards.set.get(t), &cards.facts[t.0 as usize]);
            def.class == class
                && match facts.sort {
                    Sort::City | Sort::Metropolis | Sort::Plain => def.colour == Colour::Yellow,
                    Sort::Character => facts
                        .character
                        .is_some_and(|(_, how)| how != Placing::UpgradeCity),
                    _ => false,
                }
        })
        .collect()
}

fn upgrade(look: &Look, cards: &mut Cards, old: TileId, new: TileId) {
    let (before, after) = (cards.set.get(old), cards.set.get(new));
    let step = match (before.colour, after.colour) {
        (Colour::Yellow, Colour::Green) | (Colour::Green, Colour::Brown) => true,
        // A castle is the green step of its cell (LIL-RULING-10).
        (Colour::Yellow, Colour::Grey) => cards.facts[new.0 as usize].character.is_some(),
        _ => false,
    };
    if !step {
        look.fault(&format!(
            "{} is not the next colour after {}",
            after.name, before.name
        ));
        return;
    }
    let (a, b) = (
        cards.facts[old.0 as usize].sort,
        cards.facts[new.0 as usize].sort,
    );
    if a != b && b != Sort::Character {
        look.fault(&format!(
            "{} is of another kind than {}",
            after.name, before.name
        ));
        return;
    }
    if after.slots() < before.slots() {
        look.fault(&format!(
            "{} has fewer station slots than {}",
            after.name, before.name
        ));
        return;
    }
    // LIL-LAPUTA-6: the coloured leg lies where the old tile had no track.
    let allowed = after.private.map(|(mask, _)| {
        (0..4)
            .filter(|&r| Shape::Square.turn(mask, r) & before.exits == 0)
            .fold(0, |m, r| m | 1 << r)
    });
    let names = (before.name.clone(), after.name.clone());
    if !cards.set.allow(old, new, allowed) {
        look.fault(&format!(
            "{} keeps the track of {} at no rotation",
            names.1, names.0
        ));
    }
}
