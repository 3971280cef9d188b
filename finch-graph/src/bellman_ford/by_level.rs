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
    let (levels, parents, last) = breadth_first::Search::on(threads).levels(graph.shape(), sources)?;
    let length = graph.first_length().unwrap_or(*T::ZERO);
    let mut far = filled(*T::ZERO, last + 1)?;
    for level in 1..far.len() {
        match far[level - 1].plus(length) {
            Some(sum) => far[level] = sum,
            None => return Ok(None),
        }
    }
    let (mut distance, hops) = (VectorWithFill::default(), Vector::from(levels));
    distances(&mut distance, &hops, &Vector::from(far))?;
    Ok(Some(ShortestPaths::new(distance.into(), parents, hops.into())))
}

/// The distance of each vertex, by its level and how far that is.
fn distances<T: Weight>(distance: &mut VectorWithFill<T, Inf>, depth: &Vector<u32>, far: &Vector<T>) -> Result<()> {
    finch! {
        distance .= inf;
        for i {
            let level = depth[i];
            if level != NO_VERTEX { distance[i] := far[level]; }
        }
    }
    .run()
}
