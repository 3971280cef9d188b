//! Betweenness: from each source a search that counts shortest paths, and the way back (Brandes, 2001).

use super::{Edges, at};

/// No depth.
const NONE: u32 = u32::MAX;

/// The sum of what depends on each vertex, of the shortest paths from `sources`.
#[inline(never)]
pub fn betweenness(edges: Edges<'_>, sources: &[usize]) -> Vec<f64> {
    let vertices = edges.vertices();
    let (mut sums, mut depends, mut paths) = (vec![0.0; vertices], vec![0.0; vertices], vec![0.0; vertices]);
    let (mut depth, mut queue) = (vec![NONE; vertices], Vec::with_capacity(vertices));
    for &source in sources {
        assert!(source < vertices);
        queue.clear();
        queue.push(source as u32);
        depth[source] = 0;
        paths[source] = 1.0;
        let mut p = 0;
        // SAFETY: what is in the queue are vertices, and so is what they have edges to.
        unsafe {
            while p < queue.len() {
                let vertex = at(&queue, p) as usize;
                p += 1;
                let (farther, so_many) = (at(&depth, vertex) + 1, at(&paths, vertex));
                for &other in edges.row(vertex) {
                    let other_depth = depth.get_unchecked_mut(other as usize);
                    if *other_depth == NONE {
                        *other_depth = farther;
                        queue.push(other)
                    }
                    if *other_depth == farther {
                        *paths.get_unchecked_mut(other as usize) += so_many
                    }
                }
            }
            for &vertex in queue[1..].iter().rev() {
                let vertex = vertex as usize;
                let farther = at(&depth, vertex) + 1;
                let mut sum = 0.0;
                for &other in edges.row(vertex) {
                    if at(&depth, other as usize) == farther {
                        sum += (1.0 + at(&depends, other as usize)) / at(&paths, other as usize)
                    }
                }
                let through = at(&paths, vertex) * sum;
                *depends.get_unchecked_mut(vertex) = through;
                *sums.get_unchecked_mut(vertex) += through
            }
        }
        for &vertex in &queue {
            depth[vertex as usize] = NONE;
            paths[vertex as usize] = 0.0
        }
    }
    sums
}
