//! What companies, characters and action cards bring, for those who choose.

use super::position::LilliputPosition;
use super::printed::{Ability, Charter, Placing, Side, Sort};
use board::{Colour, Paid, StopDef, TileId};
use engine::{Brings, Company, Lot};

fn worth(stop: &StopDef) -> i32 {
    match stop.paid {
        Paid::Always(value) => value.into(),
        _ => 0,
    }
}

impl LilliputPosition {
    /// What a lot of the draft or an action card brings; a card one line for each of its options.
    pub(super) fn lot_brings(&self, lot: Lot) -> Vec<Brings> {
        match lot {
            Lot::Company(company) => self.company_brings(company),
            Lot::Slot(slot) => match self.printed.cards.get(slot.at()) {
                Some(card) => card.sides.iter().map(side).collect(),
                None => {
                    let character = self.printed.character(slot);
                    character.map_or(Vec::new(), |c| self.character_brings(usize::from(c)))
                }
            },
            Lot::Paper(_) => Vec::new(),
        }
    }

    // Price, treasury, trains, home and private cash of a starting company (LIL-DRAFT-5 to LIL-DRAFT-12).
    fn company_brings(&self, company: Company) -> Vec<Brings> {
        let sheet = &self.printed.sheet;
        let starting = || self.printed.charters.iter().filter(|c| c.starting);
        let own = match self.printed.charters.get(company.at()) {
            Some(charter) if charter.starting => charter,
            _ => return Vec::new(),
        };
        let price = |c: &Charter| sheet.market.price(c.cell);
        let more = |value: &dyn Fn(&Charter) -> i32| starting().any(|c| value(c) < value(own));
        let mut all = vec![
            Brings::new("start")
                .money("price", price(own))
                .money("treasury", own.treasury)
                .special(more(&price) || more(&|c| c.treasury)),
        ];
        let many = more(&|c| c.trains.len() as i32);
        for kind in 0..sheet.trains.len() as u8 {
            let n = own.trains.iter().filter(|&&t| t == kind).count();
            if n > 0 {
                let train = Brings::new("train-cards").number("n", n as i32);
                let name = sheet.trains[kind as usize].name.as_str();
                all.push(train.name("train", name).special(many));
            }
        }
        let key = if own.metropolis { "home-y" } else { "home-city" };
        if let Some((_, stop)) = self.yellow(own.home()) {
            let home = Brings::new(key).number("value", worth(&stop));
            all.push(home.special(more(&|c| c.metropolis.into())));
        }
        all.push(
            Brings::new("director-cash")
                .money("amount", own.director_cash)
                .special(more(&|c| c.director_cash)),
        );
        all.sort_by_key(|b| !b.special);
        all
    }

    // A yellow tile of a sort, and its stop.
    fn yellow(&self, sort: Sort) -> Option<(TileId, StopDef)> {
        let tiles = &self.printed.sheet.tiles;
        let all = (0..self.printed.tiles.len() as u16).map(TileId);
        let mut found = all.filter(|&t| {
            self.printed.tile(t).sort == sort && tiles.get(t).colour == Colour::Yellow
        });
        found.find_map(|t| Some((t, tiles.get(t).stops.first()?.clone())))
    }

    // The ability of a character and all about its tiles (LIL-CHARACTER-4 to LIL-CHARACTER-15).
    fn character_brings(&self, character: usize) -> Vec<Brings> {
        let sheet = &self.printed.sheet;
        let character = &self.printed.characters[character];
        let mut all = vec![match character.ability {
            Ability::FreeMetropolis => {
                let cost = self.yellow(Sort::Metropolis);
                let cost = cost.map_or(0, |(t, _)| sheet.tiles.get(t).cost.into());
                Brings::new("free-y").money("cost", cost)
            }
            Ability::Stations { times, over } => {
                let costs = &sheet.companies[0].station_costs;
                let paid = |i: usize| costs.get(i).map_or(0, |&c| i32::from(c) * times / over);
                Brings::new("stations").money("first", paid(1)).money("second", paid(2))
            }
            Ability::RoundIncome { cash, treasury } => {
                Brings::new("round-income").money("cash", cash).money("treasury", treasury)
            }
            Ability::Discount { percent } => Brings::new("discount").number("percent", percent),
            Ability::Exchange { factor } => Brings::new("exchange").money("factor", factor),
        }];
        // Tiles that differ only in their track are told of once.
        let mut told: Vec<Vec<Brings>> = Vec::new();
        for &tile in &character.tiles {
            let lines = self.tile_brings(tile);
            match told.iter_mut().find(|t| t[1..] == lines[1..]) {
                None => told.push(lines),
                Some(same) => {
                    if let Some((_, engine::Told::Name(names))) = same[0].args.first_mut() {
                        *names = format!("{names}, {}", sheet.tiles.get(tile).name);
                    }
                }
            }
        }
        all.extend(told.into_iter().flatten());
        all
    }

    fn tile_brings(&self, tile: TileId) -> Vec<Brings> {
        let (facts, def) = (self.printed.tile(tile), self.printed.sheet.tiles.get(tile));
        let how = match facts.character {
            Some((_, Placing::UpgradeCity)) => "tile-over-city",
            Some((_, Placing::NewPlain)) => "tile-as-plain",
            _ => "tile-as-city",
        };
        let mut all = vec![Brings::new(how).name("tiles", def.name.as_str())];
        match facts.from {
            Colour::Green => all.push(Brings::new("from-green")),
            Colour::Brown => all.push(Brings::new("from-brown")),
            _ => {}
        }
        if let Some(stop) = def.stops.first() {
            let value = |key| Brings::new(key).number("value", worth(stop));
            all.push(match stop.paid_with_station {
                Some(own) => value("worth-with-station").number("own", i32::from(own)),
                None => value("worth"),
            });
            if stop.terminus {
                all.push(Brings::new("end-of-route"));
            }
            if !stop.counts {
                all.push(Brings::new("beyond-range"));
            }
        }
        all
    }
}

// What one option of an action card lets do (LIL-ACTION-2 to LIL-ACTION-11).
fn side(side: &Side) -> Brings {
    match *side {
        Side::Tiles { yellow, green, any } => match (yellow, green, any) {
            (_, 0, 0) => Brings::new("yellow-tiles").number("n", yellow),
            (1, 1, 0) => Brings::new("yellow-and-green-tile"),
            (_, _, 0) => Brings::new("yellow-and-green-tiles")
                .number("yellow", yellow)
                .number("green", green),
            _ => Brings::new("any-tiles").number("n", any),
        },
        Side::Shares { buy } => Brings::new("trade-shares").number("n", buy),
        Side::Trains { most } => Brings::new("buy-trains").number("n", most),
        Side::Station { most } => Brings::new("place-stations").number("n", most),
        Side::Treasury { amounts, .. } => Brings::new("fill-treasuries")
            .money("yellow", amounts[0])
            .money("green", amounts[1])
            .money("brown", amounts[2]),
        Side::Cash { amount } => Brings::new("take-cash").money("amount", amount),
    }
}
