//! Shortest ways: the vertices that came nearer are queued, round by round, and distances are used as soon as they are known.

use super::{Rows, at};

/// No vertex.
const NONE: u32 = u32::MAX;

/// What is found: for each vertex.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// How far it is; infinity if there is no way.
    pub distance: Vec<f64>,
    /// The vertex before it.
    pub parent: Vec<u32>,
    /// How many edges the way has.
    pub hops: Vec<u32>,
}

impl Ways {
    /// Only `source` was reached, which is a vertex.
    #[inline(always)]
    pub(super) fn start(edges: Rows<'_>, source: usize) -> Self {
        let vertices = edges.rows;
        assert!(source < vertices && edges.cols == vertices);
        let mut distance = vec![f64::INFINITY; vertices];
        let (mut parent, mut hops) = (vec![NONE; vertices], vec![NONE; vertices]);
        distance[source] = 0.0;
        parent[source] = source as u32;
        hops[source] = 0;
        Ways { distance, parent, hops }
    }
}

/// The shortest paths from `source`, where there is no cycle of negative length.
#[inline(never)]
pub fn bellman_ford(edges: Rows<'_>, source: usize) -> Ways {
    let Ways {
        mut distance,
        mut parent,
        mut hops,
    } = Ways::start(edges, source);
    let (mut active, mut next) = (vec![source as u32], Vec::new());
    let mut is_next = vec![false; edges.rows];
    while !active.is_empty() {
        for &vertex in &active {
            // SAFETY: what is active are vertices, and so is what they have edges to.
            unsafe {
                let (so_far, way) = (at(&distance, vertex as usize), at(&hops, vertex as usize));
                let (from, to) = edges.row(vertex as usize);
                for p in from..to {
                    let other = at(edges.idx, p);
                    let through = so_far + at(edges.val, p);
                    let best = distance.get_unchecked_mut(other as usize);
                    if through < *best {
                        *best = through;
                        *parent.get_unchecked_mut(other as usize) = vertex;
                        *hops.get_unchecked_mut(other as usize) = way + 1;
                        if !std::mem::replace(is_next.get_unchecked_mut(other as usize), true) {
                            next.push(other)
                        }
                    }
                }
            }
        }
        std::mem::swap(&mut active, &mut next);
        next.clear();
        for &vertex in &active {
            is_next[vertex as usize] = false
        }
    }
    Ways { distance, parent, hops }
}
