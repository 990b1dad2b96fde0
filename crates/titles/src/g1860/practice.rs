//! Where the preset `public18xx` differs: what the public platform does, so that its files can be replayed. The option is
//! asked here and nowhere else; each function gives the book's answer otherwise.

use super::position::{Events, IowPosition};
use super::printed::Charter;
use super::state::Wait;
use engine::{Company, Flag, Paper, Place, Player, ShareSource};

impl IowPosition {
    fn public(&self) -> bool {
        self.printed.options.public_practice
    }

    /// Whether people are asked where the rules leave no choice, because files have entries there: the auction
    /// (IOW-PUB-54), receivers and British Rail (IOW-PUB-18), a home without a fitting tile (IOW-PUB-60).
    pub(super) fn asks_without_choice(&self) -> bool {
        self.public()
    }

    /// Whether a director has to agree to the sale of a train. A file holds only sales that were agreed.
    pub(super) fn asks_consent(&self) -> bool {
        !self.public()
    }

    /// Whether lays and bases are tested for reach and use (IOW-PUB-40).
    pub(super) fn tests_connection(&self) -> bool {
        !self.public()
    }

    /// Whether the income of private companies can break the bank (IOW-PUB-31, J-8).
    pub(super) fn income_breaks_bank(&self) -> bool {
        !self.public()
    }

    /// Whether a marker that stays in its cell goes to the bottom of the stack (IOW-MARKET-8; J-2, IOW-PUB-1).
    pub(super) fn staying_marker_sinks(&self) -> bool {
        !self.public()
    }

    /// Whether a purchase ends insolvency at once (IOW-INSOLVENT-5), or the end of the turn does (IOW-PUB-5).
    pub(super) fn purchase_ends_insolvency(&self) -> bool {
        !self.public()
    }

    /// Whether a train at the end of a route may pass its last small station (IOW-PUB-21).
    pub(super) fn ends_may_be_skipped(&self) -> bool {
        self.public()
    }

    /// Whether runs are taken as they were recorded, with their sums and whether or not there was a better one
    /// (IOW-PUB-20, IOW-PUB-65).
    pub(super) fn takes_recorded_runs(&self) -> bool {
        self.public()
    }

    /// Whether private companies are swapped out of turn, and before a home tile is laid (IOW-PUB-23, J-33).
    pub(super) fn swaps_at_any_time(&self) -> bool {
        self.public()
    }

    /// From when on a company without director is in receivership: its launch, or its first price (J-55).
    pub(super) fn receivership_from(&self) -> Flag {
        if self.public() { Flag::Started } else { Flag::Floated }
    }

    /// Whether so many credits force the purchase of a train at this price (IOW-TRAIN-10; J-13, IOW-PUB-8).
    pub(super) fn forces_purchase(&self, credits: i32, price: i32) -> bool {
        credits > price || credits == price && !self.public()
    }

    /// What half of the income is for a leased train (IOW-OPTION-3: up to tens; J-15, IOW-PUB-14: down to a credit).
    pub(super) fn half_income(&self, revenue: i32) -> i32 {
        if self.public() { revenue / 2 } else { (revenue / 2 + 9) / 10 * 10 }
    }

    /// What a director's certificate of a company that scores half is worth beside its shares (J-16, IOW-PUB-37).
    pub(super) fn odd_pound(&self, player: Player, company: Company) -> i32 {
        let directs = self.stock(company).director() == Some(player);
        if self.public() && directs && !self.scores_full(company) {
            self.core().price(self.sheet_ref(), company).unwrap_or(0) % 2
        } else {
            0
        }
    }

    /// Whether a company can run at all: a legal route, or a possible one (IOW-RUN-28; IOW-PUB-17).
    pub(super) fn can_run(&self, company: Company) -> bool {
        if self.public() { self.has_possible_route(company) } else { self.has_legal_route(company) }
    }

    /// Whether a company that was asked for its routes may run none (IOW-OR-7; IOW-PUB-18).
    pub(super) fn may_run_nothing(&self, company: Company) -> bool {
        self.public()
            && (self.in_receivership(company) && self.state.british
                || !self.has_legal_route(company))
    }

    /// Whether a player may buy the director's certificate in the pool (IOW-RECEIVER-7; IOW-PUB-26).
    pub(super) fn sells_loose_director(&self, player: Player, company: Company) -> bool {
        let price = self.checks().share_price(company, ShareSource::Pool);
        self.public()
            && self.stock(company).of(player) > 0
            && self.core().money.player(player) >= 2 * price
    }

    /// Goes on after the purchase of a turn. On the platform it ends the turn, which stays open for a swap in late phases
    /// (IOW-PUB-24).
    pub(super) fn go_on_after_purchase(&mut self, may_swap: bool, events: &mut Events) {
        if !self.public() {
            return self.continue_turn(events);
        }
        if !(may_swap && self.phase_brought(|s| s.fishbourne)) {
            self.end_stock_turn(events);
        }
    }

    /// Goes on with a turn after a swap or a bankruptcy. On the platform the player is asked in any case.
    pub(super) fn go_on_by_the_book(&mut self, events: &mut Events) {
        if !self.public() {
            self.continue_turn(events);
        }
    }

    /// Goes on with the turn in which a company was launched (IOW-PUB-56).
    pub(super) fn go_on_after_home(&mut self, events: &mut Events) {
        if self.public() && self.state.stock.bought {
            self.end_stock_turn(events);
        } else {
            self.continue_turn(events);
        }
    }

    /// Begins a round with a player who can only pass. By the book the player is asked, so that rounds never follow each
    /// other without end. The platform skips that player, which is safe while companies take turns.
    pub(super) fn skip_idle_first_player(&mut self, events: &mut Events) {
        if self.public() && !self.has_anything_to_do() && self.active().next().is_some() {
            self.end_stock_turn(events);
        }
    }

    /// Whether a player who can neither buy nor sell is asked: for a swap, or because the platform sees something possible.
    pub(super) fn waits_for_idle_player(&self) -> bool {
        if self.public() { self.platform_waits() } else { self.exchange_choices().next().is_some() }
    }

    // IOW-PUB-73.
    fn platform_waits(&self) -> bool {
        let (core, player) = (self.core(), self.buyer());
        let cash = core.money.player(player);
        let stock = &self.state.stock;
        let room = self.checks().has_room(player, self.certificate_limit());
        if stock.bought || room.is_err() {
            return false;
        }
        let cheapest = |cells: fn(&Charter) -> &[u8]| {
            let prices = self.printed.sheet.company_ids().flat_map(|c| {
                let cells = cells(self.charter(c));
                cells.iter().map(move |&cell| self.director_price(c, cell))
            });
            prices.min().unwrap_or(i32::MAX)
        };
        let first = cheapest(|c| &c.par_cells);
        let again = cheapest(|c| &c.relaunch_cells);
        let startable = self.printed.sheet.company_ids().any(|c| {
            let bankrupt = core.is(c, Flag::Bankrupt);
            !core.is(c, Flag::Started)
                && !stock.has_sold(player, c)
                && cash >= if bankrupt { again } else { first }
        });
        let unsold = |p: Paper| !stock.has_sold_paper(player, p);
        startable || cash > 0 && core.papers_at(Place::Bank).any(unsold)
    }

    /// The platform comes to a halt where the first player after a bankruptcy has nothing to do.
    pub(super) fn is_stalled(&self) -> bool {
        self.public()
            && self.state.wait == Some(Wait::Stock)
            && !self.state.stock.bought
            && !self.has_anything_to_do()
    }
}
