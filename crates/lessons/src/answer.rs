//! Whether an answer is right.

use crate::form::Answer;
use crate::lesson::{Lesson, Step};
use engine::{Event, Move, Names, Position, Refusal, wire};
use routing::Budget;

/// What was answered.
#[derive(Clone, Debug)]
pub enum Given {
    /// A move.
    Move(wire::Move),
    /// A number.
    Number(i64),
}

/// What is to be said to an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// It is right.
    pub right: bool,
    /// Number of the sentence about this wrong answer, if there is one.
    pub wrong: Option<usize>,
    /// The rule that forbids it.
    pub refusal: Option<Refusal>,
    /// What the run brings, and what the best one brings.
    pub run: Option<(i32, i32)>,
}

impl Lesson {
    /// Whether an answer to a step is right.
    ///
    /// # Errors
    /// There is no such step, it asks nothing, or something else.
    pub fn check(&self, step: usize, given: &Given) -> Result<Verdict, String> {
        let position = self.at_step(step)?;
        let step = &self.steps[step];
        match (&step.answer, given) {
            (None, _) => Err("this step asks nothing".to_owned()),
            (Some(Answer::Number(number)), Given::Number(n)) => {
                Ok(Verdict { right: number.value(position.as_ref())? == *n, ..Verdict::default() })
            }
            (Some(Answer::Number(_)), Given::Move(_)) => Err("a number is asked".to_owned()),
            (Some(_), Given::Number(_)) => Err("a move is asked".to_owned()),
            (Some(answer), Given::Move(mv)) => step.judge(answer, position.as_ref(), mv),
        }
    }

    /// What a step asks for: the move or the number that answers it.
    ///
    /// # Errors
    /// There is no such step, or it asks nothing.
    pub fn solution(&self, step: usize) -> Result<Given, String> {
        let position = self.at_step(step)?;
        let Step { at, answer, .. } = &self.steps[step];
        match answer {
            None => Err("this step asks nothing".to_owned()),
            Some(Answer::Number(number)) => number.value(position.as_ref()).map(Given::Number),
            // What answers stands in the line at this place.
            Some(_) => Ok(Given::Move(self.line[*at].clone())),
        }
    }
}

impl Step {
    fn judge(
        &self,
        answer: &Answer,
        position: &dyn Position,
        mv: &wire::Move,
    ) -> Result<Verdict, String> {
        let read = Names::of(position).read_move(mv).map_err(|e| e.to_string())?;
        let mut events = Vec::new();
        if let Err(refusal) = position.boxed().foresee(&read, &mut events) {
            return Ok(Verdict { refusal: Some(refusal), ..Verdict::default() });
        }
        // As we write it, so that what is not told is there too.
        let mv = Names::of(position).write_move(&read);
        let mut verdict = Verdict::default();
        match answer {
            Answer::Move(wanted) => verdict.right = *wanted == mv,
            Answer::Any { first, also } => {
                verdict.right = *first == mv || also.iter().any(|p| p.fits(&mv));
            }
            Answer::BestRun(_) => {
                if let Move::Run { company, .. } = read
                    && let Some(problem) = position.problem(company)
                {
                    let best = problem.best(Budget::unlimited());
                    let most = position.best_pays(company, &problem, &best).0;
                    let brought = Event::paid(&events, company).unwrap_or_default().0;
                    verdict.run = Some((brought, most));
                    verdict.right = brought == most;
                }
            }
            Answer::Number(_) => {}
        }
        if !verdict.right {
            verdict.wrong = self.wrong.iter().position(|p| p.fits(&mv));
        }
        Ok(verdict)
    }
}
