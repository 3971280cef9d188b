//! Core numbers: vertices sorted by the degrees that are left, of which the first is removed (Batagelj and Zaveršnik, 2003).

use super::{Edges, at};

/// The core number of each vertex of a graph whose edges lead both ways, without loops.
#[inline(never)]
pub fn k_core(edges: Edges<'_>) -> Vec<u32> {
    let vertices = edges.vertices();
    // SAFETY: it is a vertex.
    let mut core: Vec<u32> = (0..vertices)
        .map(|vertex| unsafe { edges.row(vertex) }.len() as u32)
        .collect();
    let most = core.iter().max().map_or(0, |&most| most as usize);
    let mut next = vec![0_u32; most + 2];
    for &degree in &core {
        next[degree as usize + 1] += 1
    }
    for degree in 1..next.len() {
        next[degree] += next[degree - 1]
    }
    let mut start = next.clone();
    let (mut order, mut place) = (vec![0_u32; vertices], vec![0_u32; vertices]);
    for (vertex, &degree) in core.iter().enumerate() {
        let at = &mut next[degree as usize];
        order[*at as usize] = vertex as u32;
        place[vertex] = *at;
        *at += 1
    }
    for p in 0..vertices {
        // SAFETY: what is in `order` are vertices, and so is what they have edges to; places are below their number; degrees are
        // at most the largest.
        unsafe {
            let vertex = at(&order, p) as usize;
            let least = at(&core, vertex);
            for &other in edges.row(vertex) {
                let degree = at(&core, other as usize);
                if degree > least {
                    let here = at(&place, other as usize);
                    let first = at(&start, degree as usize);
                    let moved = at(&order, first as usize);
                    *order.get_unchecked_mut(here as usize) = moved;
                    *place.get_unchecked_mut(moved as usize) = here;
                    *order.get_unchecked_mut(first as usize) = other;
                    *place.get_unchecked_mut(other as usize) = first;
                    *start.get_unchecked_mut(degree as usize) = first + 1;
                    *core.get_unchecked_mut(other as usize) = degree - 1
                }
            }
        }
    }
    core
}
