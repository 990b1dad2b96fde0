//! A lesson is read strictly, and all that is wrong with it is said at once.

use lessons::Lesson;
use serde_json::{Value as Json, json};

fn lesson() -> Json {
    let path = super::folder().join("first-tile.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn faults(lesson: &Json) -> Vec<String> {
    Lesson::read("test", &lesson.to_string(), &titles::by_id).err().unwrap_or_default()
}

#[test]
fn a_lesson_as_it_should_be_has_no_faults() {
    assert!(faults(&lesson()).is_empty());
}

#[test]
fn faults_of_several_steps_are_told_together() {
    let mut wrong = lesson();
    wrong["steps"][0]["point"] = json!([{"cell": "Z99"}, {"company": "XYZ"}]);
    wrong["steps"][1]["rules"] = json!(["CZ-NOTHING-1"]);
    wrong["steps"][2]["answer"] = json!({"move": {"move": "fly"}});
    let found = faults(&wrong).join("\n");
    for part in ["Z99", "XYZ", "CZ-NOTHING-1", "step 3"] {
        assert!(found.contains(part), "{part} is not among\n{found}");
    }
}

#[test]
fn keys_that_nobody_knows_are_refused() {
    let mut wrong = lesson();
    wrong["steps"][0]["pont"] = json!([]);
    assert!(faults(&wrong).join("\n").contains("pont"));
    let mut wrong = lesson();
    wrong["chapters"] = json!("railway");
    assert!(faults(&wrong).join("\n").contains("chapters"));
}

#[test]
fn an_answer_must_be_a_legal_move_and_a_number_must_be_there() {
    let mut wrong = lesson();
    wrong["steps"][2]["answer"] = json!({"move": {"move": "lay_tile", "company": "BCB", "cell": "E13",
        "tile": "55", "rotation": 0, "by": "build"}});
    wrong["steps"][1]["answer"] = json!({"number": {"view": "/companies/BCB/luck"}});
    let found = faults(&wrong).join("\n");
    assert!(found.contains("is refused") && found.contains("/companies/BCB/luck"), "{found}");
}

#[test]
fn a_setup_that_cannot_be_is_told_with_all_its_faults() {
    let mut wrong = lesson();
    wrong["setup"]["arrangement"] = json!({"phase": "zz", "turn": {"company": "ZZZ"}});
    let found = faults(&wrong);
    assert!(found.len() >= 2, "{found:?}");
}

#[test]
fn a_lesson_has_steps_but_not_without_end() {
    let mut wrong = lesson();
    wrong["steps"] = json!([]);
    assert!(faults(&wrong).join("\n").contains("steps"));
    wrong["steps"] = Json::Array(vec![json!({}); 13]);
    assert!(faults(&wrong).join("\n").contains("steps"));
}
