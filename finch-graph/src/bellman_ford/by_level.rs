//! Shortest paths where all lengths are equal: those of fewest edges, which a breadth-first search finds.

use super::ShortestPaths;
use crate::breadth_first;
use crate::graph::{NO_VERTEX, Weight, WeightedGraph, filled};
use crate::prelude::*;
use crate::threads::Threads;
use finch_kernels::traits::{Result, finch};

/// The shortest paths from the nearest of `sources`, where all edges have the same length, which is not negative. Nothing if a distance is
/// beyond the type of lengths.
pub(crate) fn search<T: Weight>(
    graph: &WeightedGraph<T>,
    sources: &[usize],
    threads: Threads,
) -> Result<Option<ShortestPaths<T>>> {
    let found = breadth_first::Search::on(threads).run(graph.shape(), sources)?;
    let last = found.depth();
    let length = graph.first_length().unwrap_or(*T::ZERO);
    let mut far = filled(*T::ZERO, last + 1)?;
    for level in 1..far.len() {
        match far[level - 1].plus(length) {
            Some(sum) => far[level] = sum,
            None => return Ok(None),
        }
    }
    let numbers = found.into_parents_and_levels()?;
    let mut distance = VectorWithFill::default();
    distances(&mut distance, &numbers[graph.vertices()..], &Vector::from(far))?;
    Ok(Some(ShortestPaths::new(distance.into(), numbers)))
}

/// The distance of each vertex, by its level and how far that is.
fn distances<T: Weight>(distance: &mut VectorWithFill<T, Inf>, depth: &[u32], far: &Vector<T>) -> Result<()> {
    let depth = VectorView::from(depth);
    finch! {
        distance .= inf;
        for i {
            let level = depth[i];
            if level != NO_VERTEX { distance[i] := far[level]; }
        }
    }
    .here()
    .run()
}
