//! The part of `signalbox admin` that looks after people: every act is written into the trail.

use crate::admin::Command;
use crate::terminal::{say, say_json};
use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};
use server::{Banned, Desk, Fault, Registration};

fn refused(fault: Fault) -> anyhow::Error {
    anyhow!(fault.sentence())
}

// One thing as JSON, or as a sentence.
fn tell(json: bool, value: Value, sentence: impl FnOnce() -> String) {
    match json {
        true => say_json(&value),
        false => say(sentence()),
    }
}

// A list as JSON, or a line for each.
fn list(json: bool, rows: Vec<(Value, String)>, none: &str) {
    if json {
        return say_json(&rows.into_iter().map(|(value, _)| value).collect());
    }
    if rows.is_empty() {
        say(none);
    }
    for (_, line) in rows {
        say(line);
    }
}

/// Carries out a command.
pub async fn carry_out(command: &Command, desk: &Desk<'_>, json: bool) -> Result<()> {
    match command {
        Command::Operator { name, remove } => {
            let account = desk.named(name).await.map_err(refused)?;
            desk.set_operator(&account, !remove).await.map_err(refused)?;
            tell(json, json!({"name": account.name, "operator": !remove}), || match remove {
                true => format!("{} is no operator any more", account.name),
                false => format!("{} is an operator now", account.name),
            });
        }
        Command::Registration { registration, guests, why } => {
            let wanted = registration.as_deref().and_then(Registration::read);
            let house = match wanted.is_some() || guests.is_some() {
                true => desk.set_house(wanted, *guests, why).await.map_err(refused)?,
                false => desk.house().await.map_err(refused)?,
            };
            let value = json!({"registration": house.registration.name(), "guests": house.guests});
            tell(json, value, || {
                let guests = if house.guests { "guests may play" } else { "guests may not play" };
                format!("registration is {}; {guests}", house.registration.name())
            });
        }
        Command::NewCode { uses, days, label } => {
            let (code, word) = desk.new_code(label, *uses, *days).await.map_err(refused)?;
            let value = json!({"id": code.id, "code": word, "uses": uses, "expires": code.expires});
            tell(json, value, || format!("{word}  ({uses} accounts, {days} days, id {})", code.id));
        }
        Command::Codes => {
            let codes = desk.codes().await.map_err(refused)?;
            let rows = codes.into_iter().map(|c| {
                let line = format!("{:<14} {:>4} accounts  {}", c.id, c.uses, c.label);
                (json!({"id": c.id, "label": c.label, "uses": c.uses, "expires": c.expires}), line)
            });
            list(json, rows.collect(), "no code is good");
        }
        Command::RevokeCode { id } => {
            desk.revoke_code(id).await.map_err(refused)?;
            tell(json, json!({"revoked": id}), || format!("code {id} is worth nothing now"));
        }
        Command::Ban { whom, address, days, why } => {
            let banned = match address {
                true => Banned::Address(whom.clone()),
                false => Banned::Account(desk.named(whom).await.map_err(refused)?),
            };
            desk.ban(&banned, *days, why).await.map_err(refused)?;
            tell(json, json!({"banned": whom, "days": days}), || format!("{whom} stays out"));
        }
        Command::Unban { whom, address, why } => {
            let (kind, what) = match address {
                true => ("address", whom.clone()),
                false => ("account", desk.named(whom).await.map_err(refused)?.id),
            };
            desk.unban(kind, &what, why).await.map_err(refused)?;
            tell(json, json!({"unbanned": whom}), || format!("{whom} may come in again"));
        }
        Command::Bans => {
            let bans = desk.bans().await.map_err(refused)?;
            let rows = bans.into_iter().map(|b| {
                let name = b.name.clone().unwrap_or_default();
                let line = format!("{:<8} {:<24} {name}  {}", b.kind, b.what, b.why);
                let value = json!({"kind": b.kind, "what": b.what, "name": b.name, "until": b.until, "why": b.why});
                (value, line)
            });
            list(json, rows.collect(), "nobody is kept out");
        }
        Command::Rename { whom, name, why } => {
            let account = desk.named(whom).await.map_err(refused)?;
            let account = desk.rename(account, name, why).await.map_err(refused)?;
            let value = json!({"id": account.id, "name": account.name});
            tell(json, value, || format!("{whom} is called {} now", account.name));
        }
        Command::DeleteUser { yes: false, .. } => {
            bail!("this deletes the account for good; say --yes to do it")
        }
        Command::DeleteUser { whom, why, .. } => {
            let account = desk.named(whom).await.map_err(refused)?;
            desk.delete(&account, why).await.map_err(refused)?;
            tell(json, json!({"deleted": account.id}), || format!("account {whom} is gone"));
        }
        Command::RemoveChat { game, line, why } => {
            desk.remove_chat(game, *line, why).await.map_err(refused)?;
            tell(json, json!({"game": game, "removed": line}), || format!("line {line} is gone"));
        }
        Command::CloseGame { game, why } => {
            desk.close_game(game, why).await.map_err(refused)?;
            tell(json, json!({"closed": game}), || format!("game {game} is closed"));
        }
        Command::RotateInvite { game, why } => {
            desk.rotate_invite(game, why).await.map_err(refused)?;
            tell(json, json!({"rotated": game}), || {
                format!("game {game} has another invitation; who sits there sees it")
            });
        }
        Command::Reports { settled, limit } => {
            let reports = desk.reports(*settled, *limit).await.map_err(refused)?;
            let rows = reports.into_iter().map(|r| {
                let line = format!(
                    "{:<14} {:<6} {} {} “{}” — {}: {}",
                    r.id,
                    r.kind,
                    r.game.as_deref().unwrap_or_default(),
                    r.whom_name,
                    r.said,
                    r.by_name,
                    r.why
                );
                let value = json!({"id": r.id, "at": r.at, "kind": r.kind, "game": r.game, "line": r.line,
                    "whom": r.whom, "name": r.whom_name, "said": r.said, "by": r.by_name, "why": r.why, "done": r.done});
                (value, line)
            });
            list(json, rows.collect(), "there is nothing to see to");
        }
        Command::SettleReport { id, why } => {
            desk.settle(id, why).await.map_err(refused)?;
            tell(json, json!({"settled": id}), || format!("report {id} is settled"));
        }
        Command::Trail { limit } => {
            let deeds = desk.trail(*limit).await.map_err(refused)?;
            let rows = deeds.into_iter().map(|d| {
                let at = server::stamp(d.at);
                let line = format!("{at}  {:<16} {:<15} {} {}  {}", d.by_name, d.act, d.whom, d.what, d.why);
                let value = json!({"id": d.id, "at": d.at, "by": d.by_name, "act": d.act, "whom": d.whom, "what": d.what, "why": d.why});
                (value, line)
            });
            list(json, rows.collect(), "no operator has done anything yet");
        }
        // The others are carried out beside this.
        _ => {}
    }
    Ok(())
}
