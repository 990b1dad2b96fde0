//! What only the preset `public18xx` needs. Each function decides one thing: as the public platform does there, by the
//! book elsewhere.

use super::options::Options;
use super::position::CzPosition;
use engine::{Company, Drawn, Flag, Paper, Place, Player, SoldTo, Whereabouts};

/// Where sold shares go: back to the bank (CZ-SR-6), there to a pile of their own (PUB-12).
pub fn sold_to(options: &Options) -> SoldTo {
    if options.public_waits() { SoldTo::Pool } else { SoldTo::Ipo }
}

/// Whether order cards are dealt at random (CZ-SETUP-7); there the order of the file is the first (PUB-5).
pub fn deals_order_cards(options: &Options) -> bool {
    !options.public_waits()
}

// Players.
impl CzPosition {
    fn public(&self) -> bool {
        self.printed.options.public_waits()
    }

    /// Whether another player has to agree to a deal of a company. Consent is not recorded (PUB-32, PUB-35).
    pub fn asks_consent(&self, buyer: Company, asked: Player) -> bool {
        !self.public() && self.director(buyer) != asked
    }

    /// The least that a player may repay of what can be repaid: there everything (PUB-14).
    pub fn least_repayment(&self, most: i32) -> i32 {
        if self.public() { most } else { 1 }
    }

    /// Whether a player with debts has something to decide; there even without money (PUB-14).
    pub fn asks_debtor(&self, player: Player) -> bool {
        let core = &self.state.core;
        core.debt[player.at()] > 0 && (self.public() || core.money.player(player) > 0)
    }

    /// Whether a player above the limit who could sell may pass (PUB-15).
    pub fn may_stay_above_limit(&self) -> bool {
        self.public()
    }

    /// Whether a player is asked in a stock round although nothing can be bought: there anybody who could pay the lowest
    /// of all starting prices is.
    pub fn seems_to_start(&self, player: Player) -> bool {
        if !self.public() {
            return false;
        }
        let (core, market) = (&self.state.core, &self.sheet().market);
        let starts = market.cells.iter().filter(|c| c.start != 0);
        let lowest = starts.map(|c| i32::from(c.price)).min().unwrap_or(0);
        let open = |c: Company| core.is(c, Flag::Available) && !core.is(c, Flag::Started);
        let limit = self.printed.certificate_limit;
        self.out_of_debt(player).is_ok()
            && self.checks().has_room(player, limit).is_ok()
            && core.money.player(player) >= 2 * lowest
            && self.sheet().company_ids().any(open)
    }

    /// Whether the draft ends at a player who can buy nothing: there at the second in a row.
    pub fn ends_draft(&self, one_skipped: bool) -> bool {
        self.public() && one_skipped
    }

    /// One of so many companies for Václav: by chance, in games of there by a generator of their own (PUB-5).
    pub fn draw(&mut self, of: u32) -> u32 {
        if !self.public() || !self.state.core.rng.is_old() {
            return self.state.core.rng.below(of);
        }
        let next = (u64::from(self.state.draws) * 1_103_515_245 + 12_345) % (1 << 31);
        self.state.draws = next as u32;
        let index = self.state.draws % of;
        self.state.core.rng.note(Drawn { index, of });
        index
    }
}

/// Where that generator begins.
pub const fn first_draw(seed: u64) -> u32 {
    (seed % (1 << 31)) as u32
}

// Steps of a turn: there they wait wherever its files have an entry (PUB-7).
impl CzPosition {
    /// Whether the track step waits.
    pub fn track_waits(&self, company: Company) -> bool {
        let (yellow, upgrade) = self.allowance(company);
        let build = yellow || upgrade;
        if !self.public() {
            return build && self.builds(company).next().is_some() || self.deals_in_papers(company);
        }
        let papers = &self.state.core.papers;
        let mut own = self.state.core.papers_at(Place::Company(company));
        build || own.any(|p| !papers[p.at()].used) || self.seems_to_buy_papers(company)
    }

    /// Whether a lay ends the track step: there the last one does, even while a marker waits for its city (PUB-11).
    pub fn lay_ends_track(&self, company: Company) -> bool {
        self.public() && !self.track_waits(company)
    }

    /// Whether a company runs without being asked: Václav's do (CZ-BOHEMIA-15), but there runs are recorded.
    pub fn runs_itself(&self, company: Company) -> bool {
        self.state.is_vaclavs(company) && !self.public()
    }

    /// Whether a recorded revenue is paid as it is (PUB-4).
    pub fn pays_recorded(&self, revenue: i32) -> bool {
        self.public() && (0..1_000_000).contains(&revenue)
    }

    /// Whether routes have to bring the maximum (CZ-RUN-13, PUB-4).
    pub fn wants_the_maximum(&self) -> bool {
        !self.public()
    }

    /// Whether the take-over step waits.
    pub fn acquire_waits(&self, company: Company) -> bool {
        let worth_asking = |target| {
            self.public()
                || !self.take_over_prices(company, target).is_empty()
                || self.could_raise_for(company, target)
        };
        self.targets(company).any(worth_asking)
    }

    /// Whether a train may be turned only if there is room for it (CZ-ACQUIRE-11).
    pub fn turns_within_limit(&self) -> bool {
        !self.public()
    }

    /// Whether the train step waits.
    pub fn trains_wait(&self, company: Company) -> bool {
        if self.must_buy(company) {
            return true;
        }
        if !self.public() {
            return self.train_choices(company).next().is_some()
                || self.could_raise_for_train(company);
        }
        let core = &self.state.core;
        let cash = core.money.company(company);
        // Václav's trains count too, although nobody can buy them (PUB-35).
        let of_another = |place| matches!(place, Whereabouts::Company(c) if c != company);
        let others = core.phase >= self.printed.trade_from
            && core.trains.cards.iter().any(|c| of_another(c.place));
        let affordable = self.bank_sales(company).any(|sale| sale.price <= cash);
        self.train_room(company) > 0 && (affordable || others && cash >= 1)
    }

    /// Whether a purchase has met the obligation to own a train and used up the exception (PUB-36).
    pub fn one_purchase_is_enough(&self) -> bool {
        self.public() && self.state.turn.purchases > 0
    }

    /// Whether companies that own too many trains go unseen after an export: there, seen in its files, one that scraps
    /// nothing makes nobody look at limits.
    pub fn overlooks_excess(&self, scrapped: bool) -> bool {
        self.public() && !scrapped
    }

    /// Whether companies return trains in any order (PUB-41).
    pub fn returns_in_any_order(&self) -> bool {
        self.public()
    }

    /// Whether the last step of a turn waits.
    pub fn papers_wait(&self, company: Company) -> bool {
        if !self.public() {
            return self.paper_choices(company).next().is_some();
        }
        let mut own = self.state.core.papers_at(Place::Company(company));
        self.seems_to_buy_papers(company) || own.next().is_some()
    }

    /// Whether a player's paper counts as one that a company could buy: there whatever its size.
    pub fn counts_as_buyable(&self, company: Company, paper: Paper) -> bool {
        let core = &self.state.core;
        let fits = self.sheet().papers[paper.at()].size <= self.printed.size(company);
        matches!(core.papers[paper.at()].place, Place::Player(_)) && (fits || self.public())
    }

    fn seems_to_buy_papers(&self, company: Company) -> bool {
        let with_player = |p: Paper| self.counts_as_buyable(company, p);
        self.papers_traded()
            && self.state.core.money.company(company) >= 1
            && self.sheet().paper_ids().any(with_player)
    }
}
