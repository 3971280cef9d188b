//! Triangles: two pointers for each edge.

use super::Edges;

/// How many triangles there are, of the edges towards later vertices.
#[inline(never)]
pub fn triangles(later: Edges<'_>) -> u64 {
    let mut count = 0;
    for j in 0..later.vertices() {
        // SAFETY: it is a vertex, and so is what it has edges to; pointers are below the lengths.
        unsafe {
            let one = later.row(j);
            for &k in one {
                let other = later.row(k as usize);
                let (mut p, mut q) = (0, 0);
                while p < one.len() && q < other.len() {
                    let (here, there) = (*one.get_unchecked(p), *other.get_unchecked(q));
                    count += u64::from(here == there);
                    p += usize::from(here <= there);
                    q += usize::from(there <= here)
                }
            }
        }
    }
    count
}
