//! What this title knows about tile cards beyond their track.

use super::printed::{Placing, Sort, TileFacts, class};
use board::{Colour, TileId, TileSet};
use engine::Company;
use engine::sheet::Look;
use std::collections::BTreeMap;

const SORTS: [(&str, Sort); 14] = [
    ("start", Sort::Start),
    ("city", Sort::City),
    ("metropolis", Sort::Metropolis),
    ("plain", Sort::Plain),
    ("character", Sort::Character),
    ("mine", Sort::Mine),
    ("terrain", Sort::Terrain),
    ("sea", Sort::Sea),
    ("mountain", Sort::Mountain),
    ("tunnel", Sort::Tunnel),
    ("terminus", Sort::Terminus),
    ("fixed_city", Sort::FixedCity),
    ("fixed_plain", Sort::FixedPlain),
    ("small_town", Sort::SmallTown),
];

const OWN: &[&str] = &[
    "kind",
    "character",
    "placement",
    "from",
    "surcharge",
    "named",
    "replaced_by",
];

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
    /// Reads what only this title prints on the tiles of a set.
    pub fn read(look: &Look, set: TileSet, characters: &[String]) -> Cards {
        let empty = TileFacts {
            sort: Sort::Empty,
            character: None,
            from: Colour::Yellow,
            surcharge: 0,
            company: None,
            named: false,
            scenario: false,
            in_box: 0,
        };
        let mut cards = Cards {
            set,
            facts: vec![empty],
            ids: BTreeMap::new(),
        };
        let mut list = look.key("tiles").list();
        list.truncate(cards.set.tiles.len().saturating_sub(1));
        for (i, tile) in list.iter().enumerate() {
            let id = TileId(i as u16 + 1);
            cards.facts(tile, id, characters);
            cards.ids.insert(cards.set.get(id).name.clone(), id);
        }
        for (i, tile) in list.iter().enumerate() {
            cards.check_upgrades(tile, TileId(i as u16 + 1));
        }
        cards.first_tiles(&list);
        cards
    }

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

    /// Whether mountains lie in a landscape.
    pub fn mountains(&self, landscape: &Look) -> bool {
        landscape.list().iter().any(|p| {
            let tile = self.ids.get(p.key("tile").text());
            tile.is_some_and(|t| self.facts[t.0 as usize].sort == Sort::Mountain)
        })
    }

    /// Tunnels are built in mountains only.
    pub fn leave_out_tunnels(&mut self) {
        let all = self.set.tiles.iter_mut().zip(&self.facts);
        for (tile, _) in all.filter(|(_, f)| f.sort == Sort::Tunnel) {
            tile.count = 0;
        }
    }

    // The tile's facts, and what follows from them for its card.
    fn facts(&mut self, look: &Look, id: TileId, characters: &[String]) {
        let own = look.key("own");
        own.only(OWN);
        let def = &mut self.set.tiles[id.0 as usize];
        let sort = own.key("kind").word(&SORTS.map(|(name, _)| name));
        let sort = sort.map_or(Sort::Plain, |i| SORTS[i].1);
        let surcharge = own.maybe("surcharge").map_or(0, |s| s.money());
        if sort == Sort::Terrain {
            let scenery = def.scenery.clone().unwrap_or_default();
            def.scenery = Some(format!("{scenery} {surcharge}"));
        }
        let scenario = !matches!(
            sort,
            Sort::Start
                | Sort::City
                | Sort::Metropolis
                | Sort::Plain
                | Sort::Character
                | Sort::Tunnel
        );
        let in_box = def.count;
        // Landscapes are laid before the game and what is removed leaves it: such tiles never are in the supply.
        if scenario {
            def.count = 0;
        }
        let from = match own.maybe("from") {
            Some(from) => [Colour::Yellow, Colour::Green, Colour::Brown]
                [from.word(&["yellow", "green", "brown"]).unwrap_or(0)],
            None if matches!(def.colour, Colour::Green | Colour::Brown) => def.colour,
            None => Colour::Yellow,
        };
        let character = own.maybe("character").and_then(|c| {
            let placings = ["new_city", "new_plain", "upgrade_yellow_city"];
            let placing = match own.key("placement").word(&placings) {
                Some(1) => Placing::NewPlain,
                Some(2) => Placing::UpgradeCity,
                _ => Placing::NewCity,
            };
            let found = c.named(characters, "character");
            found.map(|i| (i as u8, placing))
        });
        self.facts.push(TileFacts {
            sort,
            character,
            from,
            surcharge,
            company: def.private.map(|(_, company)| Company(company)),
            named: own.maybe_flag("named") || sort == Sort::Start,
            scenario,
            in_box,
        });
    }

    // A tile is followed by the next colour of its kind, with as many station slots or more.
    fn check_upgrades(&self, look: &Look, old: TileId) {
        let before = self.set.get(old);
        if !matches!(
            before.colour,
            Colour::Yellow | Colour::Green | Colour::Brown
        ) {
            return;
        }
        for next in look.maybe_list("upgrades") {
            let name = next.maybe("tile").unwrap_or(next.clone());
            let Some(&new) = self.ids.get(name.text()) else {
                continue;
            };
            let after = self.set.get(new);
            let facts = [old, new].map(|t| &self.facts[t.0 as usize]);
            let step = match (before.colour, after.colour) {
                (Colour::Yellow, Colour::Green) | (Colour::Green, Colour::Brown) => true,
                // A castle is the green step of its cell (LIL-RULING-10).
                (Colour::Yellow, Colour::Grey) => facts[1].character.is_some(),
                _ => false,
            };
            if !step {
                next.fault(&format!(
                    "{} is not the next colour after {}",
                    after.name, before.name
                ));
            } else if facts[0].sort != facts[1].sort && facts[1].sort != Sort::Character {
                next.fault(&format!(
                    "{} is of another kind than {}",
                    after.name, before.name
                ));
            } else if after.slots() < before.slots() {
                next.fault(&format!(
                    "{} has fewer station slots than {}",
                    after.name, before.name
                ));
            }
        }
    }

    // What may be laid on an empty cell and on hills and rivers.
    fn first_tiles(&mut self, list: &[Look]) {
        for (i, look) in list.iter().enumerate() {
            let own = look.key("own");
            for by in own.maybe_list("replaced_by") {
                let class = match by.word(&["city", "plain"]) {
                    Some(0) => class::CITY,
                    _ => class::PLAIN,
                };
                self.allow_fresh(TileId(i as u16 + 1), class);
            }
        }
        for class in [class::CITY, class::PLAIN] {
            self.allow_fresh(TileId(0), class);
        }
    }

    fn allow_fresh(&mut self, old: TileId, class: u8) {
        let fresh = |t: &TileId| {
            let (def, facts) = (self.set.get(*t), &self.facts[t.0 as usize]);
            def.class == class
                && match facts.sort {
                    Sort::City | Sort::Metropolis | Sort::Plain => def.colour == Colour::Yellow,
                    Sort::Character => facts
                        .character
                        .is_some_and(|(_, how)| how != Placing::UpgradeCity),
                    _ => false,
                }
        };
        let all: Vec<TileId> = self.ids.values().copied().filter(fresh).collect();
        for new in all {
            self.set.allow(old, new, None);
        }
    }

    /// The totals that the rules print, as a check of the sheet against itself.
    pub fn check_totals(&self, look: &Look) {
        look.only(&["metropolis", "city", "plain", "scenario"]);
        let count = |wanted: &dyn Fn(&TileFacts, Colour) -> bool| -> i64 {
            let all = self.facts.iter().zip(&self.set.tiles);
            all.filter(|(f, t)| wanted(f, t.colour))
                .map(|(f, _)| i64::from(f.in_box))
                .sum()
        };
        let compare = |look: Look, found: i64| {
            if look.number(0..=100_000) != found {
                look.fault(&format!("the tiles of the sheet count {found}"));
            }
        };
        for (kind, sort) in [
            ("metropolis", Sort::Metropolis),
            ("city", Sort::City),
            ("plain", Sort::Plain),
        ] {
            for (name, colour) in [
                ("yellow", Colour::Yellow),
                ("green", Colour::Green),
                ("brown", Colour::Brown),
            ] {
                let found = count(&|f, c| f.sort == sort && c == colour);
                compare(look.key(kind).key(name), found);
            }
        }
        let scenario = count(&|f, _| f.scenario || f.sort == Sort::Tunnel);
        compare(look.key("scenario"), scenario);
    }
}
