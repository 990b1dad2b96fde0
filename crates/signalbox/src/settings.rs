//! Settings of a server: flags, the environment, and a file. A flag counts more than the environment, and that more than
//! the file. Names in the file are those of the flags.

use crate::seconds::Period;
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use server::{Backups, Config, Keep, Mail, Oidc, Parts, Quota};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Every setting; what is not said stays as it is.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Where to listen [default: 127.0.0.1:1860]
    #[arg(long, env = "SIGNALBOX_ADDRESS")]
    pub address: Option<SocketAddr>,
    /// An SQLite file or postgres://…; without this, signalbox.sqlite in the data folder
    #[arg(long, env = "SIGNALBOX_DATABASE")]
    pub database: Option<String>,
    /// Folder for the database file [default: .]
    #[arg(long, env = "SIGNALBOX_DATA_DIR", value_name = "FOLDER")]
    pub data_dir: Option<PathBuf>,
    /// The address people use, if it is another: <https://play.example>
    #[arg(long, env = "SIGNALBOX_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front
    #[arg(long, env = "SIGNALBOX_TRUST_PROXY", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = clap::builder::BoolishValueParser::new(), value_name = "YES")]
    pub trust_proxy: Option<bool>,
    /// Sites that may show games in a frame, separated by commas: <https://club.example>, or * for all
    #[arg(long, env = "SIGNALBOX_EMBED", value_name = "ORIGINS")]
    pub embed: Option<String>,
    /// Show metrics to other machines too
    #[arg(long, env = "SIGNALBOX_OPEN_METRICS", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = clap::builder::BoolishValueParser::new(), value_name = "YES")]
    pub open_metrics: Option<bool>,
    /// Folder with puzzles of one's own, beside those that the program brings
    #[arg(long, env = "SIGNALBOX_PUZZLES", value_name = "FOLDER")]
    pub puzzles: Option<PathBuf>,
    /// Bots that think at once [default: one less than there are cores]
    #[arg(long, env = "SIGNALBOX_BOT_WORKERS", value_name = "N")]
    pub bot_workers: Option<usize>,
    /// Widens the limits on requests; 0 switches them off [default: 1]
    #[arg(long, env = "SIGNALBOX_RATE_FACTOR", value_name = "X")]
    pub rate_factor: Option<f64>,
    /// What to log, as in: info,server=debug [default: info]
    #[arg(long, env = "SIGNALBOX_LOG", value_name = "FILTER")]
    pub log: Option<String>,
    /// Log JSON
    #[arg(long, env = "SIGNALBOX_LOG_JSON", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = clap::builder::BoolishValueParser::new(), value_name = "YES")]
    pub log_json: Option<bool>,
    /// Folder for backups that the server makes by itself
    #[arg(long, env = "SIGNALBOX_BACKUP_DIR", value_name = "FOLDER")]
    pub backup_dir: Option<PathBuf>,
    /// How often it makes one: 6h, 1d [default: 1d]
    #[arg(long, env = "SIGNALBOX_BACKUP_EVERY", value_name = "TIME")]
    pub backup_every: Option<Period>,
    /// How many of them stay [default: 14]
    #[arg(long, env = "SIGNALBOX_BACKUP_KEEP", value_name = "N")]
    pub backup_keep: Option<usize>,
    /// Carry the log of SQLite over into its file; =no if a program does it that copies the log [default: yes]
    #[arg(long, env = "SIGNALBOX_CHECKPOINTS", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = clap::builder::BoolishValueParser::new(), value_name = "YES")]
    pub checkpoints: Option<bool>,
    /// Server for mail: smtps://NAME:PASSWORD@mail.example, smtp://mail.example?tls=required
    #[arg(long, env = "SIGNALBOX_SMTP", value_name = "URL", hide_env_values = true)]
    pub smtp: Option<String>,
    /// Who mail comes from: Signalbox <no-reply@play.example>
    #[arg(long, env = "SIGNALBOX_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Address of a provider of logins (OpenID Connect); everything else is found from there
    #[arg(long, env = "SIGNALBOX_OIDC_ISSUER", value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// What this server is called at the provider
    #[arg(long, env = "SIGNALBOX_OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// This server's secret at the provider, if it has one
    #[arg(
        long,
        env = "SIGNALBOX_OIDC_CLIENT_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    pub oidc_client_secret: Option<String>,
    /// The name on the button [default: the provider's host]
    #[arg(long, env = "SIGNALBOX_OIDC_NAME", value_name = "NAME")]
    pub oidc_name: Option<String>,
    /// Hosts inside that notices may be sent to all the same, separated by commas: hooks.inside, localhost:8080
    #[arg(long, env = "SIGNALBOX_NOTICE_HOSTS", value_name = "HOSTS")]
    pub notice_hosts: Option<String>,
    /// How much an account may have here.
    #[arg(skip)]
    pub accounts: QuotaSettings,
    /// How much a guest may have here.
    #[arg(skip)]
    pub guests: QuotaSettings,
    /// For how many days what nobody needs is kept.
    #[arg(skip)]
    pub keep: KeepSettings,
}

/// How much somebody may have here.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QuotaSettings {
    games: Option<u32>,
    bots: Option<u32>,
    kept: Option<u32>,
    listed: Option<u32>,
    studies: Option<u32>,
}

/// For how many days what nobody needs is kept.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct KeepSettings {
    once: Option<u32>,
    guests: Option<u32>,
    empty: Option<u32>,
    waiting: Option<u32>,
    watched: Option<u32>,
    left: Option<u32>,
}

fn set(place: &mut i64, value: Option<u32>) {
    if let Some(value) = value {
        *place = value.into();
    }
}

impl QuotaSettings {
    fn apply(self, quota: &mut Quota) {
        set(&mut quota.games, self.games);
        set(&mut quota.bots, self.bots);
        set(&mut quota.kept, self.kept);
        set(&mut quota.listed, self.listed);
        set(&mut quota.studies, self.studies);
    }
}

impl KeepSettings {
    fn apply(self, keep: &mut Keep) {
        set(&mut keep.once, self.once);
        set(&mut keep.guests, self.guests);
        set(&mut keep.empty, self.empty);
        set(&mut keep.waiting, self.waiting);
        set(&mut keep.watched, self.watched);
        set(&mut keep.left, self.left);
    }
}

impl Settings {
    /// These settings, and for what they do not say those of a file.
    pub fn with_file(self, file: Option<&Path>) -> Result<Settings> {
        let Some(file) = file else { return Ok(self) };
        let text = std::fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
        let other: Settings =
            toml::from_str(&text).with_context(|| format!("{}", file.display()))?;
        Ok(Settings {
            address: self.address.or(other.address),
            database: self.database.or(other.database),
            data_dir: self.data_dir.or(other.data_dir),
            public_url: self.public_url.or(other.public_url),
            trust_proxy: self.trust_proxy.or(other.trust_proxy),
            embed: self.embed.or(other.embed),
            open_metrics: self.open_metrics.or(other.open_metrics),
            puzzles: self.puzzles.or(other.puzzles),
            bot_workers: self.bot_workers.or(other.bot_workers),
            rate_factor: self.rate_factor.or(other.rate_factor),
            log: self.log.or(other.log),
            log_json: self.log_json.or(other.log_json),
            backup_dir: self.backup_dir.or(other.backup_dir),
            backup_every: self.backup_every.or(other.backup_every),
            backup_keep: self.backup_keep.or(other.backup_keep),
            checkpoints: self.checkpoints.or(other.checkpoints),
            smtp: self.smtp.or(other.smtp),
            mail_from: self.mail_from.or(other.mail_from),
            oidc_issuer: self.oidc_issuer.or(other.oidc_issuer),
            oidc_client_id: self.oidc_client_id.or(other.oidc_client_id),
            oidc_client_secret: self.oidc_client_secret.or(other.oidc_client_secret),
            oidc_name: self.oidc_name.or(other.oidc_name),
            notice_hosts: self.notice_hosts.or(other.notice_hosts),
            accounts: other.accounts,
            guests: other.guests,
            keep: other.keep,
        })
    }

    /// The folder for the database file.
    pub fn data_dir(&self) -> &Path {
        self.data_dir.as_deref().unwrap_or(Path::new("."))
    }

    /// The database named, or the file in the data folder.
    pub fn database(&self) -> String {
        self.database.clone().unwrap_or_else(|| {
            self.data_dir().join("signalbox.sqlite").to_string_lossy().into_owned()
        })
    }

    /// What to log.
    pub fn log(&self) -> &str {
        self.log.as_deref().unwrap_or("info")
    }

    /// The settings as the server knows them; refused with a sentence where one makes no sense.
    pub fn config(&self, parts: Parts) -> Result<Config> {
        let mut config = Config::new(parts);
        config.database = self.database();
        config.public_url.clone_from(&self.public_url);
        config.trust_proxy = self.trust_proxy.unwrap_or(config.trust_proxy);
        let origins = self.embed.as_deref().unwrap_or_default().split(',').map(str::trim);
        config.embed = origins.filter(|o| !o.is_empty()).map(str::to_owned).collect();
        config.check_embed().map_err(|error| anyhow::anyhow!("embed: {error}"))?;
        config.open_metrics = self.open_metrics.unwrap_or(config.open_metrics);
        config.checkpoints = self.checkpoints.unwrap_or(config.checkpoints);
        if let Some(folder) = &self.puzzles
            && !folder.is_dir()
        {
            bail!("puzzles: there is no folder {}", folder.display());
        }
        config.puzzles.clone_from(&self.puzzles);
        if let Some(address) = self.address {
            config.listen = address;
        }
        match self.bot_workers {
            Some(0) => bail!("bot-workers: at least one bot thinks at once"),
            Some(n) => config.bot_workers = n,
            None => {}
        }
        match self.rate_factor {
            Some(x) if !x.is_finite() || x < 0.0 => bail!("rate-factor: 0 or more, not {x}"),
            Some(x) => config.rate_factor = x,
            None => {}
        }
        server::check_log(self.log()).map_err(|error| anyhow::anyhow!("log: {error}"))?;
        config.backups = self.backups()?;
        config.mail = self.mail()?;
        config.oidc = self.oidc()?;
        let hosts = self.notice_hosts.as_deref().unwrap_or_default().split(',').map(str::trim);
        config.notices.exempt = hosts.filter(|h| !h.is_empty()).map(str::to_owned).collect();
        config.check_hosts().map_err(|error| anyhow::anyhow!("notice-hosts: {error}"))?;
        self.accounts.apply(&mut config.accounts);
        self.guests.apply(&mut config.guests);
        self.keep.apply(&mut config.keep);
        config.check().map_err(|error| anyhow::anyhow!("public-url: {error}"))?;
        Ok(config)
    }

    fn mail(&self) -> Result<Option<Mail>> {
        match (self.smtp.clone(), self.mail_from.clone()) {
            (None, None) => Ok(None),
            (Some(smtp), Some(from)) => {
                let mail = Mail { smtp, from };
                server::check_mail(&mail).map_err(|error| anyhow::anyhow!("smtp: {error}"))?;
                Ok(Some(mail))
            }
            (None, Some(_)) => bail!("smtp: say which server takes mail"),
            (Some(_), None) => bail!("mail-from: say who mail comes from"),
        }
    }

    fn oidc(&self) -> Result<Option<Oidc>> {
        let Some(issuer) = self.oidc_issuer.clone() else {
            if self.oidc_client_id.is_some() || self.oidc_client_secret.is_some() {
                bail!("oidc-issuer: say where the provider is");
            }
            return Ok(None);
        };
        server::check_issuer(&issuer).map_err(|error| anyhow::anyhow!("oidc-issuer: {error}"))?;
        let Some(client) = self.oidc_client_id.clone() else {
            bail!("oidc-client-id: say what this server is called at the provider");
        };
        let host = issuer.split("://").nth(1).and_then(|rest| rest.split('/').next());
        let name = self.oidc_name.clone().or_else(|| host.map(str::to_owned)).unwrap_or_default();
        Ok(Some(Oidc { issuer, client, secret: self.oidc_client_secret.clone(), name }))
    }

    fn backups(&self) -> Result<Option<Backups>> {
        let Some(folder) = self.backup_dir.clone() else {
            if self.backup_every.is_some() || self.backup_keep.is_some() {
                bail!("backup-dir: say where backups shall lie");
            }
            return Ok(None);
        };
        let every = self.backup_every.map_or(Duration::from_secs(86_400), |p| p.0);
        if every < Duration::from_secs(60) {
            bail!("backup-every: a minute or more");
        }
        let keep = self.backup_keep.unwrap_or(14);
        if keep == 0 {
            bail!("backup-keep: at least one stays");
        }
        Ok(Some(Backups { folder, every, keep }))
    }
}
