//! Breadth-first search in both directions, by the algorithm of the GAP benchmark's reference (Beamer, Asanović and Patterson,
//! 2012 and 2015), on one thread.

use super::{Edges, at};

/// A step is pulled if the edges that leave the queue are more than this part of those that were not looked at.
const ALPHA: usize = 15;

/// Steps are pushed again once fewer vertices are found than in the step before, and than this part of all.
const BETA: usize = 18;

/// No vertex.
const NONE: u32 = u32::MAX;

/// What a search finds: for each vertex, or the largest number.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// A vertex one level up with an edge to it.
    pub parent: Vec<u32>,
    /// How many edges lead to it.
    pub level: Vec<u32>,
}

fn test(bits: &[u64], vertex: u32) -> bool {
    // SAFETY: there is a bit for each vertex.
    unsafe { at(bits, vertex as usize / 64) >> (vertex % 64) & 1 == 1 }
}

fn set(bits: &mut [u64], vertex: u32) {
    // SAFETY: there is a bit for each vertex.
    unsafe { *bits.get_unchecked_mut(vertex as usize / 64) |= 1 << (vertex % 64) }
}

/// Levels and parents from `source` along `edges`; `back` are the edges by target.
#[inline(never)]
pub fn bfs(edges: Edges<'_>, back: Edges<'_>, source: usize) -> Searched {
    let vertices = edges.vertices();
    assert!(source < vertices && back.vertices() == vertices);
    let (mut parent, mut level) = (vec![NONE; vertices], vec![NONE; vertices]);
    parent[source] = source as u32;
    level[source] = 0;
    let mut queue = Vec::with_capacity(vertices);
    queue.push(source as u32);
    // The vertices of the last level.
    let mut from = 0;
    let mut left = edges.count();
    // SAFETY: it is a vertex.
    let mut leaving = unsafe { edges.degree(source) };
    let mut depth = 0;
    while from < queue.len() {
        if leaving > left / ALPHA {
            let mut front = vec![0_u64; vertices / 64 + 1];
            let mut next = vec![0_u64; vertices / 64 + 1];
            queue[from..].iter().for_each(|&vertex| set(&mut front, vertex));
            let mut found = queue.len() - from;
            loop {
                depth += 1;
                let before = found;
                found = 0;
                next.fill(0);
                for vertex in 0..vertices {
                    // SAFETY: it is a vertex, and so are those with an edge to it.
                    unsafe {
                        if at(&parent, vertex) != NONE {
                            continue;
                        }
                        for &other in back.row(vertex) {
                            if test(&front, other) {
                                *parent.get_unchecked_mut(vertex) = other;
                                *level.get_unchecked_mut(vertex) = depth;
                                set(&mut next, vertex as u32);
                                found += 1;
                                break;
                            }
                        }
                    }
                }
                std::mem::swap(&mut front, &mut next);
                if found == 0 || (found < before && found <= vertices / BETA) {
                    break;
                }
            }
            queue.clear();
            from = 0;
            for (word, &bits) in front.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    queue.push((64 * word) as u32 + bits.trailing_zeros());
                    bits &= bits - 1
                }
            }
            leaving = 1
        } else {
            depth += 1;
            left = left.saturating_sub(leaving);
            leaving = 0;
            let end = queue.len();
            for place in from..end {
                let vertex = queue[place];
                // SAFETY: what is queued are vertices, and so is what they have edges to.
                unsafe {
                    for &other in edges.row(vertex as usize) {
                        let seen = parent.get_unchecked_mut(other as usize);
                        if *seen == NONE {
                            *seen = vertex;
                            *level.get_unchecked_mut(other as usize) = depth;
                            leaving += edges.degree(other as usize);
                            queue.push(other)
                        }
                    }
                }
            }
            from = end
        }
    }
    Searched { parent, level }
}
