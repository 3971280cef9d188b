//! What searches for shortest paths ask of all lengths of a graph.

use super::{Graph, Weight, WeightedGraph};
use core::cmp::Ordering;
use finch_kernels::traits::Result;
use std::borrow::Cow;
use std::sync::OnceLock;

/// What was found out about a graph, each once in its life, when somebody asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    lengths: OnceLock<Lengths>,
    unweighted: OnceLock<Box<Graph>>,
    both_ways: OnceLock<Box<Graph>>,
    is_even: OnceLock<bool>,
}

impl Graph {
    /// Whether vertices have about as many edges as others: at the ends of edges there are less than half more than at vertices.
    pub(crate) fn is_even(&self) -> bool {
        *self.known.is_even.get_or_init(|| {
            let (vertices, arcs) = (self.vertices() as f64, self.arcs() as f64);
            let degree = |vertex| self.out_degree(vertex) as f64;
            let squares: f64 = (0..self.vertices()).map(|vertex| degree(vertex) * degree(vertex)).sum();
            squares * vertices < 1.5 * arcs * arcs
        })
    }

    /// This graph if it is undirected, else a copy of it with edges that lead both ways, which it keeps.
    pub(crate) fn kept_both_ways(&self) -> Result<&Graph> {
        let kept = &self.known.both_ways;
        if let Some(graph) = kept.get() {
            return Ok(graph);
        }
        match self.both_ways()? {
            Cow::Borrowed(graph) => Ok(graph),
            Cow::Owned(graph) => Ok(kept.get_or_init(|| Box::new(graph))),
        }
    }
}

/// What there is to know of the lengths of all edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengths {
    /// One is less than zero.
    pub(crate) has_negative: bool,
    /// All are equal, or there are none.
    pub(crate) are_equal: bool,
    /// Vertices have few edges.
    has_few: bool,
    /// At which edge the length is by which buckets are as wide as they are, if there are any.
    usual: Option<usize>,
}

/// Where vertices have more edges than so many, buckets as wide as a usual length would hold vertices whose distances change often.
const FEW_EDGES: usize = 4;

/// Graphs of so many edges at most take longer to sort into buckets than to relax a few times, if vertices have many edges.
const SMALL: usize = 1 << 15;

/// And so many if they have few, where shortest paths are long.
const SMALL_SPARSE: usize = 1 << 11;

impl Lengths {
    fn of<T: Weight>(graph: &WeightedGraph<T>) -> Lengths {
        let lengths = graph.values();
        // All are looked at, several at a time.
        let has_negative = lengths.iter().fold(false, |any, length| any | (*length < *T::ZERO));
        let are_equal = match lengths.first() {
            Some(first) => lengths.iter().all(|length| length == first),
            None => true,
        };
        let (has_few, usual) = if are_equal { (false, None) } else { usual(graph) };
        Lengths {
            has_negative,
            are_equal,
            has_few,
            usual,
        }
    }

    /// How wide buckets are of a search of `graph`, whose lengths these are; or nothing where all vertices that wait may be taken at once,
    /// in small graphs, and where all lengths are equal. Where vertices have few edges, eight times a usual length: few distances change
    /// within a bucket. Elsewhere a length that one or two of the edges of a vertex do not exceed, one and a half on average.
    pub(crate) fn width<T: Weight>(&self, graph: &WeightedGraph<T>) -> Option<T> {
        let length = graph.values()[self.usual?];
        let doubled = |length: T| length.plus(length).unwrap_or(length);
        Some(if self.has_few {
            doubled(doubled(doubled(length)))
        } else {
            length
        })
    }
}

/// Whether vertices have few edges, and the edge whose length is taken, by a sample of all edges.
fn usual<T: Weight>(graph: &WeightedGraph<T>) -> (bool, Option<usize>) {
    const SAMPLES: usize = 256;
    let (vertices, arcs) = (graph.vertices(), graph.arcs());
    if arcs <= SMALL_SPARSE {
        return (false, None);
    }
    let (targets, lengths) = (graph.rows().level().child().idx(), graph.values());
    let places = || (0..arcs).step_by(arcs.div_ceil(SAMPLES));
    let edges: usize = places().map(|at| graph.out_degree(targets[at] as usize)).sum();
    let has_few = edges < FEW_EDGES * places().count();
    if !has_few && arcs <= SMALL {
        return (false, None);
    }
    // Buckets of width zero would hold one distance each.
    let mut sample: Vec<usize> = places().filter(|&at| lengths[at] > *T::ZERO).collect();
    let Some(last) = sample.len().checked_sub(1) else {
        return (has_few, None);
    };
    let place = if has_few {
        last / 2
    } else {
        3 * sample.len() * vertices / (2 * arcs)
    };
    let compare = |&one: &usize, &other: &usize| {
        let order = lengths[one].partial_cmp(&lengths[other]);
        order.unwrap_or(Ordering::Equal)
    };
    (
        has_few,
        Some(*sample.select_nth_unstable_by(place.min(last), compare).1),
    )
}

impl<T: Weight> WeightedGraph<T> {
    /// What is known of its lengths. They are looked at once in the life of a graph.
    pub(crate) fn lengths(&self) -> Lengths {
        *self.known.lengths.get_or_init(|| Lengths::of(self))
    }

    /// The edges without their lengths, which are copied once in the life of a graph.
    pub(crate) fn shape(&self) -> &Graph {
        self.known.unweighted.get_or_init(|| Box::new(self.unweighted()))
    }

    /// The length of all edges, if they are [equal](Lengths::are_equal) and there are any.
    pub(crate) fn first_length(&self) -> Option<T> {
        self.values().first().copied()
    }

    /// The lengths of all edges.
    fn values(&self) -> &[T] {
        // The array may go on behind the last edge.
        &self.rows.level().child().child().val()[..self.arcs()]
    }
}
