//! Local railways and the private papers of Moravia-Silesia.

use super::super::printed::{PaperKind, Variant};
use super::super::raw::{Local, Raw};
use super::words::size_of;
use engine::PaperDef;

/// Papers, and what each is.
pub(super) fn papers_of(
    raw: &Raw,
    variant: Variant,
    faults: &mut Vec<String>,
) -> (Vec<PaperDef>, Vec<PaperKind>) {
    let moravia = &raw.variants.moravia_silesia;
    let local = |l: &Local, price: i32, faults: &mut Vec<String>| PaperDef {
        id: l.id.clone(),
        name: format!("{} / {}", l.name_de, l.name_cz),
        size: size_of(&l.size, faults),
        income: l.income,
        price,
        company: None,
    };
    let mut paper_kinds = Vec::new();
    let papers = match variant {
        Variant::Introductory => Vec::new(),
        Variant::Moravia => moravia
            .private_papers
            .iter()
            .map(|p| match &p.local_railway {
                Some(id) => {
                    paper_kinds.push(PaperKind::Local);
                    match raw.local_railways.iter().find(|l| l.id == *id) {
                        Some(l) => local(l, p.min_bid, faults),
                        None => {
                            faults.push(format!("no local railway is called {id}"));
                            local(&raw.local_railways[0], p.min_bid, faults)
                        }
                    }
                }
                None => {
                    let kind = if p.id.ends_with("MW") {
                        PaperKind::Westbahn
                    } else {
                        PaperKind::Train
                    };
                    paper_kinds.push(kind);
                    PaperDef {
                        id: p.id.trim_start_matches("MS-").to_owned(),
                        name: p.name.clone(),
                        size: 0,
                        income: p.income.as_i64().unwrap_or(0) as i32,
                        price: p.min_bid,
                        company: None,
                    }
                }
            })
            .collect(),
        _ => raw
            .local_railways
            .iter()
            .map(|l| {
                paper_kinds.push(PaperKind::Local);
                local(l, l.pre_round_price, faults)
            })
            .collect(),
    };
    (papers, paper_kinds)
}
