//! `learn play | forks | train | export | check`: see `crates/bots/README.md`.

use learn::{
    Course, Losses, Order, Seen, forks, play, quantised, read_model, read_samples, train,
    write_game, write_model,
};
use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "\
learn play TITLE VARIANT PLAYERS GAMES SEED STANDARD FILE
    plays games and adds what it saw to FILE; of four games, STANDARD are played by standard without playouts
learn forks TITLE VARIANT PLAYERS GAMES SEED STANDARD ONE_IN LOOKS AHEAD FILE
    the same; from one decision in ONE_IN it plays both of two moves to the end, and adds those; on the way it looks at
    LOOKS moves through AHEAD rounds, as standard does
learn train TITLE MODEL FILE... [NAME=NUMBER...]
    trains on samples and writes MODEL; numbers: seed, epochs, batch, rate, decay, first, second (units of
    the layers), branches, forks (how much they count)
learn export TITLE MODEL NET ABOUT
    writes the network in whole numbers; ABOUT says where it comes from
learn check SEED
    plays and trains twice in small and tells whether the same weights come out";

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("no number: {word}"))
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))
}

fn write(path: &str, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{path}: {e}"))
}

fn told(losses: &Losses) -> String {
    let Losses { wealth, chance, winner, change } = losses;
    let winner = winner * 100.0;
    format!("wealth {wealth:.5}  chance {chance:.4}  winner {winner:.1} %  change {change:.6}")
}

// What is played, how many games from which seed on, and the file to which they are added.
struct Session {
    order: Order,
    seeds: std::ops::Range<u64>,
    file: std::fs::File,
    path: String,
}

impl Session {
    fn of(words: &[String; 6], path: &str) -> Result<Session, String> {
        let [title, variant, players, games, seed, standard] = words;
        let order = Order {
            title: title.clone(),
            variant: variant.clone(),
            players: number(players)?,
            standard: number(standard)?,
        };
        let (seed, games): (u64, u64) = (number(seed)?, number(games)?);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|e| format!("{path}: {e}"))?;
        Ok(Session { order, seeds: seed..seed + games, file, path: path.to_owned() })
    }

    fn add(&mut self, games: &[Seen]) -> Result<(), String> {
        let text: String = games.iter().map(write_game).collect();
        self.file.write_all(text.as_bytes()).map_err(|e| format!("{}: {e}", self.path))
    }
}

fn run_play(args: &[String]) -> Result<(), String> {
    let Some((words, [path])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let mut session = Session::of(words, path)?;
    for seed in session.seeds.clone() {
        match play(&session.order, seed)? {
            Some(seen) => {
                println!("{seed} {:?} {} positions", seen.values, seen.scenes.len());
                session.add(&[seen])?;
            }
            None => println!("{seed} found no end"),
        }
    }
    Ok(())
}

fn run_forks(args: &[String]) -> Result<(), String> {
    let Some((words, [one_in, looks, ahead, path])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let mut session = Session::of(words, path)?;
    let glance = bots::Glance { looks: number(looks)?, ahead: number(ahead)? };
    for seed in session.seeds.clone() {
        let all = forks(&session.order, seed, number(one_in)?, glance)?;
        println!("{seed} {} forks", all.len() / 2);
        session.add(&all)?;
    }
    Ok(())
}

// Variants in the order of the title, and every position told which it is.
fn name_variants(title: &str, games: &mut [Seen]) -> Result<Vec<String>, String> {
    let known = titles::by_id(title).ok_or_else(|| format!("no title {title}"))?.variants();
    let mut names: Vec<String> = known.into_iter().map(|v| v.id).collect();
    names.retain(|n| games.iter().any(|g| g.variant == *n));
    names.truncate(bots::VARIANTS);
    for game in games {
        let slot = names.iter().position(|n| *n == game.variant);
        let slot = slot.ok_or_else(|| format!("too many variants: {}", game.variant))?;
        game.scenes.iter_mut().for_each(|s| s.set_variant(slot));
    }
    Ok(names)
}

fn set(course: &mut Course, name: &str, value: &str) -> Result<(), String> {
    match name {
        "seed" => course.seed = number(value)?,
        "epochs" => course.epochs = number(value)?,
        "batch" => course.batch = number(value)?,
        "rate" => course.rate = number(value)?,
        "decay" => course.decay = number(value)?,
        "first" => course.hidden.0 = number(value)?,
        "second" => course.hidden.1 = number(value)?,
        "branches" => course.branches = number(value)?,
        "forks" => course.forks = number(value)?,
        _ => return Err(format!("no number of a course is called {name}")),
    }
    Ok(())
}

fn run_train(args: &[String]) -> Result<(), String> {
    let [title, model, rest @ ..] = args else {
        return Err(HELP.to_owned());
    };
    let mut games = Vec::new();
    let mut course = Course::default();
    for word in rest {
        if let Some((name, value)) = word.split_once('=') {
            set(&mut course, name, value)?;
        }
    }
    for path in rest.iter().filter(|w| !w.contains('=')) {
        games.extend(read_samples(&read(path)?).map_err(|e| format!("{path}: {e}"))?);
    }
    let variants = name_variants(title, &mut games)?;
    println!("{} games, {course:?}", games.len());
    let report = train(&games, &course, |epoch, kept| println!("{epoch:3}  {}", told(kept)));
    println!("positions {:?}", report.positions);
    println!("forecast  {}", told(&report.forecast));
    if let Some((known, kept)) = report.epochs.get(report.taken) {
        println!("learned from {}", told(known));
        println!("kept aside   {}  (epoch {})", told(kept), report.taken);
    }
    println!("rounds left, positions, agreement with final wealth: forecast, network");
    for s in &report.stages {
        println!("{:3} {:6} {:6.2} {:6.2}", s.left, s.count, s.forecast, s.network);
    }
    println!("rounds behind a fork, forks, agreement and gain: judged, forecast, network");
    for f in &report.forks {
        let [a, b, c] = f.agreement;
        let [x, y, z] = f.gain;
        println!("{:3} {:6} {a:6.3} {b:6.3} {c:6.3}   {x:7.4} {y:7.4} {z:7.4}", f.behind, f.count);
    }
    write(model, &write_model(&report.model, &variants))
}

fn run_export(args: &[String]) -> Result<(), String> {
    let [title, model, net, about] = args else {
        return Err(HELP.to_owned());
    };
    let (model, variants) = read_model(&read(model)?)?;
    let text = quantised(&model, variants).write(&format!("{title}\n{about}"));
    write(net, &text)
}

fn run_check(args: &[String]) -> Result<(), String> {
    let [seed] = args else {
        return Err(HELP.to_owned());
    };
    let seed: u64 = number(seed)?;
    let once = || learn::small(seed);
    let (a, b) = (once()?, once()?);
    if a != b {
        return Err("other weights came out the second time".to_owned());
    }
    println!("the same weights twice: {:016x}", learn::mark(&a));
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((word, rest)) if word == "play" => run_play(rest),
        Some((word, rest)) if word == "forks" => run_forks(rest),
        Some((word, rest)) if word == "train" => run_train(rest),
        Some((word, rest)) if word == "export" => run_export(rest),
        Some((word, rest)) if word == "check" => run_check(rest),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(said) => {
            eprintln!("{said}");
            ExitCode::FAILURE
        }
    }
}
