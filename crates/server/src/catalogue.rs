//! Titles and their rules, as the interface shows them.

use crate::app::App;
use crate::describe::sheet_of;
use crate::extract::{Body, Path, Query};
use crate::fault::{Fault, FaultBody};
use crate::limit::Kind;
use crate::setups;
use crate::shapes;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use engine::{Position, Setup, Title};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};
use utoipa::{IntoParams, ToSchema};

/// A rule of the catalogue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rule {
    /// ID.
    pub id: String,
    /// Heading it stands under.
    pub section: String,
    /// Text.
    pub text: String,
    /// Language that heading and text are in.
    pub language: &'static str,
}

/// In which language.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// `cs`, `de`, `en` or `ru`; English if missing, or if there is no translation.
    pub lang: Option<String>,
}

/// Rules of a title.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesJson {
    /// Title.
    pub title: String,
    /// Rules in order.
    pub rules: Vec<Rule>,
}

/// Where owners of a title should compare their box: what was decided, and what no rule text prints.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulingsJson {
    /// Title.
    pub title: String,
    /// What had to be decided, where texts are silent or disagree.
    pub rulings: Vec<Rule>,
    /// Rules that rest on such a decision or on reconstructed data.
    pub rules: Vec<Rule>,
    /// Cases over which players of other programs stumbled.
    pub cases: Vec<Rule>,
}

impl From<engine::Rule> for Rule {
    fn from(rule: engine::Rule) -> Rule {
        Rule { id: rule.id, section: rule.section, text: rule.text, language: rule.language }
    }
}

// The language in which a catalogue answers: the wanted one, or English if nobody translated into it.
fn spoken(catalogue: &engine::Catalogue, wanted: Option<&str>) -> &'static str {
    let known = catalogue.others.iter().map(|(name, _)| *name).find(|name| Some(*name) == wanted);
    known.unwrap_or("en")
}

/// Rules of a title in a language, read once. A language that nobody translated into is English.
pub fn rules_of(title: &dyn Title, language: Option<&str>) -> Arc<Vec<Rule>> {
    type Read = HashMap<(&'static str, &'static str), Arc<Vec<Rule>>>;
    static ALL: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);
    let catalogue = title.catalogue();
    let language = spoken(&catalogue, language);
    let mut all = ALL.lock().unwrap_or_else(|e| e.into_inner());
    let read = || Arc::new(catalogue.rules(language).into_iter().map(Rule::from).collect());
    all.entry((title.id(), language)).or_insert_with(read).clone()
}

/// Rulings, decided rules and hard cases of a title in a language, read once.
pub fn rulings_of(title: &dyn Title, language: Option<&str>) -> Arc<RulingsJson> {
    type Read = HashMap<(&'static str, &'static str), Arc<RulingsJson>>;
    static ALL: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);
    let catalogue = title.catalogue();
    let language = spoken(&catalogue, language);
    let mut all = ALL.lock().unwrap_or_else(|e| e.into_inner());
    let told = |rules: Vec<engine::Rule>| rules.into_iter().map(Rule::from).collect();
    let read = || {
        Arc::new(RulingsJson {
            title: title.id().to_owned(),
            rulings: told(catalogue.rulings(language)),
            rules: told(catalogue.decided(language)),
            cases: told(catalogue.cases(language)),
        })
    };
    all.entry((title.id(), language)).or_insert_with(read).clone()
}

/// Text of a rule in English.
pub fn rule_text(title: &dyn Title, id: &str) -> Option<String> {
    rules_of(title, None).iter().find(|r| r.id == id).map(|r| r.text.clone())
}

/// All titles with their variants, options and presets.
#[utoipa::path(get, path = "/api/titles", tag = "titles", responses((status = 200, body = shapes::Titles)))]
pub async fn titles(State(app): State<App>) -> Json<shapes::Titles> {
    // The sheets behind it are read once.
    static TITLES: OnceLock<Mutex<HashMap<String, Vec<shapes::Title>>>> = OnceLock::new();
    let key: String = app.config.parts.titles.iter().map(|t| t.id()).collect::<Vec<_>>().join(" ");
    let chooser = &app.config.parts.chooser;
    let (levels, characters) = (chooser.levels(), chooser.characters());
    let mut known = TITLES.get_or_init(Mutex::default).lock().unwrap_or_else(|e| e.into_inner());
    let titles = known.entry(key).or_insert_with(|| titles_of(&app)).clone();
    Json(shapes::Titles { titles, levels, characters })
}

fn titles_of(app: &App) -> Vec<shapes::Title> {
    let titles = app.config.parts.titles.iter();
    titles
        .map(|t| shapes::Title {
            id: t.id(),
            name: t.name(),
            rules_version: t.rules_version(),
            presets: t.presets().to_vec(),
            variants: t.variants(),
        })
        .collect()
}

/// A variant and a number of players.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Printed {
    /// Variant; the usual one if missing.
    pub variant: Option<String>,
    /// Players; as few as may be if missing.
    pub players: Option<u8>,
    /// Options that differ from the preset, as JSON: `{"map": "first_edition"}`.
    pub options: Option<String>,
    /// Extra data of the title as JSON: a landscape, a selection of cards.
    pub extra: Option<String>,
}

/// A fresh position of a variant.
pub fn fresh(title: &'static dyn Title, printed: &Printed) -> Result<Box<dyn Position>, Fault> {
    setups::begin(title, &mut setup_of(title, printed)?)
}

fn setup_of(title: &'static dyn Title, printed: &Printed) -> Result<Setup, Fault> {
    let variants = title.variants();
    let variant = match &printed.variant {
        Some(id) => {
            variants.iter().find(|v| v.id == *id).ok_or_else(|| Fault::bad("no such variant"))?
        }
        None => variants.first().ok_or(Fault::NotFound)?,
    };
    let players = printed.players.unwrap_or(variant.min_players);
    if players < variant.min_players || players > variant.max_players {
        return Err(Fault::bad(format!(
            "{} to {} players",
            variant.min_players, variant.max_players
        )));
    }
    let options = match printed.options.as_deref() {
        Some(text) => serde_json::from_str(text)
            .map_err(|e| Fault::bad(format!("options are not what they should be: {e}")))?,
        None => BTreeMap::new(),
    };
    let extra = match printed.extra.as_deref() {
        Some(text) => Some(
            serde_json::from_str(text)
                .map_err(|e| Fault::bad(format!("extra data is not JSON: {e}")))?,
        ),
        None => None,
    };
    Ok(Setup {
        title: title.id().to_owned(),
        variant: variant.id.clone(),
        preset: title.presets().first().copied().unwrap_or_default().to_owned(),
        options,
        players: (1..=players).map(|n| n.to_string()).collect(),
        seed: 0,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra,
        arrangement: None,
    })
}

/// What is printed in a variant.
#[utoipa::path(get, path = "/api/titles/{title}/sheet", tag = "titles", params(("title" = String, Path), Printed),
    responses((status = 200, body = shapes::Sheet), (status = "4XX", body = FaultBody)))]
pub async fn sheet(
    State(app): State<App>,
    Path(title): Path<String>,
    Query(printed): Query<Printed>,
) -> Result<Json<shapes::Sheet>, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    Ok(Json(sheet_of(fresh(title, &printed)?.as_ref())))
}

/// A data sheet of one's own, to be looked at before a game is made with it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnSheet {
    /// The sheet.
    #[schema(value_type = Object)]
    pub data: serde_json::Value,
}

/// What is printed by a data sheet of one's own; or all its faults.
#[utoipa::path(post, path = "/api/titles/{title}/sheet", tag = "titles", params(("title" = String, Path), Printed),
    request_body = OwnSheet, responses((status = 200, body = shapes::Sheet), (status = "4XX", body = FaultBody)))]
pub async fn own_sheet(
    State(app): State<App>,
    visitor: Visitor,
    Path(title): Path<String>,
    Query(printed): Query<Printed>,
    Body(own): Body<OwnSheet>,
) -> Result<Json<shapes::Sheet>, Fault> {
    app.limiter.take(Kind::Heavy, visitor.whom())?;
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    let mut setup = setup_of(title, &printed)?;
    setup.data = Some(own.data);
    let work = move || setups::begin(title, &mut setup).map(|p| sheet_of(p.as_ref()));
    Ok(Json(app.workshop.work(visitor.whom(), work).await??))
}

/// The data sheet of a title as it is written: what can be corrected and brought along when a game is made.
#[utoipa::path(get, path = "/api/titles/{title}/data", tag = "titles", params(("title" = String, Path)),
    responses((status = 200, body = Object), (status = "4XX", body = FaultBody)))]
pub async fn data(State(app): State<App>, Path(title): Path<String>) -> Result<Response, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    let name = format!("attachment; filename=\"{}.json\"", title.id());
    let headers = [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)];
    Ok((headers, title.sheet().text).into_response())
}

/// The catalogue of a title's rules.
#[utoipa::path(get, path = "/api/titles/{title}/rules", tag = "titles", params(("title" = String, Path), Wanted),
    responses((status = 200, body = RulesJson), (status = "4XX", body = FaultBody)))]
pub async fn rules(
    State(app): State<App>,
    Path(title): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<RulesJson>, Fault> {
    let known = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    Ok(Json(RulesJson { title, rules: rules_of(known, wanted.lang.as_deref()).to_vec() }))
}

/// Where owners of a title should compare their box: rulings, the rules that rest on them, hard cases.
#[utoipa::path(get, path = "/api/titles/{title}/rulings", tag = "titles", params(("title" = String, Path), Wanted),
    responses((status = 200, body = RulingsJson), (status = "4XX", body = FaultBody)))]
pub async fn rulings(
    State(app): State<App>,
    Path(title): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<RulingsJson>, Fault> {
    let known = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    Ok(Json((*rulings_of(known, wanted.lang.as_deref())).clone()))
}

/// One rule.
#[utoipa::path(get, path = "/api/titles/{title}/rules/{id}", tag = "titles",
    params(("title" = String, Path), ("id" = String, Path), Wanted),
    responses((status = 200, body = Rule), (status = "4XX", body = FaultBody)))]
pub async fn rule(
    State(app): State<App>,
    Path((title, id)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Rule>, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?;
    rules_of(title, wanted.lang.as_deref())
        .iter()
        .find(|r| r.id == id)
        .cloned()
        .map(Json)
        .ok_or(Fault::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_catalogue_is_found() {
        for title in titles::all() {
            let (name, text) = (title.id(), title.catalogue().english);
            let items = text
                .lines()
                .filter(|l| l.trim_start().starts_with("- **") && l.contains('-'))
                .count();
            let rules = rules_of(*title, None);
            assert!(!rules.is_empty() && rules.len() <= items, "{name}");
            assert!(rules.iter().all(|r| !r.text.is_empty()), "{name}: a rule without text");
        }
        let cz = titles::by_id("18cz").expect("18CZ is there");
        assert!(rule_text(cz, "CZ-SETUP-2").is_some_and(|t| t.contains("380")));
    }

    #[test]
    fn what_to_compare_is_the_same_in_every_language() {
        let counts = |title: &str, language| {
            let told = rulings_of(titles::by_id(title).expect("a title"), Some(language));
            (told.rulings.len(), told.rules.len(), told.cases.len())
        };
        for (title, rulings, cases) in
            [("18cz", 42, 29), ("1860", 50, 16), ("18lilliput", 0, 0), ("1889", 12, 0)]
        {
            let english = counts(title, "en");
            assert!(
                english.0 >= rulings && english.1 > 3 && english.2 == cases,
                "{title} {english:?}"
            );
            for language in ["cs", "de", "ru"] {
                assert_eq!(counts(title, language), english, "{title} {language}");
            }
        }
        let german = rulings_of(titles::by_id("1860").expect("1860"), Some("de"));
        assert!(german.rulings.iter().chain(&german.cases).all(|r| r.language == "de"));
    }
}
