//! Moves by the names in the rules, and playing them.

use super::Table;
use engine::{Card, LayBy, Lot, Move, Pay, Position, ShareSource, TrainFrom, Whereabouts};

impl Table {
    pub fn lay(&self, company: &str, hex: &str, tile: &str, rotation: u8) -> Move {
        self.lay_by(company, hex, tile, rotation, LayBy::Build)
    }

    pub fn lay_power(
        &self,
        paper: &str,
        company: &str,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Move {
        self.lay_by(
            company,
            hex,
            tile,
            rotation,
            LayBy::Power {
                paper: self.paper(paper),
            },
        )
    }

    pub fn lay_waived(
        &self,
        paper: &str,
        company: &str,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Move {
        self.lay_by(
            company,
            hex,
            tile,
            rotation,
            LayBy::Waiver {
                paper: self.paper(paper),
            },
        )
    }

    pub fn lay_by(&self, company: &str, hex: &str, tile: &str, rotation: u8, by: LayBy) -> Move {
        Move::LayTile {
            company: self.company(company),
            cell: self.hex(hex),
            tile: self.tile_id(tile),
            rotation,
            by,
        }
    }

    pub fn red_tile(&self, company: &str) -> String {
        let id = self.at.rules.red_tile[self.company(company).at()].expect("a red tile");
        self.sheet().tiles.get(id).name.clone()
    }

    pub fn place(&self, company: &str, hex: &str, stop: u8) -> Move {
        Move::PlaceStation {
            company: self.company(company),
            cell: self.hex(hex),
            stop,
        }
    }

    pub fn take(&self, paper: &str) -> Move {
        Move::Take {
            lot: Lot::Paper(self.paper(paper)),
        }
    }

    pub fn begin(&self, company: &str, price: i32) -> Move {
        Move::Start {
            company: self.company(company),
            price: self.cell_of_price(price),
        }
    }

    pub fn share(&self, company: &str) -> Move {
        Move::BuyShare {
            company: self.company(company),
            from: ShareSource::Ipo,
        }
    }

    pub fn sell(&self, company: &str, shares: u8) -> Move {
        Move::SellShares {
            company: self.company(company),
            shares,
        }
    }

    pub fn buy_local(&self, paper: &str, amount: i32) -> Move {
        Move::BuyPaper {
            paper: self.paper(paper),
            amount,
        }
    }

    pub fn sell_local(&self, paper: &str) -> Move {
        Move::SellPaper {
            paper: self.paper(paper),
        }
    }

    pub fn acquire(&self, target: &str, amount: i32) -> Move {
        Move::Acquire {
            target: self.company(target),
            amount,
        }
    }

    /// The top card as a face at its printed price.
    pub fn buy_top(&self, company: &str, face: &str) -> Move {
        let card = self.at.state.core.trains.top().expect("a card");
        self.buy_card(company, card, face, TrainFrom::Deck)
    }

    /// The first card of the pool as a face at its printed price.
    pub fn buy_pooled(&self, company: &str, face: &str) -> Move {
        let card = self
            .at
            .state
            .core
            .trains
            .at(Whereabouts::Pool)
            .next()
            .expect("a card in the pool");
        self.buy_card(company, card, face, TrainFrom::Pool)
    }

    fn buy_card(&self, company: &str, card: Card, face: &str, from: TrainFrom) -> Move {
        let kind = self.at.state.core.trains.get(card).kind;
        let faces = &self.sheet().trains[kind as usize].faces;
        let i = faces
            .iter()
            .position(|f| f.name == face)
            .unwrap_or_else(|| panic!("the card has no {face}"));
        Move::BuyTrain {
            company: self.company(company),
            card,
            face: i as u8,
            amount: faces[i].price,
            from,
        }
    }

    /// A train of another company.
    pub fn buy_from(&self, company: &str, seller: &str, face: &str, amount: i32) -> Move {
        let card = self.card(seller, face);
        let number = self.at.state.core.trains.get(card).face;
        let from = TrainFrom::Company {
            company: self.company(seller),
        };
        Move::BuyTrain {
            company: self.company(company),
            card,
            face: number,
            amount,
            from,
        }
    }

    pub fn give_back(&self, company: &str, face: &str) -> Move {
        Move::ReturnTrain {
            company: self.company(company),
            card: self.card(company, face),
        }
    }

    /// Turns a train taken over to another face.
    pub fn turn(&self, company: &str, face: &str, to: &str) -> Move {
        let card = self.card(company, face);
        let kind = self.at.state.core.trains.get(card).kind;
        let faces = &self.sheet().trains[kind as usize].faces;
        Move::TurnTrain {
            card,
            face: faces.iter().position(|f| f.name == to).expect("a face") as u8,
        }
    }

    pub fn scrap(&self, company: &str, face: &str) -> Move {
        Move::ScrapTrain {
            card: self.card(company, face),
        }
    }

    /// Plays whatever comes.
    pub fn play(&mut self, mv: &Move) -> Result<(), engine::Refusal> {
        self.events.clear();
        self.at.play(mv, &mut self.events)
    }

    /// Plays a move that must be listed and accepted.
    #[track_caller]
    pub fn must(&mut self, mv: Move) {
        assert!(
            self.offers(&mv),
            "not offered: {mv:?}\nin {:?}",
            self.at.decision()
        );
        if let Err(refusal) = self.play(&mv) {
            panic!("refused: {mv:?}: {refusal}");
        }
    }

    /// Passes.
    #[track_caller]
    pub fn pass(&mut self) {
        self.must(Move::Pass);
    }

    #[track_caller]
    pub fn pay_out(&mut self) {
        self.must(Move::Dividend { pay: Pay::Out });
    }

    #[track_caller]
    pub fn withhold(&mut self) {
        self.must(Move::Dividend { pay: Pay::Withhold });
    }

    /// A move that is neither listed nor accepted; the rule it breaks. Nothing changes.
    #[track_caller]
    pub fn refuses(&self, mv: &Move) -> &'static str {
        assert!(
            matches!(mv, Move::Run { .. }) || !self.offers(mv),
            "offered though forbidden: {mv:?}"
        );
        let mut copy = self.clone();
        let refusal = copy.play(mv).expect_err("accepted though forbidden");
        assert_eq!(
            copy.at.save(),
            self.at.save(),
            "a refused move changed something"
        );
        refusal.rule
    }
}
