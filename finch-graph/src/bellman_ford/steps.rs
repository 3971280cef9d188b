//! The steps, as programs, after Ahrens et al., "Finch", 2025, section 6.3. Delta-stepping pulls, too.

use super::ShortestPaths;
use crate::graph::{NO_VERTEX, Rows, Weight, WeightedGraph, filled, then, vertex};
use crate::prelude::*;
use crate::threads::{Threads, run_on};
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// What a search has found so far.
#[derive(Debug, Default)]
pub(crate) struct Nearest<T: Weight> {
    pub(crate) distance: Vec<T>,
    /// The parent of each vertex, behind these the number of edges to each, and behind these room for what else is counted of vertices: in one
    /// array, since in very small graphs the allocator takes longer than the search.
    numbers: Vec<u32>,
}

/// What a search has found so far, as programs write it.
pub(crate) struct NearestMut<'a, T: Weight> {
    pub(crate) distance: VectorMutWithFill<'a, T, Inf>,
    pub(crate) parent: VectorMutWithFill<'a, u32, Inf>,
    pub(crate) hops: VectorMutWithFill<'a, u32, Inf>,
}

/// The active vertices of the next round: those that came nearer in this round, are reached along fewer edges, or wait. Each is listed
/// once, in the order in which it was first found.
#[derive(Debug, Default)]
pub(crate) struct Nearer {
    list: Vector<u32>,
    count: Scalar<usize>,
    /// The last round in which each vertex was listed.
    listed: Vector<u32>,
    round: u32,
}

impl Nearer {
    fn vertices(&self) -> &[u32] {
        &self.list.values()[..self.count.get()]
    }

    /// An empty list of up to so many vertices, for another round. The number of a round that was long ago may come again only after all
    /// are forgotten.
    fn restart(&mut self, vertices: usize) {
        if self.listed.values().len() != vertices || self.round == NO_VERTEX {
            self.list = Vector::from(vec![0; vertices]);
            self.listed = Vector::from(vec![0; vertices]);
            self.round = 0
        }
        self.round += 1;
        self.count.set(0)
    }
}

/// What a round finds in which all vertices look for nearer ones.
#[derive(Debug, Default)]
pub(crate) struct Changes<T: Weight> {
    distance: VectorWithFill<T, Inf>,
    parent: VectorWithFill<u32, Inf>,
    hops: VectorWithFill<u32, Inf>,
    nearer: SparseVectorPattern,
}

impl<T: Weight> Changes<T> {
    /// The vertices that came nearer, or are reached along fewer edges, ascending.
    pub(crate) fn vertices(&self) -> &[u32] {
        self.nearer.level().idx()
    }
}

/// Vertices in ascending order.
type SparseVectorPattern = Tensor<SparseList<Pattern>>;

impl<T: Weight> Nearest<T> {
    /// The sources, which are their own parents, and room for so many other numbers.
    pub(crate) fn new(graph: &WeightedGraph<T>, sources: &[usize], others: usize) -> Result<Self> {
        let vertices = graph.vertices();
        let mut distance = filled(*T::INF, vertices)?;
        let mut numbers = filled(NO_VERTEX, 2 * vertices + others)?;
        for &source in sources {
            graph.check_vertex("source", source)?;
            distance[source] = *T::ZERO;
            numbers[source] = source as u32;
            numbers[vertices + source] = 0
        }
        Ok(Nearest { distance, numbers })
    }

    /// What programs write, and the other numbers.
    #[inline]
    pub(crate) fn parts(&mut self) -> (NearestMut<'_, T>, &mut [u32]) {
        let vertices = self.distance.len();
        let (parent, rest) = self.numbers.split_at_mut(vertices);
        let (hops, others) = rest.split_at_mut(vertices);
        let found = NearestMut {
            distance: (&mut self.distance[..]).into(),
            parent: parent.into(),
            hops: hops.into(),
        };
        (found, others)
    }

    /// The distance of each vertex, and the other numbers.
    pub(crate) fn distances_and_others(&mut self) -> (&[T], &mut [u32]) {
        let others = 2 * self.distance.len();
        (&self.distance, &mut self.numbers[others..])
    }

    /// The other numbers.
    pub(crate) fn others(&self) -> &[u32] {
        &self.numbers[2 * self.distance.len()..]
    }

    /// The parent of each vertex.
    pub(crate) fn parents(&self) -> &[u32] {
        &self.numbers[..self.distance.len()]
    }

    /// The number of edges to each vertex.
    pub(crate) fn hops(&self) -> &[u32] {
        let vertices = self.distance.len();
        &self.numbers[vertices..2 * vertices]
    }

    /// A round on `threads`: relaxes the edges of all active vertices; or those of all vertices, if there are several threads and more than a
    /// quarter of the edges leave active vertices. Returns the active vertices of the next round.
    pub(crate) fn round<'c>(
        &mut self,
        changes: &'c mut Option<Changes<T>>,
        nearer: &'c mut Nearer,
        graph: &WeightedGraph<T>,
        active: &[u32],
        may_wait: bool,
        threads: Threads,
    ) -> Result<&'c [u32]> {
        if threads.are_several() && leave_many(graph, active) {
            let changes = changes.get_or_insert_with(Changes::default);
            self.pull(changes, graph, threads)?;
            Ok(changes.vertices())
        } else {
            self.relax(nearer, graph, active, may_wait)?;
            Ok(nearer.vertices())
        }
    }

    /// Relaxes the edges of the active vertices, in their order: distances count as soon as they are found. Vertices whose distance is
    /// going to change again wait, if they may.
    fn relax(&mut self, nearer: &mut Nearer, graph: &WeightedGraph<T>, active: &[u32], may_wait: bool) -> Result<()> {
        nearer.restart(graph.vertices());
        relax(self, nearer, graph.rows(), active, may_wait)
    }

    /// Relaxes the edges of all vertices on `threads`: each vertex looks for the shortest way along the edges to it, by the distances
    /// before this round, and of several such ways takes the one of fewest edges from the lowest vertex.
    pub(crate) fn pull(&mut self, changes: &mut Changes<T>, graph: &WeightedGraph<T>, threads: Threads) -> Result<()> {
        pull(changes, self, graph.columns(), threads)?;
        self.distance = core::mem::replace(&mut changes.distance, core::mem::take(&mut self.distance).into()).into();
        let (parent, rest) = self.numbers.split_at_mut(graph.vertices());
        parent.copy_from_slice(changes.parent.values());
        rest[..graph.vertices()].copy_from_slice(changes.hops.values());
        Ok(())
    }

    pub(crate) fn finished(self) -> ShortestPaths<T> {
        ShortestPaths::new(self.distance, self.numbers)
    }
}

/// Whether more than a quarter of all edges leave these vertices, so that it is worth looking at all.
pub(crate) fn leave_many<T: Weight>(graph: &WeightedGraph<T>, active: &[u32]) -> bool {
    let leaving: usize = active.iter().map(|&vertex| graph.out_degree(vertex as usize)).sum();
    leaving > graph.arcs() / 4
}

fn relax<T: Weight>(
    found: &mut Nearest<T>,
    nearer: &mut Nearer,
    edges: &Rows<Element<T, Inf>>,
    active: &[u32],
    may_wait: bool,
) -> Result<()> {
    let (found, _) = found.parts();
    let NearestMut {
        mut distance,
        mut parent,
        mut hops,
    } = found;
    let Nearer {
        list,
        count,
        listed,
        round,
    } = nearer;
    let (so_many, round) = (active.len(), *round);
    // No vertex was listed in a round of that number.
    let wait_for = if may_wait { round } else { NO_VERTEX };
    let sum = |path: T, edge: T| path.saturating_plus(edge);
    finch! {
        mut distance;
        mut parent;
        mut hops;
        mut list;
        mut count;
        mut listed;
        for p in 0..so_many {
            let j = active[p];
            let above = parent[j];
            // What came nearer in this round, or will when its parent's edges are looked at, waits for the next one. Where sums are
            // rounded its parent may not bring it nearer, so it is listed here.
            let waits = listed[j] == wait_for || listed[above] == wait_for;
            if waits {
                if listed[j] != round {
                    listed[j] := round;
                    let end = count[];
                    list[end] := j;
                    count[] := end + 1;
                }
            } else {
                let so_far = distance[j];
                let way = hops[j] + 1;
                for i {
                    // By a name: an access that occurs twice is read twice.
                    let length = edges[j, i];
                    if length < inf {
                        let through = sum(so_far, length);
                        // In two conditions: few edges come as far as to the second, which looks at another array. Only there it is asked
                        // whether a sum is beyond the type.
                        if through <= distance[i] {
                            if through < distance[i] || way < hops[i] {
                                distance[i] := then(so_far, length);
                                parent[i] := j;
                                hops[i] := way;
                                if listed[i] != round {
                                    listed[i] := round;
                                    let end = count[];
                                    list[end] := vertex(i.value());
                                    count[] := end + 1;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    .run()
}

fn pull<T: Weight>(
    changes: &mut Changes<T>,
    before: &Nearest<T>,
    edges_to: &Rows<Element<T, Inf>>,
    threads: Threads,
) -> Result<()> {
    let distance = VectorViewWithFill::<T, Inf>::from(&before.distance[..]);
    let (parent, hops) = (VectorView::from(before.parents()), VectorView::from(before.hops()));
    let Changes {
        distance: now,
        parent: now_parent,
        hops: now_hops,
        nearer,
    } = changes;
    let mut near = Scalar::<T, Inf>::default();
    let mut via = Scalar::<u32, Inf>::default();
    let mut way = Scalar::<u32, Inf>::default();
    run_on!(
        threads,
        finch! {
            now .= inf;
            now_parent .= inf;
            now_hops .= inf;
            nearer .= false;
            parallel for i {
                near .= inf;
                {
                    via .= inf;
                    {
                        way .= inf;
                        {
                            near[] := distance[i];
                            via[] := parent[i];
                            way[] := hops[i];
                            for j {
                                let length = edges_to[i, j];
                                if length < inf {
                                    let so_far = distance[j];
                                    if so_far < inf {
                                        let through = then(so_far, length);
                                        if through <= near[] {
                                            let one_more = hops[j] + 1;
                                            if through < near[] || one_more < way[] {
                                                near[] := through;
                                                via[] := vertex(j.value());
                                                way[] := one_more;
                                            }
                                        }
                                    }
                                }
                            }
                        }
                        {
                            now_hops[i] = way[];
                            if near[] < distance[i] || way[] < hops[i] { nearer[i] = true; }
                        }
                    }
                    now_parent[i] = via[];
                }
                now[i] = near[];
            }
        },
        work 1
    )
}
