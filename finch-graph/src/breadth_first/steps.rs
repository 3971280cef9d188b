//! The steps of a search, as programs. After Ahrens et al., "Finch", 2025, section 6.3 and appendix B.1.
//!
//! `visited` holds the vertices that were reached before the step, with those of the last level. A program does not read
//! what it writes, so that there are two such sets, which take turns: the one that a step writes lacks the last level and
//! what is found, and gets both.

use crate::graph::{NO_VERTEX, vertex};
use crate::prelude::*;
use crate::threads::{Threads, run_on};
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Vertices that are found in any order.
pub(super) type FoundMap = Tensor<SparseByteMap<Pattern>>;
/// Vertices that are found in ascending order.
pub(super) type FoundList = Tensor<SparseList<Pattern>>;
/// The vertices of a level.
pub(super) type Frontier<'a> = Tensor<SparseList<Pattern, &'a [usize], &'a [u32]>>;
/// The vertices of each level.
pub(super) type Levels<'a> = Tensor<Dense<SparseList<Pattern, &'a [usize], &'a [u32]>>>;
/// A number for each vertex.
pub(super) type VertexNumbers = VectorWithFill<u32, Inf>;
/// A number for each vertex, in a part of an array.
type PartOfNumbers<'a> = VectorMutWithFill<'a, u32, Inf>;

/// The sources: each is its own parent.
pub(super) fn start(
    parent: &mut VertexNumbers,
    visited: &mut BitVector,
    now_visited: &mut BitVector,
    sources: &Frontier<'_>,
) -> Result<()> {
    finch! {
        parent .= inf;
        visited .= false;
        now_visited .= false;
        for i {
            if sources[i] {
                parent[i] := vertex(i.value());
                visited[i] |= true;
                now_visited[i] |= true;
            }
        }
    }
    .run()
}

/// Declares steps from the last level along all edges, with what each does with the parent `j` of a vertex `i` that it finds.
macro_rules! pushes {
    ($($(#[$doc:meta])* $name:ident($($parent:ident: $numbers:ty)?), |$j:ident, $i:ident| { $($record:tt)* })*) => { $(
        $(#[$doc])*
        pub(super) fn $name(
            next: &mut FoundMap,
            $($parent: $numbers,)?
            now_visited: &mut BitVector,
            edges: &CsrPattern,
            level: &Frontier<'_>,
            visited: &BitVector,
        ) -> Result<()> {
            finch! {
                next .= false;
                $(mut $parent;)?
                mut now_visited;
                for $j {
                    if level[$j] {
                        now_visited[$j] |= true;
                        for $i {
                            if edges[$j, $i] && !visited[$i] {
                                next[$i] |= true;
                                now_visited[$i] |= true;
                                $($record)*
                            }
                        }
                    }
                }
            }
            .run()
        }
    )* };
}

pushes! {
    /// From the last level along all edges: `next` are the vertices that were not visited, each with the lowest of its parents.
    push(parent: &mut VertexNumbers), |j, i| { parent[i] <<min>>= vertex(j.value()); }
    /// From the last level along all edges. Each vertex that was not visited records *some* parent, whichever is written last.
    push_any(parent: &mut VertexNumbers), |j, i| { parent[i] := vertex(j.value()); }
    /// From the last level along all edges: `next` are the vertices that were not visited. Parents are not recorded.
    push_alone(), |j, i| {}
}

/// The vertices that were not visited.
pub(super) fn unvisited(threads: Threads, listed: &mut FoundList, visited: &BitVector) -> Result<()> {
    run_on!(
        threads,
        finch! {
            listed .= false;
            parallel for i { if !visited[i] { listed[i] = true; } }
        },
        work 1
    )
}

/// Declares steps to the vertices that were not visited, each along its edges as far as the first from a visited one. There are two of a kind:
/// one asks all vertices, the other those of a [list](unvisited), of which some may be visited since. Each vertex writes its own parent alone.
/// Sets of bits are [written](visit) by programs of their own: a glance at each is enough before it runs.
macro_rules! pulls {
    ($($(#[$doc:meta])* $name:ident, $of_listed:ident($($parent:ident: $numbers:ty)?), $found:ident: $scalar:ty = $none:tt,
        |$i:ident, $j:ident| { $($look:tt)* } { $($record:tt)* })*) => { $(
        pulls! { @step $(#[$doc])* $name(); $($parent: $numbers)?, $found: $scalar = $none, |$i, $j| { $($look)* } { $($record)* } }
        pulls! {
            @step $(#[$doc])* $of_listed(listed: &FoundList); $($parent: $numbers)?, $found: $scalar = $none,
            |$i, $j| { $($look)* } { $($record)* }
        }
    )* };
    (@step $(#[$doc:meta])* $name:ident($($listed:ident: $list:ty)?); $($parent:ident: $numbers:ty)?, $found:ident: $scalar:ty = $none:tt,
        |$i:ident, $j:ident| { $($look:tt)* } { $($record:tt)* }) => {
        $(#[$doc])*
        pub(super) fn $name(
            threads: Threads,
            next: &mut FoundList,
            $($parent: $numbers,)?
            edges_to: &CsrPattern,
            $($listed: $list,)?
            visited: &BitVector,
        ) -> Result<()> {
            let mut $found = <$scalar>::default();
            run_on!(
                threads,
                finch! {
                    next .= false;
                    $(mut $parent;)?
                    parallel for $i {
                        if $($listed[$i] &&)? !visited[$i] {
                            $found .= $none;
                            for $j { if edges_to[$i, $j] && visited[$j] { $($look)* } }
                            if $found[] != $none { next[$i] = true; $($record)* }
                        }
                    }
                },
                work 1
            )
        }
    };
}

pulls! {
    /// The first visited vertex is the lowest parent: of those only the last level has such edges.
    pull, pull_listed(parent: &mut VertexNumbers), found: ShortScalar<u32, Inf> = inf, |i, j| {
        found[] <<choose(inf)>>= vertex(j.value());
    } { parent[i] := found[]; }
    /// Parents are not recorded.
    pull_alone, pull_alone_listed(), found: ShortScalar<bool, False> = false, |i, j| { found[] |= true; } {}
}

/// Puts the vertices of a level into a set.
pub(super) fn visit(visited: &mut BitVector, level: &Frontier<'_>) -> Result<()> {
    finch! {
        mut visited;
        for i { if level[i] { visited[i] |= true; } }
    }
    .run()
}

/// What searches in turn go by, and what they find.
pub(super) struct Numbers<'a> {
    pub(super) parent: &'a mut [u32],
    pub(super) level: &'a mut [u32],
    pub(super) queue: &'a mut [u32],
}

/// Along the edges of the vertices in these places of `queue`, as far as `count` fills it, one vertex after the other. What is found comes
/// behind the others, with its `depth`, which is [`NO_VERTEX`] before, and with the lowest parent. What was found in this step already is
/// written to the next place, too, which it does not fill: nobody has to guess whether it is new.
#[inline(never)]
pub(super) fn in_turn(
    numbers: Numbers<'_>,
    count: &mut Scalar<usize>,
    edges: &CsrPattern,
    [from, to]: [usize; 2],
) -> Result<()> {
    let (mut parent, mut depth) = (PartOfNumbers::from(numbers.parent), PartOfNumbers::from(numbers.level));
    let mut queue = VectorMut::from(numbers.queue);
    let one_if_new = |depth: u32| usize::from(depth == NO_VERTEX);
    finch! {
        mut queue;
        mut count;
        mut depth;
        mut parent;
        for p in from..to {
            if p.value() < count[] {
                let j = queue[p];
                let farther = depth[j] + 1;
                for i {
                    if edges[j, i] {
                        let before = depth[i];
                        if before >= farther {
                            parent[i] <<min>>= j;
                            depth[i] := farther;
                            let end = count[];
                            queue[end] := vertex(i.value());
                            count[] := end + one_if_new(before);
                        }
                    }
                }
            }
        }
    }
    .here()
    .run()
}

/// To each vertex that was not found, along its edges as far as the first from one that is not beyond the last `level`, which is its lowest
/// parent. What is found comes behind the others, in ascending order.
pub(super) fn pull_in_turn(
    numbers: Numbers<'_>,
    count: &mut Scalar<usize>,
    edges_to: &CsrPattern,
    level: u32,
) -> Result<()> {
    let (mut parent, mut depth) = (PartOfNumbers::from(numbers.parent), PartOfNumbers::from(numbers.level));
    let mut queue = VectorMut::from(numbers.queue);
    let mut found = ShortScalar::<u32, Inf>::default();
    let farther = level + 1;
    finch! {
        mut queue;
        mut count;
        mut depth;
        mut parent;
        for i {
            if depth[i] == NO_VERTEX {
                found .= inf;
                for j { if edges_to[i, j] && depth[j] <= level { found[] <<choose(inf)>>= vertex(j.value()); } }
                if found[] != inf {
                    parent[i] := found[];
                    depth[i] := farther;
                    let end = count[];
                    queue[end] := vertex(i.value());
                    count[] := end + 1;
                }
            }
        }
    }
    .run()
}

/// The level of each vertex, from the vertices of each level.
pub(super) fn levels(level: &mut [u32], by_level: &Levels<'_>) -> Result<()> {
    let mut level = PartOfNumbers::from(level);
    finch! {
        level .= inf;
        for d, i { if by_level[d, i] { level[i] := vertex(d.value()); } }
    }
    .run()
}
