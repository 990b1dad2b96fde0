//! What became of openings: in games here, which `records` counts, and in games of bots, which lie in `data/openings`.

use crate::app::App;
use crate::extract::Path;
use crate::fault::{Fault, FaultBody};
use crate::shapes::{BotsOpenings, KeptStatistics, TitleOpenings};
use analysis::opening::{File, Openings};
use axum::Json;
use axum::extract::State;
use bots::Played;
use rust_embed::RustEmbed;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "data/openings"]
struct Files;

/// Openings of games by variant and number of players, those with most games first. Less than `least` games of a kind might
/// tell something about one of them, and are left out.
pub fn grouped(variants: &[String], games: &[Played], least: usize) -> Vec<Openings> {
    let mut kinds: BTreeMap<(&str, usize), Vec<&Played>> = BTreeMap::new();
    for (variant, game) in variants.iter().zip(games).filter(|(_, g)| !g.openings.is_empty()) {
        kinds.entry((variant, game.openings.len())).or_default().push(game);
    }
    let counted =
        kinds.into_iter().map(|((variant, n), games)| Openings::count(variant, n, &games));
    let mut all: Vec<Openings> = counted.filter(|o| o.games as usize >= least).collect();
    all.sort_by_key(|o| Reverse(o.games));
    all
}

// Files in the order of their names. One that cannot be read is left out, and the log says why.
fn read_all(files: impl Iterator<Item = (String, String)>) -> Vec<File> {
    let mut files: Vec<(String, String)> = files.collect();
    files.sort();
    let read = |(name, text): (String, String)| match File::read(&text) {
        Ok(file) => Some(file),
        Err(error) => {
            tracing::warn!(name, error, "a file of openings is left out");
            None
        }
    };
    files.into_iter().filter_map(read).collect()
}

// The folder also tells what lies there.
fn names() -> impl Iterator<Item = String> {
    Files::iter().map(|name| name.into_owned()).filter(|name| name.ends_with(".json"))
}

fn of_bots() -> &'static [File] {
    static READ: OnceLock<Vec<File>> = OnceLock::new();
    READ.get_or_init(|| {
        read_all(names().filter_map(|name| {
            let text = Files::get(&name)?.data;
            Some((name, String::from_utf8_lossy(&text).into_owned()))
        }))
    })
}

/// What became of openings in games of a title: by first company, starting price, paper and seat.
#[utoipa::path(get, path = "/api/titles/{title}/openings", tag = "people", params(("title" = String, Path)),
    responses((status = 200, body = TitleOpenings), (status = "4XX", body = FaultBody)))]
pub async fn openings(
    State(app): State<App>,
    Path(title): Path<String>,
) -> Result<Json<TitleOpenings>, Fault> {
    let title = app.config.parts.title(&title).ok_or(Fault::NotFound)?.id();
    let (at, kept) = match app.store.statistics(title).await? {
        Some((_, at, kept)) => (Some(at), serde_json::from_str(&kept).unwrap_or_default()),
        None => (None, KeptStatistics::default()),
    };
    let files = of_bots().iter().filter(|file| file.title == title);
    let bots = files
        .map(|f| BotsOpenings { made: f.made.clone(), openings: f.openings.clone() })
        .collect();
    Ok(Json(TitleOpenings { title: title.to_owned(), at, here: kept.openings, bots }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::opening::Made;
    use bots::Opening;

    fn game(players: usize, company: &str) -> Played {
        let own =
            Opening { company: Some(company.to_owned()), price: Some(70), papers: Vec::new() };
        let mut openings = vec![Opening::default(); players];
        openings[0] = own;
        Played { openings, values: vec![10; players], winners: vec![0], ..Played::default() }
    }

    #[test]
    fn games_are_grouped_by_variant_and_players_and_a_few_of_a_kind_are_left_out() {
        let unnoted = Played { values: vec![1, 2], winners: vec![1], ..Played::default() };
        let games = [game(2, "A"), game(3, "A"), game(2, "B"), game(3, "A"), game(3, "C"), unnoted];
        let variants = ["x", "x", "y", "x", "x", "x"].map(str::to_owned);
        let kinds = |least| {
            let all = grouped(&variants, &games, least);
            let kind = |o: Openings| (o.variant, o.players, o.games);
            all.into_iter().map(kind).collect::<Vec<_>>()
        };
        let x = |players, games| ("x".to_owned(), players, games);
        assert_eq!(kinds(1), [x(3, 3), x(2, 1), ("y".to_owned(), 2, 1)]);
        assert_eq!(kinds(2), [x(3, 3)]);
    }

    #[test]
    fn a_file_of_openings_is_read_and_a_wrong_one_is_left_out() {
        let made = Made {
            command: "signalbox openings".to_owned(),
            program: "signalbox".to_owned(),
            level: "easy".to_owned(),
            preset: "rulebook".to_owned(),
            seed: 1,
            games: 1,
        };
        let file = File::new("18xx", made, Openings::count("x", 2, &[&game(2, "A")]));
        let wrong = file.write().replace("\"version\":1", "\"version\":99");
        assert_ne!(wrong, file.write());
        let files = [("b", file.write()), ("a", wrong), ("c", "{".to_owned())];
        let read = read_all(files.into_iter().map(|(name, text)| (name.to_owned(), text)));
        assert_eq!(read, [file]);
        assert!(read_all(std::iter::empty()).is_empty(), "no file is no fault");
    }

    #[test]
    fn every_file_of_openings_is_read_and_is_of_a_title() {
        let files = of_bots();
        assert_eq!(files.len(), names().count(), "one is left out");
        for file in files {
            let title = titles::by_id(&file.title).expect("a title");
            let of = &file.openings;
            assert!(title.variants().iter().any(|v| v.id == of.variant), "{}", file.made.command);
        }
    }
}
