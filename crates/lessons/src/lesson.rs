//! A lesson as it was read: its line of moves, and its steps along it.

use crate::form::{Answer, File, Number, Point, StepForm};
use crate::pattern::Pattern;
use engine::{Move, Names, Position, Setup, Title, view, wire};
use routing::Budget;
use serde_json::Value as Json;

/// Where titles are found by their ids.
pub type Titles<'a> = &'a dyn Fn(&str) -> Option<&'static dyn Title>;

/// Most steps and most moves of a lesson: it takes minutes, not an evening.
const MOST_STEPS: usize = 12;
const MOST_MOVES: usize = 200;

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// Moves of the lesson's line before it.
    pub at: usize,
    /// What its words point at.
    pub point: Vec<Point>,
    /// Rules that it teaches.
    pub rules: Vec<String>,
    /// What is asked.
    pub answer: Option<Answer>,
    /// Wrong answers for which there is a sentence of its own.
    pub wrong: Vec<Pattern>,
}

/// A lesson.
#[derive(Clone)]
pub struct Lesson {
    /// Its name: that of its file.
    pub id: String,
    /// Group of lessons it belongs to.
    pub chapter: String,
    /// Place among all lessons.
    pub order: u32,
    /// The rule that it shows, if it is a worked example.
    pub example: Option<String>,
    /// How it is set up.
    pub setup: Setup,
    /// Its title.
    pub title: &'static dyn Title,
    /// All moves of it, right answers among them.
    pub line: Vec<wire::Move>,
    /// Steps in order.
    pub steps: Vec<Step>,
}

impl std::fmt::Debug for Lesson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lesson")
            .field("id", &self.id)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

// Plays a move that was written; says what is wrong with it.
fn play(position: &mut dyn Position, mv: &wire::Move) -> Result<(), String> {
    let read = Names::of(position).read_move(mv).map_err(|e| e.to_string())?;
    position.play(&read, &mut Vec::new()).map_err(|e| e.to_string())
}

// The best run of a company: the move, and what it brings. Only where it is proved.
fn best_run(position: &dyn Position, company: &str) -> Result<(Move, i32), String> {
    let id = Names::of(position).read_company(company).map_err(|e| e.to_string())?;
    let problem = position.problem(id).ok_or_else(|| format!("{company} runs no trains here"))?;
    let best = problem.best(Budget::unlimited());
    let pays = position.best_pays(id, &problem, &best);
    Ok((Move::Run { company: id, routes: problem.routes(&best.routes), recorded: None }, pays.0))
}

// What stands at a path of a view: members by their names, elements by their number or their `id`.
fn at_path<'a>(seen: &'a Json, path: &str) -> Option<&'a Json> {
    let mut steps = path.strip_prefix('/')?.split('/');
    steps.try_fold(seen, |here, step| match here {
        Json::Array(list) => match step.parse::<usize>() {
            Ok(number) => list.get(number),
            Err(_) => list.iter().find(|e| e.get("id").and_then(Json::as_str) == Some(step)),
        },
        _ => here.get(step),
    })
}

// A number of a view; of a list its length.
fn number_at(position: &dyn Position, path: &str) -> Result<i64, String> {
    let seen = serde_json::to_value(view(position)).unwrap_or_default();
    let found = at_path(&seen, path).and_then(|found| match found {
        Json::Array(list) => i64::try_from(list.len()).ok(),
        one => one.as_i64(),
    });
    found.ok_or_else(|| format!("there is no number at {path}"))
}

impl Number {
    /// The number, in a position.
    pub(crate) fn value(&self, position: &dyn Position) -> Result<i64, String> {
        let after = |moves: &[wire::Move], view: &str| {
            let mut later = position.boxed();
            moves.iter().try_for_each(|mv| play(later.as_mut(), mv))?;
            number_at(later.as_ref(), view)
        };
        match self {
            Number::BestRun(company) => best_run(position, company).map(|(_, pays)| pays.into()),
            Number::View(view) => number_at(position, view),
            Number::After { view, moves } => after(moves, view),
            Number::Change { view, moves } => {
                Ok((after(moves, view)? - number_at(position, view)?).abs())
            }
        }
    }
}

impl Answer {
    /// The move that answers, where one does.
    fn solution(&self, position: &dyn Position) -> Result<Option<wire::Move>, String> {
        match self {
            Answer::Move(mv) | Answer::Any { first: mv, .. } => Ok(Some(mv.clone())),
            Answer::BestRun(company) => {
                let (run, _) = best_run(position, company)?;
                Ok(Some(Names::of(position).write_move(&run)))
            }
            Answer::Number(number) => number.value(position).map(|_| None),
        }
    }
}

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(id: &str, text: &str, titles: Titles<'_>) -> Result<Lesson, Vec<String>> {
        let file: File = serde_json::from_str(text).map_err(|e| vec![format!("{id}: {e}")])?;
        let mut reading = Reading { id, faults: Vec::new(), line: Vec::new() };
        let started = titles(&file.setup.title)
            .ok_or_else(|| vec![format!("there is no title {}", file.setup.title)])
            .and_then(|title| Ok((title, title.start(&file.setup).map_err(|e| e.faults)?)));
        let mut begun = match started {
            Ok((title, position)) => Some((title, position)),
            Err(faults) => {
                faults.into_iter().for_each(|f| reading.fault("setup", f));
                None
            }
        };
        if file.steps.is_empty() || file.steps.len() > MOST_STEPS {
            reading.fault("steps", format!("a lesson has one to {MOST_STEPS} steps"));
        }
        reading.play(begun.as_mut().map(|b| &mut b.1), "moves", file.moves);
        let steps = file.steps.into_iter().enumerate().filter_map(|(i, step)| {
            let at = format!("step {}", i + 1);
            reading.step(begun.as_mut().map(|b| (b.0, &mut b.1)), &at, step)
        });
        let steps: Vec<Step> = steps.collect();
        if reading.line.len() > MOST_MOVES {
            reading.fault("moves", format!("a lesson has at most {MOST_MOVES} moves"));
        }
        match begun {
            Some((title, _)) if reading.faults.is_empty() => Ok(Lesson {
                id: id.to_owned(),
                chapter: file.chapter,
                order: file.order,
                example: file.example,
                setup: file.setup,
                title,
                line: reading.line,
                steps,
            }),
            _ => Err(reading.faults),
        }
    }

    /// The position after some moves of its line.
    ///
    /// # Errors
    /// There are not so many moves.
    pub fn position(&self, at: usize) -> Result<Box<dyn Position>, String> {
        let mut position = self.title.start(&self.setup).map_err(|e| e.to_string())?;
        let moves = self.line.get(..at).ok_or("the lesson is shorter")?;
        moves.iter().try_for_each(|mv| play(position.as_mut(), mv))?;
        Ok(position)
    }

    /// The position of a step.
    ///
    /// # Errors
    /// There is no such step.
    pub fn at_step(&self, step: usize) -> Result<Box<dyn Position>, String> {
        self.position(self.steps.get(step).ok_or("there is no such step")?.at)
    }
}

// A lesson being read.
struct Reading<'a> {
    id: &'a str,
    faults: Vec<String>,
    line: Vec<wire::Move>,
}

impl Reading<'_> {
    fn fault(&mut self, at: &str, what: impl std::fmt::Display) {
        self.faults.push(format!("{}, {at}: {what}", self.id));
    }

    fn play(&mut self, position: Option<&mut Box<dyn Position>>, at: &str, moves: Vec<wire::Move>) {
        let Some(position) = position else { return };
        for mv in moves {
            if let Err(why) = play(position.as_mut(), &mv) {
                self.fault(at, format!("{} is refused: {why}", shown(&mv)));
                return;
            }
            self.line.push(mv);
        }
    }

    fn step(
        &mut self,
        begun: Option<(&'static dyn Title, &mut Box<dyn Position>)>,
        at: &str,
        step: Json,
    ) -> Option<Step> {
        let step: StepForm = match serde_json::from_value(step) {
            Ok(step) => step,
            Err(error) => {
                self.fault(at, error);
                return None;
            }
        };
        let (title, position) = begun?;
        for point in &step.point {
            let (sheet, names) = (position.sheet(), Names::of(position.as_ref()));
            let known = match point {
                Point::Cell(cell) => sheet.map.by_name(cell).is_some(),
                Point::Company(company) => names.read_company(company).is_ok(),
                Point::Panel(_) => true,
            };
            if !known {
                self.fault(at, format!("it points at {point:?}, which is not there"));
            }
        }
        let rules = if step.rules.is_empty() { Vec::new() } else { title.catalogue().rules("en") };
        for rule in step.rules.iter().filter(|id| !rules.iter().any(|r| r.id == **id)) {
            self.fault(at, format!("there is no rule {rule}"));
        }
        let also = match &step.answer {
            Some(Answer::Any { also, .. }) => also.as_slice(),
            _ => &[],
        };
        if step.wrong.iter().chain(also).any(|pattern| !pattern.has_kind()) {
            self.fault(at, "a pattern of moves must tell the kind of move");
        }
        let before = self.line.len();
        let solution = step.answer.as_ref().map_or(Ok(None), |a| a.solution(position.as_ref()));
        match solution {
            Ok(Some(mv)) => self.play(Some(position), at, vec![mv]),
            Ok(None) => {}
            Err(why) => self.fault(at, why),
        }
        self.play(Some(position), at, step.then);
        Some(Step {
            at: before,
            point: step.point,
            rules: step.rules,
            answer: step.answer,
            wrong: step.wrong,
        })
    }
}

fn shown(mv: &wire::Move) -> String {
    serde_json::to_string(mv).unwrap_or_default()
}
