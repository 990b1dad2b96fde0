//! Moravia-Silesia: the auction of private papers, the Mährische Westbahn, and the closing of papers.

use super::opening;
use super::operating;
use super::position::CzPosition;
use super::printed::{PaperKind, Variant};
use super::state::Auction;
use super::{ending, station};
use board::{Cell, Colour, Kind, Spot, TileId};
use engine::{
    Amount, Choice, Company, Event, Flag, LayBy, Lot, Move, NONE, Paper, Place, Player, Purse,
    Refusal, Slot, Value, Whereabouts, fit_masks, fits,
};

/// The auction before its first opening. CZ-MORAVIA-18
pub fn begin(first: Player) -> Auction {
    Auction {
        opener: first.0,
        paper: NONE,
        bid: 0,
        bidder: NONE,
        out: 0,
        idle: 0,
        any_sold: false,
    }
}

fn least(position: &CzPosition, auction: &Auction, paper: Paper) -> i32 {
    if auction.bidder == NONE {
        position.sheet().papers[paper.at()].price
    } else {
        auction.bid + position.printed.bid_step // CZ-MORAVIA-19
    }
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let Some(auction) = position.state.auction else {
        return;
    };
    let player = Player(position.state.actor);
    let cash = position.state.core.money.player(player);
    let mut bid = |lot: Option<Lot>, paper: Paper| {
        let least = least(position, &auction, paper);
        if least <= cash {
            all.push(Choice::range(
                Move::Bid { lot, amount: least },
                Amount::whole(least, cash),
            ));
        }
    };
    if auction.paper == NONE {
        let papers: Vec<Paper> = position.state.core.papers_at(Place::Bank).collect();
        for &paper in &papers {
            bid(Some(Lot::Paper(paper)), paper);
        }
        for paper in papers {
            all.push(Choice::one(Move::Take {
                lot: Lot::Paper(paper),
            }));
        }
    } else {
        bid(None, Paper(auction.paper));
    }
    all.push(Choice::one(Move::Pass));
}

pub fn play(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Some(mut auction) = position.state.auction else {
        return Err(Refusal::new("CZ-MORAVIA-18", "no-auction"));
    };
    let player = Player(position.state.actor);
    let cash = position.state.core.money.player(player);
    match *mv {
        Move::Bid { lot, amount } => {
            let paper = match (lot, auction.paper) {
                (Some(Lot::Paper(p)), NONE)
                    if position.state.core.papers[p.at()].place == Place::Bank =>
                {
                    p
                }
                (None, p) if p != NONE => Paper(p),
                _ => return Err(Refusal::new("CZ-MORAVIA-18", "paper-not-for-sale")),
            };
            let least = least(position, &auction, paper);
            if amount < least {
                return Err(
                    Refusal::new("CZ-MORAVIA-19", "bid-too-low").with("least", Value::Money(least))
                );
            }
            if amount > cash {
                return Err(Refusal::new("CZ-MORAVIA-35", "not-enough-money")
                    .with("cash", Value::Money(cash)));
            }
            auction.paper = paper.0;
            auction.bid = amount;
            auction.bidder = player.0;
            events.push(Event::BidMade {
                player,
                lot: Some(Lot::Paper(paper)),
                amount,
            });
        }
        // The opener puts a paper up without a bid. CZ-MORAVIA-34
        Move::Take {
            lot: Lot::Paper(paper),
        } if auction.paper == NONE
            && position.state.core.papers[paper.at()].place == Place::Bank =>
        {
            auction.paper = paper.0;
            auction.out |= 1 << player.0;
            events.push(Event::BidMade {
                player,
                lot: Some(Lot::Paper(paper)),
                amount: 0,
            });
        }
        Move::Pass => {
            events.push(Event::Passed { player });
            auction.out |= 1 << player.0;
            if auction.paper == NONE {
                auction.out = u8::MAX;
            }
        }
        _ => return Err(Refusal::new("CZ-MORAVIA-18", "bid-or-pass")),
    }
    position.state.actor = position.state.core.next(player).0;
    position.state.auction = Some(auction);
    Ok(())
}

/// Goes on to the next bidder, auction or round. Returns whether it waits.
pub fn advance(position: &mut CzPosition, events: &mut Vec<Event>) -> bool {
    let Some(mut auction) = position.state.auction else {
        return false;
    };
    let seats = position.state.core.seats;
    let in_it = |a: &Auction| (0..seats).filter(|s| a.out & (1 << s) == 0).count();
    let fresh = auction.paper == NONE && auction.out == 0;
    if !fresh {
        let only_bidder = auction.bidder != NONE && in_it(&auction) <= 1;
        if !only_bidder && in_it(&auction) > 0 {
            // CZ-MORAVIA-19
            while auction.out & (1 << position.state.actor) != 0
                || position.state.actor == auction.bidder
            {
                position.state.actor = position.state.core.next(Player(position.state.actor)).0;
            }
            return true;
        }
        if auction.bidder == NONE {
            auction.idle += 1;
        } else {
            sell(position, &auction, events);
            auction.idle = 0;
            auction.any_sold = true;
        }
        auction = Auction {
            opener: position.state.core.next(Player(auction.opener)).0,
            idle: auction.idle,
            any_sold: auction.any_sold,
            ..begin(Player(0))
        };
        position.state.auction = Some(auction);
    }
    position.state.actor = auction.opener;
    let left = position.state.core.papers_at(Place::Bank).next().is_some();
    // CZ-MORAVIA-20, CZ-MORAVIA-35
    if left && auction.idle < seats {
        return true;
    }
    // CZ-MORAVIA-21
    if !auction.any_sold && position.printed.options.moravia_no_bids_player_one_wins {
        ending::end(position, "no_bids", events);
        return false;
    }
    opening::finish(position, events);
    false
}

fn sell(position: &mut CzPosition, auction: &Auction, events: &mut Vec<Event>) {
    let (paper, player) = (Paper(auction.paper), Player(auction.bidder));
    let core = &mut position.state.core;
    core.pay(Purse::Player(player), Purse::Bank, auction.bid);
    core.papers[paper.at()].place = Place::Player(player);
    events.push(Event::LotTaken {
        player,
        lot: Lot::Paper(paper),
        price: auction.bid,
    });
    if position.printed.paper_kinds[paper.at()] == PaperKind::Westbahn
        && let Some((company, cell)) = westbahn(position)
    {
        // CZ-MORAVIA-25
        station::put_home(position, company, Spot { cell, stop: 0 }, events);
    }
}

/// MW as a company with a home, and that home.
fn westbahn(position: &CzPosition) -> Option<(Company, Cell)> {
    if position.printed.variant != Variant::Moravia {
        return None;
    }
    let company = position.sheet().company_by_id("MW")?;
    let cell = *position.sheet().company(company).homes.first()?;
    Some((company, cell))
}

fn westbahn_owner(position: &CzPosition) -> Option<Player> {
    position
        .sheet()
        .paper_ids()
        .find_map(|p| match position.state.core.papers[p.at()].place {
            Place::Player(owner) if position.printed.paper_kinds[p.at()] == PaperKind::Westbahn => {
                Some(owner)
            }
            _ => None,
        })
}

/// Income of a paper. CZ-LOCAL-1, CZ-MORAVIA-26
pub fn income(position: &CzPosition, paper: Paper) -> i32 {
    match position.printed.paper_kinds[paper.at()] {
        PaperKind::Westbahn => westbahn(position).map_or(0, |(_, cell)| {
            let tiles = &position.sheet().tiles;
            position.state.core.board().at(cell).map_or(0, |l| {
                tiles
                    .get(l.tile)
                    .stops
                    .first()
                    .map_or(0, |s| i32::from(s.paid.in_column(0)))
            })
        }),
        _ => position.sheet().papers[paper.at()].income,
    }
}

/// What a paper is worth in a player's hand. CZ-LOCAL-10, CZ-MORAVIA-33
pub fn worth(position: &CzPosition, paper: Paper) -> i32 {
    match position.printed.paper_kinds[paper.at()] {
        PaperKind::Train => 0,
        _ => position
            .state
            .local_value(&position.printed)
            .unwrap_or_else(|| position.sheet().papers[paper.at()].price),
    }
}

fn check_westbahn(position: &CzPosition, cell: Cell, tile: TileId) -> Result<(), Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let def = sheet.tiles.get(tile);
    let refuse = |key| Err(Refusal::new("CZ-MORAVIA-36", key).with("cell", Value::Cell(cell)));
    if def.special || def.colour == Colour::Red || !def.has(Kind::City) {
        return refuse("tile-does-not-fit");
    }
    if core.board().left(tile) == 0 {
        return refuse("no-copy-left");
    }
    if def.colour as u8 > sheet.phases[core.phase as usize].colour {
        return refuse("colour-not-available");
    }
    Ok(())
}

fn westbahn_lays(position: &CzPosition) -> Vec<Move> {
    let Some((company, cell)) = westbahn(position) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (tile, mask, _) in fit_masks(position.sheet(), &position.state.core, cell) {
        if check_westbahn(position, cell, tile).is_ok() {
            for rotation in (0..6).filter(|r| mask & (1 << r) != 0) {
                all.push(Move::LayTile {
                    company,
                    cell,
                    tile,
                    rotation,
                    by: LayBy::Right { slot: Slot(0) },
                });
            }
        }
    }
    all
}

/// Whether MW's owner has something to build before MW pays. CZ-MORAVIA-26
pub fn westbahn_may_build(position: &mut CzPosition) -> bool {
    let Some(owner) = westbahn_owner(position) else {
        return false;
    };
    if westbahn_lays(position).is_empty() {
        return false;
    }
    position.state.actor = owner.0;
    true
}

pub fn westbahn_choices(position: &CzPosition, all: &mut Vec<Choice>) {
    all.extend(westbahn_lays(position).into_iter().map(Choice::one));
    all.push(Choice::one(Move::Pass));
}

pub fn westbahn_play(
    position: &mut CzPosition,
    mv: &Move,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match *mv {
        Move::Pass => {}
        Move::LayTile {
            company,
            cell,
            tile,
            rotation,
            by: LayBy::Right { slot: Slot(0) },
        } => {
            if westbahn(position) != Some((company, cell)) {
                return Err(
                    Refusal::new("CZ-MORAVIA-36", "only-its-home").with("cell", Value::Cell(cell))
                );
            }
            check_westbahn(position, cell, tile)?;
            let printed = position.printed.clone();
            let Some(fit) = fits(&printed.sheet, &position.state.core, cell, tile, rotation) else {
                return Err(Refusal::new("CZ-MORAVIA-36", "rotation-does-not-fit")
                    .with("cell", Value::Cell(cell)));
            };
            position
                .state
                .core
                .lay_tile(&printed.sheet, cell, tile, rotation, fit.stops);
            events.push(Event::TileLaid {
                company,
                cell,
                tile,
                rotation,
                cost: 0,
            });
        }
        _ => return Err(Refusal::new("CZ-MORAVIA-36", "build-or-pass")),
    }
    position.state.westbahn = false;
    operating::begin_operating(position, events);
    Ok(())
}

/// A company bought MW: it closes, its station is the company's. CZ-MORAVIA-27, 28, 41
pub fn westbahn_bought(
    position: &mut CzPosition,
    paper: Paper,
    buyer: Company,
    events: &mut Vec<Event>,
) {
    position.state.core.papers[paper.at()].place = Place::Gone;
    events.push(Event::PaperClosed { paper });
    let Some((company, cell)) = westbahn(position) else {
        return;
    };
    let already = position.state.core.board().has_station_on(cell, buyer.0);
    position.state.core.board_mut().reassign(company.0, buyer.0);
    if already {
        let spot = Spot { cell, stop: 0 };
        station::back_to_charter(position, spot, buyer, events);
    }
}

/// All papers close. CZ-MORAVIA-13, 29, 40
pub fn close_papers(position: &mut CzPosition, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    if westbahn_owner(position).is_some()
        && let Some((company, cell)) = westbahn(position)
        && position
            .state
            .core
            .remove_station(&printed.sheet, Spot { cell, stop: 0 }, company)
    {
        position.state.core.company_mut(company).markers[0] += 1;
        position
            .state
            .core
            .company_mut(company)
            .set(Flag::Home, false);
        events.push(Event::StationReturned { company, cell });
    }
    for paper in printed.sheet.paper_ids() {
        let place = &mut position.state.core.papers[paper.at()].place;
        if matches!(place, Place::Player(_) | Place::Company(_)) {
            *place = Place::Gone;
            events.push(Event::PaperClosed { paper });
        }
    }
    let aside: Vec<_> = position.state.core.trains.at(Whereabouts::Aside).collect();
    for card in aside {
        position.state.core.trains.get_mut(card).place = Whereabouts::Gone;
    }
}
