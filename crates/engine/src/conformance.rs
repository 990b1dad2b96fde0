//! One battery that every title and variant must pass.

use crate::{
    Choice, Company, Event, Game, GameFile, MAX_COMPANIES, Move, Paper, Position, Rng, Setup,
    ShareSource, Title,
};
use crate::{LayBy, Pay, TrainFrom, Whereabouts};
use board::{Cell, TileId};
use std::collections::BTreeMap;

/// What a random game showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Moves played.
    pub moves: usize,
    /// Whether it came to its end.
    pub finished: bool,
    /// Unlisted moves tried and refused.
    pub refused: usize,
    /// Moves of players who were not waited for.
    pub asides: usize,
}

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most moves of a game.
    pub moves: usize,
    /// Every so many moves, all listed choices are tried on a copy.
    pub try_all_every: usize,
    /// Unlisted moves sampled at each position.
    pub strangers: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { moves: 5000, try_all_every: 40, strangers: 3 }
    }
}

/// Counts that never change in a game: money, shares, trains, tiles and markers.
fn inventory(position: &dyn Position) -> BTreeMap<String, i64> {
    let (sheet, core) = (position.sheet(), position.core());
    let mut all = BTreeMap::new();
    let (players, companies) = core.money.totals();
    all.insert("money".to_owned(), players);
    all.insert("company money".to_owned(), companies);
    for c in sheet.company_ids() {
        all.insert(
            format!("shares of {}", sheet.company(c).id),
            i64::from(core.stock[c.at()].total()),
        );
    }
    let mut tiles: BTreeMap<u16, i64> = BTreeMap::new();
    for (i, t) in sheet.tiles.tiles.iter().enumerate() {
        if t.count > 0 && t.count != board::UNLIMITED {
            let (board, tile) = (core.board(), TileId(i as u16));
            *tiles.entry(tile.0).or_default() +=
                i64::from(board.left(tile)) + i64::from(board.withdrawn(tile));
        }
    }
    for (_, laid) in core.board().cells() {
        let def = sheet.tiles.get(laid.tile);
        if def.count > 0 && def.count != board::UNLIMITED {
            *tiles.entry(laid.tile.0).or_default() += 1;
        }
    }
    for (i, n) in tiles {
        all.insert(format!("tiles {}", sheet.tiles.tiles[i as usize].name), n);
    }
    let mut kinds: BTreeMap<u8, i64> = BTreeMap::new();
    for c in core.trains.cards.iter() {
        if !sheet.trains[c.kind as usize].unlimited {
            *kinds.entry(c.kind).or_default() += 1;
        }
    }
    for (k, n) in kinds {
        all.insert(format!("trains {}", sheet.trains[k as usize].name), n);
    }
    let placed: usize =
        sheet.company_ids().map(|c| core.board().stations(&sheet.tiles, c.0).len()).sum();
    let waiting = core.board().cells().iter().filter(|(_, l)| l.waiting != board::NOBODY).count();
    let charters: usize =
        (0..MAX_COMPANIES).map(|i| core.companies[i].markers_left() as usize).sum();
    all.insert("markers".to_owned(), (placed + waiting + charters) as i64);
    all
}

// Moves drawn without regard to what is legal.
fn stranger(position: &dyn Position, rng: &mut Rng) -> Move {
    let sheet = position.sheet();
    let company = Company(rng.below(sheet.companies.len() as u32) as u8);
    let cell = if sheet.map.is_unbounded() {
        Cell::at(rng.below(13) as i16 - 6, rng.below(13) as i16 - 6)
    } else {
        Cell(rng.below(sheet.map.cells.len() as u32) as u16)
    };
    let paper = Paper(rng.below(sheet.papers.len().max(1) as u32) as u8);
    let card = crate::Card(rng.below(position.core().trains.cards.len() as u32) as u8);
    match rng.below(18) {
        0 => Move::Pass,
        1 => {
            Move::Start { company, price: rng.below(sheet.market.cells.len().max(1) as u32) as u8 }
        }
        2 => Move::BuyShare { company, from: ShareSource::Ipo },
        3 => Move::BuyShare { company, from: ShareSource::Pool },
        4 => Move::SellShares { company, shares: rng.below(5) as u8 },
        5 | 6 => Move::LayTile {
            company,
            cell,
            tile: TileId(rng.below(sheet.tiles.tiles.len() as u32) as u16),
            rotation: rng.below(6) as u8,
            by: LayBy::Build,
        },
        7 => Move::LayTile {
            company,
            cell,
            tile: TileId(rng.below(sheet.tiles.tiles.len() as u32) as u16),
            rotation: rng.below(6) as u8,
            by: LayBy::Power { paper },
        },
        8 => Move::PlaceStation { company, cell, stop: rng.below(2) as u8 },
        9 => Move::Dividend { pay: if rng.below(2) == 0 { Pay::Out } else { Pay::Withhold } },
        10 => Move::BuyTrain {
            company,
            card,
            face: rng.below(3) as u8,
            amount: rng.below(900) as i32,
            from: TrainFrom::Deck,
        },
        11 => Move::BuyTrain {
            company,
            card,
            face: 0,
            amount: rng.below(900) as i32,
            from: TrainFrom::Company { company },
        },
        12 => Move::ReturnTrain { company, card },
        13 => Move::BuyPaper { paper, amount: rng.below(300) as i32 - 20 },
        14 => Move::SellPaper { paper },
        15 => Move::Bid { lot: None, amount: rng.below(600) as i32 - 20 },
        16 => Move::Acquire { target: company, amount: rng.below(300) as i32 },
        _ => Move::Answer { accept: rng.below(2) == 0 },
    }
}

// Moves of fewer titles, drawn without regard to what is legal.
fn rare_stranger(position: &dyn Position, rng: &mut Rng) -> Move {
    let (sheet, cards) = (position.sheet(), &position.core().trains.cards);
    let mut below = |n: usize| rng.below(n.max(1) as u32) as u8;
    let (paper, company) =
        (Paper(below(sheet.papers.len())), Company(below(sheet.companies.len())));
    match below(5) {
        0 => Move::Exchange { paper },
        1 => Move::LayPaperTile {
            paper,
            cell: Cell(below(sheet.map.cells.len()).into()),
            tile: TileId(below(sheet.tiles.tiles.len()).into()),
            rotation: below(6),
        },
        2 => Move::TradeTrain {
            company,
            card: crate::Card(below(cards.len())),
            given: crate::Card(below(cards.len())),
            amount: i32::from(below(200)) * 10,
        },
        3 => Move::Bid { lot: Some(crate::Lot::Paper(paper)), amount: i32::from(below(200)) },
        _ => Move::Bankrupt,
    }
}

/// Plays one game at random and checks everything that must hold after every move.
///
/// # Panics
/// When something does not hold; the message says what and where.
pub fn random_game(title: &dyn Title, setup: &Setup, effort: Effort) -> Played {
    guided_game(title, setup, effort, &mut |_, choices, rng| {
        choices[rng.below(choices.len() as u32) as usize].pick(rng)
    })
}

/// Picks a move among choices.
pub type Guide<'a> = dyn FnMut(&dyn Position, &[Choice], &mut Rng) -> Move + 'a;

/// Like [`random_game`], but the moves are picked by `guide`, so that games get further than chance alone would take
/// them.
///
/// # Panics
/// When something does not hold; the message says what and where.
pub fn guided_game(title: &dyn Title, setup: &Setup, effort: Effort, guide: &mut Guide) -> Played {
    let mut rng = Rng::new(setup.seed ^ 0x5eed);
    // A stream of its own for what only some titles have.
    let mut rare = Rng::new(setup.seed ^ 0xa51de);
    let mut game = Game::start(title, setup.clone()).expect("the setup is legal");
    let begun = inventory(game.position());
    let mut played = Played::default();
    let mut events = Vec::new();
    let mut hashes = Vec::new();
    while played.moves < effort.moves {
        let at = format!("{} seed {} move {}", setup.variant, setup.seed, played.moves);
        let choices = game.position().choices();
        let asides: Vec<Choice> = game.position().asides().into_iter().map(|a| a.1).collect();
        let listed = |mv: &Move| choices.iter().chain(&asides).any(|c| c.contains(mv));
        let Some(decision) = game.position().decision() else {
            assert!(choices.is_empty(), "{at}: choices after the end");
            assert!(asides.is_empty(), "{at}: moves out of turn after the end");
            assert!(game.position().outcome().is_some(), "{at}: ended without an outcome");
            played.finished = true;
            break;
        };
        assert!(decision.player.0 < setup.players.len() as u8, "{at}: nobody decides {decision:?}");
        assert!(!choices.is_empty(), "{at}: nothing to choose for {decision:?}");
        assert!(game.position().outcome().is_none(), "{at}: outcome before the end");
        if played.moves.is_multiple_of(effort.try_all_every) {
            for choice in choices.iter().chain(&asides) {
                for mv in [choice.mv.clone(), choice.pick(&mut rng)] {
                    let mv = game.position().routed(mv);
                    let mut copy = game.position().boxed();
                    if let Err(refusal) = copy.play(&mv, &mut events) {
                        panic!("{at}: listed {mv:?} is refused: {refusal}");
                    }
                }
                if let Some(a) = choice.amount {
                    assert!(a.min <= a.max && a.step > 0, "{at}: empty range {choice:?}");
                    for beyond in [a.min - 1, a.max + 1] {
                        let mv = choice.mv.with_amount(beyond);
                        if !listed(&mv) {
                            must_refuse(game.position(), &mv, &at);
                        }
                    }
                }
            }
        }
        for _ in 0..effort.strangers {
            let mv = stranger(game.position(), &mut rng);
            let odd = rare_stranger(game.position(), &mut rare);
            for mv in [mv, odd].iter().filter(|mv| !listed(mv)) {
                must_refuse(game.position(), mv, &at);
                played.refused += 1;
            }
        }
        // Now and then somebody moves who is not waited for.
        let mv = match asides.len() {
            n if n > 0 && rare.below(8) == 0 => {
                played.asides += 1;
                asides[rare.below(n as u32) as usize].pick(&mut rare)
            }
            _ => guide(game.position(), &choices, &mut rng),
        };
        let mv = game.position().routed(mv);
        let thought = game.position().boxed().consider(&mv, &mut events);
        assert!(thought.is_ok(), "{at}: listed {mv:?} is refused in thought");
        assert_eq!(
            foreseen(game.position(), &mv, 1),
            foreseen(game.position(), &mv, 2),
            "{at}: what {mv:?} will bring is seen before it is drawn"
        );
        events.clear();
        if let Err(refusal) = game.play(&mv, &mut events) {
            panic!("{at}: listed {mv:?} is refused: {refusal}");
        }
        played.moves += 1;
        hashes.push(game.position().hash());
        let now = inventory(game.position());
        for (what, n) in &begun {
            assert_eq!(now.get(what), Some(n), "{at}: {what} not conserved by {mv:?}");
        }
        for (i, c) in game.position().core().trains.cards.iter().enumerate() {
            if let Whereabouts::Company(company) = c.place {
                assert!(
                    !game.position().is(company, crate::Flag::Closed),
                    "{at}: train {i} belongs to a closed company"
                );
            }
        }
    }
    luck_is_kept(title, &game);
    // Serialise, read, replay: the same states again.
    let file = game.file();
    let text = file.write();
    let again = GameFile::read(&text).expect("a written game can be read");
    assert_eq!(file, again, "a game file survives writing and reading");
    let replayed = Game::replay(title, &again).expect("a written game can be replayed");
    assert_eq!(replayed.position().hash(), game.position().hash(), "replay reaches the same state");
    assert_eq!(replayed.position().open_mark(), game.position().open_mark(), "the same mark");
    for n in [0, hashes.len() / 3, hashes.len() / 2, hashes.len()] {
        if n > 0 {
            assert_eq!(replayed.at(n).hash(), hashes[n - 1], "state after {n} moves");
        }
        let saved = replayed.at(n).save();
        let loaded = title.load(setup, &saved).expect("a saved position can be loaded");
        assert_eq!(loaded.save(), saved, "a position survives saving and loading");
        assert_eq!(loaded.choices(), replayed.at(n).choices(), "and offers the same choices");
    }
    played
}

// A file without the seed leads to the same position, and so does a copy with other luck.
fn luck_is_kept(title: &dyn Title, game: &Game) {
    let mut heard = Game::start(title, game.setup().listening()).expect("the game was set up once");
    for mv in game.moves() {
        heard.play(mv, &mut Vec::new()).expect("the move was made once");
    }
    let drawn = heard.position().core().rng.heard().to_vec();
    let full = game.file();
    let secret = game.setup().without_luck(drawn.clone());
    let closed = GameFile::of(secret, full.moves.clone(), Some(game.position()));
    let closed = GameFile::read(&closed.write()).expect("a file without a seed can be read");
    let again = Game::replay(title, &closed).expect("a file without a seed can be replayed");
    assert_eq!(again.position().open_hash(), game.position().open_hash(), "the same position");
    for seed in [1, 2] {
        let setup = game.setup().with_luck(drawn.clone(), seed, "salt".to_owned());
        let copy = GameFile::of(setup, full.moves.clone(), None);
        let copy = Game::replay(title, &copy).expect("a copy with other luck can be replayed");
        assert_eq!(copy.position().open_hash(), game.position().open_hash(), "the same position");
    }
}

// What somebody sees of a move beforehand, whatever the luck.
fn foreseen(position: &dyn Position, mv: &Move, luck: u64) -> (Vec<Event>, u64) {
    let mut position = position.boxed();
    position.reroll(luck);
    let mut events = Vec::new();
    position.foresee(mv, &mut events).expect("a listed move is not refused");
    (events, position.open_hash())
}

fn must_refuse(position: &dyn Position, mv: &Move, at: &str) {
    let before = position.save();
    let mut copy = position.boxed();
    let mut events = Vec::new();
    let thought = position.boxed().consider(mv, &mut Vec::new());
    assert!(thought.is_err(), "{at}: unlisted {mv:?} is considered");
    match copy.play(mv, &mut events) {
        Ok(()) => panic!("{at}: unlisted {mv:?} is accepted"),
        Err(refusal) => assert!(!refusal.rule.is_empty(), "{at}: refusal of {mv:?} cites no rule"),
    }
    assert_eq!(copy.save(), before, "{at}: refused {mv:?} changed the position");
    assert!(events.is_empty(), "{at}: refused {mv:?} left events");
}
