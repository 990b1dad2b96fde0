//! Which certificate is whose. Our engine counts shares; files of the public platform name certificates
//! (`MW_2`; `_0` is the director's).

use engine::{Company, Player, Sheet};

/// Where a certificate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Never sold.
    Ipo,
    /// Sold back.
    Pool,
    /// With a player.
    Player(Player),
}

#[derive(Clone, Debug)]
struct Stack {
    name: String,
    director_units: u8,
    /// Number of the certificate and where it is, those that arrived last at the end.
    certificates: Vec<(u8, Owner)>,
}

/// All certificates of a game.
#[derive(Clone, Debug)]
pub struct Certificates(Vec<Stack>);

impl Certificates {
    /// Everything unsold.
    pub fn new(sheet: &Sheet) -> Certificates {
        Certificates(
            sheet
                .companies
                .iter()
                .map(|def| Stack {
                    name: def.public_id.clone(),
                    director_units: def.director_units,
                    certificates: (0..=def.units - def.director_units)
                        .map(|n| (n, Owner::Ipo))
                        .collect(),
                })
                .collect(),
        )
    }

    /// Id of a certificate.
    pub fn id(&self, company: Company, number: u8) -> String {
        format!("{}_{number}", self.0[company.at()].name)
    }

    /// The certificate that a buyer takes from a place: the director's only if there is no other.
    pub fn first(&self, company: Company, place: Owner) -> Option<u8> {
        let there =
            || self.0[company.at()].certificates.iter().filter(|c| c.1 == place).map(|c| c.0);
        there().find(|&n| n != 0).or_else(|| there().next())
    }

    /// Shares that a certificate stands for.
    pub fn units(&self, company: Company, number: u8) -> u8 {
        if number == 0 { self.0[company.at()].director_units } else { 1 }
    }

    /// The certificates that a player hands over to sell so many shares: ordinary ones first; the director's only if
    /// they do not suffice, and then it may be worth more than what is sold.
    pub fn for_sale(&self, company: Company, player: Player, shares: u8) -> Vec<u8> {
        let stack = &self.0[company.at()];
        let mine =
            || stack.certificates.iter().filter(|c| c.1 == Owner::Player(player)).map(|c| c.0);
        let mut chosen: Vec<u8> = mine().filter(|&n| n != 0).take(usize::from(shares)).collect();
        if chosen.len() < usize::from(shares) && mine().any(|n| n == 0) {
            chosen.push(0);
        }
        chosen
    }

    fn give(&mut self, company: Company, number: u8, to: Owner) {
        let list = &mut self.0[company.at()].certificates;
        if let Some(i) = list.iter().position(|c| c.0 == number) {
            list.remove(i);
            list.push((number, to));
        }
    }

    /// A certificate is bought; `directors` are the directors before and after. Whoever takes the director's from the
    /// pool puts an ordinary one back and pays for one share (IOW-PUB-26).
    pub fn bought(
        &mut self,
        company: Company,
        number: u8,
        player: Player,
        directors: (Option<Player>, Option<Player>),
    ) {
        let from = self.owner(company, number);
        self.give(company, number, Owner::Player(player));
        if number == 0 && from == Some(Owner::Pool) {
            let mine = |c: &&(u8, Owner)| c.1 == Owner::Player(player) && c.0 != 0;
            let back = self.0[company.at()].certificates.iter().find(mine).map(|c| c.0);
            if let Some(back) = back {
                self.give(company, back, Owner::Pool);
            }
        }
        self.change_director(company, directors);
    }

    /// Certificates are sold for so many shares. If the director's is among them, its holder gets back from the pool
    /// what it is worth more.
    pub fn sold(
        &mut self,
        company: Company,
        player: Player,
        numbers: &[u8],
        shares: u8,
        directors: (Option<Player>, Option<Player>),
    ) {
        for &number in numbers {
            self.give(company, number, Owner::Pool);
        }
        self.change_director(company, directors);
        let units = self.0[company.at()].director_units;
        let handed: u8 = numbers.iter().map(|&n| if n == 0 { units } else { 1 }).sum();
        for _ in shares..handed {
            if let Some(back) = self.first(company, Owner::Pool) {
                self.give(company, back, Owner::Player(player));
            }
        }
    }

    /// The new director exchanges ordinary certificates for the director's, wherever that is.
    fn change_director(&mut self, company: Company, directors: (Option<Player>, Option<Player>)) {
        let (old, Some(new)) = directors else { return };
        let stack = &self.0[company.at()];
        let place = stack.certificates.iter().find(|c| c.0 == 0).map_or(Owner::Pool, |c| c.1);
        if old == Some(new) || place == Owner::Player(new) || place == Owner::Ipo {
            return;
        }
        let mine = |c: &&(u8, Owner)| c.1 == Owner::Player(new) && c.0 != 0;
        let swapped: Vec<u8> = stack
            .certificates
            .iter()
            .filter(mine)
            .take(usize::from(stack.director_units))
            .map(|c| c.0)
            .collect();
        for number in swapped {
            self.give(company, number, place);
        }
        self.give(company, 0, Owner::Player(new));
    }

    /// The number of a certificate of a company by its id.
    pub fn number(&self, company: Company, id: &str) -> Option<u8> {
        let (name, number) = id.rsplit_once('_')?;
        let stack = &self.0[company.at()];
        let number = number.parse().ok()?;
        (stack.name == name && stack.certificates.iter().any(|c| c.0 == number)).then_some(number)
    }

    /// Where a certificate is.
    pub fn owner(&self, company: Company, number: u8) -> Option<Owner> {
        self.0[company.at()].certificates.iter().find(|c| c.0 == number).map(|c| c.1)
    }

    /// A company starts afresh: everything unsold again.
    pub fn recall(&mut self, company: Company) {
        let list = &mut self.0[company.at()].certificates;
        for certificate in list.iter_mut() {
            certificate.1 = Owner::Ipo;
        }
        list.sort_by_key(|c| c.0);
    }
}
