//! `signalbox admin`: the operator at a database, while servers run or not.

use crate::settings::Settings;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use serde_json::json;
use server::{Admin, Desk, RestoreReport};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look after a server's database.
#[derive(clap::Args)]
pub struct Args {
    /// A file with settings of the server: it says which database
    #[arg(long, env = "SIGNALBOX_CONFIG", value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// An SQLite file or postgres://…; without this, signalbox.sqlite in the data folder
    #[arg(long, env = "SIGNALBOX_DATABASE", global = true)]
    database: Option<String>,
    /// Folder of the database file [default: .]
    #[arg(long, env = "SIGNALBOX_DATA_DIR", value_name = "FOLDER", global = true)]
    data_dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

/// What to do there.
#[derive(clap::Subcommand)]
pub enum Command {
    /// List accounts, the last seen first
    Users {
        /// Guests too
        #[arg(long)]
        guests: bool,
        /// How many
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
        limit: i64,
    },
    /// List games, the last changed first
    Games {
        /// How many
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
        limit: i64,
    },
    /// Check the database and replay every game; the exit status is 1 if something is damaged
    Check {
        /// Try on a copy what this program would make of a database of an earlier one
        #[arg(long)]
        upgrade: bool,
    },
    /// Remove a game for good
    DeleteGame {
        /// Its id
        id: String,
    },
    /// Write a consistent copy to a new file while servers go on
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// Replace everything by what a backup holds, and keep what was there before; no server may be at work
    Restore {
        /// The backup
        file: PathBuf,
        /// Really do it
        #[arg(long)]
        yes: bool,
    },
    /// Make an account that of an operator, who has the page /operator
    Operator {
        /// Name of the account
        name: String,
        /// It is one no more
        #[arg(long)]
        remove: bool,
    },
    /// Say who may come in, or show it
    Registration {
        /// Who may make an account
        #[arg(value_parser = ["open", "invited", "closed"])]
        registration: Option<String>,
        /// Whether one may play without an account
        #[arg(long, value_parser = clap::builder::BoolishValueParser::new(), value_name = "YES")]
        guests: Option<bool>,
        /// Why
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Make a code with which accounts can be made where registration is by invitation
    NewCode {
        /// So many accounts
        #[arg(long, default_value_t = 1)]
        uses: i64,
        /// For so many days
        #[arg(long, default_value_t = 14)]
        days: i64,
        /// A note
        #[arg(long, default_value = "")]
        label: String,
    },
    /// List the codes that are good
    Codes,
    /// Take a code away
    RevokeCode {
        /// Its id
        id: String,
    },
    /// Keep an account or an address out
    Ban {
        /// Name or id of an account; an address or network with --address
        whom: String,
        /// It is an address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/64
        #[arg(long)]
        address: bool,
        /// For so many days; for ever without this
        #[arg(long)]
        days: Option<i64>,
        /// Why
        #[arg(long)]
        why: String,
    },
    /// Let somebody in again
    Unban {
        /// Name or id of an account, or an address or network with --address
        whom: String,
        /// It is an address or a network
        #[arg(long)]
        address: bool,
        /// Why
        #[arg(long, default_value = "")]
        why: String,
    },
    /// List who is kept out
    Bans,
    /// Give an account another name
    Rename {
        /// Name or id of the account
        whom: String,
        /// The new name
        name: String,
        /// Why
        #[arg(long)]
        why: String,
    },
    /// Delete an account; bots play on in its games
    DeleteUser {
        /// Name or id of the account
        whom: String,
        /// Why
        #[arg(long)]
        why: String,
        /// Really do it
        #[arg(long)]
        yes: bool,
    },
    /// Remove a line of chat
    RemoveChat {
        /// Id of the game
        game: String,
        /// Number of the line
        line: i64,
        /// Why
        #[arg(long)]
        why: String,
    },
    /// Close a game: it goes on no more
    CloseGame {
        /// Id of the game
        game: String,
        /// Why
        #[arg(long)]
        why: String,
    },
    /// Give a game another invitation
    RotateInvite {
        /// Id of the game
        game: String,
        /// Why
        #[arg(long)]
        why: String,
    },
    /// List what players reported
    Reports {
        /// Those that are settled
        #[arg(long)]
        settled: bool,
        /// How many
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
        limit: i64,
    },
    /// Settle a report
    SettleReport {
        /// Its id
        id: String,
        /// Why
        #[arg(long, default_value = "")]
        why: String,
    },
    /// List what operators did: who, what, when, why
    Trail {
        /// How many
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(i64).range(1..))]
        limit: i64,
    },
    /// Work out all results and ratings again from the games; the exit status is 1 if some were not what they are now
    Ratings,
    /// Remove what is no longer needed and give space back
    Vacuum,
    /// Give an account a new password and end its sessions
    ResetPassword {
        /// Name of the account
        name: String,
        /// The new password; a random one if not given
        #[arg(long)]
        password: Option<String>,
    },
}

/// Carries out a command.
pub fn run(args: &Args) -> Result<ExitCode> {
    let named = Settings {
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        ..Settings::default()
    };
    let settings = named.with_file(args.config.as_deref())?;
    let (database, folder) = (settings.database(), settings.data_dir());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let admin = match &args.command {
            Command::Restore { yes: false, .. } => {
                anyhow::bail!("this replaces everything in the database; say --yes to do it")
            }
            Command::Restore { file, .. } => {
                let report = Admin::restore(&database, file, folder).await?;
                restored(&report, args.json);
                return Ok(ExitCode::SUCCESS);
            }
            Command::Backup { .. } | Command::Check { upgrade: true } => {
                Admin::open_any(&database).await?
            }
            _ => Admin::open(&database).await?,
        };
        let code = carry_out(args, folder, &admin).await;
        admin.close().await;
        code
    })
}

fn rows(report: &[(&'static str, i64)], json: bool) {
    if json {
        say_json(
            &json!({"rows": report.iter().map(|(k, n)| ((*k).to_owned(), json!(n))).collect::<serde_json::Map<_, _>>()}),
        );
    } else {
        for (table, n) in report {
            say(format!("{n:>8} {table}"));
        }
    }
}

fn restored(report: &RestoreReport, json: bool) {
    if json {
        let rows = report.rows.iter().map(|(k, n)| ((*k).to_owned(), json!(n)));
        say_json(&json!({
            "rows": rows.collect::<serde_json::Map<_, _>>(),
            "kept": report.kept.as_ref().map(|p| p.to_string_lossy()),
        }));
        return;
    }
    rows(&report.rows, false);
    if let Some(kept) = &report.kept {
        say(format!("what was there before is kept as {}", kept.display()));
    }
}

async fn carry_out(args: &Args, folder: &Path, admin: &Admin) -> Result<ExitCode> {
    match &args.command {
        Command::Users { guests, limit } => {
            let users = admin.users(*guests, *limit).await?;
            if args.json {
                let list = users.iter().map(|u| {
                    let a = &u.account;
                    json!({"id": a.id, "name": a.name, "guest": a.login.is_none(), "seats": u.seats, "created": a.created, "seen": a.seen})
                });
                say_json(&list.collect());
            } else {
                for u in &users {
                    let guest = if u.account.login.is_none() { " (guest)" } else { "" };
                    say(format!(
                        "{:<36} {:>4} seats  {}{guest}",
                        u.account.id, u.seats, u.account.name
                    ));
                }
            }
        }
        Command::Games { limit } => {
            let games = admin.games(*limit).await?;
            if args.json {
                let list = games.iter().map(|(g, seats)| {
                    let names: Vec<&str> = seats.iter().map(|s| s.name.as_str()).collect();
                    json!({"id": g.id, "title": g.title, "name": g.name, "state": format!("{:?}", g.state).to_lowercase(), "moves": g.length, "updated": g.updated, "players": names})
                });
                say_json(&list.collect());
            } else {
                for (g, seats) in &games {
                    let names: Vec<&str> = seats.iter().map(|s| s.name.as_str()).collect();
                    let state = format!("{:?}", g.state).to_lowercase();
                    say(format!(
                        "{:<24} {:<11} {state:<9} {:>5} moves  {} ({})",
                        g.id,
                        g.title,
                        g.length,
                        g.name,
                        names.join(", ")
                    ));
                }
            }
        }
        Command::Check { upgrade } => {
            let faults = match upgrade {
                true => admin.check_upgrade(titles::all(), folder).await?,
                false => admin.check(titles::all()).await?,
            };
            if args.json {
                say_json(&json!({"faults": faults}));
            } else if faults.is_empty() {
                say(paint(Ink::Green, "no fault found"));
            } else {
                faults.iter().for_each(say);
            }
            return Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::DeleteGame { id } => {
            admin.delete_game(id).await?;
            say(if args.json {
                json!({"deleted": id}).to_string()
            } else {
                format!("game {id} is gone")
            });
        }
        Command::Backup { file } => rows(&admin.backup(file).await?.rows, args.json),
        Command::Restore { .. } => {}
        Command::Ratings => {
            let found = admin.ratings(crate::serve::parts()).await?;
            if args.json {
                say_json(&json!({
                    "games": found.noted, "rated": found.counted, "compared": found.ratings,
                    "gone": found.gone, "new": found.new,
                }));
            } else {
                for (mark, lines) in [("-", &found.gone), ("+", &found.new)] {
                    lines.iter().for_each(|line| say(format!("{mark} {line}")));
                }
                say(format!("{} games, {} of them rated", found.noted, found.counted));
            }
            let same = found.gone.is_empty() && found.new.is_empty();
            return Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Vacuum => {
            let removed = admin.vacuum().await?;
            say(if args.json {
                json!({"removed": removed}).to_string()
            } else {
                format!("{removed} rows removed")
            });
        }
        Command::ResetPassword { name, password } => {
            let word = admin.reset_password(name, password.as_deref()).await?;
            say(if args.json {
                json!({"name": name, "password": word}).to_string()
            } else {
                format!("the password of {name} is now {word}")
            });
        }
        command => {
            let app = admin.app(crate::serve::parts());
            crate::desk::carry_out(command, &Desk::at_command_line(&app), args.json).await?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
