//! Connections that do little themselves, so that a measurement is about the server: requests over one kept
//! connection, and listeners that read numbers only.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|w| w == word)
}

fn number(digits: &[u8], radix: u32) -> Option<usize> {
    usize::from_str_radix(std::str::from_utf8(digits).ok()?.trim(), radix).ok()
}

/// A kept connection.
pub struct Wire {
    stream: TcpStream,
    /// What was read and not looked at yet.
    read: Vec<u8>,
    out: Vec<u8>,
    cookie: String,
    host: SocketAddr,
}

impl Wire {
    /// Connects, as the nth visitor: each has an address of his own, as people have.
    pub async fn new(host: SocketAddr, cookie: &str, nth: usize) -> io::Result<Wire> {
        let socket = TcpSocket::new_v4()?;
        let [high, low] = (nth as u16).to_be_bytes();
        socket.bind((Ipv4Addr::new(127, 1, high, low), 0).into())?;
        let stream = socket.connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Wire {
            stream,
            read: Vec::with_capacity(8192),
            out: Vec::with_capacity(1024),
            cookie: cookie.to_owned(),
            host,
        })
    }

    async fn more(&mut self) -> io::Result<()> {
        if self.stream.read_buf(&mut self.read).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    // The status and the head of an answer; what follows it stays.
    async fn head(&mut self) -> io::Result<(u16, String)> {
        let end = loop {
            match find(&self.read, b"\r\n\r\n") {
                Some(end) => break end,
                None => self.more().await?,
            }
        };
        let head = String::from_utf8_lossy(&self.read[..end]).to_ascii_lowercase();
        self.read.drain(..end + 4);
        let status =
            head.get(9..12).and_then(|s| s.parse().ok()).ok_or_else(|| broken("status"))?;
        Ok((status, head))
    }

    /// Posts a body; status and body of the answer.
    pub async fn post(&mut self, path: &str, body: &str) -> io::Result<(u16, Vec<u8>)> {
        use std::io::Write;
        self.out.clear();
        write!(
            self.out,
            "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: signalbox={}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            self.cookie,
            body.len()
        )?;
        self.stream.write_all(&self.out).await?;
        let (status, head) = self.head().await?;
        let length = head
            .split("content-length:")
            .nth(1)
            .and_then(|rest| rest.lines().next())
            .and_then(|v| v.trim().parse::<usize>().ok())
            .ok_or_else(|| broken("length"))?;
        while self.read.len() < length {
            self.more().await?;
        }
        Ok((status, self.read.drain(..length).collect()))
    }

    /// Turns the connection into a listener.
    pub async fn listen(mut self, path: &str) -> io::Result<Ear> {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: signalbox={}\r\n\r\n",
            self.host, self.cookie
        );
        self.stream.write_all(request.as_bytes()).await?;
        match self.head().await? {
            (200, _) => {
                self.out = Vec::new();
                Ok(Ear { wire: self, at: 0 })
            }
            (status, _) => Err(broken(&format!("stream answered {status}"))),
        }
    }
}

/// An open live stream.
pub struct Ear {
    wire: Wire,
    at: usize,
}

impl Ear {
    /// The number of the next entry of the journal.
    pub async fn next(&mut self) -> io::Result<usize> {
        loop {
            let rest = &self.wire.read[self.at..];
            let whole = find(rest, b"\r\n").and_then(|end| {
                let size = number(&rest[..end], 16)?;
                (rest.len() >= end + 2 + size + 2).then_some((end + 2, size))
            });
            let Some((begin, size)) = whole else {
                self.wire.read.drain(..self.at);
                self.at = 0;
                self.wire.more().await?;
                continue;
            };
            if size == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let event = &rest[begin..begin + size];
            self.at += begin + size + 2;
            // The number comes first, if there is one.
            if let Some(digits) = event.strip_prefix(b"id:")
                && let Some(end) = digits.iter().position(|&b| b == b'\n')
                && let Some(id) = number(&digits[..end], 10)
            {
                return Ok(id);
            }
        }
    }
}
