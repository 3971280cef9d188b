//! PageRank: what each vertex gets along the edges to it, step by step.

use super::{Edges, at};

/// The ranks after so many steps; `back` are the edges by target.
#[inline(never)]
pub fn page_rank(edges: Edges<'_>, back: Edges<'_>, damping: f64, steps: usize) -> Vec<f64> {
    let vertices = edges.vertices();
    assert_eq!(back.vertices(), vertices);
    let even = 1.0 / vertices as f64;
    // What one edge of a vertex has of its rank, and whether there is none.
    let (mut portion, mut is_stuck) = (vec![0.0; vertices], vec![0.0; vertices]);
    for vertex in 0..vertices {
        // SAFETY: it is a vertex.
        match unsafe { edges.degree(vertex) } {
            0 => is_stuck[vertex] = 1.0,
            degree => portion[vertex] = 1.0 / degree as f64,
        }
    }
    let (mut ranks, mut next) = (vec![even; vertices], vec![0.0; vertices]);
    let mut share: Vec<f64> = portion.iter().map(|portion| even * portion).collect();
    let mut next_share = vec![0.0; vertices];
    let mut stuck = even * is_stuck.iter().sum::<f64>();
    for _ in 0..steps {
        let anywhere = (1.0 - damping + damping * stuck) * even;
        let mut change = 0.0;
        stuck = 0.0;
        for vertex in 0..vertices {
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
            let rank = anywhere + damping * sum;
            next[vertex] = rank;
            next_share[vertex] = rank * portion[vertex];
            stuck += rank * is_stuck[vertex];
            change += (rank - ranks[vertex]).abs()
        }
        std::mem::swap(&mut ranks, &mut next);
        std::mem::swap(&mut share, &mut next_share);
        std::hint::black_box(change);
    }
    ranks
}
