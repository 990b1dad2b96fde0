//! Serves connections; none keeps the server waiting for long.

use crate::app::App;
use crate::limit::{Limiter, Whom};
use crate::places::Place;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep};
use tower::Service;

// A head of a request is not longer, and not much more of an answer waits for its reader.
const BUFFER: usize = 64 << 10;
// A reader who is behind must take so much within the time that a writer waits.
const LEAST_READ: usize = 16 << 10;

/// Serves connections until the server stops; then open requests are answered.
pub async fn serve(app: App, listener: TcpListener, router: Router) {
    let mut stopping = app.stopping.subscribe();
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|s| *s) => break,
        };
        while tasks.try_join_next().is_some() {}
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most such errors concern one connection; without files left it takes a moment until there are some.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let whom = Whom::from(peer.ip());
        match app.places.take(whom.clone()) {
            Ok(place) => {
                tasks.spawn(connection(app.clone(), router.clone(), stream, peer, place));
            }
            Err(limit) => app.limiter.bite(limit, &whom),
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

async fn connection(app: App, router: Router, stream: TcpStream, peer: SocketAddr, place: Place) {
    // What a listener waits for is short and shall not wait for more.
    let _ = stream.set_nodelay(true);
    let patience = app.config.patience;
    let begun = Arc::new(AtomicBool::new(false));
    let watched = Watched { stream, patience: patience.reader, stall: None, begun: begun.clone() };
    let io = TokioIo::new(watched);
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience.head).max_buf_size(BUFFER);
    let mut served = pin!(builder.serve_connection(io, service));
    let mut stopping = app.stopping.subscribe();
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = async { drop(stopping.wait_for(|s| *s).await) } => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        note(&app.limiter, place.whom(), &error, begun.load(Ordering::Relaxed));
    }
}

// Says when a limit ended a connection. That people go away, or that a browser keeps one and sends nothing, is nothing to
// tell; `begun` says that a request had begun.
fn note(limiter: &Limiter, whom: &Whom, error: &hyper::Error, begun: bool) {
    let slow = std::error::Error::source(error)
        .and_then(|s| s.downcast_ref::<io::Error>())
        .is_some_and(|e| e.kind() == io::ErrorKind::TimedOut);
    if error.is_timeout() && !begun {
        limiter.count("silent connections");
    } else if error.is_timeout() {
        limiter.bite("time for the head of a request", whom);
    } else if slow {
        limiter.bite("time for a reader", whom);
    } else {
        tracing::debug!(%error, "a connection ended");
    }
}

// A stream whose reader may not be slower than any network.
struct Watched {
    stream: TcpStream,
    patience: Duration,
    stall: Option<Stall>,
    // Something was read since something was last written.
    begun: Arc<AtomicBool>,
}

// The reader is behind.
struct Stall {
    until: Pin<Box<Sleep>>,
    taken: usize,
}

impl Watched {
    fn watch(
        &mut self,
        cx: &mut Context<'_>,
        offered: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = written {
            self.begun.store(false, Ordering::Relaxed);
            match (&written, &mut self.stall) {
                (Ok(n), _) if *n == offered => self.stall = None,
                (Ok(n), Some(stall)) => stall.taken += n,
                _ => {}
            }
            return Poll::Ready(written);
        }
        let patience = self.patience;
        let stall = self.stall.get_or_insert_with(|| Stall {
            until: Box::pin(tokio::time::sleep(patience)),
            taken: 0,
        });
        loop {
            ready!(stall.until.as_mut().poll(cx));
            if stall.taken < LEAST_READ {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            stall.taken = 0;
            stall.until.as_mut().reset(Instant::now() + patience);
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if into.filled().len() > before {
            self.begun.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, bytes.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watch(cx, parts.iter().map(|p| p.len()).sum(), written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
