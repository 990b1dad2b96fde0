//! A puzzle on the table.

use crate::puzzle::Puzzle;
use engine::{Company, Names, Position, Title};

/// Where titles are found by their ids.
pub type Titles<'a> = &'a dyn Fn(&str) -> Option<&'static dyn Title>;

/// Most moves between the arrangement and the question.
pub const MOST_MOVES: usize = 12;
/// Most answers that count as right.
pub const MOST_ANSWERS: usize = 12;

/// A puzzle whose position stands.
#[derive(Clone)]
pub struct Posed {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its title.
    pub title: &'static dyn Title,
    /// The position of the question.
    pub position: Box<dyn Position>,
    /// The company that it is about.
    pub company: Option<Company>,
}

impl std::fmt::Debug for Posed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Posed").field("id", &self.puzzle.id).finish_non_exhaustive()
    }
}

impl Posed {
    /// Sets a puzzle up. Its answers are read, not yet solved.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(puzzle: Puzzle, titles: Titles<'_>) -> Result<Posed, Vec<String>> {
        let mut faults = Vec::new();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if puzzle.id.is_empty() || puzzle.id.len() > 60 || !puzzle.id.chars().all(plain) {
            faults.push("an id has up to 60 small letters, digits and strokes".to_owned());
        }
        if puzzle.moves.len() > MOST_MOVES {
            faults.push(format!("at most {MOST_MOVES} moves lead to the question"));
        }
        if puzzle.answers.is_empty() || puzzle.answers.len() > MOST_ANSWERS {
            faults.push(format!("there are 1 to {MOST_ANSWERS} right answers"));
        }
        if puzzle.grade.is_some_and(|g| !(1..=4).contains(&g)) {
            faults.push("a grade is 1 to 4".to_owned());
        }
        if puzzle.second >= puzzle.best {
            faults.push("the best answer must bring more than the next".to_owned());
        }
        let id = puzzle.id.clone();
        let named = |faults: Vec<String>| faults.iter().map(|f| format!("{id}: {f}")).collect();
        if !faults.is_empty() {
            return Err(named(faults));
        }
        stand(puzzle, titles).map_err(named)
    }
}

fn stand(puzzle: Puzzle, titles: Titles<'_>) -> Result<Posed, Vec<String>> {
    let setup = &puzzle.setup;
    let title = titles(&setup.title).ok_or_else(|| vec![format!("no title {}", setup.title)])?;
    let mut position = title.start(setup).map_err(|e| e.faults)?;
    for mv in &puzzle.moves {
        let read = Names::of(position.as_ref()).read_move(mv).map_err(|e| vec![e.to_string()])?;
        position.play(&read, &mut Vec::new()).map_err(|e| vec![e.to_string()])?;
    }
    if position.decision().is_none() {
        return Err(vec!["nobody decides here".to_owned()]);
    }
    let names = Names::of(position.as_ref());
    let read = |id: &String| names.read_company(id).map_err(|e| vec![e.to_string()]);
    let company = puzzle.company.as_ref().map(read).transpose()?;
    let mut faults = Vec::new();
    for answer in &puzzle.answers {
        if let Err(error) = names.read_move(answer) {
            faults.push(error.to_string());
        }
    }
    if faults.is_empty() { Ok(Posed { puzzle, title, position, company }) } else { Err(faults) }
}
