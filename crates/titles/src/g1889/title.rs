//! The title: variants and the position before the first move.

use super::options::{OPTIONS, Options};
use super::position::ShikokuPosition;
use super::printed::{self, Printed, SHEET};
use super::state::State;
use engine::arrange::set_up;
use engine::sheet::Shared;
use engine::{
    Core, Drawn, Paper, Player, Position, RoundKind, Setup, SetupError, Title, VariantDef,
    Waterfall, loaded, on_course,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// 1889.
pub struct Shikoku;

/// The title.
pub static TITLE: Shikoku = Shikoku;

/// Name of the beginner game.
pub const BEGINNER: &str = "beginner";
/// Patch of the sheet that takes the port tile out of the box.
pub const WITHOUT_PORT: &str = "without_port";
const VARIANTS: [&str; 2] = ["standard", BEGINNER];
const PLAYERS: (u8, u8) = (2, 6);

fn shared(setup: &Setup) -> Result<Arc<Printed>, SetupError> {
    static SHARED: Shared<Printed> = Shared::new();
    let mut faults = setup.faults(&VARIANTS, PLAYERS, "S89-SETUP-1");
    let options = Options::of(setup, &BTreeMap::new(), &mut faults);
    if !faults.is_empty() {
        return Err(SetupError::all(faults));
    }
    if setup.data.is_some() {
        return printed::read(setup, options).map(Arc::new);
    }
    let key = format!("{} {} {options:?}", setup.variant, setup.players.len());
    SHARED.get(key, || printed::read(setup, options))
}

/// The position before the first move.
pub fn begin(setup: &Setup) -> Result<ShikokuPosition, SetupError> {
    let printed = shared(setup)?;
    let core = Core::dealt(&printed.sheet, setup.players.len() as u8, setup.rng());
    let auction = (!printed.beginner).then(|| Waterfall::new(Player(0)));
    let mut position = ShikokuPosition { state: State::new(core, auction), printed };
    if position.printed.beginner && setup.arrangement.is_none() {
        position.deal_privates(setup.seed);
        position.state.core.round.kind = RoundKind::Stock;
    }
    Ok(position)
}

impl ShikokuPosition {
    // S89-BEGINNER-2: one private each, by chance.
    fn deal_privates(&mut self, seed: u64) {
        let mut dealt = self.printed.lots.clone();
        match self.state.core.rng.is_old() {
            true => self.deal_by_numbers(seed, &mut dealt),
            false => self.state.core.rng.shuffle(&mut dealt),
        }
        for (seat, paper) in dealt.into_iter().enumerate() {
            let player = Player(seat as u8);
            let price = self.printed.sheet.papers[paper.at()].price;
            self.acts(&mut Vec::new()).take_paper(player, paper, price);
        }
    }

    // S89-PUB-55: each private draws a number; the lowest goes to the first seat. Noted is how a shuffle comes to the same.
    fn deal_by_numbers(&mut self, seed: u64, dealt: &mut [Paper]) {
        let mut list = dealt.to_vec();
        let mut state = seed % (1 << 31);
        let number = |&paper: &Paper| {
            state = (1_103_515_245 * state + 12345) % (1 << 31);
            (state, paper)
        };
        let mut drawn: Vec<(u64, Paper)> = dealt.iter().map(number).collect();
        drawn.sort();
        for (place, (_, paper)) in dealt.iter_mut().zip(drawn) {
            *place = paper;
        }
        for i in (1..list.len()).rev() {
            let index = list.iter().position(|p| *p == dealt[i]).unwrap_or(i);
            list.swap(i, index);
            self.state.core.rng.note(Drawn { index: index as u32, of: i as u32 + 1 });
        }
    }
}

impl Title for Shikoku {
    titled!("1889", "1889: History of Shikoku Railways", "cs", "de", "ru");

    fn variants(&self) -> Vec<VariantDef> {
        let beginners = |id: &str| id == "port_tile_in_the_box";
        let variant =
            |of: &str| OPTIONS.variant(of, PLAYERS, |id| of == BEGINNER || !beginners(id));
        VARIANTS.map(variant).to_vec()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Position>, SetupError> {
        Ok(Box::new(set_up(begin(setup)?, setup)?))
    }

    fn load(&self, setup: &Setup, bytes: &[u8]) -> Result<Box<dyn Position>, SetupError> {
        let printed = shared(setup)?;
        Ok(Box::new(on_course(ShikokuPosition { printed, state: loaded(bytes)? }, setup)))
    }
}
