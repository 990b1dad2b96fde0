//! Pictures of all titles: well-formed, complete, legible, the same every time.

use board::{Cell, Colour, NOBODY, Spot, TileId};
use engine::{Company, Core, Flag, Move, Position, RouteClaim, RouteStep, Setup, Sheet};
use render::{GameOptions, MapOptions, MarketOptions, Theme, contrast};
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

fn start(id: &str, variant: usize) -> Box<dyn Position> {
    let title = titles::by_id(id).expect("a title");
    let variant = title.variants().remove(variant);
    let setup = Setup {
        title: id.to_owned(),
        variant: variant.id,
        preset: title.presets()[0].to_owned(),
        options: Default::default(),
        players: (0..variant.max_players).map(|p| format!("Player <{p}> & Co")).collect(),
        seed: 7,
        luck: None,
        rules: title.rules_version(),
        data: None,
        extra: None,
        arrangement: None,
    };
    title.start(&setup).expect("the variant starts")
}

/// Plays on for some moves, rather building than passing.
fn play_on(position: &mut dyn Position, moves: usize) {
    let mut seed: u64 = 99;
    for _ in 0..moves {
        let choices = position.choices();
        let active: Vec<_> =
            choices.iter().filter(|c| !matches!(c.mv, Move::Pass | Move::Run { .. })).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = (seed >> 33) as usize;
        let mv = if active.is_empty() {
            choices.first().map(|c| c.mv.clone())
        } else {
            Some(active[pick % active.len()].mv.clone())
        };
        let Some(mv) = mv else { break };
        if position.play(&mv, &mut Vec::new()).is_err() {
            break;
        }
    }
}

fn games() -> Vec<Box<dyn Position>> {
    titles::all()
        .iter()
        .flat_map(|t| {
            let fresh = start(t.id(), 0);
            let mut later = start(t.id(), 0);
            play_on(&mut *later, 150);
            [fresh, later]
        })
        .collect()
}

fn names(position: &dyn Position) -> Vec<String> {
    (0..position.core().seats).map(|p| format!("Player <{p}> & Co")).collect()
}

fn with_class<'a, 'i>(root: Node<'a, 'i>, class: &'a str) -> impl Iterator<Item = Node<'a, 'i>> + 'a
where
    'i: 'a,
{
    root.descendants().filter(move |n| {
        n.attribute("class").is_some_and(|c| c.split(' ').any(|word| word == class))
    })
}

#[test]
fn every_picture_is_well_formed_and_the_same_every_time() {
    for position in games() {
        let (sheet, core) = (position.sheet(), position.core());
        for theme in [Theme::Light, Theme::Dark, Theme::Auto, Theme::Page] {
            let draw = || {
                let mut all = vec![
                    render::map_svg(sheet, core, &MapOptions { theme, ..Default::default() }),
                    render::market_svg(sheet, core, &MarketOptions { theme, ..Default::default() }),
                    render::tile_sheet(sheet, Some(core.board()), theme),
                    render::process_svg(sheet, position.process(), 900.0, theme),
                    render::game_svg(
                        &*position,
                        &names(&*position),
                        &GameOptions { theme, note: "<&>", ..Default::default() },
                    ),
                ];
                all.extend(sheet.companies.iter().map(|c| render::token_svg(c, 40, theme)));
                all.extend(render::charters(sheet, None));
                all.extend(render::cut_out_tiles(sheet));
                all.extend(render::cards(sheet));
                all
            };
            let (first, second) = (draw(), draw());
            for svg in &first {
                let doc = Document::parse(svg).unwrap_or_else(|e| panic!("{}: {e}", sheet.title));
                assert_eq!(doc.root_element().tag_name().name(), "svg");
                assert!(
                    !svg.contains("NaN") && !svg.contains("inf"),
                    "{}: a number is missing",
                    sheet.title
                );
            }
            assert!(first == second, "{}: two drawings differ", sheet.title);
        }
    }
}

#[test]
fn only_files_carry_a_style_and_written_out_ones_no_variables() {
    let position = start("18cz", 0);
    let map = |theme| {
        render::map_svg(
            position.sheet(),
            position.core(),
            &MapOptions { theme, ..Default::default() },
        )
    };
    assert!(!map(Theme::Page).contains("<style"));
    assert!(map(Theme::Auto).contains("prefers-color-scheme"));
    for theme in [Theme::Light, Theme::Dark] {
        assert!(map(theme).contains("<style") && !map(theme).contains("var("));
    }
    let css = render::stylesheet();
    for piece in [":root{", "[data-theme=dark]", ".pic .tk{", "--yellow:light-dark(#f5d565,"] {
        assert!(css.contains(piece), "{piece}");
    }
}

#[test]
fn every_cell_has_one_area_to_click_and_the_layers_lie_in_order() {
    for position in games() {
        let (sheet, core) = (position.sheet(), position.core());
        let svg = render::map_svg(sheet, core, &MapOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        let layers: Vec<&str> = doc
            .descendants()
            .filter_map(|n| n.attribute("id"))
            .filter_map(|id| id.strip_prefix("map-"))
            .collect();
        assert_eq!(
            layers,
            [
                "fills", "lines", "marks", "legal", "pick", "tracks", "routes", "stops", "texts",
                "tags", "preview", "hits"
            ]
        );
        let hits: Vec<&str> =
            with_class(doc.root(), "cell").filter_map(|n| n.attribute("data-cell")).collect();
        let cells: BTreeSet<&str> = hits.iter().copied().collect();
        assert_eq!(cells.len(), hits.len(), "no cell twice");
        for (cell, _) in core.board().cells() {
            assert!(cells.contains(sheet.map.name(cell).as_str()));
        }
        for hit in &hits {
            assert!(sheet.map.by_name(hit).is_some(), "{hit} is a cell");
        }
    }
}

#[test]
fn a_second_map_on_a_page_has_ids_of_its_own() {
    let position = start("18cz", 0);
    let svg = render::map_svg(
        position.sheet(),
        position.core(),
        &MapOptions { id: "thumb", ..Default::default() },
    );
    assert!(svg.contains("id=\"thumb-legal\"") && !svg.contains("id=\"map"));
}

/// A free slot somewhere on the printed map.
fn free_spot(sheet: &Sheet, core: &Core) -> Option<Spot> {
    let board = core.board();
    board.cells().iter().find_map(|(cell, laid)| {
        let tile = sheet.tiles.get(laid.tile);
        (0..tile.stops.len() as u8)
            .map(|stop| Spot { cell: *cell, stop })
            .find(|s| board.free_slot(&sheet.tiles, *s).is_some())
    })
}

#[test]
fn every_station_is_drawn_with_initials_one_can_read() {
    let mut seen_titles = BTreeSet::new();
    for position in games() {
        let sheet = position.sheet();
        for company in sheet.company_ids() {
            let mut core = position.core().clone();
            // A board of cards has no slot before the first card.
            let Some(spot) = free_spot(sheet, &core) else {
                continue;
            };
            seen_titles.insert(sheet.title.clone());
            assert!(core.board_mut().place(&sheet.tiles, spot, company.0));
            let svg = render::map_svg(sheet, &core, &MapOptions::default());
            let doc = Document::parse(&svg).expect("well-formed");
            let stops = doc
                .descendants()
                .find(|n| n.attribute("id") == Some("map-stops"))
                .expect("a layer");
            let name = sheet.map.name(spot.cell);
            let cell = stops
                .children()
                .find(|n| n.attribute("data-cell") == Some(&name))
                .expect("the cell");
            let token = with_class(cell, "tok")
                .find(|t| t.attribute("data-company") == Some(&sheet.company(company).id))
                .unwrap_or_else(|| panic!("{} at {name}", sheet.company(company).id));
            let text = token.children().find(|n| n.has_tag_name("text")).expect("initials");
            let disc = token.children().find(|n| n.has_tag_name("circle")).expect("a disc");
            assert_eq!(text.text(), Some(sheet.company(company).id.as_str()));
            let seen = contrast(
                disc.attribute("fill").expect("ground"),
                text.attribute("fill").expect("ink"),
            );
            assert!(seen >= 4.5, "{}: {seen:.2}", sheet.company(company).id);
        }
    }
    assert_eq!(seen_titles.len(), titles::all().len());
}

#[test]
fn tokens_of_every_picture_have_initials() {
    for position in games() {
        let svg = render::game_svg(&*position, &names(&*position), &GameOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        for token in with_class(doc.root(), "tok") {
            let text = token.children().find(|n| n.has_tag_name("text")).and_then(|t| t.text());
            assert_eq!(text, token.attribute("data-company"));
        }
    }
}

#[test]
fn a_home_kept_free_shows_whose_it_is_until_it_is_taken() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let company = sheet.company_by_id("BTE").expect("a company");
    let kept = |core: &Core| {
        let svg = render::map_svg(sheet, core, &MapOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        with_class(doc.root(), "resv-bare").any(|n| n.text() == Some("BTE"))
    };
    let mut core = position.core().clone();
    assert!(kept(&core));
    core.company_mut(company).set(Flag::Home, true);
    assert!(!kept(&core));
}

#[test]
fn a_red_hex_is_hatched_and_says_for_whom_while_it_can_be_used() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let company = sheet.company_by_id("kk").expect("a company");
    let waiting = |core: &Core| {
        let svg = render::map_svg(sheet, core, &MapOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        (
            with_class(doc.root(), "hatch").count(),
            with_class(doc.root(), "kept")
                .filter(|n| n.attribute("data-company") == Some("kk"))
                .count(),
        )
    };
    let mut core = position.core().clone();
    let (hatched, offered) = waiting(&core);
    assert_eq!(offered, 2, "Wien may be either of two hexes");
    core.company_mut(company).set(Flag::Home, true);
    assert_eq!(waiting(&core), (hatched, 0));
}

#[test]
fn a_waiting_station_is_seen_on_the_bare_hex() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let mut core = position.core().clone();
    let cell = sheet.map.by_name("I9").expect("a hex");
    core.board_mut().set_waiting(cell, 3);
    let svg = render::map_svg(sheet, &core, &MapOptions::default());
    let doc = Document::parse(&svg).expect("well-formed");
    let token = with_class(doc.root(), "waiting").next().expect("a token that waits");
    assert_eq!(token.attribute("data-company"), Some(sheet.company(Company(3)).id.as_str()));
}

#[test]
fn purple_edges_mark_exactly_the_special_tiles() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    for (i, tile) in sheet.tiles.tiles.iter().enumerate() {
        let svg = render::tile_svg(sheet, TileId(i as u16), 0, 90.0, Theme::Light);
        let doc = Document::parse(&svg).expect("well-formed");
        assert_eq!(with_class(doc.root(), "purple").count() == 1, tile.special, "{}", tile.name);
        assert_eq!(with_class(doc.root(), "bead").count() == 1, tile.special, "{}", tile.name);
    }
}

#[test]
fn red_tiles_ring_the_value_of_the_phase() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let cell = sheet.map.by_name("A7").expect("a hex");
    let tile = sheet.tiles.by_name("8896").expect("a red tile");
    for phase in 0..sheet.phases.len() as u8 {
        let mut core = position.core().clone();
        core.phase = phase;
        core.board_mut().lay(&sheet.tiles, cell, tile, 4, &[]);
        let svg = render::map_svg(sheet, &core, &MapOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        let on: Vec<&str> =
            with_class(doc.root(), "on").filter_map(|n| n.attribute("class")).collect();
        let column = ["yellow", "green", "brown", "grey"]
            [usize::from(sheet.phases[usize::from(phase)].column)];
        assert_eq!(on, [format!("val {column} on")]);
    }
}

#[test]
fn stages_are_told_by_pips_too() {
    for position in games() {
        let sheet = position.sheet();
        for (i, tile) in sheet.tiles.tiles.iter().enumerate().filter(|(_, t)| t.count > 0) {
            let pips = match tile.colour {
                Colour::Yellow => 1,
                Colour::Green => 2,
                Colour::Brown => 3,
                Colour::Grey => 4,
                Colour::Bare | Colour::Red => 0,
            };
            let svg = render::tile_svg(sheet, TileId(i as u16), 0, 90.0, Theme::Light);
            let doc = Document::parse(&svg).expect("well-formed");
            let seen = with_class(doc.root(), "pips")
                .flat_map(|g| g.children())
                .filter(|n| n.is_element())
                .count();
            assert_eq!(seen, pips, "{} {}", sheet.title, tile.name);
        }
    }
}

#[test]
fn impassable_sides_are_drawn_as_barriers() {
    let (with, without) = (start("1860", 0), start("18cz", 0));
    let map = |p: &dyn Position| render::map_svg(p.sheet(), p.core(), &MapOptions::default());
    assert!(map(&*with).contains("class=\"barrier\""));
    assert!(!map(&*without).contains("class=\"barrier\""));
}

#[test]
fn tiles_with_one_way_up_carry_a_mark() {
    let position = start("1860", 0);
    let sheet = position.sheet();
    let mut fixed = 0;
    for (i, tile) in sheet.tiles.tiles.iter().enumerate() {
        let svg = render::tile_svg(sheet, TileId(i as u16), 0, 90.0, Theme::Light);
        assert_eq!(svg.contains("class=\"way\""), tile.fixed_rotation.is_some(), "{}", tile.name);
        fixed += usize::from(tile.fixed_rotation.is_some());
    }
    assert!(fixed >= 5);
}

#[test]
fn a_board_of_cards_grows_with_them() {
    let position = start("18lilliput", 0);
    let sheet = position.sheet();
    let view = |core: &Core| {
        let svg = render::map_svg(sheet, core, &MapOptions::default());
        let doc = Document::parse(&svg).expect("well-formed");
        let cells: BTreeSet<String> = with_class(doc.root(), "cell")
            .filter_map(|n| n.attribute("data-cell"))
            .map(str::to_owned)
            .collect();
        (cells, doc.root_element().attribute("viewBox").expect("a view").to_owned())
    };
    let mut core = position.core().clone();
    let (before, small) = view(&core);
    let straight =
        sheet.tiles.tiles.iter().position(|t| t.segments.len() == 1 && t.stops.is_empty());
    let tile = TileId(straight.expect("a straight") as u16);
    let far = Cell::at(-5, 3);
    core.board_mut().lay(&sheet.tiles, far, tile, 1, &[]);
    let (after, large) = view(&core);
    for free in ["-5,2", "-5,4", "-6,3", "-4,3"] {
        assert!(after.contains(free) && !before.contains(free), "{free} can be clicked");
    }
    assert_ne!(small, large);
}

#[test]
fn a_preview_carries_stations_to_the_new_tile() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let mut core = position.core().clone();
    let cell = sheet.map.by_name("G19").expect("a hex");
    let printed = core.board().at(cell).expect("printed").tile;
    assert!(core.board_mut().place(&sheet.tiles, Spot { cell, stop: 0 }, 2));
    let next = sheet.tiles.get(printed).upgrades.first().expect("an upgrade").clone();
    let rotation = next.rotations.trailing_zeros() as u8;
    let group = render::preview_svg(sheet, &core, cell, next.tile, rotation);
    let doc = Document::parse(&group).expect("well-formed");
    let id = &sheet.company(Company(2)).id;
    assert!(with_class(doc.root(), "tok").any(|t| t.attribute("data-company") == Some(id)));
    assert_eq!(core.board().at(cell).expect("still printed").tile, printed, "nothing has changed");
}

#[test]
fn routes_run_without_a_gap_and_count_their_stops() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let mut core = position.core().clone();
    let at = |name: &str| sheet.map.by_name(name).expect("a hex");
    let tile = |name: &str| sheet.tiles.by_name(name).expect("a tile");
    // F6 - F8 - F10, due east along edges 1 and 4.
    core.board_mut().lay(&sheet.tiles, at("F6"), tile("57"), 1, &[0]);
    core.board_mut().lay(&sheet.tiles, at("F8"), tile("9"), 1, &[]);
    core.board_mut().lay(&sheet.tiles, at("F10"), tile("4"), 1, &[0]);
    let segment = |name: &str, edge: u8| {
        let laid = core.board().at(at(name)).expect("laid");
        let n =
            sheet.tiles.get(laid.tile).segments.iter().position(|&(a, b)| {
                [a, b].contains(&board::End::Edge((edge + 6 - laid.rotation) % 6))
            });
        RouteStep { cell: at(name), segment: n.expect("a segment") as u8 }
    };
    let claim = RouteClaim {
        card: engine::Card(0),
        path: vec![segment("F6", 4), segment("F8", 1), segment("F10", 1)],
        halts: None,
        passes: Vec::new(),
    };
    let svg = render::map_svg(sheet, &core, &MapOptions { routes: &[claim], ..Default::default() });
    let doc = Document::parse(&svg).expect("well-formed");
    let line = with_class(doc.root(), "rl").next().and_then(|n| n.attribute("d")).expect("a line");
    assert_eq!(line.matches('M').count(), 1, "one unbroken line: {line}");
    let (x6, y) = render::cell_centre(sheet, at("F6"));
    let (x10, _) = render::cell_centre(sheet, at("F10"));
    let shown = |v: f64| format!("{}", (v * 100.0).round() / 100.0);
    assert!(line.starts_with(&format!("M{} {}", shown(x6), shown(y))), "{line}");
    assert!(line.ends_with(&format!("L{} {}", shown(x10), shown(y))), "{line}");
    assert_eq!(with_class(doc.root(), "hit").count(), 2, "the badges of both stops are counted");
    assert!(with_class(doc.root(), "running").next().is_some());
}

#[test]
fn nonsense_in_a_claim_draws_nothing() {
    let position = start("18cz", 0);
    let (sheet, core) = (position.sheet(), position.core());
    let claim = RouteClaim {
        card: engine::Card(250),
        path: vec![
            RouteStep { cell: Cell(3), segment: 200 },
            RouteStep { cell: Cell(4), segment: 0 },
        ],
        halts: None,
        passes: Vec::new(),
    };
    let svg = render::map_svg(sheet, core, &MapOptions { routes: &[claim], ..Default::default() });
    assert!(Document::parse(&svg).is_ok() && !svg.contains("class=\"rl\""));
}

#[test]
fn markers_lie_on_their_price_in_the_order_they_act() {
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let mut core = position.core().clone();
    let cell = sheet.market.cells.iter().position(|c| c.start != 0).expect("a start") as u8;
    for company in [4u8, 1, 9] {
        core.market.put(Company(company), cell);
    }
    let svg = render::market_svg(sheet, &core, &MarketOptions::default());
    let doc = Document::parse(&svg).expect("well-formed");
    let drawn: Vec<&str> =
        with_class(doc.root(), "tok").filter_map(|n| n.attribute("data-company")).collect();
    let ids: Vec<&str> = [9usize, 1, 4].iter().map(|&c| sheet.companies[c].id.as_str()).collect();
    assert_eq!(drawn, ids, "the top one is drawn last and seen whole");
    let cells = doc.descendants().filter(|n| n.attribute("data-chart").is_some()).count();
    assert_eq!(cells, sheet.market.cells.len());
}

#[test]
fn a_chart_of_many_rows_is_no_higher_than_wide_and_shows_every_marker() {
    let position = start("1889", 0);
    let sheet = position.sheet();
    let mut core = position.core().clone();
    let cell = sheet.market.cells.iter().position(|c| c.start != 0).expect("a start") as u8;
    for company in 0..4u8 {
        core.market.put(Company(company), cell);
    }
    let svg = render::market_svg(sheet, &core, &MarketOptions::default());
    let doc = Document::parse(&svg).expect("well-formed");
    let view = doc.root_element().attribute("viewBox").expect("a view");
    let size: Vec<f64> = view.split(' ').map(|n| n.parse().expect("a number")).collect();
    assert!(size[3] < size[2], "{view}");
    let number = |n: Node<'_, '_>, name: &str| n.attribute(name).unwrap().parse::<f64>().unwrap();
    let rect = doc.descendants().find(|n| n.attribute("data-chart") == Some(&cell.to_string()));
    let rect = rect.expect("the cell");
    let (x, y) = (number(rect, "x"), number(rect, "y"));
    let (w, h) = (number(rect, "width"), number(rect, "height"));
    let mut seen = Vec::new();
    for token in with_class(doc.root(), "tok") {
        let at = token.attribute("transform").expect("a place");
        let at = at.trim_start_matches("translate(").trim_end_matches(')');
        let (a, b) = at.split_once(' ').expect("two numbers");
        let (a, b): (f64, f64) = (a.parse().unwrap(), b.parse().unwrap());
        assert!(a > x && a < x + w && b > y + 15.0 && b < y + h, "below the price, in the cell");
        seen.push((a * 10.0) as i64);
    }
    seen.dedup();
    assert_eq!(seen.len(), 4, "none hides another");
    assert!(svg.contains("mc z2") && svg.contains("mc z3"), "yellow and orange");
}

#[test]
fn png_files_have_the_size_that_was_asked_for() {
    let position = start("18cz", 0);
    let svg = render::map_svg(position.sheet(), position.core(), &MapOptions::default());
    let png = render::png(&svg, Some(640)).expect("a picture");
    assert_eq!(&png.bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png.width, 640);
    assert!(png.height > 300 && png.height < 640);
    assert!(matches!(render::png("<svg", None), Err(render::PngError::Unreadable(_))));
    assert!(matches!(render::png(&svg, Some(render::MOST + 1)), Err(render::PngError::Size(..))));
    assert!(matches!(render::png(&svg, Some(0)), Err(render::PngError::Size(..))));
}

#[test]
fn png_pictures_show_the_palette() {
    // A yellow tile has its yellow in the middle of an empty part.
    let position = start("18cz", 0);
    let sheet = position.sheet();
    let tile = sheet.tiles.by_name("9").expect("a straight");
    for (theme, expected) in [(Theme::Light, [0xf5, 0xd5, 0x65]), (Theme::Dark, [0xd0, 0xb0, 0x4a])]
    {
        let svg = render::tile_svg(sheet, tile, 0, 90.0, theme);
        let image = resvg::tiny_skia::Pixmap::decode_png(
            &render::png(&svg, Some(90)).expect("a picture").bytes,
        );
        let image = image.expect("a PNG");
        let dot = image.pixel(20, 52).expect("inside").demultiply();
        assert_eq!([dot.red(), dot.green(), dot.blue()], expected);
    }
}

#[test]
fn a_map_in_letters_names_every_cell_and_its_stations() {
    for position in games() {
        let (sheet, core) = (position.sheet(), position.core());
        let text = render::text::map(sheet, core);
        for (cell, laid) in core.board().cells() {
            let name = sheet.map.name(cell);
            assert!(text.contains(&format!("{name}─")), "{} {name}", sheet.title);
            for slot in laid.slots.iter().filter(|s| **s != NOBODY).take(1) {
                assert!(text.contains(&sheet.companies[usize::from(*slot)].id));
            }
        }
        assert!(text.lines().all(|l| l.chars().count() < 240 && l == l.trim_end()));
    }
}

#[test]
fn a_position_in_letters_tells_money_prices_and_names() {
    let mut position = start("18cz", 0);
    play_on(&mut *position, 120);
    let names = names(&*position);
    let text = render::text::position(&*position, &names);
    for (seat, name) in names.iter().enumerate() {
        assert!(text.contains(name.as_str()));
        let cash = render::money(
            position.sheet(),
            position.core().money.player(engine::Player(seat as u8)),
        );
        assert!(text.contains(&cash), "{cash}");
    }
    for company in position.sheet().company_ids() {
        if let Some(price) = position.core().price(position.sheet(), company) {
            let id = &position.sheet().company(company).id;
            assert!(text.contains(&format!("{price}[")) && text.contains(id.as_str()));
        }
    }
}

#[test]
fn print_pages_hold_every_company_tile_and_card() {
    for title in titles::all() {
        let position = start(title.id(), 0);
        let sheet = position.sheet();
        let count = |pages: &[String], class: &str, attribute: &str| {
            pages
                .iter()
                .map(|p| {
                    let doc = Document::parse(p).expect("well-formed");
                    with_class(doc.root(), class)
                        .filter(|n| n.attribute(attribute).is_some())
                        .count()
                })
                .sum::<usize>()
        };
        assert_eq!(
            count(&render::charters(sheet, None), "tok", "data-company"),
            sheet.companies.len()
        );
        let copies: usize = sheet
            .tiles
            .tiles
            .iter()
            .map(|t| if t.count == board::UNLIMITED { 10 } else { usize::from(t.count) })
            .sum();
        assert_eq!(count(&render::cut_out_tiles(sheet), "tile", "data-tile"), copies);
        for paper in &sheet.papers {
            assert!(render::cards(sheet).iter().any(|p| p.contains(&format!(">{}<", paper.id))));
        }
    }
}
