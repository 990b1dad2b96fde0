//! `signalbox admin`: the operator at a database, while servers run or not.

use crate::settings::Settings;
use crate::terminal::{Ink, paint, say, say_json};
use anyhow::Result;
use serde_json::json;
use server::{Admin, RestoreReport};
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

#[derive(clap::Subcommand)]
enum Command {
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
    }
    Ok(ExitCode::SUCCESS)
}
