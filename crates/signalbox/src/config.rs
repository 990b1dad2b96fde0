//! `signalbox config check`: whether a server would start with these settings.

use crate::settings::Settings;
use crate::terminal::{Ink, paint, say};
use anyhow::Result;
use server::{Admin, Config};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look at the settings of a server.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Say what the settings are and what is wrong with them; the exit status is 1 if something is
    Check(Box<CheckArgs>),
}

/// The settings to look at.
#[derive(clap::Args)]
struct CheckArgs {
    /// A file with settings
    #[arg(long, env = "SIGNALBOX_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Checks.
pub fn run(args: &Args) -> Result<ExitCode> {
    let Command::Check(args) = &args.command;
    let settings = args.settings.clone().with_file(args.config.as_deref())?;
    let config = settings.config(crate::serve::parts())?;
    for (name, value) in shown(&settings, &config) {
        say(format!("{name:<14} {value}"));
    }
    let faults = faults(&settings, &config)?;
    for fault in &faults {
        say(paint(Ink::Red, fault));
    }
    if faults.is_empty() {
        say(paint(Ink::Green, "no fault found"));
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

// A password in an address is not for everybody who looks over a shoulder.
fn without_password(database: &str) -> String {
    let Some((scheme, rest)) = database.split_once("://") else { return database.to_owned() };
    match rest.rsplit_once('@').and_then(|(who, at)| Some((who.split_once(':')?.0, at))) {
        Some((user, at)) => format!("{scheme}://{user}:…@{at}"),
        None => database.to_owned(),
    }
}

fn shown(settings: &Settings, config: &Config) -> Vec<(&'static str, String)> {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let quota = |q: &server::Quota| {
        format!("{} games, {} bots, {} kept, {} listed", q.games, q.bots, q.kept, q.listed)
    };
    let keep = &config.keep;
    let mut lines = vec![
        ("address", config.listen.to_string()),
        ("database", without_password(&config.database)),
        ("public-url", config.public_url.clone().unwrap_or_else(|| "none".to_owned())),
        ("trust-proxy", yes(config.trust_proxy)),
        (
            "embed",
            if config.embed.is_empty() { "none".to_owned() } else { config.embed.join(", ") },
        ),
        ("open-metrics", yes(config.open_metrics)),
        ("bot-workers", config.bot_workers.to_string()),
        ("rate-factor", config.rate_factor.to_string()),
        ("log", settings.log().to_owned()),
        ("log-json", yes(settings.log_json.unwrap_or(false))),
        ("checkpoints", yes(config.checkpoints)),
        ("accounts", quota(&config.accounts)),
        ("guests", quota(&config.guests)),
        (
            "keep",
            format!(
                "days: once {}, guests {}, empty {}, waiting {}, watched {}, left {}",
                keep.once, keep.guests, keep.empty, keep.waiting, keep.watched, keep.left
            ),
        ),
    ];
    let backups = config.backups.as_ref().map_or("none".to_owned(), |b| {
        format!("in {} every {} s, {} stay", b.folder.display(), b.every.as_secs(), b.keep)
    });
    lines.push(("backups", backups));
    let mail = config.mail.as_ref();
    lines.push(("mail", mail.map_or("none".to_owned(), |m| without_password(&m.smtp))));
    let hosts = &config.notices.exempt;
    let hosts = if hosts.is_empty() { "none".to_owned() } else { hosts.join(", ") };
    lines.push(("notice-hosts", hosts));
    let puzzles = config.puzzles.as_ref();
    lines.push(("puzzles", puzzles.map_or("none".to_owned(), |p| p.display().to_string())));
    let oidc = config.oidc.as_ref();
    lines.push((
        "oidc",
        oidc.map_or("none".to_owned(), |o| format!("{} as {}", o.issuer, o.client)),
    ));
    lines
}

// A file can be made there.
fn takes_files(folder: &Path) -> Result<(), String> {
    let name = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(name)?;
    let file = folder.join(format!(".signalbox-{}", std::process::id()));
    std::fs::write(&file, "").map_err(name)?;
    std::fs::remove_file(&file).map_err(name)
}

fn faults(settings: &Settings, config: &Config) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    if settings.database.is_none() {
        faults.extend(takes_files(settings.data_dir()).err());
    }
    if let Some(backups) = &config.backups {
        faults.extend(takes_files(&backups.folder).err());
    }
    if Admin::is_there(&config.database) {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        faults.extend(runtime.block_on(async {
            match Admin::open_any(&config.database).await {
                Ok(admin) => {
                    admin.close().await;
                    None
                }
                Err(error) => Some(error.to_string()),
            }
        }));
    }
    Ok(faults)
}
