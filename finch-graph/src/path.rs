//! Paths along the tree of a search.

use crate::graph::NO_VERTEX;

/// The vertices from a source to `target` along parents, both included; `None` if `target` was not reached or is no vertex.
/// Sources are their own parents.
pub(crate) fn to(parents: &[u32], target: usize) -> Option<Vec<usize>> {
    let mut path = Vec::new();
    let mut here = target;
    // A path has each vertex once.
    for _ in 0..parents.len() {
        let parent = *parents.get(here)?;
        if parent == NO_VERTEX {
            return None;
        }
        path.push(here);
        if parent as usize == here {
            path.reverse();
            return Some(path);
        }
        here = parent as usize;
    }
    None
}

/// Turns the vertices of a cycle, so that it starts at the lowest.
pub(crate) fn from_lowest(cycle: &mut [usize]) {
    let lowest = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or(0);
    cycle.rotate_left(lowest)
}
