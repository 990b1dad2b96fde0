use engine::{FORMAT, GameFile, VERSION, wire};
use serde_json::json;

#[test]
fn a_game_file_of_another_form_is_refused_with_what_it_is() {
    let file = |format: &str, version: u32, wire: u32| {
        let game = json!({
            "format": format, "version": version, "wire": wire, "moves": [],
            "setup": {
                "title": "tiny", "variant": "standard", "preset": "rulebook", "options": {},
                "players": ["P"], "seed": 1, "rules": 1,
            },
        });
        GameFile::read(&game.to_string()).map_err(|e| e.to_string())
    };
    let (format, version, wire) = (FORMAT, VERSION, wire::VERSION);
    assert!(file(format, version, wire).is_ok());
    for bad in [
        file("another", version, wire),
        file(format, 0, wire),
        file(format, version + 1, wire),
        file(format, version, 0),
        file(format, version, wire + 1),
    ] {
        assert!(bad.is_err(), "{bad:?}");
    }
}
