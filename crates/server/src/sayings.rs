//! What a notice says, in the reader's language.

use crate::pages::Texts;
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::{Channel, GameRow, NoticeKind, Waiting};

// Lines of one message; of more only the number is told.
const MOST_LINES: usize = 12;

/// One line: something about one game.
#[derive(Clone, Debug, Serialize)]
pub struct SaidLine {
    /// What it tells of.
    pub kind: &'static str,
    /// The game.
    pub game: String,
    /// What the game is called.
    pub name: String,
    /// The sentence.
    pub text: String,
    /// The address of the position.
    pub link: String,
}

/// A message: everything that waited on one way.
#[derive(Clone, Debug)]
pub struct Saying {
    /// The same when the same is told again.
    pub id: String,
    /// The first line, or that there are several.
    pub title: String,
    /// Lines.
    pub lines: Vec<SaidLine>,
    /// That there is more than these lines.
    pub more: Option<String>,
    /// The address to open: the position, or one's games.
    pub link: String,
    /// The address that stops all this.
    pub stop: String,
    /// What stands before it.
    pub stop_text: String,
}

/// The game of a notice, if it has one, and the name of its title.
pub type Of = Option<Box<(GameRow, String)>>;

// What a game is called.
fn called(game: &GameRow, title: &str) -> String {
    match game.name.as_str() {
        "" => title.to_owned(),
        name => format!("{name} ({title})"),
    }
}

impl Saying {
    /// Says what waits on a way. `home` is the address of this server; with each notice stands its game.
    pub fn new(home: &str, channel: &Channel, told: &[(Waiting, Of)]) -> Saying {
        let texts = Texts::of(&channel.lang);
        let lines: Vec<SaidLine> = told
            .iter()
            .map(|(notice, game)| {
                let name = game.as_deref().map(|(g, title)| called(g, title)).unwrap_or_default();
                let kind = notice.kind.name();
                let key = match (notice.kind, &channel.game) {
                    (NoticeKind::Turn, Some(_)) => "notice-turn-table".to_owned(),
                    _ => format!("notice-{kind}"),
                };
                SaidLine {
                    kind,
                    game: notice.game.clone(),
                    text: texts.get(&key).replace("{game}", &name).replace("{name}", &notice.name),
                    name,
                    link: match notice.game.as_str() {
                        "" => format!("{home}/account#notices"),
                        game => format!("{home}/game/{game}"),
                    },
                }
            })
            .collect();
        let mut id = Sha256::new();
        id.update(channel.id.as_bytes());
        for (notice, _) in told {
            id.update(format!(" {} {} {}", notice.game, notice.kind.name(), notice.mark));
        }
        let id: String = id.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let (title, link) = match lines.as_slice() {
            [one] => (one.text.clone(), one.link.clone()),
            several if several.windows(2).all(|two| two[0].link == two[1].link) => {
                (several[0].text.clone(), several[0].link.clone())
            }
            _ => (texts.get("notice-several"), format!("{home}/")),
        };
        let rest = lines.len().saturating_sub(MOST_LINES);
        Saying {
            id,
            title,
            more: (rest > 0).then(|| texts.get("notice-more").replace("{n}", &rest.to_string())),
            lines: lines.into_iter().take(MOST_LINES).collect(),
            link,
            stop: format!("{home}/stop#{}", channel.stop),
            stop_text: texts.get("notice-stop"),
        }
    }

    /// All lines as plain text, each with its link if `links`.
    pub fn text(&self, links: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(&line.text);
            text.push('\n');
            if links {
                text.push_str(&line.link);
                text.push_str("\n\n");
            }
        }
        if let Some(more) = &self.more {
            text.push_str(more);
            text.push('\n');
        }
        text.trim_end().to_owned()
    }
}
