//! A relaxation step of Bellman and Ford.

use super::order::sort;
use super::{Entries, Rows, at};

/// The vertices that a step looked at: a flag for each vertex whether it is listed, and one whether it came closer.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    here: Vec<bool>,
    val: Vec<bool>,
    idx: Vec<u32>,
    bits: Vec<u64>,
}

impl Changed {
    /// The vertices that were looked at, ascending, and whether they came closer.
    pub fn entries(&self) -> impl Iterator<Item = (usize, bool)> {
        self.idx.iter().map(|&index| (index as usize, self.val[index as usize]))
    }

    fn restart(&mut self, vertices: usize) {
        if self.here.len() != vertices {
            self.here = vec![false; vertices];
            self.val = vec![false; vertices];
            self.idx = Vec::new();
            self.bits = vec![0; vertices / 64 + 1]
        }
        // One more than there are vertices: an index is written before it is known to be new.
        self.idx.reserve(vertices + 1 - self.idx.len());
        for &index in &self.idx {
            self.here[index as usize] = false;
            self.val[index as usize] = false
        }
        self.idx.clear()
    }
}

/// For every active vertex `j` and every edge from it to `i`: `closer[i]` is at most `distance[j]` and the edge's length,
/// and `changed[i]` says whether that is less than `distance[i]`.
#[inline(never)]
pub fn relax(closer: &mut [f64], changed: &mut Changed, edges: Rows<'_>, distance: &[f64], active: Entries<'_, bool>) {
    let vertices = distance.len();
    assert!(edges.rows == vertices && edges.cols == vertices && active.extent == vertices);
    assert_eq!(closer.len(), vertices);
    changed.restart(vertices);
    let mut len = 0;
    let list = changed.idx.as_mut_ptr();
    for q in 0..active.idx.len() {
        // SAFETY: vertices are below the number for which there are rows, distances and flags; there is room to list
        // each and one more.
        unsafe {
            if !at(active.val, q) {
                continue;
            }
            let j = at(active.idx, q) as usize;
            let so_far = at(distance, j);
            let (from, to) = edges.row(j);
            for p in from..to {
                let index = at(edges.idx, p);
                let i = index as usize;
                let through = so_far + at(edges.val, p);
                let closer = closer.get_unchecked_mut(i);
                *closer = if through < *closer { through } else { *closer };
                *changed.val.get_unchecked_mut(i) |= through < at(distance, i);
                let here = changed.here.get_unchecked_mut(i);
                list.add(len).write(index);
                len += usize::from(!*here);
                *here = true
            }
        }
    }
    // SAFETY: so many were written.
    unsafe { changed.idx.set_len(len) }
    sort(&mut changed.idx, &mut changed.bits)
}
