//! Shortest paths: the examples of the documentation (`bellmanford`, `second_shortest_path` with its `dijkstras`, Floyd and
//! Warshall). Those of the Finch paper are in `graphs`.
//!
//! `edges[j, i]` goes from `j` to `i`, and is infinitely long where there is none.

use crate::data::{Grid, grid, values};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::by::By;
use finch_formats::traits::algebra::{Keyed, Unary};
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::{Map1, Map2};
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::U2;

const NOBODY: usize = usize::MAX;

type Set = Tensor<SparseByteMap<Pattern>>;

/// A distance, and by whom.
type Via = By<f64, usize>;
type Distances = VectorWithFill<Via, Inf>;

/// The distance alone.
fn distance<E: Expr<T = Via>>(via: Value<E>) -> Value<Map1<Unary<fn(Via) -> f64>, E>> {
    map1(Unary(|via: Via| via.key), via)
}

/// Both.
fn via<E: Expr<T = f64>, I: Expr<T = usize>>(distance: Value<E>, by: Value<I>) -> Value<Map2<Keyed, E, I>> {
    map2(Keyed, distance, by)
}

/// `bellmanford` of the documentation, on pairs of a distance and a parent.
fn bellman_ford<E: Level<T = f64, Rank = U2>>(edges: &Tensor<E>, source: usize) -> Vec<Via> {
    let n = edges.shape()[0];
    let far = By::new(f64::INFINITY, NOBODY);
    let mut start = vec![far; n];
    start[source] = By::new(0.0, NOBODY);
    let (mut previous, mut dists) = (Distances::from(start), Distances::filled([n], far).unwrap());
    let mut active_previous = Set::from_triplets([n], [([source], true)], Or).unwrap();
    let (mut active, mut any) = (Set::default(), ShortScalar::<bool, False>::default());
    for _ in 0..n {
        finch! {
            mut dists;
            active .= false;
            any .= false;
            for j { if active_previous[j] { dists[j] <<minby>>= previous[j]; } }
            for j {
                if active_previous[j] {
                    for i {
                        let d = distance(previous[j]) + edges[j, i];
                        dists[i] <<minby>>= via(d, j.value());
                        active[i] |= d < distance(previous[i]);
                    }
                }
            }
            for i { any[] |= active[i]; }
        }
        .run()
        .unwrap();
        if !any.get() {
            break;
        }
        std::mem::swap(&mut previous, &mut dists);
        std::mem::swap(&mut active_previous, &mut active);
    }
    // The last step has found nothing: what it started from is all there is.
    values(&previous)
}

/// `dijkstras` of the documentation: the nearest vertex that is left, and where its edges lead.
fn dijkstra<E: Level<T = f64, Rank = U2>>(edges: &Tensor<E>, source: usize) -> Vec<Via> {
    let n = edges.shape()[0];
    let mut dists = Distances::filled([n], By::new(f64::INFINITY, NOBODY)).unwrap();
    let mut left = Vector::filled([n], true).unwrap();
    let mut nearest = Scalar::<Via, Inf>::default();
    finch! {
        mut dists;
        dists[source] := constant(By::new(0.0, NOBODY));
    }
    .run()
    .unwrap();
    for _ in 0..n {
        finch! {
            nearest .= inf;
            for j { if left[j] { nearest[] <<minby>>= via(distance(dists[j]), j.value()); } }
        }
        .run()
        .unwrap();
        let u = nearest.get().value;
        if nearest.get().key == f64::INFINITY {
            break;
        }
        finch! {
            mut left;
            mut dists;
            left[u] := false;
            for i { dists[i] <<minby>>= via(distance(nearest[]) + edges[u, i], constant(u)); }
        }
        .run()
        .unwrap();
    }
    values(&dists)
}

/// Lengths between one and nine, no edge is infinitely long.
fn lengths(n: usize, percent: usize, seed: u64) -> Grid<f64> {
    grid(n, n, percent, seed).map(|j, i, value| match value {
        _ if i == j => f64::INFINITY,
        0.0 => f64::INFINITY,
        value => value.abs(),
    })
}

/// Distances between all pairs, by all that lie between.
fn all_distances(lengths: &Grid<f64>) -> Grid<f64> {
    let n = lengths.rows;
    let mut all = lengths.map(|j, i, length| if i == j { 0.0 } else { length });
    for k in 0..n {
        all = all.map(|j, i, length| length.min(all.at(j, k) + all.at(k, i)))
    }
    all
}

#[test]
fn shortest_paths() {
    let lengths = lengths(14, 15, 74);
    let all = all_distances(&lengths);
    let sparse = lengths.tensor::<Dense<SparseList<Element<f64, Inf>>>>();
    let dense = lengths.tensor::<Dense<Dense<Element<f64, Inf>>>>();
    for source in [0, 6] {
        for found in [
            bellman_ford(&sparse, source),
            bellman_ford(&dense, source),
            dijkstra(&sparse, source),
            dijkstra(&dense, source),
        ] {
            for (i, via) in found.iter().enumerate() {
                assert_eq!(via.key, all.at(source, i), "from {source} to {i}");
                // Whoever is named lies on a shortest path.
                if i != source && via.key < f64::INFINITY {
                    assert_eq!(all.at(source, via.value) + lengths.at(via.value, i), via.key);
                }
            }
        }
    }
}

/// The graph whose shortest paths are the second shortest ones: two copies of each vertex, on the second side of which
/// are paths that have left a shortest one. Vectors name the copies.
fn second_graph<E: Level<T = f64, Rank = U2>>(edges: &Tensor<E>, dists: &VectorWithFill<f64, Inf>) -> Vec<f64> {
    let n = edges.shape()[0];
    let mut doubled = Tensor::<SparseByteMap<SparseByteMap<Element<f64, Inf>>>>::empty([2 * n, 2 * n]).unwrap();
    let first = Vector::from((0..n).map(|i| 2 * i).collect::<Vec<_>>());
    let second = Vector::from((0..n).map(|i| 2 * i + 1).collect::<Vec<_>>());
    finch! {
        mut doubled;
        for j, i {
            let d = edges[j, i];
            if d != inf {
                doubled[first[j], first[i]] := d;
                doubled[second[j], second[i]] := d;
                if dists[i] < dists[j] + d { doubled[first[j], second[i]] := d; }
            }
        }
    }
    .run()
    .unwrap();
    values(&doubled)
}

#[test]
fn second_shortest_paths() {
    let lengths = lengths(9, 30, 75);
    let all = all_distances(&lengths);
    let dists = VectorWithFill::<f64, Inf>::from((0..9).map(|i| all.at(0, i)).collect::<Vec<_>>());
    let found = second_graph(&lengths.tensor::<Dense<SparseList<Element<f64, Inf>>>>(), &dists);
    let expected = Grid::full(18, 18, 0.0).map(|j, i, _: f64| {
        let length = lengths.at(j / 2, i / 2);
        match (j % 2, i % 2) {
            (0, 1) if all.at(0, i / 2) < all.at(0, j / 2) + length => length,
            (0, 1) | (1, 0) => f64::INFINITY,
            _ => length,
        }
    });
    assert_eq!(found, expected.values);
    assert_eq!(
        second_graph(&lengths.tensor::<Dense<Dense<Element<f64, Inf>>>>(), &dists),
        found
    );
}

/// Floyd and Warshall: by each vertex in turn. What leads to it and from it is copied first, as a statement does not read
/// what it writes.
fn floyd_warshall<A: WriteLevel<T = f64, Rank = U2> + Default>(from: &Grid<f64>) -> Vec<f64> {
    let edges = from.tensor::<A>();
    let mut d = MatrixWithFill::<f64, Inf>::default();
    let (mut to, mut onward) = <(SparseVectorWithFill<f64, Inf>, SparseVectorWithFill<f64, Inf>)>::default();
    finch! {
        d .= inf;
        for j, i { d[j, i] = edges[j, i]; }
        for j, i { if j == i { d[j, i] := 0; } }
    }
    .run()
    .unwrap();
    for k in 0..from.rows {
        finch! {
            mut d;
            to .= inf;
            onward .= inf;
            for j { if d[j, k] < inf { to[j] = d[j, k]; } }
            for i { if d[k, i] < inf { onward[i] = d[k, i]; } }
            for j, i { d[j, i] <<min>>= to[j] + onward[i]; }
        }
        .run()
        .unwrap();
    }
    values(&d)
}

#[test]
fn all_pairs() {
    let lengths = lengths(12, 15, 78);
    let expected = all_distances(&lengths).values;
    assert_eq!(
        floyd_warshall::<Dense<SparseList<Element<f64, Inf>>>>(&lengths),
        expected
    );
    assert_eq!(floyd_warshall::<Dense<Dense<Element<f64, Inf>>>>(&lengths), expected);
}
