//! What `docs/operating.md` and `packaging/` say, tried out.

use crate::shared_games::started;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const BIN: &str = env!("CARGO_BIN_EXE_signalbox");
const PATIENCE: Duration = Duration::from_secs(40);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn packaged(name: &str) -> String {
    std::fs::read_to_string(root().join("packaging").join(name)).unwrap()
}

/// An empty folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("signalbox-op-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Asks it to stop, as systemd does, and waits for that.
    fn stop(mut self) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let begun = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it does not stop");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Whether a program is here; where nothing may be skipped, it must be.
fn have(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .any(|f| f.join(program).is_file());
    assert!(found || std::env::var_os("SIGNALBOX_NO_SKIP").is_none(), "there is no {program}");
    if !found {
        eprintln!("SKIPPED: there is no {program} here");
    }
    found
}

fn run(program: &str, args: &[&str]) -> Output {
    Command::new(program).args(args).env_remove("SIGNALBOX_CONFIG").output().unwrap()
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

fn answers(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}

fn wait_for(port: u16, what: &str) {
    let begun = Instant::now();
    while !answers(port) {
        assert!(begun.elapsed() < PATIENCE, "{what} does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Starts a server and waits until it is ready.
fn serve(args: &[&str], port: u16) -> Running {
    let child =
        Command::new(BIN).args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let running = Running(child);
    let address = format!("127.0.0.1:{port}");
    let begun = Instant::now();
    while !run(BIN, &["health", "--address", &address]).status.success() {
        assert!(begun.elapsed() < PATIENCE, "the server is not ready: {args:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
    running
}

/// A request without anything in between; status, cookie, body.
fn ask(port: u16, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let lower = head.lines().find(|l| l.to_lowercase().starts_with("set-cookie:"));
    let cookie = lower.and_then(|l| l.split_once(':')?.1.split(';').next()).unwrap_or_default();
    (status, cookie.trim().to_owned(), body.to_owned())
}

fn new_game() -> Json {
    json!({
        "title": "18cz", "hot_seat": true, "start": true,
        "seats": [{"kind": "name", "name": "Anna"}, {"kind": "name", "name": "Ben"}, {"kind": "name", "name": "Cora"}],
    })
}

// Two accounts at a table, what one of them said there, and a report of it.
fn people(port: u16) -> Vec<(&'static str, String)> {
    let account = |name: &str| {
        let (_, guest, _) = ask(port, "POST", "/api/session", "", "{}");
        let body = json!({"name": name, "password": "correct horse"}).to_string();
        let (status, cookie, body) = ask(port, "POST", "/api/account", &guest, &body);
        assert_eq!(status, 200, "{body}");
        cookie
    };
    let (anna, ben) = (account("Anna"), account("Ben"));
    let send = |cookie: &str, path: &str, body: Json| -> Json {
        let (status, _, answer) = ask(port, "POST", path, cookie, &body.to_string());
        assert!(status < 300, "{path}: {answer}");
        serde_json::from_str(&answer).unwrap()
    };
    let table =
        json!({"title": "18cz", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]});
    let game = send(&anna, "/api/games", table);
    let (id, invite) = (game["id"].as_str().unwrap(), &game["invite"]);
    send(&ben, &format!("/api/games/{id}/join"), json!({"invite": invite}));
    let said = send(&ben, &format!("/api/games/{id}/chat"), json!({"text": "a rude word"}));
    let line = &said["seq"];
    let report = json!({"kind": "chat", "game": id, "line": line, "why": "rude"});
    let report = send(&anna, "/api/reports", report);
    let report = report["id"].as_str().unwrap().to_owned();
    vec![("GAME", id.to_owned()), ("LINE", line.to_string()), ("REPORT", report)]
}

// A guest and a game.
fn play(port: u16) {
    let (status, cookie, body) = ask(port, "POST", "/api/session", "", "{}");
    assert_eq!(status, 200, "{body}");
    let (status, _, body) = ask(port, "POST", "/api/games", &cookie, &new_game().to_string());
    assert_eq!(status, 201, "{body}");
}

/// Lines of the page's shell blocks.
fn lines() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/operating.md")).unwrap();
    let mut inside = false;
    let mut lines = Vec::new();
    for line in page.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => lines.push(line.to_owned()),
            _ => {}
        }
    }
    lines
}

#[test]
fn every_command_of_the_page_runs_in_its_order() {
    let place = folder("page");
    let at = |name: &str| place.join(name).to_string_lossy().into_owned();
    let (port, other) = (free_port(), free_port());
    let database = started().map(|p| p.url("postgres"));
    let here = |text: &str| {
        text.replace("/etc/signalbox", &at("etc"))
            .replace("/var/lib/signalbox", &at("lib"))
            .replace("/var/backups/signalbox", &at("backups"))
            .replace("/tmp/rehearsal", &at("rehearsal"))
            .replace("127.0.0.1:1860", &format!("127.0.0.1:{port}"))
            .replace("127.0.0.1:1899", &format!("127.0.0.1:{other}"))
            .replace(
                "postgres://signalbox:PASSWORD@127.0.0.1/signalbox",
                database.as_deref().unwrap_or("postgres://nowhere"),
            )
    };
    std::fs::create_dir_all(at("etc")).unwrap();
    std::fs::write(at("etc/signalbox.toml"), here(&packaged("signalbox.toml"))).unwrap();
    let unit = packaged("signalbox.service");
    let start =
        unit.lines().find_map(|l| l.strip_prefix("ExecStart=/usr/local/bin/signalbox ")).unwrap();
    let start = here(start);
    let (mut server, mut count) = (None, 0);
    let mut named: Vec<(&str, String)> = Vec::new();
    for line in lines() {
        let mut line = here(&line);
        if line.contains("admin operator") {
            named = people(port);
        }
        for (name, value) in &named {
            line = line.replace(name, value);
        }
        match line.strip_prefix("sudo systemctl ").unwrap_or_default() {
            "start signalbox" => {
                server = Some(serve(&start.split_whitespace().collect::<Vec<_>>(), port));
                play(port);
            }
            "stop signalbox" => {
                if let Some(server) = server.take() {
                    server.stop();
                }
            }
            _ => {}
        }
        let line = line.strip_prefix("sudo -u signalbox ").unwrap_or(&line);
        let Some(words) = line.strip_prefix("signalbox ") else { continue };
        if words.contains("postgres://nowhere") {
            continue;
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        count += 1;
        if words[0] == "serve" {
            serve(&words, other).stop();
            continue;
        }
        let output = run(BIN, &words);
        assert!(output.status.success(), "{line}\n{}", said(&output));
    }
    assert!(count >= 17, "only {count} commands");
    // What the page promises to be kept is there.
    let kept = std::fs::read_dir(at("lib")).unwrap().flatten();
    let kept = kept.filter(|f| f.file_name().to_string_lossy().contains(".before-"));
    assert_eq!(kept.count(), 1);
}

#[test]
fn every_setting_stands_on_the_page_and_in_the_help() {
    let page = std::fs::read_to_string(root().join("docs/operating.md")).unwrap();
    let help = said(&run(BIN, &["serve", "--help"]));
    let flags: BTreeSet<&str> = help
        .split_whitespace()
        .filter(|w| w.starts_with("--") && *w != "--help" && *w != "--version")
        .map(|w| w.split(['[', '=', ',']).next().unwrap())
        .collect();
    assert!(flags.len() >= 15, "{flags:?}");
    for flag in &flags {
        assert!(page.contains(&format!("| `{flag}` | `SIGNALBOX_")), "{flag} is not on the page");
    }
    for line in packaged("signalbox.toml").lines().filter(|l| !l.starts_with(['#', '['])) {
        let Some((key, _)) = line.split_once(" = ") else { continue };
        let known =
            flags.contains(format!("--{key}").as_str()) || page.contains(&format!("`{key}`"));
        assert!(known, "{key} is not on the page");
    }
}

#[test]
fn a_flag_counts_more_than_the_environment_and_that_more_than_the_file() {
    let place = folder("config");
    let file = place.join("signalbox.toml").to_string_lossy().into_owned();
    let data = place.join("data").to_string_lossy().into_owned();
    std::fs::write(&file, format!("data-dir = \"{data}\"\nlog = \"warn\"\nrate-factor = 3\nbot-workers = 5\n[guests]\ngames = 7\n")).unwrap();
    let check = |args: &[&str], log: Option<&str>| {
        let mut command = Command::new(BIN);
        command.args(["config", "check", "--config", &file]).args(args);
        if let Some(log) = log {
            command.env("SIGNALBOX_LOG", log);
        }
        command.output().unwrap()
    };
    let shown = said(&check(&["--rate-factor", "2"], Some("debug")));
    let value = |name: &str| {
        let line = shown.lines().find(|l| l.starts_with(name)).unwrap_or_else(|| panic!("{shown}"));
        line[name.len()..].trim().to_owned()
    };
    assert_eq!(value("rate-factor"), "2", "a flag");
    assert_eq!(value("log "), "debug", "the environment");
    assert_eq!(value("bot-workers"), "5", "the file");
    assert_eq!(value("address"), "127.0.0.1:1860", "as usual");
    assert!(value("guests").starts_with("7 games, 100 bots"), "{shown}");
    for (text, expected) in [
        ("adress = \"127.0.0.1:1\"", "adress"),
        ("address = \"here\"", "address"),
        ("rate-factor = -1", "rate-factor"),
        ("bot-workers = 0", "bot-workers"),
        ("log = \"server=loud\"", "log"),
        ("backup-every = \"1d\"", "backup-dir"),
        ("backup-dir = \"x\"\nbackup-every = \"soon\"", "1d"),
        ("[guests]\ngames = \"many\"", "games"),
    ] {
        std::fs::write(&file, format!("data-dir = \"{data}\"\n{text}\n")).unwrap();
        let output = check(&[], None);
        assert!(!output.status.success(), "{text}");
        assert!(said(&output).contains(expected), "{text}: {}", said(&output));
        let output = run(BIN, &["serve", "--config", &file]);
        assert!(!output.status.success(), "{text}: the server starts");
    }
    std::fs::write(&file, format!("database = \"{file}\"\n")).unwrap();
    let output = check(&[], None);
    assert!(!output.status.success(), "a text is no database: {}", said(&output));
    std::fs::write(&file, "database = \"postgres://anna:secret@127.0.0.1:1/x\"\n").unwrap();
    assert!(
        !said(&check(&["--database", "postgres://anna:secret@127.0.0.1:1/x"], None))
            .contains("secret")
    );
}

#[test]
fn a_full_disk_is_not_ready_and_nothing_is_lost() {
    let place = folder("full");
    let port = free_port();
    let address = format!("127.0.0.1:{port}");
    let data = place.to_string_lossy().into_owned();
    // A file of the server may grow to 768 KB and no further.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1536; exec {BIN} serve --address {address} --data-dir {data} --rate-factor 0"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdout(Stdio::null()).stderr(Stdio::null());
    let server = Running(shell.spawn().unwrap());
    wait_for(port, "the server");
    let health = || run(BIN, &["health", "--address", &address]);
    let begun = Instant::now();
    while !health().status.success() {
        assert!(begun.elapsed() < PATIENCE, "{}", said(&health()));
        std::thread::sleep(Duration::from_millis(100));
    }
    let (_, cookie, _) = ask(port, "POST", "/api/session", "", "{}");
    let (_, _, game) = ask(port, "POST", "/api/games", &cookie, &new_game().to_string());
    let id = serde_json::from_str::<Json>(&game).unwrap()["id"].as_str().unwrap().to_owned();
    let chat = format!("/api/games/{id}/chat");
    let line = json!({"text": "x".repeat(400)}).to_string();
    // Until the server says so. The log is carried over into the file now and then, which makes room again for a while.
    let (mut acknowledged, begun) = (0, Instant::now());
    let not_ready = loop {
        assert!(begun.elapsed() < PATIENCE * 5, "{acknowledged} lines, and it is still ready");
        match ask(port, "POST", &chat, &cookie, &line).0 {
            200 | 201 => acknowledged += 1,
            _ => {
                let output = health();
                if !output.status.success() {
                    break said(&output);
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    };
    assert!(acknowledged > 20 && not_ready.contains("not ready"), "{acknowledged}: {not_ready}");
    let (_, _, metrics) = ask(port, "GET", "/metrics", "", "");
    let faults = metrics.lines().find(|l| l.contains("store_faults_total{kind=\"disk\"}")).unwrap();
    assert!(!faults.ends_with(" 0"), "{faults}");
    drop(server);
    // With room again it goes on.
    let server = serve(&["serve", "--address", &address, "--data-dir", &data], port);
    let (_, _, file) = ask(port, "GET", &format!("/api/games/{id}"), &cookie, "");
    let seq = serde_json::from_str::<Json>(&file).unwrap()["seq"].as_i64().unwrap();
    assert!(seq > acknowledged, "{acknowledged} lines were acknowledged, the journal has {seq}");
    server.stop();
    let output = run(BIN, &["admin", "check", "--data-dir", &data]);
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn a_log_file_has_no_colours() {
    let place = folder("log");
    let port = free_port();
    let log = std::fs::File::create(place.join("log")).unwrap();
    let child = Command::new(BIN)
        .args(["serve", "--address", &format!("127.0.0.1:{port}"), "--log", "debug", "--data-dir"])
        .arg(&place)
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        .spawn()
        .unwrap();
    let server = Running(child);
    wait_for(port, "the server");
    play(port);
    server.stop();
    let text = std::fs::read_to_string(place.join("log")).unwrap();
    assert!(text.contains("serving"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// A certificate for `play.example` that nobody signed; its file and that of its key.
fn certificate(place: &Path) -> (String, String) {
    let name = |n: &str| place.join(n).to_string_lossy().into_owned();
    let (certificate, key) = (name("fullchain.pem"), name("privkey.pem"));
    let output = run(
        "openssl",
        &[
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=play.example",
            "-addext",
            "subjectAltName=DNS:play.example",
            "-keyout",
            &key,
            "-out",
            &certificate,
        ],
    );
    assert!(output.status.success(), "{}", said(&output));
    (certificate, key)
}

/// A visitor who comes by https through a proxy.
struct Visitor {
    url: String,
    args: Vec<String>,
}

impl Visitor {
    fn new(place: &Path, certificate: &str, port: u16) -> Visitor {
        let jar = place.join("cookies").to_string_lossy().into_owned();
        let resolve = format!("play.example:{port}:127.0.0.1");
        let args = [
            "--silent",
            "--show-error",
            "--cacert",
            certificate,
            "--resolve",
            &resolve,
            "--cookie-jar",
            &jar,
            "--cookie",
            &jar,
        ];
        Visitor {
            url: format!("https://play.example:{port}"),
            args: args.map(str::to_owned).to_vec(),
        }
    }

    fn curl(&self, path: &str) -> Command {
        let mut command = Command::new("curl");
        command.args(&self.args).arg(format!("{}{path}", self.url));
        command
    }

    fn status(&self, path: &str) -> String {
        let output =
            self.curl(path).args(["--output", "/dev/null", "--write-out", "%{http_code}"]).output();
        said(&output.unwrap())
    }

    fn post(&self, path: &str, body: &Json) -> Json {
        let origin = format!("Origin: {}", self.url);
        let args = [
            "--fail-with-body",
            "--header",
            "Content-Type: application/json",
            "--header",
            &origin,
            "--data",
            &body.to_string(),
        ];
        let output = self.curl(path).args(args).output().unwrap();
        assert!(output.status.success(), "{path}: {}", said(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

// Plays through a proxy: pages, a login that is for https only, a live stream that is not held back, no figures.
fn play_through(visitor: &Visitor) {
    assert_eq!(visitor.status("/"), "200");
    assert_eq!(visitor.status("/metrics"), "404", "figures are for the operator");
    let session = visitor.post("/api/session", &json!({}));
    assert!(session["user"]["id"].is_string(), "{session}");
    let id = visitor.post("/api/games", &new_game())["id"].as_str().unwrap().to_owned();
    let jar = visitor.args.last().unwrap();
    let cookies = std::fs::read_to_string(jar).unwrap();
    assert!(cookies.contains("__Host-signalbox") && cookies.contains("\tTRUE\t"), "{cookies}");
    let child = visitor
        .curl(&format!("/api/games/{id}/stream"))
        .arg("--no-buffer")
        .stdout(Stdio::piped())
        .spawn();
    let mut stream = Running(child.unwrap());
    let (tell, heard) = mpsc::channel();
    let lines = BufReader::new(stream.0.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in lines.lines().map_while(Result::ok) {
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    // The stream has begun when its first line is here.
    heard.recv_timeout(PATIENCE).expect("a stream");
    for word in ["first", "second"] {
        visitor
            .post(&format!("/api/games/{id}/chat"), &json!({"text": format!("the {word} word")}));
        let begun = Instant::now();
        loop {
            let line = heard.recv_timeout(Duration::from_secs(10)).expect("the word comes at once");
            if line.contains(&format!("the {word} word")) {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(10), "the {word} word is held back");
        }
    }
}

// A server as it stands behind a proxy at this port.
fn behind(place: &Path, proxy: u16) -> (Running, u16) {
    let port = free_port();
    let (address, url) = (format!("127.0.0.1:{port}"), format!("https://play.example:{proxy}"));
    let data = place.join("data").to_string_lossy().into_owned();
    let args = [
        "serve",
        "--address",
        &address,
        "--data-dir",
        &data,
        "--trust-proxy",
        "--public-url",
        &url,
    ];
    (serve(&args, port), port)
}

#[test]
fn nginx_as_it_is_packaged_serves_pages_and_live_streams() {
    if !have("nginx") || !have("curl") || !have("openssl") {
        return;
    }
    let place = folder("nginx");
    let (certificate, key) = certificate(&place);
    let proxy = free_port();
    let (_server, port) = behind(&place, proxy);
    let site = packaged("nginx.conf")
        .replace("127.0.0.1:1860", &format!("127.0.0.1:{port}"))
        .replace("listen [::]:443 ssl http2;", "")
        .replace("listen 443 ssl", &format!("listen 127.0.0.1:{proxy} ssl"))
        .replace("/etc/letsencrypt/live/play.example/fullchain.pem", &certificate)
        .replace("/etc/letsencrypt/live/play.example/privkey.pem", &key);
    let at = place.to_string_lossy();
    let whole = format!(
        "pid {at}/pid;\nerror_log {at}/error.log;\nworker_processes 1;\nevents {{}}\nhttp {{\naccess_log off;\n\
         client_body_temp_path {at}/body;\nproxy_temp_path {at}/proxy;\nfastcgi_temp_path {at}/f;\n\
         uwsgi_temp_path {at}/u;\nscgi_temp_path {at}/s;\n{site}\n}}\n"
    );
    let file = place.join("nginx.conf").to_string_lossy().into_owned();
    std::fs::write(&file, whole).unwrap();
    let nginx = if Path::new("/usr/sbin/nginx").exists() { "/usr/sbin/nginx" } else { "nginx" };
    let checked = run(nginx, &["-t", "-c", &file, "-p", &at]);
    assert!(checked.status.success(), "{}", said(&checked));
    let child = Command::new(nginx)
        .args(["-c", &file, "-p", &at, "-g", "daemon off;"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let running = Running(child);
    wait_for(proxy, "nginx");
    play_through(&Visitor::new(&place, &certificate, proxy));
    running.stop();
}

#[test]
fn caddy_as_it_is_packaged_serves_pages_and_live_streams() {
    if !have("caddy") || !have("curl") || !have("openssl") {
        return;
    }
    let place = folder("caddy");
    let (certificate, key) = certificate(&place);
    let proxy = free_port();
    let (_server, port) = behind(&place, proxy);
    let site =
        packaged("Caddyfile").replace("127.0.0.1:1860", &format!("127.0.0.1:{port}")).replace(
            "play.example {",
            &format!("https://play.example:{proxy} {{\n\ttls {certificate} {key}"),
        );
    let at = place.to_string_lossy();
    let whole = format!(
        "{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {at}/store\n}}\n{site}"
    );
    let file = place.join("Caddyfile").to_string_lossy().into_owned();
    std::fs::write(&file, whole).unwrap();
    let child = Command::new("caddy")
        .args(["run", "--adapter", "caddyfile", "--config", &file])
        .env("HOME", &place)
        .env("XDG_DATA_HOME", &place)
        .env("XDG_CONFIG_HOME", &place)
        .stderr(std::fs::File::create(place.join("log")).unwrap())
        .spawn()
        .unwrap();
    let running = Running(child);
    wait_for(proxy, "Caddy");
    play_through(&Visitor::new(&place, &certificate, proxy));
    running.stop();
}

#[test]
fn systemd_finds_no_fault_in_the_unit() {
    if !have("systemd-analyze") {
        return;
    }
    let place = folder("unit");
    let file = place.join("signalbox.service").to_string_lossy().into_owned();
    std::fs::write(&file, packaged("signalbox.service").replace("/usr/local/bin/signalbox", BIN))
        .unwrap();
    let output = run("systemd-analyze", &["verify", "--man=no", &file]);
    let told: Vec<String> =
        said(&output).lines().filter(|l| l.contains("signalbox")).map(str::to_owned).collect();
    assert!(output.status.success() && told.is_empty(), "{told:?} {}", said(&output));
    let output = run("systemd-analyze", &["security", "--offline=yes", "--no-pager", &file]);
    let score = said(&output);
    let last = score
        .lines()
        .find(|l| l.contains("Overall exposure level"))
        .unwrap_or_else(|| panic!("{score}"));
    let level: f64 = last.split(": ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(level < 2.0, "{last}");
}

fn named(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_lowercase() || c == '_';
    text.match_indices("signalbox_")
        .map(|(at, _)| text[at..].chars().take_while(|c| word(*c)).collect::<String>())
        .filter(|name| name.matches('_').count() > 1 || name.ends_with('s'))
        .collect()
}

#[test]
fn the_dashboard_and_the_page_ask_for_figures_that_there_are() {
    let sources = std::fs::read_dir(root().join("crates/server/src")).unwrap().flatten();
    let sources = sources.filter_map(|f| std::fs::read_to_string(f.path()).ok());
    let mut there = BTreeSet::new();
    for source in sources {
        let told =
            source.split("metrics::").skip(1).map(|part| part.chars().take(80).collect::<String>());
        there.extend(told.flat_map(|part| named(&part)));
    }
    assert!(there.len() > 12, "{there:?}");
    let board: Json = serde_json::from_str(&packaged("grafana.json")).unwrap();
    let page = std::fs::read_to_string(root().join("docs/operating.md")).unwrap();
    let asked: BTreeSet<String> =
        named(&board["panels"].to_string()).union(&named(&page)).cloned().collect();
    assert!(asked.len() > 12, "{asked:?}");
    for name in asked {
        let plain = name.trim_end_matches("_bucket");
        assert!(there.contains(plain), "there is no figure {name}");
    }
}

#[test]
fn the_release_archive_holds_program_licence_notices_and_pages() {
    let place = folder("release");
    let output = Command::new("sh")
        .arg(root().join("packaging/release.sh"))
        .arg(&place)
        .env("SIGNALBOX_BIN", BIN)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let archive = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let listed = said(&run("tar", &["tzf", &archive]));
    for name in [
        "signalbox",
        "LICENSE",
        "NOTICES",
        "SECURITY.md",
        "docs/operating.md",
        "packaging/signalbox.service",
        "packaging/nginx.conf",
        "packaging/grafana.json",
    ] {
        assert!(listed.lines().any(|l| l.ends_with(&format!("/{name}"))), "{name}: {listed}");
    }
    let into = place.join("unpacked");
    std::fs::create_dir_all(&into).unwrap();
    assert!(run("tar", &["xzf", &archive, "-C", &into.to_string_lossy()]).status.success());
    let top = std::fs::read_dir(&into).unwrap().flatten().next().unwrap().path();
    let program = top.join("signalbox");
    assert!(run(&program.to_string_lossy(), &["--version"]).status.success());
    assert!(
        std::fs::metadata(&program).unwrap().len() < std::fs::metadata(BIN).unwrap().len(),
        "it is stripped"
    );
    // Every package of the lock file that the program is built from has its notice.
    let notices = std::fs::read_to_string(top.join("NOTICES")).unwrap();
    for package in ["axum", "clap", "libsqlite3-sys", "sqlx", "tokio"] {
        assert!(notices.contains(&format!("\n=== {package} ")), "{package}");
    }
    assert!(notices.contains("Permission is hereby granted"));
}
