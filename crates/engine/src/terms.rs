//! How a title varies what all titles have: data and closed enums, never a function that a title puts in.

/// Where shares go that a player sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoldTo {
    /// To the bank's pool, apart from shares never sold.
    Pool,
    /// Back among the shares never sold: there is no pool.
    Ipo,
}

/// Who directs a company after shares have changed hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directors {
    /// Whoever started it, for ever.
    Founder,
    /// Who holds most; a tie unseats nobody. A sale that would leave nobody is forbidden.
    Most,
    /// Who holds most; a tie unseats nobody. The director's certificate itself is never sold.
    MostKeeping,
    /// Who holds most; without anybody who holds enough there is none.
    MostOrNobody,
}

/// What a share costs that was never sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IpoPrice {
    /// The starting price of its company, for ever.
    Par,
    /// The price on the chart.
    Chart,
}

/// How what a holder gets of a dividend is rounded, once for all shares held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To whole money above.
    Up,
    /// To whole money below.
    Down,
}

impl Rounding {
    /// What so many percent of a sum are.
    pub const fn part(self, sum: i32, percent: i32) -> i32 {
        match self {
            Rounding::Up => (sum * percent + 99) / 100,
            Rounding::Down => sum * percent / 100,
        }
    }
}

/// Who gets the dividend of shares in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolPays {
    /// Nobody.
    Nobody,
    /// The company.
    Company,
}

/// When shares are sold and bought in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnOrder {
    /// Any number of sales, then one purchase, which ends the turn.
    SellThenBuy,
    /// Sales before and after one purchase.
    SellBuySell,
    /// Sales before one purchase or after it, not both.
    Either,
}

/// How far a sale lowers a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaleFalls {
    /// A step for each share.
    EachShare,
    /// A step for the block.
    EachBlock,
}

/// Which shares float a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatsBy {
    /// Those that players hold.
    Held,
    /// Those that were ever sold: the pool counts too.
    Sold,
}

/// When a company may lay a tile on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Its track arrives at track of the new tile, or its own station stands there.
    Arrives,
    /// As [`Joined::Arrives`], or its track lies on the cell already.
    Touches,
}

/// What may be offered to somebody who refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offering {
    /// Anything, again and again.
    Anything,
    /// The same thing for more.
    More,
    /// The same thing for more than was refused among the last so many offers.
    MoreThanLast(u8),
    /// So many offers a turn, none twice.
    Limited(u8),
}

/// Whether whoever sells something has to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Somebody else than the buyer is asked.
    Asked,
    /// What is bought is sold.
    Implied,
}

/// What is tested before a company builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Building {
    /// Everything.
    Tested,
    /// Neither blocked cells nor connection nor use nor whose tile it is: whoever recorded the game has tested them.
    Trusted,
}

/// What a run may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    /// Routes; at least one where there is one.
    Claimed,
    /// Routes, nothing, or revenue as somebody recorded it.
    Recorded,
}

/// When a director may sell shares for a train, or give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emergencies {
    /// In the train step of a company that must buy and cannot pay.
    Forced,
    /// Shares: in every train step in which treasury and cash do not reach the cheapest train. Giving up: in every step in
    /// which they do not, with all that shares would bring in the train step.
    Recorded,
}

/// What a company at its limit of trains may buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLimit {
    /// Nothing but a trade-in.
    TradeIn,
    /// Anything while it can pay for a trade-in. What is too much goes back.
    Recorded,
}

/// When the track step waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackWaits {
    /// When something can be laid.
    WhenPossible,
    /// At the start of every turn.
    Always,
}

/// A kind of train that is on sale beside the top of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The kind.
    pub kind: u8,
    /// First phase.
    pub phase: u8,
}

/// A kind of train that costs less for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TradeIn {
    /// The kind.
    pub kind: u8,
    /// What it costs then.
    pub price: i32,
    /// Bit k: a train of kind k is taken for it.
    pub takes: u16,
}

/// The terms of a title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where sold shares go.
    pub sold_to: SoldTo,
    /// Most shares of a company that the pool takes.
    pub pool_limit: Option<u8>,
    /// Who directs.
    pub directors: Directors,
    /// What unsold shares cost.
    pub ipo_price: IpoPrice,
    /// Order of a turn in a stock round.
    pub turn_order: TurnOrder,
    /// Which shares float a company.
    pub floats_by: FloatsBy,
    /// First set of rounds in which shares are sold.
    pub sales_from: u8,
    /// What a sale does to a price.
    pub sale_falls: SaleFalls,
    /// Shares of one company are sold in one block a turn.
    pub one_block: bool,
    /// Private papers of a player count as certificates.
    pub papers_count: bool,
    /// Bit z: certificates of a company in zone z of the chart do not count.
    pub uncounted_zones: u8,
    /// Bit z: of a company in zone z of the chart a player may hold any number.
    pub unlimited_zones: u8,
    /// Rounding of dividends.
    pub rounding: Rounding,
    /// Dividend of the pool.
    pub pool_pays: PoolPays,
    /// Connection of a new tile.
    pub joined: Joined,
    /// Offers after a refusal.
    pub offering: Offering,
    /// Whether sellers are asked.
    pub consent: Consent,
    /// Tests before building.
    pub building: Building,
    /// What a run may claim.
    pub running: Running,
    /// Sales for a train, and giving up.
    pub emergencies: Emergencies,
    /// Purchases at the limit of trains.
    pub at_limit: AtLimit,
    /// When the track step waits.
    pub track_waits: TrackWaits,
    /// A train on sale beside the top of the stack.
    pub beside: Option<Beside>,
    /// A train that costs less for another one.
    pub trade_in: Option<TradeIn>,
}

impl Terms {
    /// The usual terms of a plain title.
    pub const PLAIN: Terms = Terms {
        sold_to: SoldTo::Pool,
        pool_limit: None,
        directors: Directors::Most,
        ipo_price: IpoPrice::Par,
        turn_order: TurnOrder::SellBuySell,
        floats_by: FloatsBy::Held,
        sales_from: 1,
        sale_falls: SaleFalls::EachShare,
        one_block: false,
        papers_count: true,
        uncounted_zones: 0,
        unlimited_zones: 0,
        rounding: Rounding::Down,
        pool_pays: PoolPays::Nobody,
        joined: Joined::Arrives,
        offering: Offering::More,
        consent: Consent::Asked,
        building: Building::Tested,
        running: Running::Claimed,
        emergencies: Emergencies::Forced,
        at_limit: AtLimit::TradeIn,
        track_waits: TrackWaits::WhenPossible,
        beside: None,
        trade_in: None,
    };
}
