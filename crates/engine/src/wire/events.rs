//! Events as they travel.

use super::{Lot, Names, SlotName, TrainFrom};
use crate::{Company, Flag, Paper, Player, Purse, RoundName, ShareSource, Why};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// Who holds, pays or is paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// The bank.
    Bank,
    /// A player.
    Player(Player),
    /// A company.
    Company(String),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema), schema(as = GameEvent))]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // Each means what the engine's event of the same name means; `train` is what the card shows.
pub enum Event {
    RoundBegan {
        round: RoundName,
    },
    TurnBegan {
        company: String,
    },
    PhaseBegan {
        phase: String,
    },
    Paid {
        from: Holder,
        to: Holder,
        amount: i32,
        why: Why,
    },
    LotTaken {
        player: Player,
        lot: Lot,
        price: i32,
    },
    BidMade {
        player: Player,
        #[cfg_attr(feature = "schema", schema(required = true))]
        lot: Option<Lot>,
        amount: i32,
    },
    Passed {
        player: Player,
    },
    PaperBought {
        paper: String,
        by: Holder,
        from: Holder,
        price: i32,
    },
    PaperSold {
        paper: String,
        by: Holder,
        price: i32,
    },
    PaperExchanged {
        paper: String,
        player: Player,
        company: String,
    },
    PaperClosed {
        paper: String,
    },
    PowerUsed {
        paper: String,
        company: String,
    },
    Started {
        company: String,
        player: Player,
        price: i32,
    },
    ShareBought {
        player: Player,
        company: String,
        from: ShareSource,
        price: i32,
    },
    SharesSold {
        player: Player,
        company: String,
        shares: u8,
        price: i32,
        total: i32,
    },
    DirectorChanged {
        company: String,
        #[cfg_attr(feature = "schema", schema(required = true))]
        from: Option<Player>,
        #[cfg_attr(feature = "schema", schema(required = true))]
        to: Option<Player>,
    },
    Floated {
        company: String,
        capital: i32,
    },
    PriceMoved {
        company: String,
        from: i32,
        to: i32,
    },
    TileLaid {
        company: String,
        cell: String,
        tile: String,
        rotation: u8,
        cost: i32,
    },
    PaperTileLaid {
        player: Player,
        paper: String,
        cell: String,
        tile: String,
        rotation: u8,
    },
    StationPlaced {
        company: String,
        cell: String,
        stop: u8,
        cost: i32,
    },
    StationWaits {
        company: String,
        cell: String,
    },
    StationReturned {
        company: String,
        cell: String,
    },
    Ran {
        company: String,
        revenue: i32,
        subsidy: i32,
    },
    PaidOut {
        company: String,
        revenue: i32,
    },
    Kept {
        company: String,
        revenue: i32,
    },
    TrainBought {
        company: String,
        card: String,
        face: u8,
        price: i32,
        from: TrainFrom,
        train: String,
    },
    TrainTraded {
        company: String,
        card: String,
        given: String,
        price: i32,
        train: String,
    },
    WentBankrupt {
        player: Player,
    },
    TrainReceived {
        company: String,
        card: String,
        face: u8,
        train: String,
    },
    TrainScrapped {
        card: String,
        face: u8,
        #[cfg_attr(feature = "schema", schema(required = true))]
        owner: Option<String>,
        train: String,
    },
    TrainExported {
        card: String,
        train: String,
    },
    TrainReturned {
        company: String,
        card: String,
        train: String,
    },
    TrainTurned {
        company: String,
        card: String,
        face: u8,
        price: i32,
        train: String,
    },
    TrainObsolete {
        card: String,
        #[cfg_attr(feature = "schema", schema(required = true))]
        owner: Option<String>,
        train: String,
    },
    TrainLeased {
        company: String,
        card: String,
        train: String,
    },
    Acquired {
        company: String,
        target: String,
        price: i32,
    },
    Offered {
        from: String,
        to: Player,
    },
    Answered {
        player: Player,
        accept: bool,
    },
    LoanTaken {
        player: Player,
        amount: i32,
    },
    Repaid {
        player: Player,
        amount: i32,
    },
    OrderChanged {
        order: Vec<Player>,
    },
    PriorityPassed {
        player: Player,
    },
    StatusChanged {
        company: String,
        flag: Flag,
        on: bool,
    },
    CardPlayed {
        player: Player,
        slot: SlotName,
        side: u8,
        copy: bool,
    },
    RightUsed {
        player: Player,
        slot: SlotName,
    },
    Drawn {
        what: String,
        of: u32,
        index: u32,
        result: String,
    },
    Procedure {
        step: String,
        rule: String,
        found: String,
    },
    GameEnded {
        reason: String,
    },
}

impl Names<'_> {
    fn purse(&self, purse: Purse) -> Holder {
        match purse {
            Purse::Bank => Holder::Bank,
            Purse::Player(player) => Holder::Player(player),
            Purse::Company(company) => Holder::Company(self.company(company)),
        }
    }

    fn holder(&self, holder: crate::Holder) -> Holder {
        match holder {
            crate::Holder::Bank => Holder::Bank,
            crate::Holder::Player(player) => Holder::Player(player),
            crate::Holder::Company(company) => Holder::Company(self.company(company)),
        }
    }

    /// An event as it travels. Trains and phases are called what they show.
    pub fn write_event(&self, event: &crate::Event) -> Event {
        use crate::Event as E;
        let c = |company: &Company| self.company(*company);
        let p = |paper: &Paper| self.paper(*paper);
        match event {
            E::RoundBegan { round } => Event::RoundBegan { round: *round },
            E::TurnBegan { company } => Event::TurnBegan { company: c(company) },
            E::PhaseBegan { phase } => {
                Event::PhaseBegan { phase: self.sheet.phases[usize::from(*phase)].name.clone() }
            }
            E::Paid { from, to, amount, why } => Event::Paid {
                from: self.purse(*from),
                to: self.purse(*to),
                amount: *amount,
                why: *why,
            },
            E::LotTaken { player, lot, price } => {
                Event::LotTaken { player: *player, lot: self.write_lot(*lot), price: *price }
            }
            E::BidMade { player, lot, amount } => Event::BidMade {
                player: *player,
                lot: lot.map(|l| self.write_lot(l)),
                amount: *amount,
            },
            E::Passed { player } => Event::Passed { player: *player },
            E::PaperBought { paper, by, from, price } => Event::PaperBought {
                paper: p(paper),
                by: self.holder(*by),
                from: self.holder(*from),
                price: *price,
            },
            E::PaperSold { paper, by, price } => {
                Event::PaperSold { paper: p(paper), by: self.holder(*by), price: *price }
            }
            E::PaperExchanged { paper, player, company } => {
                Event::PaperExchanged { paper: p(paper), player: *player, company: c(company) }
            }
            E::PaperClosed { paper } => Event::PaperClosed { paper: p(paper) },
            E::PowerUsed { paper, company } => {
                Event::PowerUsed { paper: p(paper), company: c(company) }
            }
            E::Started { company, player, price } => {
                Event::Started { company: c(company), player: *player, price: *price }
            }
            E::ShareBought { player, company, from, price } => Event::ShareBought {
                player: *player,
                company: c(company),
                from: *from,
                price: *price,
            },
            E::SharesSold { player, company, shares, price, total } => Event::SharesSold {
                player: *player,
                company: c(company),
                shares: *shares,
                price: *price,
                total: *total,
            },
            E::DirectorChanged { company, from, to } => {
                Event::DirectorChanged { company: c(company), from: *from, to: *to }
            }
            E::Floated { company, capital } => {
                Event::Floated { company: c(company), capital: *capital }
            }
            E::PriceMoved { company, from, to } => {
                Event::PriceMoved { company: c(company), from: *from, to: *to }
            }
            E::TileLaid { company, cell, tile, rotation, cost } => Event::TileLaid {
                company: c(company),
                cell: self.cell(*cell),
                tile: self.tile(*tile),
                rotation: *rotation,
                cost: *cost,
            },
            E::StationPlaced { company, cell, stop, cost } => Event::StationPlaced {
                company: c(company),
                cell: self.cell(*cell),
                stop: *stop,
                cost: *cost,
            },
            E::StationWaits { company, cell } => {
                Event::StationWaits { company: c(company), cell: self.cell(*cell) }
            }
            E::StationReturned { company, cell } => {
                Event::StationReturned { company: c(company), cell: self.cell(*cell) }
            }
            E::Ran { company, revenue, subsidy } => {
                Event::Ran { company: c(company), revenue: *revenue, subsidy: *subsidy }
            }
            E::PaidOut { company, revenue } => {
                Event::PaidOut { company: c(company), revenue: *revenue }
            }
            E::Kept { company, revenue } => Event::Kept { company: c(company), revenue: *revenue },
            E::TrainBought { company, card, face, price, from } => Event::TrainBought {
                company: c(company),
                card: self.card(*card),
                face: *face,
                price: *price,
                from: self.write_from(*from),
                train: self.face(*card, Some(*face)),
            },
            E::PaperTileLaid { player, paper, cell, tile, rotation } => Event::PaperTileLaid {
                player: *player,
                paper: p(paper),
                cell: self.cell(*cell),
                tile: self.tile(*tile),
                rotation: *rotation,
            },
            E::TrainTraded { company, card, given, price } => Event::TrainTraded {
                company: c(company),
                card: self.card(*card),
                given: self.face(*given, None),
                price: *price,
                train: self.face(*card, None),
            },
            E::WentBankrupt { player } => Event::WentBankrupt { player: *player },
            E::TrainReceived { company, card, face } => Event::TrainReceived {
                company: c(company),
                card: self.card(*card),
                face: *face,
                train: self.face(*card, Some(*face)),
            },
            E::TrainScrapped { card, face, owner } => Event::TrainScrapped {
                card: self.card(*card),
                face: *face,
                owner: owner.as_ref().map(c),
                train: self.face(*card, Some(*face)),
            },
            E::TrainExported { card } => {
                Event::TrainExported { card: self.card(*card), train: self.face(*card, None) }
            }
            E::TrainReturned { company, card } => Event::TrainReturned {
                company: c(company),
                card: self.card(*card),
                train: self.face(*card, None),
            },
            E::TrainTurned { company, card, face, price } => Event::TrainTurned {
                company: c(company),
                card: self.card(*card),
                face: *face,
                price: *price,
                train: self.face(*card, Some(*face)),
            },
            E::TrainObsolete { card, owner } => Event::TrainObsolete {
                card: self.card(*card),
                owner: owner.as_ref().map(c),
                train: self.face(*card, None),
            },
            E::TrainLeased { company, card } => Event::TrainLeased {
                company: c(company),
                card: self.card(*card),
                train: self.face(*card, None),
            },
            E::Acquired { company, target, price } => {
                Event::Acquired { company: c(company), target: c(target), price: *price }
            }
            E::Offered { from, to } => Event::Offered { from: c(from), to: *to },
            E::Answered { player, accept } => Event::Answered { player: *player, accept: *accept },
            E::LoanTaken { player, amount } => {
                Event::LoanTaken { player: *player, amount: *amount }
            }
            E::Repaid { player, amount } => Event::Repaid { player: *player, amount: *amount },
            E::OrderChanged { order } => Event::OrderChanged { order: order.clone() },
            E::PriorityPassed { player } => Event::PriorityPassed { player: *player },
            E::StatusChanged { company, flag, on } => {
                Event::StatusChanged { company: c(company), flag: *flag, on: *on }
            }
            E::CardPlayed { player, slot, side, copy } => Event::CardPlayed {
                player: *player,
                slot: self.slot(*slot),
                side: *side,
                copy: *copy,
            },
            E::RightUsed { player, slot } => {
                Event::RightUsed { player: *player, slot: self.slot(*slot) }
            }
            E::Drawn { what, of, index, result } => {
                Event::Drawn { what: what.clone(), of: *of, index: *index, result: result.clone() }
            }
            E::Procedure { step, rule, found } => {
                Event::Procedure { step: step.clone(), rule: rule.clone(), found: found.clone() }
            }
            E::GameEnded { reason } => Event::GameEnded { reason: reason.clone() },
        }
    }
}
