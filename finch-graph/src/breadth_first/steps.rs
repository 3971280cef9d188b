//! The steps of a search, as programs. After the Finch paper, section 6.3 and appendix B.1.
//!
//! `visited` holds the vertices that were reached before the step, with those of the frontier. A program does not read what
//! it writes, so that there are two such sets, which take turns: what a step writes lacks the frontier and what was found,
//! and gets both.

use crate::graph::vertex;
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Vertices, ascending, which are written in any order.
pub(super) type Frontier = Tensor<SparseByteMap<Pattern>>;
/// Vertices, ascending.
pub(super) type List = Tensor<SparseList<Pattern>>;
/// The vertices of each level.
pub(super) type ByLevel<'a> = Tensor<Dense<SparseList<Pattern, &'a [usize], &'a [u32]>>>;
/// A number for each vertex.
pub(super) type Numbers = VectorOver<u32, Inf>;

/// The sources: each is its own parent.
pub(super) fn start(
    frontier: &mut Frontier,
    parent: &mut Numbers,
    visited: &mut BitVector,
    now_visited: &mut BitVector,
    sources: &List,
) -> Result<()> {
    finch! {
        frontier .= false;
        parent .= inf;
        visited .= false;
        now_visited .= false;
        for i {
            if sources[i] {
                frontier[i] |= true;
                parent[i] := vertex(i.value());
                visited[i] |= true;
                now_visited[i] |= true;
            }
        }
    }
    .run()
}

/// From the frontier along all edges: `next` are the vertices that were not visited, each with the lowest of its parents.
pub(super) fn push(
    next: &mut Frontier,
    parent: &mut Numbers,
    now_visited: &mut BitVector,
    edges: &CsrPattern,
    frontier: &Frontier,
    visited: &BitVector,
) -> Result<()> {
    finch! {
        next .= false;
        mut parent;
        mut now_visited;
        for j {
            if frontier[j] {
                now_visited[j] |= true;
                for i {
                    if edges[j, i] && !visited[i] {
                        next[i] |= true;
                        now_visited[i] |= true;
                        parent[i] <<min>>= vertex(j.value());
                    }
                }
            }
        }
    }
    .run()
}

/// The same, each vertex with any of its parents.
pub(super) fn push_any(
    next: &mut Frontier,
    parent: &mut Numbers,
    now_visited: &mut BitVector,
    edges: &CsrPattern,
    frontier: &Frontier,
    visited: &BitVector,
) -> Result<()> {
    finch! {
        next .= false;
        mut parent;
        mut now_visited;
        for j {
            if frontier[j] {
                now_visited[j] |= true;
                for i {
                    if edges[j, i] && !visited[i] {
                        next[i] |= true;
                        now_visited[i] |= true;
                        parent[i] := vertex(j.value());
                    }
                }
            }
        }
    }
    .run()
}

/// The same without parents.
pub(super) fn push_alone(
    next: &mut Frontier,
    now_visited: &mut BitVector,
    edges: &CsrPattern,
    frontier: &Frontier,
    visited: &BitVector,
) -> Result<()> {
    finch! {
        next .= false;
        mut now_visited;
        for j {
            if frontier[j] {
                now_visited[j] |= true;
                for i {
                    if edges[j, i] && !visited[i] {
                        next[i] |= true;
                        now_visited[i] |= true;
                    }
                }
            }
        }
    }
    .run()
}

/// To the vertices that were not visited, each along its edges as far as the first from a visited one, which is the lowest
/// parent: of those only the frontier has such edges.
pub(super) fn pull(
    next: &mut List,
    parent: &mut Numbers,
    now_visited: &mut BitVector,
    edges_to: &CsrPattern,
    visited: &BitVector,
) -> Result<()> {
    let mut found = ShortScalar::<u32, Inf>::default();
    let first = Choose::<Inf>::new();
    finch! {
        next .= false;
        mut parent;
        now_visited .= false;
        for i {
            if visited[i] {
                now_visited[i] = true;
            } else {
                found .= inf;
                for j { if edges_to[i, j] && visited[j] { found[] <<first>>= vertex(j.value()); } }
                if found[] != inf {
                    next[i] = true;
                    now_visited[i] = true;
                    parent[i] := found[];
                }
            }
        }
    }
    .run()
}

/// The same without parents.
pub(super) fn pull_alone(
    next: &mut List,
    now_visited: &mut BitVector,
    edges_to: &CsrPattern,
    visited: &BitVector,
) -> Result<()> {
    let mut found = ShortScalar::<bool, False>::from(false);
    finch! {
        next .= false;
        now_visited .= false;
        for i {
            if visited[i] {
                now_visited[i] = true;
            } else {
                found .= false;
                for j { found[] |= edges_to[i, j] && visited[j]; }
                if found[] {
                    next[i] = true;
                    now_visited[i] = true;
                }
            }
        }
    }
    .run()
}

/// What a pull has found, as what is pushed from; and the other set of visited vertices brought up to date.
pub(super) fn turn(
    frontier: &mut Frontier,
    now_visited: &mut BitVector,
    found: &List,
    visited: &BitVector,
) -> Result<()> {
    finch! {
        frontier .= false;
        now_visited .= false;
        for i { if found[i] { frontier[i] |= true; } }
        for i { now_visited[i] = visited[i]; }
    }
    .run()
}

/// The level of each vertex, from the vertices of each level.
pub(super) fn levels(level: &mut Numbers, by_level: &ByLevel<'_>) -> Result<()> {
    finch! {
        level .= inf;
        for d, i { if by_level[d, i] { level[i] := vertex(d.value()); } }
    }
    .run()
}
