//! Offers that another player has to accept. CZ-LOCAL-5, CZ-TRAIN-8, CZ-ACQUIRE-3

use super::position::CzPosition;
use engine::{Amount, Company, Deal, Event, Move, Offer, Player, Refusal};

impl CzPosition {
    /// The player who has to answer.
    pub fn asked(&self, deal: Deal) -> Player {
        self.speaks_for(deal.asked(&self.state.core))
    }

    /// Prices of a range that a company may name: with consent only more than was refused in this turn.
    pub fn open_prices(&self, buyer: Company, deal: Deal, range: Amount) -> Option<Amount> {
        if range.min > range.max || !self.asks_consent(buyer, self.asked(deal)) {
            return Some(range).filter(|r| r.min <= r.max);
        }
        let terms = self.printed.terms.offering;
        self.state.offers.open(terms, deal, range).first().copied()
    }

    /// Makes an offer, or carries the deal out where nobody has to agree.
    pub fn propose(&mut self, offer: Offer, events: &mut Vec<Event>) {
        let to = self.asked(offer.deal);
        if self.asks_consent(offer.buyer, to) {
            let from = offer.buyer;
            events.push(Event::Offered { from, to });
            self.state.offers.make(offer);
        } else {
            self.carry_out(offer, events);
        }
    }

    /// The other side answers.
    pub fn answer(
        &mut self,
        offer: Offer,
        mv: &Move,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let Move::Answer { accept } = *mv else {
            let rule = match offer.deal {
                Deal::Train { .. } => "CZ-TRAIN-8",
                Deal::Paper(_) => "CZ-LOCAL-5",
                Deal::Company(_) => "CZ-ACQUIRE-3",
            };
            return Err(Refusal::new(rule, "answer-the-offer"));
        };
        let player = self.asked(offer.deal);
        events.push(Event::Answered { player, accept });
        if accept {
            self.state.offers.accept();
            self.carry_out(offer, events);
        } else {
            self.state.offers.waiting = None;
        }
        Ok(())
    }

    fn carry_out(&mut self, offer: Offer, events: &mut Vec<Event>) {
        let Offer { deal, buyer, price } = offer;
        match deal {
            Deal::Train { card, seller } => self.trade(buyer, seller, card, price, events),
            Deal::Paper(paper) => self.buy_paper(buyer, paper, price, events),
            Deal::Company(target) => self.take_over(buyer, target, price, events),
        }
    }
}
