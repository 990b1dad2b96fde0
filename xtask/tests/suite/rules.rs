//! Rules in other languages are all there and as old as the English text.

use std::fs;
use std::path::Path;
use std::process::Command;

fn rules(words: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("rules")
        .args(words)
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn every_rule_stands_in_four_languages() {
    if let Err(why) = rules(&[]) {
        panic!("{why}");
    }
}

#[test]
fn a_missing_an_orphaned_and_an_older_translation_are_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules");
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    let place = folder.to_string_lossy().into_owned();
    let run = |words: &[&str]| rules(&[words, &["--folder", &place]].concat());
    let _ = fs::remove_file(folder.join("translated.txt"));
    write("x.md", "- **X-SR-1** One.\n- **X-SR-2** Two.\n- **X-PUB-1** Files.\n");
    for language in ["cs", "de", "ru"] {
        write(&format!("x.{language}.md"), "- **X-SR-1** 1.\n- **X-SR-2** 2.\n");
        run(&["accept", language]).expect("accepted");
    }
    assert_eq!(
        run(&[]).map_err(|e| e.len()),
        Ok("6 translated rules, none missing, orphaned or older than the English text\n".into())
    );

    write("x.md", "- **X-SR-1** One.\n- **X-SR-2** Two, or three.\n");
    write("x.de.md", "- **X-SR-2** 2.\n- **X-SR-3** 3.\n");
    run(&["accept", "cs", "X-SR-2"]).expect("accepted");
    let told = run(&[]).expect_err("three faults");
    assert_eq!(
        told.trim().lines().collect::<Vec<_>>(),
        [
            "x.de.md: X-SR-1 is missing",
            "x.de.md: X-SR-2 was made from another English text",
            "x.de.md: X-SR-3 is not in x.md",
            "x.ru.md: X-SR-2 was made from another English text",
        ]
    );
    assert!(run(&["accept", "de", "X-SR-1"]).is_err(), "it is not there");
}
