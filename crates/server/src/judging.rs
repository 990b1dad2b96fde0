//! Works on judgements: one at a time, on two threads that give way to everything else. What is found is kept as it comes,
//! so that a crash loses a second of work, and another server goes on from there.

use crate::app::App;
use crate::fault::Fault;
use crate::hold::read_stored;
use crate::judgements::is_of;
use analysis::judgement::{Step, Work};
use bots::Limits;
use engine::Position;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{GameState, Judgement, JudgementState, StoredMove};
use tokio::sync::mpsc;

// A claim is good for so long, and is renewed every second.
const LEASE: i64 = 30_000;
// What was found is kept so often.
const EVERY: Duration = Duration::from_secs(1);
// Looked for so often, beside being told: another server may have been asked.
const LOOK: Duration = Duration::from_secs(5);
// Threads that work on a game.
const THREADS: usize = 2;
// Moves of a game that is judged.
const LONGEST: i64 = 5_000;

/// Judges games until the server stops.
pub async fn serve(app: App) {
    let mut stopping = app.stopping.subscribe();
    while !app.is_stopping() {
        match app.judge_next().await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(fault) => tracing::warn!(?fault, "a game could not be judged"),
        }
        tokio::select! {
            () = app.judges.notified() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}

// What the thread tells.
struct Found {
    begun: String,
    done: i64,
    moves: Vec<(i64, String)>,
    ended: bool,
}

// Nobody's move waits for this.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this is the priority of the thread.
        let _ = rustix::process::setpriority_process(None, 19);
    }
}

// The moves of a game, read along the way.
fn read(start: &dyn Position, stored: &[StoredMove]) -> Result<Vec<engine::Move>, String> {
    let (mut position, mut events) = (start.boxed(), Vec::new());
    let mut moves = Vec::new();
    for mv in stored {
        let read = read_stored(position.as_ref(), mv).map_err(|e| e.to_string())?;
        events.clear();
        position.play(&read, &mut events).map_err(|e| e.to_string())?;
        moves.push(read);
    }
    Ok(moves)
}

// What the threads share.
struct Bench {
    work: Work,
    // Found and not yet told.
    fresh: Vec<(i64, String)>,
    told: Instant,
}

impl Bench {
    // What is to be told now.
    fn found(&mut self, begun: &str, ended: bool) -> Found {
        self.told = Instant::now();
        Found {
            begun: begun.to_owned(),
            done: self.work.progress().0 as i64,
            moves: std::mem::take(&mut self.fresh),
            ended,
        }
    }
}

fn work(
    start: &dyn Position,
    stored: &[StoredMove],
    known: Vec<Step>,
    cancelled: &AtomicBool,
    tell: &mpsc::Sender<Result<Found, String>>,
) -> Result<(), String> {
    let moves = read(start, stored)?;
    let work = Work::new(start.boxed(), &moves, known);
    let begun = serde_json::to_string(&work.begun).map_err(|e| e.to_string())?;
    let bench = Mutex::new(Bench { work, fresh: Vec::new(), told: Instant::now() });
    let lock = || bench.lock().unwrap_or_else(PoisonError::into_inner);
    let cancel = || cancelled.load(Ordering::Relaxed);
    let one = || -> Result<(), String> {
        give_way();
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        while !cancel() {
            let Some(task) = lock().work.take() else { break };
            let at = task.at;
            let step = task.done(&limits);
            let told = step.as_ref().map(serde_json::to_string).transpose();
            let told = told.map_err(|e| e.to_string())?;
            let found = {
                let mut bench = lock();
                let number = at as i64 + 1;
                bench.fresh.extend(told.map(|told| (number, told)));
                bench.work.note(at, step);
                (bench.told.elapsed() >= EVERY).then(|| bench.found(&begun, false))
            };
            if let Some(found) = found
                && tell.blocking_send(Ok(found)).is_err()
            {
                cancelled.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..THREADS).map(|_| scope.spawn(one)).collect();
        let own = one();
        let stopped = || Err("a thread stopped".to_owned());
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|_| stopped()));
        others.fold(own, Result::and)
    })?;
    if !cancel() {
        let found = lock().found(&begun, true);
        let _ = tell.blocking_send(Ok(found));
    }
    Ok(())
}

impl App {
    // Works on the judgement that waits longest; whether there was one.
    async fn judge_next(&self) -> Result<bool, Fault> {
        let Some(mut job) = self.store.claim_judgement(self.now(), self.now() + LEASE).await?
        else {
            return Ok(false);
        };
        let game = job.game.clone();
        let result = self.judge(&mut job).await;
        let state = match &result {
            Ok(state) => *state,
            // The database or the server stopped: it is tried again, here or elsewhere.
            Err(Fault::Unavailable) if self.is_stopping() => JudgementState::Waiting,
            Err(_) => JudgementState::Failed,
        };
        self.store.leave_judgement(&game, state).await?;
        result.map(|_| true)
    }

    async fn judge(&self, job: &mut Judgement) -> Result<JudgementState, Fault> {
        let loaded = self.hold_fresh(&job.game).await?.look();
        let fits = loaded.game.state == GameState::Finished && is_of(job, &loaded);
        if !fits || loaded.game.length > LONGEST {
            return Ok(JudgementState::Failed);
        }
        let start = self.position_at(&loaded, 0).await?;
        let stored = self.moves(&loaded, 0, loaded.game.length).await?;
        let lines = self.store.judged_moves(&job.game, 0, LONGEST).await?;
        let known = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let cancelled = Arc::new(AtomicBool::new(false));
        let (tell, mut hear) = mpsc::channel(2);
        let flag = cancelled.clone();
        // A thread of its own: what bots remember of positions goes with it.
        let thread = std::thread::Builder::new().name("judge".to_owned()).spawn(move || {
            if let Err(error) = work(start.as_ref(), &stored, known, &flag, &tell) {
                let _ = tell.blocking_send(Err(error));
            }
        });
        thread.map_err(|_| Fault::Unavailable)?;
        let state = self.hear(job, &mut hear).await;
        // Also on a fault: nobody hears the thread any more.
        cancelled.store(true, Ordering::Relaxed);
        state
    }

    // Keeps what the thread finds, until it is done or nobody wants it.
    async fn hear(
        &self,
        job: &mut Judgement,
        hear: &mut mpsc::Receiver<Result<Found, String>>,
    ) -> Result<JudgementState, Fault> {
        let mut stopping = self.stopping.subscribe();
        loop {
            let found = tokio::select! {
                found = hear.recv() => match found {
                    Some(Ok(found)) => Some(found),
                    Some(Err(error)) => {
                        tracing::error!(game = job.game, error, "a game cannot be judged");
                        return Ok(JudgementState::Failed);
                    }
                    None => return Ok(JudgementState::Failed),
                },
                // Nothing new, but the claim is kept, and perhaps it was cancelled.
                () = tokio::time::sleep(EVERY) => None,
                _ = stopping.wait_for(|s| *s) => return Ok(JudgementState::Waiting),
            };
            job.lease = self.now() + LEASE;
            let (moves, ended) = match found {
                Some(found) => {
                    (job.begun, job.done) = (found.begun, found.done);
                    (found.moves, found.ended)
                }
                None => (Vec::new(), false),
            };
            if !self.store.keep_judged(job, &moves).await? {
                return Ok(JudgementState::Cancelled);
            }
            if ended {
                metrics::counter!("signalbox_judgements_total").increment(1);
                return Ok(JudgementState::Done);
            }
        }
    }
}
