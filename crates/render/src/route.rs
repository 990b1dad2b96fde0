//! Routes in colours along their track.

use crate::geometry::{Curve, Frame, Pt, chain, pt};
use crate::map::place;
use crate::metrics::width;
use crate::plan::Plan;
use crate::svg::{Svg, escape, num};
use board::{End, Spot};
use engine::{Core, RouteClaim, RouteStep, Sheet};

/// Drawn routes: lines under the stops, tags over everything, and the stops they touch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) paths: String,
    pub(crate) tags: String,
    pub(crate) served: Vec<Spot>,
}

/// Draws routes, the first in the first colour. Steps that name track which is not there are left out.
pub(crate) fn routes(
    sheet: &Sheet,
    core: &Core,
    claims: &[RouteClaim],
    served: Option<&[Spot]>,
) -> Drawn {
    let mut drawn = Drawn::default();
    let (mut paths, mut tags) = (Svg::new(), Svg::new());
    for (i, claim) in claims.iter().enumerate() {
        let pieces: Vec<(Curve, [Option<Spot>; 2])> =
            claim.path.iter().filter_map(|step| piece(sheet, core, *step)).collect();
        let curves = in_line(&pieces.iter().map(|p| p.0).collect::<Vec<_>>());
        if curves.is_empty() {
            continue;
        }
        for spot in pieces.iter().flat_map(|p| p.1).flatten() {
            if !drawn.served.contains(&spot) {
                drawn.served.push(spot);
            }
        }
        let d = chain(&curves);
        let colour = i % 4 + 1;
        let name = core
            .trains
            .cards
            .get(claim.card.at())
            .map_or_else(String::new, |c| sheet.face(c.kind, c.face).name.clone());
        paths.put(format_args!("<g class=\"route r{colour}\" data-card=\"{}\">", claim.card.0));
        paths.path("rc", &d).path("rl", &d).raw("</g>");
        let w = width(&name, 12.0) + 12.0;
        // The tag stands where the line leaves the cell of its first stop.
        let at = curves[0].at(if curves[0].length() < 60.0 { 1.0 } else { 0.5 });
        tags.put(format_args!(
            "<g class=\"r{colour}\"><g class=\"rtag\" transform=\"translate({})\"><rect x=\"{}\" y=\"-9\" width=\"{}\" height=\"18\" rx=\"4\"/>\
             <text y=\"4.2\">{}</text></g></g>",
            at.show(),
            num(-w / 2.0),
            num(w),
            escape(&name)
        ));
    }
    drawn.paths = paths.finish();
    drawn.tags = tags.finish();
    if let Some(told) = served {
        drawn.served = told.to_vec();
    }
    drawn
}

fn piece(sheet: &Sheet, core: &Core, step: RouteStep) -> Option<(Curve, [Option<Spot>; 2])> {
    let laid = core.board().at(step.cell)?;
    let tile = sheet.tiles.get(laid.tile);
    let segment = usize::from(step.segment);
    let &(a, b) = tile.segments.get(segment)?;
    let plan = Plan::new(Frame::new(sheet.map.layout), tile, laid.rotation);
    let spot = |end: End| match end {
        End::Stop(stop) => Some(Spot { cell: step.cell, stop }),
        End::Edge(_) => None,
    };
    Some((plan.curves[segment].moved(place(sheet, step.cell)), [spot(a), spot(b)]))
}

/// Turns the curves so that each starts where the one before ends.
fn in_line(curves: &[Curve]) -> Vec<Curve> {
    let Some(first) = curves.first() else {
        return Vec::new();
    };
    let gap = |p: Pt, c: &Curve| p.to(c.at(0.0)).min(p.to(c.at(1.0)));
    let first = match curves.get(1) {
        Some(next) if gap(first.at(0.0), next) < gap(first.at(1.0), next) => first.reversed(),
        _ => *first,
    };
    let mut line = vec![first];
    for c in &curves[1..] {
        let end = line.last().map_or(pt(0.0, 0.0), |l| l.at(1.0));
        line.push(if end.to(c.at(1.0)) < end.to(c.at(0.0)) { c.reversed() } else { *c });
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_turned_to_follow_each_other() {
        let (a, b, c) = (pt(0.0, 0.0), pt(10.0, 0.0), pt(20.0, 0.0));
        let line = in_line(&[Curve::Line(b, a), Curve::Line(c, b)]);
        assert_eq!(chain(&line), "M0 0L10 0L20 0");
    }
}
