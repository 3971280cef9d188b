//! Algorithms on several threads: what they find on one.

use finch_graph::bellman_ford::ShortestPaths;
use finch_graph::betweenness::Betweenness;
use finch_graph::breadth_first::{Parents, StepDirection};
use finch_graph::generate::{Xorshift, kronecker, uniform};
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_graph::triangles::{OrderedGraph, Protocol};
use finch_kernels::traits::program::GRAIN;
use rayon::ThreadPoolBuilder;

/// What `work` returns in pools of 1, 3 and 16 threads, where it is the same.
fn in_pools<R: PartialEq + std::fmt::Debug + Send>(work: impl Fn() -> R + Sync) -> R {
    let run = |threads| {
        // Programs of debug builds need larger stacks than rayon gives to threads.
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(8 << 20);
        pool.build().unwrap().install(&work)
    };
    let first = run(1);
    for threads in [3, 16] {
        assert_eq!(first, run(threads), "on {threads} threads");
    }
    first
}

/// Each with enough to do for several parts.
fn graphs() -> [Graph; 2] {
    let graphs = [kronecker(7, 80, 1).unwrap(), uniform(10, 3, 2).unwrap()];
    if cfg!(debug_assertions) {
        assert!(graphs.iter().all(|graph| graph.rows().count_stored() > 2 * GRAIN));
    }
    graphs
}

#[test]
fn ranks_have_the_same_bits_on_any_number_of_threads() {
    for graph in graphs() {
        let serial = PageRank::new().rounds(4).run(&graph).unwrap();
        let ranks = in_pools(|| {
            let ranks = PageRank::new().rounds(4).parallel().run(&graph).unwrap();
            ranks.values().iter().map(|rank| rank.to_bits()).collect::<Vec<_>>()
        });
        let differs = |(a, b): (&u64, &f64)| (f64::from_bits(*a) - b).abs() > 1e-12 * b;
        assert!(!ranks.iter().zip(serial.values()).any(differs));
    }
}

#[test]
fn triangles_are_as_many() {
    for graph in graphs() {
        let serial = triangles::count(&graph).unwrap();
        let ordered = OrderedGraph::new(&graph).unwrap().parallel();
        for protocol in [Protocol::Walk, Protocol::Gallop, Protocol::Mark] {
            assert_eq!(in_pools(|| ordered.count_by(protocol).unwrap()), serial, "{protocol:?}");
        }
    }
}

#[test]
fn triangles_at_each_vertex_are_as_many() {
    for graph in graphs() {
        let serial = triangles::count_each(&graph).unwrap();
        let ordered = OrderedGraph::new(&graph).unwrap().parallel();
        assert_eq!(in_pools(|| ordered.count_each().unwrap()), serial);
    }
}

#[test]
fn searches_find_the_same() {
    for graph in graphs() {
        let source = graph.max_out_degree_vertex().unwrap();
        for parents in [Parents::Lowest, Parents::Any, Parents::None] {
            for steps in [StepDirection::Best, StepDirection::Pull] {
                let search = || breadth_first::Search::new().parents(parents).steps(steps);
                let serial = search().run(&graph, &[source, 7]).unwrap();
                let found = in_pools(|| search().parallel().run(&graph, &[source, 7]).unwrap());
                if parents != Parents::Any {
                    assert_eq!(found, serial, "{parents:?}, {steps:?}");
                    continue;
                }
                // Which of those one level up is a parent is for each of them to say.
                let levels = serial.levels().unwrap();
                assert_eq!(found.levels().unwrap(), levels, "{steps:?}");
                for (vertex, &parent) in found.parents().iter().enumerate() {
                    let is_source = parent as usize == vertex;
                    assert!(
                        is_source
                            || levels
                                .get(parent as usize)
                                .is_none_or(|level| level + 1 == levels[vertex])
                    );
                    assert_eq!(parent == u32::MAX, levels[vertex] == u32::MAX)
                }
            }
        }
    }
}

/// The graph with a length for each edge: from `least` on, `many` different ones.
fn with_lengths(graph: &Graph, [least, many]: [i64; 2]) -> WeightedGraph<i64> {
    let mut numbers = Xorshift::new(3);
    let mut edges = Vec::new();
    graph
        .rows()
        .for_each(|edge, _| edges.push(([edge[0], edge[1]], least + numbers.below(many as usize) as i64)));
    WeightedGraph::from_edges(graph.vertices(), edges, Direction::Directed).unwrap()
}

/// Each parent is one edge of a shortest path away.
fn check_parents(graph: &WeightedGraph<i64>, paths: &ShortestPaths<i64>, source: usize) {
    let mut length = std::collections::HashMap::new();
    graph.rows().for_each(|edge, of| {
        length.insert([edge[0], edge[1]], of);
    });
    for vertex in (0..graph.vertices()).filter(|&vertex| vertex != source) {
        if let Some(parent) = paths.parent(vertex) {
            let through = paths.distance(parent).unwrap() + length[&[parent, vertex]];
            assert_eq!(paths.distance(vertex), Some(through));
            assert_eq!(paths.hops()[vertex], paths.hops()[parent] + 1);
        }
    }
}

#[test]
fn shortest_paths_are_as_long() {
    for (graph, lengths) in graphs().iter().zip([[0, 3], [1, 1000]]) {
        let source = graph.max_out_degree_vertex().unwrap();
        let graph = with_lengths(graph, lengths);
        let serial = bellman_ford::search(&graph, source).unwrap();
        let paths = in_pools(|| {
            let mut search = bellman_ford::Search::new().parallel();
            search.run(&graph, &[source]).unwrap()
        });
        assert_eq!((paths.distances(), paths.hops()), (serial.distances(), serial.hops()));
        check_parents(&graph, &paths, source);
    }
}

/// In buckets as wide as usual, and as wide as all.
#[test]
fn shortest_paths_nearest_first_are_as_long() {
    for (graph, lengths, delta) in [(0, [0, 3], None), (1, [1, 1000], Some(100_000))] {
        let graph = &graphs()[graph];
        let source = graph.max_out_degree_vertex().unwrap();
        let graph = with_lengths(graph, lengths);
        let serial = bellman_ford::search(&graph, source).unwrap();
        let search = delta_stepping::Search::new();
        let search = delta.map_or(search, |delta| search.delta(delta));
        let paths = in_pools(|| search.parallel().run(&graph, &[source]).unwrap());
        assert_eq!((paths.distances(), paths.hops()), (serial.distances(), serial.hops()));
        check_parents(&graph, &paths, source);
    }
}

/// Lengths that are negative, without a cycle of negative length: potentials are added to lengths that are not negative.
#[test]
fn shortest_paths_along_negative_lengths() {
    let graph = with_lengths(&graphs()[0], [0, 50]);
    let potential = |vertex: usize| (vertex * 37 % 101) as i64;
    let mut edges = Vec::new();
    graph
        .rows()
        .for_each(|edge, length| edges.push(([edge[0], edge[1]], length + potential(edge[1]) - potential(edge[0]))));
    let graph = WeightedGraph::from_edges(graph.vertices(), edges, Direction::Directed).unwrap();
    assert!(
        graph
            .rows()
            .level()
            .child()
            .child()
            .val()
            .iter()
            .any(|&length| length < 0)
    );
    let source = graph.max_out_degree_vertex().unwrap();
    let serial = bellman_ford::search(&graph, source).unwrap();
    let paths = in_pools(|| bellman_ford::Search::new().parallel().run(&graph, &[source]).unwrap());
    assert_eq!((paths.distances(), paths.hops()), (serial.distances(), serial.hops()));
    check_parents(&graph, &paths, source);
}

#[test]
fn cycles_of_negative_length_are_found() {
    let graph = with_lengths(&graphs()[0], [-1, 20]);
    let source = graph.max_out_degree_vertex().unwrap();
    assert!(bellman_ford::search(&graph, source).is_err());
    let error = in_pools(|| {
        let mut search = bellman_ford::Search::new().parallel();
        search.run(&graph, &[source]).unwrap_err().to_string()
    });
    assert!(
        error.starts_with("a cycle of negative length goes through vertex"),
        "{error}"
    );
}

#[test]
fn lengths_of_paths_that_are_rounded_are_the_same() {
    let lengths = with_lengths(&graphs()[0], [1, 1000]);
    let mut edges = Vec::new();
    lengths
        .rows()
        .for_each(|edge, length| edges.push(([edge[0], edge[1]], length as f64 / 7.0)));
    let graph = WeightedGraph::from_edges(lengths.vertices(), edges, Direction::Directed).unwrap();
    let source = graph.max_out_degree_vertex().unwrap();
    let serial = bellman_ford::search(&graph, source).unwrap();
    let paths = in_pools(|| bellman_ford::Search::new().parallel().run(&graph, &[source]).unwrap());
    assert_eq!(paths.distances(), serial.distances());
}

#[test]
fn components_are_the_same() {
    let directed = |graph: &Graph| {
        let mut edges = Vec::new();
        graph.rows().for_each(|edge, _| {
            if edge[0] % 3 > 0 || edge[0] < edge[1] {
                edges.push([edge[0], edge[1]])
            }
        });
        Graph::from_edges(graph.vertices(), edges, Direction::Directed).unwrap()
    };
    // A path whose vertices lie far apart, which takes several rounds, and little components.
    let apart: Vec<[usize; 2]> = (0..2_100)
        .map(|at| [at * 7919 % 2_111, (at + 1) * 7919 % 2_111])
        .collect();
    let pairs: Vec<[usize; 2]> = (0..1_050).map(|at| [at, 2_099 - at]).collect();
    let [one, other] = graphs();
    let more = [directed(&one), directed(&other)];
    let lists = [apart, pairs].map(|edges| Graph::from_edges(2_111, edges, Direction::Undirected).unwrap());
    for graph in [one, other].into_iter().chain(more).chain(lists) {
        let serial = components::connected(&graph).unwrap();
        let found = in_pools(|| components::Search::new().parallel().run(&graph).unwrap());
        assert_eq!(found, serial);
    }
}

#[test]
fn betweenness_has_the_same_bits() {
    for graph in [kronecker(5, 2, 1).unwrap(), uniform(5, 2, 2).unwrap()] {
        let bits = |values: Vec<f64>| values.into_iter().map(f64::to_bits).collect::<Vec<_>>();
        let serial = bits(betweenness::centrality(&graph).unwrap());
        assert_eq!(
            in_pools(|| bits(Betweenness::new().parallel().run(&graph).unwrap())),
            serial
        );
        let sampled = bits(Betweenness::new().sample(20, 1).run(&graph).unwrap());
        let in_parts = in_pools(|| bits(Betweenness::new().sample(20, 1).parallel().run(&graph).unwrap()));
        assert_eq!(in_parts, sampled);
    }
}

/// Of sources of which several fail, the first is named.
#[test]
fn betweenness_fails_at_the_first_source() {
    // Each vertex of a layer leads to both of the next: from each of the sources on there are more than 2^1030 paths.
    let layers = 1_080;
    let edges =
        (0..layers).flat_map(|layer| (0..4).map(move |pair| [layer * 2 + pair / 2, (layer + 1) * 2 + pair % 2]));
    let graph = Graph::from_edges((layers + 1) * 2, edges, Direction::Directed).unwrap();
    let run = |betweenness: Betweenness<'_>| betweenness.sources(30..90).run(&graph).unwrap_err().to_string();
    let serial = run(Betweenness::new());
    assert!(serial.contains("from vertex 30 "), "{serial}");
    assert_eq!(in_pools(|| run(Betweenness::new().parallel())), serial);
}
