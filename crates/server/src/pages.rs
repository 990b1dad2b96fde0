//! The page's files, built into the binary.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/pages"]
struct Pages;

#[derive(RustEmbed)]
#[folder = "../../web/js"]
#[prefix = "js/"]
struct Scripts;

#[derive(RustEmbed)]
#[folder = "../../web/css"]
#[prefix = "css/"]
struct Styles;

#[derive(RustEmbed)]
#[folder = "../../web/lang"]
#[prefix = "lang/"]
struct Languages;

#[derive(RustEmbed)]
#[folder = "../../lessons/lang"]
#[prefix = "lessons/"]
struct LessonTexts;

// Names are looked up as they stand in the lists of files; nothing of the path reaches a file system.
fn get(name: &str) -> Option<(String, EmbeddedFile)> {
    fn among<Files: RustEmbed>(name: &str) -> Option<EmbeddedFile> {
        let known = Files::iter().any(|n| n == name);
        known.then(|| Files::get(name)).flatten()
    }
    // Types are for the readers of scripts.
    if name.ends_with(".d.ts") || name.ends_with(".md") {
        return None;
    }
    let file = among::<Pages>(name)
        .or_else(|| among::<Scripts>(name))
        .or_else(|| among::<Styles>(name))
        .or_else(|| among::<Languages>(name))
        .or_else(|| among::<LessonTexts>(name))?;
    Some((name.to_owned(), file))
}

fn find(path: &str) -> Option<(String, EmbeddedFile)> {
    let path = path.trim_matches('/');
    if path.is_empty() {
        return get("index.html");
    }
    get(path).or_else(|| get(&format!("{path}.html"))).or_else(|| {
        let first = path.split('/').next()?;
        // Pages stand for everything below them; files with an ending do not.
        (!path.rsplit('/').next()?.contains('.')).then(|| get(&format!("{first}.html")))?
    })
}

// Scripts travel without their comments: types and explanations are for readers of the source. Scripts keep `/**` and lines that
// begin with `//` for comments alone; a test of the pages compares what arrives with the source, token by token.
fn without_comments(script: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(script.len()), script);
    while let Some((before, comment)) = rest.split_once("/**") {
        let Some((_, after)) = comment.split_once("*/") else {
            break;
        };
        out.push_str(before);
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    out.push_str(rest);
    out.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//")).fold(
        String::with_capacity(out.len()),
        |mut lean, line| {
            lean.push_str(line.trim_start());
            lean.push('\n');
            lean
        },
    )
}

/// A page with something put into its head.
pub fn page_with(name: &str, head: &str) -> Option<String> {
    let (_, file) = get(name)?;
    let page = String::from_utf8_lossy(&file.data);
    let (before, after) = page.split_once("</head>")?;
    Some(format!("{before}{head}</head>{after}"))
}

/// The texts of the page in a language, and in English where it has none.
pub struct Texts([Option<serde_json::Value>; 2]);

impl Texts {
    /// The texts of a language.
    pub fn of(language: &str) -> Texts {
        let read = |code: &str| {
            let (_, file) = get(&format!("lang/{code}.json"))?;
            serde_json::from_slice(&file.data).ok()
        };
        Texts([read(language), read("en")])
    }

    /// A text.
    pub fn get(&self, key: &str) -> String {
        let mut found = self.0.iter().flatten().filter_map(|texts| texts.get(key)?.as_str());
        found.next().unwrap_or(key).to_owned()
    }
}

/// Whether the page speaks this language.
pub fn is_language(code: &str) -> bool {
    code.bytes().all(|b| b.is_ascii_lowercase()) && get(&format!("lang/{code}.json")).is_some()
}

/// A text in a language of the page; in English if it has no such language.
pub fn text(language: Option<&str>, key: &str) -> String {
    Texts::of(language.unwrap_or("en")).get(key)
}

/// A file of the page.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response<Body> {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let (status, found) = match find(uri.path()) {
        Some(found) => (StatusCode::OK, Some(found)),
        None => (StatusCode::NOT_FOUND, get("404.html")),
    };
    let Some((name, file)) = found else {
        return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
    };
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&file.metadata.sha256_hash()[..12]));
    if status == StatusCode::OK
        && headers.get(IF_NONE_MATCH).is_some_and(|v| v.as_bytes() == tag.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8".to_owned(),
        Some("js" | "mjs") => "text/javascript; charset=utf-8".to_owned(),
        Some("css") => "text/css; charset=utf-8".to_owned(),
        Some("webmanifest") => "application/manifest+json".to_owned(),
        _ => file.metadata.mimetype().to_owned(),
    };
    let data = match name.strip_suffix(".js") {
        Some(_) => without_comments(&String::from_utf8_lossy(&file.data)).into_bytes(),
        None => file.data.into_owned(),
    };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache".to_owned()), (ETAG, tag)];
    (status, headers, data).into_response()
}
