//! Notes games that are over: for pages of players, the archive, ratings and statistics. Everything here can be worked out
//! again from the games; what is missing is found by a mark in the game's row, so that a crash loses nothing.

use crate::app::App;
use crate::clock::now;
use crate::fault::Fault;
use crate::hold::read_stored;
use crate::limit::Whom;
use crate::openings::grouped;
use crate::ratings::{BOTS, PEOPLE, count};
use crate::shapes::{FigureJson, KeptStatistics, RowJson, TableJson};
use bots::{Played, Table, study};
use engine::{Setup, Title, wire};
use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};
use store::{GameResult, GameRow, Place, Seat, StoredMove};

// Games that are noted before others get a turn.
const SOME: i64 = 50;
// Looked for so often, beside being told: another server may have stopped in the middle of it.
const EVERY: Duration = Duration::from_secs(30);
// A game that was deleted tells nobody: every so many rounds ratings are compared with the games that there are.
const NOW_AND_THEN: u64 = 10;
// Statistics of a title are made anew at most so often, of so many games, the newest first.
const STUDY_EVERY: Duration = Duration::from_secs(60);
const MOST_STUDIED: i64 = 2000;
/// Fewer games say nothing about a title, and might say something about a game.
pub const LEAST_STUDIED: i64 = 5;

/// Notes games that are over until the server stops.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    let mut studied = HashMap::new();
    let mut more = false;
    for round in 0_u64.. {
        let noted = async {
            let new = app.note_results().await? > 0;
            if new || more || round % NOW_AND_THEN == 0 {
                app.rate(false).await?;
                more = app.study(&mut studied).await?;
            }
            Ok::<_, Fault>(())
        };
        if let Err(fault) = noted.await {
            metrics::counter!("signalbox_records_faults_total").increment(1);
            tracing::warn!(?fault, "results are not noted");
        }
        tokio::select! {
            () = app.records.notified() => {}
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}

// Somebody's place: winners are first, whatever their wealth; the others follow by it.
fn places(outcome: &wire::Outcome) -> Vec<i64> {
    let won = |seat: usize| outcome.winners.iter().any(|p| p.at() == seat);
    let key = |seat: usize| (won(seat), outcome.values[seat]);
    let better = |seat: usize| {
        let above = |other: &usize| match (won(*other), won(seat)) {
            (true, true) => false,
            _ => key(*other) > key(seat),
        };
        (0..outcome.values.len()).filter(above).count() as i64
    };
    (0..outcome.values.len()).map(|seat| 1 + better(seat)).collect()
}

// Whether a game was played here from its first move, with luck that nobody knew, and by the title's own sheet.
fn is_genuine(game: &GameRow, setup: &Setup, foreign: bool) -> bool {
    let chosen = setup.luck.as_ref().is_some_and(|luck| luck.chosen);
    !game.imported && !foreign && !chosen && setup.data.is_none() && setup.arrangement.is_none()
}

// Which ratings a game counts for. A seat that somebody left to a bot is still his.
fn pool(seats: &[Seat], accounts: &BTreeSet<String>) -> &'static str {
    let owner = |s: &Seat| s.user.clone().or_else(|| s.left.clone());
    let bots = seats.iter().filter(|s| s.bot.is_some() && s.left.is_none()).count();
    let named: Vec<String> = seats.iter().filter_map(owner).collect();
    let different: BTreeSet<&String> = named.iter().collect();
    if different.len() != named.len() || !named.iter().all(|u| accounts.contains(u)) {
        return "";
    }
    match (named.len(), seats.len() - bots, bots) {
        (1.., 2.., 0) => PEOPLE,
        (1.., _, 1..) => BOTS,
        _ => "",
    }
}

// How a game went, as studies note it.
fn played(title: &dyn Title, setup: &Setup, moves: &[StoredMove]) -> Result<Played, String> {
    let mut position = title.start(setup).map_err(|e| e.to_string())?;
    let (mut noted, mut events, mut round) = (Played::default(), Vec::new(), 0);
    noted.begin(position.as_ref());
    for mv in moves {
        let fault = |e: String| format!("move {}: {e}", mv.number);
        let read = read_stored(position.as_ref(), mv).map_err(|e| fault(e.to_string()))?;
        events.clear();
        position.play(&read, &mut events).map_err(|e| fault(e.to_string()))?;
        noted.note(position.sheet(), &events, &mut round);
    }
    noted.moves = moves.len() as u32;
    noted.end(position.outcome().ok_or("it has no end")?);
    Ok(noted)
}

// What went wrong with one game, which others need not wait for.
enum Trouble {
    Game(String),
    House(Fault),
}

impl<E: Into<Fault>> From<E> for Trouble {
    fn from(fault: E) -> Trouble {
        Trouble::House(fault.into())
    }
}

impl App {
    /// Notes all games that are over and not noted yet; how many.
    pub async fn note_results(&self) -> Result<usize, Fault> {
        let mut noted = 0;
        loop {
            let games = self.store.unrecorded(SOME).await?;
            let full = games.len() as i64 == SOME;
            for game in &games {
                match self.note_result(game).await {
                    Ok(()) => noted += 1,
                    Err(Trouble::House(fault)) => return Err(fault),
                    Err(Trouble::Game(why)) => {
                        tracing::warn!(game, why, "the result of a game cannot be noted");
                        self.store.give_up_recording(game).await?;
                    }
                }
            }
            if !full || self.is_stopping() {
                return Ok(noted);
            }
        }
    }

    async fn note_result(&self, id: &str) -> Result<(), Trouble> {
        let (Some((game, seats)), Some(setup)) =
            (self.store.game(id).await?, self.store.setup(id).await?)
        else {
            // It was deleted meanwhile.
            return Ok(());
        };
        let unread = |e: serde_json::Error| Trouble::Game(e.to_string());
        let setup: Setup = serde_json::from_str(&setup).map_err(unread)?;
        let outcome = game.outcome.as_deref().unwrap_or_default();
        let outcome: wire::Outcome = serde_json::from_str(outcome).map_err(unread)?;
        if outcome.values.len() < seats.len() {
            return Err(Trouble::Game("fewer values than seats".to_owned()));
        }
        let foreign = self.store.has_foreign_moves(id).await?;
        let genuine = is_genuine(&game, &setup, foreign);
        let mut accounts = BTreeSet::new();
        for user in seats.iter().filter_map(|s| s.user.as_ref().or(s.left.as_ref())) {
            let account = self.store.account(user).await?;
            if account.is_some_and(|a| a.login.is_some()) {
                accounts.insert(user.clone());
            }
        }
        let tallies = self.store.tallies(id, seats.len()).await?;
        let place = |(i, seat): (usize, &Seat)| Place {
            seat: seat.seat,
            user: seat.user.clone().or_else(|| seat.left.clone()),
            bot: seat.bot.clone().filter(|_| seat.left.is_none()),
            value: i64::from(outcome.values[i]),
            place: places(&outcome)[i],
            won: outcome.winners.iter().any(|p| p.at() == i),
            moves: tallies[i].moves,
            waited: tallies[i].waited,
        };
        let rated = genuine && !game.hot_seat;
        let people = seats.iter().any(|s| s.bot.is_none() || s.left.is_some());
        let result = GameResult {
            game: game.id.clone(),
            title: game.title.clone(),
            variant: game.variant.clone(),
            preset: game.preset.clone(),
            options: game.options.clone(),
            began: game.created,
            ended: self.store.ended(id).await?.unwrap_or(game.created),
            length: game.length,
            pool: if rated { pool(&seats, &accounts) } else { "" }.to_owned(),
            reason: outcome.reason.clone(),
            places: seats.iter().enumerate().map(place).collect(),
        };
        let record = match genuine && people && !self.store.has_record(id).await? {
            true => self.how_it_went(&game, setup).await?,
            false => None,
        };
        self.store.record(&result, game.seq, record.as_deref()).await?;
        Ok(())
    }

    // A game that cannot be replayed has a result all the same.
    async fn how_it_went(&self, game: &GameRow, setup: Setup) -> Result<Option<String>, Fault> {
        let Some(title) = self.config.parts.title(&game.title) else { return Ok(None) };
        let moves = self.store.moves(&game.id, 0, game.length).await?;
        let whom = Whom::Name("(records)".to_owned());
        let noted = self.workshop.work(whom, move || played(title, &setup, &moves)).await?;
        match noted {
            Ok(noted) => Ok(serde_json::to_string(&noted).ok()),
            Err(why) => {
                tracing::warn!(game = game.id, why, "a game that is over cannot be replayed");
                Ok(None)
            }
        }
    }

    /// Brings all ratings up to date; all games are counted again if `anew`. How many games were counted.
    pub async fn rate(&self, anew: bool) -> Result<usize, Fault> {
        let pools = match anew {
            true => self.store.pools().await?,
            false => self.store.unrated().await?,
        };
        let mut counted = 0;
        for pool in &pools {
            counted += self.store.rate(pool, anew, count).await?;
        }
        Ok(counted)
    }

    // Makes the statistics of titles that have new games; whether some must wait.
    async fn study(&self, studied: &mut HashMap<String, Instant>) -> Result<bool, Fault> {
        // Another server may still be noting games; statistics of some of them would stand for all.
        if !self.store.unrecorded(1).await?.is_empty() {
            return Ok(true);
        }
        let mut more = false;
        for (title, games, before) in self.store.studied().await? {
            if games == before || games < LEAST_STUDIED {
                continue;
            }
            if studied.get(&title).is_some_and(|at| at.elapsed() < STUDY_EVERY) {
                more = true;
                continue;
            }
            let records = self.store.records(&title, MOST_STUDIED).await?;
            let whom = Whom::Name("(records)".to_owned());
            let tables = self
                .workshop
                .work(whom, move || {
                    let read = |(variant, record): (String, String)| {
                        Some((variant, serde_json::from_str::<Played>(&record).ok()?))
                    };
                    let (variants, games): (Vec<String>, Vec<Played>) =
                        records.into_iter().filter_map(read).unzip();
                    let kept = KeptStatistics {
                        tables: study(&games).iter().map(TableJson::from).collect(),
                        openings: grouped(&variants, &games, LEAST_STUDIED as usize),
                    };
                    serde_json::to_string(&kept).unwrap_or_default()
                })
                .await?;
            self.store.set_statistics(&title, games, now(), &tables).await?;
            studied.insert(title, Instant::now());
        }
        Ok(more)
    }
}

impl From<&Table> for TableJson {
    fn from(table: &Table) -> TableJson {
        let figure =
            |m: &bots::Mean| FigureJson { count: m.count as i64, mean: m.mean, margin: m.margin };
        TableJson {
            title: table.title.clone(),
            heads: table.heads.iter().map(|h| (*h).to_owned()).collect(),
            rows: table
                .rows
                .iter()
                .map(|(name, means)| RowJson {
                    name: name.clone(),
                    values: means.iter().map(figure).collect(),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Player;

    #[test]
    fn winners_come_first_and_equal_wealth_shares_a_place() {
        let of = |values: &[i32], winners: &[u8]| {
            places(&wire::Outcome {
                values: values.to_vec(),
                winners: winners.iter().map(|w| Player(*w)).collect(),
                reason: String::new(),
            })
        };
        assert_eq!(of(&[10, 30, 20], &[1]), [3, 1, 2]);
        assert_eq!(of(&[30, 30, 20], &[0, 1]), [1, 1, 3]);
        assert_eq!(of(&[30, 30, 20, 20], &[1]), [2, 1, 3, 3]);
        assert_eq!(of(&[5, 9], &[0]), [1, 2], "a rule may decide otherwise than wealth");
    }

    fn seat(n: u8, user: &str, bot: &str, left: &str) -> Seat {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Seat { user: some(user), bot: some(bot), left: some(left), ..Seat::open(n) }
    }

    #[test]
    fn games_count_where_that_makes_sense() {
        let accounts: BTreeSet<String> = ["anna", "ben"].map(String::from).into();
        let of = |seats: &[Seat]| pool(seats, &accounts);
        let (anna, ben) = (|| seat(0, "anna", "", ""), || seat(1, "ben", "", ""));
        let bot = || seat(2, "", "strong", "");
        assert_eq!(of(&[anna(), ben()]), PEOPLE);
        assert_eq!(of(&[anna(), ben(), bot()]), BOTS);
        assert_eq!(of(&[anna(), bot()]), BOTS);
        assert_eq!(of(&[anna()]), "", "alone");
        assert_eq!(of(&[bot(), bot()]), "", "nobody plays");
        assert_eq!(of(&[anna(), seat(1, "anna", "", "")]), "", "against himself");
        assert_eq!(of(&[anna(), seat(1, "guest", "", "")]), "", "a guest costs nothing");
        assert_eq!(of(&[anna(), seat(1, "", "standard", "ben")]), PEOPLE, "he who left");
        assert_eq!(of(&[anna(), seat(1, "", "", "")]), PEOPLE, "who is gone was somebody");
    }
}
