//! Papers that companies buy, that pay, that are swapped, and that bring tiles.

use super::{Checks, Forbidden};
use crate::{
    Amount, Choice, Company, Consent, Deal, Deed, Flag, Move, Offer, Paper, Player, Right, Turn,
    fit_masks,
};
use board::{Cell, TileId};

/// Event of phases in which companies buy papers of players.
pub const COMPANIES_BUY_PAPERS: &str = "companies_buy_privates";
/// Event of the phase with which papers close.
pub const PAPERS_CLOSE: &str = "privates_close";

impl<'a> Checks<'a> {
    /// Whether something belongs to the phase, in the title's words.
    pub fn phase_has(&self, event: &str) -> bool {
        let phase = &self.sheet.phases[usize::from(self.core.phase)];
        phase.events.iter().any(|e| e == event)
    }

    /// What a paper pays. One that stays with a player pays more once the others have closed.
    pub fn income(&self, paper: Paper) -> i32 {
        let def = &self.sheet.papers[paper.at()];
        let closing = self.sheet.phase_of_event(PAPERS_CLOSE);
        let closed = closing.is_some_and(|phase| self.core.phase >= phase);
        match def.right {
            Some(Right::Stays(income)) if closed && self.owner(paper).is_some() => income,
            _ => def.income,
        }
    }

    /// Whether the company on turn has to ask somebody before a deal.
    pub fn asks(&self, buyer: Company, deal: Deal) -> bool {
        let owner = deal.asked(self.core);
        let director = self.core.stock[buyer.at()].director();
        self.terms.consent == Consent::Asked && owner.is_some() && owner != director
    }

    /// Prices of a range that are open after what was refused in this turn.
    pub fn open_range(&self, turn: &Turn, deal: Deal, range: Amount) -> Result<Amount, Forbidden> {
        if !self.asks(turn.company, deal) {
            return Ok(range);
        }
        let open = turn.offers.open(self.terms.offering, deal, range);
        let price = range.max;
        open.first().copied().ok_or(Forbidden::OfferedAlready { price })
    }

    /// What the company on turn may pay for a paper.
    pub fn paper_range(&self, turn: &Turn, paper: Paper) -> Result<Amount, Forbidden> {
        let no = Forbidden::PaperNotForSale { paper };
        let sale = self.sheet.papers.get(paper.at()).and_then(|p| p.sale);
        let open = self.phase_has(COMPANIES_BUY_PAPERS) && self.owner(paper).is_some();
        let (least, most) = sale.filter(|_| open).ok_or(no)?;
        self.company_pays(turn.company, least)?;
        let treasury = self.core.money.company(turn.company);
        let range = Amount::whole(least, most.min(treasury));
        self.open_range(turn, Deal::Paper(paper), range)
    }

    /// Papers that the company on turn may buy.
    pub fn paper_choices(&self, turn: &Turn) -> impl Iterator<Item = Choice> {
        self.sheet.paper_ids().filter_map(move |paper| {
            let range = self.paper_range(turn, paper).ok()?;
            let amount = range.min;
            Some(Choice::range(Move::BuyPaper { paper, amount }, range))
        })
    }

    pub(super) fn may_buy_paper(
        &self,
        turn: &Turn,
        paper: Paper,
        price: i32,
    ) -> Result<Deed, Forbidden> {
        self.in_range(self.paper_range(turn, paper)?, price)?;
        let (deal, buyer) = (Deal::Paper(paper), turn.company);
        Ok(match self.asks(buyer, deal) {
            true => Deed::Ask(Offer { deal, buyer, price }),
            false => Deed::TakePaper { paper, price },
        })
    }

    /// Whether a paper may be swapped for an ordinary share of its company that was never sold: who gets which.
    pub fn may_swap(&self, paper: Paper) -> Result<(Player, Company), Forbidden> {
        let no = Forbidden::NotYourPaper { paper };
        let def = self.sheet.papers.get(paper.at()).ok_or(no)?;
        let company = def.company.filter(|_| def.right == Some(Right::Swap)).ok_or(no)?;
        let owner = self.owner(paper).ok_or(no)?;
        let (stock, printed) = (&self.core.stock[company.at()], self.sheet.company(company));
        let director = match self.core.is(company, Flag::Started) {
            true => 0,
            false => printed.director_units,
        };
        if stock.ipo <= director {
            return Err(Forbidden::NoShareLeft { company });
        }
        if stock.of(owner) >= printed.max_units {
            return Err(Forbidden::HoldingLimit { company });
        }
        Ok((owner, company))
    }

    /// Swaps that a player may make.
    pub fn swap_choices(&self, player: Player) -> impl Iterator<Item = Choice> + use<'a> {
        let checks = *self;
        let papers = checks.core.papers_of(player);
        let own = papers.filter(move |&p| checks.may_swap(p).is_ok());
        own.map(|paper| Choice::one(Move::Exchange { paper }))
    }

    /// Tiles that a player may lay by right of a paper not yet used.
    pub fn right_tiles(&self, player: Player) -> Vec<Choice> {
        let mut all = Vec::new();
        for paper in self.core.papers_of(player).filter(|p| !self.core.papers[p.at()].used) {
            if let Some(Right::Tile { tile, cells }) = &self.sheet.papers[paper.at()].right {
                for &cell in cells {
                    all.extend(self.tiles_by_right(paper, &[*tile], cell));
                }
            }
        }
        all
    }

    /// Tiles that whoever sold a paper may lay at once.
    pub fn parting_tiles(&self, paper: Paper) -> Vec<Choice> {
        match &self.sheet.papers[paper.at()].right {
            Some(Right::Parting { tiles, cell }) => {
                self.tiles_by_right(paper, tiles, *cell).collect()
            }
            _ => Vec::new(),
        }
    }

    fn tiles_by_right(
        &self,
        paper: Paper,
        tiles: &[TileId],
        cell: Cell,
    ) -> impl Iterator<Item = Choice> {
        let left = |tile: TileId| tiles.contains(&tile) && self.core.board().left(tile) > 0;
        let fits = fit_masks(self.sheet, self.core, cell).filter(move |fit| left(fit.0));
        let edges = self.sheet.tiles.shape.edges();
        fits.flat_map(move |(tile, mask, _)| {
            let turned = (0..edges).filter(move |r| mask & (1 << r) != 0);
            turned.map(move |rotation| {
                Choice::one(Move::LayPaperTile { paper, cell, tile, rotation })
            })
        })
    }
}
