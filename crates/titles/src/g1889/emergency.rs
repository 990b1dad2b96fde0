//! A director helps a company to its train, sells shares for it, or goes bankrupt. S89-EMERGENCY, S89-BANKRUPT

use super::position::ShikokuPosition;
use super::refusals::{Matter, refused};
use super::state::{Ending, Step};
use engine::{Choice, Company, Event, Flag, Forbidden, Move, Player, Purse, Refusal, directors};

impl ShikokuPosition {
    /// Whether shares have been sold for the train of this turn.
    pub(super) fn raising(&self) -> bool {
        self.state.turn.is_some_and(|t| t.sold != 0)
    }

    // S89-EMERGENCY-1, S89-EMERGENCY-5: what is missing for the cheapest train, if the director has to pay.
    fn missing(&self, company: Company) -> Option<i32> {
        let (core, price) = (&self.state.core, self.cheapest());
        let in_step = self.state.turn.is_some_and(|t| t.step == Step::Trains);
        let short = price > core.money.company(company);
        let needed = in_step && short && price < i32::MAX && self.must_buy(company);
        needed.then(|| price - core.money.company(company))
    }

    /// Whether the director may add money for a train of the bank. S89-EMERGENCY-2..5
    pub(super) fn check_help(&self, company: Company, price: i32) -> Result<(), Refusal> {
        let has = self.state.core.money.company(company);
        let dear = refused(Matter::Train)(Forbidden::TooDear { price, has });
        let Some(missing) = self.missing(company) else {
            return Err(Refusal {
                rule: "S89-EMERGENCY-5",
                ..dear
            });
        };
        if price != self.cheapest() {
            return Err(Refusal {
                rule: "S89-EMERGENCY-2",
                ..dear
            });
        }
        let cash = self.state.core.money.player(self.director(company));
        if missing > cash {
            return Err(Refusal {
                rule: "S89-EMERGENCY-6",
                ..dear
            });
        }
        Ok(())
    }

    // The most shares of a company that its holder may sell now: the pool has room, nobody's director changes, and one
    // share less would not bring enough. S89-EMERGENCY-7..9
    fn sellable(&self, player: Player, company: Company, wanted: i32) -> u8 {
        let (core, checks) = (&self.state.core, self.checks());
        let stock = &core.stock[company.at()];
        let price = core.price(&self.printed.sheet, company).unwrap_or(0);
        if !self.started(company) || price == 0 || wanted <= 0 {
            return 0;
        }
        let keeps = |shares: u8| {
            checks.may_part_with(player, company, shares).is_ok()
                && directors::after_sale(core, company, player, shares).is_none()
                && (stock.director() != Some(player)
                    || stock.of(player) - shares >= stock.director_units())
        };
        let enough = (wanted + price - 1) / price;
        let most = stock
            .of(player)
            .min(u8::try_from(enough).unwrap_or(u8::MAX));
        (1..=most).rev().find(|&shares| keeps(shares)).unwrap_or(0)
    }

    fn sold_already(&self, company: Company) -> bool {
        self.state
            .turn
            .is_some_and(|t| t.sold & (1 << company.0) != 0)
    }

    // What the director still lacks, after all cash.
    fn wanted(&self, company: Company) -> i32 {
        let cash = self.state.core.money.player(self.director(company));
        self.missing(company).map_or(0, |missing| missing - cash)
    }

    // Everything that could still be raised, a block of each company. S89-BANKRUPT-1
    fn could_raise(&self, company: Company) -> i32 {
        let (director, wanted) = (self.director(company), i32::MAX / 2);
        let value = |c: Company| {
            let price = self.state.core.price(&self.printed.sheet, c).unwrap_or(0);
            price * i32::from(self.sellable(director, c, wanted))
        };
        let open = self
            .printed
            .sheet
            .company_ids()
            .filter(|&c| !self.sold_already(c));
        open.map(value).sum()
    }

    fn is_bankrupt(&self, company: Company) -> bool {
        let wanted = self.wanted(company);
        wanted > 0 && self.could_raise(company) < wanted
    }

    /// Sales for the train, and bankruptcy.
    pub(super) fn emergency_choices(&self, needy: Company) -> Vec<Choice> {
        let (director, wanted) = (self.director(needy), self.wanted(needy));
        if wanted <= 0 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for company in self
            .printed
            .sheet
            .company_ids()
            .filter(|&c| !self.sold_already(c))
        {
            for shares in 1..=self.sellable(director, company, wanted) {
                all.push(Choice::one(Move::SellShares { company, shares }));
            }
        }
        if self.is_bankrupt(needy) {
            all.push(Choice::one(Move::Bankrupt));
        }
        all
    }

    pub(super) fn sell_for_train(
        &mut self,
        needy: Company,
        company: Company,
        shares: u8,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let wanted = self.wanted(needy);
        if wanted <= 0 {
            return Err(Refusal::new("S89-EMERGENCY-6", "no-need-to-sell"));
        }
        if self.sold_already(company) {
            return Err(Refusal::new("S89-EMERGENCY-8", "sold-this-turn"));
        }
        let director = self.director(needy);
        if shares == 0 || shares > self.sellable(director, company, wanted) {
            let most = self.sellable(director, company, i32::MAX / 2);
            let rule = if shares > most {
                "S89-EMERGENCY-9"
            } else {
                "S89-EMERGENCY-7"
            };
            return Err(Refusal::new(rule, "not-enough-shares"));
        }
        self.acts(events).sell_block(director, company, shares);
        if let Some(turn) = &mut self.state.turn {
            turn.sold |= 1 << company.0;
        }
        self.watch_bank();
        self.reorder();
        Ok(())
    }

    /// The director gives up: sells what can be sold, loses all cash, and the game is over. S89-BANKRUPT-2, S89-BANKRUPT-3
    pub(super) fn go_bankrupt(
        &mut self,
        needy: Company,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if !self.is_bankrupt(needy) {
            return Err(Refusal::new("S89-BANKRUPT-1", "not-bankrupt"));
        }
        let player = self.director(needy);
        let sheet = self.printed.sheet.clone();
        let core = &self.state.core;
        let started = sheet.company_ids().filter(|&c| core.is(c, Flag::Started));
        let order = core.market.order(&sheet.market, started);
        for company in order
            .into_iter()
            .filter(|&c| !self.sold_already(c))
            .collect::<Vec<_>>()
        {
            loop {
                let shares = self.sellable(player, company, i32::MAX / 2);
                if shares == 0 {
                    break;
                }
                self.acts(events).sell_block(player, company, shares);
            }
        }
        let cash = self.state.core.money.player(player);
        self.state
            .core
            .pay(Purse::Player(player), Purse::Bank, cash);
        self.state.bankrupt = player.0;
        events.push(Event::WentBankrupt { player });
        self.end(Ending::Bankrupt, events);
        Ok(())
    }
}
