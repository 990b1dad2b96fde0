//! Draws the pictures of a title's first position into a folder:
//! `cargo run -p render --example pictures -- 18cz pictures`.

use engine::Setup;
use render::{GameOptions, MapOptions, MarketOptions, Theme};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(id), Some(folder)) = (args.next(), args.next()) else {
        return Err("usage: pictures TITLE FOLDER".into());
    };
    let title = titles::by_id(&id).ok_or("no such title")?;
    let variant = title.variants().remove(0);
    let setup = Setup {
        title: id.clone(),
        variant: variant.id,
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: ["Anna", "Marek", "Ilse"].map(str::to_owned).to_vec(),
        seed: 1,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    let position = title.start(&setup)?;
    let (sheet, core) = (position.sheet(), position.core());
    for (theme, tag) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
        let map = MapOptions { theme, width: Some(1400.0), ..MapOptions::default() };
        save(&folder, &format!("{id}-map{tag}"), &render::map_svg(sheet, core, &map))?;
        save(&folder, &format!("{id}-tiles{tag}"), &render::tile_sheet(sheet, None, theme))?;
        let market = MarketOptions { theme, width: Some(1100.0), ..MarketOptions::default() };
        save(&folder, &format!("{id}-market{tag}"), &render::market_svg(sheet, core, &market))?;
        let game = GameOptions { theme, ..GameOptions::default() };
        save(
            &folder,
            &format!("{id}-game{tag}"),
            &render::game_svg(&*position, &setup.players, &game),
        )?;
    }
    for (what, pages) in [
        ("charters", render::charters(sheet, None)),
        ("cut-out", render::cut_out_tiles(sheet)),
        ("cards", render::cards(sheet)),
    ] {
        for (i, page) in pages.iter().enumerate() {
            save(&folder, &format!("{id}-{what}-{}", i + 1), page)?;
        }
    }
    Ok(())
}

fn save(folder: &str, name: &str, svg: &str) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(Path::new(folder).join(format!("{name}.svg")), svg)?;
    std::fs::write(Path::new(folder).join(format!("{name}.png")), render::png(svg, None)?.bytes)?;
    Ok(())
}
