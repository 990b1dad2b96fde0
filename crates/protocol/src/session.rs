//! Games behind handles: a line with a request comes in, a line with its answer goes out.

use crate::actions::Picker;
use crate::request::{Play, Request, read_routes};
use crate::routes::{NODES, best_routes};
use crate::space::Space;
use crate::{Fault, Fields, Line, playouts};
use bots::{Level, Limits};
use engine::{Choice, Move, Names, Position, Rng, wire};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;
/// Milliseconds that a hint may take if nothing is said.
const USUAL_MS: u64 = 5_000;

/// What one may ask for at most.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Games at once.
    pub games: usize,
    /// Bytes of a line.
    pub line: usize,
    /// Requests in one line.
    pub batch: usize,
    /// Playouts of one request.
    pub playouts: u32,
    /// Nodes of one search for routes.
    pub nodes: u64,
    /// Playouts of a bot's search for one hint.
    pub hint_nodes: u32,
    /// Milliseconds of one hint.
    pub ms: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            games: 10_000,
            line: 16 << 20,
            batch: 10_000,
            playouts: 10_000,
            nodes: 20_000_000,
            hint_nodes: 100_000,
            ms: 600_000,
        }
    }
}

// What depends on the printed sheet and the number of seats only.
struct Forms {
    space: Space,
    fields: Fields,
}

struct Table {
    line: Line,
    forms: Option<Arc<Forms>>,
    picker: Option<Picker>,
}

/// All games of one program.
pub struct Session {
    bounds: Bounds,
    level: Level,
    clock: Box<dyn Fn() -> f64 + Send>,
    games: BTreeMap<u64, Table>,
    next: u64,
    lines: u64,
    rng: Rng,
    over: bool,
}

/// What a bot of a level does here, within so many playouts and until `late` says so.
pub fn hint(
    position: &dyn Position,
    level: Level,
    seed: u64,
    nodes: Option<u32>,
    late: &dyn Fn() -> bool,
) -> Option<bots::Decision> {
    let limits = Limits { nodes, cancel: Some(late), ..Limits::default() };
    bots::choose(position, level, seed, limits)
}

fn bounded<T: PartialOrd + Into<u64> + Copy>(
    what: &'static str,
    asked: T,
    most: T,
) -> Result<T, Fault> {
    match asked <= most {
        true => Ok(asked),
        false => Err(Fault::Bound { what, most: most.into() }),
    }
}

fn to_json(value: impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

// Where a game stands.
fn brief(line: &Line) -> Json {
    let position = line.position();
    let decision = position.decision().map(|d| Names::of(position).write_decision(&d));
    json!({
        "moves": line.count(),
        "decision": decision,
        "over": position.outcome().is_some(),
    })
}

fn state(line: &Line) -> Json {
    let mut said = brief(line);
    said["hash"] = json!(format!("{:016x}", line.position().open_hash()));
    said
}

fn choice_json(names: &Names<'_>, choice: &Choice) -> Json {
    let mut said = json!({"move": names.write_move(&choice.mv)});
    if let Some(amount) = choice.amount {
        said["amount"] = to_json(amount);
    }
    if choice.cost != 0 {
        said["cost"] = json!(choice.cost);
    }
    if matches!(&choice.mv, Move::Run { routes, .. } if routes.is_empty()) {
        said["routes"] = json!("any legal set");
    }
    said
}

impl Table {
    fn new(line: Line) -> Table {
        Table { line, forms: None, picker: None }
    }

    fn copy(&self) -> Table {
        Table { line: self.line.clone(), forms: self.forms.clone(), picker: self.picker.clone() }
    }

    fn forms(&mut self) -> Arc<Forms> {
        let position = self.line.position();
        let make = || {
            let sheet = position.sheet();
            let fields = Fields::of(sheet, usize::from(position.core().seats));
            Arc::new(Forms { space: Space::of(sheet), fields })
        };
        self.forms.get_or_insert_with(make).clone()
    }

    fn picker(&mut self) -> (Arc<Forms>, &mut Picker) {
        let forms = self.forms();
        let position = self.line.position();
        let picker = self.picker.get_or_insert_with(|| Picker::new(&forms.space, position));
        (forms, picker)
    }

    fn played(&mut self, mv: &Move, events: &mut Vec<engine::Event>) -> Result<(), Fault> {
        self.line
            .play(mv, events)
            .map_err(|refusal| Fault::refused(self.line.position(), refusal))?;
        self.picker = None;
        Ok(())
    }

    // The move that is asked for; nothing when an action leads to a further step.
    fn asked(&mut self, play: &Play, rng: &mut Rng) -> Result<Option<Move>, Fault> {
        if let Some(index) = play.action {
            let (forms, _) = self.picker();
            let position = self.line.position();
            let picker = self.picker.get_or_insert_with(|| Picker::new(&forms.space, position));
            return picker.pick(&forms.space, position, index);
        }
        let position = self.line.position();
        if let Some(named) = &play.r#move {
            return Ok(Some(Names::of(position).read_move(named)?));
        }
        let choices = position.choices();
        if play.random && !choices.is_empty() {
            return Ok(Some(crate::playout::any(position, &choices, rng)));
        }
        let Some(at) = play.choice else {
            return Err(Fault::Form("nothing is named that could be played".to_owned()));
        };
        let chosen = choices.get(at).ok_or(Fault::Bound {
            what: "number of the choice",
            most: choices.len().saturating_sub(1) as u64,
        })?;
        let mut mv = match play.amount {
            Some(amount) => chosen.mv.with_amount(amount),
            None => chosen.mv.clone(),
        };
        if let (Move::Run { routes, .. }, Some(asked)) = (&mut mv, &play.routes) {
            *routes = read_routes(&Names::of(position), asked)?;
            return Ok(Some(mv));
        }
        Ok(Some(position.routed(mv)))
    }

    fn play(&mut self, play: &Play, rng: &mut Rng) -> Result<Json, Fault> {
        let mut told = Vec::new();
        if let Some(moves) = &play.moves {
            let mut trial = self.copy();
            for named in moves {
                let mv = Names::of(trial.line.position()).read_move(named)?;
                trial.step(&mv, play.events, &mut told)?;
            }
            *self = trial;
        } else if let Some(mv) = self.asked(play, rng)? {
            self.step(&mv, play.events, &mut told)?;
        }
        let mut said = brief(&self.line);
        if let Some(picker) = &self.picker {
            said["step"] = json!(picker.step());
        }
        if play.events {
            said["events"] = json!(told);
        }
        Ok(said)
    }

    fn step(&mut self, mv: &Move, tell: bool, told: &mut Vec<Json>) -> Result<(), Fault> {
        let mut events = Vec::new();
        self.played(mv, &mut events)?;
        if tell {
            let names = Names::of(self.line.position());
            told.extend(events.iter().map(|event| to_json(names.write_event(event))));
        }
        Ok(())
    }
}

impl Session {
    /// No games yet. Hints are of this level if none is named; `clock` gives seconds.
    pub fn new(bounds: Bounds, level: Level, clock: Box<dyn Fn() -> f64 + Send>) -> Session {
        Session {
            bounds,
            level,
            clock,
            games: BTreeMap::new(),
            next: 1,
            lines: 0,
            rng: Rng::new(1),
            over: false,
        }
    }

    /// What one may ask for at most.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether it was told to end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Answers a line. `None` for an empty one.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        self.lines += 1;
        if line.trim().is_empty() {
            return None;
        }
        if line.len() > self.bounds.line {
            return Some(self.too_long());
        }
        let said = match serde_json::from_str(line) {
            Err(error) => self.said(Json::Null, Err(Fault::Form(error.to_string()))),
            Ok(Json::Array(all)) if all.len() > self.bounds.batch => {
                let most = self.bounds.batch as u64;
                self.said(Json::Null, Err(Fault::Bound { what: "requests in a line", most }))
            }
            Ok(Json::Array(all)) => Json::Array(all.into_iter().map(|r| self.one(r)).collect()),
            Ok(request) => self.one(request),
        };
        Some(said.to_string())
    }

    /// The answer to a line that was longer than it may be, and was not read.
    pub fn skipped(&mut self) -> String {
        self.lines += 1;
        self.too_long()
    }

    fn too_long(&self) -> String {
        let most = self.bounds.line as u64;
        self.said(Json::Null, Err(Fault::Bound { what: "bytes of a line", most })).to_string()
    }

    fn said(&self, id: Json, result: Result<Json, Fault>) -> Json {
        let mut said = match result {
            Ok(answer) => json!({"ok": answer}),
            Err(fault) => json!({"error": fault.json(self.lines)}),
        };
        if !id.is_null() {
            said["id"] = id;
        }
        said
    }

    fn one(&mut self, mut request: Json) -> Json {
        let id = match &mut request {
            Json::Object(fields) => fields.remove("id").unwrap_or_default(),
            _ => Json::Null,
        };
        let id = if id.is_number() || id.is_string() { id } else { Json::Null };
        let read: Result<Request, _> = serde_json::from_value(request);
        let result = match read {
            Ok(request) => self.act(request),
            Err(error) => Err(Fault::Form(error.to_string())),
        };
        self.said(id, result)
    }

    fn table(&mut self, game: u64) -> Result<&mut Table, Fault> {
        self.games.get_mut(&game).ok_or(Fault::Handle(game))
    }

    fn position(&mut self, game: u64) -> Result<&dyn Position, Fault> {
        Ok(self.table(game)?.line.position())
    }

    fn admit(&mut self, table: Table) -> Result<Json, Fault> {
        if self.games.len() >= self.bounds.games {
            return Err(Fault::Bound { what: "games at once", most: self.bounds.games as u64 });
        }
        let mut said = brief(&table.line);
        said["game"] = json!(self.next);
        self.games.insert(self.next, table);
        self.next += 1;
        Ok(said)
    }

    fn act(&mut self, request: Request) -> Result<Json, Fault> {
        Ok(match request {
            Request::Hello => self.hello(),
            Request::Titles => titles(),
            Request::Quit => {
                self.over = true;
                json!({})
            }
            Request::Seed { seed } => {
                self.rng = Rng::new(seed);
                json!({})
            }
            Request::New(begin) => {
                let line = Line::start(begin.setup()?)?;
                self.admit(Table::new(line))?
            }
            Request::Load { file } => {
                let line = Line::read(&file.to_string())?;
                self.admit(Table::new(line))?
            }
            Request::Clone { game } => {
                let copy = self.table(game)?.copy();
                self.admit(copy)?
            }
            Request::Close { game } => {
                self.games.remove(&game).ok_or(Fault::Handle(game))?;
                json!({})
            }
            Request::Games => json!({"games": self.games.keys().collect::<Vec<_>>()}),
            Request::Save { game } => json!({"file": self.table(game)?.line.file()}),
            Request::State { game } => state(&self.table(game)?.line),
            Request::Position { game, at } => {
                let line = &self.table(game)?.line;
                match at.filter(|at| *at < line.count()) {
                    Some(at) => {
                        json!({"moves": at, "position": engine::view(line.at(at).as_ref())})
                    }
                    None => {
                        json!({"moves": line.count(), "position": engine::view(line.position())})
                    }
                }
            }
            Request::Choices { game } => choices(self.position(game)?),
            Request::Space { game } => space(&self.table(game)?.forms().space),
            Request::Actions { game } => self.actions(game)?,
            Request::Mask { game } => {
                let table = self.table(game)?;
                let (forms, picker) = table.picker();
                let picker = picker.clone();
                let indices = picker.indices(&forms.space, table.line.position());
                json!({"size": forms.space.size(), "indices": indices, "step": picker.step()})
            }
            Request::Fields { game } => {
                let forms = self.table(game)?.forms();
                json!({"size": forms.fields.size(), "fields": forms.fields.all()})
            }
            Request::Observe { game } => {
                let table = self.table(game)?;
                let forms = table.forms();
                json!({"observation": forms.fields.observe(table.line.position())})
            }
            Request::Play(play) => {
                let mut rng = self.rng.clone();
                let said = self.table(play.game)?.play(&play, &mut rng)?;
                self.rng = rng;
                said
            }
            Request::Undo { game, to } => {
                let table = self.table(game)?;
                let to = to.unwrap_or_else(|| table.line.count().saturating_sub(1));
                table.line.undo_to(to);
                table.picker = None;
                brief(&table.line)
            }
            Request::Values { game } => json!({"values": self.position(game)?.values()}),
            Request::Outcome { game } => {
                json!({"outcome": self.position(game)?.outcome().map(wire::Outcome::from)})
            }
            Request::Routes { game, company, nodes } => {
                let nodes = bounded("nodes", nodes.unwrap_or(NODES), self.bounds.nodes)?;
                to_json(best_routes(self.position(game)?, &company, nodes)?)
            }
            Request::Hint { game, level, nodes, ms, seed } => {
                let nodes =
                    nodes.map(|n| bounded("nodes", n, self.bounds.hint_nodes)).transpose()?;
                let ms = bounded("ms", ms.unwrap_or(USUAL_MS), self.bounds.ms)?;
                self.hint(game, level.as_deref(), nodes, ms, seed.unwrap_or(1))?
            }
            Request::Playouts { game, count, seed } => {
                let count = bounded("playouts", count, self.bounds.playouts)?;
                let seed = seed.unwrap_or_else(|| u64::from(self.rng.below(u32::MAX)));
                to_json(playouts(self.position(game)?, count, seed))
            }
        })
    }

    fn hello(&self) -> Json {
        let b = &self.bounds;
        let titles: Vec<&str> = titles::all().iter().map(|t| t.id()).collect();
        json!({
            "protocol": PROTOCOL,
            "program": "signalbox",
            "version": env!("CARGO_PKG_VERSION"),
            "file": engine::VERSION,
            "wire": wire::VERSION,
            "titles": titles,
            "level": self.level,
            "bounds": {"games": b.games, "line": b.line, "batch": b.batch, "playouts": b.playouts,
                "nodes": b.nodes, "hint_nodes": b.hint_nodes, "ms": b.ms},
        })
    }

    fn actions(&mut self, game: u64) -> Result<Json, Fault> {
        let table = self.table(game)?;
        let (forms, picker) = table.picker();
        let picker = picker.clone();
        let position = table.line.position();
        let names = Names::of(position);
        let one = |listed: crate::Listed| {
            let (part, at) = forms.space.place(listed.index).unwrap_or((crate::Part::Pass, vec![]));
            let mut said = json!({"index": listed.index, "part": part.name(), "at": at});
            match &listed.mv {
                Some(mv) => said["move"] = to_json(names.write_move(mv)),
                None => said["moves"] = json!(listed.moves),
            }
            said
        };
        let all = picker.listed(&forms.space, position).into_iter().map(one);
        Ok(json!({"step": picker.step(), "actions": all.collect::<Vec<_>>()}))
    }

    fn hint(
        &mut self,
        game: u64,
        level: Option<&str>,
        nodes: Option<u32>,
        ms: u64,
        seed: u64,
    ) -> Result<Json, Fault> {
        let level = match level {
            None => self.level,
            Some(word) => word
                .parse()
                .map_err(|error: bots::NoLevel| Fault::Unknown { what: "level", name: error.0 })?,
        };
        let until = (self.clock)() + ms as f64 / 1e3;
        let table = self.games.get(&game).ok_or(Fault::Handle(game))?;
        let (position, clock) = (table.line.position(), &self.clock);
        let late = || clock() >= until;
        let decision = hint(position, level, seed, nodes, &late)
            .ok_or_else(|| Fault::NotHere("nobody has to decide".to_owned()))?;
        let names = Names::of(position);
        let candidates = decision.candidates.iter();
        let candidates = candidates
            .map(|c| json!({"move": names.write_move(&c.mv), "value": c.value}))
            .collect::<Vec<_>>();
        Ok(json!({
            "move": names.write_move(&decision.mv),
            "level": level,
            "reason": decision.reason.text,
            "candidates": candidates,
        }))
    }
}

/// All legal moves of whoever must decide, and those that others may make out of turn, as they are told.
pub fn choices(position: &dyn Position) -> Json {
    let names = Names::of(position);
    let all: Vec<Json> = position.choices().iter().map(|c| choice_json(&names, c)).collect();
    let asides = position.asides();
    let asides = asides.iter().map(|(player, choice)| {
        let mut said = choice_json(&names, choice);
        said["player"] = json!(player);
        said
    });
    json!({
        "decision": position.decision().map(|d| names.write_decision(&d)),
        "choices": all,
        "asides": asides.collect::<Vec<_>>(),
    })
}

fn space(space: &Space) -> Json {
    let parts = space
        .parts()
        .map(|(part, from, dims)| json!({"part": part.name(), "from": from, "shape": dims}));
    json!({
        "size": space.size(),
        "parts": parts.collect::<Vec<_>>(),
        "amounts": crate::space::AMOUNTS,
        "runs": crate::space::RUNS,
    })
}

fn titles() -> Json {
    let one = |t: &&'static dyn engine::Title| {
        json!({
            "id": t.id(),
            "name": t.name(),
            "rules": t.rules_version(),
            "presets": t.presets(),
            "variants": t.variants(),
        })
    };
    json!({"titles": titles::all().iter().map(one).collect::<Vec<_>>()})
}
