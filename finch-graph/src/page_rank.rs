//! PageRank: how important vertices are, by the edges to them from vertices that are important (Brin and Page, 1998).
//!
//! The rank of a vertex is how often a walker is there who, at each step, takes any of the edges that leave the vertex, or,
//! with probability 1 - damping or where no edge leaves, goes to any vertex at all. Ranks sum to 1. They are found by taking
//! such steps from equal ranks until they hardly change.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let graph = Graph::from_edges(4, [[0, 2], [1, 2], [2, 3], [3, 2]], Direction::Directed)?;
//! let ranks = page_rank::rank(&graph)?;
//! assert!(ranks.converged());
//! assert_eq!(ranks.highest(), Some(2));
//! assert!((ranks.values().iter().sum::<f64>() - 1.0).abs() < 1e-12);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Graph, filled};
use crate::prelude::*;
use crate::progress::{Listener, progress};
use crate::threads::{Threads, parallel, run_on};
use core::mem::swap;
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::algebra::reducer::Reducer;
use finch_kernels::traits::{Result, error, finch};

/// The PageRank of all vertices, and how far it has converged.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    values: Vec<f64>,
    rounds: usize,
    change: f64,
    tolerance: f64,
}

/// What ranks tell of the steps in which they were found.
macro_rules! how_they_were_found {
    () => {
        /// How many steps were taken.
        pub fn rounds(&self) -> usize {
            self.rounds
        }

        /// By how much the last step changed the ranks: the sum over all vertices, of all processes if there are several, of the absolute
        /// difference. Infinity if no step was taken, and 0 if there are no vertices.
        pub fn change(&self) -> f64 {
            self.change
        }

        /// Whether the last step changed the ranks by no more than the tolerance, summed over all vertices.
        pub fn converged(&self) -> bool {
            self.change <= self.tolerance
        }
    };
}
#[cfg(feature = "distributed")]
pub(crate) use how_they_were_found;

impl Ranks {
    /// The rank of each vertex; they sum to 1.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The vertex of the highest rank, the first of several; `None` if there are no vertices. Takes time linear in the
    /// vertices.
    pub fn highest(&self) -> Option<usize> {
        let higher = |best: usize, vertex: usize| {
            if self.values[vertex] > self.values[best] {
                vertex
            } else {
                best
            }
        };
        (0..self.values.len()).reduce(higher)
    }

    how_they_were_found!();
}

/// A computation of PageRank with its options: damping, tolerance, and the greatest number of steps. [`run`](Self::run) computes it.
/// [`rank`] takes the options of [`new`](Self::new).
#[derive(Debug)]
pub struct PageRank<'l> {
    pub(crate) damping: f64,
    pub(crate) tolerance: f64,
    pub(crate) rounds: usize,
    threads: Threads,
    pub(crate) listener: Listener<'l>,
}

impl Default for PageRank<'_> {
    fn default() -> Self {
        PageRank {
            damping: 0.85,
            tolerance: 1e-9,
            rounds: 200,
            threads: Threads::One,
            listener: Listener::default(),
        }
    }
}

/// The ranks of the vertices of a graph, with a damping of 0.85, until a step changes them by no more than 10^-9 in
/// sum, or for 200 steps. A step takes time linear in edges and vertices.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn rank(graph: &Graph) -> Result<Ranks> {
    PageRank::new().run(graph)
}

impl<'l> PageRank<'l> {
    /// A damping of 0.85, a tolerance of 10^-9 and at most 200 steps.
    pub fn new() -> Self {
        PageRank::default()
    }

    settings! {
        /// Sets with which probability the walker follows an edge: at least 0, and less than 1; by default 0.85.
        damping(damping: f64) = damping;

        /// Sets at which sum of changes to stop, by default 10^-9: 0 to go on until nothing changes, a negative number to take all steps.
        tolerance(tolerance: f64) = tolerance;

        /// Sets how many steps to take at most: by default 200.
        rounds(rounds: usize) = rounds;
    }

    parallel! {
        /// Takes steps on the threads of the rayon pool that the caller is in. Ranks have the same bits on any number of threads; sums over
        /// all vertices are rounded otherwise than on one thread without this.
    }

    progress! {
        /// Calls `listener` after each step.
        ///
        /// Ranks of graphs of at most 128 vertices and 1024 edges differ by rounding from those that are computed without one.
        'l
    }

    /// The ranks of the vertices of a graph. A step takes time linear in edges and vertices. Takes 40 bytes a vertex
    /// besides the result, and 32 on one thread if an edge leaves each vertex.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the damping is not at least 0 and less than 1, or the tolerance is not a number.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn run(&mut self, graph: &Graph) -> Result<Ranks> {
        self.check()?;
        let PageRank {
            damping,
            tolerance,
            threads,
            ..
        } = *self;
        let vertices = graph.vertices();
        let even = 1.0 / vertices as f64;
        let arcs = graph.arcs();
        let is_short = arcs < SHORT * vertices || arcs < SHORT_EVEN * vertices && graph.is_even();
        let walk = Walk::of((0..vertices).map(|vertex| graph.out_degree(vertex)), is_short);
        let mut now = walk.begin(vertices, even)?;
        let (mut round, mut change) = (0, f64::INFINITY);
        if vertices == 0 {
            change = 0.0
        }
        if vertices <= SMALL && arcs <= SMALL_ARCS && !threads.are_several() && !self.listener.is_there() {
            while round < self.rounds && change > tolerance {
                let most = STEPS.min(self.rounds - round);
                let (taken, last) = walk.steps(&mut now, graph.columns(), most, [damping, even, tolerance])?;
                (round, change) = (round + taken, last)
            }
        } else {
            let mut share = now.share.clone();
            while round < self.rounds && change > tolerance {
                let anywhere = (1.0 - damping + damping * now.stuck) * even;
                swap(&mut now.share, &mut share);
                change = walk.step(threads, &mut now, graph.columns(), &share, [damping, anywhere])?;
                round += 1;
                self.listener.tell(round, round, self.rounds)
            }
        }
        Ok(Ranks {
            values: now.ranks.into(),
            rounds: round,
            change,
            tolerance,
        })
    }

    /// Errors if the damping or the tolerance cannot be used.
    pub(crate) fn check(&self) -> Result<()> {
        let PageRank { damping, tolerance, .. } = *self;
        if (0.0..1.0).contains(&damping) && !tolerance.is_nan() {
            return Ok(());
        }
        Err(error!(
            Invalid,
            "ranks with a damping of {damping} and a tolerance of {tolerance}: damping is at least 0 and less than 1, tolerance a number"
        ))
    }
}

/// Ranks, and what follows from them for the next step.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) ranks: Vector<f64>,
    /// What each vertex has for each of its edges: 0 where there are none.
    pub(crate) share: Vector<f64>,
    /// The ranks of vertices without edges, summed up.
    pub(crate) stuck: f64,
    /// The ranks of the step before, where a step does not replace ranks in place; else empty.
    before: Vector<f64>,
}

/// Where vertices have fewer edges than so many, sums of several accumulators take longer than they save.
const SHORT: usize = 5;

/// And where they have fewer than so many, and about as many each.
const SHORT_EVEN: usize = 8;

/// Graphs of so many vertices at most take many steps in one program: to enter one takes longer than to go through the vertices twice.
const SMALL: usize = 1 << 7;

/// And of so many edges: sums of several accumulators save more where there are many.
const SMALL_ARCS: usize = 1 << 10;

/// How many steps such a program takes at most.
const STEPS: usize = 32;

/// What is known of the vertices before the first step.
#[derive(Debug)]
pub(crate) struct Walk {
    /// One by the edges that leave a vertex, 0 without any.
    portion: Vector<f64>,
    /// 1 where no edge leaves.
    is_stuck: Vector<f64>,
    /// There are such vertices.
    some_stuck: bool,
    /// Few edges lead to a vertex: their shares are added up in their order.
    is_short: bool,
}

impl Walk {
    /// Vertices that so many edges leave.
    pub(crate) fn of(degrees: impl Iterator<Item = usize>, is_short: bool) -> Walk {
        let each = |degree| {
            if degree > 0 {
                (1.0 / degree as f64, 0.0)
            } else {
                (0.0, 1.0)
            }
        };
        let (portion, is_stuck): (Vec<f64>, Vec<f64>) = degrees.map(each).unzip();
        Walk {
            some_stuck: is_stuck.contains(&1.0),
            portion: portion.into(),
            is_stuck: is_stuck.into(),
            is_short,
        }
    }

    /// Equal ranks of so many vertices.
    pub(crate) fn begin(&self, vertices: usize, even: f64) -> Result<State> {
        let portions = self.portion.values().iter();
        Ok(State {
            ranks: filled(even, vertices)?.into(),
            share: portions.map(|portion| even * portion).collect(),
            stuck: even * self.is_stuck.values().iter().sum::<f64>(),
            before: Vector::default(),
        })
    }

    /// What each vertex gets along the edges to it, and from anywhere, and what it has for its own edges then. Returns by how much that
    /// differs from the ranks before. Reads the ranks of `state`, and in `share` what each vertex has for each of its edges; writes all of `state`.
    pub(crate) fn step(
        &self,
        threads: Threads,
        state: &mut State,
        edges_to: &CsrPattern,
        share: &Vector<f64>,
        numbers: [f64; 2],
    ) -> Result<f64> {
        if !self.some_stuck && !threads.are_several() {
            return if self.is_short {
                self.step_in_place(Add, state, edges_to, share, numbers)
            } else {
                self.step_in_place(FastAdd, state, edges_to, share, numbers)
            };
        }
        swap(&mut state.ranks, &mut state.before);
        if state.ranks.values().is_empty() {
            state.ranks = state.before.clone()
        }
        if self.is_short {
            self.step_by(Add, threads, state, edges_to, share, numbers)
        } else {
            self.step_by(FastAdd, threads, state, edges_to, share, numbers)
        }
    }

    /// A step in which `sums` adds up what a vertex gets. It is one loop, so that threads wait for each other once in a step, and outputs are
    /// updated, so that nobody fills them before. They must not read what others write.
    #[inline(never)]
    fn step_by(
        &self,
        sums: impl Reducer<f64> + Send + Sync,
        threads: Threads,
        state: &mut State,
        edges_to: &CsrPattern,
        share: &Vector<f64>,
        [damping, anywhere]: [f64; 2],
    ) -> Result<f64> {
        let (mut change, mut sum, mut stuck) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
        let (ranks, next_share, before) = (&mut state.ranks, &mut state.share, &state.before);
        let Walk { portion, is_stuck, .. } = self;
        run_on!(
            threads,
            finch! {
                mut ranks;
                mut next_share;
                change .= 0;
                stuck .= 0;
                parallel for i {
                    sum .= 0;
                    for j { if edges_to[i, j] { sum[] <<sums>>= share[j]; } }
                    {
                        let rank = anywhere + damping * sum[];
                        ranks[i] = rank;
                        next_share[i] = rank * portion[i];
                        stuck[] <<FastAdd>>= rank * is_stuck[i];
                        change[] <<FastAdd>>= abs(rank - before[i]);
                    }
                }
            },
            work 1
        )?;
        state.stuck = stuck.get();
        Ok(change.get())
    }

    /// A step on one thread where an edge leaves each vertex: nobody adds up the ranks of others, and ranks are replaced where they are, since the
    /// fewer arrays there are, the more of them stay in the cache. It is a function of its own, in which nothing else asks for registers.
    #[inline(never)]
    fn step_in_place(
        &self,
        sums: impl Reducer<f64>,
        state: &mut State,
        edges_to: &CsrPattern,
        share: &Vector<f64>,
        [damping, anywhere]: [f64; 2],
    ) -> Result<f64> {
        let (mut change, mut sum) = (Scalar::new(0.0), Scalar::new(0.0));
        let (ranks, next_share, portion) = (&mut state.ranks, &mut state.share, &self.portion);
        finch! {
            mut ranks;
            mut next_share;
            change .= 0;
            for i {
                sum .= 0;
                for j { if edges_to[i, j] { sum[] <<sums>>= share[j]; } }
                {
                    let rank = anywhere + damping * sum[];
                    change[] <<FastAdd>>= abs(rank - ranks[i]);
                    ranks[i] := rank;
                    next_share[i] = rank * portion[i];
                }
            }
        }
        .run()?;
        Ok(change.get())
    }

    /// So many steps in one program, until one changes the ranks by no more than a tolerance. Returns how many were taken, and by how much the
    /// last one changed the ranks. A step reads all shares before it writes any.
    fn steps(
        &self,
        now: &mut State,
        edges_to: &CsrPattern,
        most: usize,
        [damping, even, tolerance]: [f64; 3],
    ) -> Result<(usize, f64)> {
        let (mut taken, mut change) = (Scalar::new(0_usize), Scalar::new(f64::INFINITY));
        let (mut stuck, mut sum) = (Scalar::new(now.stuck), Scalar::new(0.0));
        let (ranks, share) = (&mut now.ranks, &mut now.share);
        let Walk { portion, is_stuck, .. } = self;
        finch! {
            mut ranks;
            mut share;
            mut taken;
            mut change;
            mut stuck;
            for step in 0..most {
                if change[] > tolerance {
                    let anywhere = (1.0 - damping + damping * stuck[]) * even;
                    taken[] += 1;
                    change[] := 0.0;
                    stuck[] := 0.0;
                    for i {
                        sum .= 0;
                        for j { if edges_to[i, j] { sum[] += share[j]; } }
                        {
                            let rank = anywhere + damping * sum[];
                            stuck[] += rank * is_stuck[i];
                            change[] += abs(rank - ranks[i]);
                            ranks[i] := rank;
                        }
                    }
                    for i { share[i] := ranks[i] * portion[i]; }
                }
            }
        }
        .run()?;
        now.stuck = stuck.get();
        Ok((taken.get(), change.get()))
    }
}
