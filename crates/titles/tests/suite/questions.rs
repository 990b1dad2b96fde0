//! Questions about tables that somebody laid out: what a game knows, they find too.

use crate::arrangements::{moments, setups};
use crate::kept_games::{kept, read};
use crate::size::by_size;
use crate::table;
use engine::arrange::{Question, Station, Tile, Train, ask};
use engine::{Game, Position, Setup};
use routing::Budget;

fn best(problem: &engine::Problem) -> (i64, i64, bool) {
    let budget = Budget { nodes: Some(60_000), cancel: None };
    let found = problem.best(budget);
    (found.totals.revenue, found.totals.subsidy, found.proved)
}

// At some moments, every company with trains: its board and trains asked about bring what they bring in the game.
fn asked_again(title: &str) {
    let names = kept(title);
    let title = titles::by_id(title).expect("a title");
    let mut asked = 0;
    for name in names.iter().step_by(by_size(9, 3, 1)) {
        let golden = read(name);
        let game = Game::replay(title, &golden.game).expect("a kept game");
        let begun = title.start(&golden.game.setup).expect("a setup");
        // Games of some titles have few moves: of each game so many moments.
        let every = (game.moves().len() / by_size(9, 20, 40)).max(1);
        for at in (0..game.moves().len()).step_by(every) {
            let position = game.at(at);
            asked += compare(name, at, begun.as_ref(), position.as_ref());
        }
    }
    assert!(asked > 40, "only {asked} questions");
}

fn compare(name: &str, at: usize, begun: &dyn Position, position: &dyn Position) -> usize {
    let mut asked = 0;
    for company in position.sheet().company_ids() {
        let known = position.problem(company).filter(|p| !p.trains.is_empty());
        let Some(known) = known.filter(|_| position.core().trains.of(company).next().is_some())
        else {
            continue;
        };
        let question = Question::of(position, company);
        let text = serde_json::to_string(&question).expect("JSON");
        assert_eq!(serde_json::from_str::<Question>(&text).expect("a question"), question);
        let found = ask(begun, &question);
        let id = &position.sheet().company(company).id;
        let found = found.unwrap_or_else(|e| panic!("{name} {at} {id}: {e:?}"));
        let (_, problem) = found.run.expect("a run");
        let (game, table) = (best(&known), best(&problem));
        assert_eq!(game, table, "{name} after {at} moves, {id}: {question:?}");
        asked += 1;
    }
    asked
}

#[test]
fn a_table_of_18cz_brings_what_it_brings_in_a_game() {
    asked_again("18cz");
}

#[test]
fn a_table_of_1860_brings_what_it_brings_in_a_game() {
    asked_again("1860");
}

#[test]
fn a_table_of_18lilliput_brings_what_it_brings_in_a_game() {
    asked_again("18lilliput");
}

#[test]
fn a_table_of_any_variant_brings_what_it_brings_in_a_game() {
    for setup in setups() {
        let title = titles::by_id(&setup.title).expect("a title");
        let begun = title.start(&setup).expect("a setup");
        let (case, mut asked) = (format!("{} {}", setup.title, setup.variant), 0);
        moments(&setup, by_size(300, 600, 2000), &mut |position| {
            asked += compare(&case, asked, begun.as_ref(), position);
        });
        assert!(asked > 2, "{case}: only {asked} questions");
    }
}

fn laid(title: &str, variant: &str) -> (Box<dyn Position>, Question) {
    let title = titles::by_id(title).expect("a title");
    let (players, variant) = (3, variant.to_owned());
    let setup = Setup { variant, ..table::setup(title, players) };
    (title.start(&setup).expect("a setup"), Question::default())
}

fn tile(tile: &str, rotation: u8) -> Tile {
    Tile { tile: tile.to_owned(), rotation }
}

fn station(company: &str, cell: &str) -> Station {
    Station { company: company.to_owned(), cell: cell.to_owned(), stop: 0, waiting: false }
}

#[test]
fn what_the_box_does_not_have_is_noted_and_counted() {
    let (begun, mut question) = laid("1889", "standard");
    let sheet = begun.sheet();
    let company = &sheet.companies[0].id;
    let kind = sheet.trains.iter().find(|k| !k.unlimited).expect("a train");
    let named = Train::Name(kind.faces[0].name.clone());
    question.company = Some(company.clone());
    question.trains = vec![named; usize::from(kind.count) + 1];
    let asked = ask(begun.as_ref(), &question).expect("odd, but understood");
    let keys: Vec<&str> = asked.notes.iter().map(|n| n.key).collect();
    assert_eq!(keys, ["no-train-left", "no-station"]);
    assert_eq!(asked.run.expect("a run").1.trains.len(), usize::from(kind.count) + 1);
}

#[test]
fn a_tile_that_no_game_could_lay_is_noted_and_lies() {
    let (begun, mut question) = laid("18cz", "standard");
    let sheet = begun.sheet();
    let city = sheet.map.all().find(|&c| {
        let printed = sheet.tiles.get(sheet.map.def(c).printed);
        printed.stops.iter().any(|s| s.slots > 0) && !printed.upgrades.is_empty()
    });
    let name = sheet.map.name(city.expect("a city"));
    question.tiles.insert(name.clone(), tile("9", 0));
    let asked = ask(begun.as_ref(), &question).expect("odd, but understood");
    assert!(asked.notes.iter().any(|n| n.key == "misfit"), "{:?}", asked.notes);
    let core = asked.position.core();
    let lies = core.board().at(sheet.map.by_name(&name).expect("a cell")).expect("a tile");
    assert_eq!(sheet.tiles.get(lies.tile).name, "9");
    // Plain track has no place for a station.
    question.stations.push(station(&sheet.companies[0].id, &name));
    let asked = ask(begun.as_ref(), &question).expect("odd, but understood");
    assert!(asked.notes.iter().any(|n| n.key == "no-place"), "{:?}", asked.notes);
}

#[test]
fn what_cannot_be_understood_is_refused_with_all_faults_at_once() {
    let (begun, mut question) = laid("18cz", "standard");
    question.phase = Some("noon".into());
    question.tiles.insert("Z99".into(), tile("9", 0));
    question.tiles.insert(begun.sheet().map.name(board::Cell(0)), tile("no", 0));
    question.stations.push(station("nobody", "Z99"));
    question.company = Some(begun.sheet().companies[0].id.clone());
    question.trains.push(Train::Name("ghost".into()));
    question.circumstances.push("rain".into());
    let faults = ask(begun.as_ref(), &question).expect_err("faults");
    let mut keys: Vec<&str> = faults.iter().map(|f| f.key).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        ["circumstance", "no-cell", "no-cell", "no-company", "no-phase", "no-tile", "no-train"]
    );
    let many = Question { trains: vec![Train::Name("2".into()); 17], ..Question::default() };
    let faults = ask(begun.as_ref(), &many).expect_err("too many");
    assert_eq!(faults.iter().map(|f| f.key).collect::<Vec<_>>(), ["beyond"]);
}
