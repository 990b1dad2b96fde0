//! The process track: which round follows which.

use super::super::printed::{BoxKind, ProcessStep, Variant};
use super::super::raw::Raw;
use engine::ProcessBox;

/// Boxes of the track.
pub(super) fn process_of(raw: &Raw, variant: Variant) -> Vec<ProcessStep> {
    match variant {
        Variant::Moravia => moravia_process(raw),
        Variant::Introductory => (0..raw.variants.introductory.rounds)
            .map(|r| ProcessStep {
                kind: BoxKind::Operating,
                set: r + 1,
                number: 1,
                value: 0,
                export: false,
            })
            .collect(),
        _ => raw
            .game_process
            .iter()
            .filter(|b| b.kind != "END")
            .map(|b| ProcessStep {
                kind: match b.kind.as_str() {
                    "PRE" => BoxKind::Pre,
                    "SR" => BoxKind::Stock,
                    _ => BoxKind::Operating,
                },
                set: b.set.max(1),
                number: b.or_in_set.max(1),
                value: b.local_value,
                export: b.export_after,
            })
            .collect(),
    }
}

/// The boxes as they are printed.
pub(super) fn printed(process: &[ProcessStep], variant: Variant) -> Vec<ProcessBox> {
    process
        .iter()
        .map(|b| ProcessBox {
            label: match b.kind {
                BoxKind::Pre => "PRE",
                BoxKind::Stock => "SR",
                BoxKind::Operating => "OR",
            }
            .to_owned(),
            value: if variant == Variant::Introductory {
                i32::from(b.set)
            } else {
                b.value
            },
            export: b.export,
        })
        .collect()
}

fn moravia_process(raw: &Raw) -> Vec<ProcessStep> {
    let m = &raw.variants.moravia_silesia;
    let mut all = vec![ProcessStep {
        kind: BoxKind::Pre,
        set: 1,
        number: 1,
        value: 0,
        export: false,
    }];
    for (i, set) in m.process_sets.iter().enumerate() {
        let set_number = i as u8 + 1;
        all.push(ProcessStep {
            kind: BoxKind::Stock,
            set: set_number,
            number: 1,
            value: 0,
            export: false,
        });
        for (j, value) in set.iter().enumerate() {
            let last = j + 1 == set.len();
            all.push(ProcessStep {
                kind: BoxKind::Operating,
                set: set_number,
                number: j as u8 + 1,
                value: *value,
                export: last && m.export_after_sets.contains(&set_number),
            });
        }
    }
    all
}
