//! Many games at once, on all cores, without the interpreter's lock.

use crate::fault;
use crate::game::{Game, Table, begin, level};
use crate::json::array;
use engine::Rng;
use protocol::{Fault, Line};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

/// Games of one setup that differ in their seeds.
#[pyclass(module = "signalbox")]
pub struct Games {
    tables: Vec<Table>,
    rngs: Vec<Rng>,
}

// What the games say of themselves, one value each.
fn each<T: Send>(py: Python<'_>, tables: &[Table], ask: impl Fn(&Table) -> T + Sync) -> Vec<T> {
    py.detach(|| tables.par_iter().map(|table| ask(table)).collect())
}

// One after the other fails as the first that fails.
fn first_fault(results: Vec<Result<(), Fault>>) -> PyResult<()> {
    results.into_iter().collect::<Result<(), Fault>>().map_err(fault)
}

fn any_move(table: &mut Table, rng: &mut Rng) -> Result<bool, Fault> {
    if table.is_over() {
        return Ok(false);
    }
    let mv = protocol::any_move(table.line.position(), rng);
    table.play(&mv).map(|()| true)
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (title, players, count, *, variant=None, preset=None, options=None, seed=1, rules=None))]
    #[allow(clippy::too_many_arguments)] // Python's keyword arguments.
    fn new(
        title: &str,
        players: &Bound<'_, PyAny>,
        count: usize,
        variant: Option<String>,
        preset: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        rules: Option<u32>,
    ) -> PyResult<Games> {
        if count == 0 || count > 100_000 {
            return Err(PyValueError::new_err("1 to 100,000 games are possible"));
        }
        let mut begin = begin(title, players, variant, preset, options, seed, rules)?;
        let mut tables: Vec<Table> = Vec::with_capacity(count);
        for n in 0..count as u64 {
            begin.seed = Some(seed.wrapping_add(n));
            let line = Line::start(begin.setup().map_err(fault)?).map_err(fault)?;
            let table = match tables.first() {
                Some(first) => Table { line, forms: first.forms.clone(), picker: None },
                None => Table::new(line),
            };
            tables.push(table);
        }
        let rngs = (0..count as u64).map(|n| Rng::new(seed.wrapping_add(n))).collect();
        Ok(Games { tables, rngs })
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    fn __getitem__(&self, at: usize) -> PyResult<Game> {
        let table = self.tables.get(at).cloned();
        let missing = || pyo3::exceptions::PyIndexError::new_err("no such game");
        Ok(Game { table: table.ok_or_else(missing)? })
    }

    fn __setitem__(&mut self, at: usize, game: &Game) -> PyResult<()> {
        let size = self.tables.first().map(|t| t.forms.space.size());
        let Some(place) = self.tables.get_mut(at) else {
            return Err(pyo3::exceptions::PyIndexError::new_err("no such game"));
        };
        if Some(game.table.forms.space.size()) != size {
            return Err(PyValueError::new_err("this game has other actions"));
        }
        *place = game.table.clone();
        Ok(())
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.tables.first().map_or(0, |t| t.forms.space.size())
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.tables.first().map_or(0, |t| t.forms.fields.size())
    }

    fn players(&self, py: Python<'_>) -> Vec<Option<u8>> {
        each(py, &self.tables, Table::player)
    }

    fn over(&self, py: Python<'_>) -> Vec<bool> {
        each(py, &self.tables, Table::is_over)
    }

    fn moves(&self, py: Python<'_>) -> Vec<usize> {
        each(py, &self.tables, |t| t.line.count())
    }

    fn values(&self, py: Python<'_>) -> Vec<Vec<i32>> {
        each(py, &self.tables, Table::values)
    }

    fn hashes(&self, py: Python<'_>) -> Vec<String> {
        each(py, &self.tables, |t| format!("{:016x}", t.line.position().open_hash()))
    }

    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.observation_size();
        let bytes: Vec<u8> = py.detach(|| {
            let mut all = vec![0.0_f32; size * self.tables.len()];
            all.par_chunks_mut(size.max(1)).zip(&self.tables).for_each(|(out, table)| {
                table.forms.fields.write(table.line.position(), out);
            });
            all.iter().flat_map(|v| v.to_ne_bytes()).collect()
        });
        array(py, &bytes, "float32", &[self.tables.len(), size])
    }

    fn action_masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.action_count();
        let tables = &mut self.tables;
        let masks: Vec<u8> = py.detach(|| {
            let mut all = vec![0_u8; size * tables.len()];
            all.par_chunks_mut(size.max(1)).zip(tables.par_iter_mut()).for_each(|(out, table)| {
                for index in table.indices() {
                    out[index] = 1;
                }
            });
            all
        });
        array(py, &masks, "int8", &[self.tables.len(), size])
    }

    fn actions(&mut self, py: Python<'_>) -> Vec<Vec<usize>> {
        let tables = &mut self.tables;
        py.detach(|| tables.par_iter_mut().map(Table::indices).collect())
    }

    fn step(&mut self, py: Python<'_>, actions: Vec<i64>) -> PyResult<()> {
        if actions.len() != self.tables.len() {
            let n = self.tables.len();
            return Err(PyValueError::new_err(format!("{n} actions are needed, one a game")));
        }
        let tables = &mut self.tables;
        // Games that are over, and negative actions, are passed over.
        first_fault(py.detach(|| {
            let both = tables.par_iter_mut().zip(actions);
            both.map(|(table, action)| match usize::try_from(action) {
                Ok(index) if !table.is_over() => table.act(index).map(|_| ()),
                _ => Ok(()),
            })
            .collect()
        }))
    }

    #[pyo3(signature = (moves=1))]
    fn play_random(&mut self, py: Python<'_>, moves: usize) -> PyResult<u64> {
        let (tables, rngs) = (&mut self.tables, &mut self.rngs);
        let played: Vec<Result<u64, Fault>> = py.detach(|| {
            let both = tables.par_iter_mut().zip(rngs.par_iter_mut());
            both.map(|(table, rng)| {
                let mut played = 0;
                while played < moves as u64 && any_move(table, rng)? {
                    played += 1;
                }
                Ok(played)
            })
            .collect()
        });
        let counts: Result<Vec<u64>, Fault> = played.into_iter().collect();
        Ok(counts.map_err(fault)?.into_iter().sum())
    }

    #[pyo3(signature = (seats, level="easy", *, seed=1, nodes=None, ms=5_000))]
    fn play_bots(
        &mut self,
        py: Python<'_>,
        seats: Vec<u8>,
        level: &str,
        seed: u64,
        nodes: Option<u32>,
        ms: u64,
    ) -> PyResult<()> {
        let level = self::level(level)?;
        let tables = &mut self.tables;
        // Every game goes on until somebody else has to decide.
        first_fault(py.detach(|| {
            tables
                .par_iter_mut()
                .map(|table| {
                    while table.player().is_some_and(|p| seats.contains(&p)) {
                        let Some(decision) = table.hint(level, seed, nodes, ms) else { break };
                        table.play(&decision.mv)?;
                    }
                    Ok(())
                })
                .collect()
        }))
    }
}
