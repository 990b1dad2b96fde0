//! Replays recorded games and prints the first difference of each.
fn main() {
    let (mut same, mut all) = (0, 0);
    for path in std::env::args().skip(1) {
        let report = interop::verify(std::path::Path::new(&path));
        all += 1;
        if report.is_same() {
            same += 1;
        } else {
            println!("{}", report.to_json());
        }
    }
    println!("{same} of {all} the same");
}
