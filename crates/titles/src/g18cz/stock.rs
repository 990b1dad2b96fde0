//! Stock rounds.

use super::operating;
use super::position::CzPosition;
use engine::{
    Choice, Company, Event, Flag, MarketMove, Move, Player, Purse, Refusal, ShareSource, Value,
    directors,
};

/// Certificates of a player that count against the limit. CZ-SR-14, CZ-LOCAL-9, CZ-COMPANY-5
pub fn certificates(position: &CzPosition, player: Player) -> u8 {
    let core = &position.state.core;
    let shares: u8 = position
        .sheet()
        .company_ids()
        .map(|c| core.stock[c.at()].certificates(player))
        .sum();
    shares + core.papers_of(player).count() as u8
}

fn limit(position: &CzPosition) -> u8 {
    position.printed.certificate_limit.unwrap_or(u8::MAX)
}

/// Whether a player is over the certificate limit. CZ-SR-16
pub fn over_limit(position: &CzPosition, player: Player) -> bool {
    certificates(position, player) > limit(position)
}

fn first_round(position: &CzPosition) -> bool {
    !position.printed.process[..position.state.at as usize]
        .iter()
        .any(|b| b.kind == super::printed::BoxKind::Stock)
}

fn check_sale(
    position: &CzPosition,
    player: Player,
    company: Company,
    shares: u8,
) -> Result<(), Refusal> {
    let core = &position.state.core;
    let stock = &core.stock[company.at()];
    // CZ-SR-17
    if first_round(position) {
        return Err(Refusal::new("CZ-SR-17", "no-sale-in-first-round"));
    }
    if shares == 0 || stock.of(player) < shares {
        return Err(Refusal::new("CZ-SR-2", "not-enough-shares")
            .with("company", Value::Company(company))
            .with("held", Value::Number(i32::from(stock.of(player)))));
    }
    // CZ-DIRECTOR-4, CZ-DIRECTOR-7
    let into_certificate =
        stock.director() == Some(player) && stock.of(player) - shares < stock.director_units();
    if into_certificate
        && (!position
            .printed
            .options
            .director_certificate_may_be_sold_via_exchange
            || !directors::sale_keeps_a_director(core, company, player, shares))
    {
        return Err(Refusal::new("CZ-DIRECTOR-7", "nobody-can-take-over")
            .with("company", Value::Company(company)));
    }
    Ok(())
}

fn check_buyer(position: &CzPosition, player: Player, price: i32) -> Result<(), Refusal> {
    let core = &position.state.core;
    // CZ-EMERGENCY-10, CZ-SR-12
    if core.debt[player.at()] > 0 {
        return Err(Refusal::new("CZ-EMERGENCY-10", "in-debt")
            .with("debt", Value::Money(core.debt[player.at()])));
    }
    if certificates(position, player) >= limit(position) {
        return Err(Refusal::new("CZ-SR-14", "certificate-limit")
            .with("limit", Value::Number(i32::from(limit(position)))));
    }
    if core.money.player(player) < price {
        return Err(Refusal::new("CZ-SR-12", "not-enough-money").with("price", Value::Money(price)));
    }
    Ok(())
}

fn check_buy(
    position: &CzPosition,
    player: Player,
    company: Company,
    from: ShareSource,
) -> Result<i32, Refusal> {
    let core = &position.state.core;
    let stock = &core.stock[company.at()];
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("company", Value::Company(company)));
    if core.is(company, Flag::Closed) {
        return refuse("CZ-ACQUIRE-16", "company-closed");
    }
    let Some(price) = core.price(position.sheet(), company) else {
        // CZ-SR-9
        return refuse("CZ-SR-9", "director-first");
    };
    let left = match from {
        ShareSource::Ipo => stock.ipo,
        ShareSource::Pool => stock.pool,
    };
    if left == 0 {
        return refuse("CZ-SR-6", "no-share-left");
    }
    // CZ-SR-13
    if position.state.sold[player.at()] & (1 << company.0) != 0 {
        return refuse("CZ-SR-13", "sold-this-round");
    }
    // CZ-SR-15
    if stock.of(player) + 1 > position.sheet().company(company).max_units {
        return refuse("CZ-SR-15", "holding-limit");
    }
    check_buyer(position, player, price)?;
    Ok(price)
}

fn check_start(
    position: &CzPosition,
    player: Player,
    company: Company,
    cell: u8,
) -> Result<i32, Refusal> {
    let (core, sheet) = (&position.state.core, position.sheet());
    let refuse = |rule, key| Err(Refusal::new(rule, key).with("company", Value::Company(company)));
    if core.is(company, Flag::Closed) {
        return refuse("CZ-ACQUIRE-16", "company-closed");
    }
    if core.is(company, Flag::Started) {
        return refuse("CZ-SR-9", "already-started");
    }
    // CZ-SR-8
    if !core.is(company, Flag::Available) {
        return refuse("CZ-SR-8", "size-not-available");
    }
    let def = sheet.company(company);
    // CZ-SR-10
    let Some(at) = sheet
        .market
        .cells
        .get(cell as usize)
        .filter(|c| c.start & (1 << def.size) != 0)
    else {
        return refuse("CZ-SR-10", "no-starting-price");
    };
    let cost = i32::from(at.price) * i32::from(def.director_units);
    check_buyer(position, player, cost)?;
    Ok(cost)
}

fn check_repay(position: &CzPosition, player: Player, amount: i32) -> Result<(), Refusal> {
    let core = &position.state.core;
    let most = core.debt[player.at()].min(core.money.player(player));
    // PUB-14: the public platform always repays as much as possible.
    let least = if position.printed.public() { most } else { 1 };
    if most == 0 || amount < least || amount > most {
        return Err(Refusal::new("CZ-EMERGENCY-10", "repay-range").with("most", Value::Money(most)));
    }
    Ok(())
}

fn any_sale(position: &CzPosition, player: Player) -> bool {
    position.sheet().company_ids().any(|c| {
        (1..=position.state.core.stock[c.at()].of(player))
            .any(|n| check_sale(position, player, c, n).is_ok())
    })
}

/// Nothing but sales while over the limit, if there is anything to sell. CZ-SR-16
fn must_sell(position: &CzPosition, player: Player) -> bool {
    over_limit(position, player) && any_sale(position, player)
}

pub fn choices(position: &CzPosition, all: &mut Vec<Choice>) {
    let player = Player(position.state.actor);
    let (core, sheet) = (&position.state.core, position.sheet());
    for company in sheet.company_ids() {
        for shares in 1..=core.stock[company.at()].of(player) {
            if check_sale(position, player, company, shares).is_ok() {
                all.push(Choice::one(Move::SellShares { company, shares }));
            }
        }
    }
    if must_sell(position, player) {
        if position.printed.public() {
            all.push(Choice::one(Move::Pass));
        }
        return;
    }
    let most = core.debt[player.at()].min(core.money.player(player));
    if most > 0 {
        let least = if position.printed.public() { most } else { 1 };
        all.push(Choice::range(
            Move::Repay { amount: least },
            engine::Amount::whole(least, most),
        ));
    }
    for company in sheet.company_ids() {
        if core.is(company, Flag::Started) {
            for from in [ShareSource::Ipo, ShareSource::Pool] {
                if let Ok(price) = check_buy(position, player, company, from) {
                    all.push(Choice::costing(Move::BuyShare { company, from }, price));
                }
            }
        } else {
            for cell in 0..sheet.market.cells.len() as u8 {
                if let Ok(cost) = check_start(position, player, company, cell) {
                    all.push(Choice::costing(
                        Move::Start {
                            company,
                            price: cell,
                        },
                        cost,
                    ));
                }
            }
        }
    }
    all.push(Choice::one(Move::Pass));
}

// The public platform offers a start to anybody who could pay the lowest of all starting prices.
fn thinks_it_can_start(position: &CzPosition, player: Player) -> bool {
    let (core, sheet) = (&position.state.core, position.sheet());
    let lowest = sheet
        .market
        .cells
        .iter()
        .filter(|c| c.start != 0)
        .map(|c| i32::from(c.price))
        .min()
        .unwrap_or(0);
    position.printed.public()
        && check_buyer(position, player, 2 * lowest).is_ok()
        && sheet
            .company_ids()
            .any(|c| core.is(c, Flag::Available) && !core.is(c, Flag::Started))
}

/// Whether a player can do anything but pass.
pub fn can_act(position: &CzPosition, player: Player) -> bool {
    let (core, sheet) = (&position.state.core, position.sheet());
    let can_repay = position.printed.public() || core.money.player(player) > 0;
    if any_sale(position, player) || core.debt[player.at()] > 0 && can_repay {
        return true;
    }
    if over_limit(position, player) {
        return false;
    }
    if thinks_it_can_start(position, player) {
        return true;
    }
    sheet.company_ids().any(|company| {
        if core.is(company, Flag::Started) {
            [ShareSource::Ipo, ShareSource::Pool]
                .into_iter()
                .any(|from| check_buy(position, player, company, from).is_ok())
        } else {
            (0..sheet.market.cells.len() as u8)
                .any(|cell| check_start(position, player, company, cell).is_ok())
        }
    })
}

pub fn play(position: &mut CzPosition, mv: &Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let player = Player(position.state.actor);
    // PUB-15: the public platform lets a player over the limit pass.
    let passes = matches!(mv, Move::Pass) && position.printed.public();
    if !matches!(mv, Move::SellShares { .. }) && !passes && must_sell(position, player) {
        return Err(Refusal::new("CZ-SR-16", "must-sell-first"));
    }
    match *mv {
        Move::SellShares { company, shares } => {
            check_sale(position, player, company, shares)?;
            sell(position, player, company, shares, events);
        }
        Move::BuyShare { company, from } => {
            let price = check_buy(position, player, company, from)?;
            position
                .state
                .core
                .pay(Purse::Player(player), Purse::Bank, price);
            let stock = &mut position.state.core.stock[company.at()];
            match from {
                ShareSource::Ipo => stock.from_ipo(player, 1),
                ShareSource::Pool => stock.from_pool(player, 1),
            }
            events.push(Event::ShareBought {
                player,
                company,
                from,
                price,
            });
            if let Some(new) = directors::after_purchase(&position.state.core, company, player) {
                change_director(position, company, new, events);
            }
            float(position, company, events);
            end_turn(position, true);
        }
        Move::Start { company, price } => {
            let cost = check_start(position, player, company, price)?;
            let units = position.sheet().company(company).director_units;
            start(position, company, player, price, units, events);
            position
                .state
                .core
                .pay(Purse::Player(player), Purse::Bank, cost);
            float(position, company, events);
            end_turn(position, true);
        }
        Move::Repay { amount } => {
            check_repay(position, player, amount)?;
            position
                .state
                .core
                .pay(Purse::Player(player), Purse::Bank, amount);
            position.state.core.debt[player.at()] -= amount;
            events.push(Event::Repaid { player, amount });
        }
        Move::Pass => {
            events.push(Event::Passed { player });
            let acted = position.state.sold_now != 0;
            end_turn(position, acted);
        }
        _ => return Err(Refusal::new("CZ-SR-2", "not-in-a-stock-round")),
    }
    Ok(())
}

/// Gives a player the first shares of a company at a starting price. CZ-SR-9..11
pub fn start(
    position: &mut CzPosition,
    company: Company,
    player: Player,
    cell: u8,
    units: u8,
    events: &mut Vec<Event>,
) {
    let price = position.sheet().market.price(cell);
    let core = &mut position.state.core;
    core.stock[company.at()].from_ipo(player, units);
    core.stock[company.at()].set_director(Some(player));
    core.market.put(company, cell);
    core.company_mut(company).par = cell;
    core.company_mut(company).set(Flag::Started, true);
    events.push(Event::Started {
        company,
        player,
        price,
    });
}

/// Floats a company once players own half of it. CZ-FLOAT-1..3
pub fn float(position: &mut CzPosition, company: Company, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    let def = printed.sheet.company(company);
    let core = &mut position.state.core;
    if core.is(company, Flag::Floated) || core.stock[company.at()].with_players() < def.float_units
    {
        return;
    }
    core.company_mut(company).set(Flag::Floated, true);
    position.state.fresh |= 1 << company.0;
    let capital = if position.state.is_vaclavs(company) {
        0 // CZ-BOHEMIA-10
    } else {
        printed
            .sheet
            .market
            .price(position.state.core.company(company).par)
            * i32::from(def.capital)
    };
    position
        .state
        .core
        .pay(Purse::Bank, Purse::Company(company), capital);
    events.push(Event::Floated { company, capital });
}

fn sell(
    position: &mut CzPosition,
    player: Player,
    company: Company,
    shares: u8,
    events: &mut Vec<Event>,
) {
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    let price = core.price(&printed.sheet, company).unwrap_or(0);
    let new = directors::after_sale(core, company, player, shares);
    if let Some(new) = new {
        change_director(position, company, new, events);
    }
    let core = &mut position.state.core;
    core.stock[company.at()].to_pool(player, shares);
    if !printed.public() {
        // CZ-SR-6: shares go back to the bank; there is no separate pool.
        let stock = &mut core.stock[company.at()];
        stock.ipo += stock.pool;
        stock.pool = 0;
    }
    let total = price * i32::from(shares);
    core.pay(Purse::Bank, Purse::Player(player), total);
    let again = position.state.sold_now & (1 << company.0) != 0;
    position.state.sold_now |= 1 << company.0;
    position.state.sold[player.at()] |= 1 << company.0;
    events.push(Event::SharesSold {
        player,
        company,
        shares,
        price,
        total,
    });
    // CZ-SR-22
    if !again || !printed.options.one_price_step_per_company_and_turn {
        move_marker(position, company, MarketMove::Sale, events);
    }
}

/// One move of a price marker, reported.
pub fn move_marker(
    position: &mut CzPosition,
    company: Company,
    how: MarketMove,
    events: &mut Vec<Event>,
) {
    let printed = position.printed.clone();
    let core = &mut position.state.core;
    let from = core.price(&printed.sheet, company).unwrap_or(0);
    if core.market.step(&printed.sheet.market, company, how) {
        let to = core.price(&printed.sheet, company).unwrap_or(0);
        events.push(Event::PriceMoved { company, from, to });
    }
}

fn change_director(
    position: &mut CzPosition,
    company: Company,
    new: Player,
    events: &mut Vec<Event>,
) {
    let stock = &mut position.state.core.stock[company.at()];
    let from = stock.director();
    stock.set_director(Some(new));
    events.push(Event::DirectorChanged {
        company,
        from,
        to: Some(new),
    });
}

fn end_turn(position: &mut CzPosition, acted: bool) {
    let s = &mut position.state;
    // CZ-SR-3..5
    s.passes = if acted { 0 } else { s.passes + 1 };
    s.sold_now = 0;
    s.actor = s.core.next(Player(s.actor)).0;
}

/// Starts a stock round.
pub fn begin(position: &mut CzPosition) {
    let s = &mut position.state;
    s.sold = [0; engine::MAX_HOLDERS];
    s.passes = 0;
    s.sold_now = 0;
    s.actor = s.core.order[0];
}

/// Passes over players who can do nothing; ends the round when all have passed. Returns whether it waits.
pub fn advance(position: &mut CzPosition, events: &mut Vec<Event>) -> bool {
    loop {
        // CZ-SR-4
        if position.state.passes >= position.state.core.seats {
            finish(position, events);
            return false;
        }
        if can_act(position, Player(position.state.actor)) {
            return true;
        }
        let acted = position.state.sold_now != 0;
        end_turn(position, acted);
    }
}

fn finish(position: &mut CzPosition, events: &mut Vec<Event>) {
    let printed = position.printed.clone();
    let core = &position.state.core;
    let sold_out: Vec<Company> = printed
        .sheet
        .company_ids()
        .filter(|&c| {
            let stock = &core.stock[c.at()];
            core.is(c, Flag::Floated)
                && !core.is(c, Flag::Closed)
                && stock.ipo == 0
                && stock.pool == 0
        })
        .collect();
    // CZ-MARKET-8
    for company in core
        .market
        .order(&printed.sheet.market, sold_out.into_iter())
    {
        move_marker(position, company, MarketMove::SoldOut, events);
    }
    reorder(position, true, events);
    operating::next_box(position, events);
}

/// Redistributes order cards by cash, ties keeping their order. CZ-PRE-6, CZ-SR-24
pub fn reorder(position: &mut CzPosition, richest_first: bool, events: &mut Vec<Event>) {
    let core = &mut position.state.core;
    let mut order: Vec<Player> = core.players().collect();
    order.sort_by_key(|&p| {
        let cash = core.money.player(p);
        if richest_first { -cash } else { cash }
    });
    for (i, p) in order.iter().enumerate() {
        core.order[i] = p.0;
    }
    events.push(Event::OrderChanged { order });
}
