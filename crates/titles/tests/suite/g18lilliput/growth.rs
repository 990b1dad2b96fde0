//! The board grows in all directions.

use super::table::{Table, at, setup};
use crate::size::by_size;
use board::{Reach, Spot};
use engine::{Move, Position, Rng, Title};
use titles::g18lilliput::TITLE;

/// A board of straight lines through Mildendo's row and column, and rings around it, `half` cells in each direction.
fn grown(half: i16) -> Table {
    let mut t = Table::drafted(4);
    for x in -half..=half {
        for y in -half..=half {
            if t.at.state.core.board().at(at(x, y)).is_some() {
                continue;
            }
            let rules = t.at.printed.clone();
            let tile = if (x + y) % 2 == 0 { t.tile_id("P-B-A") } else { t.tile_id("C-B-X") };
            t.at.state.core.board_mut().lay(&rules.sheet.tiles, at(x, y), tile, 0, &[]);
        }
    }
    t
}

#[test]
fn sixty_by_sixty_cells_in_all_directions() {
    // LIL-SETUP-1
    let mut t = grown(30);
    assert_eq!(t.at.state.core.board().len(), 61 * 61);
    for (x, y) in [(30, 29), (-30, 29), (29, -30), (-29, -30)] {
        assert_eq!(t.tile_at((x, y)), "C-B-X");
    }
    let mr = t.company("MR");
    let reach = t.at.state.core.reach(&t.at.printed.sheet, mr).clone();
    for (x, y) in [(30, 29), (-30, 29), (29, -30), (-29, -30)] {
        assert!(
            reach.has(t.at.state.core.board(), Spot { cell: at(x, y), stop: 0 }),
            "{x},{y} is joined to the home"
        );
    }
    t.play_card("A3", 0);
    let edge: Vec<_> =
        t.at.choices()
            .into_iter()
            .filter_map(|c| match c.mv {
                Move::LayTile { cell, .. } => Some(cell.xy()),
                _ => None,
            })
            .collect();
    for side in [(31, 0), (-31, 0), (0, 31), (0, -31)] {
        let found = edge.iter().any(|&(x, y)| if side.1 == 0 { x == side.0 } else { y == side.1 });
        assert!(found, "the board can grow beyond {side:?}");
    }
    let far = edge.iter().find(|c| c.0 == 31).copied().unwrap();
    let mv =
        t.at.choices()
            .into_iter()
            .map(|c| c.mv)
            .find(|m| matches!(m, Move::LayTile { cell, .. } if cell.xy() == far));
    t.play(mv.unwrap());
    assert!(t.at.state.core.board().at(at(far.0, far.1)).is_some());
    // Stations, cash and the rest of the round do not mind the size.
    t.pass();
    t.play_card("A9", 0);
    assert!(!t.at.choices().is_empty());
}

#[test]
fn a_position_of_that_size_is_saved_and_read_back() {
    // LIL-SETUP-1
    let t = grown(30);
    let bytes = t.at.save();
    let again = TITLE.load(&setup(4, &[]), &bytes).unwrap();
    assert_eq!(again.save(), bytes);
    assert_eq!(again.core().board().len(), t.at.state.core.board().len());
}

// What a position knows about the reach of its companies is what a walk from scratch finds.
fn knows_its_reach(position: &dyn Position) {
    let (sheet, core) = (position.sheet(), position.core());
    let board = core.board();
    for company in sheet.company_ids() {
        let known = core.reach(sheet, company);
        let fresh = Reach::of(&sheet.map, &sheet.tiles, board, company.0);
        assert_eq!(known.stops(), fresh.stops());
        assert_eq!((known.is_linked(), known.mark()), (fresh.is_linked(), fresh.mark()));
        for (cell, _) in board.cells() {
            let seen = |r: &Reach| {
                let out = [0, 1, 2, 3].map(|e| r.leads_out(board, cell, e));
                (r.touches(board, cell), out, r.arrivals(&sheet.map, board, cell))
            };
            assert_eq!(seen(known), seen(&fresh), "{}", sheet.map.name(cell));
        }
    }
}

#[test]
fn what_companies_reach_stays_right_while_the_board_grows() {
    // LIL-SETUP-1, LIL-TRACK-3, LIL-STATION-3
    for seed in 0..by_size(4, 16, 64) {
        let scenario = ["none", "1", "3", "4"][seed as usize % 4];
        let mut setup = setup(1 + seed as usize / 4 % 4, &[("scenario", scenario)]);
        setup.seed = seed;
        let mut position = TITLE.start(&setup).expect("a legal setup");
        let mut rng = Rng::new(seed);
        while position.decision().is_some() {
            let choices = position.choices();
            // Tiles before anything else, so that the board grows.
            let lays = choices.iter().filter(|c| matches!(c.mv, Move::LayTile { .. }));
            let lays: Vec<_> = lays.collect();
            let mv = match lays.len() {
                0 => choices[rng.below(choices.len() as u32) as usize].pick(&mut rng),
                n => lays[rng.below(n as u32) as usize].mv.clone(),
            };
            position.play(&mv, &mut Vec::new()).expect("a listed move");
            knows_its_reach(position.as_ref());
        }
    }
}
