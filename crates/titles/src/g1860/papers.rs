//! Private companies: purchase, sale, exchange for a share, income, closing.

use super::position::{Allowed, Events, IowPosition};
use super::refusals::{Matter, refused};
use super::state::Wait;
use engine::{
    Amount, Choice, Company, Event, Flag, Forbidden, Holder, Move, Paper, Place, Player, Refusal,
    Value,
};

impl IowPosition {
    /// What a private company of the bank costs, once the player on turn may buy something.
    pub(super) fn paper_on_sale(&self, paper: Paper) -> Result<i32, Forbidden> {
        if self.core().papers[paper.at()].place != Place::Bank {
            return Err(Forbidden::PaperNotForSale { paper });
        }
        if self.state.stock.has_sold_paper(self.buyer(), paper) {
            return Err(Forbidden::PaperSoldThisRound { paper });
        }
        let price = self.printed.sheet.papers[paper.at()].price;
        self.checks().player_pays(self.buyer(), price)?;
        Ok(price)
    }

    pub(super) fn buy_paper(&mut self, paper: Paper, amount: i32, events: &mut Events) -> Allowed {
        let refuse = refused(Matter::Paper);
        self.may_purchase().map_err(&refuse)?;
        let price = self.paper_on_sale(paper).map_err(&refuse)?;
        if amount != price {
            return Err(refuse(Forbidden::WrongPrice { price }));
        }
        let by = Holder::Player(self.buyer());
        self.acts(events).buy_paper(paper, by, Holder::Bank, price);
        let last = paper == self.printed.fishbourne;
        if last {
            self.close_other_papers(events);
        }
        self.bought(!last, events);
        Ok(())
    }

    /// Whether the player on turn may sell a private company to the bank, and its price.
    pub(super) fn may_sell_paper(&self, paper: Paper) -> Result<i32, Refusal> {
        let refuse = refused(Matter::Paper);
        self.checks().owns_paper(self.buyer(), paper).map_err(&refuse)?;
        if self.core().round.set == 1 {
            let why = Refusal::new("IOW-PRIVATE-6", "first-round");
            return Err(why.with("paper", Value::Paper(paper)));
        }
        if self.state.stock.bought {
            return Err(refuse(Forbidden::SellBeforeBuying));
        }
        // J-30: only shares bring a player back within the limit.
        if self.above_limit() {
            return Err(Refusal::new("IOW-CERT-6", "must-sell-shares"));
        }
        Ok(self.printed.sheet.papers[paper.at()].resale.unwrap_or(0))
    }

    pub(super) fn sell_paper(&mut self, paper: Paper, events: &mut Events) -> Allowed {
        let price = self.may_sell_paper(paper)?;
        let by = Holder::Player(self.buyer());
        self.acts(events).sell_paper(paper, by, price, Place::Bank);
        self.state.stock.sell_paper(paper);
        self.test_bank();
        self.continue_turn(events);
        Ok(())
    }

    /// Whether a private company may be exchanged now, by whom and for what (IOW-EXCHANGE-1..13).
    pub(super) fn may_exchange(&self, paper: Paper) -> Result<(Player, Company), Refusal> {
        let refuse = |rule, key| Err(Refusal::new(rule, key).with("paper", Value::Paper(paper)));
        let Some(company) = self.printed.sheet.papers[paper.at()].company else {
            return refuse("IOW-EXCHANGE-1", "no-linked-company");
        };
        let owner = match self.core().papers[paper.at()].place {
            Place::Player(p) => p,
            Place::Bank => return refuse("IOW-EXCHANGE-11", "with-the-bank"),
            _ => return refuse("IOW-EXCHANGE-7", "closed"),
        };
        if owner != self.buyer() && !self.swaps_at_any_time() {
            return refuse("IOW-EXCHANGE-3", "not-your-turn");
        }
        let bankrupt = self.core().is(company, Flag::Bankrupt);
        if !self.core().is(company, Flag::Started) {
            let rule = if bankrupt { "IOW-EXCHANGE-6" } else { "IOW-EXCHANGE-5" };
            return refuse(rule, "not-started");
        }
        // J-53: bankrupt until its card goes at the launch.
        if self.printed.options.swap_after_restart == "launch" && bankrupt {
            return refuse("IOW-EXCHANGE-6", "not-launched-again");
        }
        if self.stock(company).ipo == 0 {
            return refuse("IOW-EXCHANGE-2", "no-share-left");
        }
        Ok((owner, company))
    }

    fn swap_choice(&self, paper: Paper) -> Option<Choice> {
        self.may_exchange(paper).ok()?;
        Some(Choice::one(Move::Exchange { paper }))
    }

    /// Exchanges that are allowed now.
    pub(super) fn exchange_choices(&self) -> impl Iterator<Item = Choice> + '_ {
        let papers = self.sheet_ref().paper_ids();
        papers.filter_map(|paper| self.swap_choice(paper))
    }

    /// What the player on turn may do with private companies.
    pub(super) fn paper_choices(&self, may_purchase: bool) -> impl Iterator<Item = Choice> + '_ {
        self.sheet_ref().paper_ids().flat_map(move |paper| {
            let sale = self.may_sell_paper(paper).ok();
            let sale = sale.map(|_| Choice::one(Move::SellPaper { paper }));
            let price = self.paper_on_sale(paper).ok().filter(|_| may_purchase);
            let purchase = price.map(|amount| Choice {
                mv: Move::BuyPaper { paper, amount },
                amount: Some(Amount::whole(amount, amount)),
                cost: amount,
            });
            [sale, purchase, self.swap_choice(paper)].into_iter().flatten()
        })
    }

    pub(super) fn exchange(&mut self, paper: Paper, events: &mut Events) -> Allowed {
        let home_waits = matches!(self.state.wait, Some(Wait::Home(_)));
        if home_waits && !self.swaps_at_any_time() {
            return Err(Refusal::new("IOW-LAUNCH-6", "home-tile-first"));
        }
        let (player, company) = self.may_exchange(paper)?;
        self.acts(events).close_paper(paper);
        self.state.core.stock[company.at()].from_ipo(player, 1);
        events.push(Event::PaperExchanged { paper, player, company });
        self.acts(events).settle_director(company);
        self.mark_receivership(company, events);
        self.open_groups();
        if !home_waits {
            self.launch_if_sold(company, events);
        }
        // The swap is no action (IOW-EXCHANGE-4): the turn goes on as it was.
        self.go_on_by_the_book(events);
        Ok(())
    }

    // IOW-PRIVATE-11..13.
    fn close_other_papers(&mut self, events: &mut Events) {
        for paper in self.printed.clone().sheet.paper_ids() {
            let open = self.core().papers[paper.at()].place != Place::Gone;
            if paper != self.printed.fishbourne && open {
                self.acts(events).close_paper(paper);
            }
        }
    }

    /// Income at the start of an operating round (IOW-PRIVATE-2, IOW-PRIVATE-3).
    pub(super) fn pay_papers(&mut self, events: &mut Events) {
        let papers = self.printed.sheet.papers.iter();
        let incomes: Vec<i32> = papers.map(|p| p.income).collect();
        self.acts(events).private_income(&incomes);
        if self.income_breaks_bank() {
            self.test_bank();
        }
    }
}
