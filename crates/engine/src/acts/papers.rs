//! Private papers change hands.

use super::Acts;
use crate::{Company, Event, Holder, Lot, Paper, Place, Player, Purse};

fn place_of(holder: Holder) -> Place {
    match holder {
        Holder::Player(p) => Place::Player(p),
        Holder::Company(c) => Place::Company(c),
        Holder::Bank => Place::Bank,
    }
}

fn purse_of(holder: Holder) -> Purse {
    match holder {
        Holder::Player(p) => Purse::Player(p),
        Holder::Company(c) => Purse::Company(c),
        Holder::Bank => Purse::Bank,
    }
}

impl Acts<'_> {
    /// A player gets a paper in an auction or draft.
    pub fn take_paper(&mut self, player: Player, paper: Paper, price: i32) {
        self.core.pay(Purse::Player(player), Purse::Bank, price);
        self.core.papers[paper.at()].place = Place::Player(player);
        self.tell(Event::LotTaken {
            player,
            lot: Lot::Paper(paper),
            price,
        });
    }

    /// A paper is bought from whoever owns it.
    pub fn buy_paper(&mut self, paper: Paper, by: Holder, from: Holder, price: i32) {
        self.core.pay(purse_of(by), purse_of(from), price);
        self.core.papers[paper.at()].place = place_of(by);
        self.tell(Event::PaperBought {
            paper,
            by,
            from,
            price,
        });
    }

    /// A paper is sold to the bank, which keeps it in a place of its own.
    pub fn sell_paper(&mut self, paper: Paper, by: Holder, price: i32, to: Place) {
        self.core.pay(Purse::Bank, purse_of(by), price);
        self.core.papers[paper.at()].place = to;
        self.tell(Event::PaperSold { paper, by, price });
    }

    /// A company uses the power of a paper, once for all.
    pub fn use_power(&mut self, company: Company, paper: Paper) {
        self.core.papers[paper.at()].used = true;
        self.tell(Event::PowerUsed { paper, company });
    }

    /// A paper leaves the game, and nothing is kept for it any more.
    pub fn close_paper(&mut self, paper: Paper) {
        self.core.papers[paper.at()].place = Place::Gone;
        if let Some(company) = self.sheet.papers[paper.at()].company {
            self.core.stock[company.at()].reserved = 0;
        }
        self.tell(Event::PaperClosed { paper });
    }
}
