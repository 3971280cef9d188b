//! Graphs: Finch paper, figure 19 and appendix B; triangle counting of the looplet paper, section 8.2.
//!
//! Vertices count from 0, so "no parent" is the largest number, not 0.

use crate::data::{Given, Grid, Made, graph, grid, some, values, vector};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::Cast;
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::Map1;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::level::Level;
use finch_formats::traits::level::{Follows, RowsGallop};
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

/// A nest of edges.
pub(crate) trait Edges: Level<T = bool, Rank = U2> {}

impl<L: Level<T = bool, Rank = U2>> Edges for L {}

/// 1 for `true`.
pub(crate) fn number<E: Expr<T = bool>>(condition: Value<E>) -> Value<Map1<Cast<usize>, E>> {
    map1(Cast::new(), condition)
}

pub(crate) type Parents = VectorWithFill<usize, Inf>;
pub(crate) const NOBODY: usize = usize::MAX;

/// What a step of breadth-first search makes: the next frontier, and parents.
type Step = (Vec<bool>, Vec<usize>);

fn step(edges: &Grid<bool>, [frontier, visited]: [&[bool]; 2]) -> Step {
    let n = edges.rows;
    let first = |k: usize| (0..n).find(|&j| frontier[j] && edges.at(j, k));
    let found = (0..n).map(|k| if visited[k] { None } else { first(k) });
    let parents: Vec<usize> = found.map(|parent| parent.unwrap_or(NOBODY)).collect();
    (parents.iter().map(|&parent| parent != NOBODY).collect(), parents)
}

/// `bfs_push`: the next frontier, and the parents of what is new in it.
pub(crate) fn push_step<N: WriteLevel<T = bool, Rank = U1, Fill = False>>(
    next: &mut Tensor<N>,
    parents: &mut Parents,
    (edges, f, v): (
        &Tensor<impl Edges>,
        &Tensor<impl Level<T = bool, Rank = U1>>,
        &Vector<bool>,
    ),
) {
    finch! {
        next .= false;
        mut parents;
        for j, k {
            if f[j] && edges[j, k] && !v[k] {
                next[k] |= true;
                parents[k] <<choose(inf)>>= j;
            }
        }
    }
    .run()
    .unwrap()
}

/// A step by pushing.
fn push<F: Given<bool, U1>, N: Made<bool, U1, False>>(
    a: &Tensor<impl Edges>,
    [frontier, visited]: [&[bool]; 2],
) -> Step {
    let (f, v) = (vector::<F>(frontier), vector::<Dense<Element<bool>>>(visited));
    let mut next = Tensor::<N>::default();
    let mut p = Parents::filled([frontier.len()], NOBODY).unwrap();
    push_step(&mut next, &mut p, (a, &f, &v));
    (values(&next), values(&p))
}

/// `bfs_pull`, over the transposed graph: it ends each row at the first parent.
fn pull<F, N: Made<bool, U1, False>>(at: &Tensor<impl Edges>, [frontier, visited]: [&[bool]; 2]) -> Step
where
    F: Given<bool, U1> + Follows,
{
    let (f, v) = (vector::<F>(frontier), vector::<Dense<Element<bool>>>(visited));
    let mut next = Tensor::<N>::default();
    let mut parents = Parents::filled([frontier.len()], NOBODY).unwrap();
    let mut p = ShortScalar::<usize, Inf>::default();
    finch! {
        next .= false;
        mut parents;
        for k {
            if !v[k] {
                p .= inf;
                for j {
                    if f[follow(j)] && at[k, j] {
                        p[] <<choose(inf)>>= j;
                    }
                }
                if p[] != inf {
                    next[k] |= true;
                    parents[k] = p[];
                }
            }
        }
    }
    .run()
    .unwrap();
    (values(&next), values(&parents))
}

#[test]
fn breadth_first_search() {
    let edges = graph(12, 25, 20);
    let marked = |seed| {
        some(12, 40, seed)
            .iter()
            .map(|&value| value != 0.0)
            .collect::<Vec<bool>>()
    };
    let marked = [marked(21), marked(22)];
    let marked = marked.each_ref().map(Vec::as_slice);
    let expected = step(&edges, marked);
    type Pattern = Dense<SparseList<finch_formats::Pattern>>;
    type Set = SparseByteMap<finch_formats::Pattern>;
    type Full = Dense<Element<bool, False>>;
    let (a, at) = (
        CsrPattern::from_dense([12, 12], &edges.values).unwrap(),
        edges.transposed().tensor::<Pattern>(),
    );
    assert_eq!(push::<Set, Set>(&a, marked), expected);
    assert_eq!(push::<SparseList<Element<bool, False>>, Full>(&a, marked), expected);
    assert_eq!(pull::<Set, Set>(&at, marked), expected);
    assert_eq!(pull::<Full, SparseList<Element<bool, False>>>(&at, marked), expected);
}

/// Appendix B.1: what is in the frontier is visited, and counted.
pub(crate) fn visit(v: &mut Vector<bool>, c: &mut Scalar<usize>, frontier: &Tensor<impl Level<T = bool, Rank = U1>>) {
    finch! {
        mut v;
        c .= 0;
        for k {
            let f = frontier[k];
            v[k] |= f;
            c[] += number(f);
        }
    }
    .run()
    .unwrap()
}

#[test]
fn visiting() {
    let frontier = vector::<SparseByteMap<Pattern>>(&[false, true, false, true, true]);
    let mut v = Vector::from(vec![true, false, false, false, true]);
    let mut c = Scalar::new(0);
    visit(&mut v, &mut c, &frontier);
    assert_eq!((v.values(), c.get()), (&[true, true, false, true, true][..], 3));
}

/// `bellmanford`: figure 19, and appendix B.3 with distances kept and parents at the end.
fn bellman_ford<E, F>(edges: &Tensor<E>, source: usize) -> (Vec<f64>, Vec<usize>)
where
    E: Level<T = f64, Rank = U2>,
    F: WriteLevel<T = bool, Rank = U1, Fill = False> + Default,
{
    let n = edges.shape()[0];
    let mut start = vec![f64::INFINITY; n];
    start[source] = 0.0;
    let (mut previous, mut dists) = (
        VectorWithFill::<f64, Inf>::from(start),
        VectorWithFill::filled([n], f64::INFINITY).unwrap(),
    );
    let mut active_previous = Tensor::<F>::from_triplets([n], [([source], true)], Or).unwrap();
    let mut active = Tensor::<F>::default();
    for _ in 0..n {
        finch! {
            mut dists;
            for j {
                if active_previous[j] {
                    dists[j] <<min>>= previous[j];
                }
            }
        }
        .run()
        .unwrap();
        finch! {
            mut dists;
            active .= false;
            for j {
                if active_previous[j] {
                    for i {
                        let d = previous[j] + edges[j, i];
                        dists[i] <<min>>= d;
                        active[i] |= d < previous[i];
                    }
                }
            }
        }
        .run()
        .unwrap();
        // Where nothing was active, the distances of the step before are still the best ones.
        finch! {
            mut dists;
            for j { dists[j] <<min>>= previous[j]; }
        }
        .run()
        .unwrap();
        if !values(&active).contains(&true) {
            break;
        }
        std::mem::swap(&mut previous, &mut dists);
        std::mem::swap(&mut active_previous, &mut active);
    }
    let mut parents = Parents::default();
    finch! {
        parents .= inf;
        for j {
            for i {
                let d = edges[j, i];
                if d < inf && dists[j] + d <= dists[i] {
                    parents[i] <<choose(inf)>>= j;
                }
            }
        }
    }
    .run()
    .unwrap();
    (values(&dists), values(&parents))
}

#[test]
fn shortest_paths() {
    let lengths = grid(10, 10, 30, 23).map(|j, i, value| match value {
        _ if i == j => f64::INFINITY,
        0.0 => f64::INFINITY,
        value => value.abs(),
    });
    let mut dists = vec![f64::INFINITY; 10];
    dists[3] = 0.0;
    for _ in 0..10 {
        for j in 0..10 {
            for i in 0..10 {
                dists[i] = dists[i].min(dists[j] + lengths.at(j, i))
            }
        }
    }
    let parents = (0..10).map(|i| {
        let parent = |&j: &usize| lengths.at(j, i) < f64::INFINITY && dists[j] + lengths.at(j, i) <= dists[i];
        (0..10).find(parent).unwrap_or(NOBODY)
    });
    let expected = (dists.clone(), parents.collect::<Vec<usize>>());
    let sparse = lengths.tensor::<Dense<SparseList<Element<f64, Inf>>>>();
    let dense = lengths.tensor::<Dense<Dense<Element<f64, Inf>>>>();
    assert_eq!(bellman_ford::<_, SparseByteMap<Pattern>>(&sparse, 3), expected);
    assert_eq!(bellman_ford::<_, Dense<Element<bool, False>>>(&dense, 3), expected);
}

/// Triangles, by merging and by galloping.
fn triangles<A: Level<T = bool, Rank = U2> + RowsGallop>(a: &Tensor<A>, at: &Tensor<A>) -> (usize, usize) {
    let (mut merged, mut galloped) = (Scalar::new(0), Scalar::new(0));
    finch! {
        merged .= 0;
        for i, j, k { merged[] += number(a[i, j] && a[j, k] && at[i, k]); }
    }
    .run()
    .unwrap();
    finch! {
        galloped .= 0;
        for i, j, k { galloped[] += number(a[i, j] && a[j, gallop(k)] && at[i, gallop(k)]); }
    }
    .run()
    .unwrap();
    (merged.get(), galloped.get())
}

#[test]
fn triangle_counting() {
    let edges = graph(13, 30, 24);
    let mut count = 0;
    for i in 0..13 {
        for j in 0..13 {
            count += (0..13)
                .filter(|&k| edges.at(i, j) && edges.at(j, k) && edges.at(k, i))
                .count()
        }
    }
    let back = edges.transposed();
    type Lists = Dense<SparseList<Pattern>>;
    assert_eq!(triangles::<Lists>(&edges.tensor(), &back.tensor()), (count, count));
    type Doubly = SparseList<SparseList<Element<bool>>>;
    assert_eq!(triangles::<Doubly>(&edges.tensor(), &back.tensor()), (count, count));
    assert!(count > 0);
}
