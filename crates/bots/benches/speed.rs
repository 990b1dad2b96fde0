//! Speed on one core: easy games by themselves, and positions judged by the strong level, for each title.
//! `cargo bench -p bots --bench speed`; about twenty seconds a title.

use bots::{Level, Limits, Plan, choose, positions_judged};
use engine::Game;
use std::time::Instant;

const SECONDS: f64 = 10.0;

fn plan(title: &str, variant: &str, players: usize) -> Plan {
    Plan {
        title: title.to_owned(),
        variant: variant.to_owned(),
        preset: "rulebook".to_owned(),
        options: Default::default(),
        seats: vec![Level::Easy.into(); players],
        seed: 1,
        nodes: None,
        ms: None,
        opening: 0,
    }
}

fn easy(plan: &Plan) -> (u32, f64, f64) {
    let begun = Instant::now();
    let clock = || begun.elapsed().as_secs_f64();
    let (mut games, mut longest) = (0, 0.0_f64);
    while games == 0 || clock() < SECONDS {
        let (played, _) = plan.play(games, &clock);
        assert_eq!(played.fault, None);
        games += 1;
        longest = played.thinking.values().map(|t| t.longest).fold(longest, f64::max);
    }
    (games, clock(), longest)
}

// Every fifth position of an easy game is thought over by the strong level.
fn strong(plan: &Plan) -> (u64, u32, f64, f64) {
    let title = titles::by_id(&plan.title).expect("a title");
    let (mut judged, mut decisions, mut spent, mut longest) = (0, 0, 0.0, 0.0_f64);
    let mut events = Vec::new();
    for game in 0.. {
        let mut game = Game::start(title, plan.setup(game)).expect("a legal setup");
        while game.position().decision().is_some() {
            if spent > SECONDS {
                return (judged, decisions, spent, longest);
            }
            if game.moves().len().is_multiple_of(5) {
                let before = positions_judged();
                let begun = Instant::now();
                choose(game.position(), Level::Strong, 1, Limits::default());
                let seconds = begun.elapsed().as_secs_f64();
                spent += seconds;
                longest = longest.max(seconds);
                judged += positions_judged() - before;
                decisions += 1;
            }
            let Some(easy) = choose(game.position(), Level::Easy, 1, Limits::default()) else {
                break;
            };
            events.clear();
            game.play(&easy.mv, &mut events).expect("legal");
        }
    }
    unreachable!("there is always a further game")
}

fn main() {
    for (title, variant, players) in [
        ("18cz", "standard", 4),
        ("18cz", "bohemia", 2),
        ("1860", "standard", 3),
        ("18lilliput", "standard", 3),
    ] {
        let plan = plan(title, variant, players);
        let (games, seconds, slowest) = easy(&plan);
        println!(
            "{title} {variant} with {players}: easy {:.2} games/s on one core ({games} games), slowest decision {slowest:.0} ms",
            f64::from(games) / seconds
        );
        let (judged, decisions, seconds, slowest) = strong(&plan);
        println!(
            "{title} {variant} with {players}: strong {:.0} positions/s ({decisions} decisions, mean {:.0} ms, slowest {:.0} ms)",
            judged as f64 / seconds,
            seconds / f64::from(decisions.max(1)) * 1e3,
            slowest * 1e3
        );
    }
}
