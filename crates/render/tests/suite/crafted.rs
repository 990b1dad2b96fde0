//! Data sheets that nobody meant well with: refused with a sentence, or played and drawn without stumbling.

use engine::{Rng, Setup, Title};
use render::{MapOptions, MarketOptions, Theme};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};

// Sheets of each title; more with SIGNALBOX_CRAFTED.
const SHEETS: u32 = 40;
const MOVES: usize = 12;

fn setup(title: &dyn Title, rng: &mut Rng, data: Value) -> Setup {
    let variants = title.variants();
    let variant = &variants[rng.below(variants.len() as u32) as usize];
    Setup {
        title: title.id().to_owned(),
        variant: variant.id.clone(),
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (1..=variant.min_players).map(|n| n.to_string()).collect(),
        seed: rng.word(),
        luck: None,
        rules: title.rules_version(),
        data: Some(data),
        extra: None,
        arrangement: None,
    }
}

// Everything that stands in a sheet, by the way to it.
fn places(value: &Value, way: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                let way = format!("{way}/{}", key.replace('~', "~0").replace('/', "~1"));
                places(inner, &way, all);
                all.push(way);
            }
        }
        Value::Array(list) => {
            for (i, inner) in list.iter().enumerate() {
                places(inner, &format!("{way}/{i}"), all);
                all.push(format!("{way}/{i}"));
            }
        }
        _ => {}
    }
}

fn spoil(sheet: &mut Value, rng: &mut Rng) -> String {
    let mut all = Vec::new();
    places(sheet, "", &mut all);
    let mut pick = |n: usize| rng.below(n as u32) as usize;
    let way = all[pick(all.len())].clone();
    let other = sheet.pointer(&all[pick(all.len())]).cloned().unwrap_or_default();
    let here = sheet.pointer_mut(&way).expect("a place of the sheet");
    *here = match (&*here, pick(4)) {
        (Value::Array(list), 0) => json!(list[..list.len() / 2]),
        (Value::Array(list), 1) => json!([list.clone(), list.clone()].concat()),
        (Value::Array(_), 2) => json!([]),
        (Value::Number(_), _) => {
            json!([0, 1, 2, 3, 7, 90, 100, 250, 9999, 10_000, 100_000][pick(11)])
        }
        (Value::String(_), 0) => json!("w".repeat(300)),
        (Value::String(_), 1) => {
            json!(["", "e5", "s1", "A1", "unlimited", "grey", "<&\"'>"][pick(7)])
        }
        (Value::Bool(flag), _) => json!(!flag),
        (_, 3) => Value::Null,
        _ => other,
    };
    format!("{way} = {here:.60}")
}

// Starts, draws and plays; whether the sheet was sound enough for that.
fn try_out(title: &dyn Title, setup: &Setup, rng: &mut Rng) -> bool {
    let Ok(mut position) = title.start(setup) else { return false };
    for _ in 0..MOVES {
        let choices = position.choices();
        if choices.is_empty() {
            break;
        }
        let mv = choices[rng.below(choices.len() as u32) as usize].mv.clone();
        let mv = position.routed(mv);
        if position.play(&mv, &mut Vec::new()).is_err() {
            break;
        }
    }
    let (sheet, core) = (position.sheet(), position.core());
    render::map_svg(sheet, core, &MapOptions::default());
    render::market_svg(sheet, core, &MarketOptions::default());
    render::tile_sheet(sheet, Some(core.board()), Theme::Light);
    render::process_svg(sheet, position.process(), 900.0, Theme::Light);
    for tile in 0..sheet.tiles.tiles.len() as u16 {
        render::tile_svg(sheet, board::TileId(tile), 1, 120.0, Theme::Light);
    }
    true
}

#[test]
fn spoiled_sheets_make_nothing_stumble() {
    let sheets = std::env::var("SIGNALBOX_CRAFTED").ok().and_then(|n| n.parse().ok());
    let (mut sound, mut stumbled) = (0, Vec::new());
    for title in titles::all() {
        for seed in 0..sheets.unwrap_or(SHEETS) {
            let mut rng = Rng::new(u64::from(seed) + 1);
            let mut data = title.sheet().json().clone();
            let spoiled: Vec<String> =
                (0..1 + seed % 2).map(|_| spoil(&mut data, &mut rng)).collect();
            let setup = setup(*title, &mut rng, data);
            let tried = catch_unwind(AssertUnwindSafe(|| try_out(*title, &setup, &mut rng)));
            match tried {
                Ok(played) => sound += usize::from(played),
                Err(why) => {
                    let why = why.downcast_ref::<String>().cloned().unwrap_or_default();
                    stumbled.push(format!("{} {seed}: {spoiled:?}: {why}", title.id()));
                }
            }
        }
    }
    assert!(stumbled.is_empty(), "{}\n{} of them", stumbled.join("\n"), stumbled.len());
    assert!(sound > 20, "only {sound} sheets could be played at all");
}

// The sheet of a title with one change.
fn changed(id: &str, way: &str, value: Value) -> (&'static dyn Title, Setup) {
    let title = titles::by_id(id).expect("a title");
    let mut data = title.sheet().json().clone();
    *data.pointer_mut(way).expect("a place of the sheet") = value;
    let mut setup = setup(title, &mut Rng::new(1), data);
    setup.variant = title.variants().remove(0).id;
    (title, setup)
}

#[test]
fn a_home_without_a_place_for_a_station_is_refused() {
    let bare = titles::by_id("1889").expect("a title").sheet().json()["cells"]
        .as_array()
        .and_then(|all| all.iter().find(|c| c.get("stops").is_none() && c.get("colour").is_none()))
        .map(|c| c["id"].clone())
        .expect("a bare cell");
    let (title, setup) = changed("1889", "/companies/0/homes/0", bare);
    let Err(refused) = title.start(&setup) else { panic!("a fault") };
    let faults = refused.faults;
    assert!(faults.iter().any(|f| f.contains("homes: no place for a station")), "{faults:?}");
}

#[test]
fn a_tile_with_a_very_long_name_is_drawn() {
    let (title, mut setup) = changed("1889", "/tiles/0/id", json!("W".repeat(300)));
    let data = setup.data.as_mut().expect("a sheet");
    let old = title.sheet().json()["tiles"][0]["id"].clone();
    // Whoever may follow it no longer finds it under its old name.
    for list in ["tiles", "cells"] {
        for element in data[list].as_array_mut().expect("a list") {
            if let Some(next) = element.get_mut("upgrades").and_then(Value::as_array_mut) {
                next.retain(|n| *n != old && n["tile"] != old);
            }
        }
    }
    assert!(try_out(title, &setup, &mut Rng::new(3)), "{:?}", title.start(&setup).err());
}

#[test]
fn pictures_have_no_more_pixels_than_allowed() {
    let tall = r##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="4000" viewBox="0 0 100 4000"><rect width="100" height="4000" fill="#123456"/></svg>"##;
    let png = render::png_within(tall, Some(1600), 1_000_000).expect("a picture");
    assert!(png.width * png.height <= 1_000_000, "{} x {}", png.width, png.height);
    assert!(png.height > 30 * png.width, "its shape stays");
    let small = render::png_within(tall, Some(50), 1_000_000).expect("a picture");
    assert_eq!(small.width, 50);
}
