//! Graphs from those of petgraph, and its algorithms on ours. They are a suite of their own, so that `graphs` need not be built with the
//! feature too.

#[allow(dead_code, unused_macros, reason = "the suite `graphs` uses the rest")]
#[path = "graphs/common.rs"]
mod common;

use common::{edges, for_each_file, lengths, within};
use finch_graph::prelude::*;
use petgraph::Direction::{Incoming, Outgoing};
use petgraph::algo::{self, dijkstra, kosaraju_scc, tarjan_scc};
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, UnGraph};
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::{
    Bfs, EdgeCount, EdgeRef, GetAdjacencyMatrix, IntoEdgeReferences, IntoEdges, IntoEdgesDirected, IntoNeighbors,
    IntoNeighborsDirected, IntoNodeReferences, NodeCount, NodeIndexable, Reversed, VisitMap, Visitable,
};
use quickcheck::quickcheck;

#[test]
fn graphs_of_petgraph_keep_their_numbers() {
    let list = [(0, 1, 2.0), (2, 1, 0.5), (2, 0, 4.0), (1, 1, 1.0)];
    let directed = DiGraph::<(), f64>::from_edges(list);
    let undirected = UnGraph::<(), f64>::from_edges(list);
    let graph = Graph::from_petgraph(&directed).unwrap();
    assert_eq!(edges(&graph), [[0, 1], [1, 1], [2, 0], [2, 1]]);
    let graph = WeightedGraph::from_petgraph(&undirected, |&length| length).unwrap();
    assert_eq!(graph.direction(), Direction::Undirected);
    assert_eq!(graph.rows().get([1, 2]), Some(0.5));
    let mut rows = Csr::<(), f64>::with_nodes(3);
    for (source, target, length) in list {
        assert!(rows.add_edge(source, target, length));
    }
    let graph = WeightedGraph::from_petgraph(&rows, |&length| length as f32).unwrap();
    assert_eq!(
        lengths(&graph),
        [([0, 1], 2.0), ([1, 1], 1.0), ([2, 0], 4.0), ([2, 1], 0.5)]
    );
    assert_eq!(edges(&Graph::from_petgraph(&rows).unwrap()), edges(&graph.unweighted()));
    // The numbers of vertices that were removed stay; of edges that come twice the shorter does.
    let mut holes = StableDiGraph::<(), f64>::from_edges(list);
    holes.remove_node(0.into());
    holes.add_edge(2.into(), 1.into(), 0.25);
    let graph = WeightedGraph::from_petgraph(&holes, |&length| length).unwrap();
    assert_eq!(
        (graph.vertices(), lengths(&graph)),
        (3, vec![([1, 1], 1.0), ([2, 1], 0.25)])
    );
    let error = WeightedGraph::from_petgraph(&directed, |&length| 1.0 / (length - 0.5)).unwrap_err();
    assert!(
        error.to_string().starts_with("the edge from 2 to 1 has length inf"),
        "{error}"
    );
    // Ours is one of them.
    assert_eq!(WeightedGraph::from_petgraph(&graph, |&length| length).unwrap(), graph);
    let none = Graph::from_edges(0, [], Direction::Undirected).unwrap();
    assert_eq!(Graph::from_petgraph(&none).unwrap().vertices(), 0);
    assert_eq!(algo::connected_components(&none), 0);
}

/// Graphs of files become those of petgraph, and what is made of these is the same; one that is generated if there are none.
#[test]
fn files_go_through_petgraph() {
    let check = |graph: &Graph| {
        let mut peer = DiGraph::<(), ()>::with_capacity(graph.vertices(), graph.edges());
        for _ in 0..graph.vertices() {
            peer.add_node(());
        }
        for edge in graph.edge_references() {
            peer.add_edge(edge.source().into(), edge.target().into(), ());
        }
        let again = Graph::from_petgraph(&peer).unwrap();
        // Of an undirected graph ours hands out both directions of each edge.
        assert_eq!((again.vertices(), again.rows()), (graph.vertices(), graph.rows()));
        assert!(again.columns().to_triplets() == graph.columns().to_triplets());
        assert_eq!(Graph::from_petgraph(graph).unwrap().rows(), graph.rows());
    };
    check(&finch_graph::generate::kronecker(8, 8, 3).unwrap());
    for_each_file(25_000, |facts| {
        let graph = Graph::read_matrix_market(&facts.file).unwrap();
        if graph.edges() < 1 << 19 {
            check(&graph)
        }
    })
}

quickcheck! {
    fn petgraph_sees_what_there_is(vertices: u8, list: Vec<(u8, u8, u8)>) -> bool {
        let (vertices, ends) = within(vertices, list.iter().map(|&(j, i, _)| (j, i)).collect());
        let list: Vec<_> = ends.iter().zip(&list).map(|(&edge, &(_, _, length))| (edge, u32::from(length))).collect();
        for direction in [Direction::Directed, Direction::Undirected] {
            let graph = WeightedGraph::from_edges(vertices, list.iter().copied(), direction).unwrap();
            let graph = &graph;
            let mut peer = DiGraph::<(), u32>::new();
            for _ in 0..vertices {
                peer.add_node(());
            }
            for ([j, i], length) in lengths(graph) {
                peer.add_edge(peer.from_index(j), peer.from_index(i), length);
            }
            assert_eq!((graph.node_count(), graph.edge_count()), (peer.node_count(), peer.edge_count()));
            assert!(graph.node_references().map(|(vertex, ())| vertex).eq(0..vertices as u32));
            let all = graph.edge_references().map(|edge| ([edge.source() as usize, edge.target() as usize], *edge.weight()));
            assert!(all.eq(lengths(graph)));
            let mut map = graph.visit_map();
            for vertex in 0..vertices as u32 {
                let at = peer.from_index(vertex as usize);
                for direction in [Outgoing, Incoming] {
                    let mut wanted: Vec<_> = peer
                        .edges_directed(at, direction)
                        .map(|edge| (edge.source().index() as u32, edge.target().index() as u32, edge.weight()))
                        .collect();
                    wanted.sort();
                    assert!(graph.edges_directed(vertex, direction).eq(wanted.iter().copied()));
                    let other = |&(source, target, _): &(u32, u32, _)| if direction == Outgoing { target } else { source };
                    assert!(graph.neighbors_directed(vertex, direction).eq(wanted.iter().map(other)));
                }
                assert!(IntoEdges::edges(graph, vertex).map(|edge| edge.target()).eq(graph.neighbors(vertex)));
                assert!((0..vertices as u32).all(|other| {
                    graph.is_adjacent(&(), vertex, other) == peer.contains_edge(at, peer.from_index(other as usize))
                }));
                assert!(map.visit(vertex) && !map.visit(vertex));
            }
            graph.reset_map(&mut map);
            assert!(!map.is_visited(&0_u32) && map.len() == vertices);
        }
        true
    }

    fn algorithms_of_petgraph_find_what_ours_do(vertices: u8, list: Vec<(u8, u8, u8)>) -> bool {
        let (vertices, ends) = within(vertices, list.iter().map(|&(j, i, _)| (j, i)).collect());
        let list = ends.iter().zip(&list).map(|(&edge, &(_, _, length))| (edge, u32::from(length)));
        let graph = WeightedGraph::from_edges(vertices, list, Direction::Directed).unwrap();
        let paths = delta_stepping::search(&graph, 0).unwrap();
        let found = dijkstra(&graph, 0, None, |edge| *edge.weight());
        assert!((0..vertices).all(|vertex| found.get(&(vertex as u32)).copied() == paths.distance(vertex)));
        let alone = graph.unweighted();
        let mut bfs = Bfs::new(Reversed(&alone), 0);
        let mut reached = 0;
        while bfs.next(Reversed(&alone)).is_some() {
            reached += 1
        }
        let turned = edges(&alone).into_iter().map(|[j, i]| [i, j]);
        let turned = Graph::from_edges(vertices, turned, Direction::Directed).unwrap();
        assert_eq!(reached, breadth_first::search(&turned, 0).unwrap().reached());
        assert_eq!(algo::toposort(&alone, None).is_ok(), topological::order(&alone).is_ok());
        let strong = components::strongly_connected(&alone).unwrap();
        assert_eq!((kosaraju_scc(&alone).len(), tarjan_scc(&alone).len()), (strong.count(), strong.count()));
        assert_eq!(algo::connected_components(&alone), components::connected(&alone).unwrap().count());
        let tree = algo::min_spanning_tree(&graph).filter_map(|element| match element {
            petgraph::data::Element::Edge { weight, .. } => Some(weight),
            petgraph::data::Element::Node { .. } => None,
        });
        Some(tree.sum()) == spanning_forest::minimum(&graph).unwrap().length()
    }
}
