//! A company that must buy a train and cannot pay for it: the director helps, sells shares, or goes bankrupt.

use super::{Checks, Forbidden};
use crate::{Choice, Company, Emergencies, Flag, Move, Player, Step, Turn, directors};

impl Checks<'_> {
    /// Price of the cheapest train of the bank.
    pub fn cheapest_train(&self) -> Option<i32> {
        self.bank_trains().map(|(card, _)| self.printed_price(card)).min()
    }

    /// Whether a company has to buy a train: it has a route and none to run there.
    pub fn needs_train(&self, company: Company) -> bool {
        self.core.trains.of(company).next().is_none() && self.has_route(company)
    }

    /// What the treasury lacks for the cheapest train, if one must be bought now.
    pub fn missing(&self, turn: &Turn) -> Option<i32> {
        let (price, has) = (self.cheapest_train()?, self.core.money.company(turn.company));
        let due = turn.step == Step::Trains && price > has && self.needs_train(turn.company);
        due.then_some(price - has)
    }

    // What treasury and cash lack for the cheapest train.
    fn short_of(&self, turn: &Turn) -> i32 {
        let money = &self.core.money;
        let has = money.company(turn.company) + money.player(self.director(turn.company));
        self.cheapest_train().map_or(0, |price| price - has)
    }

    // What the director may sell shares for.
    fn wanted(&self, turn: &Turn) -> i32 {
        let due = match self.terms.emergencies {
            Emergencies::Forced => self.missing(turn).is_some(),
            Emergencies::Recorded => turn.step == Step::Trains,
        };
        if due { self.short_of(turn) } else { 0 }
    }

    /// Whether the director may add money for a train of the bank: for the cheapest only, and with cash.
    pub fn may_help(&self, turn: &Turn, price: i32) -> Result<(), Forbidden> {
        let has = self.core.money.company(turn.company);
        let missing = self.missing(turn).ok_or(Forbidden::NoHelp { price, has })?;
        let cheapest = self.cheapest_train().unwrap_or(0);
        if price != cheapest {
            return Err(Forbidden::OnlyCheapest { price: cheapest });
        }
        self.player_pays(self.director(turn.company), missing)
    }

    // A sale for a train needs room in the pool and changes no director.
    fn may_shed(&self, player: Player, company: Company, shares: u8) -> Result<(), Forbidden> {
        self.may_part_with(player, company, shares)?;
        let stock = &self.core.stock[company.at()];
        let kept = stock.of(player) - shares;
        let directs = stock.director() == Some(player);
        let loses = directs && kept < stock.director_units()
            || directors::after_sale(self.core, company, player, shares).is_some();
        match loses {
            true => Err(Forbidden::DirectorChanges { company }),
            false => Ok(()),
        }
    }

    // The most shares that a player may sell in a block of a started company.
    pub(crate) fn largest_block(&self, player: Player, company: Company) -> u8 {
        let held = match self.share_worth(company) {
            0 => 0,
            _ => self.core.stock[company.at()].of(player),
        };
        let sheds = |shares: &u8| self.may_shed(player, company, *shares).is_ok();
        (1..=held).rev().find(sheds).unwrap_or(0)
    }

    /// Whether the director may sell a block for the train: as much as is needed, one block of each company.
    pub fn may_raise(&self, turn: &Turn, company: Company, shares: u8) -> Result<(), Forbidden> {
        let (wanted, price) = (self.wanted(turn), self.share_worth(company));
        if wanted <= 0 {
            return Err(Forbidden::NoNeedToSell);
        }
        if turn.has_sold(company) {
            return Err(Forbidden::SoldThisTurn { company });
        }
        if !self.core.is(company, Flag::Started) || price == 0 {
            return Err(Forbidden::NotStarted { company });
        }
        if i32::from(shares) > (wanted + price - 1) / price {
            return Err(Forbidden::MoreThanNeeded { company });
        }
        self.may_shed(self.director(turn.company), company, shares)
    }

    /// Whether nothing helps any more: a block of each company would not bring enough.
    pub fn may_give_up(&self, turn: &Turn) -> Result<Player, Forbidden> {
        let (player, sells) = (self.director(turn.company), turn.step == Step::Trains);
        let wanted = match self.terms.emergencies {
            Emergencies::Forced => self.wanted(turn),
            Emergencies::Recorded => self.short_of(turn),
        };
        let value = |c: Company| self.share_worth(c) * i32::from(self.largest_block(player, c));
        let open = self.sheet.company_ids().filter(|&c| sells && !turn.has_sold(c));
        match wanted > 0 && open.map(value).sum::<i32>() < wanted {
            true => Ok(player),
            false => Err(Forbidden::NotBankrupt),
        }
    }

    /// Sales for a train, and bankruptcy.
    pub fn emergency_choices(&self, turn: &Turn) -> Vec<Choice> {
        let mut all = Vec::new();
        let director = self.director(turn.company);
        let sells = self.wanted(turn) > 0;
        for company in self.sheet.company_ids().filter(|_| sells) {
            let held = self.core.stock[company.at()].of(director);
            let blocks = (1..=held).filter(|&s| self.may_raise(turn, company, s).is_ok());
            all.extend(blocks.map(|shares| Choice::one(Move::SellShares { company, shares })));
        }
        if self.may_give_up(turn).is_ok() {
            all.push(Choice::one(Move::Bankrupt));
        }
        all
    }
}
