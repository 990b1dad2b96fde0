//! For whoever runs the server: health, readiness, figures.

use crate::app::App;
use crate::clock::now;
use crate::fault::Fault;
use crate::visitor::{Visitor, is_forwarded};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The recorder of figures, one for the process.
pub fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let buckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];
        let builder = PrometheusBuilder::new()
            .set_buckets(&buckets)
            .unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("figures are recorded elsewhere");
        }
        handle
    })
}

/// Sums up recorded figures from time to time; otherwise they pile up until somebody asks for them.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    loop {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(5)) => recorder().run_upkeep(),
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}

// So long one answer holds: asking makes a small change.
const FRESH: Duration = Duration::from_secs(2);

impl App {
    async fn is_ready(&self) -> bool {
        let mut known = self.ready.lock().await;
        if let Some((at, ready)) = *known
            && at.elapsed() < FRESH
        {
            return ready;
        }
        let tried = tokio::time::timeout(Duration::from_secs(2), self.store.try_write(now())).await;
        if let Ok(Err(error)) = &tried {
            metrics::counter!("signalbox_store_faults_total", "kind" => error.kind()).increment(1);
            tracing::error!(%error, "the database takes no changes");
        }
        let ready = matches!(tried, Ok(Ok(())));
        *known = Some((Instant::now(), ready));
        ready
    }
}

/// The process lives.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = String)))]
pub async fn health() -> &'static str {
    "ok"
}

/// The server can answer: the database takes changes, and it is not stopping.
#[utoipa::path(get, path = "/readyz", tag = "operation", responses((status = 200, body = String), (status = 503, body = String)))]
pub async fn ready(State(app): State<App>) -> Response {
    if app.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping").into_response();
    }
    match app.is_ready().await {
        true => "ready".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the database takes no changes").into_response(),
    }
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation", responses((status = 200, body = String), (status = "4XX", body = crate::fault::FaultBody)))]
pub async fn figures(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<String, Fault> {
    // What a proxy brings comes from elsewhere, also where its word on that is not believed.
    let here = visitor.address.is_loopback() && (app.config.trust_proxy || !is_forwarded(&headers));
    if !app.config.open_metrics && !here {
        return Err(Fault::NotFound);
    }
    metrics::gauge!("signalbox_connections").set(app.places.open() as f64);
    let (bytes, games) = app.rooms.usage();
    metrics::gauge!("signalbox_cache_bytes").set(bytes as f64);
    metrics::gauge!("signalbox_cache_games").set(games as f64);
    metrics::gauge!("signalbox_listeners").set(app.hub.listeners() as f64);
    let state = app.store.state().await?;
    for (pool, (all, idle)) in [("reads", state.reads), ("writes", state.writes)] {
        metrics::gauge!("signalbox_pool_connections", "pool" => pool).set(all);
        metrics::gauge!("signalbox_pool_idle", "pool" => pool).set(idle);
    }
    metrics::gauge!("signalbox_database_bytes").set(state.bytes as f64);
    metrics::gauge!("signalbox_log_bytes").set(state.log as f64);
    if let Some(free) = state.free {
        metrics::gauge!("signalbox_disk_free_bytes").set(free as f64);
    }
    // A fault that never happened is zero, not missing.
    for kind in ["pool", "connection", "disk", "damaged", "statement"] {
        metrics::counter!("signalbox_store_faults_total", "kind" => kind).increment(0);
    }
    Ok(recorder().render())
}
