//! Getting back in: codes kept on paper, and mail for a lost password.

use crate::account::{Nothing, SessionJson, begin, clean_text, login_of};
use crate::app::App;
use crate::clock::now;
use crate::extract::Body;
use crate::fault::{Fault, FaultBody};
use crate::limit::{Kind, Whom};
use crate::mail::read_address;
use crate::operator::RegistrationJson;
use crate::pages;
use crate::visitor::{Person, Visitor};
use crate::{password, secret};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use store::{Account, Word, WordKind};
use utoipa::ToSchema;

const CODES: usize = 10;
const HOUR: i64 = 3_600_000;
// Accounts of one mail address that are told of a lost password.
const MOST_ACCOUNTS: i64 = 5;
const NO_MAIL: &str = "this server sends no mail";
const WRONG: &str = "this code or link is not good, or was used already";

/// How one comes in here.
#[derive(Debug, Serialize, ToSchema)]
pub struct DoorJson {
    /// Who may make an account.
    pub registration: RegistrationJson,
    /// Whether one may play without an account.
    pub guests: bool,
    /// Whether a lost password can be replaced by mail.
    pub mail: bool,
    /// Name of the provider with whose login one may come in.
    #[schema(required = true)]
    pub provider: Option<String>,
}

/// How an account can be opened if its password is lost.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryJson {
    /// Codes that are left.
    pub codes: i64,
    /// Its mail address.
    #[schema(required = true)]
    pub mail: Option<String>,
    /// Whether it has a password.
    pub password: bool,
    /// Whether the login of the provider opens it.
    pub provider: bool,
}

/// New codes, shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodesJson {
    /// The codes; each opens the account once.
    pub codes: Vec<String>,
}

/// The password once more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodesBody {
    /// Password; accounts without one need none.
    #[serde(default)]
    pub password: String,
}

/// A mail address for an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailBody {
    /// The address; none if missing.
    pub mail: Option<String>,
    /// Password; accounts without one need none.
    #[serde(default)]
    pub password: String,
    /// Language of the letter.
    pub lang: Option<String>,
}

/// A word that came by mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordBody {
    /// The word.
    pub word: String,
}

/// A code and a new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRecovery {
    /// Name of the account.
    pub name: String,
    /// One of its codes.
    pub code: String,
    /// The new password.
    pub password: String,
}

/// Whose password is lost.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LostBody {
    /// Name or mail address of the account.
    pub name: String,
    /// Language of the letter.
    pub lang: Option<String>,
}

/// A word that came by mail, and a new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordRecovery {
    /// The word.
    pub word: String,
    /// The new password.
    pub password: String,
}

/// How one comes in here.
#[utoipa::path(get, path = "/api/door", tag = "account",
    responses((status = 200, body = DoorJson), (status = "4XX", body = FaultBody)))]
pub async fn door(State(app): State<App>) -> Result<Json<DoorJson>, Fault> {
    let house = app.store.house().await?;
    Ok(Json(DoorJson {
        registration: house.registration.into(),
        guests: house.guests,
        mail: app.postman.is_some(),
        provider: app.config.oidc.as_ref().map(|o| o.name.clone()),
    }))
}

// The account of somebody who knows its password.
async fn who_knows(app: &App, person: &Person, given: String) -> Result<Account, Fault> {
    app.limiter.take(Kind::Password, Whom::Name(person.id().to_owned()))?;
    let account = app.store.account(person.id()).await?.ok_or(Fault::NoSession)?;
    if account.login.is_none() {
        return Err(Fault::conflict("guests have no password"));
    }
    if account.password.is_some()
        && (given.len() > password::LONGEST
            || !password::fits(given, account.password.clone()).await?)
    {
        return Err(Fault::WrongLogin);
    }
    Ok(account)
}

async fn recovery_json(app: &App, account: &Account) -> Result<Json<RecoveryJson>, Fault> {
    let provider = match &app.config.oidc {
        Some(oidc) => app.store.has_identity(&account.id, &oidc.issuer).await?,
        None => false,
    };
    Ok(Json(RecoveryJson {
        codes: app.store.recovery_left(&account.id).await?,
        mail: account.mail.clone(),
        password: account.password.is_some(),
        provider,
    }))
}

/// How one's account can be opened if its password is lost.
#[utoipa::path(get, path = "/api/account/recovery", tag = "account",
    responses((status = 200, body = RecoveryJson), (status = "4XX", body = FaultBody)))]
pub async fn recovery(State(app): State<App>, person: Person) -> Result<Json<RecoveryJson>, Fault> {
    recovery_json(&app, &person.account).await
}

/// Makes ten codes in place of those that were there.
#[utoipa::path(post, path = "/api/account/recovery", tag = "account", request_body = CodesBody,
    responses((status = 200, body = CodesJson), (status = "4XX", body = FaultBody)))]
pub async fn new_codes(
    State(app): State<App>,
    person: Person,
    Body(body): Body<CodesBody>,
) -> Result<Json<CodesJson>, Fault> {
    let account = who_knows(&app, &person, body.password).await?;
    let codes: Vec<String> = (0..CODES).map(|_| secret::random_code()).collect();
    let hashes: Vec<String> = codes.iter().map(|c| secret::hash(c)).collect();
    app.store.set_recovery(&account.id, &hashes).await?;
    Ok(Json(CodesJson { codes }))
}

// Sets a new password; whoever was logged in before is not any more.
async fn open(
    app: &App,
    visitor: &Visitor,
    mut account: Account,
    new: String,
) -> Result<Response, Fault> {
    account.password = Some(password::hash(new).await?);
    app.store.update_account(&account).await?;
    app.store.end_sessions(&account.id, "").await?;
    tracing::info!(account = account.id, address = %visitor.address, "an account has a new password");
    begin(app, &account, visitor.https).await
}

/// Sets a new password with one of the account's codes.
#[utoipa::path(post, path = "/api/recover/code", tag = "account", request_body = CodeRecovery,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn by_code(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<CodeRecovery>,
) -> Result<Response, Fault> {
    let login = login_of(&clean_text(&body.name, 40));
    app.limiter.take(Kind::Names, visitor.address)?;
    app.limiter.take(Kind::Password, Whom::says(visitor.address, &login))?;
    password::check(&body.password)?;
    let hash = secret::hash(&secret::typed_code(&body.code));
    let account = match app.store.account_by_login(&login).await? {
        Some(account) if app.store.take_recovery(&account.id, &hash).await? => account,
        _ => {
            tracing::warn!(address = %visitor.address, "a recovery code was not good");
            metrics::counter!("signalbox_failed_logins_total").increment(1);
            return Err(Fault::Forbidden(WRONG));
        }
    };
    open(&app, &visitor, account, body.password).await
}

// The address of the page that takes a word.
fn link(app: &App, name: &str, word: &str) -> String {
    let home = app.config.public_url.as_deref().map(crate::config::origin).unwrap_or_default();
    format!("{home}/recover#{name}={word}")
}

fn new_word(user: &str, kind: WordKind, mail: &str, lasts: i64) -> (String, Word) {
    let word = secret::random_word(24);
    let hash = secret::hash(&word);
    let (user, mail) = (user.to_owned(), mail.to_owned());
    (word, Word { hash, user, kind, mail, expires: now() + lasts })
}

/// Gives the account a mail address, once a letter sent there was read; or takes it away.
#[utoipa::path(post, path = "/api/account/mail", tag = "account", request_body = MailBody,
    responses((status = 200, body = RecoveryJson), (status = "4XX", body = FaultBody),
        (status = "5XX", body = FaultBody)))]
pub async fn set_mail(
    State(app): State<App>,
    person: Person,
    Body(body): Body<MailBody>,
) -> Result<Json<RecoveryJson>, Fault> {
    let mut account = who_knows(&app, &person, body.password).await?;
    let Some(mail) = body.mail else {
        app.store.set_mail(&account.id, None).await?;
        account.mail = None;
        return recovery_json(&app, &account).await;
    };
    let postman = app.postman.as_ref().ok_or_else(|| Fault::conflict(NO_MAIL))?;
    let mail = read_address(&mail)?;
    app.limiter.take(Kind::Mail, Whom::Name(person.id().to_owned()))?;
    app.limiter.take(Kind::Mail, person.address)?;
    let place = postman.place()?;
    let (word, stored) = new_word(&account.id, WordKind::Mail, &mail, 24 * HOUR);
    app.store.add_word(&stored).await?;
    let told = |key| pages::text(body.lang.as_deref(), key);
    let text = told("letter-mail")
        .replace("{name}", &account.name)
        .replace("{link}", &link(&app, "mail", &word));
    postman.send(place, &mail, &told("letter-mail-subject"), text).await?;
    recovery_json(&app, &account).await
}

/// Shows that a letter was read: the address is the account's from now on.
#[utoipa::path(post, path = "/api/recover/confirm", tag = "account", request_body = WordBody,
    responses((status = 200, body = Nothing), (status = "4XX", body = FaultBody)))]
pub async fn confirm_mail(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<WordBody>,
) -> Result<Json<Nothing>, Fault> {
    app.limiter.take(Kind::Names, visitor.address)?;
    let hash = secret::hash(&clean_text(&body.word, 60));
    let found = app.store.take_word(&hash, WordKind::Mail, now()).await?;
    let (user, mail) = found.ok_or(Fault::Forbidden(WRONG))?;
    app.store.set_mail(&user, Some(&mail)).await?;
    Ok(Json(Nothing {}))
}

/// Sends mail for a lost password. The answer is the same whether or not there is such an account.
#[utoipa::path(post, path = "/api/recover/mail", tag = "account", request_body = LostBody,
    responses((status = 202, body = Nothing), (status = "4XX", body = FaultBody),
        (status = "5XX", body = FaultBody)))]
pub async fn lost(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<LostBody>,
) -> Result<(StatusCode, Json<Nothing>), Fault> {
    let postman = app.postman.as_ref().ok_or_else(|| Fault::conflict(NO_MAIL))?;
    app.limiter.take(Kind::Mail, visitor.address)?;
    let place = postman.place()?;
    let name = clean_text(&body.name, 200);
    // What is found takes time to tell: that is nobody's business who waits for the answer.
    let app = app.clone();
    tokio::spawn(async move {
        let told = async {
            let accounts = match name.contains('@') {
                true => {
                    app.store.accounts_by_mail(&name.trim().to_lowercase(), MOST_ACCOUNTS).await?
                }
                false => app.store.account_by_login(&login_of(&name)).await?.into_iter().collect(),
            };
            tell_lost(&app, place, &accounts, body.lang.as_deref()).await
        };
        if let Err(fault) = told.await {
            tracing::warn!(?fault, "a letter about a lost password was not sent");
        }
    });
    Ok((StatusCode::ACCEPTED, Json(Nothing {})))
}

// One letter for all accounts of an address.
async fn tell_lost(
    app: &App,
    place: tokio::sync::OwnedSemaphorePermit,
    accounts: &[Account],
    lang: Option<&str>,
) -> Result<(), Fault> {
    let (Some(postman), Some(mail)) = (&app.postman, accounts.first().and_then(|a| a.mail.clone()))
    else {
        return Ok(());
    };
    // Whoever asks from many addresses still fills nobody's box.
    app.limiter.take(Kind::Mail, Whom::Name(mail.clone()))?;
    let told = |key| pages::text(lang, key);
    let mut links = Vec::new();
    for account in accounts {
        let (word, stored) = new_word(&account.id, WordKind::Password, &mail, HOUR);
        app.store.add_word(&stored).await?;
        links.push(format!("{}: {}", account.name, link(app, "word", &word)));
    }
    let text = told("letter-password").replace("{links}", &links.join("\n"));
    postman.send(place, &mail, &told("letter-password-subject"), text).await
}

/// Sets a new password with a word that came by mail.
#[utoipa::path(post, path = "/api/recover/word", tag = "account", request_body = WordRecovery,
    responses((status = 200, body = SessionJson), (status = "4XX", body = FaultBody)))]
pub async fn by_word(
    State(app): State<App>,
    visitor: Visitor,
    Body(body): Body<WordRecovery>,
) -> Result<Response, Fault> {
    app.limiter.take(Kind::Names, visitor.address)?;
    password::check(&body.password)?;
    let hash = secret::hash(&clean_text(&body.word, 60));
    let found = app.store.take_word(&hash, WordKind::Password, now()).await?;
    let (user, _) = found.ok_or(Fault::Forbidden(WRONG))?;
    let account = app.store.account(&user).await?.ok_or(Fault::Forbidden(WRONG))?;
    open(&app, &visitor, account, body.password).await
}
