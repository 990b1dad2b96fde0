//! A whole introductory game of 18CZ as a log that a newcomer can follow; `docs/first-game.md` walks through it.
//!
//! `golden/cz_introductory.json` holds the game, `golden/cz_introductory.txt` its log. With `UPDATE_GOLDEN=1` the log is
//! written anew from the game.

use board::{Cell, Colour};
use engine::{
    Card, Company, Event, Game, GameFile, Move, Player, Position, Problem, RouteClaim, TrainFrom,
};
use std::fmt::Write;
use titles::g18cz::TITLE;

const GAME: &str = include_str!("../../golden/cz_introductory.json");
const WALK: &str = include_str!("../../../../../docs/first-game.md");

fn folder(path: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn file() -> GameFile {
    GameFile::read(GAME).expect("the recorded game")
}

/// Tells a position and what happens in it.
struct Teller<'a> {
    at: &'a dyn Position,
    players: &'a [String],
}

impl Teller<'_> {
    fn company(&self, company: Company) -> &str {
        &self.at.sheet().company(company).id
    }

    fn player(&self, player: Player) -> &str {
        &self.players[player.at()]
    }

    fn place(&self, cell: Cell) -> String {
        let map = &self.at.sheet().map;
        match &map.def(cell).place {
            Some(place) => format!("{place} ({})", map.name(cell)),
            None => map.name(cell),
        }
    }

    fn train(&self, card: Card) -> &str {
        let card = self.at.core().trains.get(card);
        &self.at.sheet().face(card.kind, card.face).name
    }

    fn trains(&self, company: Company) -> String {
        let names: Vec<&str> = self.at.core().trains.of(company).map(|c| self.train(c)).collect();
        match names.len() {
            0 => "no train".to_owned(),
            1 => format!("a {}-train", names[0]),
            _ => format!("trains {}", names.join(", ")),
        }
    }

    fn treasury(&self, company: Company) -> i32 {
        self.at.core().money.company(company)
    }

    /// A route with what every stop pays.
    fn route(&self, problem: &Problem, claim: &RouteClaim) -> String {
        let network = &problem.network;
        let route = problem.claim(claim).expect("a recorded route");
        let value = routing::evaluate(network, &problem.trains, &problem.rules, &[route])
            .expect("a legal route");
        let stops: Vec<String> = value.routes[0]
            .stops()
            .map(|s| {
                let stop = &network.stops[s as usize];
                format!("{} {}", self.place(Cell(stop.cell)), stop.value)
            })
            .collect();
        format!(
            "{}-train: {} = {}",
            self.train(claim.card),
            stops.join(" + "),
            value.totals.revenue
        )
    }

    /// What a player decided, told before it happens.
    fn decided(&self, mv: &Move) -> Vec<String> {
        let step = self.at.decision().expect("somebody decides").step;
        match mv {
            Move::Pass => match step {
                "track" => vec!["lays no more track".to_owned()],
                "station" => vec!["places no station".to_owned()],
                "trains" => vec!["buys no more trains".to_owned()],
                other => vec![format!("passes ({other})")],
            },
            Move::Run { company, routes, .. } => {
                let problem = self.at.problem(*company).expect("a network");
                routes.iter().map(|r| self.route(&problem, r)).collect()
            }
            Move::ReturnTrain { card, .. } => {
                vec![format!("gives up a {}-train", self.train(*card))]
            }
            Move::Answer { accept } => {
                vec![if *accept { "agreed" } else { "declined" }.to_owned()]
            }
            _ => Vec::new(),
        }
    }

    /// What happened, told after it.
    fn happened(&self, event: &Event) -> Option<String> {
        let sheet = self.at.sheet();
        Some(match event {
            Event::TileLaid { cell, tile, rotation, cost, .. } => {
                let tile = sheet.tiles.get(*tile);
                let colour = match tile.colour {
                    Colour::Yellow => "yellow",
                    Colour::Green => "green",
                    Colour::Brown => "brown",
                    _ => "other",
                };
                let paid = match cost {
                    0 => "for nothing".to_owned(),
                    _ => format!("for {cost} K"),
                };
                let place = self.place(*cell);
                format!("lays {colour} tile {} on {place}, turned {rotation}, {paid}", tile.name)
            }
            Event::StationPlaced { cell, cost, .. } => {
                format!("places a station in {} for {cost} K", self.place(*cell))
            }
            Event::Ran { revenue: 0, .. } => "earns nothing".to_owned(),
            Event::Ran { company, revenue, .. } => {
                format!("earns {revenue} K and has {} K", self.treasury(*company))
            }
            Event::TrainBought { company, card, price, from, .. } => {
                let from = match from {
                    TrainFrom::Deck => "the stack".to_owned(),
                    TrainFrom::Pool => "the pool".to_owned(),
                    TrainFrom::Company { company } => self.company(*company).to_owned(),
                };
                format!(
                    "buys a {}-train from {from} for {price} K: {} with {} K left",
                    self.train(*card),
                    self.trains(*company),
                    self.treasury(*company)
                )
            }
            Event::TrainScrapped { card, owner: Some(owner), .. } => {
                format!("* a {}-train of {} is scrapped", self.train(*card), self.company(*owner))
            }
            Event::TrainReturned { company, card } => format!(
                "* {} returns a {}-train to the pool",
                self.company(*company),
                self.train(*card)
            ),
            Event::PhaseBegan { phase } => {
                let phase = &sheet.phases[*phase as usize];
                format!(
                    "* phase {} begins: at most {} trains a company",
                    phase.name, phase.train_limit[0]
                )
            }
            Event::GameEnded { .. } => "* the game ends".to_owned(),
            _ => return None,
        })
    }
}

fn opening(at: &dyn Position, players: &[String]) -> String {
    let teller = Teller { at, players };
    let mut text = format!(
        "18CZ, introductory game for {} players\n\nBefore the first round\n",
        players.len()
    );
    for company in at.sheet().company_ids() {
        if let Some(player) = at.core().stock[company.at()].director() {
            let def = at.sheet().company(company);
            writeln!(
                text,
                "  {} is {} ({}): home {}, {} K",
                teller.player(player),
                def.id,
                def.name,
                teller.place(def.homes[0]),
                teller.treasury(company)
            )
            .unwrap();
        }
    }
    for kind in &at.sheet().trains {
        let face = &kind.faces[0];
        writeln!(text, "  in the stack: {} × {}-train for {} K", kind.count, face.name, face.price)
            .unwrap();
    }
    text
}

/// The log of a game, one line a move or event, each move with its number.
fn log(file: &GameFile) -> String {
    let game = Game::replay(&TITLE, file).expect("every recorded move is legal");
    let players = &file.setup.players;
    let mut position = game.at(0);
    let mut text = opening(position.as_ref(), players);
    let mut heading = (0, None);
    for (number, mv) in game.moves().iter().enumerate() {
        let at = position.as_ref();
        let teller = Teller { at, players };
        let decision = at.decision().expect("somebody decides");
        let (set, company) = (at.core().round.set, decision.company);
        if set != heading.0 {
            writeln!(text, "\nRound {set}").unwrap();
        }
        if (set, company) != heading
            && let Some(c) = company
        {
            let (name, money, trains) =
                (teller.player(decision.player), teller.treasury(c), teller.trains(c));
            writeln!(text, "  {} ({name}), {money} K, {trains}", teller.company(c)).unwrap();
        }
        heading = (set, company);
        let mut lines = teller.decided(mv);
        let mut events = Vec::new();
        position.play(mv, &mut events).expect("a legal move");
        let teller = Teller { at: position.as_ref(), players };
        lines.extend(events.iter().filter_map(|e| teller.happened(e)));
        for line in lines {
            writeln!(text, "    {:>3}  {line}", number + 1).unwrap();
        }
    }
    let outcome = position.outcome().expect("the recorded game is finished");
    text.push_str("\nFinal reckoning\n");
    for (player, value) in players.iter().zip(&outcome.values) {
        writeln!(text, "  {player}: {value} K").unwrap();
    }
    let winners: Vec<&str> = outcome.winners.iter().map(|w| players[w.at()].as_str()).collect();
    writeln!(text, "  {} wins", winners.join(" and ")).unwrap();
    text
}

#[test]
fn a_whole_introductory_game_is_played_as_recorded() {
    // CZ-INTRO-1, CZ-INTRO-9, CZ-INTRO-12, CZ-INTRO-21, CZ-INTRO-23
    let path = folder("tests/golden/cz_introductory.txt");
    let found = log(&file());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &found).expect("the golden log can be written");
    }
    let golden = std::fs::read_to_string(path).expect("the golden log is there");
    for (i, (a, b)) in found.lines().zip(golden.lines()).enumerate() {
        assert_eq!(a, b, "line {} of the log", i + 1);
    }
    assert_eq!(found.lines().count(), golden.lines().count());
}

#[test]
fn the_walk_through_the_game_quotes_its_log() {
    // CZ-INTRO-1
    let log = log(&file());
    let lines: Vec<&str> = log.lines().collect();
    let mut at = 0;
    let mut quoted = 0;
    let mut inside = false;
    for line in WALK.lines() {
        match line {
            // Blocks are quoted in any order, the lines of a block in that of the log.
            "```log" => (inside, at) = (true, 0),
            "```" => inside = false,
            _ if inside => {
                let found = lines[at..].iter().position(|l| *l == line);
                at += found.unwrap_or_else(|| panic!("not in the log from line {at}: {line}"));
                quoted += 1;
            }
            _ => {}
        }
    }
    assert!(quoted > 40, "{quoted} lines are quoted");
}

#[test]
fn the_pictures_of_the_walk_are_there() {
    let pictures: Vec<&str> =
        WALK.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(pictures.len() >= 4, "{pictures:?}");
    for picture in pictures {
        let path = folder("../../docs/pictures").join(picture);
        assert!(path.is_file(), "{picture} is missing");
    }
}
