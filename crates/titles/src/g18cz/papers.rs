//! Local railways in a company's turn: buying, selling, powers. Possible at any point of the turn. CZ-OR-6

use super::position::{CzPosition, Events};
use super::printed::PaperKind;
use super::refusals::{not_in_this_step, of_paper, under};
use engine::{
    Allowed, Amount, Choice, Company, Deal, Forbidden, Holder, LayBy, Move, Paper, Place,
    Whereabouts,
};

impl CzPosition {
    /// Income of a paper. CZ-LOCAL-1, CZ-MORAVIA-26
    pub fn paper_income(&self, paper: Paper) -> i32 {
        match self.printed.paper_kinds[paper.at()] {
            PaperKind::Westbahn => self.westbahn_income(),
            _ => self.sheet().papers[paper.at()].income,
        }
    }

    /// What a paper is worth in a player's hand. CZ-LOCAL-10, CZ-MORAVIA-33
    pub fn paper_worth(&self, paper: Paper) -> i32 {
        let value = self.state.local_value(&self.printed);
        match self.printed.paper_kinds[paper.at()] {
            PaperKind::Train => 0,
            _ => value.unwrap_or(self.sheet().papers[paper.at()].price),
        }
    }

    fn local_value(&self) -> i32 {
        self.state.local_value(&self.printed).unwrap_or(0)
    }

    /// Money that a company could raise through papers. PUB-7
    pub fn potential(&self, company: Company) -> i32 {
        if self.state.is_vaclavs(company) {
            return 0;
        }
        let (core, value) = (&self.state.core, self.local_value());
        let own = core.papers_at(Place::Company(company)).count() as i32 * value;
        if !self.papers_traded() || core.money.company(company) < 1 {
            return own;
        }
        let papers = self.sheet().paper_ids();
        let others = papers.filter(|&p| self.counts_as_buyable(company, p));
        own + others.count() as i32 * (value - 1)
    }

    /// Whether companies buy papers by now. CZ-LOCAL-5
    pub fn papers_traded(&self) -> bool {
        self.state.core.phase >= self.printed.papers_from
    }

    /// Whether a company may use the power of a paper. CZ-LOCAL-11
    pub fn may_use_power(&self, company: Company, paper: Paper) -> Allowed {
        let state = self.state.core.papers[paper.at()];
        if state.place != Place::Company(company)
            || self.printed.paper_kinds[paper.at()] != PaperKind::Local
        {
            return Err(of_paper("CZ-LOCAL-11", "paper-not-owned", paper));
        }
        if state.used {
            return Err(of_paper("CZ-LOCAL-11", "power-used", paper));
        }
        Ok(())
    }

    /// Papers of a company whose power is unused.
    pub fn powers(&self, company: Company) -> impl Iterator<Item = Paper> {
        let own = self.state.core.papers_at(Place::Company(company));
        own.filter(move |&paper| self.may_use_power(company, paper).is_ok())
    }

    // What a company may pay for a paper, whatever was refused. CZ-LOCAL-5..7
    fn may_buy_paper(&self, company: Company, paper: Paper) -> Allowed<Amount> {
        let core = &self.state.core;
        let refuse = |rule, key| Err(of_paper(rule, key, paper));
        if !self.papers_traded() {
            return refuse("CZ-LOCAL-5", "papers-not-yet-traded");
        }
        if self.state.is_vaclavs(company) {
            return refuse("CZ-BOHEMIA-16", "vaclav-buys-nothing");
        }
        if !matches!(core.papers[paper.at()].place, Place::Player(_)) {
            return refuse("CZ-LOCAL-19", "paper-not-with-a-player");
        }
        if self.printed.paper_kinds[paper.at()] == PaperKind::Train {
            return refuse("CZ-MORAVIA-24", "paper-cannot-be-sold");
        }
        if self.sheet().papers[paper.at()].size > self.printed.size(company) {
            return refuse("CZ-LOCAL-7", "paper-too-large");
        }
        match self.local_value().min(core.money.company(company)) {
            ..1 => refuse("CZ-LOCAL-5", "not-enough-money"),
            most => Ok(Amount::whole(1, most)),
        }
    }

    fn buyable(&self, company: Company) -> impl Iterator<Item = (Paper, Amount)> {
        self.sheet().paper_ids().filter_map(move |paper| {
            let range = self.may_buy_paper(company, paper).ok()?;
            Some((paper, range))
        })
    }

    /// Whether a company owns a paper or could get one.
    pub fn deals_in_papers(&self, company: Company) -> bool {
        let mut own = self.state.core.papers_at(Place::Company(company));
        !self.state.is_vaclavs(company)
            && (own.next().is_some()
                || self.buyable(company).next().is_some()
                || self.assignable(company).is_some())
    }

    /// Moves that belong to no step.
    pub fn concerns_papers(mv: &Move) -> bool {
        matches!(mv.as_lay(), Some((_, LayBy::Power { .. })))
            || matches!(mv, Move::BuyPaper { .. } | Move::SellPaper { .. })
            || matches!(mv, Move::AssignTrain { .. })
    }

    /// Everything a company can do with papers now.
    pub fn paper_choices(&self, company: Company) -> impl Iterator<Item = Choice> {
        let own = self.state.core.papers_at(Place::Company(company));
        let sales = own.map(|paper| Choice::one(Move::SellPaper { paper }));
        let purchases = self.buyable(company).filter_map(move |(paper, range)| {
            let range = self.open_prices(company, Deal::Paper(paper), range);
            Choice::within(Move::BuyPaper { paper, amount: 0 }, range)
        });
        let assigned = self.assignable(company).into_iter();
        let assigned = assigned.map(move |(_, card)| Move::AssignTrain { card, company });
        let powers = self.powers(company);
        let lays = powers.flat_map(move |paper| self.lays(company, LayBy::Power { paper }));
        sales.chain(purchases).chain(assigned.map(Choice::one)).chain(lays)
    }

    /// A company trades or uses papers.
    pub fn play_papers(&mut self, company: Company, mv: &Move, events: &mut Events) -> Allowed {
        match *mv {
            Move::LayTile { .. } => self.lay(mv, events),
            Move::SellPaper { paper } => {
                // CZ-LOCAL-17
                if self.state.core.papers[paper.at()].place != Place::Company(company) {
                    return Err(Forbidden::NotYourPaper { paper }.under("CZ-LOCAL-17"));
                }
                let (by, price) = (Holder::Company(company), self.local_value());
                self.acts(events).sell_paper(paper, by, price, Place::Gone);
                Ok(())
            }
            Move::BuyPaper { paper, amount } => {
                let range = self.may_buy_paper(company, paper)?;
                let range = self.open_prices(company, Deal::Paper(paper), range);
                range.allows(amount).map_err(under("CZ-LOCAL-5"))?;
                self.propose(company, Deal::Paper(paper), amount, events);
                Ok(())
            }
            Move::AssignTrain { card, company } => self.assign(card, company, events),
            _ => Err(not_in_this_step()),
        }
    }

    /// A company gets a paper from a player.
    pub fn buy_paper(&mut self, company: Company, paper: Paper, price: i32, events: &mut Events) {
        let Place::Player(owner) = self.state.core.papers[paper.at()].place else {
            return;
        };
        let (by, from) = (Holder::Company(company), Holder::Player(owner));
        self.acts(events).buy_paper(paper, by, from, price);
        self.westbahn_bought(paper, company, events);
    }

    /// All papers close. CZ-MORAVIA-13, 29, 40
    pub fn close_papers(&mut self, events: &mut Events) {
        self.westbahn_closes(events);
        let printed = self.printed.clone();
        for paper in printed.sheet.paper_ids() {
            let place = self.state.core.papers[paper.at()].place;
            if matches!(place, Place::Player(_) | Place::Company(_)) {
                self.acts(events).close_paper(paper);
            }
        }
        let cards = self.state.core.trains.cards_mut().iter_mut();
        for card in cards.filter(|c| c.place == Whereabouts::Aside) {
            card.place = Whereabouts::Gone;
        }
    }
}
