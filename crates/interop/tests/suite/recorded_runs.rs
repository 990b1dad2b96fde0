//! Every run of a recorded game: the question as the company faced it, what was recorded, what the trace's own search found.

use engine::{Company, Event, Move, Position, Problem, RouteClaim};
use interop::{PublicFile, Replay, Trace, public_company};
use routing::{Budget, Certificate, Constraints, Objective, Route, StopId, StopKind, check, solve};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// One `run_routes` of a recorded game.
pub struct RecordedRun {
    /// Name of the game.
    pub game: String,
    /// Number of the effective action, as `--at` and the trace count.
    pub at: usize,
    /// The company, as the file names it.
    pub company: String,
    /// The position before the action.
    before: Box<dyn Position>,
    runner: Company,
    /// Track, trains and rules there.
    pub problem: Problem,
    /// What the routes earned.
    revenue: i64,
    subsidy: i64,
    /// The routes are legal today.
    pub legal: bool,
    /// What the search behind the trace found.
    pub router: Option<Router>,
}

/// Best revenue that the search behind the trace found.
#[derive(Clone, Copy)]
pub struct Router {
    /// The revenue.
    pub best: i64,
    /// It had looked at everything.
    pub exhausted: bool,
}

/// What the best routes pay when they are run.
pub struct Answer {
    /// What the company has to maximise: revenue, in receivership with subsidy.
    pub primary: i64,
    /// The best revenue alone, which is what the traces search for.
    pub revenue: i64,
}

impl RecordedRun {
    /// The title, as the platform names it.
    #[allow(dead_code, reason = "only the benchmark sorts by title")]
    pub fn title(&self) -> &str {
        self.game.split('_').nth(1).unwrap_or("?")
    }

    /// Played by people, not generated.
    pub fn is_human(&self) -> bool {
        self.game.starts_with("fixture_")
    }

    /// What was recorded of what has to be maximised.
    pub fn primary(&self) -> i64 {
        match self.problem.rules.objective {
            Objective::Revenue => self.revenue,
            Objective::RevenueAndSubsidy => self.revenue + self.subsidy,
        }
    }

    /// The best routes.
    pub fn best(&self) -> Certificate {
        self.solve(&self.problem.rules)
    }

    fn solve(&self, rules: &Constraints) -> Certificate {
        let Problem { network, trains, .. } = &self.problem;
        solve(network, trains, rules, Budget::unlimited())
    }

    /// What the best routes pay.
    pub fn answer(&self, best: &Certificate) -> Answer {
        let (revenue, subsidy) = self.paid(best);
        let rules = &self.problem.rules;
        match rules.objective {
            Objective::Revenue => Answer { primary: revenue, revenue },
            Objective::RevenueAndSubsidy => {
                let alone = self.solve(&Constraints { objective: Objective::Revenue, ..*rules });
                Answer { primary: revenue + subsidy, revenue: self.paid(&alone).0 }
            }
        }
    }

    /// Halts that a route serves. They are named because in receivership the game would choose others than for revenue alone.
    fn halts(&self, route: &Route) -> u8 {
        let stops = &self.problem.network.stops;
        let is_halt = |stop: &StopId| stops[usize::from(*stop)].kind == StopKind::Halt;
        route.counted().filter(is_halt).count() as u8
    }

    /// Revenue and subsidy that the game pays for these routes. With option 2 of 1860 a leased train is paid half (IOW-PUB-14), so
    /// the routes' own sum is not enough.
    fn paid(&self, certificate: &Certificate) -> (i64, i64) {
        let run = Move::Run {
            company: self.runner,
            routes: (certificate.routes.iter())
                .map(|route| RouteClaim {
                    halts: Some(self.halts(route)),
                    ..self.problem.route(route)
                })
                .collect(),
            recorded: None,
        };
        let mut events = Vec::new();
        let mut position = self.before.boxed();
        if let Err(refusal) = position.play(&run, &mut events) {
            panic!("{} at {}: {refusal}", self.game, self.at);
        }
        let ran = events.iter().find_map(|event| match event {
            Event::Ran { company, revenue, subsidy } if *company == self.runner => {
                Some((i64::from(*revenue), i64::from(*subsidy)))
            }
            _ => None,
        });
        ran.unwrap_or((0, 0))
    }
}

/// What is wrong with the best routes of a run.
pub fn faults(run: &RecordedRun, best: &Certificate, answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    let Problem { network, trains, rules, .. } = &run.problem;
    if let Err(violation) = check(network, trains, rules, best) {
        faults.push(format!("the routes are illegal: {violation}"));
    }
    if !best.proved {
        faults.push(format!("nothing is proved: at most {}", best.bound));
    }
    if run.legal && answer.primary < run.primary() {
        let (found, recorded) = (answer.primary, run.primary());
        faults.push(format!("{found} is below the recorded {recorded}"));
    }
    if let Some(Router { best, exhausted }) = run.router
        && (answer.revenue < best || (exhausted && answer.revenue != best))
    {
        let found = answer.revenue;
        faults.push(format!("{found} is not the {best} that the trace found"));
    }
    (faults.into_iter())
        .map(|fault| format!("{} at {} ({}): {fault}", run.game, run.at, run.company))
        .collect()
}

/// The recorded games; none if they do not lie beside the workspace.
pub fn games() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.to_string_lossy().ends_with(".game.json"))
        .collect();
    paths.sort();
    paths
}

/// All runs of a game, in order.
pub fn runs(path: &Path) -> Vec<RecordedRun> {
    let file = path.file_name().expect("a file").to_string_lossy();
    let game = file.trim_end_matches(".game.json").to_owned();
    let text = std::fs::read_to_string(path).expect("readable");
    let file = PublicFile::read(&text).expect("a public file");
    let mut replay = Replay::start(file).expect("a game that can start");
    let mut trace = Trace::open(&Trace::beside(path).expect("a trace beside it")).expect("a trace");
    let mut found = Vec::new();
    while let Some(line) = trace.next_line().expect("a line of the trace") {
        let number = line["i"].as_u64();
        let Some(at) = number.filter(|_| line["action"]["type"] == "run_routes") else {
            continue;
        };
        let at = at as usize;
        replay.run_to(at).expect("a recorded game is legal");
        found.push(run(&game, at, replay.position(), &line));
    }
    found
}

fn run(game: &str, at: usize, position: &dyn Position, line: &Json) -> RecordedRun {
    let name = line["action"]["entity"].as_str().expect("a company");
    let runner = public_company(position.sheet(), name).expect("a known company");
    let earned = |field: &str| line["run"][field].as_i64().unwrap_or(0);
    let mut routes = line["run"]["routes"].as_array().into_iter().flatten();
    RecordedRun {
        game: game.to_owned(),
        at,
        company: name.to_owned(),
        before: position.boxed(),
        runner,
        problem: position.problem(runner).expect("a company that can run"),
        revenue: earned("revenue"),
        subsidy: earned("subsidy"),
        legal: routes.all(|route| route["error"].is_null()),
        router: line["router"]["best_revenue"]
            .as_i64()
            .map(|best| Router { best, exhausted: line["router"]["exhausted"] == true }),
    }
}
