//! `signalbox play`: a game at the terminal.

mod menu;
mod route_entry;
mod rule_text;
mod setup;

pub use setup::parse_option;

use crate::describe::Describe;
use crate::loaded::own_game;
use crate::routes::best::Best;
use crate::terminal::{Ink, paint, say};
use anyhow::{Context, Result, bail};
use bots::Bot;
use engine::{Choice, Company, Event, Game, GameFile, Move, OptionValue, Problem, RouteClaim};
use menu::Entry;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Play a game at the terminal: everybody at one keyboard, with bots in the last seats if they are asked for.
///
/// Every decision is a numbered list of all that is legal; `help` shows what else can be typed.
#[derive(clap::Args)]
pub struct Args {
    /// 18cz, 1860, 18lilliput or 1889
    #[arg(required_unless_present = "resume")]
    title: Option<String>,
    /// How many play
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Their names, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    names: Vec<String>,
    /// Variant of the title; without this, the usual one for that many players
    #[arg(long)]
    variant: Option<String>,
    /// Set of options to start from
    #[arg(long)]
    preset: Option<String>,
    /// An option that differs from the preset; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = setup::parse_option)]
    option: Vec<(String, OptionValue)>,
    /// Seed of all chance; without this, another game each time
    #[arg(long)]
    seed: Option<u64>,
    /// A corrected data sheet (JSON)
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// What else the title wants to know, such as a landscape of 18Lilliput (JSON)
    #[arg(long, value_name = "FILE")]
    extra: Option<PathBuf>,
    /// Bots for the last seats: easy, standard or strong, each also as -cautious, -builder or -shark
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<Bot>,
    /// Save the game here after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["title", "players", "names", "variant", "preset", "option", "seed", "data", "extra"])]
    resume: Option<PathBuf>,
}

/// What was typed.
enum Answer {
    Number(usize),
    Back,
    End,
    Again,
    Changed,
}

struct Table<R> {
    game: Game,
    save: Option<PathBuf>,
    // Who plays for the last seats.
    bots: Vec<Bot>,
    input: R,
    events: Vec<Event>,
}

/// Plays until the game or the input ends.
pub fn run(args: &Args) -> Result<ExitCode> {
    let (game, save) = match (&args.resume, &args.title) {
        (Some(path), _) => {
            let file = GameFile::read(&crate::loaded::text(path)?)
                .with_context(|| format!("{}", path.display()))?;
            let mut game = own_game(&file).with_context(|| format!("{}", path.display()))?;
            if game.setup().is_secret() {
                game = own_game(&setup::with_new_luck(file))?;
            }
            (game, args.save.clone().or_else(|| Some(path.clone())))
        }
        (None, Some(title)) => (setup::new_game(args, title)?, args.save.clone()),
        (None, None) => bail!("say which title is played"),
    };
    let count = game.setup().players.len();
    if args.bots.len() >= count {
        bail!("{} bots for {count} seats leave nobody to play", args.bots.len());
    }
    let (bots, input) = (args.bots.clone(), std::io::stdin().lock());
    let mut table = Table { game, save, bots, input, events: Vec::new() };
    table.play()?;
    Ok(ExitCode::SUCCESS)
}

const HELP: &str = "\
 a number   choose that line
 back       leave a sub-menu
 show       the whole position
 routes     the best routes of the company in turn
 undo [N]   take back the last move, or the last N
 log [N]    the last N moves
 rule ID    the text of a rule, such as: rule CZ-SR-13
 save FILE  save the game
 quit       stop (the game can be resumed from its file)";

impl<R: BufRead> Table<R> {
    fn play(&mut self) -> Result<()> {
        self.saved()?;
        say(self.heading());
        while self.game.position().decision().is_some() {
            if self.bot_moves()? {
                continue;
            }
            let position = self.game.position();
            let entries = menu::menu(position, position.choices());
            say("");
            say(paint(Ink::Bold, Describe(position).decision(&self.game.setup().players)));
            if !self.choose(&entries)? {
                return self.saved();
            }
        }
        say(crate::show::position(self.game.position(), &self.game.setup().players));
        self.saved()
    }

    /// Lets a bot decide if the seat is one's; says whether it was.
    fn bot_moves(&mut self) -> Result<bool> {
        let position = self.game.position();
        let people = self.game.setup().players.len() - self.bots.len();
        let seat = position.decision().map_or(0, |d| d.player.at());
        let Some(bot) = seat.checked_sub(people).and_then(|i| self.bots.get(i)) else {
            return Ok(false);
        };
        let seed = self.game.setup().seed ^ self.game.moves().len() as u64;
        let Some((mv, reason)) = bots::play_for(position, bot.name(), seed)? else {
            return Ok(false);
        };
        say("");
        let name = self.game.setup().players.get(seat).cloned().unwrap_or_default();
        say(paint(Ink::Bold, format!("{name} ({bot}): {}", reason.text)));
        self.make(&mv)?;
        Ok(true)
    }

    /// What is played, and what else as many could play.
    fn heading(&self) -> String {
        let (what, reconstructed) = render::text::heading(self.game.position());
        let setup = self.game.setup();
        let count = setup.players.len();
        let mut text = paint(Ink::Bold, format!("{what} · {count} players · {}", setup.preset));
        let others: Vec<String> = match crate::chosen::title(&setup.title) {
            Ok(title) if self.game.moves().is_empty() => {
                let all = crate::chosen::variants(title, count).into_iter();
                all.filter(|v| *v != setup.variant).collect()
            }
            _ => Vec::new(),
        };
        if !others.is_empty() {
            text.push_str(&format!("\n{count} can also play {} (--variant).", others.join(", ")));
        }
        if let Some(reconstructed) = reconstructed {
            text.push_str(&format!("\n{reconstructed}"));
        }
        text
    }

    /// Lets a line of a menu be chosen and played; `false` at the end of the input.
    fn choose(&mut self, entries: &[Entry]) -> Result<bool> {
        loop {
            say(menu::text(self.game.position(), entries));
            match self.ask("> ")? {
                Answer::End => return Ok(false),
                Answer::Back | Answer::Changed => return Ok(true),
                Answer::Again => {}
                Answer::Number(n) => match n.checked_sub(1).and_then(|i| entries.get(i)) {
                    None => say(format!("There are {} lines.", entries.len())),
                    Some(Entry::Many(name, inner)) => {
                        say(paint(Ink::Bold, name));
                        return self.choose(inner);
                    }
                    Some(Entry::One(choice)) => return self.take(choice),
                },
            }
        }
    }

    /// Plays a choice after asking what it leaves open.
    fn take(&mut self, choice: &Choice) -> Result<bool> {
        let mv = match (&choice.mv, choice.amount) {
            (Move::Run { company, .. }, _) => match self.routes(*company)? {
                Some(mv) => mv,
                None => return Ok(true),
            },
            (mv, Some(range)) if range.min != range.max => loop {
                let step = if range.step == 1 {
                    String::new()
                } else {
                    format!(" in steps of {}", range.step)
                };
                match self.ask(&format!("how much, {} to {}{step}? ", range.min, range.max))? {
                    Answer::End => return Ok(false),
                    Answer::Back | Answer::Changed => return Ok(true),
                    Answer::Again => {}
                    Answer::Number(n) => match i32::try_from(n) {
                        Ok(n) if range.contains(n) => break mv.with_amount(n),
                        _ => say("That is not in the range."),
                    },
                }
            },
            (mv, _) => mv.clone(),
        };
        self.make(&mv)?;
        Ok(true)
    }

    /// Asks for routes: the finder's, typed ones, or none.
    fn routes(&mut self, company: Company) -> Result<Option<Move>> {
        let budget = Duration::from_secs(10);
        let best = Best::of(self.game.position(), company, budget);
        let position = self.game.position();
        let other = best.as_ref().and_then(|b| b.alternative(position, budget));
        if let Some(best) = &best {
            say(best.text(position));
            if let Some(other) = &other {
                say(best.alternative_text(position, other));
            }
        }
        let run = |routes: Vec<RouteClaim>| Move::Run { company, routes, recorded: None };
        let these = run(best.map(|b| b.routes()).unwrap_or_default());
        let mut lines = vec![("run these routes", Some(these))];
        if let Some(other) = other {
            lines.push(("run for most subsidy", Some(run(other.claims))));
        }
        lines.push(("type the routes", None));
        lines.push(("run nothing", Some(run(Vec::new()))));
        for (i, (text, _)) in lines.iter().enumerate() {
            say(format!("{:>4}  {text}", i + 1));
        }
        loop {
            match self.ask("> ")? {
                Answer::Number(n) => match n.checked_sub(1).and_then(|i| lines.get(i)) {
                    Some((_, Some(mv))) => return Ok(Some(mv.clone())),
                    Some((_, None)) => return self.typed_routes(company),
                    None => {}
                },
                Answer::Again => {}
                Answer::Back | Answer::End | Answer::Changed => return Ok(None),
            }
        }
    }

    fn typed_routes(&mut self, company: Company) -> Result<Option<Move>> {
        let Some(problem) = self.game.position().problem(company) else {
            return Ok(None);
        };
        say(
            "Type the cells of each route in order, such as: E15 E13 E11. An empty line leaves a train at rest.",
        );
        if problem.halts_are_a_choice() {
            say("After the cells: halts=2 serves two halts instead of small stations.");
        }
        if problem.rules.may_decline {
            say("After the cells: pass=E13 passes the small station or halt there without a stop.");
        }
        let mut routes = Vec::new();
        for &card in &problem.cards {
            loop {
                let Some(line) =
                    self.line(&format!("{}: ", Describe(self.game.position()).train(card)))?
                else {
                    return Ok(None);
                };
                if line.is_empty() {
                    break;
                }
                match route_entry::follow(self.game.position(), &problem, card, &line) {
                    Ok(route) => {
                        let Some(route) = self.halts(&problem, route)? else {
                            return Ok(None);
                        };
                        routes.push(route);
                        break;
                    }
                    Err(why) => say(why),
                }
            }
        }
        Ok(Some(Move::Run { company, routes, recorded: None }))
    }

    /// Asks how many halts a typed route serves, unless that was typed or is no choice.
    fn halts(&mut self, problem: &Problem, route: RouteClaim) -> Result<Option<RouteClaim>> {
        let offered = route_entry::halts_offered(problem, &route);
        if route.halts.is_some() || offered.len() < 2 {
            return Ok(Some(route));
        }
        let describe = Describe(self.game.position());
        let lines: Vec<String> = (offered.iter())
            .map(|(n, revenue, subsidy)| {
                format!(
                    "{n}: {} and {}",
                    describe.money(*revenue),
                    describe.company_money(*subsidy)
                )
            })
            .collect();
        say(format!("halts served  {}", lines.join("   ")));
        loop {
            let Some(line) = self.line("how many halts (empty: most revenue)? ")? else {
                return Ok(None);
            };
            if line.is_empty() {
                return Ok(Some(route));
            }
            let typed: Option<u8> = line.parse().ok();
            if let Some(&(n, ..)) = offered.iter().find(|(n, ..)| Some(*n) == typed) {
                return Ok(Some(RouteClaim { halts: Some(n), ..route }));
            }
            say("That many cannot be served.");
        }
    }

    fn make(&mut self, mv: &Move) -> Result<()> {
        let sentence = Describe(self.game.position()).sentence(mv);
        self.events.clear();
        match self.game.play(mv, &mut self.events) {
            Ok(()) => {
                say(paint(Ink::Dim, format!("— {sentence}")));
                self.saved()
            }
            Err(refusal) => {
                say(paint(Ink::Red, format!("Not legal: {refusal}")));
                if let Some(text) = rule_text::rule_text(refusal.rule) {
                    say(text);
                }
                Ok(())
            }
        }
    }

    fn saved(&self) -> Result<()> {
        match &self.save {
            Some(path) => save(&self.game, path),
            None => Ok(()),
        }
    }

    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        print!("{prompt}");
        std::io::stdout().flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            say("");
            return Ok(None);
        }
        Ok(Some(line.trim().to_owned()))
    }

    /// Reads a number, or carries out a command.
    fn ask(&mut self, prompt: &str) -> Result<Answer> {
        let Some(line) = self.line(prompt)? else {
            return Ok(Answer::End);
        };
        if let Ok(n) = line.parse() {
            return Ok(Answer::Number(n));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let rest = rest.trim();
        match word {
            "q" | "quit" | "exit" => return Ok(Answer::End),
            "b" | "back" => return Ok(Answer::Back),
            "show" | "s" => {
                say(crate::show::position(self.game.position(), &self.game.setup().players))
            }
            "undo" | "u" => {
                let n = if rest.is_empty() { 1 } else { rest.parse().unwrap_or(0) };
                let keep = self.game.moves().len().saturating_sub(n);
                let back = self.game.undo_to(keep);
                say(format!(
                    "{} move{} taken back",
                    back.len(),
                    if back.len() == 1 { "" } else { "s" }
                ));
                self.saved()?;
                return Ok(Answer::Changed);
            }
            "routes" | "r" => match self.game.position().decision().and_then(|d| d.company) {
                Some(company) => {
                    match Best::of(self.game.position(), company, Duration::from_secs(10)) {
                        Some(best) => {
                            let position = self.game.position();
                            say(best.text(position));
                            if let Some(other) = best.alternative(position, Duration::from_secs(10))
                            {
                                say(best.alternative_text(position, &other));
                            }
                        }
                        None => say("There is nothing to run."),
                    }
                }
                None => say("It is no company's turn."),
            },
            "log" => self.log(rest.parse().unwrap_or(10)),
            "rule" => {
                say(rule_text::rule_text(rest)
                    .unwrap_or_else(|| format!("no rule is called {rest}")))
            }
            "save" if !rest.is_empty() => {
                save(&self.game, Path::new(rest))?;
                say(format!("saved to {rest}"));
            }
            "" => {}
            _ => say(HELP),
        }
        Ok(Answer::Again)
    }

    fn log(&self, n: usize) {
        let moves = self.game.moves();
        let first = moves.len().saturating_sub(n);
        for (i, mv) in moves.iter().enumerate().skip(first) {
            say(format!("{:>4}  {}", i + 1, Describe(self.game.at(i).as_ref()).sentence(mv)));
        }
    }
}

/// Writes a game so that a crash leaves either the old file or the new one.
fn save(game: &Game, path: &Path) -> Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    std::fs::write(&fresh, game.file().write()).with_context(|| format!("{}", fresh.display()))?;
    std::fs::rename(&fresh, path).with_context(|| format!("{}", path.display()))
}
