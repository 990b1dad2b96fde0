//! Loads games into their rooms and locks them.

use crate::app::App;
use crate::collection::puzzle_id;
use crate::course::lesson_id;
use crate::fault::Fault;
use crate::pace::Pace;
use crate::room::{Held, Loaded, SNAPSHOT_EVERY, Time, build, is_plain};
use crate::secret;
use crate::shown::Shown;
use crate::study_line::{self, line_id};
use crate::timing::Timing;
use engine::{Move, Names, Position, Setup, Title, WireError};
use std::sync::Arc;
use store::{GameRow, GameState, Seat, StoredMove};

// Bytes that a game takes in memory, more or less.
fn weight(loaded: &Loaded) -> usize {
    let written =
        |part: &Option<serde_json::Value>| part.as_ref().map_or(0, |p| p.to_string().len());
    let position = loaded.setup.arrangement.as_ref();
    let position = position.map_or(0, |p| serde_json::to_string(p).map_or(0, |text| text.len()));
    let setup = written(&loaded.setup.data) + written(&loaded.setup.extra) + position;
    // The lines of what is recited lie in memory too.
    let recited = loaded.lesson.as_ref().map_or(0, |shown| shown.length() as usize * 1024);
    loaded.position.save().len() * 3 + setup * 6 + recited + 16_384
}

/// A stored move, as it is played here.
pub fn read_stored(position: &dyn Position, mv: &StoredMove) -> Result<Move, WireError> {
    let read = serde_json::from_str(&mv.mv).map_err(|e| WireError::NotAMove(e.to_string()))?;
    Names::of(position).read_move(&read)
}

// Who sits on the seats of a lesson or puzzle; no account is called so.
const LEARNER: &str = "-";

// A lesson or puzzle as a game.
fn shown_game(shown: Arc<Shown>) -> Loaded {
    let setup = &shown.setup;
    let seats = setup.players.iter().zip(0..).map(|(name, seat)| Seat {
        name: name.clone(),
        user: Some(LEARNER.to_owned()),
        ..Seat::open(seat)
    });
    let game = GameRow {
        id: shown.id.clone(),
        title: setup.title.clone(),
        name: String::new(),
        state: GameState::Playing,
        listed: true,
        hot_seat: true,
        imported: false,
        owner: None,
        invite: String::new(),
        variant: setup.variant.clone(),
        preset: setup.preset.clone(),
        options: serde_json::to_string(&setup.options).unwrap_or_default(),
        created: 0,
        updated: 0,
        length: shown.length(),
        seq: 0,
        undone: 0,
        turn: None,
        turn_user: None,
        bot_pause: 0,
        bot_due: None,
        pace: String::new(),
        clock_due: None,
        clock_end: None,
        proposal: None,
        outcome: None,
        state_hash: String::new(),
    };
    Loaded {
        game,
        seats: seats.collect(),
        setup: Arc::new(setup.clone()),
        title: shown.title,
        position: shown.last.clone(),
        lesson: Some(shown),
        time: None,
    }
}

impl App {
    /// Locks a game as this server knows it; it may have moved on elsewhere.
    pub async fn hold(&self, id: &str) -> Result<Held, Fault> {
        if !is_plain(id) {
            return Err(Fault::NotFound);
        }
        self.rooms.enter(id, self.load(id)).await
    }

    /// Locks a game as it is in the database.
    pub async fn hold_fresh(&self, id: &str) -> Result<Held, Fault> {
        let held = self.hold(id).await?;
        if held.lesson.is_some() {
            return Ok(held);
        }
        match self.store.seq(id).await? {
            Some(seq) if seq == held.game.seq => Ok(held),
            Some(_) => self.hold_again(held).await,
            None => {
                held.forget();
                Err(Fault::NotFound)
            }
        }
    }

    /// The game of a room once more, as it is in the database.
    pub async fn hold_again(&self, mut held: Held) -> Result<Held, Fault> {
        let id = held.game.id.clone();
        match self.load(&id).await {
            Ok((loaded, _)) => {
                held.set(loaded);
                Ok(held)
            }
            Err(fault) => {
                held.forget();
                Err(fault)
            }
        }
    }

    /// Locks a game that is about to be written for the first time.
    pub async fn hold_new(&self, loaded: Loaded) -> Result<Held, Fault> {
        let (id, weight) = (loaded.game.id.clone(), weight(&loaded));
        self.rooms.enter(&id, async { Ok((loaded, weight)) }).await
    }

    /// A game as it is in the database, if somebody may see it.
    pub async fn see(
        &self,
        id: &str,
        user: Option<&str>,
        invite: Option<&str>,
    ) -> Result<Held, Fault> {
        if let Some(line) = line_id(id) {
            return self.see_line(&line, user, invite).await;
        }
        let held = self.hold_fresh(id).await?;
        if held.may_see(user, invite) { Ok(held) } else { Err(Fault::NotFound) }
    }

    // A position of a study is shown to who may read the study now, as the study is now.
    async fn see_line(
        &self,
        line: &study_line::LineId,
        user: Option<&str>,
        word: Option<&str>,
    ) -> Result<Held, Fault> {
        let row = self.store.study(&line.study, user).await?;
        let row = row.filter(|row| row.may_read(user, word)).ok_or(Fault::NotFound)?;
        let held = self.hold(&line.game_id()).await?;
        if held.game.seq == row.number { Ok(held) } else { self.hold_again(held).await }
    }

    // A line of a study as a game. Nobody sees it but by way of the study.
    async fn load_line(&self, line: study_line::LineId) -> Result<(Loaded, usize), Fault> {
        let found = self.store.study_document(&line.study).await?;
        let (number, document) = found.ok_or(Fault::NotFound)?;
        let parts = self.config.parts.clone();
        let recite = move || study_line::recite(&line, &document, &parts);
        let (name, shown) = tokio::task::spawn_blocking(recite).await??;
        let mut loaded = shown_game(Arc::new(shown));
        loaded.game.name = name;
        loaded.game.seq = number;
        loaded.game.listed = false;
        loaded.game.invite = secret::random_word(18);
        let weight = weight(&loaded);
        Ok((loaded, weight))
    }

    async fn load(&self, id: &str) -> Result<(Loaded, usize), Fault> {
        if let Some(line) = line_id(id) {
            return self.load_line(line).await;
        }
        let shown = match (lesson_id(id), puzzle_id(id)) {
            (Some(id), _) => Some(self.course.find(&self.config.parts, id)?.shown.clone()),
            (_, Some(id)) => Some(self.collection.find(&self.config, id)?.shown.clone()),
            _ => None,
        };
        if let Some(shown) = shown {
            let loaded = shown_game(shown);
            let weight = weight(&loaded);
            return Ok((loaded, weight));
        }
        let (game, seats) = self.store.game(id).await?.ok_or(Fault::NotFound)?;
        let setup = self.store.setup(id).await?.ok_or(Fault::NotFound)?;
        let setup: Setup = serde_json::from_str(&setup).map_err(|error| {
            tracing::error!(game = id, %error, "the setup cannot be read");
            Fault::Unavailable
        })?;
        let setup = Arc::new(setup);
        let title = self.config.parts.title(&game.title).ok_or_else(|| {
            tracing::error!(game = id, title = game.title, "unknown title");
            Fault::Unavailable
        })?;
        let at = if game.state == GameState::Open { 0 } else { game.length };
        let position = self.position(&game, &setup, title, at).await?;
        let time = self.time(&game).await?;
        let loaded = Loaded { game, seats, setup, title, position, lesson: None, time };
        let weight = weight(&loaded);
        Ok((loaded, weight))
    }

    // The clocks of a game as its journal told them last.
    async fn time(&self, game: &GameRow) -> Result<Option<Time>, Fault> {
        let Some(pace) = Pace::read(&game.pace) else { return Ok(None) };
        let told = self.store.last_clock(&game.id).await?;
        let timing = told.map(|text| serde_json::from_str::<Timing>(&text)).transpose();
        let timing = timing.map_err(|error| {
            tracing::error!(game = game.id, %error, "the clocks cannot be read");
            Fault::Unavailable
        })?;
        Ok(Some(Time { pace, timing }))
    }

    /// The position of a game after some of its moves.
    pub async fn position_at(&self, loaded: &Loaded, at: i64) -> Result<Arc<dyn Position>, Fault> {
        if at == loaded.game.length {
            return Ok(loaded.position.clone());
        }
        if let Some(lesson) = loaded.lesson.clone() {
            let at = usize::try_from(at).unwrap_or(0);
            let position = tokio::task::spawn_blocking(move || lesson.position(at)).await?;
            return position.map(Arc::from).map_err(Fault::bad);
        }
        self.position(&loaded.game, &loaded.setup, loaded.title, at).await
    }

    /// Moves of a game after one up to another.
    pub async fn moves(
        &self,
        loaded: &Loaded,
        from: i64,
        to: i64,
    ) -> Result<Vec<StoredMove>, Fault> {
        match &loaded.lesson {
            Some(lesson) => Ok(lesson.moves(from, to)),
            None => Ok(self.store.moves(&loaded.game.id, from, to).await?),
        }
    }

    // Starts from the last stored state and plays the moves after it; stores the states it comes by. A stored state is
    // derived: one that does not lead here is dropped, and everything is played from the beginning.
    async fn position(
        &self,
        game: &GameRow,
        setup: &Arc<Setup>,
        title: &'static dyn Title,
        at: i64,
    ) -> Result<Arc<dyn Position>, Fault> {
        let mut stored = self.store.snapshot(&game.id, build(), at).await?;
        loop {
            let from = stored.as_ref().map_or(0, |(number, _)| *number);
            let moves =
                if at > from { self.store.moves(&game.id, from, at).await? } else { Vec::new() };
            if moves.len() as i64 != at - from {
                // Another server took moves back meanwhile.
                return Err(Fault::Stale { after: game.length, seq: game.seq });
            }
            let setup = setup.clone();
            let bytes = stored.take().map(|(_, bytes)| bytes);
            let derived = bytes.is_some();
            let replayed = tokio::task::spawn_blocking(move || {
                replay(title, &setup, bytes.as_deref(), &moves)
            });
            match replayed.await? {
                Ok((position, states)) => {
                    if !states.is_empty() {
                        self.store.add_snapshots(&game.id, build(), game.seq, &states).await?;
                    }
                    return Ok(Arc::from(position));
                }
                Err(error) if derived => {
                    tracing::warn!(game = game.id, error, "a stored state is dropped");
                    metrics::counter!("signalbox_snapshots_dropped_total").increment(1);
                    self.store.drop_snapshots(&game.id, build()).await?;
                }
                Err(error) => {
                    tracing::error!(game = game.id, error, "the game cannot be loaded");
                    return Err(Fault::Unavailable);
                }
            }
        }
    }
}

/// Plays stored moves from a stored state or from the beginning; the position reached, and states to be stored.
pub fn replay(
    title: &dyn Title,
    setup: &Setup,
    from: Option<&[u8]>,
    moves: &[StoredMove],
) -> Result<Replayed, String> {
    let mut position = match from {
        Some(bytes) => title.load(setup, bytes).map_err(|e| e.to_string())?,
        None => title.start(setup).map_err(|e| e.to_string())?,
    };
    let (mut states, mut events) = (Vec::new(), Vec::new());
    for mv in moves {
        let played =
            read_stored(position.as_ref(), mv).map_err(|e| format!("move {}: {e}", mv.number))?;
        events.clear();
        position.play(&played, &mut events).map_err(|e| format!("move {}: {e}", mv.number))?;
        if mv.number % SNAPSHOT_EVERY == 0 {
            states.push((mv.number, position.save()));
        }
    }
    Ok((position, states))
}

/// A position, and states on the way to it by their moves.
pub type Replayed = (Box<dyn Position>, Vec<(i64, Vec<u8>)>);
