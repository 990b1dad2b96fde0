//! The interface described for people: one page, made from the description for machines.

use crate::api::openapi;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;
use std::fmt::Write;
use std::sync::OnceLock;

fn description() -> &'static Value {
    static VALUE: OnceLock<Value> = OnceLock::new();
    VALUE.get_or_init(|| serde_json::to_value(openapi()).unwrap_or_default())
}

/// The description for machines.
pub async fn json() -> Response {
    ([(CONTENT_TYPE, "application/json")], description().to_string()).into_response()
}

/// Text safe within HTML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn schema_name(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or(name);
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    if schema["type"] == "array" {
        return format!("list of {}", schema_name(&schema["items"]));
    }
    match &schema["type"] {
        Value::String(t) => escape(t),
        Value::Array(ts) => {
            ts.iter().filter_map(Value::as_str).map(escape).collect::<Vec<_>>().join(" or ")
        }
        _ => ["oneOf", "anyOf", "allOf"]
            .iter()
            .filter_map(|k| schema[*k].as_array())
            .flatten()
            .map(schema_name)
            .collect::<Vec<_>>()
            .join(" or "),
    }
}

fn operation(out: &mut String, path: &str, method: &str, op: &Value) {
    let text = |v: &Value| escape(v.as_str().unwrap_or_default());
    let _ = write!(
        out,
        "<section class=\"operation\"><h3><code>{} {}</code></h3><p>{} {}</p>",
        method.to_uppercase(),
        escape(path),
        text(&op["summary"]),
        text(&op["description"])
    );
    let queries: Vec<&Value> =
        op["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "query").collect();
    if !queries.is_empty() {
        out.push_str("<table><caption>Query</caption><tbody>");
        for p in queries {
            let _ = write!(
                out,
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                text(&p["name"]),
                schema_name(&p["schema"]),
                text(&p["description"])
            );
        }
        out.push_str("</tbody></table>");
    }
    let body = &op["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        let _ = write!(out, "<p>Body: {}</p>", schema_name(body));
    }
    for (status, response) in op["responses"].as_object().into_iter().flatten() {
        for (kind, content) in response["content"].as_object().into_iter().flatten() {
            let _ = write!(
                out,
                "<p>{}: {} ({})</p>",
                escape(status),
                schema_name(&content["schema"]),
                escape(kind)
            );
        }
    }
    out.push_str("</section>");
}

fn render() -> String {
    let api = description();
    let mut out = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Signalbox: interface</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"stylesheet\" href=\"/api/manual.css\"></head><body><main>\
         <h1>Signalbox: the interface for programs</h1><p>For machines: <a href=\"/api/openapi.json\">openapi.json</a>. \
         Programs send <code>Authorization: Bearer TOKEN</code> with a token made under <code>POST /api/tokens</code>.</p>",
    );
    for tag in api["tags"].as_array().into_iter().flatten() {
        let name = tag["name"].as_str().unwrap_or_default();
        let _ = write!(out, "<h2>{}</h2>", escape(tag["description"].as_str().unwrap_or(name)));
        for (path, methods) in api["paths"].as_object().into_iter().flatten() {
            for (method, op) in methods.as_object().into_iter().flatten() {
                if op["tags"].as_array().is_some_and(|t| t.iter().any(|t| t == name)) {
                    operation(&mut out, path, method, op);
                }
            }
        }
    }
    out.push_str("<h2>Forms of bodies and answers</h2>");
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let _ = write!(out, "<section class=\"form\" id=\"{0}\"><h3>{0}</h3>", escape(name));
        let _ =
            write!(out, "<p>{}</p>", escape(schema["description"].as_str().unwrap_or_default()));
        let all = std::iter::once(schema).chain(schema["oneOf"].as_array().into_iter().flatten());
        for part in all {
            if let Some(fields) = part["properties"].as_object() {
                out.push_str("<table><tbody>");
                for (field, of) in fields {
                    let _ = write!(
                        out,
                        "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                        escape(field),
                        schema_name(of),
                        escape(of["description"].as_str().unwrap_or_default())
                    );
                }
                out.push_str("</tbody></table>");
            }
        }
        out.push_str("</section>");
    }
    out.push_str("</main></body></html>");
    out
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f1f4f2;color:#17201d}\
main{max-width:60rem;margin:0 auto;padding:2rem}h2{margin-top:3rem;border-bottom:2px solid #b4bfba}\
section{background:#fbfcfb;border:1px solid #d2dad6;border-radius:8px;padding:.2rem 1.2rem 1rem;margin:1rem 0}\
code{font-size:.95em}table{border-collapse:collapse;width:100%}td{border-top:1px solid #d2dad6;padding:.3rem .6rem;vertical-align:top}\
caption{text-align:left;font-weight:600}a{color:#0b5c8a}\
@media (prefers-color-scheme:dark){body{background:#121715;color:#e8eeeb}section{background:#1b211f;border-color:#323c38}\
td{border-color:#323c38}a{color:#8ac6ec}}";

/// The style of the description for people.
pub async fn style() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// The description for people.
pub async fn page() -> Html<&'static str> {
    static PAGE: OnceLock<String> = OnceLock::new();
    Html(PAGE.get_or_init(render))
}
