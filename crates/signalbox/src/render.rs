//! `signalbox render`: pictures.

use crate::loaded::{Form, Loaded};
use crate::routes::best::Best;
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use engine::{Move, Position, RouteClaim, Setup, Title};
use render::{
    GameOptions, MapOptions, MarketOptions, Theme, game_svg, map_svg, market_svg, png, tile_sheet,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Draw the map, the tiles, the market or a whole position as SVG or PNG.
///
/// WHAT is a game file (ours or the public platform's) or the name of a title, with a variant after a colon if need
/// be: `signalbox render map 18cz:bohemia --out map.svg`.
#[derive(clap::Args)]
pub struct Args {
    /// What to draw
    picture: Picture,
    /// Game files or titles
    #[arg(required = true, value_name = "WHAT")]
    inputs: Vec<String>,
    /// Position after the first N moves (public files: before effective action N)
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Draw the routes of the run made there, or the best ones of the company in turn
    #[arg(long)]
    routes: bool,
    /// Where to: a file that ends in .svg or .png, or a folder; without this, SVG on standard output
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Write PNG into a folder given with --out
    #[arg(long)]
    png: bool,
    /// Dark colours
    #[arg(long)]
    dark: bool,
    /// Width in pixels
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Picture {
    /// The map with tiles and stations
    Map,
    /// The tile sheet with the copies left
    Tiles,
    /// The share price chart
    Market,
    /// A whole position on one page
    Game,
}

impl Picture {
    fn name(self) -> &'static str {
        match self {
            Picture::Map => "map",
            Picture::Tiles => "tiles",
            Picture::Market => "market",
            Picture::Game => "game",
        }
    }
}

/// A position to draw.
struct Scene {
    name: String,
    position: Box<dyn Position>,
    players: Vec<String>,
    routes: Vec<RouteClaim>,
    note: String,
}

/// Draws everything asked for.
pub fn run(args: &Args) -> Result<ExitCode> {
    let into_folder = args.out.as_deref().is_some_and(|o| o.is_dir());
    if args.inputs.len() > 1 && !into_folder {
        bail!("several pictures need a folder: --out FOLDER");
    }
    for input in &args.inputs {
        let scene = scene(args, input)?;
        let svg = draw(args, &scene);
        match &args.out {
            None if args.png => bail!("PNG needs a file: --out NAME.png"),
            None => say(svg),
            Some(folder) if into_folder => {
                let end = if args.png { "png" } else { "svg" };
                write(
                    args,
                    &folder.join(format!("{}-{}.{end}", scene.name, args.picture.name())),
                    &svg,
                )?;
            }
            Some(file) => write(args, file, &svg)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn scene(args: &Args, input: &str) -> Result<Scene> {
    let path = Path::new(input);
    if !path.exists() {
        let (title, variant) = input.split_once(':').map_or((input, None), |(t, v)| (t, Some(v)));
        if let Some(title) = titles::by_id(&title.to_lowercase()) {
            return printed(title, variant);
        }
    }
    let loaded = Loaded::read(path, None).or_else(|error| match args.at {
        // What comes after the position asked for need not be playable.
        Some(n) => Loaded::read(path, Some(n)),
        None => Err(error),
    })?;
    let position = loaded.position(args.at)?;
    let name = path.file_name().map_or_else(|| "game".into(), |n| n.to_string_lossy().into_owned());
    let name = name.split('.').next().unwrap_or("game").to_owned();
    let routes = if args.routes { routes(&loaded, args.at, position.as_ref()) } else { Vec::new() };
    let note = args.at.map_or_else(String::new, |n| format!("move {n}"));
    Ok(Scene { name, players: loaded.game.setup().players.clone(), position, routes, note })
}

/// The position before the first move, for what is printed.
fn printed(title: &'static dyn Title, variant: Option<&str>) -> Result<Scene> {
    let variants = title.variants();
    let variant = match variant {
        Some(id) => variants.iter().find(|v| v.id == id).with_context(|| {
            let known: Vec<&str> = variants.iter().map(|v| v.id.as_str()).collect();
            format!("{} has no variant {id}; known are {}", title.name(), known.join(", "))
        })?,
        None => variants.first().context("a title has a variant")?,
    };
    let players: Vec<String> = (1..=variant.max_players).map(|n| format!("Player {n}")).collect();
    let setup = Setup {
        title: title.id().to_owned(),
        variant: variant.id.clone(),
        preset: title.presets().first().copied().unwrap_or_default().to_owned(),
        options: BTreeMap::new(),
        players: players.clone(),
        seed: 1,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    let position = title.start(&setup)?;
    let name = format!("{}-{}", title.id(), variant.id);
    Ok(Scene { name, position, players, routes: Vec::new(), note: String::new() })
}

/// Routes run next at this point, else the best ones of the company in turn.
fn routes(loaded: &Loaded, at: Option<usize>, position: &dyn Position) -> Vec<RouteClaim> {
    let next = match (&loaded.form, at) {
        (Form::Own, Some(n)) => loaded.game.moves().get(n),
        (Form::Public(starts), Some(n)) => starts.get(n).and_then(|&m| loaded.game.moves().get(m)),
        (_, None) => None,
    };
    if let Some(Move::Run { routes, .. }) = next
        && !routes.is_empty()
    {
        return routes.clone();
    }
    let company = position.decision().and_then(|d| d.company);
    let best = company.and_then(|c| Best::of(position, c, Duration::from_secs(10)));
    best.map(|b| b.routes()).unwrap_or_default()
}

fn draw(args: &Args, scene: &Scene) -> String {
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    let (sheet, core) = (scene.position.sheet(), scene.position.core());
    let width = args.width.map(f64::from);
    match args.picture {
        Picture::Map => map_svg(
            sheet,
            core,
            &MapOptions { theme, routes: &scene.routes, width, ..MapOptions::default() },
        ),
        Picture::Tiles => tile_sheet(sheet, Some(core.board()), theme),
        Picture::Market => {
            market_svg(sheet, core, &MarketOptions { theme, width, ..MarketOptions::default() })
        }
        Picture::Game => {
            let options = GameOptions {
                theme,
                routes: &scene.routes,
                note: &scene.note,
                ..GameOptions::default()
            };
            game_svg(scene.position.as_ref(), &scene.players, &options)
        }
    }
}

fn write(args: &Args, file: &Path, svg: &str) -> Result<()> {
    let shown = file.display();
    let bytes = match file.extension().and_then(|e| e.to_str()) {
        Some("svg") => svg.as_bytes().to_vec(),
        Some("png") => {
            let picture = png(svg, args.width.or(Some(1600)))?;
            if picture.font.is_none() {
                eprintln!("warning: this machine has no fonts, so the picture has no text");
            }
            picture.bytes
        }
        _ => bail!("{shown}: the name has to end in .svg or .png"),
    };
    std::fs::write(file, bytes).with_context(|| format!("{shown}"))
}
