//! What graphs are made of, from every source, and what is refused.

use crate::common::{edges, lengths, within};
use crate::memory::limited;
use finch_graph::Result;
use finch_graph::prelude::*;
use quickcheck::{TestResult, quickcheck};
use std::collections::BTreeSet;

fn both_ways(edges: &[[usize; 2]]) -> BTreeSet<[usize; 2]> {
    edges.iter().flat_map(|&[j, i]| [[j, i], [i, j]]).collect()
}

quickcheck! {
    fn edges_are_those_that_were_given(vertices: u8, list: Vec<(u8, u8)>) -> bool {
        let (vertices, list) = within(vertices, list);
        let directed = Graph::from_edges(vertices, list.iter().copied(), Direction::Directed).unwrap();
        let undirected = Graph::from_edges(vertices, list.iter().copied(), Direction::Undirected).unwrap();
        directed.rows().validate().unwrap();
        directed.columns().validate().unwrap();
        undirected.rows().validate().unwrap();
        let wanted: BTreeSet<_> = list.iter().copied().collect();
        let turned: BTreeSet<_> = wanted.iter().map(|&[j, i]| [i, j]).collect();
        let mut back = BTreeSet::new();
        directed.columns().for_each(|edge, _| { back.insert([edge[0], edge[1]]); });
        let loops = wanted.iter().filter(|[j, i]| j == i).count();
        assert!(edges(&directed).into_iter().eq(wanted.iter().copied()));
        assert!(back.into_iter().eq(turned));
        assert!(edges(&undirected).into_iter().eq(both_ways(&list)));
        assert_eq!((directed.edges(), directed.loops()), (wanted.len(), loops));
        assert_eq!(undirected.edges() * 2, both_ways(&list).len() + loops);
        assert!(directed.columns() != directed.rows() || wanted.iter().all(|&[j, i]| wanted.contains(&[i, j])));
        let again = directed.clone().undirected().unwrap();
        assert_eq!((edges(&again), again.direction()), (edges(&undirected), Direction::Undirected));
        let apart = directed.without_loops().unwrap();
        edges(&apart).into_iter().eq(wanted.into_iter().filter(|[j, i]| j != i)) && apart.loops() == 0
    }

    fn the_shortest_of_several_edges_stays(vertices: u8, list: Vec<(u8, u8, i8)>) -> bool {
        let (vertices, ends) = within(vertices, list.iter().map(|&(j, i, _)| (j, i)).collect());
        let list: Vec<_> = ends.iter().zip(&list).map(|(&edge, &(_, _, length))| (edge, i64::from(length))).collect();
        for direction in [Direction::Directed, Direction::Undirected] {
            let graph = WeightedGraph::from_edges(vertices, list.iter().copied(), direction).unwrap();
            let least = |edge: [usize; 2]| list.iter().filter(|(other, _)| {
                *other == edge || direction == Direction::Undirected && *other == [edge[1], edge[0]]
            }).map(|&(_, length)| length).min();
            assert!(lengths(&graph).iter().all(|&(edge, length)| least(edge) == Some(length)));
            assert_eq!(edges(&graph.unweighted()), lengths(&graph).iter().map(|&(edge, _)| edge).collect::<Vec<_>>());
            let rows = WeightedGraph::from_edges(vertices, list.iter().copied(), Direction::Directed).unwrap();
            let same = WeightedGraph::from_rows(rows.rows().clone(), direction).unwrap();
            assert_eq!(lengths(&same), lengths(&graph));
        }
        true
    }

    fn files_hold_the_same(vertices: u8, list: Vec<(u8, u8)>) -> TestResult {
        let (vertices, list) = within(vertices, list);
        let graph = Graph::from_edges(vertices, list, Direction::Directed).unwrap();
        let mut file = Vec::new();
        finch_kernels::formats::io::matrix_market::write(graph.rows(), &mut file).unwrap();
        let back = Graph::read(&file[..], Direction::Directed).unwrap();
        assert_eq!(edges(&back), edges(&graph));
        let weighted = WeightedGraph::<f32>::read(&file[..], Direction::Directed).unwrap();
        TestResult::from_bool(lengths(&weighted) == edges(&graph).iter().map(|&edge| (edge, 1.0)).collect::<Vec<_>>())
    }
}

/// Wherever memory ends, making a graph fails with an error.
#[test]
fn edges_that_there_is_no_memory_for() {
    let edges = || (0..20_000).map(|at| [at % 9_000, (at * 7) % 9_000]);
    for direction in [Direction::Directed, Direction::Undirected] {
        let mut refused = 0;
        loop {
            match limited((1 << 16) + refused * 50_000, || {
                Graph::from_edges(9_000, edges(), direction)
            }) {
                Ok(graph) => break graph.rows().validate().unwrap(),
                Err(error) => assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}"),
            }
            refused += 1;
            assert!(refused < 100)
        }
        assert!(refused > 5)
    }
}

#[test]
fn a_zero_in_a_file_is_an_edge() {
    let file = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0\n";
    let graph = Graph::read(file.as_bytes(), Direction::Directed).unwrap();
    assert_eq!(edges(&graph), [[0, 1]]);
    let graph = WeightedGraph::<f64>::read(file.as_bytes(), Direction::Undirected).unwrap();
    assert_eq!(lengths(&graph), [([0, 1], 0.0), ([1, 0], 0.0)]);
}

#[test]
fn what_is_no_graph_is_refused() {
    let message = |result: Result<Graph>| result.unwrap_err().to_string();
    let weighted = |result: Result<WeightedGraph<f64>>| result.unwrap_err().to_string();
    assert_eq!(
        message(Graph::from_edges(3, [[0, 1], [2, 3]], Direction::Directed)),
        "edge 1 leads from 2 to 3, but there are 3 vertices, numbered from 0"
    );
    assert_eq!(
        message(Graph::from_edges(usize::MAX, [[0, 1]], Direction::Directed)),
        format!("a graph has at most {} vertices, not {}", u32::MAX, usize::MAX)
    );
    assert_eq!(
        message(Graph::from_rows(
            CsrPattern::empty([2, 3]).unwrap(),
            Direction::Directed
        )),
        "the matrix of a graph has as many rows as columns, not 2 and 3"
    );
    let file = "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 0\n";
    assert!(message(Graph::read(file.as_bytes(), Direction::Directed)).ends_with("not 2 and 3"));
    assert_eq!(
        weighted(WeightedGraph::from_edges(2, [([0, 1], f64::NAN)], Direction::Directed)),
        "the edge from 0 to 1 has length NaN: lengths are finite"
    );
    let file = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 inf\n";
    assert_eq!(
        weighted(WeightedGraph::read(file.as_bytes(), Direction::Directed)),
        "the edge from 0 to 1 has length inf: lengths are finite"
    );
    assert!(WeightedGraph::from_edges(2, [([0, 1], i32::MAX)], Direction::Directed).is_err());
    assert!(weighted(WeightedGraph::read_matrix_market("no such file")).starts_with("no such file: "));
}

#[test]
fn graphs_without_vertices_or_edges() {
    let graph = Graph::from_edges(0, [], Direction::Directed).unwrap();
    assert_eq!(
        (graph.vertices(), graph.edges(), graph.max_out_degree_vertex()),
        (0, 0, None)
    );
    let graph = Graph::from_edges(3, [], Direction::Undirected).unwrap();
    assert_eq!(
        (graph.vertices(), graph.edges(), graph.max_out_degree_vertex()),
        (3, 0, Some(0))
    );
}

#[test]
fn generated_graphs_are_the_same_each_time() {
    let graph = finch_graph::generate::kronecker(8, 8, 3).unwrap();
    graph.rows().validate().unwrap();
    assert_eq!(
        edges(&graph),
        edges(&finch_graph::generate::kronecker(8, 8, 3).unwrap())
    );
    assert_ne!(
        edges(&graph),
        edges(&finch_graph::generate::kronecker(8, 8, 4).unwrap())
    );
    assert_eq!((graph.vertices(), graph.loops()), (256, 0));
    let even = finch_graph::generate::uniform(8, 8, 3).unwrap();
    let most = |graph: &Graph| graph.out_degree(graph.max_out_degree_vertex().unwrap());
    assert!(most(&graph) > 2 * most(&even) && even.edges() > 1900);
    assert!(finch_graph::generate::uniform(32, 1, 1).is_err());
}

/// A matrix is valid whatever stands in its arrays behind what its rows need. Of a graph they end with the last row.
#[test]
fn arrays_that_go_on_behind_the_last_row() {
    let list = SparseList::new(2, vec![0_usize, 1, 1, 1], vec![1_u32], Pattern);
    let rows = Tensor::new(Dense::new(2, list)).unwrap();
    let graph = Graph::from_rows(rows, Direction::Directed).unwrap();
    assert_eq!(edges(&graph), [[0, 1]]);
    assert_eq!(finch_graph::components::connected(&graph).unwrap().count(), 1);
    assert_eq!(finch_graph::topological::order(&graph).unwrap(), [0, 1]);
    let values = Element::new(vec![1.0, -5.0, -5.0, -5.0]);
    let list = SparseList::new(2, vec![0_usize, 1, 1], vec![1_u32], values);
    let rows = Tensor::new(Dense::new(2, list)).unwrap();
    let graph = WeightedGraph::from_rows(rows, Direction::Directed).unwrap();
    assert_eq!(lengths(&graph), [([0, 1], 1.0)]);
    finch_graph::delta_stepping::search(&graph, 0).unwrap();
}
