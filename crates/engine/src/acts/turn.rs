//! A plain turn of a company.

use super::{Acts, Lay};
use crate::{
    Company, Core, Deal, Deed, Event, Flag, Holder, MarketMove, PAPERS_CLOSE, Paper, Pay, Place,
    Player, Purchase, Purse, Right, Step, TrainFrom, Turn, fits,
};
use board::{Cell, Spot, TileId};
use smallvec::SmallVec;

/// What follows from something done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The step goes on.
    Stays,
    /// The step is over.
    Leaves,
    /// A player sold a paper to the company.
    Sold(Paper, Player),
    /// The director is bankrupt.
    Bankrupt(Player),
}

impl Acts<'_> {
    /// Carries out what was found legal in a turn.
    pub fn carry_out(&mut self, turn: &mut Turn, deed: Deed) -> After {
        let company = turn.company;
        match deed {
            Deed::Leave => return After::Leaves,
            Deed::Lay { cell, tile, rotation, cost } => {
                let stops = &self.stops_after((cell, tile, rotation));
                self.lay_tile(Lay { company, cell, tile, rotation, stops, cost });
                turn.laid = true;
            }
            Deed::Place { spot, cost } => {
                self.place_station(company, spot, cost);
                return After::Leaves;
            }
            Deed::Run { revenue } => {
                turn.revenue = revenue;
                self.ran(company, revenue, 0);
                return After::Leaves;
            }
            Deed::Pay(pay) => {
                self.dividend(company, turn.revenue, pay);
                return After::Leaves;
            }
            Deed::Buy(bought) => self.get_train(bought),
            Deed::TradeIn { card, given, price } => {
                self.trade_train(company, card, given, price);
                self.left_stack(card);
            }
            Deed::Sell { company: sold, shares } => {
                let director = self.checks().director(company);
                self.sell_block(director, sold, shares);
                turn.sell(sold);
            }
            Deed::GiveUp => return After::Bankrupt(self.go_bankrupt(turn)),
            Deed::TakePaper { paper, price } => {
                if let Some(seller) = self.checks().owner(paper) {
                    let (by, from) = (Holder::Company(company), Holder::Player(seller));
                    self.buy_paper(paper, by, from, price);
                    return After::Sold(paper, seller);
                }
            }
            Deed::Ask(offer) => {
                if let Some(to) = offer.deal.asked(self.core) {
                    self.tell(Event::Offered { from: company, to });
                }
                turn.offers.make(offer);
            }
        }
        After::Stays
    }

    /// Somebody answers the offer that waits; on a yes it is carried out.
    pub fn answer(&mut self, turn: &mut Turn, accept: bool) -> After {
        let Some(offer) = turn.offers.waiting.take() else {
            return After::Stays;
        };
        if let Some(player) = offer.deal.asked(self.core) {
            self.tell(Event::Answered { player, accept });
        }
        let (company, price) = (offer.buyer, offer.price);
        match offer.deal {
            _ if !accept => After::Stays,
            Deal::Paper(paper) => self.carry_out(turn, Deed::TakePaper { paper, price }),
            Deal::Train { card, seller } => {
                let face = self.core.trains.get(card).face;
                let from = TrainFrom::Company { company: seller };
                let bought = Purchase { company, card, face, price, from };
                self.carry_out(turn, Deed::Buy(bought))
            }
            Deal::Company(_) => After::Stays,
        }
    }

    /// What a step does that waits for nobody: a company that does not run keeps nothing.
    pub fn skip(&mut self, turn: &Turn) {
        match turn.step {
            Step::Run => self.ran(turn.company, 0, 0),
            Step::Dividend => self.dividend(turn.company, 0, Pay::Withhold),
            _ => {}
        }
    }

    /// Revenue is paid out or kept, and the price moves.
    pub fn dividend(&mut self, company: Company, revenue: i32, pay: Pay) {
        match pay {
            Pay::Out => self.pay_out(company, revenue),
            Pay::Withhold => self.withhold(company, revenue),
        }
        let how = match pay {
            Pay::Out => MarketMove::Right,
            Pay::Withhold => MarketMove::Left,
        };
        self.move_marker(company, how, 1);
    }

    // A train changes hands; the director helps where the bank sells.
    fn get_train(&mut self, bought: Purchase) {
        if !matches!(bought.from, TrainFrom::Company { .. }) {
            let director = self.checks().director(bought.company);
            self.help(bought.company, director, bought.price);
        }
        self.buy_train(bought);
        if bought.from == TrainFrom::Deck {
            self.left_stack(bought.card);
        }
    }

    /// A card has left the stack: phases begin, trains rust, papers close.
    pub fn left_stack(&mut self, card: crate::Card) {
        while let Some(phase) = self.next_phase(card) {
            self.rust(phase);
            if self.checks().phase_has(PAPERS_CLOSE) {
                self.close_papers();
            }
        }
    }

    /// Papers of players and companies close, but for those that stay with a player.
    pub fn close_papers(&mut self) {
        for paper in self.sheet.paper_ids() {
            let stays = matches!(self.sheet.papers[paper.at()].right, Some(Right::Stays(_)));
            match self.core.papers[paper.at()].place {
                Place::Player(_) if !stays => self.close_paper(paper),
                Place::Company(_) => self.close_paper(paper),
                _ => {}
            }
        }
    }

    /// Every paper pays its owner.
    pub fn papers_pay(&mut self) {
        let papers = self.sheet.paper_ids();
        let incomes: Vec<i32> = papers.map(|p| self.checks().income(p)).collect();
        self.private_income(&incomes);
    }

    /// A paper is swapped for a share that was never sold. The company may float and get another director.
    pub fn swap_paper(&mut self, paper: Paper, player: Player, company: Company) {
        self.close_paper(paper);
        self.core.stock[company.at()].from_ipo(player, 1);
        self.tell(Event::PaperExchanged { paper, player, company });
        if self.core.is(company, Flag::Started) {
            self.settle_director(company);
        }
        self.float_if_due(company);
    }

    // Where stops go when a tile is laid.
    fn stops_after(&self, (cell, tile, rotation): (Cell, TileId, u8)) -> SmallVec<[u8; 8]> {
        let fit = fits(self.sheet, self.core, cell, tile, rotation);
        fit.map_or_else(SmallVec::new, |fit| SmallVec::from_slice(fit.stops))
    }

    /// A player lays a tile by right of a paper, where it was found to fit.
    pub fn lay_by_right(&mut self, player: Player, paper: Paper, lay: (Cell, TileId, u8)) {
        let stops = self.stops_after(lay);
        self.lay_paper_tile(player, paper, lay, &stops);
    }

    /// Homes of companies that have not placed theirs, in order.
    pub fn place_homes(&mut self, order: &[Company]) {
        for &company in order {
            let home = self.sheet.company(company).homes.first();
            if let Some(&cell) = home.filter(|_| !self.core.is(company, Flag::Home)) {
                self.place_home(company, Spot { cell, stop: 0 });
            }
        }
    }

    // The director sells what can be sold, a company after the other, and loses all cash.
    fn go_bankrupt(&mut self, turn: &Turn) -> Player {
        let player = self.checks().director(turn.company);
        let (sheet, core) = (self.sheet, &*self.core);
        let open = sheet.company_ids().filter(|&c| core.is(c, Flag::Started) && !turn.has_sold(c));
        for company in core.market.order(&sheet.market, open) {
            loop {
                match self.checks().largest_block(player, company) {
                    0 => break,
                    shares => self.sell_block(player, company, shares),
                }
            }
        }
        let cash = self.core.money.player(player);
        self.core.pay(Purse::Player(player), Purse::Bank, cash);
        self.tell(Event::WentBankrupt { player });
        player
    }
}

impl Core {
    /// Companies that operate, in order.
    pub fn operating_order(&self, sheet: &crate::Sheet) -> Vec<Company> {
        let floated = sheet.company_ids().filter(|&c| self.is(c, Flag::Floated));
        self.market.order(&sheet.market, floated)
    }

    /// The ledgers of a plain title before its first round: a stocked bank, everybody's cash, all companies available, papers
    /// that take part with the bank.
    pub fn dealt(sheet: &crate::Sheet, seats: u8, rng: crate::Rng) -> Core {
        let mut core = Core::new(sheet, seats, false, false, rng);
        core.money.stock_bank(sheet.bank.unwrap_or(0));
        let cash = sheet.seats(seats.into()).map_or(0, |s| s.cash);
        for player in (0..seats).map(Player) {
            core.pay(Purse::Bank, Purse::Player(player), cash);
        }
        for company in sheet.company_ids() {
            core.company_mut(company).set(Flag::Available, true);
        }
        for paper in sheet.paper_ids().filter(|p| sheet.papers[p.at()].in_play) {
            core.papers[paper.at()].place = Place::Bank;
        }
        core
    }
}
