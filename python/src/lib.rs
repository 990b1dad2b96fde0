//! Rules, routes and bots of Signalbox for Python. `signalbox/_native.pyi` describes everything that is here.

mod game;
mod games;
mod json;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(signalbox, Refused, PyValueError, "A rule forbids the move.");

/// What is wrong, as an exception.
fn fault(fault: protocol::Fault) -> PyErr {
    match &fault {
        protocol::Fault::Refused { refusal, .. } => {
            Refused::new_err((fault.to_string(), refusal.rule, refusal.key))
        }
        _ => PyValueError::new_err(fault.to_string()),
    }
}

/// All titles with variants, presets and options.
#[pyfunction]
fn titles(py: Python<'_>) -> PyResult<Py<PyAny>> {
    let mut session =
        protocol::Session::new(protocol::Bounds::default(), bots::Level::Easy, Box::new(|| 0.0));
    let answer = session.answer("{\"do\": \"titles\"}").unwrap_or_default();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    json::to_python(py, &answer["ok"]["titles"])
}

/// The extension module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<games::Games>()?;
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add("PROTOCOL", protocol::PROTOCOL)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(titles, module)?)
}
