//! A position as people and pages see it: names, not numbers.

use crate::{
    Company, Flag, MarketMove, Names, Place, Player, Position, RoundName, Whereabouts, wire,
};
use board::NOBODY;
use serde::Serialize;
use serde_json::Value as Json;

/// Who looks at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who may see everything.
    All,
    /// Who sits on these seats; a spectator sits on none.
    Seats(Vec<u8>),
}

/// Companies whose treasury a viewer may not see: their accounts are closed, and none of the viewer's seats holds a
/// share.
pub fn hidden_treasuries(position: &dyn Position, viewer: &Viewer) -> Vec<Company> {
    let Viewer::Seats(seats) = viewer else {
        return Vec::new();
    };
    let core = position.core();
    let holds = |c: Company| {
        let mine = seats.iter().filter(|&&s| s < core.seats);
        mine.map(|&s| core.stock[c.at()].of(Player(s))).sum::<u8>() > 0
    };
    let companies = position.sheet().company_ids();
    companies.filter(|&c| !position.accounts_open(c) && !holds(c)).collect()
}

/// A player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Player))]
pub struct PlayerView {
    /// Seat.
    pub seat: u8,
    /// Cash.
    pub cash: i32,
    /// Worth if the game ended now.
    pub value: i32,
    /// Certificates that count against the limit.
    pub certificates: u8,
    /// The limit.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub limit: Option<u8>,
    /// Loan.
    pub debt: i32,
    /// Penalty.
    pub penalty: i32,
    /// Shares by company: abbreviation, shares, percent, director.
    pub shares: Vec<(String, u8, u8, bool)>,
    /// Papers.
    pub papers: Vec<String>,
}

/// A train.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Train))]
pub struct TrainView {
    /// Card.
    pub card: u8,
    /// Kind and copy.
    pub id: String,
    /// Face in use.
    pub name: String,
    /// Obsolete.
    pub obsolete: bool,
}

/// A company.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Company))]
pub struct CompanyView {
    /// Abbreviation.
    pub id: String,
    /// Name.
    pub name: String,
    /// Size class.
    pub size: u8,
    /// Director's seat.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub director: Option<u8>,
    /// Flags that are set.
    pub flags: Vec<Flag>,
    /// Treasury; none for who may not see it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub treasury: Option<i32>,
    /// Starting price.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub par: Option<i32>,
    /// Price.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub price: Option<i32>,
    /// Cell on the chart.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub cell: Option<u8>,
    /// Place in the stack there, 0 on top.
    pub depth: u8,
    /// Price after a dividend, after none.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub next_prices: Option<(i32, i32)>,
    /// Unsold percent.
    pub ipo: u8,
    /// Percent in the pool.
    pub pool: u8,
    /// Trains.
    pub trains: Vec<TrainView>,
    /// Most trains it may own.
    pub train_limit: u8,
    /// Cost of every marker on the charter.
    pub markers: Vec<u16>,
    /// Stations on the map: cell, stop.
    pub stations: Vec<(String, u8)>,
    /// Papers.
    pub papers: Vec<String>,
    /// Revenue of the last run.
    pub last_revenue: i32,
}

/// A paper.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Paper))]
pub struct PaperView {
    /// Abbreviation.
    pub id: String,
    /// Name.
    pub name: String,
    /// Income.
    pub income: i32,
    /// Price or face value.
    pub price: i32,
    /// Where it is: `player:0`, `company:BN`, `bank`, `aside`, `gone`.
    pub owner: String,
    /// Power used.
    pub used: bool,
}

/// A laid tile.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Laid))]
pub struct BoardView {
    /// Cell.
    pub cell: String,
    /// Tile.
    pub tile: String,
    /// Rotation.
    pub rotation: u8,
    /// Companies in the slots of every stop.
    pub stations: Vec<Vec<Option<String>>>,
    /// A station waiting on the bare cell.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub waiting: Option<String>,
}

/// Cards of one kind in the stack: kind, faces with prices, left (`None` without limit).
pub type StackView = (String, Vec<(String, i32)>, Option<usize>);

/// A position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Title.
    pub title: String,
    /// Variant.
    pub variant: String,
    /// Round.
    pub round: RoundName,
    /// Phase.
    pub phase: String,
    /// Box of the process track.
    pub process: usize,
    /// Who must decide.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub decision: Option<wire::Decision>,
    /// Order of players.
    pub order: Vec<u8>,
    /// Players by seat.
    pub players: Vec<PlayerView>,
    /// Companies.
    pub companies: Vec<CompanyView>,
    /// Companies in the order in which they act: as fixed for the round, then by price and place in the stack.
    pub acting: Vec<String>,
    /// Papers.
    pub papers: Vec<PaperView>,
    /// Money in the bank.
    pub bank: i32,
    /// Trains in the stack: kind, faces with prices, left (`null` without limit).
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(String, Vec<(String, i32)>, Option<usize>)>))]
    pub stack: Vec<StackView>,
    /// Trains in the pool.
    pub pool: Vec<TrainView>,
    /// Tiles on the map (printed ones left out) and cells with stations.
    pub board: Vec<BoardView>,
    /// Tiles left.
    pub tiles: Vec<(String, u8)>,
    /// Facts of the title.
    pub facts: Vec<(String, Json)>,
    /// Result, once over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub outcome: Option<wire::Outcome>,
}

const FLAGS: [Flag; 11] = [
    Flag::Started,
    Flag::Floated,
    Flag::Operated,
    Flag::Home,
    Flag::Acquirer,
    Flag::Closed,
    Flag::Insolvent,
    Flag::Receivership,
    Flag::Bankrupt,
    Flag::Ceased,
    Flag::Available,
];

/// Looks at a position and sees everything.
pub fn view(position: &dyn Position) -> View {
    view_without(position, &[])
}

/// Looks at a position; the treasuries of these companies stay hidden.
pub fn view_without(position: &dyn Position, hidden: &[Company]) -> View {
    let (sheet, core) = (position.sheet(), position.core());
    let values = position.values();
    let train = |card: crate::Card| {
        let c = core.trains.get(card);
        TrainView {
            card: card.0,
            id: format!("{}-{}", sheet.trains[c.kind as usize].name, c.copy),
            name: sheet.face(c.kind, c.face).name.clone(),
            obsolete: c.obsolete,
        }
    };
    let players = (0..core.seats)
        .map(|seat| {
            let player = Player(seat);
            let (certificates, limit) = position.certificates(player);
            PlayerView {
                seat,
                cash: core.money.player(player),
                value: values[seat as usize],
                certificates,
                limit,
                debt: core.debt[seat as usize],
                penalty: core.penalty[seat as usize],
                shares: sheet
                    .company_ids()
                    .filter(|c| core.stock[c.at()].of(player) > 0)
                    .map(|c| {
                        let (def, stock) = (sheet.company(c), &core.stock[c.at()]);
                        let n = stock.of(player);
                        (def.id.clone(), n, n * def.unit_percent, stock.director() == Some(player))
                    })
                    .collect(),
                papers: core.papers_of(player).map(|p| sheet.papers[p.at()].id.clone()).collect(),
            }
        })
        .collect();
    let companies = sheet
        .company_ids()
        .map(|c| {
            let (def, state, stock) = (sheet.company(c), core.company(c), &core.stock[c.at()]);
            let cell = core.market.cell(c);
            CompanyView {
                id: def.id.clone(),
                name: def.name.clone(),
                size: def.size,
                director: stock.director().map(|p| p.0),
                flags: FLAGS.into_iter().filter(|&f| state.is(f)).collect(),
                treasury: (!hidden.contains(&c)).then(|| core.money.company(c)),
                par: (state.par != crate::NONE).then(|| sheet.market.price(state.par)),
                price: core.price(sheet, c),
                cell,
                depth: core.market.depth(c),
                next_prices: cell.map(|cell| {
                    let to = sheet.market.cells[cell as usize].to;
                    (
                        sheet.market.price(to[MarketMove::Right as usize]),
                        sheet.market.price(to[MarketMove::Left as usize]),
                    )
                }),
                ipo: stock.ipo * def.unit_percent,
                pool: stock.pool * def.unit_percent,
                trains: core.trains.of(c).map(train).collect(),
                train_limit: position.train_limit(c),
                markers: state
                    .markers
                    .iter()
                    .enumerate()
                    .flat_map(|(i, &n)| {
                        let cost = def
                            .station_costs
                            .get(i)
                            .or(def.station_costs.last())
                            .copied()
                            .unwrap_or(0);
                        std::iter::repeat_n(cost, n as usize)
                    })
                    .collect(),
                stations: core
                    .board()
                    .stations(&sheet.tiles, c.0)
                    .into_iter()
                    .map(|s| (sheet.map.name(s.cell), s.stop))
                    .collect(),
                papers: core
                    .papers_at(Place::Company(c))
                    .map(|p| sheet.papers[p.at()].id.clone())
                    .collect(),
                last_revenue: state.last_revenue,
            }
        })
        .collect();
    let open = |c: &Company| !core.is(*c, Flag::Closed);
    let mut acting: Vec<_> = position.lineup().into_iter().filter(open).collect();
    for company in core.market.order(&sheet.market, sheet.company_ids().filter(open)) {
        if !acting.contains(&company) {
            acting.push(company);
        }
    }
    let acting = acting.into_iter().map(|c| sheet.company(c).id.clone()).collect();
    let papers = sheet
        .paper_ids()
        .map(|p| {
            let (def, state) = (&sheet.papers[p.at()], core.papers[p.at()]);
            PaperView {
                id: def.id.clone(),
                name: def.name.clone(),
                income: def.income,
                price: def.price,
                owner: match state.place {
                    Place::Aside => "aside".to_owned(),
                    Place::Bank => "bank".to_owned(),
                    Place::Gone => "gone".to_owned(),
                    Place::Player(p) => format!("player:{}", p.0),
                    Place::Company(c) => format!("company:{}", sheet.company(c).id),
                },
                used: state.used,
            }
        })
        .collect();
    let stack = sheet
        .trains
        .iter()
        .enumerate()
        .map(|(i, kind)| {
            let left = core
                .trains
                .cards
                .iter()
                .filter(|c| c.kind == i as u8 && c.place == Whereabouts::Deck)
                .count();
            (
                kind.name.clone(),
                kind.faces.iter().map(|f| (f.name.clone(), f.price)).collect(),
                (!kind.unlimited).then_some(left),
            )
        })
        .collect();
    let company_name = |i: u8| (i != NOBODY).then(|| sheet.companies[i as usize].id.clone());
    let board = core
        .board()
        .cells()
        .into_iter()
        .filter(|(cell, laid)| {
            sheet.map.is_unbounded()
                || laid.tile != sheet.map.def(*cell).printed
                || laid.waiting != NOBODY
                || laid.slots.iter().any(|&s| s != NOBODY)
        })
        .map(|(cell, laid)| {
            let tile = sheet.tiles.get(laid.tile);
            BoardView {
                cell: sheet.map.name(cell),
                tile: tile.name.clone(),
                rotation: laid.rotation,
                stations: (0..tile.stops.len() as u8)
                    .map(|s| tile.slots_of(s).map(|i| company_name(laid.slots[i])).collect())
                    .collect(),
                waiting: company_name(laid.waiting),
            }
        })
        .collect();
    View {
        title: sheet.title.clone(),
        variant: sheet.variant.clone(),
        round: core.round,
        phase: sheet.phases[core.phase as usize].name.clone(),
        process: position.process(),
        decision: position.decision().map(|d| Names::of(position).write_decision(&d)),
        order: core.players().map(|p| p.0).collect(),
        players,
        companies,
        acting,
        papers,
        bank: core.money.of(crate::Purse::Bank),
        stack,
        pool: core.trains.at(Whereabouts::Pool).map(train).collect(),
        board,
        tiles: sheet
            .tiles
            .tiles
            .iter()
            .enumerate()
            .map(|(i, t)| (board::TileId(i as u16), t))
            .filter(|&(i, t)| t.count > core.board().withdrawn(i))
            .map(|(i, t)| (t.name.clone(), core.board().left(i)))
            .collect(),
        facts: position.facts(),
        outcome: position.outcome().map(wire::Outcome::from),
    }
}
