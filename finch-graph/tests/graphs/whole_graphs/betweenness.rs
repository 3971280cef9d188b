//! Betweenness against the definition.

use crate::common::{Small, depth, generated, neighbours};
use finch_graph::betweenness::{Betweenness, centrality};
use finch_graph::prelude::*;

/// From each vertex to each, how many edges the shortest paths have, and how many paths there are: 0 if there is none.
fn paths_of(graph: &Graph) -> Vec<Vec<(usize, f64)>> {
    let neighbours = neighbours(graph);
    let from = |source: usize| {
        let mut found = vec![(usize::MAX, 0.0); neighbours.len()];
        found[source] = (0, 1.0);
        for depth in 0..neighbours.len() {
            for j in 0..neighbours.len() {
                if found[j].0 == depth {
                    for &i in &neighbours[j] {
                        if found[i].0 > depth {
                            found[i] = (depth + 1, found[i].1 + found[j].1)
                        }
                    }
                }
            }
        }
        found
    };
    (0..neighbours.len()).map(from).collect()
}

/// For each pair of other vertices, which part of the paths between them leads through `v`; from `source` alone, or from all.
fn through(paths: &[Vec<(usize, f64)>], v: usize, source: usize) -> f64 {
    let part = |t: usize| {
        let ((there, one), (on, other), (whole, all)) = (paths[source][v], paths[v][t], paths[source][t]);
        let is_between = t != v && source != v && source != t && all > 0.0 && one > 0.0 && other > 0.0;
        if is_between && there + on == whole {
            one * other / all
        } else {
            0.0
        }
    };
    (0..paths.len()).map(part).sum()
}

fn near(found: &[f64], wanted: impl Iterator<Item = f64>) -> bool {
    found
        .iter()
        .zip(wanted)
        .all(|(found, wanted)| (found - wanted).abs() <= 1e-9 * (1.0 + wanted))
}

properties! {
    fn of_small_graphs(small: Small) -> bool {
        let (graph, count) = (small.graph(), small.vertices);
        let paths = paths_of(&graph);
        let each = if small.direction == Direction::Undirected { 0.5 } else { 1.0 };
        let wanted: Vec<f64> = (0..count)
            .map(|v| (0..count).map(|source| each * through(&paths, v, source)).sum())
            .collect();
        assert!(near(&centrality(&graph).unwrap(), wanted.iter().copied()));
        // Parts sum to the whole, and a sample of all vertices is the whole.
        let half = |sources: core::ops::Range<usize>| Betweenness::new().sources(sources).run(&graph).unwrap();
        let (one, other) = (half(0..count / 2), half(count / 2..count));
        assert!(near(&one, (0..count).map(|v| (0..count / 2).map(|source| each * through(&paths, v, source)).sum())));
        assert!(near(&wanted, one.iter().zip(&other).map(|(one, other)| one + other)));
        assert!(near(&Betweenness::new().sample(count, 3).run(&graph).unwrap(), wanted.iter().copied()));
        let pairs = each * (count as f64 - 1.0) * (count as f64 - 2.0);
        let normalized = Betweenness::new().normalized().run(&graph).unwrap();
        near(&normalized, wanted.iter().map(|wanted| if count > 2 { wanted / pairs } else { 0.0 }))
    }
}

#[test]
fn of_a_path_and_a_star() {
    for (name, graph) in generated() {
        let count = graph.vertices();
        let found = |sources: &[usize]| Betweenness::new().sources(sources.iter().copied()).run(&graph).unwrap();
        match &*name {
            // From 0 on, along directed edges: all behind are beyond each.
            "path" => assert!(near(
                &found(&[0]),
                (0..count).map(|v| if v == 0 { 0.0 } else { (count - 1 - v) as f64 })
            )),
            // Pairs of leaves; the last vertex has no edge, and the one in the middle has one to itself.
            "star" => {
                let all = centrality(&graph).unwrap();
                assert_eq!(all[count / 2], ((count - 2) * (count - 3) / 2) as f64);
                assert!(all.iter().enumerate().all(|(v, &sum)| v == count / 2 || sum == 0.0));
            }
            // A source that is asked twice counts twice, and what one search leaves is not seen by the next.
            _ => {
                let (one, other, both) = (found(&[3]), found(&[7]), found(&[3, 7, 3]));
                assert!(
                    near(&both, one.iter().zip(&other).map(|(one, other)| 2.0 * one + other)),
                    "{name}"
                )
            }
        }
    }
}

#[test]
fn samples_are_scaled_and_repeat() {
    // Some seven edges for each vertex, to and fro.
    let count = depth(300, 48);
    let edges = (0..7 * count).map(|at| [at * 7919 % count, (at * at * 31 + at / 7) % count]);
    let graph = Graph::from_edges(count, edges, Direction::Undirected).unwrap();
    let sampled = |count, seed| Betweenness::new().sample(count, seed).run(&graph).unwrap();
    assert_eq!(sampled(16, 1), sampled(16, 1));
    assert_ne!(sampled(16, 1), sampled(16, 2));
    let (all, some): (f64, f64) = (sampled(usize::MAX, 1).iter().sum(), sampled(count / 2, 1).iter().sum());
    assert!((all - some).abs() < 0.2 * all, "{some}, not about {all}");
    let mut rounds = Vec::new();
    let mut listener = |progress: finch_graph::Progress| rounds.push((progress.done, progress.total));
    Betweenness::new()
        .sources([5, 6])
        .progress(&mut listener)
        .run(&graph)
        .unwrap();
    assert_eq!(rounds, [(1, 2), (2, 2)]);
}

#[test]
fn what_is_refused() {
    let graph = Graph::from_edges(2, [[0, 1]], Direction::Directed).unwrap();
    let message = |mut settings: Betweenness<'_>| settings.run(&graph).unwrap_err().to_string();
    assert_eq!(
        message(Betweenness::new().sources([0, 2])),
        "the source 2 is not a vertex: there are 2, numbered from 0"
    );
    assert!(message(Betweenness::new().sample(0, 1)).contains("one source at least"));
    let none = Graph::from_edges(0, [], Direction::Directed).unwrap();
    assert!(Betweenness::new().sample(0, 1).run(&none).unwrap().is_empty());
    assert!(centrality(&none).unwrap().is_empty());
    // Each diamond doubles the paths: 2^1100 of them.
    let diamonds = (0..1100).flat_map(|at| {
        let from = 3 * at;
        [
            [from, from + 1],
            [from, from + 2],
            [from + 1, from + 3],
            [from + 2, from + 3],
        ]
    });
    let graph = Graph::from_edges(3301, diamonds, Direction::Directed).unwrap();
    let error = Betweenness::new().sources([600, 0]).run(&graph).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (
            ErrorKind::TooLarge,
            "from vertex 0 there are more than 10^308 shortest paths to another one".into()
        )
    );
}
