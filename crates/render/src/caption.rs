//! Text on a cell: names, values, letters, terrain, each where there is room.

use crate::cell::Look;
use crate::geometry::{Pt, pt};
use crate::metrics::{fit, width};
use crate::plan::Plan;
use crate::room::{NamePlace, Room};
use crate::scenery;
use crate::svg::{Svg, escape, num};
use crate::token::token;
use board::{Colour, Kind, NOBODY, Paid};

/// Radius of a revenue badge.
pub(crate) const BADGE: f64 = 9.6;

/// Writes everything on a cell, the most important first.
pub(crate) fn captions(out: &mut Svg, look: &Look<'_>, plan: &Plan) {
    if look.ground() == "shut" {
        shut(out, look);
        return;
    }
    let mut room = Room::new(look.frame, plan, if look.tile.special { 5.0 } else { 0.0 });
    if look.waiting != NOBODY {
        room.block_disc(pt(0.0, -2.0), 19.0);
    }
    scenery::block(&mut room, look.frame, look.tile, look.rotation);
    let values = column_values(out, look, plan, &mut room);
    let mut names = names(look);
    if let [upper, lower] = stations(look).as_slice()
        && names.len() == 2
        && plan.stops[*upper].at.y > plan.stops[*lower].at.y
    {
        names.reverse();
    }
    let mut valued = values;
    for (k, name) in names.iter().enumerate() {
        let line = |most| Line::new(look, plan, name, (k, names.len()), values, most);
        valued |= write_name(out, look, &mut room, line);
    }
    if look.bare() {
        terrain(out, look, &mut room);
    }
    if !valued {
        badges(out, look, plan, &mut room);
    }
    if look.tile.fixed_rotation.is_some() {
        direction_mark(out, look, &mut room);
    }
    if let Some(label) = shown_label(look) {
        let r = (width(label, 11.0) / 2.0 + 1.5).max(7.0);
        let at = room.sign(r, !names.is_empty());
        out.label("lab", at.x, at.y + 4.0, label);
        room.block_disc(at, r);
    }
    scenery::text(out, look.tile, plan, &mut room, look.coordinate.is_empty());
    pips(out, look, &mut room);
    if !look.coordinate.is_empty() {
        let at = room.sign(7.0, false);
        // It stands in the margin too: where there is no room it is left out.
        if room.touching(at, 5.0) < 12.0 {
            out.label("coord", at.x, at.y + 3.2, look.coordinate);
        }
    }
}

/// The stops of a tile that have different names of their own: a place and its second station.
fn stations(look: &Look<'_>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (i, stop) in look.tile.stops.iter().enumerate() {
        let new = |name: &str| found.iter().all(|&j| own_name(&look.tile.stops[j]) != Some(name));
        if own_name(stop).is_some_and(new) {
            found.push(i);
        }
    }
    if found.len() == 2 { found } else { Vec::new() }
}

/// A stop's name without remarks in brackets.
fn own_name(stop: &board::StopDef) -> Option<&str> {
    let name = stop.name.as_deref()?;
    let name = name.split(" (").next().unwrap_or(name);
    // A name of its own, not the letter of its kind.
    (name.chars().count() > 1).then_some(name)
}

/// The names of a place: two where it is a pair of towns, or has a second station with a name of its own.
fn names(look: &Look<'_>) -> Vec<String> {
    let stops = &look.tile.stops;
    if let [a, b] = stations(look).as_slice() {
        return [*a, *b].iter().filter_map(|&i| own_name(&stops[i]).map(str::to_owned)).collect();
    }
    let own = match stops.as_slice() {
        [stop] => own_name(stop),
        _ => None,
    };
    let place = look.def.and_then(|d| d.place.as_deref()).or(look.tile.place.as_deref()).or(own);
    place.map_or_else(Vec::new, |p| p.split(" & ").take(2).map(str::to_owned).collect())
}

/// A name before it has its place.
struct Line {
    text: String,
    class: &'static str,
    size: f64,
    width: f64,
    height: f64,
    /// Where its middle may lie.
    rows: std::ops::RangeInclusive<i32>,
    /// The value that stands in the same row.
    value: Option<String>,
}

impl Line {
    /// The name of number `k` of `count` on a cell, shortened to be no wider than `most`.
    fn new(
        look: &Look<'_>,
        plan: &Plan,
        name: &str,
        (k, count): (usize, usize),
        values: bool,
        most: f64,
    ) -> Line {
        let stops = &look.tile.stops;
        let pair = count == 2;
        let several = stops.len() > 1;
        let crowded = pair && (values || several && !look.tile.segments.is_empty());
        let small = stops.iter().all(|s| matches!(s.kind, Kind::Town | Kind::Halt))
            && look.tile.place.is_none();
        let (class, size) = match (small, crowded) {
            (true, _) => ("nm nm-2", 11.0),
            (_, true) => ("nm", 10.0),
            _ => ("nm", 12.2),
        };
        let span = if crowded { 46.0 } else { 2.0 * look.frame.half_width(29.0, 0.0) + 2.0 };
        let (text, size) = fit(name, size, span.min(most));
        let rows = match (values, pair, k) {
            // Both names of a pair stand beyond the values, one above the other.
            (true, true, 0) if plan.text_above => -36..=-36,
            (true, true, _) if plan.text_above => -26..=-26,
            (true, true, 0) => 27..=27,
            (true, true, _) => 37..=37,
            (true, ..) if plan.text_above => -36..=-28,
            (true, ..) => 28..=36,
            (_, true, 0) if several => -37..=3,
            (_, true, _) if several => -3..=37,
            (_, true, 0) => -37..=-14,
            (_, true, _) => 14..=37,
            _ => -37..=37,
        };
        Line {
            width: width(&text, size) + 3.0,
            height: if crowded { 10.0 } else { 13.0 },
            // The second name and the value of a single stop stand in one row.
            value: (k == 1 && !values).then(|| single_value(look)).flatten(),
            text,
            class,
            size,
            rows,
        }
    }

    /// Room for the value that stands beside it.
    fn beside(&self) -> f64 {
        self.value.as_ref().map_or(0.0, |text| 2.0 * badge_radius(text) + 1.0)
    }
}

/// Widths that a name may have, the widest first. A shorter form stands clear of track where a longer one would not.
const WIDTHS: [f64; 8] = [86.0, 66.0, 58.0, 52.0, 46.0, 42.0, 38.0, 34.0];

/// A name and its place: the longest form that touches nothing, or else the whole name on a ground of its own.
fn clear(room: &Room, tracked: bool, line: impl Fn(f64) -> Line) -> (Line, NamePlace) {
    let placed = |most| {
        let line: Line = line(most);
        let high = if line.value.is_some() { 17.0 } else { line.height };
        let place = room.name(line.width + line.beside(), high, line.rows.clone(), 29.0);
        (line, place)
    };
    let tried = if tracked { &WIDTHS[..] } else { &WIDTHS[..1] };
    let free = tried.iter().map(|&most| placed(most)).find(|(_, place)| !place.plate);
    free.unwrap_or_else(|| placed(WIDTHS[0]))
}

/// Writes a name; says whether the value went with it.
fn write_name(out: &mut Svg, look: &Look<'_>, room: &mut Room, line: impl Fn(f64) -> Line) -> bool {
    let (line, place) = clear(room, !look.tile.segments.is_empty(), line);
    let (w, h, beside) = (line.width, line.height, line.beside());
    let at = pt(place.at.x - beside / 2.0, place.at.y);
    if let Some(text) = &line.value {
        let r = badge_radius(text);
        let spot = pt(at.x + w / 2.0 + 1.0 + r, at.y);
        badge(out, spot, text, badge_class(look, &[0]), "0");
        room.block_disc(spot, r);
    }
    if place.plate {
        out.rect("plate", (at.x - w / 2.0, at.y - h / 2.0), (w, h), 3.5);
    }
    out.put(format_args!(
        "<text class=\"{}\" x=\"{}\" y=\"{}\" style=\"font-size:{}px\">{}</text>",
        line.class,
        num(at.x),
        num(at.y + line.size * 0.35),
        num(line.size),
        escape(&line.text)
    ));
    room.block_rect(at, w, h);
    line.value.is_some()
}

/// Terrain of a bare cell with its cost.
fn terrain(out: &mut Svg, look: &Look<'_>, room: &mut Room) {
    let Some(terrain) = look.def.and_then(|d| d.terrain.as_ref()) else {
        return;
    };
    let cost = if terrain.cost > 0 { terrain.cost.to_string() } else { String::new() };
    let w = 26.0 + width(&cost, 11.5);
    let at = room.name(w, 13.0, 10..=36, 23.0).at;
    scenery::terrain(out, &terrain.kind, &cost, pt(at.x - w / 2.0 + 12.0, at.y));
    room.block_rect(at, w, 13.0);
}

fn badge_class(look: &Look<'_>, stops: &[usize]) -> &'static str {
    if stops.iter().any(|&j| look.served.contains(&(j as u8))) { "rev hit" } else { "rev" }
}

/// The letter of a tile. Two circles are not lettered where the two cities are seen, or where the map names them.
fn shown_label<'a>(look: &Look<'a>) -> Option<&'a str> {
    let label = look.tile.label.as_deref()?;
    let circles = label.len() > 1 && label.chars().all(|c| c == 'O');
    let cities = look.tile.stops.iter().filter(|s| s.kind == Kind::City).count();
    (!circles || cities == 1 && look.def.is_none()).then_some(label)
}

/// A cell that only one company may use, while it lies empty.
fn shut(out: &mut Svg, look: &Look<'_>) {
    let Some((company, open)) = look.reserved else {
        return;
    };
    let name = names(look).join(" & ");
    let y = if open { -2.0 } else { 4.0 };
    let w = width(&name, 11.5) + 6.0;
    out.rect("shut", (-w / 2.0, y - 11.0), (w, 15.0), 3.5);
    out.label("nm", 0.0, y, &name);
    if open && let Some(def) = look.sheet.companies.get(usize::from(company)) {
        token(out, def, pt(0.0, 16.0), 10.0, "kept");
    }
    if !look.coordinate.is_empty() {
        out.label("coord", 0.0, -29.0, look.coordinate);
    }
}

/// The values by phase of a single stop, if it has such; says whether it had.
fn column_values(out: &mut Svg, look: &Look<'_>, plan: &Plan, room: &mut Room) -> bool {
    let [stop] = look.tile.stops.as_slice() else {
        return false;
    };
    let Paid::ByColumn(values) = &stop.paid else {
        return false;
    };
    let y = if plan.text_above { -13.5 } else { 13.5 };
    for (i, (value, colour)) in values.iter().zip(["yellow", "green", "brown", "grey"]).enumerate()
    {
        let on = if look.column == Some(i as u8) { " on" } else { "" };
        out.put(format_args!(
            "<g class=\"val {colour}{on}\" data-stop=\"0\" transform=\"translate({} {})\"><rect class=\"{colour}\" x=\"-8.6\" y=\"-7.6\" width=\"17.2\" \
             height=\"15.2\" rx=\"2\"/><text y=\"4\">{value}</text></g>",
            num(-27.0 + 18.0 * i as f64),
            num(y)
        ));
    }
    room.block_rect(pt(0.0, y), 76.0, 17.0);
    true
}

/// The value of a tile's only stop, if it always pays the same.
fn single_value(look: &Look<'_>) -> Option<String> {
    let [stop] = look.tile.stops.as_slice() else {
        return None;
    };
    let value = stop.paid.in_column(look.column.unwrap_or(0));
    (value > 0 && stop.paid_with_station.is_none()).then(|| value.to_string())
}

fn badge_radius(text: &str) -> f64 {
    BADGE.max(width(text, 11.0) / 2.0 + 1.5)
}

fn badges(out: &mut Svg, look: &Look<'_>, plan: &Plan, room: &mut Room) {
    let stops = &look.tile.stops;
    let mut done = vec![false; stops.len()];
    for i in 0..stops.len() {
        let stop = &stops[i];
        let value = stop.paid.in_column(look.column.unwrap_or(0));
        if done[i] || value == 0 {
            continue;
        }
        // Stops of one group are one location: one badge for all of them. So are the two cities of a named pair
        // that pay the same, where there is little room.
        let pair = names(look).len() == 2;
        let mates: Vec<usize> = (i..stops.len())
            .filter(|&j| {
                let other = &stops[j];
                let cities = pair && stop.kind == Kind::City && other.kind == Kind::City;
                let one = stop.group.is_some() && other.group == stop.group;
                j == i || other.paid == stop.paid && (cities || one)
            })
            .collect();
        for &j in &mates {
            done[j] = true;
        }
        let centre = mates
            .iter()
            .fold(pt(0.0, 0.0), |p, &j| p.plus(plan.stops[j].at))
            .times(1.0 / mates.len() as f64);
        let text = match stop.paid_with_station {
            Some(v) => format!("{value}/{v}"),
            None => value.to_string(),
        };
        let wish = if mates.len() > 1 { 0.0 } else { 27.0 };
        let r = badge_radius(&text);
        let at = room.badge(centre, wish, r);
        let numbers: Vec<String> = mates.iter().map(ToString::to_string).collect();
        badge(out, at, &text, badge_class(look, &mates), &numbers.join(" "));
        room.block_disc(at, r);
    }
}

/// A revenue badge.
fn badge(out: &mut Svg, at: Pt, text: &str, class: &str, stops: &str) {
    out.put(format_args!(
        "<g class=\"{class}\" data-stops=\"{stops}\" transform=\"translate({})\">",
        at.show()
    ));
    let w = width(text, 11.0);
    if w / 2.0 + 1.5 > BADGE + 1.0 {
        let half = w / 2.0 + 3.0;
        out.put(format_args!(
            "<rect x=\"{}\" y=\"-8.5\" width=\"{}\" height=\"17\" rx=\"8.5\"/>",
            num(-half),
            num(2.0 * half)
        ));
    } else {
        out.put(format_args!("<circle r=\"{BADGE}\"/>"));
    }
    out.put(format_args!("<text y=\"3.9\">{}</text></g>", escape(text)));
}

/// The mark that tells which way up a tile with one allowed rotation lies.
fn direction_mark(out: &mut Svg, look: &Look<'_>, room: &mut Room) {
    let n = look.frame.edges();
    let edge = if n == 6 { (3 + look.rotation) % n } else { look.rotation % n };
    let angle = look.frame.edge_angle(edge);
    let at = room.badge(Pt::polar(angle, look.frame.apothem() - 6.0), 0.0, 4.5);
    let tip = at.plus(Pt::polar(angle, 4.5));
    let (l, r) = (at.plus(Pt::polar(angle + 2.5, 4.5)), at.plus(Pt::polar(angle - 2.5, 4.5)));
    out.path("way", &format!("M{}L{}L{}Z", tip.show(), l.show(), r.show()));
    room.block_disc(at, 5.0);
}

/// One to four dots for the stage, so that it is not told by colour alone.
fn pips(out: &mut Svg, look: &Look<'_>, room: &mut Room) {
    let count = match look.tile.colour {
        Colour::Yellow => 1,
        Colour::Green => 2,
        Colour::Brown => 3,
        Colour::Grey => 4,
        Colour::Bare | Colour::Red => return,
    };
    let (_, high) = look.frame.extent();
    let inset = if look.frame.layout == board::Layout::PointyTop { 7.0 } else { 5.0 };
    let y = high - inset - if look.tile.special { 6.5 } else { 0.0 };
    let w = 5.2 * f64::from(count - 1);
    let touch = |room: &Room, at: Pt| {
        (0..count)
            .map(|k| room.touching(pt(at.x - w / 2.0 + 5.2 * f64::from(k), at.y), 2.0))
            .sum::<f64>()
    };
    let corners = [(0.0, y), (0.0, -y), (-16.0, y), (16.0, y), (-16.0, -y), (16.0, -y)];
    let sides = [(-27.0, 18.0), (27.0, 18.0), (-27.0, -18.0), (27.0, -18.0)];
    let spots = corners.into_iter().chain(sides).map(|(x, y)| pt(x, y));
    let free = spots.filter(|&p| look.frame.inside(pt(p.x.abs() + w / 2.0, p.y), 1.5));
    let Some(at) = free.min_by(|a, b| touch(room, *a).total_cmp(&touch(room, *b))) else {
        return;
    };
    out.raw("<g class=\"pips\">");
    for k in 0..count {
        out.put(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"1.9\"/>",
            num(at.x - w / 2.0 + 5.2 * f64::from(k)),
            num(at.y)
        ));
    }
    out.raw("</g>");
    room.block_rect(at, w + 4.0, 4.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::draw;
    use crate::geometry::Frame;
    use crate::plan::Mark;
    use engine::{Setup, Sheet};
    use std::sync::Arc;

    fn sheets() -> Vec<Arc<Sheet>> {
        titles::all()
            .iter()
            .map(|title| {
                let variant = title.variants().remove(0);
                let players = (0..variant.max_players).map(|p| format!("P{p}")).collect();
                let setup = Setup {
                    title: title.id().to_owned(),
                    variant: variant.id,
                    preset: title.presets()[0].to_owned(),
                    options: Default::default(),
                    players,
                    seed: 1,
                    luck: None,
                    rules: title.rules_version(),
                    data: None,
                    extra: None,
                    arrangement: None,
                };
                title.start(&setup).expect("a first variant starts").sheet().clone()
            })
            .collect()
    }

    /// Places of the badges in a text layer.
    fn badges_in(text: &str) -> Vec<Pt> {
        text.split("<g class=\"rev")
            .skip(1)
            .filter(|part| part.contains("data-stops"))
            .map(|part| {
                let from = part.find("translate(").expect("placed") + 10;
                let to = part[from..].find(')').expect("closed") + from;
                let (x, y) = part[from..to].split_once(' ').expect("two numbers");
                pt(x.parse().expect("number"), y.parse().expect("number"))
            })
            .collect()
    }

    #[test]
    fn badges_keep_off_stops_track_and_each_other_on_every_tile() {
        let (mut checked, mut over_track) = (0, 0);
        for sheet in sheets() {
            let frame = Frame::new(sheet.map.layout);
            for tile in sheet.tiles.tiles.iter().filter(|t| t.count > 0) {
                for rotation in 0..frame.edges() {
                    let look = Look::tile(&sheet, tile, rotation);
                    let plan = Plan::new(frame, tile, rotation);
                    let places = badges_in(draw(&look).text.as_str());
                    let what = format!("{} tile {} at {rotation}", sheet.title, tile.name);
                    for (i, at) in places.iter().enumerate() {
                        checked += 1;
                        assert!(frame.inside(*at, BADGE), "{what}: a badge hangs over the side");
                        for stop in &plan.stops {
                            let spots = if stop.slots.is_empty() {
                                vec![stop.at]
                            } else {
                                stop.slots.clone()
                            };
                            let r = if stop.mark == Mark::Bar { 4.0 } else { stop.r };
                            for slot in spots {
                                let gap = at.to(slot) - r - BADGE;
                                assert!(gap > -3.0, "{what}: a badge covers a stop by {:.1}", -gap);
                            }
                        }
                        for other in &places[i + 1..] {
                            assert!(at.to(*other) > 2.0 * BADGE, "{what}: two badges overlap");
                        }
                        let near = plan
                            .curves
                            .iter()
                            .flat_map(|c| c.points(2.0).map(|p| p.to(*at)).collect::<Vec<_>>())
                            .fold(f64::INFINITY, f64::min);
                        // The ink is 7 wide; a badge may touch the casing, rarely the ink.
                        if near < BADGE + 3.5 - 1.0 {
                            over_track += 1;
                            assert!(near > BADGE - 4.0, "{what}: a badge hides the track");
                        }
                    }
                }
            }
        }
        assert!(checked > 500, "{checked} badges seen");
        assert!(over_track * 20 < checked, "{over_track} of {checked} badges lie on track");
    }

    /// Names in a text layer: middle, width, whether they have a ground of their own.
    fn names_in(text: &str) -> Vec<(Pt, f64, bool)> {
        let number = |part: &str, before: &str, after: char| -> f64 {
            let from = part.find(before).expect("named") + before.len();
            let to = part[from..].find(after).expect("closed") + from;
            part[from..to].parse().expect("number")
        };
        let parts: Vec<&str> = text.split("<text class=\"nm").collect();
        let pairs = parts.windows(2);
        let name = |pair: &[&str]| {
            let (before, part) = (pair[0], pair[1]);
            let size = number(part, "font-size:", 'p');
            let (x, y) = (number(part, " x=\"", '"'), number(part, " y=\"", '"'));
            let from = part.find('>').expect("opened") + 1;
            let to = part.find("</text>").expect("closed");
            let plate = before.rfind("plate").is_some_and(|i| !before[i..].contains("<text"));
            (pt(x, y - size * 0.35), width(&part[from..to], size), plate)
        };
        pairs.map(name).collect()
    }

    #[test]
    fn names_of_places_keep_off_the_track_of_every_tile_that_may_lie_there() {
        let (mut checked, mut simple, mut plates) = (0, 0, 0);
        for sheet in sheets() {
            let frame = Frame::new(sheet.map.layout);
            // The longest names find room least easily.
            let mut named: Vec<_> = sheet.map.cells.iter().filter(|d| d.place.is_some()).collect();
            named.sort_by_key(|d| std::cmp::Reverse(d.place.as_ref().map_or(0, String::len)));
            for def in named.into_iter().take(7) {
                let printed = &sheet.tiles.get(def.printed).stops;
                let kinds = |of: &[board::StopDef]| of.iter().map(|s| s.kind).collect::<Vec<_>>();
                let fits = |t: &&board::TileDef| {
                    t.count > 0 && !t.segments.is_empty() && kinds(&t.stops) == kinds(printed)
                };
                for tile in sheet.tiles.tiles.iter().filter(fits) {
                    for rotation in 0..tile.period {
                        let look = Look { def: Some(def), ..Look::tile(&sheet, tile, rotation) };
                        let plan = Plan::new(frame, tile, rotation);
                        let place = def.place.as_deref().unwrap_or_default();
                        for (at, w, plate) in names_in(draw(&look).text.as_str()) {
                            checked += 1;
                            if tile.colour == Colour::Yellow {
                                simple += 1;
                                plates += usize::from(plate);
                            }
                            let ink = plan.curves.iter().flat_map(|c| c.points(2.0)).any(|p| {
                                (p.x - at.x).abs() < w / 2.0 + 2.0 && (p.y - at.y).abs() < 4.0 + 3.0
                            });
                            let what = format!("{place} on {} at {rotation}", tile.name);
                            assert!(plate || !ink, "{}: {what} crosses track", sheet.title);
                        }
                    }
                }
            }
        }
        assert!(checked > 300, "{checked} names seen");
        assert!(plates * 8 < simple, "{plates} of {simple} names on yellow tiles lie over track");
    }

    #[test]
    fn every_stop_that_pays_says_so() {
        for sheet in sheets() {
            for tile in &sheet.tiles.tiles {
                let text = draw(&Look::tile(&sheet, tile, 0)).text.finish();
                for (i, stop) in tile.stops.iter().enumerate() {
                    if stop.paid.in_column(3) == 0 {
                        continue;
                    }
                    let boxed = text.contains("class=\"val ") && tile.stops.len() == 1;
                    let named = text.split("data-stops=\"").skip(1).any(|p| {
                        p[..p.find('"').unwrap_or(0)].split(' ').any(|n| n == i.to_string())
                    });
                    assert!(
                        boxed || named,
                        "{} tile {}: stop {i} shows no value",
                        sheet.title,
                        tile.name
                    );
                }
            }
        }
    }
}
