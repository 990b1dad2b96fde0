//! A small HTTP client over one kept connection, and a listener to live streams.

use serde_json::Value;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

/// Somebody with a browser.
#[derive(Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub token: Option<String>,
    pub extra: Vec<(String, String)>,
    /// The address it comes from, if it matters.
    pub from: Option<IpAddr>,
    connection: Option<BufReader<TcpStream>>,
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

async fn head(reader: &mut BufReader<TcpStream>) -> io::Result<(u16, Vec<(String, String)>)> {
    let mut line = String::new();
    if reader.read_line(&mut line).await? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let status =
        line.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(|| broken("status"))?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let text = line.trim_end();
        if text.is_empty() {
            return Ok((status, headers));
        }
        if let Some((name, value)) = text.split_once(':') {
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
}

async fn chunk(reader: &mut BufReader<TcpStream>) -> io::Result<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).await?;
    let size = usize::from_str_radix(line.trim(), 16).map_err(|_| broken("chunk"))?;
    let mut data = vec![0; size + 2];
    reader.read_exact(&mut data).await?;
    data.truncate(size);
    Ok(data)
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        let (cookie, token, extra) = (None, None, Vec::new());
        Client { address, cookie, token, extra, from: None, connection: None }
    }

    /// Another connection of the same person.
    pub fn again(&self) -> Client {
        let mut client = Client::new(self.address);
        client.cookie.clone_from(&self.cookie);
        client.token.clone_from(&self.token);
        client.from = self.from;
        client
    }

    /// A new connection to the server.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let stream = match self.from {
            Some(from) => {
                let socket = TcpSocket::new_v4()?;
                socket.bind(SocketAddr::new(from, 0))?;
                socket.connect(self.address).await?
            }
            None => TcpStream::connect(self.address).await?,
        };
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    fn request_text(&self, method: &str, path: &str, body: Option<&[u8]>) -> Vec<u8> {
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.address);
        if let Some(cookie) = &self.cookie {
            text.push_str(&format!("Cookie: signalbox={cookie}\r\n"));
        }
        if let Some(token) = &self.token {
            text.push_str(&format!("Authorization: Bearer {token}\r\n"));
        }
        for (name, value) in &self.extra {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            if !self.extra.iter().any(|(n, _)| n.eq_ignore_ascii_case("content-type")) {
                text.push_str("Content-Type: application/json\r\n");
            }
            text.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        text.push_str("\r\n");
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        bytes
    }

    async fn exchange(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let mut reader = match self.connection.take() {
            Some(reader) => reader,
            None => BufReader::new(self.connect().await?),
        };
        // A server that refuses a large body may answer before it has read all of it.
        let sent = reader.get_mut().write_all(bytes).await;
        let (status, headers) = match head(&mut reader).await {
            Ok(found) => found,
            Err(error) => return Err(sent.err().unwrap_or(error)),
        };
        let find = |name: &str| {
            headers
                .iter()
                .find(|(n, _)| n.eq_ignore_ascii_case(name))
                .map(|(_, v)| v.to_ascii_lowercase())
        };
        let mut body = Vec::new();
        if find("transfer-encoding").is_some_and(|v| v.contains("chunked")) {
            loop {
                let data = chunk(&mut reader).await?;
                if data.is_empty() {
                    break;
                }
                body.extend(data);
            }
        } else if let Some(length) = find("content-length").and_then(|v| v.parse::<usize>().ok()) {
            body.resize(length, 0);
            reader.read_exact(&mut body).await?;
        }
        if sent.is_ok() && find("connection").as_deref() != Some("close") {
            self.connection = Some(reader);
        }
        Ok(Answer { status, headers, body })
    }

    /// Sends a request; a kept connection that has gone is opened anew once.
    pub async fn raw(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
    ) -> io::Result<Answer> {
        let bytes = self.request_text(method, path, body);
        let kept = self.connection.is_some();
        let answer = match self.exchange(&bytes).await {
            Err(_) if kept => self.exchange(&bytes).await?,
            answer => answer?,
        };
        if let Some(cookie) = answer.header("set-cookie")
            && let Some(value) = cookie.strip_prefix("signalbox=")
        {
            let value = value.split(';').next().unwrap_or_default();
            self.cookie = (!value.is_empty()).then(|| value.to_owned());
        }
        Ok(answer)
    }

    /// Sends a request without ever sending it twice.
    pub async fn once(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        let bytes = self.request_text(method, path, Some(body.to_string().as_bytes()));
        self.exchange(&bytes).await
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.raw("GET", path, None).await.expect("the server answers")
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.raw("POST", path, Some(body.to_string().as_bytes())).await.expect("the server answers")
    }

    /// A request that must succeed.
    pub async fn fetch(&mut self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert!(answer.status < 300, "GET {path}: {} {}", answer.status, answer.text());
        answer.json()
    }

    /// A request that must succeed.
    pub async fn send(&mut self, path: &str, body: Value) -> Value {
        let answer = self.post(path, &body).await;
        assert!(answer.status < 300, "POST {path}: {} {}", answer.status, answer.text());
        answer.json()
    }

    /// Opens a live stream.
    pub async fn listen(&self, path: &str, last: Option<i64>) -> io::Result<Listener> {
        let mut client = self.again();
        if let Some(last) = last {
            client.extra.push(("Last-Event-ID".to_owned(), last.to_string()));
        }
        let mut reader = BufReader::new(self.connect().await?);
        reader.get_mut().write_all(&client.request_text("GET", path, None)).await?;
        let (status, _) = head(&mut reader).await?;
        if status != 200 {
            return Err(broken(&format!("stream answered {status}")));
        }
        Ok(Listener { reader, text: String::new() })
    }
}

/// A live event.
#[derive(Clone, Debug, Default)]
pub struct Live {
    pub id: Option<i64>,
    pub event: String,
    pub data: Value,
}

/// An open live stream.
#[derive(Debug)]
pub struct Listener {
    reader: BufReader<TcpStream>,
    text: String,
}

impl Listener {
    /// The next event; comments are left out.
    pub async fn next(&mut self) -> io::Result<Live> {
        loop {
            while let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                let mut live = Live::default();
                for line in block.lines() {
                    match line.split_once(": ").or_else(|| line.split_once(':')) {
                        Some(("id", id)) => live.id = id.parse().ok(),
                        Some(("event", event)) => event.clone_into(&mut live.event),
                        Some(("data", data)) => {
                            live.data = serde_json::from_str(data).unwrap_or_default()
                        }
                        _ => {}
                    }
                }
                if !live.event.is_empty() {
                    return Ok(live);
                }
            }
            let data = chunk(&mut self.reader).await?;
            if data.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.text.push_str(&String::from_utf8_lossy(&data));
        }
    }

    /// The next event of the journal within some seconds.
    pub async fn entry(&mut self) -> Live {
        tokio::time::timeout(Duration::from_secs(20), async {
            loop {
                let live = self.next().await.expect("the stream goes on");
                if live.id.is_some() {
                    return live;
                }
            }
        })
        .await
        .expect("an event comes in time")
    }

    /// Reads on until the stream ends, and says which events of the journal were still under way.
    pub async fn end(&mut self) -> Vec<Live> {
        let mut entries = Vec::new();
        tokio::time::timeout(Duration::from_secs(20), async {
            while let Ok(live) = self.next().await {
                entries.extend(live.id.is_some().then_some(live));
            }
        })
        .await
        .expect("the stream ends");
        entries
    }
}
