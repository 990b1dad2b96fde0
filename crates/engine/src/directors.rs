//! Who directs a company after shares have changed hands.

use crate::{Company, Core, Player};

/// The player who takes over when `seller` sells `shares`: the largest other holder with strictly more than the
/// seller keeps, the nearest after the seller among equals. Only somebody with at least the director's
/// certificate's shares can take over.
pub fn after_sale(core: &Core, company: Company, seller: Player, shares: u8) -> Option<Player> {
    let stock = &core.stock[company.at()];
    if stock.director() != Some(seller) {
        return None;
    }
    let kept = stock.of(seller) - shares;
    let mut best: Option<Player> = None;
    // The automatic shareholder comes last in playing order.
    let automatic = (core.seats..core.holders).map(Player).filter(|&p| p != seller);
    for player in core.after(seller).chain(automatic) {
        if best.is_none_or(|b| stock.of(player) > stock.of(b)) {
            best = Some(player);
        }
    }
    best.filter(|&p| stock.of(p) > kept && stock.of(p) >= stock.director_units())
}

/// Whether a sale leaves the director's certificate with somebody who may hold it.
pub fn sale_keeps_a_director(core: &Core, company: Company, seller: Player, shares: u8) -> bool {
    let stock = &core.stock[company.at()];
    stock.director() != Some(seller)
        || stock.of(seller) - shares >= stock.director_units()
        || after_sale(core, company, seller, shares).is_some()
}

/// Who directs a company as shares are held now: whoever holds most and enough for the certificate. A tie never unseats;
/// among others the nearest after the director comes first, an automatic shareholder last.
pub fn due(core: &Core, company: Company) -> Option<Player> {
    let stock = &core.stock[company.at()];
    let enough = stock.director_units();
    let old = stock.director();
    let first = old.unwrap_or(Player(core.order[0]));
    let mut new = old.filter(|&p| stock.of(p) >= enough);
    let mut most = new.map_or(enough - 1, |p| stock.of(p));
    let automatic = (core.seats..core.holders).map(Player);
    let others = core.after(first).chain(old.is_none().then_some(first));
    for player in others.chain(automatic) {
        if stock.of(player) > most {
            most = stock.of(player);
            new = Some(player);
        }
    }
    new
}
