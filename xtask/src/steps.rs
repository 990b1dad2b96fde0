//! What is being done, how much of it there is, and how long each part took.

use std::time::{Duration, Instant};

/// The parts of a long command.
pub struct Steps {
    count: usize,
    done: Vec<(String, Duration)>,
    failed: Vec<String>,
    begun: Instant,
}

impl Steps {
    /// So many steps are to come.
    pub fn new(count: usize) -> Steps {
        Steps { count, done: Vec::new(), failed: Vec::new(), begun: Instant::now() }
    }

    /// More steps turned up.
    pub fn more(&mut self, count: usize) {
        self.count += count;
    }

    /// Does one of them.
    pub fn step<T>(
        &mut self,
        name: &str,
        work: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, String> {
        let number = self.done.len() + 1;
        println!("\n[{number}/{}] {name}", self.count);
        let begun = Instant::now();
        let result = work();
        let took = begun.elapsed();
        self.done.push((name.to_owned(), took));
        match result {
            Ok(value) => {
                println!("[{number}/{}] {name}: {}", self.count, shown(took));
                Ok(value)
            }
            Err(why) => Err(format!("[{number}/{}] {name}: {why}", self.count)),
        }
    }

    /// Does one of them; when it fails, the others are done all the same.
    pub fn attempt(&mut self, name: &str, work: impl FnOnce() -> Result<(), String>) {
        if let Err(why) = self.step(name, work) {
            println!("{why}");
            self.failed.push(why);
        }
    }

    /// Whether all that was attempted went well.
    pub fn result(self) -> Result<(), String> {
        match self.failed.as_slice() {
            [] => Ok(()),
            failed => Err(format!("failed:\n{}", failed.join("\n"))),
        }
    }

    /// The times of all parts, the longest first.
    pub fn times(&self) {
        let mut all: Vec<_> = self.done.iter().collect();
        all.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
        println!("\nin all {}", shown(self.begun.elapsed()));
        for (name, took) in all {
            println!("{:>9}  {name}", shown(*took));
        }
    }
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {:02} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}
