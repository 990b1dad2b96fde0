//! What a page that shows a table asks for.

use crate::on_both;
use crate::support::*;
use serde_json::Value;

on_both! {
async fn a_state_brings_the_choices_that_belong_to_it(database: String) {
    let server = start(&database).await;
    let (id, mut people) = table_of_three(&server).await;
    for _ in 0..12 {
        for person in &mut people {
            let state = person.fetch(&format!("/api/games/{id}/state?choices=true")).await;
            let choices = person.fetch(&format!("/api/games/{id}/choices")).await;
            assert_eq!(state["choices"], choices);
            assert_eq!(state["choices"]["after"], state["length"]);
            assert_eq!(state["choices"]["decision"], state["view"]["decision"]);
            assert_eq!(state["choices"]["mine"], state["game"]["turn"]["mine"]);
        }
        play_one(&mut people, &id).await;
    }
    let past = people[0].fetch(&format!("/api/games/{id}/state?at=3&choices=true")).await;
    assert!(past.as_object().unwrap().contains_key("choices"));
    assert_eq!(past["choices"], Value::Null, "nobody decides in the past");
    let plain = people[0].fetch(&format!("/api/games/{id}/state")).await;
    assert!(!plain.as_object().unwrap().contains_key("choices"), "who does not ask does not wait for them");
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_game_that_is_not_played_has_no_choices(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["start"] = false.into();
    let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    let state = anna.fetch(&format!("/api/games/{id}/state?choices=true")).await;
    assert_eq!(state["choices"], Value::Null);
    let wrong = anna.get(&format!("/api/games/{id}/state?choices=perhaps")).await;
    assert_eq!(wrong.status, 400);
    server.stop().await.unwrap();
}
}

on_both! {
async fn companies_of_a_sheet_have_the_colours_of_their_tokens(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    for title in titles::all() {
        let variant = title.variants()[0].id.clone();
        let path = format!("/api/titles/{}/sheet?variant={variant}", title.id());
        let sheet = anna.fetch(&path).await;
        let companies = sheet["companies"].as_array().expect("companies");
        assert!(!companies.is_empty());
        for company in companies {
            let (colour, text) = (company["colour"].as_str().unwrap(), company["text_colour"].as_str().unwrap());
            assert!(render::contrast(colour, text) >= 4.5, "{company}");
        }
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn cards_tell_all_about_a_place_and_a_tile(database: String) {
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    for (title, cell, name, stop, label) in [
        ("18cz", "E11", "Praha", "city", Some("P")),
        ("1860", "G5", "Newport", "city", Some("N")),
        ("1889", "K4", "Takamatsu", "city", Some("T")),
    ] {
        let mut body = hot_seat();
        body["title"] = title.into();
        body["variant"] = "standard".into();
        let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
        let card = anna.fetch(&format!("/api/games/{id}/cells/{cell}")).await;
        assert_eq!(card["name"], name, "{card}");
        assert_eq!(card["laid"], false);
        assert_eq!(card["tile"]["stops"][0]["kind"], stop);
        assert_eq!(card["tile"]["label"].as_str(), label);
        assert_eq!(card["tile"]["printed"], true);
        let next = &card["tile"]["followers"][0];
        assert!(next["left"].as_u64().unwrap() > 0, "{card}");
        let tile = next["tile"].as_str().unwrap();
        let tile = anna.fetch(&format!("/api/games/{id}/tiles/{tile}")).await;
        assert_eq!((&tile["left"], &tile["colour"]), (&next["left"], &next["colour"]));
        for wrong in ["cells/nowhere", "tiles/none", "cells/E11?at=999"] {
            let answer = anna.get(&format!("/api/games/{id}/{wrong}")).await;
            assert!([400, 404].contains(&answer.status), "{wrong}: {}", answer.status);
        }
        // A game that is not listed is nobody else's business.
        let mut stranger = guest(&server).await;
        let answer = stranger.get(&format!("/api/games/{id}/cells/{cell}")).await;
        assert_eq!(answer.status, 404);
    }
    server.stop().await.unwrap();
}
}

on_both! {
async fn a_barrier_names_what_lies_behind_it(database: String) {
    // IOW-TRACK-20
    let server = start(&database).await;
    let mut anna = guest(&server).await;
    let mut body = hot_seat();
    body["title"] = "1860".into();
    body["variant"] = "standard".into();
    let id = anna.send("/api/games", body).await["id"].as_str().unwrap().to_owned();
    let card = anna.fetch(&format!("/api/games/{id}/cells/F2")).await;
    let mut barred: Vec<_> = card["barred"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    barred.sort_unstable();
    assert_eq!(barred, ["G1", "G3"]);
    server.stop().await.unwrap();
}
}
