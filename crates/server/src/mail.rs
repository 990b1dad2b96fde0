//! Mail, through the server that the operator named.

use crate::config::Mail;
use crate::fault::Fault;
use lettre::message::Mailbox;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::{Address, Message, SmtpTransport, Transport};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

// So many letters are under way at once; each may take so long.
const AT_ONCE: usize = 16;
const LONGEST: Duration = Duration::from_secs(20);

/// Who carries mail.
pub struct Postman {
    transport: SmtpTransport,
    from: Mailbox,
    places: Arc<Semaphore>,
}

/// An address as somebody typed it, in one form.
pub fn read_address(text: &str) -> Result<String, Fault> {
    let text = text.trim().to_lowercase();
    match text.len() <= 200 && text.parse::<Address>().is_ok() {
        true => Ok(text),
        false => Err(Fault::bad("that is no mail address")),
    }
}

/// Whether mail could be sent so; a sentence if not.
pub fn check_mail(mail: &Mail) -> Result<(), String> {
    Postman::new(mail).map(|_| ())
}

impl Postman {
    /// As the settings say; a sentence where they make no sense.
    pub fn new(mail: &Mail) -> Result<Postman, String> {
        let transport = SmtpTransport::from_url(&mail.smtp).map_err(|error| {
            format!(
                "{error}: write smtps://NAME:PASSWORD@mail.example, or smtp://mail.example?tls=required"
            )
        })?;
        let from = mail.from.parse().map_err(|error| format!("{}: {error}", mail.from))?;
        Ok(Postman {
            transport: transport.timeout(Some(LONGEST)).build(),
            from,
            places: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// A place for a letter, before anything is promised.
    pub fn place(&self) -> Result<OwnedSemaphorePermit, Fault> {
        self.places.clone().try_acquire_owned().map_err(|_| Fault::Unavailable)
    }

    /// Who letters come from.
    pub fn from(&self) -> &Address {
        &self.from.email
    }

    /// Sends a letter; comes back when the other side has taken it.
    pub async fn send(
        &self,
        place: OwnedSemaphorePermit,
        to: &str,
        subject: &str,
        text: String,
    ) -> Result<(), Fault> {
        self.send_with(place, to, subject, text, &[]).await
    }

    /// Sends a letter with further lines in its head.
    pub async fn send_with(
        &self,
        place: OwnedSemaphorePermit,
        to: &str,
        subject: &str,
        text: String,
        head: &[(&'static str, String)],
    ) -> Result<(), Fault> {
        let to: Address = to.parse().map_err(|_| Fault::bad("that is no mail address"))?;
        let mut letter =
            Message::builder().from(self.from.clone()).to(Mailbox::new(None, to)).subject(subject);
        for (name, value) in head {
            let name = HeaderName::new_from_ascii_str(name);
            letter = letter.raw_header(HeaderValue::new(name, value.clone()));
        }
        let letter = letter.body(text).map_err(|_| Fault::Unavailable)?;
        let transport = self.transport.clone();
        let sent = tokio::task::spawn_blocking(move || {
            let _place = place;
            transport.send(&letter)
        });
        match sent.await? {
            Ok(_) => {
                metrics::counter!("signalbox_mail_total", "what" => "sent").increment(1);
                Ok(())
            }
            Err(error) => {
                metrics::counter!("signalbox_mail_total", "what" => "failed").increment(1);
                tracing::error!(%error, "mail was not sent");
                Err(Fault::Unavailable)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_for_mail_are_checked() {
        let new = |smtp: &str, from: &str| {
            Postman::new(&Mail { smtp: smtp.to_owned(), from: from.to_owned() })
        };
        for smtp in
            ["smtps://a:b@mail.example", "smtp://mail.example?tls=required", "smtp://[::1]:25"]
        {
            assert!(new(smtp, "Signalbox <no-reply@play.example>").is_ok(), "{smtp}");
        }
        assert!(new("mail.example", "no-reply@play.example").is_err());
        assert!(new("https://mail.example", "no-reply@play.example").is_err());
        assert!(new("smtps://mail.example", "nobody").is_err());
    }

    #[test]
    fn addresses_have_one_form() {
        assert_eq!(read_address(" Anna@Play.Example ").unwrap(), "anna@play.example");
        for text in ["", "anna", "anna@", "anna@x\r\nBcc: b@x", "a b@x.example"] {
            assert!(read_address(text).is_err(), "{text}");
        }
    }
}
