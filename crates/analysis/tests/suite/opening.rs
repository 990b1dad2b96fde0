//! Openings are noted as they were played, and counted as they ended.

use analysis::opening::{FEW, File, Made, OpeningRow, Openings};
use bots::{Level, Opening, Plan, Played};
use engine::{Game, Lot, Move, Position, RoundKind, Setup, Title};
use std::collections::{BTreeMap, BTreeSet};

fn setup(title: &dyn Title, variant: &str, players: usize, seed: u64) -> Setup {
    Setup {
        title: title.id().to_owned(),
        variant: variant.to_owned(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (0..players).map(|n| n.to_string()).collect(),
        seed,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    }
}

// What seats opened with, found in another way than by events: by who holds a paper when the opening is over, and by the
// moves that take a character or start a company.
#[derive(Default)]
struct Seen {
    papers: Option<Vec<BTreeSet<String>>>,
    slots: Vec<BTreeSet<String>>,
    companies: Vec<Option<(String, Option<i32>)>>,
}

impl Seen {
    fn look(&mut self, position: &dyn Position, seats: usize) {
        let (sheet, core) = (position.sheet(), position.core());
        if self.papers.is_none() && core.round.kind != RoundKind::Opening {
            let of = |seat: usize| {
                let papers = core.papers_of(engine::Player(seat as u8));
                papers.map(|p| sheet.papers[p.at()].id.clone()).collect()
            };
            self.papers = Some((0..seats).map(of).collect());
        }
    }

    fn moved(&mut self, position: &dyn Position, mv: &Move, seat: usize) {
        let sheet = position.sheet();
        let company = match *mv {
            Move::Start { company, price } => Some((company, Some(sheet.market.price(price)))),
            Move::Take { lot: Lot::Company(company) } => Some((company, None)),
            Move::Take { lot: Lot::Slot(slot) } => {
                self.slots[seat].insert(sheet.slots[slot.at()].clone());
                None
            }
            _ => None,
        };
        if let Some((company, price)) = company {
            self.companies[seat].get_or_insert((sheet.company(company).id.clone(), price));
        }
    }
}

// Plays the first moves of a game and compares; how many seats had a company, and how many a paper or a character.
fn compared(title: &dyn Title, variant: &str, players: usize, seed: u64) -> (usize, usize) {
    let mut game = Game::start(title, setup(title, variant, players, seed)).expect("a game");
    let mut rng = engine::Rng::new(seed);
    let mut played = Played::default();
    played.begin(game.position());
    let mut seen = Seen {
        papers: None,
        slots: vec![BTreeSet::new(); players],
        companies: vec![None; players],
    };
    let (mut events, mut round) = (Vec::new(), 0);
    // Some games deal companies.
    let (sheet, core) = (game.position().sheet().clone(), game.position().core().clone());
    for company in sheet.company_ids() {
        let director = core.stock[company.at()].director().filter(|p| p.at() < players);
        if let Some(player) = director {
            seen.companies[player.at()].get_or_insert((sheet.company(company).id.clone(), None));
        }
    }
    let mut after = 0;
    for _ in 0..2000 {
        seen.look(game.position(), players);
        after += usize::from(seen.papers.is_some());
        if after > 60 {
            break;
        }
        let (choices, decision) = (game.position().choices(), game.position().decision());
        let Some(decision) = decision.filter(|_| !choices.is_empty()) else { break };
        let opens = |c: &&engine::Choice| matches!(c.mv, Move::Start { .. } | Move::Take { .. });
        let wanted: Vec<&engine::Choice> = choices.iter().filter(opens).collect();
        let among =
            if wanted.is_empty() || rng.below(4) == 0 { choices.iter().collect() } else { wanted };
        let choice = among[rng.below(among.len() as u32) as usize];
        let mv = game
            .position()
            .routed_within(choice.mv.clone(), routing::Budget { nodes: Some(2_000), cancel: None });
        let before = game.position().boxed();
        events.clear();
        game.play(&mv, &mut events).expect("a listed move");
        seen.moved(before.as_ref(), &mv, decision.player.at());
        played.note(game.position().sheet(), &events, &mut round);
    }
    let name = format!("{} {variant} seed {seed}", title.id());
    assert_eq!(played.openings.len(), players, "{name}");
    let papers = seen.papers.unwrap_or_else(|| panic!("{name}: the opening is not over"));
    let mut found = (0, 0);
    for (seat, opening) in played.openings.iter().enumerate() {
        let all: BTreeSet<String> = papers[seat].union(&seen.slots[seat]).cloned().collect();
        let noted: BTreeSet<String> = opening.papers.iter().cloned().collect();
        assert_eq!(noted, all, "{name}, seat {seat}");
        assert_eq!(noted.len(), opening.papers.len(), "{name}: one is there twice");
        let first = seen.companies[seat].clone();
        assert_eq!(opening.company, first.as_ref().map(|(c, _)| c.clone()), "{name}, seat {seat}");
        match first {
            Some((_, Some(price))) => assert_eq!(opening.price, Some(price), "{name}, seat {seat}"),
            Some((_, None)) => {}
            None => assert_eq!(opening.price, None, "{name}, seat {seat}"),
        }
        found.0 += usize::from(opening.company.is_some());
        found.1 += usize::from(!opening.papers.is_empty());
    }
    found
}

fn of_title(id: &str) {
    let title = titles::by_id(id).expect("a title");
    let mut papers = 0;
    for variant in title.variants() {
        let players = usize::from(variant.max_players.min(3));
        let mut companies = 0;
        for seed in 1..=3 {
            let found = compared(title, &variant.id, players, seed);
            companies += found.0;
            papers += found.1;
        }
        assert!(companies > 0, "{id} {}: nobody had a company", variant.id);
    }
    assert!(papers > 0, "{id}: nobody had a paper");
}

#[test]
fn openings_of_18cz_are_papers_of_the_draft_or_auction_and_the_first_company() {
    of_title("18cz");
}

#[test]
fn openings_of_1860_are_lots_of_the_auction_and_the_first_company() {
    of_title("1860");
}

#[test]
fn openings_of_18lilliput_are_the_character_and_the_company_of_the_draft() {
    of_title("18lilliput");
}

#[test]
fn openings_of_1889_are_papers_of_the_auction_or_dealt_and_the_first_company() {
    of_title("1889");
}

#[test]
fn a_game_of_bots_tells_how_it_was_opened() {
    let plan = Plan {
        title: "18lilliput".to_owned(),
        variant: "standard".to_owned(),
        preset: "rulebook".to_owned(),
        options: BTreeMap::new(),
        seats: vec![Level::Random.into(); 2],
        seed: 5,
        nodes: None,
        ms: None,
        opening: 0,
    };
    let (played, _) = plan.play(0, &|| 0.0);
    assert_eq!(played.fault, None);
    assert_eq!(played.openings.len(), 2);
    let openings = Openings::count("standard", 2, &[&played]);
    assert_eq!(openings.games, 1);
    let names = |rows: &[OpeningRow]| rows.iter().map(|r| r.name.clone()).collect::<BTreeSet<_>>();
    let own = |of: fn(&Opening) -> Vec<String>| played.openings.iter().flat_map(of).collect();
    assert_eq!(names(&openings.companies), own(|o| o.company.clone().into_iter().collect()));
    assert_eq!(names(&openings.papers), own(|o| o.papers.clone()));
    assert_eq!(names(&openings.seats), BTreeSet::from(["1".to_owned(), "2".to_owned()]));
}

fn opening(company: Option<&str>, price: i32, papers: &[&str]) -> Opening {
    Opening {
        company: company.map(str::to_owned),
        price: company.map(|_| price),
        papers: papers.iter().map(|p| (*p).to_owned()).collect(),
    }
}

// A game of three seats: the first has company A, the second B at the same price, the third has none.
fn ended(values: [i32; 3], winners: &[u8]) -> Played {
    Played {
        openings: vec![
            opening(Some("A"), 70, &["p", "q"]),
            opening(Some("B"), 70, &[]),
            opening(None, 0, &["r"]),
        ],
        values: values.to_vec(),
        winners: winners.to_vec(),
        ..Played::default()
    }
}

fn row<'a>(rows: &'a [OpeningRow], name: &str) -> &'a OpeningRow {
    rows.iter().find(|r| r.name == name).unwrap_or_else(|| panic!("no row {name:?} in {rows:?}"))
}

#[test]
fn wins_and_wealth_are_counted_by_company_price_paper_and_seat() {
    let games = [ended([50, 30, 20], &[0]), ended([40, 40, 20], &[0, 1]), ended([0, 100, 0], &[1])];
    let other = Played { openings: vec![Opening::default(); 2], ..ended([1, 1, 1], &[0]) };
    let unended = Played { values: Vec::new(), ..ended([1, 1, 1], &[0]) };
    let all: Vec<&Played> = games.iter().chain([&other, &unended]).collect();
    let counted = Openings::count("x", 3, &all);
    assert_eq!((counted.variant.as_str(), counted.players, counted.games), ("x", 3, 3));
    let a = row(&counted.companies, "A");
    assert_eq!((a.games, a.few, a.wins.mean, a.wealth.mean), (3, true, 0.5, 0.3));
    assert_eq!(row(&counted.companies, "B").wins.mean, 0.5);
    let names: Vec<&str> = counted.companies.iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["A", "B", ""], "seats without a company come last");
    // Two seats of a game are one game, and half of a win each.
    let price = row(&counted.prices, "70");
    assert_eq!((price.games, price.wins.mean), (3, 0.5));
    assert_eq!(counted.prices.len(), 1);
    assert_eq!(row(&counted.papers, "p").wins, a.wins);
    assert_eq!(row(&counted.papers, "q").wealth, a.wealth);
    assert_eq!(row(&counted.papers, "").wins, row(&counted.companies, "B").wins);
    assert_eq!(row(&counted.seats, "3").wins.mean, 0.0);
    let seats: f64 = counted.seats.iter().map(|r| r.wins.mean).sum();
    assert!((seats - 1.0).abs() < 1e-3, "somebody wins each game");
}

#[test]
fn few_games_are_marked_and_intervals_hold_the_mean() {
    for n in [1, FEW - 1, FEW, 400] {
        let games = vec![ended([60, 20, 20], &[0]); n as usize];
        let counted = Openings::count("x", 3, &games.iter().collect::<Vec<_>>());
        let (won, lost) = (row(&counted.seats, "1"), row(&counted.seats, "2"));
        assert_eq!((won.games, won.few), (n, n < FEW));
        assert_eq!((won.wins.mean, won.wins.high), (1.0, 1.0));
        assert_eq!((lost.wins.mean, lost.wins.low), (0.0, 0.0));
        // From wins alone it does not follow that the seat always wins.
        assert!(won.wins.low < 1.0 && lost.wins.high > 0.0, "{n} games: {won:?} {lost:?}");
    }
    // Wilson's interval for 30 of 100, as tables give it.
    let games: Vec<Played> =
        (0..100).map(|i| ended([50, 30, 20], &[if i < 30 { 0 } else { 1 }])).collect();
    let counted = Openings::count("x", 3, &games.iter().collect::<Vec<_>>());
    let wins = row(&counted.seats, "1").wins;
    assert!((wins.low - 0.2189).abs() < 2e-4 && (wins.high - 0.3958).abs() < 2e-4, "{wins:?}");
}

#[test]
fn a_table_of_nothing_is_empty() {
    let game = Played {
        openings: vec![Opening::default(); 2],
        values: vec![2, 1],
        winners: vec![0],
        ..Played::default()
    };
    let counted = Openings::count("x", 2, &[&game]);
    assert!(counted.companies.is_empty() && counted.prices.is_empty() && counted.papers.is_empty());
    assert_eq!(counted.seats.len(), 2);
}

#[test]
fn a_file_of_openings_comes_back_as_it_was_and_a_wrong_one_is_refused() {
    let games = [ended([51, 33, 17], &[0]), ended([40, 41, 20], &[1])];
    let made = Made {
        command: "signalbox openings --title x".to_owned(),
        program: "signalbox 0 (abc)".to_owned(),
        level: "easy".to_owned(),
        preset: "rulebook".to_owned(),
        seed: 7,
        games: 2,
    };
    let openings = Openings::count("x", 3, &games.iter().collect::<Vec<_>>());
    let file = File::new("title", made, openings);
    assert_eq!(File::read(&file.write()), Ok(file.clone()));
    let broken = |change: &dyn Fn(&mut File)| {
        let mut wrong = file.clone();
        change(&mut wrong);
        assert!(File::read(&wrong.write()).is_err(), "{}", wrong.write());
    };
    broken(&|f| f.format = "other".to_owned());
    broken(&|f| f.version += 1);
    broken(&|f| f.made.games = 1);
    broken(&|f| f.openings.companies[0].games = 3);
    broken(&|f| f.openings.companies[0].few = false);
    broken(&|f| f.openings.seats[0].wins.high = 1.5);
    broken(&|f| f.openings.papers[0].wealth.low = 0.99);
    assert!(File::read(&file.write().replace("\"title\"", "\"name\"")).is_err());
}
