//! Makes one table of all files of weights, `weights/<title>.json`, and those of all networks: `nets/<title>.net`, those for
//! a number of players `nets/<title>-<players>.net`, and `policies/<title>.net`.

use std::fmt::Write;
use std::path::Path;

fn table(home: &str, folder: &str, ending: &str) {
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<_> = std::fs::read_dir(Path::new(home).join(folder))
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let _ = writeln!(table, "    ({name:?}, include_str!({file:?})),");
    }
    table.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo names the folder");
    let to = Path::new(&out).join(format!("{folder}.rs"));
    std::fs::write(to, table).expect("the table is written");
}

fn main() {
    let home = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    table(&home, "weights", "json");
    table(&home, "nets", "net");
    table(&home, "policies", "net");
}
