//! The network as a graph for the search: stops joined by arcs, each with the track it uses.
//!
//! Where plain track branches little, an arc is a whole link from stop to stop. Where junctions would make too many
//! links, an arc is one piece of track and the borders become nodes that a train can only run through.

use crate::constraints::Constraints;
use crate::lists::Lists;
use crate::network::{CellId, End, Network, PieceId, StopId, StopKind};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// Most steps spent on finding links.
const MOST_STEPS: usize = 40_000;

/// Index of an arc.
pub(crate) type ArcId = u32;

/// A directed way from one node to the next.
#[derive(Clone, Debug)]
pub(crate) struct Arc {
    pub from: u32,
    pub to: u32,
    /// The same track in the other direction.
    pub back: ArcId,
    /// The resources it uses, as words of the bit set.
    pub masks: SmallVec<[(u16, u64); 2]>,
    /// Cells entered on the way.
    pub cells: SmallVec<[CellId; 4]>,
    /// The pieces in order.
    pub pieces: SmallVec<[PieceId; 4]>,
}

/// The graph of everything a company can reach.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Nodes below this are stops, the others are borders.
    pub stops: usize,
    /// Arcs that leave each node.
    pub out: Lists<ArcId>,
    pub arcs: Vec<Arc>,
    /// Arcs that may follow each arc.
    pub next: Lists<ArcId>,
    /// Number of resources, the one bypass included.
    pub resources: usize,
    /// The resource that stands for the one full city that may be passed.
    pub bypass: Option<usize>,
    /// Number of the location of each stop.
    pub location: Vec<u32>,
    pub locations: usize,
    pub cells: usize,
    /// Stops with an own station, those with headquarters first.
    pub roots: Vec<StopId>,
    /// What each stop allows.
    pub may_end: Vec<bool>,
    pub may_pass: Vec<Pass>,
    /// How many routes can run through each stop, where that is less than its track alone says.
    pub passages: Vec<Option<u16>>,
}

/// Whether a route may go on through a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Free,
    Bypass,
    Never,
}

struct RawLink {
    from: StopId,
    to: StopId,
    pieces: Vec<PieceId>,
}

/// Pieces by what they touch.
struct Index {
    at_stop: Lists<PieceId>,
    at_border: Lists<PieceId>,
}

impl Index {
    fn new(net: &Network) -> Self {
        let ends = || {
            let pieces = net.pieces.iter().enumerate();
            pieces.flat_map(|(i, piece)| piece.ends.map(|end| (i as PieceId, end)))
        };
        let stops = ends().filter_map(|(i, end)| match end {
            End::Stop(s) => Some((usize::from(s), i)),
            End::Border(_) => None,
        });
        let borders = ends().filter_map(|(i, end)| match end {
            End::Border(b) => Some((usize::from(b), i)),
            End::Stop(_) => None,
        });
        Index {
            at_stop: Lists::sorted(net.stops.len(), stops),
            at_border: Lists::sorted(net.borders as usize, borders),
        }
    }
}

impl Graph {
    pub fn new(net: &Network, rules: &Constraints, most_links: usize) -> Self {
        let pass: Vec<Pass> = (net.stops.iter())
            .map(|s| match (s.terminus, s.passable, rules.one_bypass) {
                (true, ..) => Pass::Never,
                (_, true, _) => Pass::Free,
                (_, false, true) => Pass::Bypass,
                (_, false, false) => Pass::Never,
            })
            .collect();
        let index = Index::new(net);
        let mut graph = Graph {
            stops: net.stops.len(),
            out: Lists::default(),
            arcs: Vec::new(),
            next: Lists::default(),
            resources: 0,
            bypass: None,
            location: Vec::new(),
            locations: 0,
            cells: 1
                + (net.pieces.iter().map(|p| p.cell))
                    .chain(net.stops.iter().map(|s| s.cell))
                    .max()
                    .map_or(0, usize::from),
            roots: roots(net),
            may_end: net.stops.iter().map(|s| s.kind != StopKind::Halt).collect(),
            may_pass: pass,
            // Of an odd number of tracks one is left over: a bound that prices of track alone do not see.
            passages: (index.at_stop.iter())
                .map(|pieces| {
                    (pieces.len() % 2 == 1 && pieces.len() > 1).then_some(pieces.len() as u16 / 2)
                })
                .collect(),
        };
        graph.number_locations(net);
        match find_links(net, rules, &index, &graph, most_links) {
            Some(links) => graph.use_links(net, rules, links),
            None => graph.use_pieces(net, &index),
        }
        if rules.one_bypass && graph.may_pass.contains(&Pass::Bypass) {
            graph.bypass = Some(graph.resources);
            graph.resources += 1;
        }
        graph.follow();
        graph
    }

    pub fn words(&self) -> usize {
        self.resources.div_ceil(64).max(1)
    }

    /// How often a resource, or beyond them a passage through a stop, can be used.
    pub fn supply(&self, resource: usize) -> i64 {
        match resource.checked_sub(self.resources) {
            None => 1,
            Some(stop) => self.passages[stop].map_or(0, i64::from),
        }
    }

    /// Stops and pieces of a line of two arms from a root, the end with the lower number first.
    pub fn line(&self, root: StopId, arms: [&[ArcId]; 2]) -> (Vec<StopId>, Vec<PieceId>) {
        let mut pieces: Vec<PieceId> = Vec::new();
        let mut line: Vec<StopId> = Vec::new();
        let stop = |arc: &Arc| ((arc.to as usize) < self.stops).then_some(arc.to as StopId);
        for &id in arms[0].iter().rev() {
            let arc = &self.arcs[id as usize];
            pieces.extend(arc.pieces.iter().rev());
            line.extend(stop(arc));
        }
        line.push(root);
        for &id in arms[1] {
            let arc = &self.arcs[id as usize];
            pieces.extend(arc.pieces.iter());
            line.extend(stop(arc));
        }
        if line[0] > line[line.len() - 1] {
            line.reverse();
            pieces.reverse();
        }
        (line, pieces)
    }

    fn number_locations(&mut self, net: &Network) {
        let mut numbers = BTreeMap::new();
        for i in 0..net.stops.len() {
            let fresh = numbers.len() as u32;
            self.location.push(*numbers.entry(net.location(i as StopId)).or_insert(fresh));
        }
        self.locations = numbers.len();
    }

    fn use_links(&mut self, net: &Network, rules: &Constraints, links: Vec<RawLink>) {
        // Borders and pieces that the same links use are one resource.
        let borders = net.borders as usize;
        let mut uses: Vec<(usize, usize)> = Vec::new();
        for (i, link) in links.iter().enumerate() {
            let first = uses.len();
            for resource in raw_resources(net, borders, &link.pieces) {
                if !uses[first..].contains(&(resource, i)) {
                    uses.push((resource, i));
                }
            }
        }
        let users = Lists::sorted(borders + net.pieces.len(), uses.iter().copied());
        let mut classes: Vec<&[usize]> = users.iter().filter(|u| !u.is_empty()).collect();
        classes.sort_unstable();
        classes.dedup();
        let all = classes.iter().enumerate();
        let of_link = Lists::sorted(
            links.len(),
            all.flat_map(|(class, users)| users.iter().map(move |&link| (link, class))),
        );
        self.resources = classes.len();
        for i in 0..links.len() {
            if !is_dominated(net, rules, &links, &of_link, i) {
                let mut back = links[i].pieces.clone();
                back.reverse();
                self.add_pair(
                    net,
                    links[i].from,
                    links[i].to,
                    &links[i].pieces,
                    &back,
                    &of_link[i],
                );
            }
        }
        self.leave(self.stops);
    }

    fn add_pair(
        &mut self,
        net: &Network,
        a: StopId,
        b: StopId,
        pieces: &[PieceId],
        back: &[PieceId],
        classes: &[usize],
    ) {
        let id = self.arcs.len() as ArcId;
        for (n, (from, to, pieces)) in [(a, b, pieces), (b, a, back)].into_iter().enumerate() {
            self.arcs.push(Arc {
                from: u32::from(from),
                to: u32::from(to),
                back: id + 1 - n as ArcId,
                masks: masks(classes),
                cells: pieces[1..].iter().map(|&p| net.pieces[p as usize].cell).collect(),
                pieces: pieces.into(),
            });
        }
    }

    fn use_pieces(&mut self, net: &Network, index: &Index) {
        // Each border is two nodes, one for each cell that can be entered there.
        let mut nodes: BTreeMap<(u16, CellId), u32> = BTreeMap::new();
        for (b, pieces) in index.at_border.iter().enumerate() {
            for &p in pieces {
                let fresh = (self.stops + nodes.len()) as u32;
                nodes.entry((b as u16, net.pieces[p as usize].cell)).or_insert(fresh);
            }
        }
        self.resources = net.borders as usize;
        for (p, piece) in net.pieces.iter().enumerate() {
            let stop_to_stop = piece.ends.iter().all(|e| matches!(e, End::Stop(_)));
            let mut resources: [Vec<usize>; 2] = Default::default();
            let mut ways = [(None, None, None); 2];
            for side in 0..2 {
                let from = match piece.ends[side] {
                    End::Stop(s) => Some(u32::from(s)),
                    End::Border(b) => nodes.get(&(b, piece.cell)).copied(),
                };
                let (to, cell) = match piece.ends[1 - side] {
                    End::Stop(s) => (Some(u32::from(s)), None),
                    End::Border(b) => {
                        resources[side].push(b as usize);
                        let other = nodes
                            .range((b, 0)..=(b, CellId::MAX))
                            .find(|((_, cell), _)| *cell != piece.cell);
                        (other.map(|(_, &n)| n), other.map(|((_, c), _)| *c))
                    }
                };
                ways[side] = (from, to, cell);
                if stop_to_stop {
                    resources[side].push(self.resources);
                }
            }
            self.resources += usize::from(stop_to_stop);
            let id = self.arcs.len() as ArcId;
            let both = ways.iter().all(|w| w.0.is_some() && w.1.is_some());
            for side in 0..2 {
                // Track that leads to a border without track on the other side is a dead end.
                let (Some(from), Some(to), cell) = ways[side] else {
                    continue;
                };
                if !both {
                    continue;
                }
                self.arcs.push(Arc {
                    from,
                    to,
                    back: id + 1 - side as ArcId,
                    masks: masks(&resources[side]),
                    cells: cell.into_iter().collect(),
                    pieces: std::iter::once(p as PieceId).collect(),
                });
            }
        }
        self.leave(self.stops + nodes.len());
    }

    /// Fills in which arcs leave each of so many nodes.
    fn leave(&mut self, nodes: usize) {
        let arcs = self.arcs.iter().enumerate();
        self.out = Lists::sorted(nodes, arcs.map(|(i, arc)| (arc.from as usize, i as ArcId)));
    }

    /// Fills in which arcs may follow which.
    fn follow(&mut self) {
        let mut following = Lists::default();
        for arc in &self.arcs {
            let to = arc.to as usize;
            let stuck = to < self.stops && self.may_pass[to] == Pass::Never;
            let out = if stuck { &[] } else { &self.out[to] };
            following.push(out.iter().copied().filter(|&n| {
                let next = &self.arcs[n as usize];
                n != arc.back && next.to != arc.from && !clash(&arc.masks, &next.masks)
            }));
        }
        self.next = following;
    }
}

fn roots(net: &Network) -> Vec<StopId> {
    let mut roots: Vec<StopId> =
        (0..net.stops.len() as StopId).filter(|&s| net.stops[s as usize].own_station).collect();
    roots.sort_by_key(|&s| (!net.stops[s as usize].headquarters, s));
    roots
}

fn clash(a: &[(u16, u64)], b: &[(u16, u64)]) -> bool {
    a.iter().any(|&(w, m)| b.iter().any(|&(v, n)| w == v && m & n != 0))
}

/// The words of a bit set; resources come in order.
fn masks(resources: &[usize]) -> SmallVec<[(u16, u64); 2]> {
    let mut words: SmallVec<[(u16, u64); 2]> = SmallVec::new();
    for &r in resources {
        let (word, bit) = ((r / 64) as u16, 1 << (r % 64));
        match words.last_mut() {
            Some(last) if last.0 == word => last.1 |= bit,
            _ => words.push((word, bit)),
        }
    }
    words
}

/// Borders crossed, and behind their numbers pieces from stop to stop.
fn raw_resources<'a>(
    net: &'a Network,
    borders: usize,
    pieces: &'a [PieceId],
) -> impl Iterator<Item = usize> + 'a {
    pieces.iter().flat_map(move |&p| {
        let ends = net.pieces[p as usize].ends;
        let crossed = ends.into_iter().filter_map(|end| match end {
            End::Border(b) => Some(usize::from(b)),
            End::Stop(_) => None,
        });
        let inner = ends.iter().all(|e| matches!(e, End::Stop(_)));
        crossed.chain(inner.then_some(borders + usize::from(p)))
    })
}

/// Another link joins the same stops with less track and is as good in every other way.
fn is_dominated(
    net: &Network,
    rules: &Constraints,
    links: &[RawLink],
    of_link: &Lists<usize>,
    i: usize,
) -> bool {
    let ends = |l: &RawLink| (l.from.min(l.to), l.from.max(l.to));
    let within = |a: &[usize], b: &[usize]| a.iter().all(|x| b.contains(x));
    let cells = |l: &RawLink| -> BTreeSet<CellId> {
        l.pieces.iter().map(|&p| net.pieces[p as usize].cell).collect()
    };
    net.mines.is_empty()
        && (0..links.len()).any(|j| {
            j != i
                && ends(&links[j]) == ends(&links[i])
                && within(&of_link[j], &of_link[i])
                && (!within(&of_link[i], &of_link[j]) || j < i)
                && (!rules.cell_once || cells(&links[j]).is_subset(&cells(&links[i])))
        })
}

/// All links between stops that matter, or `None` if there are too many.
fn find_links(
    net: &Network,
    rules: &Constraints,
    index: &Index,
    graph: &Graph,
    most_links: usize,
) -> Option<Vec<RawLink>> {
    let mut links: Vec<RawLink> = Vec::new();
    // The links found from each stop so far.
    let mut from_stop = vec![0..0; net.stops.len()];
    let mut seen = vec![false; net.stops.len()];
    let mut queue: Vec<StopId> = graph.roots.clone();
    for &r in &queue {
        seen[r as usize] = true;
    }
    let mut steps = 0;
    let mut at = 0;
    while let Some(&from) = queue.get(at) {
        at += 1;
        let first = links.len();
        for &p in &index.at_stop[from as usize] {
            let ends = net.pieces[p as usize].ends;
            let side = usize::from(ends[0] != End::Stop(from));
            let mut found = Vec::new();
            run_on(net, rules, index, ends[1 - side], &mut vec![p], &mut found, &mut steps)?;
            for (to, pieces) in found {
                if graph.location[from as usize] == graph.location[to as usize] {
                    continue;
                }
                // It was found from its other end before.
                let known: std::ops::Range<usize> = from_stop[to as usize].clone();
                if links[known]
                    .iter()
                    .any(|l| l.to == from && l.pieces.iter().rev().eq(pieces.iter()))
                {
                    continue;
                }
                if links.len() == most_links {
                    return None;
                }
                links.push(RawLink { from, to, pieces });
                if !seen[to as usize] && graph.may_pass[to as usize] != Pass::Never {
                    seen[to as usize] = true;
                    queue.push(to);
                }
            }
        }
        from_stop[from as usize] = first..links.len();
    }
    Some(links)
}

/// Follows track to every stop that it leads to.
fn run_on(
    net: &Network,
    rules: &Constraints,
    index: &Index,
    at: End,
    path: &mut Vec<PieceId>,
    found: &mut Vec<(StopId, Vec<PieceId>)>,
    steps: &mut usize,
) -> Option<()> {
    *steps += 1;
    if *steps > MOST_STEPS {
        return None;
    }
    let border = match at {
        End::Stop(to) => {
            found.push((to, path.clone()));
            return Some(());
        }
        End::Border(b) => b,
    };
    let here = net.pieces[path[path.len() - 1] as usize].cell;
    for &p in &index.at_border[border as usize] {
        let piece = &net.pieces[p as usize];
        if piece.cell == here {
            continue;
        }
        let side = usize::from(piece.ends[0] != at);
        let out = piece.ends[1 - side];
        let crossed = |q: &PieceId| net.pieces[*q as usize].ends.contains(&out);
        if matches!(out, End::Border(_)) && path.iter().any(crossed) {
            continue;
        }
        if rules.cell_once && path.iter().any(|&q| net.pieces[q as usize].cell == piece.cell) {
            continue;
        }
        path.push(p);
        run_on(net, rules, index, out, path, found, steps)?;
        path.pop();
    }
    Some(())
}
