//! What operators decide, at the page or at the command line. Everything is written down before it is done.

use crate::account::{clean_name, clean_text, hand_over, login_of, must_be_free, name_taken};
use crate::app::App;
use crate::bans::Network;
use crate::clock::now;
use crate::fault::Fault;
use crate::play::settle;
use crate::room::{Held, Loaded, is_plain};
use crate::secret;
use crate::told::{ChatTold, GameTold, What, text};
use std::net::IpAddr;
use std::time::Duration;
use store::{Account, Ban, Code, Deed, GameState, House, Registration, Report, Seat};

const DAY: i64 = 86_400_000;
// So many may be banned at once, and so many codes be good.
const MOST_BANS: usize = 5000;
const MOST_CODES: usize = 200;
const LONGEST_BAN: i64 = 3650;
/// Accounts that one code makes, at most.
pub const MOST_USES: i64 = 1000;
/// Days for which a code is good, at most.
pub const LONGEST_CODE: i64 = 365;
// What other servers and the command line decided is seen after so long.
const LOOK_EVERY: Duration = Duration::from_secs(3);

/// Who is kept out.
#[derive(Clone, Debug)]
pub enum Banned {
    /// An account.
    Account(Account),
    /// An address or network.
    Address(String),
}

/// An operator at work.
pub struct Desk<'a> {
    app: &'a App,
    by: Option<String>,
    name: String,
    address: Option<IpAddr>,
}

/// A reason as it is written down.
pub fn reason(why: &str) -> Result<String, Fault> {
    let why = clean_text(why, 500).trim().to_owned();
    match why.is_empty() {
        true => Err(Fault::bad("say why, in 1 to 500 characters")),
        false => Ok(why),
    }
}

impl<'a> Desk<'a> {
    /// Of somebody at the page.
    pub fn of(app: &'a App, account: &Account, address: IpAddr) -> Desk<'a> {
        Desk {
            app,
            by: Some(account.id.clone()),
            name: account.name.clone(),
            address: Some(address),
        }
    }

    /// Of whoever is at the command line: he has the database in his hands and may do everything.
    pub fn at_command_line(app: &'a App) -> Desk<'a> {
        Desk { app, by: None, name: "(command line)".to_owned(), address: None }
    }

    async fn note(&self, act: &str, whom: &str, what: &str, why: &str) -> Result<(), Fault> {
        let deed = Deed {
            id: format!("d{}", secret::random_word(9)),
            at: now(),
            by: self.by.clone(),
            by_name: self.name.clone(),
            act: act.to_owned(),
            whom: whom.to_owned(),
            what: clean_text(what, 1200),
            why: why.to_owned(),
        };
        tracing::info!(by = deed.by_name, act, whom, why, "an operator acts");
        Ok(self.app.store.add_deed(&deed).await?)
    }

    // Operators do not put each other out: that is for the command line.
    fn may_touch(&self, account: &Account) -> Result<(), Fault> {
        match account.operator && self.by.is_some() {
            true => Err(Fault::Forbidden("that is the account of an operator")),
            false => Ok(()),
        }
    }

    /// An account by its id.
    pub async fn account(&self, id: &str) -> Result<Account, Fault> {
        if !is_plain(id) {
            return Err(Fault::NotFound);
        }
        self.app.store.account(id).await?.ok_or(Fault::NotFound)
    }

    /// An account by its name or its id.
    pub async fn named(&self, name: &str) -> Result<Account, Fault> {
        match self.app.store.account_by_login(&login_of(name)).await? {
            Some(account) => Ok(account),
            None => self.account(name).await,
        }
    }

    /// Who may come in.
    pub async fn house(&self) -> Result<House, Fault> {
        Ok(self.app.store.house().await?)
    }

    /// Codes that are good.
    pub async fn codes(&self) -> Result<Vec<Code>, Fault> {
        Ok(self.app.store.codes(now()).await?)
    }

    /// Who is kept out.
    pub async fn bans(&self) -> Result<Vec<Ban>, Fault> {
        Ok(self.app.store.bans(now()).await?)
    }

    /// What players reported, the newest first.
    pub async fn reports(&self, settled: bool, limit: i64) -> Result<Vec<Report>, Fault> {
        Ok(self.app.store.reports(settled, i64::MAX, limit).await?)
    }

    /// What operators did, the newest first.
    pub async fn trail(&self, limit: i64) -> Result<Vec<Deed>, Fault> {
        Ok(self.app.store.trail(i64::MAX, limit).await?)
    }

    /// Says who may come in.
    pub async fn set_house(
        &self,
        registration: Option<Registration>,
        guests: Option<bool>,
        why: &str,
    ) -> Result<House, Fault> {
        let mut house = self.app.store.house().await?;
        house.registration = registration.unwrap_or(house.registration);
        house.guests = guests.unwrap_or(house.guests);
        let guests = if house.guests { "with guests" } else { "without guests" };
        let why = clean_text(why, 500);
        self.note("registration", house.registration.name(), guests, &why).await?;
        self.app.store.set_house(&house).await?;
        Ok(house)
    }

    /// Makes a code with which accounts can be made; it is shown this once.
    pub async fn new_code(
        &self,
        label: &str,
        uses: i64,
        days: i64,
    ) -> Result<(Code, String), Fault> {
        if !(1..=MOST_USES).contains(&uses) || !(1..=LONGEST_CODE).contains(&days) {
            return Err(Fault::bad("a code makes up to a thousand accounts within a year"));
        }
        let at = now();
        if self.app.store.codes(at).await?.len() >= MOST_CODES {
            return Err(Fault::conflict("there are enough codes; revoke one"));
        }
        let word = secret::random_code();
        let code = Code {
            id: format!("c{}", secret::random_word(9)),
            hash: secret::hash(&word),
            label: clean_text(label, 60),
            uses,
            created: at,
            expires: at + days * DAY,
        };
        self.note("code", &code.id, &format!("{uses} × {days} d {}", code.label), "").await?;
        self.app.store.add_code(&code).await?;
        Ok((code, word))
    }

    /// Takes a code away.
    pub async fn revoke_code(&self, id: &str) -> Result<(), Fault> {
        let codes = self.app.store.codes(now()).await?;
        let code = codes.iter().find(|c| c.id == id).ok_or(Fault::NotFound)?;
        self.note("code-revoked", id, &code.label, "").await?;
        self.app.store.remove_code(id).await?;
        Ok(())
    }

    /// Keeps somebody out, for some days or for ever.
    pub async fn ban(&self, whom: &Banned, days: Option<i64>, why: &str) -> Result<(), Fault> {
        let (why, at) = (reason(why)?, now());
        if days.is_some_and(|d| !(1..=LONGEST_BAN).contains(&d)) {
            return Err(Fault::bad("a ban lasts up to ten years, or for ever"));
        }
        let (kind, what, name) = match whom {
            Banned::Account(account) => {
                self.may_touch(account)?;
                ("account", account.id.clone(), account.name.clone())
            }
            Banned::Address(text) => {
                let network =
                    Network::read(text).ok_or_else(|| Fault::bad("that is no address"))?;
                if self.address.is_some_and(|own| network.holds(own)) {
                    return Err(Fault::conflict("you would keep yourself out"));
                }
                ("address", network.to_string(), String::new())
            }
        };
        if self.app.store.bans(at).await?.len() >= MOST_BANS {
            return Err(Fault::conflict("there are enough bans; lift one"));
        }
        let lasts = days.map_or("for ever".to_owned(), |d| format!("{d} d"));
        self.note("ban", &what, format!("{name} {lasts}").trim(), &why).await?;
        let until = days.map(|d| at + d * DAY);
        let ban = Ban { kind: kind.to_owned(), what, until, at, why, name: None };
        self.app.store.add_ban(&ban).await?;
        if kind == "account" {
            self.app.store.end_sessions(&ban.what, "").await?;
        }
        look(self.app).await
    }

    /// Lets somebody in again.
    pub async fn unban(&self, kind: &str, what: &str, why: &str) -> Result<(), Fault> {
        let bans = self.app.store.bans(now()).await?;
        let found = bans.iter().find(|b| b.kind == kind && b.what == what);
        let ban = found.ok_or(Fault::NotFound)?;
        let name = ban.name.clone().unwrap_or_default();
        self.note("unban", what, &name, &clean_text(why, 500)).await?;
        self.app.store.remove_ban(kind, what).await?;
        look(self.app).await
    }

    /// Gives an account another name, at its tables and in what was said there too.
    pub async fn rename(
        &self,
        mut account: Account,
        name: &str,
        why: &str,
    ) -> Result<Account, Fault> {
        self.may_touch(&account)?;
        let (why, name) = (reason(why)?, clean_name(name)?);
        must_be_free(self.app, &name, &account.id).await?;
        let before = std::mem::replace(&mut account.name, name.clone());
        self.note("rename", &account.id, &format!("{before} → {name}"), &why).await?;
        account.login = account.login.map(|_| login_of(&name));
        self.app.store.update_account(&account).await.map_err(name_taken)?;
        for id in self.app.store.games_of(&account.id).await? {
            self.alter(&id, |loaded| {
                let hot = loaded.game.hot_seat;
                for seat in &mut loaded.seats {
                    let own = [&seat.user, &seat.left].contains(&&Some(account.id.clone()));
                    if own && (!hot || seat.name == before) {
                        seat.name.clone_from(&name);
                    }
                }
                Ok(What::Seat.into())
            })
            .await?;
        }
        self.app.store.rename_in_journal(&account.id, &name).await?;
        Ok(account)
    }

    /// Deletes an account; bots play on in its running games.
    pub async fn delete(&self, account: &Account, why: &str) -> Result<(), Fault> {
        self.may_touch(account)?;
        self.note("delete", &account.id, &account.name, &reason(why)?).await?;
        hand_over(self.app, account, None).await?;
        self.app.store.anonymise_journal(&account.id).await?;
        self.app.store.delete_account(&account.id).await?;
        Ok(())
    }

    /// Marks an account as that of an operator, or not.
    pub async fn set_operator(&self, account: &Account, operator: bool) -> Result<(), Fault> {
        if account.login.is_none() {
            return Err(Fault::conflict("a guest cannot be an operator"));
        }
        let act = if operator { "operator" } else { "operator-removed" };
        self.note(act, &account.id, &account.name, "").await?;
        Ok(self.app.store.set_operator(&account.id, operator).await?)
    }

    // A game as it is, whoever may see it.
    async fn game(&self, id: &str) -> Result<Held, Fault> {
        self.app.hold_fresh(id).await
    }

    // Changes a game, if it is there, and tells the table.
    async fn alter(
        &self,
        id: &str,
        mut act: impl FnMut(&mut Loaded) -> Result<GameTold, Fault>,
    ) -> Result<(), Fault> {
        let held = match self.game(id).await {
            Ok(held) => held,
            Err(Fault::NotFound) => return Ok(()),
            Err(fault) => return Err(fault),
        };
        let changed = self.app.change(held, None, |draft| {
            let told = act(&mut draft.loaded)?;
            draft.lobby = Some(told.what);
            draft.tell_game(None, told);
            Ok(())
        });
        match changed.await {
            Ok(_) | Err(Fault::NotFound) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Removes a line of chat. What it said stands in the trail from now on, and nowhere else.
    pub async fn remove_chat(&self, game: &str, line: i64, why: &str) -> Result<(), Fault> {
        let why = reason(why)?;
        let name = self.game(game).await?.game.id.clone();
        let (_, data) = self.app.store.chat_line(&name, line).await?.ok_or(Fault::NotFound)?;
        let told: ChatTold = serde_json::from_str(&data).map_err(|_| Fault::NotFound)?;
        if told.removed {
            return Err(Fault::conflict("the line is gone already"));
        }
        let said = format!("{line} {}: {}", told.name, told.text);
        self.note("chat-removed", &name, &said, &why).await?;
        let gone = ChatTold { text: String::new(), removed: true, ..told };
        self.app.store.replace_chat(&name, line, &text(&gone)).await?;
        let line = Some(line);
        self.alter(&name, |_| Ok(GameTold { line, ..What::ChatRemoved.into() })).await
    }

    /// Closes a game: it goes on no more, and is shown to nobody but those who sit there.
    pub async fn close_game(&self, id: &str, why: &str) -> Result<(), Fault> {
        let why = reason(why)?;
        let held = self.game(id).await?;
        let what = format!("{} {}", held.game.title, held.game.name);
        drop(held);
        self.note("game-closed", id, what.trim(), &why).await?;
        let at = now();
        self.alter(id, |loaded| {
            let game = &mut loaded.game;
            if matches!(game.state, GameState::Open | GameState::Playing) {
                game.give_up(at);
            }
            game.listed = false;
            Ok(What::Closed.into())
        })
        .await
    }

    /// Gives a game another invitation: who knows the old one stays out.
    pub async fn rotate_invite(&self, id: &str, why: &str) -> Result<(), Fault> {
        let why = reason(why)?;
        drop(self.game(id).await?);
        self.note("invite-rotated", id, "", &why).await?;
        let word = secret::random_word(18);
        self.alter(id, |loaded| {
            loaded.game.invite.clone_from(&word);
            Ok(What::Settings.into())
        })
        .await
    }

    /// Removes a study for good.
    pub async fn remove_study(&self, id: &str, why: &str) -> Result<(), Fault> {
        let why = reason(why)?;
        let found = self.app.store.study(id, None).await?.ok_or(Fault::NotFound)?;
        let what = format!("{} {}", found.owner_name, found.title);
        self.note("study-removed", id, what.trim(), &why).await?;
        self.app.store.delete_study(id).await?;
        Ok(())
    }

    /// Settles a report.
    pub async fn settle(&self, id: &str, why: &str) -> Result<Report, Fault> {
        let settled = self.app.store.settle_report(id, &self.name, now()).await?;
        let report = settled.ok_or(Fault::NotFound)?;
        let what = format!("{} {}", report.kind, report.whom_name);
        self.note("report-settled", id, what.trim(), &clean_text(why, 500)).await?;
        Ok(report)
    }
}

/// Looks up who is kept out, and lets bots play for them.
pub async fn look(app: &App) -> Result<(), Fault> {
    let at = now();
    if app.bans.set(&app.store.bans(at).await?) {
        app.hub.tell_accounts();
    }
    for (game, user) in app.store.seats_of_banned(at).await? {
        let Some(level) = app.config.parts.stand_in() else { break };
        let seated = |seat: &Seat| seat.user.as_deref() == Some(user.as_str());
        let desk = Desk::at_command_line(app);
        let taken = desk.alter(&game, |loaded| {
            // Another server may have been faster.
            if loaded.game.state != GameState::Playing || !loaded.seats.iter().any(seated) {
                return Err(Fault::NotFound);
            }
            let mut seats = Vec::new();
            for seat in loaded.seats.iter_mut().filter(|s| seated(s)) {
                seat.hand_to_bot(level);
                seats.push(seat.seat);
            }
            settle(loaded, at);
            let level = Some(level.to_owned());
            Ok(GameTold { seats, level, ..What::BotTookOver.into() })
        });
        if let Err(fault) = taken.await {
            tracing::warn!(?fault, game, "the seats of somebody who is kept out stay as they are");
        }
    }
    Ok(())
}

/// Looks from time to time until the server stops: another server or the command line may have decided something.
pub async fn keep(app: App) {
    let mut stopping = app.stopping.subscribe();
    loop {
        if let Err(fault) = look(&app).await {
            tracing::warn!(?fault, "who is kept out could not be looked up");
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            _ = stopping.wait_for(|s| *s) => return,
        }
    }
}
