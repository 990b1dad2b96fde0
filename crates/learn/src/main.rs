//! `learn play | forks | choices | policy | train | export | tune | varied | slopes | check`: see `crates/bots/README.md`.

use bots::{Glance, Manner, Net, POLICY};
use learn::{
    Course, Lesson, Losses, Numbers, Order, Seat, Seen, Slope, choices, forks, play, read_choices,
    read_model, read_samples, slopes, study, train, tried, varied, write_game, write_model,
};
use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "\
learn play TITLE VARIANT PLAYERS GAMES SEED STANDARD FILE [playouts]
    plays games and adds what it saw to FILE; of four games, STANDARD are played by standard, without playouts if nothing
    else is said
learn forks TITLE VARIANT PLAYERS GAMES SEED STANDARD ONE_IN LOOKS AHEAD FILE
    the same; from one decision in ONE_IN it plays both of two moves to the end, and adds those; on the way it looks at
    LOOKS moves through AHEAD rounds, as standard does; with no LOOKS it plays as standard does without playouts
learn choices TITLE VARIANT PLAYERS GAMES SEED STANDARD ONE_IN OTHERS FILE
    plays games; from one decision in ONE_IN it plays the best move and OTHERS to the end, as standard plays without
    playouts, and adds those
learn policy TITLE NET ABOUT FILE... [NAME=NUMBER...]
    trains a policy on such choices and writes it in whole numbers; ABOUT says where it comes from; numbers as below;
    with from=NET it starts from that policy
learn train TITLE MODEL FILE... [NAME=NUMBER...]
    trains on samples and writes MODEL; numbers: seed, epochs, batch, rate, decay, first, second (units of
    the layers), branches, forks (how much they count), lambda (how much the end of a game counts beside what is told of
    the next position)
learn export TITLE MODEL NET ABOUT
    writes the network in whole numbers; ABOUT says where it comes from
learn tune TITLE VARIANT PLAYERS GAMES SEED WEIGHTS SPREAD FILE [SAMPLES]
    plays games of standard without playouts in which every seat has other numbers, up to SPREAD away from those in WEIGHTS
    (a factor of e to that, a part by so much, a deed by a hundred times so much), and adds them to FILE; to SAMPLES what
    `play` would add
learn varied TITLE VARIANT PLAYERS GAMES SEED WEIGHTS SPREAD FILE
    plays games that begin so, until a round that is drawn, and go on with the title's own numbers; adds to FILE what is seen
    from that round on
learn slopes FILE...
    tells how what is won depends on each of the numbers in such files
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

fn order([title, variant, players]: [&String; 3], standard: u32) -> Result<Order, String> {
    let (title, variant) = (title.clone(), variant.clone());
    Ok(Order { title, variant, players: number(players)?, standard, playouts: false })
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
        let order = order([title, variant, players], number(standard)?)?;
        let (seed, games): (u64, u64) = (number(seed)?, number(games)?);
        let file = appended(path)?;
        Ok(Session { order, seeds: seed..seed + games, file, path: path.to_owned() })
    }

    fn add(&mut self, games: &[Seen]) -> Result<(), String> {
        let text: String = games.iter().map(write_game).collect();
        self.file.write_all(text.as_bytes()).map_err(|e| format!("{}: {e}", self.path))
    }
}

fn run_play(args: &[String]) -> Result<(), String> {
    let Some((words, [path, more @ ..])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let mut session = Session::of(words, path)?;
    session.order.playouts = match more {
        [] => false,
        [word] if word == "playouts" => true,
        _ => return Err(HELP.to_owned()),
    };
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
    let glance = Glance { looks: number(looks)?, ahead: number(ahead)?, lucks: 1 };
    let manner = if glance.looks == 0 { Manner::Careful } else { Manner::Glance(glance) };
    for seed in session.seeds.clone() {
        let all = forks(&session.order, seed, number(one_in)?, manner)?;
        println!("{seed} {} forks", all.len() / 2);
        session.add(&all)?;
    }
    Ok(())
}

// Variants that were seen, in the order of the title.
fn variants(title: &str, seen: &[&str]) -> Result<Vec<String>, String> {
    let known = titles::by_id(title).ok_or_else(|| format!("no title {title}"))?.variants();
    let mut names: Vec<String> = known.into_iter().map(|v| v.id).collect();
    names.retain(|n| seen.contains(&n.as_str()));
    names.truncate(bots::VARIANTS);
    Ok(names)
}

// Tells every position which variant it is.
fn name_variants(title: &str, games: &mut [Seen]) -> Result<Vec<String>, String> {
    let seen: Vec<&str> = games.iter().map(|g| g.variant.as_str()).collect();
    let names = variants(title, &seen)?;
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
        "lambda" => {
            course.lambda = number(value)?;
            if !(0.0..=1.0).contains(&course.lambda) {
                return Err(format!("lambda is {value}, not from 0 to 1"));
            }
        }
        _ => return Err(format!("no number of a course is called {name}")),
    }
    Ok(())
}

fn run_choices(args: &[String]) -> Result<(), String> {
    let Some((words, [one_in, others, path])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let mut session = Session::of(words, path)?;
    for seed in session.seeds.clone() {
        let text = choices(&session.order, seed, number(one_in)?, number(others)?)?;
        println!("{seed} {} moves", text.lines().filter(|l| l.starts_with('M')).count());
        session.file.write_all(text.as_bytes()).map_err(|e| format!("{}: {e}", session.path))?;
    }
    Ok(())
}

fn run_policy(args: &[String]) -> Result<(), String> {
    let [title, net, about, rest @ ..] = args else {
        return Err(HELP.to_owned());
    };
    let (from, rest): (Vec<&String>, Vec<&String>) =
        rest.iter().partition(|w| w.starts_with("from="));
    let rest: Vec<String> = rest.into_iter().cloned().collect();
    let start = from.last().and_then(|w| w.strip_prefix("from="));
    let start =
        start.map(|path| Net::read(&read(path)?, POLICY).map_err(|e| format!("{path}: {e}")));
    let start = start.transpose()?;
    let course = course(&rest)?;
    let mut all = Vec::new();
    for path in rest.iter().filter(|w| !w.contains('=')) {
        all.extend(read_choices(&read(path)?).map_err(|e| format!("{path}: {e}"))?);
    }
    let seen: Vec<&str> = all.iter().map(|c| c.variant.as_str()).collect();
    let names = variants(title, &seen)?;
    for choice in &mut all {
        let slot = names.iter().position(|n| *n == choice.variant);
        let slot = slot.ok_or_else(|| format!("too many variants: {}", choice.variant))?;
        choice.branches.iter_mut().for_each(|b| b.traits.set_variant(slot));
    }
    let line = |l: &Lesson| {
        let [[a, b, c], [x, y, z]] = [l.agreement, l.gain];
        let told = l.told;
        format!("agreement {a:.3}, {b:.3}, {c:.3}  gain {x:.4}, {y:.4}, {z:.4}  told {told:.4}")
    };
    println!("{} choices; of judgement, of policy, of both:", all.len());
    let learned =
        study(&all, &course, start.as_ref(), |epoch, l| println!("{epoch:3}  {}", line(l)));
    println!("before {}", line(&learned.before));
    let (known, kept) = learned.choices;
    let taken = learned.epochs.get(learned.taken).map(line).unwrap_or_default();
    let facts = format!("{known} choices learned from, {kept} kept aside: {taken}");
    println!("{facts}  (epoch {})", learned.taken);
    write(net, &learned.quantised(names).write(&format!("{title}\n{about}\n{facts}")))
}

// The numbers of a course among the words.
fn course(words: &[String]) -> Result<Course, String> {
    let mut course = Course::default();
    for (name, value) in words.iter().filter_map(|w| w.split_once('=')) {
        set(&mut course, name, value)?;
    }
    Ok(course)
}

fn run_train(args: &[String]) -> Result<(), String> {
    let [title, model, rest @ ..] = args else {
        return Err(HELP.to_owned());
    };
    let mut games = Vec::new();
    let course = course(rest)?;
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
    let text = model.quantised(variants).write(&format!("{title}\n{about}"));
    write(net, &text)
}

// What is played, the numbers to start from, how far others lie from them, and the seeds.
type Trials = (Order, Numbers, f64, std::ops::Range<u64>);

fn trials(words: &[String; 7]) -> Result<Trials, String> {
    let [title, variant, players, games, seed, weights, spread] = words;
    let order = order([title, variant, players], 4)?;
    let numbers = Numbers::read(&read(weights)?, &order)?;
    let (seed, games): (u64, u64) = (number(seed)?, number(games)?);
    Ok((order, numbers, number(spread)?, seed..seed + games))
}

fn appended(path: &str) -> Result<std::fs::File, String> {
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|e| format!("{path}: {e}"))
}

fn run_tune(args: &[String]) -> Result<(), String> {
    let Some((words, [path, samples @ ..])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let (order, numbers, spread, seeds) = trials(words)?;
    let mut rows = appended(path)?;
    let mut scenes = samples.first().map(|path| appended(path)).transpose()?;
    let said = |e: std::io::Error| format!("{path}: {e}");
    writeln!(rows, "N {}", numbers.names().join(" ")).map_err(said)?;
    for seed in seeds {
        let Some(game) = tried(&order, &numbers, spread, seed)? else { continue };
        write!(rows, "G {seed}\n{}", game.lines()).map_err(said)?;
        if let Some(file) = &mut scenes {
            file.write_all(write_game(&game.seen).as_bytes()).map_err(said)?;
        }
    }
    Ok(())
}

fn run_varied(args: &[String]) -> Result<(), String> {
    let Some((words, [path])) = args.split_first_chunk() else {
        return Err(HELP.to_owned());
    };
    let (order, numbers, spread, seeds) = trials(words)?;
    let mut file = appended(path)?;
    for seed in seeds {
        let Some(seen) = varied(&order, &numbers, spread, seed)? else { continue };
        file.write_all(write_game(&seen).as_bytes()).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(())
}

fn run_slopes(paths: &[String]) -> Result<(), String> {
    let mut names: Vec<String> = Vec::new();
    let mut games: Vec<Vec<Seat>> = Vec::new();
    for path in paths {
        for line in read(path)?.lines() {
            let mut words = line.split(' ');
            match words.next() {
                Some("N") => {
                    let told: Vec<String> = words.map(str::to_owned).collect();
                    if !names.is_empty() && names != told {
                        return Err(format!("{path} has other numbers than the files before"));
                    }
                    names = told;
                }
                Some("G") => games.push(Vec::new()),
                Some("S") => {
                    let mut all = words.map(number::<f64>).collect::<Result<Vec<f64>, _>>()?;
                    if all.len() != names.len() + 1 {
                        return Err(format!("{path}: {} numbers in a line", all.len()));
                    }
                    let numbers = all.split_off(1);
                    games.last_mut().ok_or("a seat without a game")?.push((all[0], numbers));
                }
                _ => return Err(format!("{path}: {line}")),
            }
        }
    }
    // A file that was cut short ends with a game that is not whole.
    let seats = games.first().map_or(0, Vec::len);
    games.retain(|g| g.len() == seats);
    println!("{} games; what a step of a tenth brings, in hundredths of the mean", games.len());
    for (name, Slope { slope, error }) in names.iter().zip(slopes(&games)) {
        println!("{name:20} {:+6.2} ± {:4.2}", slope * 10.0, error * 10.0);
    }
    Ok(())
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
    println!("the same weights twice: {:016x}", learn::mark(&a.concat()));
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.split_first() {
        Some((word, rest)) if word == "play" => run_play(rest),
        Some((word, rest)) if word == "forks" => run_forks(rest),
        Some((word, rest)) if word == "choices" => run_choices(rest),
        Some((word, rest)) if word == "policy" => run_policy(rest),
        Some((word, rest)) if word == "train" => run_train(rest),
        Some((word, rest)) if word == "export" => run_export(rest),
        Some((word, rest)) if word == "tune" => run_tune(rest),
        Some((word, rest)) if word == "varied" => run_varied(rest),
        Some((word, rest)) if word == "slopes" => run_slopes(rest),
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
