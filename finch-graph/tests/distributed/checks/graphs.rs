//! Searches and ranks of graphs.

use super::sent;
use finch_graph::distributed::{DistributedGraph, search};
use finch_graph::generate::{kronecker, uniform};
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_kernels::Result;
use finch_kernels::distributed::Communicator;

pub(super) fn graphs() -> Vec<Graph> {
    let path = (0..20).map(|i| [i, i + 1]);
    vec![
        kronecker(6, 4, 1).unwrap(),
        uniform(6, 2, 2).unwrap(),
        Graph::from_edges(21, path.clone(), Direction::Undirected).unwrap(),
        Graph::from_edges(21, path, Direction::Directed).unwrap(),
        Graph::from_edges(5, [[0, 1], [1, 2], [2, 0], [4, 4]], Direction::Directed).unwrap(),
        Graph::from_edges(2, [[0, 1]], Direction::Undirected).unwrap(),
    ]
}

pub(super) fn searches<R: Communicator>(ranks: &R) -> Result<()> {
    for graph in graphs() {
        for sources in [&[0][..], &[1, 0], &[graph.max_out_degree_vertex().unwrap()], &[]] {
            let expected = breadth_first::Search::new()
                .parents(breadth_first::Parents::Lowest)
                .run(&graph, sources)?;
            let spread = DistributedGraph::from_graph(ranks, &graph)?;
            let (found, bytes) = sent(ranks, || search(ranks, &spread, sources))?;
            assert_eq!(found.levels().all_gather(ranks)?, expected.levels()?);
            let parents = found.parents().all_gather(ranks)?.into_iter();
            let parents: Vec<u32> = parents
                .map(|parent| u32::try_from(parent).unwrap_or(NO_VERTEX))
                .collect();
            assert_eq!(parents, expected.parents());
            assert_eq!(found.depth(), expected.depth());
            // As many bytes as were planned, where all vertices are reached.
            let planned = spread.planned_search_bytes(ranks, found.depth() + 1);
            if expected.reached() == graph.vertices() {
                assert_eq!(bytes, planned)
            }
            assert!(bytes <= planned);
            assert_eq!(bytes, spread.search_bytes(ranks, &found))
        }
        // From lists of edges, of which each rank has some.
        let mut edges = Vec::new();
        graph.rows().for_each(|edge, _| edges.push([edge[0], edge[1]]));
        let mine = edges.iter().copied().skip(ranks.rank()).step_by(ranks.count());
        let spread = DistributedGraph::from_edges(ranks, graph.vertices(), mine, graph.direction())?;
        assert_eq!(spread.rows().all_gather::<CsrPattern>(ranks)?, *graph.rows());
        assert_eq!(spread.columns().all_gather::<CsrPattern>(ranks)?, *graph.columns())
    }
    Ok(())
}

pub(super) fn page_ranks<R: Communicator>(ranks: &R) -> Result<()> {
    for graph in graphs() {
        let expected = PageRank::new().tolerance(-1.0).rounds(20).run(&graph)?;
        let spread = DistributedGraph::from_graph(ranks, &graph)?;
        let found = PageRank::new()
            .tolerance(-1.0)
            .rounds(20)
            .run_distributed(ranks, &spread)?;
        assert_eq!(found.rounds(), 20);
        let values = found.values().all_gather(ranks)?;
        assert!(
            values
                .iter()
                .zip(expected.values())
                .all(|(one, other)| (one - other).abs() < 1e-13)
        );
        let found = PageRank::new().run_distributed(ranks, &spread)?;
        assert!(found.converged() && (found.values().all_gather(ranks)?.iter().sum::<f64>() - 1.0).abs() < 1e-12)
    }
    Ok(())
}
