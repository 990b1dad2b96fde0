//! One game.

use crate::fault;
use crate::json::{array, from_python, to_python};
use bots::Level;
use engine::{Names, wire};
use protocol::{Begin, Fault, Fields, Line, Picker, Seats, Space};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use render::{GameOptions, MapOptions, MarketOptions, game_svg, map_svg, market_svg, tile_sheet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What depends on the printed sheet and the number of seats only.
pub struct Forms {
    pub space: Space,
    pub fields: Fields,
}

/// A game with what is being chosen in it. No Python in here: it may go to any thread.
#[derive(Clone)]
pub struct Table {
    pub line: Line,
    pub forms: Arc<Forms>,
    pub picker: Option<Picker>,
}

impl Table {
    pub fn new(line: Line) -> Table {
        let position = line.position();
        let (space, seats) = (Space::of(position.sheet()), usize::from(position.core().seats));
        let fields = Fields::of(position.sheet(), seats);
        Table { forms: Arc::new(Forms { space, fields }), line, picker: None }
    }

    /// Plays a move and forgets what was being chosen.
    pub fn play(&mut self, mv: &engine::Move) -> Result<(), Fault> {
        let played = self.line.play(mv, &mut Vec::new());
        played.map_err(|refusal| Fault::refused(self.line.position(), refusal))?;
        self.picker = None;
        Ok(())
    }

    fn picker(&mut self) -> &mut Picker {
        let position = self.line.position();
        self.picker.get_or_insert_with(|| Picker::new(&self.forms.space, position))
    }

    /// The indices that may be chosen.
    pub fn indices(&mut self) -> Vec<usize> {
        if self.line.position().decision().is_none() {
            return Vec::new();
        }
        self.picker();
        let position = self.line.position();
        let picker = self.picker.as_ref().expect("just made");
        picker.indices(&self.forms.space, position)
    }

    /// Chooses an index; whether a move was played.
    pub fn act(&mut self, index: usize) -> Result<bool, Fault> {
        self.picker();
        let (space, position) = (&self.forms.space, self.line.position());
        let picker = self.picker.as_mut().expect("just made");
        match picker.pick(space, position, index)? {
            Some(mv) => self.play(&mv).map(|()| true),
            None => Ok(false),
        }
    }

    /// What a bot decides, within so many milliseconds.
    pub fn hint(
        &self,
        level: Level,
        seed: u64,
        nodes: Option<u32>,
        ms: u64,
    ) -> Option<bots::Decision> {
        let until = Instant::now() + Duration::from_millis(ms);
        let late = || Instant::now() >= until;
        protocol::hint(self.line.position(), level, seed, nodes, &late)
    }

    pub fn player(&self) -> Option<u8> {
        self.line.position().decision().map(|d| d.player.0)
    }

    pub fn is_over(&self) -> bool {
        self.line.position().decision().is_none()
    }

    /// Final worth once over, worth now before.
    pub fn values(&self) -> Vec<i32> {
        let position = self.line.position();
        position.outcome().map_or_else(|| position.values(), |outcome| outcome.values)
    }
}

pub fn level(word: &str) -> PyResult<Level> {
    word.parse().map_err(|e: bots::NoLevel| PyValueError::new_err(e.to_string()))
}

/// A new game as Python names it.
#[allow(clippy::too_many_arguments)] // Python's keyword arguments.
pub fn begin(
    title: &str,
    players: &Bound<'_, PyAny>,
    variant: Option<String>,
    preset: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
    seed: u64,
    rules: Option<u32>,
) -> PyResult<Begin> {
    let options = options.map(|o| from_python(o.as_any())).transpose()?.unwrap_or_default();
    let players: Seats = from_python(players)?;
    Ok(Begin {
        title: title.to_owned(),
        players,
        variant,
        preset,
        options,
        seed: Some(seed),
        rules,
    })
}

/// A game in play.
#[pyclass(module = "signalbox")]
pub struct Game {
    pub table: Table,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (title, players, *, variant=None, preset=None, options=None, seed=1, rules=None))]
    fn new(
        title: &str,
        players: &Bound<'_, PyAny>,
        variant: Option<String>,
        preset: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        rules: Option<u32>,
    ) -> PyResult<Game> {
        let begin = begin(title, players, variant, preset, options, seed, rules)?;
        let line = Line::start(begin.setup().map_err(fault)?).map_err(fault)?;
        Ok(Game { table: Table::new(line) })
    }

    #[staticmethod]
    fn load(text: &str) -> PyResult<Game> {
        Ok(Game { table: Table::new(Line::read(text).map_err(fault)?) })
    }

    fn save(&self) -> String {
        self.table.line.file().write()
    }

    fn clone(&self) -> Game {
        Game { table: self.table.clone() }
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __repr__(&self) -> String {
        format!("<signalbox.Game {:?}>", self.table.line)
    }

    #[getter]
    fn title(&self) -> String {
        self.table.line.setup().title.clone()
    }

    #[getter]
    fn variant(&self) -> String {
        self.table.line.setup().variant.clone()
    }

    #[getter]
    fn players(&self) -> Vec<String> {
        self.table.line.setup().players.clone()
    }

    #[getter]
    fn seats(&self) -> usize {
        usize::from(self.table.line.position().core().seats)
    }

    #[getter]
    fn moves(&self) -> usize {
        self.table.line.count()
    }

    #[getter]
    fn player(&self) -> Option<u8> {
        self.table.player()
    }

    #[getter]
    fn company(&self) -> Option<String> {
        let position = self.table.line.position();
        let company = position.decision().and_then(|d| d.company);
        company.map(|c| Names::of(position).company(c))
    }

    #[getter]
    fn step(&self) -> Option<&'static str> {
        self.table.line.position().decision().map(|d| d.step)
    }

    #[getter]
    fn over(&self) -> bool {
        self.table.is_over()
    }

    #[getter]
    fn hash(&self) -> String {
        format!("{:016x}", self.table.line.position().open_hash())
    }

    fn position(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, &engine::view(self.table.line.position()))
    }

    fn choices(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, &protocol::choices(self.table.line.position())["choices"])
    }

    fn asides(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, &protocol::choices(self.table.line.position())["asides"])
    }

    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let named: wire::Move = from_python(r#move)?;
        let names = Names::of(self.table.line.position());
        let mv = names.read_move(&named).map_err(|e| fault(e.into()))?;
        self.table.play(&mv).map_err(fault)
    }

    #[pyo3(signature = (choice, amount=None))]
    fn play_choice(&mut self, choice: usize, amount: Option<i32>) -> PyResult<()> {
        let position = self.table.line.position();
        let choices = position.choices();
        let chosen = choices
            .get(choice)
            .ok_or_else(|| PyValueError::new_err(format!("there are {} choices", choices.len())))?;
        let mv = amount.map_or_else(|| chosen.mv.clone(), |a| chosen.mv.with_amount(a));
        let mv = position.routed(mv);
        self.table.play(&mv).map_err(fault)
    }

    #[pyo3(signature = (to=None))]
    fn undo(&mut self, to: Option<usize>) {
        let to = to.unwrap_or_else(|| self.table.line.count().saturating_sub(1));
        self.table.line.undo_to(to);
        self.table.picker = None;
    }

    fn values(&self) -> Vec<i32> {
        self.table.line.position().values()
    }

    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, &self.table.line.position().outcome().map(wire::Outcome::from))
    }

    #[pyo3(signature = (company, nodes=400_000))]
    fn routes(&self, py: Python<'_>, company: &str, nodes: u64) -> PyResult<Py<PyAny>> {
        let position = self.table.line.position();
        let best = py.detach(|| protocol::best_routes(position, company, nodes)).map_err(fault)?;
        to_python(py, &best)
    }

    fn route_options(&self, py: Python<'_>, company: &str) -> PyResult<Py<PyAny>> {
        let position = self.table.line.position();
        let all = py.detach(|| protocol::route_options(position, company)).map_err(fault)?;
        to_python(py, &all)
    }

    #[pyo3(signature = (level="standard", *, seed=1, nodes=None, ms=5_000))]
    fn hint(
        &self,
        py: Python<'_>,
        level: &str,
        seed: u64,
        nodes: Option<u32>,
        ms: u64,
    ) -> PyResult<Py<PyAny>> {
        let level = self::level(level)?;
        let table = &self.table;
        let decision = py.detach(|| table.hint(level, seed, nodes, ms));
        let names = Names::of(table.line.position());
        let told = decision.map(|d| {
            let candidates: Vec<_> = (d.candidates.iter())
                .map(|c| serde_json::json!({"move": names.write_move(&c.mv), "value": c.value}))
                .collect();
            serde_json::json!({
                "move": names.write_move(&d.mv),
                "reason": d.reason.text,
                "candidates": candidates,
            })
        });
        to_python(py, &told)
    }

    #[pyo3(signature = (count, seed=1))]
    fn playouts(&self, py: Python<'_>, count: u32, seed: u64) -> PyResult<Py<PyAny>> {
        let position = self.table.line.position();
        to_python(py, &py.detach(|| protocol::playouts(position, count, seed)))
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.table.forms.space.size()
    }

    fn space(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let parts: Vec<_> = (self.table.forms.space.parts())
            .map(|(part, from, shape)| (part.name(), from, shape.to_vec()))
            .collect();
        to_python(py, &parts)
    }

    fn actions(&mut self, py: Python<'_>) -> Vec<usize> {
        let table = &mut self.table;
        py.detach(|| table.indices())
    }

    fn action_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0_u8; self.table.forms.space.size()];
        for index in self.table.indices() {
            mask[index] = 1;
        }
        array(py, &mask, "int8", &[mask.len()])
    }

    fn describe_action(&mut self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        self.table.indices();
        let position = self.table.line.position();
        let space = &self.table.forms.space;
        let Some((part, at)) = space.place(index) else {
            return Err(PyValueError::new_err(format!("there are {} actions", space.size())));
        };
        let listed = self.table.picker.as_ref().and_then(|picker| {
            picker.listed(space, position).into_iter().find(|l| l.index == index)
        });
        let named = listed.and_then(|l| l.mv).map(|mv| Names::of(position).write_move(&mv));
        to_python(py, &serde_json::json!({"part": part.name(), "at": at, "move": named}))
    }

    fn act(&mut self, index: usize) -> PyResult<bool> {
        self.table.act(index).map_err(fault)
    }

    fn fields(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        to_python(py, &self.table.forms.fields.all())
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.table.forms.fields.size()
    }

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = self.table.forms.fields.observe(self.table.line.position());
        let bytes: Vec<u8> = all.iter().flat_map(|v| v.to_ne_bytes()).collect();
        array(py, &bytes, "float32", &[all.len()])
    }

    #[pyo3(signature = (what="game"))]
    fn svg(&self, what: &str) -> PyResult<String> {
        let position = self.table.line.position();
        let (sheet, core) = (position.sheet(), position.core());
        Ok(match what {
            "map" => map_svg(sheet, core, &MapOptions::default()),
            "market" => market_svg(sheet, core, &MarketOptions::default()),
            "tiles" => tile_sheet(sheet, Some(core.board()), render::Theme::Light),
            "game" => {
                let players = &self.table.line.setup().players;
                game_svg(position, players, &GameOptions::default())
            }
            _ => return Err(PyValueError::new_err("a picture is map, market, tiles or game")),
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("map")
    }
}
