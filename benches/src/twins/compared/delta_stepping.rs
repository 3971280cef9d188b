//! Shortest ways of lengths that are not negative: vertices wait in buckets by their distances, which are emptied in turn, after the
//! algorithm of the GAP benchmark's reference (Beamer, Asanović and Patterson, 2015; Meyer and Sanders, 2003), on one thread.

use super::{Rows, Ways, at};

/// The shortest paths from `source`, where no length is negative, by buckets of `delta`: of equally short ones the one of fewest edges.
#[inline(never)]
pub fn delta_stepping(edges: Rows<'_>, source: usize, delta: f64) -> Ways {
    let Ways {
        mut distance,
        mut parent,
        mut hops,
    } = Ways::start(edges, source);
    let mut buckets = vec![vec![source as u32]];
    let (mut current, mut active) = (0, Vec::new());
    while current < buckets.len() {
        if buckets[current].is_empty() {
            current += 1;
            continue;
        }
        active.clear();
        std::mem::swap(&mut active, &mut buckets[current]);
        let low = delta * current as f64;
        for &vertex in &active {
            // SAFETY: what waits are vertices, and so is what they have edges to; there is a bucket of that number.
            unsafe {
                let so_far = at(&distance, vertex as usize);
                if so_far < low {
                    continue;
                }
                let way = at(&hops, vertex as usize) + 1;
                let (from, to) = edges.row(vertex as usize);
                for p in from..to {
                    let other = at(edges.idx, p) as usize;
                    let through = so_far + at(edges.val, p);
                    let best = distance.get_unchecked_mut(other);
                    if through < *best || through == *best && way < at(&hops, other) {
                        *best = through;
                        *parent.get_unchecked_mut(other) = vertex;
                        *hops.get_unchecked_mut(other) = way;
                        let bucket = (through / delta) as usize;
                        if bucket >= buckets.len() {
                            buckets.resize_with(bucket + 1, Vec::new)
                        }
                        buckets.get_unchecked_mut(bucket).push(other as u32)
                    }
                }
            }
        }
    }
    Ways { distance, parent, hops }
}
