//! Shortest paths, by rounds and nearest first, against the algorithms of Floyd and Warshall, and of Dijkstra.

use crate::common::{Small, depth, for_each_file, generated};
use crate::counted::{Counted, SHORTENS, added};
use finch_graph::bellman_ford::{Search, negative_cycle};
use finch_graph::generate::Xorshift;
use finch_graph::prelude::*;
use std::collections::BinaryHeap;

/// The edges of each vertex, with lengths.
fn edges<T: Weight>(graph: &WeightedGraph<T>) -> Vec<Vec<(usize, T)>> {
    let mut edges = vec![Vec::new(); graph.vertices()];
    graph
        .rows()
        .for_each(|edge, length| edges[edge[0]].push((edge[1], length)));
    edges
}

/// Distance and fewest hops between all vertices, or a cycle of negative length somewhere.
fn between_all(graph: &WeightedGraph<i64>) -> Option<Vec<Vec<Option<(i64, u32)>>>> {
    let count = graph.vertices();
    let mut best = vec![vec![None; count]; count];
    for (source, targets) in edges(graph).into_iter().enumerate() {
        best[source][source] = Some((0, 0));
        for (target, length) in targets {
            if best[source][target].is_none_or(|old| (length, 1) < old) {
                best[source][target] = Some((length, 1))
            }
        }
    }
    for over in 0..count {
        for source in 0..count {
            for target in 0..count {
                if let (Some(there), Some(on)) = (best[source][over], best[over][target]) {
                    let through = (there.0 + on.0, there.1 + on.1);
                    if best[source][target].is_none_or(|old| through < old) {
                        best[source][target] = Some(through)
                    }
                }
            }
            if best[source][source].is_some_and(|path| path.0 < 0) {
                return None;
            }
        }
    }
    Some(best)
}

/// Distances along edges that are not negative.
fn dijkstra<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Vec<Option<T>> {
    struct Next<T>(T, usize);
    impl<T: PartialOrd> PartialEq for Next<T> {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl<T: PartialOrd> Eq for Next<T> {}
    impl<T: PartialOrd> PartialOrd for Next<T> {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }
    impl<T: PartialOrd> Ord for Next<T> {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            other.0.partial_cmp(&self.0).expect("numbers")
        }
    }
    let edges = edges(graph);
    let mut distances: Vec<Option<T>> = vec![None; edges.len()];
    let mut heap = BinaryHeap::from([Next(*T::ZERO, source)]);
    while let Some(Next(distance, vertex)) = heap.pop() {
        if distances[vertex].is_none() {
            distances[vertex] = Some(distance);
            for &(target, length) in &edges[vertex] {
                heap.push(Next(distance.plus(length).expect("a sum"), target))
            }
        }
    }
    distances
}

/// Parents lead to a source along edges that sum to the distance, as many as there are hops.
fn check_ways(graph: &WeightedGraph<i64>, found: &bellman_ford::ShortestPaths<i64>, sources: &[usize]) {
    for vertex in 0..graph.vertices() {
        let Some(path) = found.path_to(vertex) else {
            assert_eq!((found.distance(vertex), found.hops()[vertex]), (None, NO_VERTEX));
            continue;
        };
        assert!(sources.contains(&path[0]) && path[path.len() - 1] == vertex);
        assert_eq!(path.len() as u32, found.hops()[vertex] + 1);
        let length = |step: &[usize]| {
            assert!(graph.targets(step[0]).contains(&(step[1] as u32)));
            graph.rows().get([step[0], step[1]]).expect("within")
        };
        assert_eq!(Some(path.windows(2).map(length).sum()), found.distance(vertex));
    }
}

fn check_cycle(graph: &WeightedGraph<i64>, cycle: &[usize]) {
    let next = cycle.iter().cycle().skip(1);
    let mut sum = 0;
    for (&source, &target) in cycle.iter().zip(next) {
        assert!(graph.targets(source).contains(&(target as u32)), "{cycle:?}");
        sum += graph.rows().get([source, target]).expect("within")
    }
    assert!(sum < 0, "{cycle:?} is {sum} long");
    assert_eq!(cycle.iter().min(), cycle.first());
    let mut once = cycle.to_vec();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), cycle.len());
}

properties! {
    fn lengths_that_are_not_negative(small: Small) -> bool {
        let graph = small.weighted();
        let best = between_all(&graph).expect("no cycle");
        let mut search = Search::new();
        // Zero is Dijkstra's algorithm, 1000 one limit for all.
        let deltas = [0, 1, 7, 1000, i64::MAX - 1];
        for ((source, best), delta) in best.iter().enumerate().zip(deltas) {
            let found = search.run(&graph, &[source]).unwrap();
            check_ways(&graph, &found, &[source]);
            for (target, &best) in best.iter().enumerate() {
                let path = found.distance(target).map(|distance| (distance, found.hops()[target]));
                assert_eq!(path, best);
            }
            assert_eq!(negative_cycle(&graph, source).unwrap(), None);
            let nearest = delta_stepping::Search::new().delta(delta).run(&graph, &[source]).unwrap();
            check_ways(&graph, &nearest, &[source]);
            assert_eq!((nearest.distances(), nearest.hops()), (found.distances(), found.hops()));
            let nearest = delta_stepping::search(&graph, source).unwrap();
            assert_eq!((nearest.distances(), nearest.hops()), (found.distances(), found.hops()));
        }
        true
    }

    fn some_lengths_are_negative(small: Small) -> bool {
        // Few enough that there are graphs with and without cycles.
        let shift = |([j, i], length): ([usize; 2], i64)| ([j, i], if length == 0 && j != i { -7 } else { length });
        let edges = small.edges.iter().copied().map(shift);
        let graph = WeightedGraph::from_edges(small.vertices, edges, Direction::Directed).unwrap();
        let best = between_all(&graph);
        let mut cycles = 0;
        for source in 0..small.vertices {
            match (Search::new().run(&graph, &[source]), negative_cycle(&graph, source).unwrap()) {
                (Ok(found), None) => {
                    check_ways(&graph, &found, &[source]);
                    if let Some(best) = &best {
                        assert!((0..small.vertices).all(|target| {
                            found.distance(target) == best[source][target].map(|(distance, _)| distance)
                        }));
                    }
                    // Nothing that can be reached can be reached on a shorter path.
                    graph.rows().for_each(|edge, length| {
                        if let Some(distance) = found.distance(edge[0]) {
                            assert!(found.distance(edge[1]).is_some_and(|other| other <= distance + length))
                        }
                    });
                }
                (Err(error), Some(cycle)) => {
                    cycles += 1;
                    check_cycle(&graph, &cycle);
                    let reached = breadth_first::search(&graph.unweighted(), source).unwrap();
                    assert!(reached.parent(cycle[0]).is_some());
                    assert!(error.to_string().contains(&format!("through vertex {}:", cycle[0])));
                }
                (one, other) => panic!("{one:?} {other:?}"),
            }
        }
        (cycles > 0) == best.is_none()
    }

    fn several_sources(small: Small, sources: Vec<usize>) -> bool {
        let sources: Vec<usize> = sources.iter().map(|source| source % small.vertices).take(4).collect();
        let graph = small.weighted();
        let found = Search::new().run(&graph, &sources).unwrap();
        check_ways(&graph, &found, &sources);
        let nearest = delta_stepping::Search::new().delta(3).run(&graph, &sources).unwrap();
        check_ways(&graph, &nearest, &sources);
        assert_eq!((nearest.distances(), nearest.hops()), (found.distances(), found.hops()));
        let alone: Vec<_> = sources.iter().map(|&source| bellman_ford::search(&graph, source).unwrap()).collect();
        (0..small.vertices).all(|vertex| {
            found.distance(vertex) == alone.iter().filter_map(|paths| paths.distance(vertex)).min()
        })
    }
}

/// The graph with lengths from 0 to 1, those of 0 among them.
fn with_lengths(graph: &Graph) -> WeightedGraph<f64> {
    let numbers = &mut Xorshift::new(5);
    let mut edges = Vec::new();
    graph
        .rows()
        .for_each(|edge, _| edges.push(([edge[0], edge[1]], numbers.below(1000) as f64 / 999.0)));
    WeightedGraph::from_edges(graph.vertices(), edges, graph.direction()).unwrap()
}

#[test]
fn large_graphs() {
    for ((name, graph), delta) in generated().into_iter().zip([0.0, 0.1, 10.0].into_iter().cycle()) {
        let source = graph.max_out_degree_vertex().unwrap();
        let graph = with_lengths(&graph);
        let found = bellman_ford::search(&graph, source).unwrap();
        // Both are the least that rounded sums come to, whatever their order.
        let nearest = delta_stepping::Search::new()
            .delta(delta)
            .run(&graph, &[source])
            .unwrap();
        assert_eq!(nearest.distances(), found.distances(), "{name}, {delta}");
        for (vertex, distance) in dijkstra(&graph, source).into_iter().enumerate() {
            match (found.distance(vertex), distance) {
                (Some(found), Some(distance)) => assert!((found - distance).abs() < 1e-9, "{name}: {vertex}"),
                (found, distance) => assert_eq!(found, distance, "{name}: {vertex}"),
            }
        }
    }
}

#[test]
fn files_give_what_is_known_of_them() {
    for_each_file(5_000, |facts| {
        let name = facts.file.display().to_string();
        let graph = WeightedGraph::<f64>::read_matrix_market(&facts.file).unwrap();
        let graph = graph.without_loops().unwrap();
        let Some(wanted) = facts.sum_of_distances else {
            // Lengths that are not positive; where an undirected one is negative, it is a cycle.
            if graph.direction() == Direction::Undirected {
                let cycle = negative_cycle(&graph, facts.source).unwrap().unwrap();
                assert_eq!(cycle.len(), 2, "{name}");
                assert!(graph.rows().get([cycle[0], cycle[1]]).unwrap() < 0.0, "{name}");
            }
            return;
        };
        let found = bellman_ford::search(&graph, facts.source).unwrap();
        assert_eq!(found.reached(), facts.reached, "{name}");
        let nearest = delta_stepping::search(&graph, facts.source).unwrap();
        assert_eq!(nearest.distances(), found.distances(), "{name}");
        for (vertex, distance) in dijkstra(&graph, facts.source).into_iter().enumerate() {
            let near = |(found, wanted): (f64, f64)| (found - wanted).abs() <= 1e-12 * wanted;
            let both = found.distance(vertex).zip(distance);
            assert!(
                both.map_or(found.distance(vertex) == distance, near),
                "{name}: {vertex}"
            );
        }
        let reached = found.distances().iter().filter(|distance| distance.is_finite());
        let sum: f64 = reached.sum();
        assert!((sum - wanted).abs() <= 1e-9 * wanted, "{name}: {sum}, not {wanted}");
    })
}

#[test]
fn nearest_first_takes_no_negative_lengths() {
    let edges = [([0, 1], 2.0), ([2, 0], -0.5), ([2, 1], -3.0)];
    let graph = WeightedGraph::from_edges(3, edges, Direction::Directed).unwrap();
    let message = |result: Result<bellman_ford::ShortestPaths<f64>, Error>| result.unwrap_err().to_string();
    // Whether the edge can be reached or not.
    assert_eq!(
        message(delta_stepping::search(&graph, 0)),
        "the edge from 2 to 0 has the negative length -0.5: `bellman_ford` takes such lengths"
    );
    let graph = WeightedGraph::from_edges(3, edges.into_iter().take(1), Direction::Directed).unwrap();
    assert_eq!(
        message(delta_stepping::search(&graph, 3)),
        "the source 3 is not a vertex: there are 3, numbered from 0"
    );
    for delta in [-1.0, f64::NAN, f64::INFINITY] {
        let found = message(delta_stepping::Search::new().delta(delta).run(&graph, &[0]));
        assert!(found.starts_with("buckets of distances are not"), "{found}");
    }
    let beyond = WeightedGraph::from_edges(3, [([0, 1], 200_u8), ([1, 2], 55)], Direction::Directed).unwrap();
    let error = delta_stepping::search(&beyond, 0).unwrap_err();
    assert_eq!(error.to_string(), "overflow in `then`: the result is beyond its type");
    // A bucket as wide as the type.
    let found = delta_stepping::Search::new().delta(254).run(&beyond, &[1]).unwrap();
    assert_eq!(found.distances(), [255, 0, 55]);
    let alone = WeightedGraph::<i32>::from_edges(1, [], Direction::Directed).unwrap();
    assert_eq!(delta_stepping::search(&alone, 0).unwrap().distances(), [0]);
    assert_eq!(
        delta_stepping::Search::new()
            .delta(1)
            .run(&alone, &[])
            .unwrap()
            .reached(),
        0
    );
}

#[test]
fn progress_is_told_after_each_round() {
    let graph = WeightedGraph::from_edges(4, [([0, 1], 1), ([1, 2], 1)], Direction::Directed).unwrap();
    let mut rounds = Vec::new();
    let mut listener = |progress: finch_graph::Progress| rounds.push(progress.round);
    Search::new().progress(&mut listener).run(&graph, &[0]).unwrap();
    assert_eq!(rounds, [1, 2, 3]);
}

/// The edges that a plain loop looks at, which queues the vertices that came nearer round by round and uses distances as soon as
/// they are known.
fn looked_at_by_hand(graph: &WeightedGraph<f64>, source: usize) -> usize {
    let edges = edges(graph);
    let mut distance = vec![f64::INFINITY; edges.len()];
    distance[source] = 0.0;
    let (mut active, mut count) = (vec![source], 0);
    while !active.is_empty() {
        let (mut next, mut queued) = (Vec::new(), vec![false; edges.len()]);
        for vertex in active {
            count += edges[vertex].len();
            for &(target, length) in &edges[vertex] {
                let through = distance[vertex] + length;
                if through < distance[target] {
                    distance[target] = through;
                    if !std::mem::replace(&mut queued[target], true) {
                        next.push(target)
                    }
                }
            }
        }
        active = next
    }
    count
}

#[test]
fn no_more_edges_are_looked_at_than_by_hand() {
    let compare = |name: &str, graph: &WeightedGraph<f64>, source: usize| {
        let mut edges = Vec::new();
        graph
            .rows()
            .for_each(|edge, length| edges.push(([edge[0], edge[1]], Counted(length))));
        let counted = WeightedGraph::from_edges(graph.vertices(), edges, Direction::Directed).unwrap();
        let mut found = None;
        let ours = added(|| found = Some(bellman_ford::search(&counted, source).unwrap()));
        let by_hand = looked_at_by_hand(graph, source);
        println!(
            "{name:40} {:>8} edges  hand {by_hand:>8}  finch {ours:>8}",
            graph.arcs()
        );
        assert!(ours <= by_hand, "{name}: {ours} edges, {by_hand} by hand");
        // Each vertex that is reached is looked at once, or has no edges to be looked at.
        let found = found.unwrap();
        let least: usize = (0..graph.vertices())
            .filter(|&vertex| found.distance(vertex).is_some())
            .map(|vertex| graph.out_degree(vertex))
            .sum();
        // Where all lengths are equal, a breadth-first search adds none of them.
        assert!(ours == 0 || least <= ours, "{name}: {ours} edges of {least}");
    };
    for (name, graph) in generated().into_iter().skip(depth(0, 3)) {
        let source = graph.max_out_degree_vertex().unwrap();
        compare(&name, &with_lengths(&graph), source)
    }
    for_each_file(5_000, |facts| {
        if facts.sum_of_distances.is_some() && facts.vertices < 15_000 {
            let graph = WeightedGraph::<f64>::read_matrix_market(&facts.file).unwrap();
            let graph = graph.without_loops().unwrap();
            let source = graph.max_out_degree_vertex().unwrap();
            compare(&facts.file.display().to_string(), &graph, source)
        }
    })
}

/// Where each round finds shorter paths, for want of monotone sums, the search ends all the same.
#[test]
fn sums_that_are_not_monotone() {
    let edges = [([0, 1], SHORTENS), ([1, 2], Counted(1.0))];
    let graph = WeightedGraph::from_edges(3, edges, Direction::Undirected).unwrap();
    let error = delta_stepping::search(&graph, 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(
        error.to_string().ends_with("sums of lengths are not monotone"),
        "{error}"
    );
    assert_eq!(bellman_ford::search(&graph, 0).unwrap_err(), error);
}
