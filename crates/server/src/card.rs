//! All about one thing on the map: a cell, or a tile.

use crate::app::App;
use crate::describe::colour_name;
use crate::extract::{Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::shapes::{CellCard, Follower, StopShown, Terrain, TileCard};
use crate::table::At;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use board::{Cell, Paid, TileId, UNLIMITED};
use engine::{Company, Position};

fn count(n: u8) -> Option<u8> {
    (n != UNLIMITED).then_some(n)
}

fn tile_card(position: &dyn Position, id: TileId) -> TileCard {
    let (sheet, core) = (position.sheet(), position.core());
    let column = sheet.phases[usize::from(core.phase)].column;
    let tile = sheet.tiles.get(id);
    let stops = tile.stops.iter().map(|s| StopShown {
        kind: colour_name(s.kind),
        name: s.name.clone(),
        slots: s.slots,
        values: match &s.paid {
            Paid::Always(value) => vec![*value],
            Paid::ByColumn(values) => values.to_vec(),
        },
        value: s.paid.in_column(column),
        with_station: s.paid_with_station,
        terminus: s.terminus,
    });
    let followers = tile.upgrades.iter().map(|next| {
        let def = sheet.tiles.get(next.tile);
        Follower {
            tile: def.name.clone(),
            colour: colour_name(def.colour),
            left: count(core.board().left(next.tile)),
            special: def.special,
        }
    });
    TileCard {
        tile: tile.name.clone(),
        colour: colour_name(tile.colour),
        label: tile.label.clone(),
        count: count(tile.count),
        left: count(core.board().left(id)),
        printed: tile.count == 0,
        special: tile.special,
        cost: tile.cost,
        mine: tile.treasury_bonus,
        scenery: tile.scenery.clone(),
        stops: stops.collect(),
        followers: followers.collect(),
    }
}

fn cell_card(position: &dyn Position, at: i64, cell: Cell) -> CellCard {
    let (sheet, core) = (position.sheet(), position.core());
    let (map, board) = (&sheet.map, core.board());
    let def = map.def(cell);
    let lies = board.at(cell);
    let laid = lies.is_some_and(|l| l.tile != def.printed);
    let id = |company: u8| sheet.company(Company(company)).id.clone();
    let across = (0..map.shape().edges()).filter(|e| def.closed & (1 << e) != 0);
    let barred = across.filter_map(|e| map.neighbour(cell, e)).map(|n| map.name(n));
    let reached = sheet.company_ids().filter(|&c| core.reach(sheet, c).touches(board, cell));
    CellCard {
        at,
        cell: map.name(cell),
        name: def.place.clone(),
        tile: lies.map(|l| tile_card(position, l.tile)),
        rotation: lies.map_or(0, |l| l.rotation),
        laid,
        terrain: def.terrain.as_ref().filter(|_| !laid).map(Terrain::from),
        barred: if map.is_unbounded() { Vec::new() } else { barred.collect() },
        homes: def.homes.iter().map(|h| id(h.company)).collect(),
        reserved_for: def.reserved_for.map(id),
        reached_by: reached.map(|c| id(c.0)).collect(),
    }
}

/// All about a cell of the map.
#[utoipa::path(get, path = "/api/games/{id}/cells/{cell}", tag = "table", params(("id" = String, Path), ("cell" = String, Path), At),
    responses((status = 200, body = CellCard), (status = "4XX", body = FaultBody)))]
pub async fn cell(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, cell)): Path<(String, String)>,
    Query(query): Query<At>,
) -> Result<Json<CellCard>, Fault> {
    let (_, at, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    let cell = position.sheet().map.by_name(&cell).ok_or(Fault::NotFound)?;
    Ok(Json(cell_card(position.as_ref(), at, cell)))
}

/// All about a tile.
#[utoipa::path(get, path = "/api/games/{id}/tiles/{tile}", tag = "table", params(("id" = String, Path), ("tile" = String, Path), At),
    responses((status = 200, body = TileCard), (status = "4XX", body = FaultBody)))]
pub async fn tile(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, tile)): Path<(String, String)>,
    Query(query): Query<At>,
) -> Result<Json<TileCard>, Fault> {
    let (_, _, position) = app.look(&id, &visitor, query.invite.as_deref(), query.at).await?;
    let tile = position.sheet().tiles.by_name(&tile).ok_or(Fault::NotFound)?;
    Ok(Json(tile_card(position.as_ref(), tile)))
}
