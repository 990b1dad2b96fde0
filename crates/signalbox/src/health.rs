//! `signalbox health`: whether a server is ready; for containers and watchers that have no other program at hand.

use crate::terminal::say;
use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(4);

/// Ask a server of this machine whether it is ready; the exit status is 1 if it is not.
#[derive(clap::Args)]
pub struct Args {
    /// Where it listens
    #[arg(long, env = "SIGNALBOX_ADDRESS", default_value = "127.0.0.1:1860")]
    address: SocketAddr,
}

/// Asks.
pub fn run(args: &Args) -> Result<ExitCode> {
    let mut address = args.address;
    // A server that listens everywhere is asked here.
    if address.ip().is_unspecified() {
        address.set_ip(match address.is_ipv4() {
            true => Ipv4Addr::LOCALHOST.into(),
            false => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .with_context(|| format!("nobody answers at {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(16_384).read_to_string(&mut answer).context("no answer")?;
    let said = answer.rsplit("\r\n\r\n").next().unwrap_or_default().trim();
    if !answer.starts_with("HTTP/1.1 200 ") {
        bail!("not ready: {said}");
    }
    say(said);
    Ok(ExitCode::SUCCESS)
}
