//! How strong players are: the Bayesian approximation of Weng and Lin for games of several players.
//!
//! Numbers are rounded to millionths after every game, so that the same games always give the same ratings.

use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use store::{Book, Rated, Rating};
use utoipa::ToSchema;

/// Tables of people alone.
pub const PEOPLE: &str = "people";
/// Tables with bots.
pub const BOTS: &str = "bots";
/// A rating that comes from fewer games is provisional.
pub const PROVISIONAL: i64 = 10;

// Before the first game.
const NEW: Rating = Rating { mu: 25_000_000, sigma: 8_333_333, games: 0 };
const MILLION: f64 = 1e6;
// People know ratings around 1500; one of theirs is so much of ours.
const POINTS: f64 = 60.0;
const MIDDLE: f64 = 1500.0;

fn exact(rating: &Rating) -> WengLinRating {
    let (mu, sigma) = (rating.mu as f64 / MILLION, rating.sigma as f64 / MILLION);
    WengLinRating { rating: mu, uncertainty: sigma }
}

// A mean of whole numbers, rounded; sums stay exact.
fn mean(values: impl Iterator<Item = i64>) -> i64 {
    let (sum, n) = values.fold((0, 0), |(sum, n), v| (sum + v, n + 1));
    (sum + n / 2).div_euclid(n.max(1))
}

/// Lets a game count; the ratings of its seats afterwards. Bots of one level have one rating: it becomes the mean of what
/// their seats got. Who is gone counts as somebody new.
pub fn count(book: &mut Book, game: &Rated) -> Vec<(u8, Rating)> {
    let before: Vec<Rating> = game
        .seats
        .iter()
        .map(|s| s.who.as_ref().and_then(|who| book.get(who)).copied().unwrap_or(NEW))
        .collect();
    let teams: Vec<[WengLinRating; 1]> = before.iter().map(|r| [exact(r)]).collect();
    let table: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(&game.seats)
        .map(|(team, seat)| (&team[..], MultiTeamOutcome::new(seat.place as usize)))
        .collect();
    let after = weng_lin_multi_team(&table, &WengLinConfig::new());
    let rounded = |x: f64| (x * MILLION).round() as i64;
    let after: Vec<(i64, i64)> =
        after.iter().map(|team| (rounded(team[0].rating), rounded(team[0].uncertainty))).collect();
    let mut seats = Vec::with_capacity(game.seats.len());
    for (i, seat) in game.seats.iter().enumerate() {
        let Some(who) = &seat.who else { continue };
        let own = || (0..after.len()).filter(|&j| game.seats[j].who.as_ref() == Some(who));
        let rating = Rating {
            mu: mean(own().map(|j| after[j].0)),
            sigma: mean(own().map(|j| after[j].1)),
            games: before[i].games + 1,
        };
        book.insert(who.clone(), rating);
        seats.push((seat.seat, rating));
    }
    seats
}

/// A rating as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RatingJson {
    /// Points; who is new has 1500.
    pub points: i64,
    /// With 95 % they lie so many points around it.
    pub margin: i64,
    /// Games it comes from.
    pub games: i64,
    /// From few games: it still moves a lot.
    pub provisional: bool,
}

/// Points of a rating.
pub fn points(mu: i64) -> i64 {
    (MIDDLE + (mu - NEW.mu) as f64 / MILLION * POINTS).round() as i64
}

impl From<Rating> for RatingJson {
    fn from(rating: Rating) -> RatingJson {
        RatingJson {
            points: points(rating.mu),
            margin: (1.96 * rating.sigma as f64 / MILLION * POINTS).round() as i64,
            games: rating.games,
            provisional: rating.games < PROVISIONAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Seated;

    fn game(seats: &[(&str, i64)]) -> Rated {
        let seated = |(i, (who, place)): (usize, &(&str, i64))| Seated {
            seat: i as u8,
            who: (!who.is_empty()).then(|| (*who).to_owned()),
            place: *place,
        };
        let seats = seats.iter().enumerate().map(seated).collect();
        Rated { game: "g".into(), ended: 0, seats }
    }

    #[test]
    fn numbers_are_those_that_are_published() {
        // Algorithm 1 of Weng and Lin (2011) for two new players, as implementations of it print it.
        let mut book = Book::new();
        count(&mut book, &game(&[("a", 1), ("b", 2)]));
        let of = |who: &str| (book[who].mu as f64 / MILLION, book[who].sigma as f64 / MILLION);
        assert!((of("a").0 - 27.635_231).abs() < 2e-6, "{:?}", of("a"));
        assert!((of("b").0 - 22.364_769).abs() < 2e-6, "{:?}", of("b"));
        assert!((of("a").1 - 8.065_507).abs() < 2e-6, "{:?}", of("a"));
    }

    #[test]
    fn who_wins_rises_and_who_ties_stays_with_the_other() {
        let mut book = Book::new();
        count(&mut book, &game(&[("a", 2), ("b", 1), ("c", 2)]));
        assert!(book["b"].mu > NEW.mu && book["a"].mu < NEW.mu);
        assert_eq!(book["a"], book["c"]);
        assert!(book["a"].sigma < NEW.sigma);
    }

    #[test]
    fn bots_of_one_level_have_one_rating_and_who_is_gone_has_none() {
        let mut book = Book::new();
        let seats =
            count(&mut book, &game(&[("a", 2), ("bot:strong", 1), ("bot:strong", 3), ("", 4)]));
        assert_eq!(book.len(), 2);
        assert_eq!(book["bot:strong"].games, 1);
        assert_eq!(seats.len(), 3);
        assert_eq!(seats[1].1, seats[2].1);
    }

    #[test]
    fn the_order_of_games_matters_and_the_same_order_gives_the_same() {
        let games = [game(&[("a", 1), ("b", 2)]), game(&[("b", 1), ("c", 2)])];
        let play = |order: [usize; 2]| {
            let mut book = Book::new();
            for i in order {
                count(&mut book, &games[i]);
            }
            book
        };
        assert_eq!(play([0, 1]), play([0, 1]));
        assert_ne!(play([0, 1]), play([1, 0]));
    }

    #[test]
    fn points_are_around_1500() {
        assert_eq!(RatingJson::from(NEW).points, 1500);
        assert!(RatingJson::from(NEW).provisional);
        assert_eq!(points(26_000_000), 1560);
    }
}
