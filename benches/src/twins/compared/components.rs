//! Connected components: the ends of each edge are joined (Galler and Fischer, 1964), paths are halved.

use super::{Edges, at};

/// The lowest vertex of the component of each vertex.
#[inline(never)]
pub fn components(edges: Edges<'_>) -> Vec<u32> {
    let vertices = edges.vertices();
    let mut above: Vec<u32> = (0..vertices as u32).collect();
    // SAFETY: what is above a vertex is a vertex.
    let root = |above: &mut [u32], vertex: u32| unsafe {
        let mut here = vertex;
        while at(above, here as usize) != here {
            let next = at(above, at(above, here as usize) as usize);
            *above.get_unchecked_mut(here as usize) = next;
            here = next
        }
        here
    };
    for vertex in 0..vertices {
        // SAFETY: it is a vertex.
        for &other in unsafe { edges.row(vertex) } {
            let (one, other) = (root(&mut above, vertex as u32), root(&mut above, other));
            above[one.max(other) as usize] = one.min(other)
        }
    }
    for vertex in 0..vertices as u32 {
        above[vertex as usize] = root(&mut above, vertex)
    }
    above
}
