//! Components by sets that are joined, in one pass over the edges. Not a program: how far the way to a lowest vertex is depends on what
//! has been joined before.

use super::{FIRST, most};
use crate::graph::{Direction, Graph, NO_VERTEX};
use crate::prelude::*;

/// With so many edges a vertex, of which undirected ones count twice, it is worth while to leave edges out.
const MANY: usize = 8;

/// The lowest vertex of the component of each vertex. Each vertex names one of its set that is not behind it, the lowest one of a set
/// itself; ways are halved where they are taken. Takes time linear in vertices and edges, times the mean length of these ways, which is
/// at most logarithmic and short in most graphs.
///
/// Where vertices have many edges, the first ones of each are looked at before the others, and these only of vertices that do not belong to
/// the largest set by then (Sutton, Ben-Nun and Barak: Optimizing parallel graph connectivity computation via subgraph sampling, 2018). Where they
/// have few, about as many each, ways are not halved but [spliced].
pub(super) fn labels(graph: &Graph) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..graph.vertices() as u32).collect();
    let is_directed = graph.direction() == Direction::Directed;
    let mut largest = None;
    if graph.arcs() >= MANY * graph.vertices() {
        join(&mut labels, graph.rows(), FIRST, false, NO_VERTEX, joined);
        settle(&mut labels);
        largest = most(&labels)
    }
    match largest {
        Some(largest) => {
            // An edge comes up at the end of it that is not passed over.
            join(&mut labels, graph.rows(), usize::MAX, false, largest, joined);
            if is_directed {
                join(&mut labels, graph.columns(), usize::MAX, false, largest, joined)
            }
        }
        // An edge of an undirected graph comes up at both of its ends: the higher one is enough.
        None if graph.is_even() => join(&mut labels, graph.rows(), usize::MAX, !is_directed, NO_VERTEX, spliced),
        None => join(&mut labels, graph.rows(), usize::MAX, !is_directed, NO_VERTEX, joined),
    }
    settle(&mut labels);
    labels
}

/// Joins the sets at both ends of the `first` edges of each vertex that does not name `passed_over`; only of those to lower vertices, if each
/// edge is to be looked at `once`. `step` joins the set of which a vertex is the lowest with that of a target, and returns the lowest of both.
fn join(
    labels: &mut [u32],
    edges: &CsrPattern,
    first: usize,
    once: bool,
    passed_over: u32,
    step: impl Fn(&mut [u32], u32, u32) -> u32,
) {
    let list = edges.level().child();
    for (vertex, row) in list.ptr().windows(2).enumerate() {
        if labels[vertex] == passed_over {
            continue;
        }
        let mut one = lowest(labels, vertex as u32);
        for &target in list.idx()[row[0]..row[1]].iter().take(first) {
            // Targets ascend.
            if once && target as usize >= vertex {
                break;
            }
            one = step(labels, one, target)
        }
    }
}

/// A step of [`join`]: looks for the lowest vertex of the target's set, and hangs the higher one of both below the other.
fn joined(labels: &mut [u32], one: u32, target: u32) -> u32 {
    if labels[target as usize] == one {
        return one;
    }
    let other = lowest(labels, target);
    let (low, high) = (one.min(other), one.max(other));
    labels[high as usize] = low;
    low
}

/// A step of [`join`]: goes up from the target, and hangs what is behind `one` on the way below it (Rem's algorithm: Patwary, Blair and Manne:
/// Experiments on union-find algorithms for the disjoint-set data structure, 2010).
fn spliced(labels: &mut [u32], one: u32, target: u32) -> u32 {
    let mut other = target;
    loop {
        let above = labels[other as usize];
        if above == one {
            return one;
        }
        if above < one {
            labels[one as usize] = above;
            return lowest(labels, above);
        }
        labels[other as usize] = one;
        if above == other {
            return one;
        }
        other = above
    }
}

/// Each vertex names the lowest one of its set.
fn settle(labels: &mut [u32]) {
    for vertex in 0..labels.len() {
        // What stands in front has its label already.
        labels[vertex] = labels[labels[vertex] as usize]
    }
}

/// The lowest vertex of the set of `vertex`. What is on the way there names what is two steps on.
fn lowest(labels: &mut [u32], mut vertex: u32) -> u32 {
    loop {
        let above = labels[vertex as usize];
        if above == vertex {
            return vertex;
        }
        let next = labels[above as usize];
        labels[vertex as usize] = next;
        vertex = next
    }
}
