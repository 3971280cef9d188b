//! Shortest ways of lengths that are not negative: the nearest vertex of a heap comes next.

use super::{Rows, Ways, at};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The shortest paths from `source`, where no length is negative. Of equally short ones any is found.
#[inline(never)]
pub fn dijkstra(edges: Rows<'_>, source: usize) -> Ways {
    let Ways {
        mut distance,
        mut parent,
        mut hops,
    } = Ways::start(edges, source);
    // Numbers that are not negative are in the order of their bits.
    let mut heap = BinaryHeap::from([(Reverse(0_u64), source as u32)]);
    while let Some((Reverse(bits), vertex)) = heap.pop() {
        let so_far = f64::from_bits(bits);
        // SAFETY: what is in the heap are vertices, and so is what they have edges to.
        unsafe {
            if so_far > at(&distance, vertex as usize) {
                continue;
            }
            let way = at(&hops, vertex as usize) + 1;
            let (from, to) = edges.row(vertex as usize);
            for p in from..to {
                let other = at(edges.idx, p);
                let through = so_far + at(edges.val, p);
                let best = distance.get_unchecked_mut(other as usize);
                if through < *best {
                    *best = through;
                    *parent.get_unchecked_mut(other as usize) = vertex;
                    *hops.get_unchecked_mut(other as usize) = way;
                    heap.push((Reverse(through.to_bits()), other))
                }
            }
        }
    }
    Ways { distance, parent, hops }
}
