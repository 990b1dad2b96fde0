//! What self-play says about a title: seats, companies, starting prices, phases, ends.

use crate::arena::Played;
use crate::standing::{Mean, mean};
use std::collections::BTreeMap;

/// A table of means.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Heads of the columns after the first.
    pub heads: Vec<&'static str>,
    /// Rows: name and a mean for each column.
    pub rows: Vec<(String, Vec<Mean>)>,
}

/// All tables of a study.
pub fn study(games: &[Played]) -> Vec<Table> {
    let games: Vec<&Played> = games.iter().filter(|g| !g.values.is_empty()).collect();
    vec![seats(&games), companies(&games), prices(&games), phases(&games), ends(&games)]
}

fn share(won: bool, winners: usize) -> f64 {
    if won { 1.0 / winners.max(1) as f64 } else { 0.0 }
}

fn seats(games: &[&Played]) -> Table {
    let n = games.iter().map(|g| g.values.len()).max().unwrap_or(0);
    let rows = (0..n)
        .map(|seat| {
            let wins: Vec<f64> = games
                .iter()
                .map(|g| share(g.winners.contains(&(seat as u8)), g.winners.len()))
                .collect();
            let wealth: Vec<f64> =
                games.iter().filter_map(|g| g.values.get(seat)).map(|&v| f64::from(v)).collect();
            (format!("seat {}", seat + 1), vec![mean(&wins), mean(&wealth)])
        })
        .collect();
    Table { title: "Seats".into(), heads: vec!["wins", "wealth"], rows }
}

fn companies(games: &[&Played]) -> Table {
    let mut all: BTreeMap<String, [Vec<f64>; 4]> = BTreeMap::new();
    for g in games {
        for c in &g.companies {
            let at = all.entry(c.company.clone()).or_default();
            if let Some(seat) = c.seat {
                at[0].push(share(g.winners.contains(&seat), g.winners.len()));
            }
            at[1].push(f64::from(c.revenue));
            at[2].push(if c.runs > 0 { f64::from(c.revenue) / f64::from(c.runs) } else { 0.0 });
            at[3].push(f64::from(c.price));
        }
    }
    let rows = all.into_iter().map(|(k, v)| (k, v.iter().map(|x| mean(x)).collect())).collect();
    Table {
        title: "Companies".into(),
        heads: vec!["wins of its founder", "revenue", "revenue a run", "highest price"],
        rows,
    }
}

fn prices(games: &[&Played]) -> Table {
    let mut all: BTreeMap<i32, [Vec<f64>; 2]> = BTreeMap::new();
    for g in games {
        for c in g.companies.iter().filter(|c| c.seat.is_some()) {
            let at = all.entry(c.start).or_default();
            at[0].push(share(c.seat.is_some_and(|s| g.winners.contains(&s)), g.winners.len()));
            at[1].push(f64::from(c.revenue));
        }
    }
    let rows = all
        .into_iter()
        .map(|(k, v)| (k.to_string(), v.iter().map(|x| mean(x)).collect()))
        .collect();
    Table { title: "Starting prices".into(), heads: vec!["wins of its founder", "revenue"], rows }
}

fn phases(games: &[&Played]) -> Table {
    let mut all: Vec<(String, Vec<f64>)> = Vec::new();
    for g in games {
        for (name, round) in &g.phases {
            match all.iter_mut().find(|(n, _)| n == name) {
                Some((_, list)) => list.push(f64::from(*round)),
                None => all.push((name.clone(), vec![f64::from(*round)])),
            }
        }
    }
    let games = games.len();
    let rows = all
        .into_iter()
        .map(|(name, rounds)| {
            let reached =
                Mean { count: games, mean: rounds.len() as f64 / games.max(1) as f64, margin: 0.0 };
            (format!("phase {name}"), vec![mean(&rounds), reached])
        })
        .collect();
    Table { title: "Phases".into(), heads: vec!["round of running", "games that reach it"], rows }
}

fn ends(games: &[&Played]) -> Table {
    let mut all: BTreeMap<String, usize> = BTreeMap::new();
    for g in games {
        *all.entry(g.reason.clone()).or_default() += 1;
    }
    let moves: Vec<f64> = games.iter().map(|g| f64::from(g.moves)).collect();
    let mut rows: Vec<(String, Vec<Mean>)> = all
        .into_iter()
        .map(|(reason, n)| {
            (
                reason,
                vec![Mean { count: n, mean: n as f64 / games.len().max(1) as f64, margin: 0.0 }],
            )
        })
        .collect();
    rows.push(("moves".into(), vec![mean(&moves)]));
    Table { title: "Ends".into(), heads: vec!["share of games"], rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::CompanyRecord;
    use crate::level::Level;

    #[test]
    fn wins_are_counted_for_the_founder() {
        let record = |company: &str, seat| CompanyRecord {
            company: company.into(),
            seat: Some(seat),
            start: 70,
            revenue: 100,
            runs: 2,
            price: 90,
        };
        let game = Played {
            game: 0,
            levels: vec![Level::Standard.into(); 2],
            values: vec![10, 20],
            winners: vec![1],
            moves: 5,
            seconds: 0.1,
            reason: "fixed-round".into(),
            fault: None,
            companies: vec![record("A", 0), record("B", 1)],
            phases: vec![("b".into(), 2)],
            openings: Vec::new(),
            thinking: BTreeMap::new(),
            faults: BTreeMap::new(),
        };
        let tables = study(&[game]);
        let of = |t: usize, row: usize, column: usize| tables[t].rows[row].1[column].mean;
        assert_eq!((of(0, 0, 0), of(0, 1, 0)), (0.0, 1.0));
        assert_eq!((of(1, 0, 0), of(1, 1, 0), of(1, 1, 2)), (0.0, 1.0, 50.0));
        assert_eq!(of(2, 0, 0), 0.5);
        assert_eq!(of(3, 0, 0), 2.0);
    }
}
