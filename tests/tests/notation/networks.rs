//! Graphs from end to end: the searches of the Finch paper, appendix B.1, and the examples of the documentation
//! (`bfs`, `dfs`, `pagerank`, `tricount`, `topological_sorting`, degree centrality). Shortest paths are in `paths`.
//!
//! `edges[j, i]` goes from `j` to `i`. Vertices count from 0, so "nobody" is the largest number, not 0.

use crate::data::{Grid, graph, values};
use crate::graphs::{NOBODY, Parents, number, push_step, visit};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::Unary;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::U2;

type Set = Tensor<SparseByteMap<Pattern>>;

/// Appendix B.1: by pushing while the frontier is small, by pulling where it is not, until it is empty.
fn bfs<A: Level<T = bool, Rank = U2>>(edges: &Tensor<A>, back: &Tensor<A>, source: usize, alpha: f64) -> Vec<usize> {
    let n = edges.shape()[0];
    let (mut f, mut next) = (Set::empty([n]).unwrap(), Set::default());
    let mut v = Vector::filled([n], false).unwrap();
    let mut parents = Parents::filled([n], NOBODY).unwrap();
    finch! {
        mut f;
        mut v;
        mut parents;
        f[source] := true;
        v[source] := true;
        parents[source] := source;
    }
    .run()
    .unwrap();
    let (mut p, mut c) = (ShortScalar::<usize, Inf>::default(), Scalar::new(1));
    while c.get() > 0 {
        if c.get() as f64 / n as f64 > alpha {
            finch! {
                next .= false;
                mut parents;
                for k {
                    if !v[k] {
                        p .= inf;
                        for j { if f[follow(j)] && back[k, j] { p[] <<choose(inf)>>= j; } }
                        if p[] != inf {
                            next[k] |= true;
                            parents[k] := p[];
                        }
                    }
                }
            }
            .run()
            .unwrap();
        } else {
            push_step(&mut next, &mut parents, (edges, &f, &v))
        }
        visit(&mut v, &mut c, &next);
        std::mem::swap(&mut f, &mut next);
    }
    values(&parents)
}

/// The parent of each vertex that is reached: of the step before, the first that there is.
fn reached(edges: &Grid<bool>, source: usize) -> Vec<usize> {
    let mut parents = vec![NOBODY; edges.rows];
    parents[source] = source;
    let mut frontier = vec![source];
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for (i, parent) in parents.iter_mut().enumerate().filter(|(_, parent)| **parent == NOBODY) {
            if let Some(&found) = frontier.iter().find(|&&j| edges.at(j, i)) {
                *parent = found;
                next.push(i);
            }
        }
        frontier = next
    }
    parents
}

#[test]
fn breadth_first_search() {
    for seed in [70, 71] {
        let edges = graph(25, 12, seed);
        type Lists = Dense<SparseList<Pattern>>;
        let (a, at) = (edges.tensor::<Lists>(), edges.transposed().tensor::<Lists>());
        let expected = reached(&edges, 4);
        assert!(expected.iter().filter(|&&parent| parent != NOBODY).count() > 5);
        // Always by pulling, always by pushing, and by either.
        for alpha in [0.0, 1.0, 0.1] {
            assert_eq!(bfs(&a, &at, 4, alpha), expected, "{alpha}");
        }
        let (a, at) = (
            edges.tensor::<Dense<Dense<Element<bool>>>>(),
            edges.transposed().tensor(),
        );
        assert_eq!(bfs(&a, &at, 4, 0.1), expected);
    }
}

/// Depth first: the first neighbour that nobody has visited, found by a scalar that ends the loop.
fn dfs<A: Level<T = bool, Rank = U2>>(edges: &Tensor<A>, visited: &mut Vector<bool>, source: usize) -> Vec<usize> {
    let (mut order, mut path) = (vec![source], vec![source]);
    let mut first = ShortScalar::<usize, Inf>::default();
    while let Some(&node) = path.last() {
        finch! {
            mut visited;
            first .= inf;
            visited[node] := true;
            for j { if edges[node, j] && !visited[j] { first[] <<choose(inf)>>= j; } }
        }
        .run()
        .unwrap();
        match first.get() {
            NOBODY => drop(path.pop()),
            next => {
                order.push(next);
                path.push(next)
            }
        }
    }
    order
}

#[test]
fn depth_first_search() {
    let one_way = graph(20, 6, 72);
    let edges = one_way.map(|j, i, edge| edge || one_way.at(i, j));
    fn visit(edges: &Grid<bool>, seen: &mut Vec<usize>, node: usize) {
        seen.push(node);
        for i in 0..edges.rows {
            if edges.at(node, i) && !seen.contains(&i) {
                visit(edges, seen, i)
            }
        }
    }
    // One search for each component, as the example counts them.
    let (a, dense) = (
        edges.tensor::<Dense<SparseList<Pattern>>>(),
        edges.tensor::<Dense<Dense<Element<bool>>>>(),
    );
    let (mut visited, mut again) = (
        Vector::filled([20], false).unwrap(),
        Vector::filled([20], false).unwrap(),
    );
    let (mut seen, mut components) = (Vec::new(), 0);
    for source in 0..20 {
        if seen.contains(&source) {
            continue;
        }
        let before = seen.len();
        visit(&edges, &mut seen, source);
        assert_eq!(dfs(&a, &mut visited, source), seen[before..]);
        assert_eq!(dfs(&dense, &mut again, source), seen[before..]);
        components += 1;
    }
    assert!(components > 1 && visited.values() == [true; 20]);
}

/// Ranks of pages, from the share that each gives to those it names.
fn pagerank<A: WriteLevel<T = bool, Rank = U2> + Default>(from: &Grid<bool>, steps: usize, damp: f64) -> Vec<f64> {
    let (edges, n) = (from.tensor::<A>(), from.rows);
    let (mut out_degree, mut shares, mut r) = <(Vector<usize>, Csr<f64>, Vector<f64>)>::default();
    let real = |degree: usize| degree as f64;
    let (first, rest) = (1.0 / n as f64, (1.0 - damp) / n as f64);
    finch! {
        out_degree .= 0;
        shares .= 0;
        r .= 0;
        for j, i { out_degree[j] += number(edges[j, i]); }
        for j, i { if edges[j, i] { shares[j, i] = 1.0 / map1(Unary(real), out_degree[j]); } }
        for j in 0..n { r[j] = first; }
    }
    .run()
    .unwrap();
    let mut rank = Vector::<f64>::default();
    for _ in 0..steps {
        finch! {
            rank .= 0;
            mut r;
            for j, i { rank[i] += shares[j, i] * r[j]; }
            for i { r[i] := rest + damp * rank[i]; }
        }
        .run()
        .unwrap();
    }
    values(&r)
}

#[test]
fn page_ranks() {
    let edges = graph(15, 20, 73);
    let (damp, mut expected) = (0.85, vec![1.0 / 15.0; 15]);
    for _ in 0..20 {
        let mut next = vec![0.15 / 15.0; 15];
        for (j, rank) in expected.iter().enumerate() {
            let degree = (0..15).filter(|&i| edges.at(j, i)).count();
            for i in (0..15).filter(|&i| edges.at(j, i)) {
                next[i] += damp * rank / degree as f64
            }
        }
        expected = next
    }
    for found in [
        pagerank::<Dense<SparseList<Pattern>>>(&edges, 20, damp),
        pagerank::<Dense<Dense<Element<bool>>>>(&edges, 20, damp),
    ] {
        let off = found
            .iter()
            .zip(&expected)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(off < 1e-12, "{off}");
    }
}

/// `tricount` of the documentation: of a symmetric graph, by its strict lower triangle.
fn triangles<A: WriteLevel<T = bool, Rank = U2> + Default>(from: &Grid<bool>) -> usize {
    let (edges, mut l, mut count) = (from.tensor::<A>(), Csr::<usize>::default(), Scalar::new(0));
    finch! {
        l .= 0;
        count .= 0;
        for j, i { if j > i { l[j, i] = number(edges[j, i]); } }
        for j, k, i { count[] += l[j, k] * l[k, i] * l[j, i]; }
    }
    .run()
    .unwrap();
    count.get()
}

/// How much of the rest each vertex is connected with.
fn degree_centrality<A: WriteLevel<T = bool, Rank = U2> + Default>(from: &Grid<bool>) -> Vec<f64> {
    let (edges, others) = (from.tensor::<A>(), (from.rows - 1) as f64);
    let mut degrees = Vector::<f64>::default();
    finch! {
        degrees .= 0;
        for j, i { if edges[j, i] { degrees[j] += 1.0 / others; } }
    }
    .run()
    .unwrap();
    values(&degrees)
}

#[test]
fn counts() {
    let one_way = graph(16, 20, 76);
    let edges = one_way.map(|j, i, edge| edge || one_way.at(i, j));
    let mut expected = 0;
    for j in 0..16 {
        for k in 0..j {
            expected += (0..k)
                .filter(|&i| edges.at(j, k) && edges.at(k, i) && edges.at(j, i))
                .count()
        }
    }
    assert!(expected > 0);
    assert_eq!(triangles::<Dense<SparseList<Pattern>>>(&edges), expected);
    assert_eq!(triangles::<Dense<Dense<Element<bool>>>>(&edges), expected);
    let degrees = (0..16).map(|j| (0..16).filter(|&i| edges.at(j, i)).count() as f64 / 15.0);
    for (found, expected) in degree_centrality::<Dense<SparseList<Pattern>>>(&edges)
        .iter()
        .zip(degrees)
    {
        assert!((found - expected).abs() < 1e-12);
    }
}

/// In an order in which all edges lead forward: those that nobody is before, again and again.
fn sorted<A: WriteLevel<T = bool, Rank = U2> + Default>(from: &Grid<bool>) -> Vec<usize> {
    let (edges, n) = (from.tensor::<A>(), from.rows);
    let (mut before, mut added) = (
        Vector::<i64>::filled([n], 0).unwrap(),
        Vector::filled([n], false).unwrap(),
    );
    let (mut to_add, mut order) = (Set::default(), Vec::new());
    let one = |edge: bool| i64::from(edge);
    finch! {
        mut before;
        for j, i { before[i] += map1(Unary(one), edges[j, i]); }
    }
    .run()
    .unwrap();
    while order.len() < n {
        finch! {
            to_add .= false;
            mut before;
            mut added;
            for i { if before[i] == 0 && !added[i] { to_add[i] = true; } }
            for j, i { if to_add[j] && edges[j, i] { before[i] += -1; } }
            for i { added[i] |= to_add[i]; }
        }
        .run()
        .unwrap();
        let step = order.len();
        order.extend(
            to_add
                .to_triplets()
                .iter()
                .filter(|entry| entry.1)
                .map(|entry| entry.0[0]),
        );
        assert!(order.len() > step, "a circle");
    }
    order
}

#[test]
fn topological_sorting() {
    // Acyclic: an edge leads from a vertex to one that a permutation puts behind it.
    let place = |vertex: usize| vertex * 7 % 18;
    let edges = graph(18, 20, 77);
    let edges = edges.map(|j, i, edge| edge && place(j) < place(i));
    let order = sorted::<Dense<SparseList<Pattern>>>(&edges);
    assert_eq!(sorted::<Dense<Dense<Element<bool>>>>(&edges), order);
    let mut all = order.clone();
    all.sort_unstable();
    assert_eq!(all, (0..18).collect::<Vec<_>>());
    let at = |vertex| order.iter().position(|&other| other == vertex).unwrap();
    for j in 0..18 {
        for i in (0..18).filter(|&i| edges.at(j, i)) {
            assert!(at(j) < at(i), "from {j} to {i}")
        }
    }
}
