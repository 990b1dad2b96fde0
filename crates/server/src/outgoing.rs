//! Requests that the server makes itself. A name is resolved here, and the address that is connected to is the one that
//! was looked at; nobody is followed who says that it is elsewhere.

use axum::body::{Body, to_bytes};
use axum::http::header::{HOST, RETRY_AFTER, USER_AGENT};
use axum::http::{HeaderValue, Request, StatusCode};
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

// A request may take so long in all, and its answer be so large.
const LONGEST: Duration = Duration::from_secs(10);
const LARGEST: usize = 256 << 10;

/// Why there was no answer.
#[derive(Debug, thiserror::Error)]
pub enum OutgoingError {
    /// It is no address for a request.
    #[error("{0} is no address for a request")]
    Address(String),
    /// Nobody may be asked there.
    #[error("{0} is where nobody may be asked")]
    Forbidden(String),
    /// It took too long.
    #[error("no answer in time")]
    Late,
    /// The network.
    #[error("{0}")]
    Network(String),
}

/// An answer, whatever it says.
#[derive(Debug)]
pub struct Answer {
    /// Status.
    pub status: StatusCode,
    /// After how many seconds one may ask again, if it says so.
    pub retry_after: Option<u64>,
    /// Body, if it was wanted.
    pub body: Vec<u8>,
}

/// Whether an address belongs to the open internet: not to this machine, not to a network inside, not to one that is kept
/// for something else.
pub fn is_outside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            let kept = a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0 && c == 0)
                || (a == 192 && b == 88 && c == 99)
                || (a == 198 && (18..20).contains(&b));
            !(kept
                || ip.is_private()
                || ip.is_loopback()
                || ip.is_link_local()
                || ip.is_multicast()
                || ip.is_documentation())
        }
        // What is given out lies in 2000::/3; of that these lead elsewhere or nowhere.
        IpAddr::V6(ip) => {
            let [a, b, ..] = ip.segments();
            let kept = (a == 0x2001 && (b < 0x200 || b == 0xdb8))
                || a == 0x2002
                || (a == 0x3fff && b < 0x1000);
            a & 0xe000 == 0x2000 && !kept
        }
    }
}

/// Addresses to which others may make this server send: by https to the open internet, and to hosts that the operator
/// exempts however he likes.
#[derive(Clone, Copy, Debug)]
pub struct Fence<'a> {
    /// Hosts without a limit: `name`, or `name:port`.
    pub exempt: &'a [String],
}

impl Fence<'_> {
    fn is_exempt(self, url: &Url) -> bool {
        let host = &url[url::Position::BeforeHost..url::Position::AfterHost];
        let port = url.port_or_known_default().unwrap_or_default();
        let with_port = format!("{host}:{port}");
        let same =
            |one: &String| one.eq_ignore_ascii_case(host) || one.eq_ignore_ascii_case(&with_port);
        self.exempt.iter().any(same)
    }

    /// Whether this may be such an address, as far as can be seen without resolving its name.
    pub fn check(self, url: &Url) -> Result<(), OutgoingError> {
        let address = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            Some(Host::Domain(_)) => None,
            None => return Err(OutgoingError::Address(url.to_string())),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(OutgoingError::Address(url.to_string()));
        }
        match self.is_exempt(url) || (url.scheme() == "https" && address.is_none_or(is_outside)) {
            true => Ok(()),
            false => Err(OutgoingError::Forbidden(url.host_str().unwrap_or_default().to_owned())),
        }
    }
}

/// Makes requests.
pub struct Outgoing {
    tls: TlsConnector,
}

impl Default for Outgoing {
    fn default() -> Outgoing {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let ring = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(ring)
            .with_safe_default_protocol_versions()
            .expect("the versions of TLS go with what it is made of")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Outgoing { tls: TlsConnector::from(Arc::new(config)) }
    }
}

fn network(error: impl std::fmt::Display) -> OutgoingError {
    OutgoingError::Network(error.to_string())
}

impl Outgoing {
    /// Sends a request to where `url` leads, if `may` allows the address that its name stands for. The path of the request
    /// is that of `url`.
    pub async fn send(
        &self,
        url: &Url,
        request: Request<Body>,
        may: impl Fn(IpAddr) -> bool,
    ) -> Result<Answer, OutgoingError> {
        let sent = self.exchange(url, request, may, true);
        tokio::time::timeout(LONGEST, sent).await.map_err(|_| OutgoingError::Late)?
    }

    /// Delivers a message to an address that a visitor chose. What is answered besides the status is not read.
    pub async fn deliver(
        &self,
        url: &Url,
        request: Request<Body>,
        fence: Fence<'_>,
    ) -> Result<Answer, OutgoingError> {
        fence.check(url)?;
        let exempt = fence.is_exempt(url);
        let sent = self.exchange(url, request, |ip| exempt || is_outside(ip), false);
        tokio::time::timeout(LONGEST, sent).await.map_err(|_| OutgoingError::Late)?
    }

    async fn exchange(
        &self,
        url: &Url,
        mut request: Request<Body>,
        may: impl Fn(IpAddr) -> bool,
        whole: bool,
    ) -> Result<Answer, OutgoingError> {
        let wrong = || OutgoingError::Address(url.to_string());
        let host = url.host_str().ok_or_else(wrong)?.trim_matches(['[', ']']).to_owned();
        let port = url.port_or_known_default().ok_or_else(wrong)?;
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        *request.uri_mut() = path.parse().map_err(|_| wrong())?;
        let named = &url[url::Position::BeforeHost..url::Position::AfterPort];
        let headers = request.headers_mut();
        headers.insert(HOST, HeaderValue::from_str(named).map_err(|_| wrong())?);
        headers.insert(USER_AGENT, HeaderValue::from_static("Signalbox"));
        let mut tried = OutgoingError::Forbidden(host.clone());
        let found = tokio::net::lookup_host((host.as_str(), port)).await.map_err(network)?;
        for address in found.filter(|a| may(a.ip().to_canonical())) {
            let stream = match TcpStream::connect(address).await {
                Ok(stream) => stream,
                Err(error) => {
                    tried = network(error);
                    continue;
                }
            };
            return match url.scheme() {
                "https" => {
                    let name = ServerName::try_from(host.clone()).map_err(|_| wrong())?;
                    let stream = self.tls.connect(name, stream).await.map_err(network)?;
                    ask(stream, request, whole).await
                }
                "http" => ask(stream, request, whole).await,
                _ => Err(wrong()),
            };
        }
        Err(tried)
    }
}

async fn ask<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    request: Request<Body>,
    whole: bool,
) -> Result<Answer, OutgoingError> {
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(network)?;
    let connection = tokio::spawn(connection);
    let answered = async {
        let answer = sender.send_request(request).await.map_err(network)?;
        let status = answer.status();
        let retry_after = answer.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|v| v.to_str().ok()?.trim().parse().ok());
        let body = match whole {
            true => to_bytes(Body::new(answer.into_body()), LARGEST).await.map_err(network)?,
            false => Default::default(),
        };
        Ok(Answer { status, retry_after, body: body.into() })
    };
    let answered = answered.await;
    connection.abort();
    answered
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    // Answers one request with this.
    async fn answering(answer: String) -> (Url, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://localhost:{}/a?b=c", listener.local_addr().unwrap().port());
        let task = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; 4096];
            let n = stream.read(&mut asked).await.unwrap();
            let _ = stream.write_all(answer.as_bytes()).await;
            String::from_utf8_lossy(&asked[..n]).into_owned()
        });
        (url.parse().unwrap(), task)
    }

    fn request() -> Request<Body> {
        Request::new(Body::empty())
    }

    #[tokio::test]
    async fn a_redirect_is_an_answer_and_is_not_followed() {
        let answer =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 2\r\n\r\nno";
        let (url, asked) = answering(answer.to_owned()).await;
        let got = Outgoing::default().send(&url, request(), |ip| ip.is_loopback()).await.unwrap();
        assert_eq!((got.status.as_u16(), got.body.as_slice()), (302, b"no".as_slice()));
        let asked = asked.await.unwrap().to_lowercase();
        assert!(asked.starts_with("get /a?b=c http/1.1\r\n"), "{asked}");
        assert!(asked.contains(&format!("host: localhost:{}\r\n", url.port().unwrap())), "{asked}");
    }

    #[tokio::test]
    async fn an_address_that_is_not_allowed_is_never_connected_to() {
        let (url, asked) = answering(String::new()).await;
        let got = Outgoing::default().send(&url, request(), |ip| !ip.is_loopback()).await;
        assert!(matches!(got, Err(OutgoingError::Forbidden(_))), "{got:?}");
        assert!(!asked.is_finished());
        asked.abort();
    }

    #[tokio::test]
    async fn an_answer_has_a_bound() {
        let long =
            format!("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n{}", "x".repeat(300_000));
        let (url, _asked) = answering(long).await;
        let got = Outgoing::default().send(&url, request(), |_| true).await;
        assert!(matches!(got, Err(OutgoingError::Network(_))), "{got:?}");
    }

    #[test]
    fn the_open_internet_is_all_that_is_not_kept_for_something_else() {
        for outside in [
            "1.1.1.1",
            "93.184.216.34",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_outside(outside.parse().unwrap()), "{outside}");
        }
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "0.1.2.3",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.88.99.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
            "5f00::1",
        ] {
            assert!(!is_outside(inside.parse().unwrap()), "{inside}");
        }
    }

    #[test]
    fn only_https_to_the_outside_passes_the_fence_unless_it_is_exempt() {
        let exempt = ["localhost:8080".to_owned(), "hooks.inside".to_owned()];
        let check = |url: &str| Fence { exempt: &exempt }.check(&url.parse().unwrap()).is_ok();
        for good in [
            "https://push.example/x",
            "https://1.1.1.1/",
            "http://localhost:8080/x",
            "http://HOOKS.inside:9/",
        ] {
            assert!(check(good), "{good}");
        }
        for bad in [
            "http://push.example/x",
            "https://127.0.0.1/",
            "https://[::1]/",
            "http://localhost/",
            "ftp://hooks.example/",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://a:b@push.example/",
            "data:text/plain,x",
            "https://[::ffff:7f00:1]/",
        ] {
            assert!(!check(bad), "{bad}");
        }
    }

    #[tokio::test]
    async fn what_is_delivered_does_not_wait_for_a_long_answer() {
        let long = format!(
            "HTTP/1.1 429 No\r\nRetry-After: 7\r\nContent-Length: 9000000\r\n\r\n{}",
            "x".repeat(300_000)
        );
        let (url, _asked) = answering(long).await;
        let exempt = ["localhost".to_owned()];
        let got =
            Outgoing::default().deliver(&url, request(), Fence { exempt: &exempt }).await.unwrap();
        assert_eq!((got.status.as_u16(), got.retry_after, got.body.len()), (429, Some(7), 0));
        let got = Outgoing::default().deliver(&url, request(), Fence { exempt: &[] }).await;
        assert!(matches!(got, Err(OutgoingError::Forbidden(_))), "{got:?}");
    }
}
