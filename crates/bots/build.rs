//! Makes one table of all files of weights: `weights/<title>.json`.

use std::fmt::Write;
use std::path::Path;

fn main() {
    let home = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let folder = Path::new(&home).join("weights");
    println!("cargo::rerun-if-changed=weights");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("there are weights")
        .map(|entry| entry.expect("a file of weights").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let title = file.file_stem().unwrap_or_default().to_string_lossy();
        let _ = writeln!(table, "    ({title:?}, include_str!({file:?})),");
    }
    table.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo names the folder");
    std::fs::write(Path::new(&out).join("weights.rs"), table).expect("the table is written");
}
