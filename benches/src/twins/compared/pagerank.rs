//! PageRank: what each vertex gets along the edges to it, step by step.

use super::{Edges, at};

/// The ranks after so many steps; `back` are the edges by target.
#[inline(never)]
pub fn page_rank(edges: Edges<'_>, back: Edges<'_>, damping: f64, steps: usize) -> Vec<f64> {
    let vertices = edges.vertices();
    assert_eq!(back.vertices(), vertices);
    let even = 1.0 / vertices as f64;
    let mut ranks = vec![even; vertices];
    let (mut next, mut share) = (vec![0.0; vertices], vec![0.0; vertices]);
    for _ in 0..steps {
        let mut stuck = 0.0;
        for vertex in 0..vertices {
            // SAFETY: it is a vertex.
            match unsafe { edges.degree(vertex) } {
                0 => stuck += ranks[vertex],
                degree => share[vertex] = ranks[vertex] / degree as f64,
            }
        }
        let anywhere = (1.0 - damping + damping * stuck) * even;
        for (vertex, next) in next.iter_mut().enumerate() {
            // SAFETY: it is a vertex, and so are those with edges to it; each has a share.
            let sum = unsafe {
                // Any order of the sums will do: four at once.
                let row = back.row(vertex);
                let mut sums = [0.0; 4];
                let mut fours = row.chunks_exact(4);
                for four in &mut fours {
                    for (sum, &other) in sums.iter_mut().zip(four) {
                        *sum += at(&share, other as usize)
                    }
                }
                let mut sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
                for &other in fours.remainder() {
                    sum += at(&share, other as usize)
                }
                sum
            };
            *next = anywhere + damping * sum
        }
        std::mem::swap(&mut ranks, &mut next)
    }
    ranks
}
