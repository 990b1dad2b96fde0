//! Companies, players and trains as tables in SVG.

use crate::geometry::pt;
use crate::metrics::width;
use crate::svg::{Svg, escape, num};
use crate::token::token;
use crate::words::Words;
use engine::{CompanyView, Flag, Position, Sheet, View};

/// Height of a row.
pub(crate) const ROW: f64 = 29.5;

/// Companies that have a price, in operating order, or operate without one, or are bankrupt, and those that may still
/// come.
pub(crate) fn in_order<'a>(
    position: &dyn Position,
    view: &'a View,
) -> (Vec<&'a CompanyView>, Vec<&'a CompanyView>) {
    let (sheet, core) = (position.sheet(), position.core());
    let order = core.market.order(&sheet.market, sheet.company_ids());
    let mut on: Vec<&CompanyView> = order.iter().map(|c| &view.companies[c.at()]).collect();
    let without = |c: &&CompanyView| is_priceless(c) || is_bankrupt(c);
    on.extend(view.companies.iter().filter(without));
    let off = view
        .companies
        .iter()
        .filter(|c| {
            c.price.is_none()
                && !is_priceless(c)
                && !is_bankrupt(c)
                && !c.flags.contains(&Flag::Closed)
                && !c.flags.contains(&Flag::Ceased)
        })
        .collect();
    (on, off)
}

/// Whether a company operates in a game that has no market.
pub(crate) fn is_priceless(company: &CompanyView) -> bool {
    company.price.is_none()
        && company.flags.contains(&Flag::Floated)
        && !company.flags.contains(&Flag::Closed)
        && !company.flags.contains(&Flag::Ceased)
}

/// Whether a company is bankrupt and waits for a new first price.
pub(crate) fn is_bankrupt(company: &CompanyView) -> bool {
    company.price.is_none() && company.flags.contains(&Flag::Bankrupt)
}

/// A seat's short sign: the first letter of its name, or its number where two share a letter.
pub(crate) fn seat_sign(names: &[String], seat: usize) -> String {
    let first =
        |s: &String| s.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    match names.get(seat) {
        Some(name) if names.iter().filter(|n| first(n) == first(name)).count() == 1 => first(name),
        _ => (seat + 1).to_string(),
    }
}

/// The table of companies, `w` wide; returns its height.
pub(crate) fn companies(
    out: &mut Svg,
    position: &dyn Position,
    view: &View,
    names: &[String],
    words: &Words<'_>,
    w: f64,
) -> f64 {
    let sheet = position.sheet();
    let (on, off) = in_order(position, view);
    let shares = w - 150.0;
    let columns = [
        (44.0, words.price, "end"),
        (92.0, words.cash, "end"),
        (108.0, words.trains_short(), "start"),
    ];
    out.label("h2 start", 0.0, 14.0, words.companies);
    for (x, text, side) in columns {
        out.label(&format!("th {side}"), x + if side == "end" { 8.0 } else { 0.0 }, 34.0, text);
    }
    out.label("th start", shares - 62.0, 34.0, words.stations);
    out.label("th start", shares, 34.0, words.shares);
    let acting = view.decision.as_ref().and_then(|d| d.company.as_deref());
    let mut y = 42.0;
    for company in &on {
        let Some(id) = sheet.company_by_id(&company.id) else {
            continue;
        };
        if acting == Some(company.id.as_str()) {
            out.rect("now", (-8.0, y), (w + 16.0, ROW), 0.0);
        }
        out.path("rule", &format!("M-8 {}H{}", num(y), num(w + 8.0)));
        let base = y + ROW / 2.0 + 4.5;
        token(out, sheet.company(id), pt(12.0, y + ROW / 2.0), 12.0, "");
        out.label(
            "tb end",
            52.0,
            base,
            &company.price.map_or_else(|| "–".to_owned(), |p| p.to_string()),
        );
        let treasury = company.treasury.map_or_else(|| "–".to_owned(), |t| t.to_string());
        out.label("td end", 100.0, base, &treasury);
        trains(out, company, 110.0, y + ROW / 2.0);
        if company.markers.is_empty() {
            out.label("ts start", shares - 62.0, base, "–");
        }
        for k in 0..company.markers.len() {
            out.circle("ring", shares - 57.0 + 13.0 * k as f64, y + ROW / 2.0, 4.6);
        }
        holders(out, view, company, names, (shares, y + ROW / 2.0 - 7.5), w - shares);
        y += ROW;
    }
    if !off.is_empty() {
        out.path("rule", &format!("M-8 {}H{}", num(y), num(w + 8.0)));
        out.label("ts start", 0.0, y + 18.0, words.not_started);
        let mut x = width(words.not_started, 11.0) + 22.0;
        for company in off {
            let Some(id) = sheet.company_by_id(&company.id) else {
                continue;
            };
            if x > w - 12.0 {
                x = width(words.not_started, 11.0) + 22.0;
                y += 26.0;
            }
            token(out, sheet.company(id), pt(x, y + 15.0), 11.0, "");
            x += 27.0;
        }
        y += 32.0;
    }
    y
}

fn trains(out: &mut Svg, company: &CompanyView, x: f64, y: f64) {
    let mut x = x;
    for train in &company.trains {
        let w = width(&train.name, 11.5) + 11.0;
        let (frame, ink) = if train.obsolete { ("trn-old", "trt-old") } else { ("trn", "trt") };
        out.rect(frame, (x, y - 9.0), (w, 18.0), 4.0);
        out.label(ink, x + w / 2.0, y + 4.2, &train.name);
        x += w + 4.0;
    }
}

/// Who holds how much: a bar of percents with signs, a star for the director.
fn holders(
    out: &mut Svg,
    view: &View,
    company: &CompanyView,
    names: &[String],
    (x, y): (f64, f64),
    w: f64,
) {
    let mut held: Vec<(usize, u8, bool)> = view
        .players
        .iter()
        .filter_map(|p| {
            let share = p.shares.iter().find(|s| s.0 == company.id)?;
            Some((usize::from(p.seat), share.2, share.3))
        })
        .collect();
    held.sort_by_key(|&(seat, percent, director)| (!director, std::cmp::Reverse(percent), seat));
    let mut at = x;
    for (seat, percent, director) in held {
        let wide = w * f64::from(percent) / 100.0;
        out.rect(&format!("hold seat{}", seat % 7), (at, y), (wide, 15.0), 0.0);
        let sign = format!("{}{}", seat_sign(names, seat), if director { "★" } else { "" });
        if wide > width(&sign, 10.0) + 2.0 {
            out.label("ht", at + wide / 2.0, y + 11.2, &sign);
        }
        at += wide;
    }
    out.rect("bar", (x, y), (w, 15.0), 3.0);
}

/// The table of players, `w` wide; returns its height.
pub(crate) fn players(
    out: &mut Svg,
    view: &View,
    names: &[String],
    words: &Words<'_>,
    w: f64,
) -> f64 {
    let debts = view.players.iter().any(|p| p.debt > 0);
    out.label("h2 start", 0.0, 14.0, words.players);
    let columns: Vec<(f64, &str)> = [
        (w - 230.0, words.cash),
        (w - 130.0, words.certificates),
        (w - 70.0, if debts { words.loan } else { "" }),
        (w, words.value),
    ]
    .to_vec();
    for (x, text) in columns {
        out.label("th end", x, 34.0, text);
    }
    let mut y = 42.0;
    for &seat in &view.order {
        let player = &view.players[usize::from(seat)];
        out.path("rule", &format!("M-8 {}H{}", num(y), num(w + 8.0)));
        let base = y + ROW / 2.0 + 4.5;
        out.rect(&format!("seat{}", seat % 7), (0.0, y + 5.5), (18.0, 18.0), 4.0);
        out.label("ht", 9.0, y + 18.4, &seat_sign(names, usize::from(seat)));
        let name = names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("{}", seat + 1));
        out.label("tb start", 26.0, base, &name);
        if !player.papers.is_empty() {
            let x = 34.0 + width(&name, 13.0);
            out.label("ts start", x, base, &player.papers.join(" "));
        }
        out.label("td end", w - 230.0, base, &player.cash.to_string());
        let held = match player.limit {
            Some(limit) => format!("{}/{limit}", player.certificates),
            None => player.certificates.to_string(),
        };
        out.label("td end", w - 130.0, base, &held);
        if debts && player.debt > 0 {
            out.label("td end", w - 70.0, base, &player.debt.to_string());
        }
        out.label("tb end", w, base, &player.value.to_string());
        y += ROW;
    }
    y
}

/// The train cards to come, in a row; returns its height.
pub(crate) fn stack(out: &mut Svg, view: &View, words: &Words<'_>, w: f64) -> f64 {
    out.label("h2 start", 0.0, 14.0, words.trains);
    let mut x = 0.0;
    let (mut y, mut deep) = (24.0, 0.0f64);
    for (name, faces, left) in view.stack.iter().filter(|s| s.2 != Some(0)) {
        let copies = left.map_or_else(|| "∞".to_owned(), |n| n.to_string());
        let lines: Vec<(String, String)> =
            faces.iter().map(|(n, p)| (n.clone(), p.to_string())).collect();
        let head = format!("{name} × {copies}");
        let inner = lines
            .iter()
            .map(|l| width(&l.0, 13.0) + width(&l.1, 11.5) + 14.0)
            .fold(width(&head, 11.0), f64::max);
        let wide = inner + 16.0;
        if x + wide > w {
            x = 0.0;
            y += deep + 8.0;
            deep = 0.0;
        }
        let high = 22.0 + 17.0 * lines.len() as f64;
        out.rect("trn", (x, y), (wide, high), 6.0);
        out.label("th start", x + 8.0, y + 14.0, &head);
        for (k, (face, price)) in lines.iter().enumerate() {
            let base = y + 30.0 + 17.0 * k as f64;
            out.label("tb start", x + 8.0, base, face);
            out.label("ts end", x + wide - 8.0, base, price);
        }
        x += wide + 8.0;
        deep = deep.max(high);
    }
    y + deep
}

impl Words<'_> {
    fn trains_short(&self) -> &str {
        self.trains.split(' ').next().unwrap_or(self.trains)
    }
}

/// A group moved to a place, in a panel of its own.
pub(crate) fn panel(out: &mut Svg, (x, y): (f64, f64), (w, h): (f64, f64), body: &str) {
    out.rect("panel", (x, y), (w, h), 8.0);
    out.put(format_args!(
        "<g transform=\"translate({} {})\">{body}</g>",
        num(x + 14.0),
        num(y + 10.0)
    ));
}

/// A picture inside another.
pub(crate) fn inset(
    out: &mut Svg,
    (x, y): (f64, f64),
    (w, h): (f64, f64),
    view: (f64, f64, f64, f64),
    body: &str,
) {
    out.put(format_args!(
        "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">{body}</svg>",
        num(x),
        num(y),
        num(w),
        num(h),
        num(view.0),
        num(view.1),
        num(view.2),
        num(view.3)
    ));
}

/// Title line of a page.
pub(crate) fn heading(sheet: &Sheet, rest: &str) -> String {
    format!(
        "<text class=\"h1 start\" x=\"14\" y=\"28\">{} <tspan font-weight=\"400\" font-size=\"14\">{}</tspan></text>",
        escape(&sheet.name),
        escape(rest)
    )
}
