//! The floor of play on tiny made-up sheets, with no title in sight.
#![allow(missing_docs)]

mod arrangements;
mod auctions;
mod building;
mod files;
mod income;
mod ledgers;
mod offers;
mod papers;
mod rounds;
mod shares;
mod tiny;
mod trains;
mod turn;
