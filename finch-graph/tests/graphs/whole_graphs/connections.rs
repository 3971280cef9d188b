//! Strongly connected components, topological order and minimum spanning forests.

use crate::common::{Small, depth, generated, neighbours};
use finch_graph::generate::Xorshift;
use finch_graph::prelude::*;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Whether edges lead from each vertex to each, along one edge or more (Warshall).
fn reached(graph: &Graph) -> Vec<Vec<bool>> {
    let neighbours = neighbours(graph);
    let count = neighbours.len();
    let mut reached = vec![vec![false; count]; count];
    for (j, row) in neighbours.into_iter().enumerate() {
        for i in row {
            reached[j][i] = true
        }
    }
    for over in 0..count {
        for j in 0..count {
            for i in 0..count {
                reached[j][i] |= reached[j][over] && reached[over][i]
            }
        }
    }
    reached
}

/// A random choice of edges, each in one direction.
fn one_way(graph: &Graph) -> Graph {
    let numbers = &mut Xorshift::new(11);
    let mut edges = Vec::new();
    graph.rows().for_each(|edge, _| {
        if numbers.below(3) > 0 {
            edges.push([edge[0], edge[1]])
        }
    });
    Graph::from_edges(graph.vertices(), edges, Direction::Directed).unwrap()
}

/// Each edge leads forwards in the order, or around the cycle of the error.
fn check_order(name: &str, graph: &Graph) {
    let cycle = topological::cycle(graph).unwrap();
    match (topological::order(graph), cycle) {
        (Ok(order), None) => {
            let mut place = vec![usize::MAX; graph.vertices()];
            for (at, &vertex) in order.iter().enumerate() {
                place[vertex as usize] = at
            }
            assert!(!place.contains(&usize::MAX) && place.len() == order.len(), "{name}");
            for (source, targets) in neighbours(graph).into_iter().enumerate() {
                assert!(
                    targets.iter().all(|&target| place[source] < place[target]),
                    "{name}: {source}"
                );
            }
        }
        (Err(error), Some(cycle)) => {
            for (at, &source) in cycle.iter().enumerate() {
                let target = cycle[(at + 1) % cycle.len()];
                assert!(graph.targets(source).contains(&(target as u32)), "{name}: {cycle:?}");
                assert_eq!(
                    cycle.iter().filter(|&&other| other == source).count(),
                    1,
                    "{name}: {cycle:?}"
                );
            }
            assert_eq!(cycle.iter().min(), cycle.first());
            let (source, target) = (cycle[0], cycle[1 % cycle.len()]);
            let edge = format!("the edge from {source} to {target} lies on a cycle:");
            assert!(error.to_string().starts_with(&edge), "{name}: {error}");
        }
        (order, cycle) => panic!("{name}: {order:?} and {cycle:?}"),
    }
}

/// The length of a minimum spanning forest and its number of trees: from each vertex that is left, the nearest one is added until none
/// can be (Prim).
fn forest_of(graph: &WeightedGraph<i64>) -> (i64, usize) {
    let mut rows = vec![Vec::new(); graph.vertices()];
    graph.rows().for_each(|edge, length| {
        rows[edge[0]].push((edge[1], length));
        rows[edge[1]].push((edge[0], length))
    });
    let (mut inside, mut sum, mut trees) = (vec![false; rows.len()], 0, 0);
    for root in 0..rows.len() {
        if inside[root] {
            continue;
        }
        trees += 1;
        inside[root] = true;
        let mut tree = vec![root];
        loop {
            let leaving = tree.iter().flat_map(|&vertex: &usize| &rows[vertex]);
            let next = leaving
                .filter(|(other, _)| !inside[*other])
                .min_by_key(|(_, length)| *length);
            let Some(&(other, length)) = next else { break };
            inside[other] = true;
            tree.push(other);
            sum += length
        }
    }
    (sum, trees)
}

properties! {
    fn strong_components_of_small_graphs(small: Small) -> bool {
        let graph = small.graph();
        let reached = reached(&graph);
        let found = components::strongly_connected(&graph).unwrap();
        let both_ways = |j: usize, i: usize| j == i || reached[j][i] && reached[i][j];
        (0..small.vertices).all(|i| {
            assert!((0..small.vertices).all(|j| found.are_connected(j, i) == both_ways(j, i)));
            (0..small.vertices).find(|&j| both_ways(j, i)) == Some(found.labels()[i] as usize)
        })
    }

    fn orders_of_small_graphs(small: Small) -> bool {
        let graph = small.graph();
        check_order("small", &graph);
        let has_cycle = reached(&graph).iter().enumerate().any(|(vertex, row)| row[vertex]);
        assert_eq!(topological::order(&graph).is_err(), has_cycle);
        // The edges that lead to higher numbers, in another order of vertices.
        let mix = |vertex: usize| (vertex * 7 + 3) % small.vertices;
        let edges = small.edges.iter().map(|&([j, i], _)| [j.min(i), j.max(i)]).filter(|[j, i]| j < i);
        let forwards = edges.map(|[j, i]| if !small.vertices.is_multiple_of(7) { [mix(j), mix(i)] } else { [j, i] });
        let graph = Graph::from_edges(small.vertices, forwards, Direction::Directed).unwrap();
        check_order("forwards", &graph);
        topological::cycle(&graph).unwrap().is_none()
    }

    fn forests_of_small_graphs(small: Small) -> bool {
        // Lengths below zero, too.
        let edges = small.edges.iter().map(|&(edge, length)| (edge, length - 5));
        let graph = WeightedGraph::from_edges(small.vertices, edges, small.direction).unwrap();
        let found = spanning_forest::minimum(&graph).unwrap();
        let (both_ways, forest) = (graph.clone().undirected().unwrap(), found.graph().unwrap());
        for &([low, high], length) in found.edges() {
            assert!(low < high && both_ways.targets(low).contains(&(high as u32)));
            assert_eq!(both_ways.rows().get([low, high]), Some(length));
        }
        assert!(found.edges().is_sorted_by_key(|&(edge, length)| (length, edge)));
        // It connects what the graph connects.
        let labels = |graph: &Graph| components::connected(graph).unwrap();
        assert_eq!(labels(&forest.unweighted()), labels(&graph.unweighted()));
        (found.length(), found.trees()) == { let (sum, trees) = forest_of(&graph); (Some(sum), trees) }
    }
}

#[test]
fn generated_graphs() {
    for (name, graph) in generated() {
        check_order(&name, &graph);
        for graph in [one_way(&graph), graph.clone()] {
            let found = components::strongly_connected(&graph).unwrap();
            let edges = neighbours(&graph).into_iter().enumerate();
            let edges =
                edges.flat_map(|(source, row)| row.into_iter().map(move |target| (source as u32, target as u32)));
            let mut peer = DiGraph::<(), ()>::from_edges(edges);
            while peer.node_count() < graph.vertices() {
                peer.add_node(());
            }
            let mut labels = vec![NO_VERTEX; graph.vertices()];
            for component in kosaraju_scc(&peer) {
                let lowest = component.iter().map(|vertex| vertex.index()).min();
                for vertex in component {
                    labels[vertex.index()] = lowest.unwrap() as u32
                }
            }
            assert_eq!(found.labels(), labels, "{name}");
        }
        // From lower vertices to higher ones.
        let forwards = neighbours(&graph).into_iter().enumerate();
        let forwards = forwards.flat_map(|(j, row)| row.into_iter().filter(move |&i| j < i).map(move |i| [j, i]));
        let forwards = Graph::from_edges(graph.vertices(), forwards, Direction::Directed).unwrap();
        assert!(topological::order(&forwards).is_ok(), "{name}");
        check_order(&name, &forwards);
        let numbers = &mut Xorshift::new(5);
        let mut edges = Vec::new();
        forwards
            .rows()
            .for_each(|edge, _| edges.push(([edge[0], edge[1]], numbers.below(100) as i64)));
        let lengths = WeightedGraph::from_edges(graph.vertices(), edges, Direction::Undirected).unwrap();
        let found = spanning_forest::minimum(&lengths).unwrap();
        let connected = components::connected(&graph).unwrap();
        assert_eq!(found.trees(), connected.count(), "{name}");
        if graph.vertices() <= 512 {
            assert_eq!(found.length(), Some(forest_of(&lengths).0), "{name}")
        }
    }
}

#[test]
fn without_vertices_or_edges() {
    for direction in [Direction::Directed, Direction::Undirected] {
        for vertices in [0, 1, 3] {
            let none = WeightedGraph::<f64>::from_edges(vertices, [], direction).unwrap();
            let forest = spanning_forest::minimum(&none).unwrap();
            assert_eq!(
                (forest.edges(), forest.trees(), forest.length()),
                (&[][..], vertices, Some(0.0))
            );
            let none = none.unweighted();
            let labels: Vec<u32> = (0..vertices as u32).collect();
            assert_eq!(components::strongly_connected(&none).unwrap().labels(), labels);
            assert_eq!(topological::order(&none).unwrap(), labels);
        }
    }
    // A loop is a component of one vertex, a cycle of one edge, and no part of a tree.
    let alone = WeightedGraph::from_edges(2, [([1, 1], 4_u8)], Direction::Directed).unwrap();
    assert_eq!(spanning_forest::minimum(&alone).unwrap().trees(), 2);
    assert_eq!(components::strongly_connected(&alone.unweighted()).unwrap().count(), 2);
    assert_eq!(
        topological::order(&alone.unweighted()).unwrap_err().to_string(),
        "the edge from 1 to 1 lies on a cycle: there is no topological order"
    );
    let long = WeightedGraph::from_edges(3, [([0, 1], 200_u8), ([1, 2], 55)], Direction::Undirected).unwrap();
    assert_eq!(spanning_forest::minimum(&long).unwrap().length(), None);
}

#[test]
fn long_paths_need_no_stack() {
    let count = depth(200_000, 50_000);
    let path = (1..count).map(|at| [at - 1, at]);
    let round = Graph::from_edges(count, path.clone().chain([[count - 1, 0]]), Direction::Directed).unwrap();
    assert_eq!(components::strongly_connected(&round).unwrap().count(), 1);
    assert_eq!(
        topological::cycle(&round).unwrap().map(|cycle| cycle.len()),
        Some(count)
    );
    let path = Graph::from_edges(count, path, Direction::Directed).unwrap();
    assert_eq!(components::strongly_connected(&path).unwrap().count(), count);
    assert!(topological::order(&path).unwrap().into_iter().eq(0..count as u32));
}
