//! Private companies: sold to companies, swapped, closed. S89-PRIVATE

use super::position::ShikokuPosition;
use super::printed::Power;
use super::refusals::{Matter, refused};
use engine::{
    Amount, Choice, Company, Deal, Event, Flag, Forbidden, Holder, Move, Offer, Paper, Place,
    Player, Refusal,
};

impl ShikokuPosition {
    /// Income of a private company. S89-PRIVATE-1, S89-PRIVATE-30
    pub fn income_of(&self, paper: Paper) -> i32 {
        let kept = self.owner_of(paper).is_some() && self.state.core.phase >= self.printed.closing;
        match self.printed.privates[paper.at()].power {
            Some(Power::Stays(income)) if kept => income,
            _ => self.printed.sheet.papers[paper.at()].income,
        }
    }

    // S89-PRIVATE-4..6
    fn check_paper(&self, company: Company, paper: Paper) -> Result<Amount, Refusal> {
        let no = Forbidden::PaperNotForSale { paper };
        let (first, last) = self.printed.buying;
        let phase = self.state.core.phase;
        let range = self.printed.privates.get(paper.at()).and_then(|p| p.price);
        let Some((least, most)) = range.filter(|_| (first..=last).contains(&phase)) else {
            return Err(refused(Matter::Paper)(no));
        };
        let Some(owner) = self.owner_of(paper) else {
            return Err(refused(Matter::Paper)(no));
        };
        let treasury = self.state.core.money.company(company);
        if least > treasury {
            let why = Forbidden::TooDear {
                price: least,
                has: treasury,
            };
            return Err(refused(Matter::Paper)(why));
        }
        let range = Amount::whole(least, most.min(treasury));
        if !self.asks_consent(company, Some(owner)) {
            return Ok(range);
        }
        let (terms, deal) = (self.printed.terms.offering, Deal::Paper(paper));
        let open = self.state.offers.open(terms, deal, range);
        let price = range.max;
        open.first()
            .copied()
            .ok_or_else(|| refused(Matter::Paper)(Forbidden::OfferedAlready { price }))
    }

    /// Private companies that a company may buy now.
    pub(super) fn paper_choices(&self, company: Company) -> impl Iterator<Item = Choice> + '_ {
        self.printed.sheet.paper_ids().filter_map(move |paper| {
            let range = self.check_paper(company, paper).ok()?;
            let mv = Move::BuyPaper {
                paper,
                amount: range.min,
            };
            Some(Choice::range(mv, range))
        })
    }

    pub(super) fn buy_paper(
        &mut self,
        company: Company,
        paper: Paper,
        amount: i32,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let range = self.check_paper(company, paper)?;
        if !range.contains(amount) {
            let Amount {
                min: least,
                max: most,
                ..
            } = range;
            return Err(refused(Matter::Paper)(Forbidden::PriceOutOfRange {
                least,
                most,
            }));
        }
        let owner = self.owner_of(paper);
        if self.asks_consent(company, owner) {
            self.offer(Deal::Paper(paper), company, amount, events);
        } else {
            self.take_over_paper(company, paper, amount, events);
        }
        Ok(())
    }

    /// Asks somebody to agree.
    pub(super) fn offer(
        &mut self,
        deal: Deal,
        buyer: Company,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        if let Some(to) = deal.asked(&self.state.core) {
            events.push(Event::Offered { from: buyer, to });
        }
        self.state.offers.make(Offer { deal, buyer, price });
    }

    /// A private company goes to a company. Its seller may have a last right. S89-PRIVATE-13, S89-PRIVATE-19
    pub(super) fn take_over_paper(
        &mut self,
        company: Company,
        paper: Paper,
        price: i32,
        events: &mut Vec<Event>,
    ) {
        let Some(seller) = self.owner_of(paper) else {
            return;
        };
        let (by, from) = (Holder::Company(company), Holder::Player(seller));
        self.acts(events).buy_paper(paper, by, from, price);
        if matches!(
            self.printed.privates[paper.at()].power,
            Some(Power::Parting { .. })
        ) {
            self.state.parting = Some((paper, seller));
        }
    }

    // S89-PRIVATE-23..28
    fn check_swap(&self, paper: Paper) -> Result<(Player, Company), Refusal> {
        let swaps = matches!(
            self.printed.privates.get(paper.at()).map(|p| &p.power),
            Some(Some(Power::Swap))
        );
        let company = self
            .printed
            .sheet
            .papers
            .get(paper.at())
            .and_then(|p| p.company);
        let no = || refused(Matter::Swap)(Forbidden::NotYourPaper { paper });
        let (Some(company), true) = (company, swaps) else {
            return Err(no());
        };
        let owner = self.owner_of(paper).ok_or_else(no)?;
        let (core, def) = (&self.state.core, self.printed.sheet.company(company));
        let stock = &core.stock[company.at()];
        let ordinary = if core.is(company, Flag::Started) {
            stock.ipo
        } else {
            stock.ipo.saturating_sub(def.director_units)
        };
        if self.state.auction.is_some() {
            return Err(Refusal::new("S89-PRIVATE-24", "not-now"));
        }
        if ordinary == 0 {
            return Err(refused(Matter::Swap)(Forbidden::NoShareLeft { company }));
        }
        if stock.of(owner) >= def.max_units {
            return Err(Refusal::new("S89-PRIVATE-28", "holding-limit"));
        }
        Ok((owner, company))
    }

    /// What a player may do at any moment: swap a private company, lay its tile.
    pub(super) fn rights_of(&self, player: Player) -> impl Iterator<Item = Choice> + '_ {
        let swaps = self
            .state
            .core
            .papers_of(player)
            .filter(|&p| self.check_swap(p).is_ok());
        swaps
            .map(|paper| Choice::one(Move::Exchange { paper }))
            .chain(self.port_choices(player))
    }

    pub(super) fn swap(&mut self, paper: Paper, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (player, company) = self.check_swap(paper)?;
        let mut acts = self.acts(events);
        acts.close_paper(paper);
        acts.core.stock[company.at()].from_ipo(player, 1);
        acts.events.push(Event::PaperExchanged {
            paper,
            player,
            company,
        });
        // S89-PRIVATE-29
        if acts.core.is(company, Flag::Started) {
            acts.settle_director(company);
        }
        self.acts(events).float_if_due(company);
        Ok(())
    }

    /// Private companies close with the first 5-train. S89-PRIVATE-30, S89-PRIVATE-31
    pub(super) fn close_papers(&mut self, events: &mut Vec<Event>) {
        for paper in self.printed.sheet.paper_ids() {
            let place = self.state.core.papers[paper.at()].place;
            let stays = matches!(
                self.printed.privates[paper.at()].power,
                Some(Power::Stays(_))
            ) && matches!(place, Place::Player(_));
            if matches!(place, Place::Player(_) | Place::Company(_)) && !stays {
                self.acts(events).close_paper(paper);
            }
        }
    }
}
