//! What is found of whole graphs, against brute force.

mod betweenness;
mod connections;
mod neighbourhoods;

use crate::common::{Small, depth, for_each_file, generated, neighbours};
use finch_graph::generate::Xorshift;
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_graph::triangles::{OrderedGraph, Protocol};

/// Triangles, by asking each pair of neighbours of each vertex.
fn triangles_of(graph: &Graph) -> u64 {
    let graph = graph.clone().undirected().unwrap().without_loops().unwrap();
    let neighbours = neighbours(&graph);
    let mut count = 0;
    for (j, row) in neighbours.iter().enumerate() {
        for &k in row.iter().filter(|&&k| k > j) {
            count += row
                .iter()
                .filter(|&&i| i > k && neighbours[k].binary_search(&i).is_ok())
                .count()
        }
    }
    count as u64
}

const PROTOCOLS: [Protocol; 3] = [Protocol::Walk, Protocol::Gallop, Protocol::Mark];

fn check_triangles(name: &str, graph: &Graph, protocols: &[Protocol], wanted: u64) {
    let ordered = OrderedGraph::new(graph).unwrap();
    for &protocol in protocols {
        assert_eq!(ordered.count_by(protocol).unwrap(), wanted, "{name} by {protocol:?}");
    }
    assert_eq!(triangles::count(graph).unwrap(), wanted, "{name}");
}

/// The lowest vertex of each component, by joining the ends of each edge until nothing changes.
fn labels_of(graph: &Graph) -> Vec<u32> {
    fn root(above: &mut [usize], vertex: usize) -> usize {
        let mut here = vertex;
        while above[here] != here {
            above[here] = above[above[here]];
            here = above[here]
        }
        here
    }
    let mut above: Vec<usize> = (0..graph.vertices()).collect();
    for (source, targets) in neighbours(graph).into_iter().enumerate() {
        for target in targets {
            let (one, other) = (root(&mut above, source), root(&mut above, target));
            above[one.max(other)] = one.min(other)
        }
    }
    (0..above.len()).map(|vertex| root(&mut above, vertex) as u32).collect()
}

/// Ranks, by so many steps along a dense matrix of probabilities.
fn ranks_of(graph: &Graph, damping: f64, rounds: usize) -> Vec<f64> {
    let count = graph.vertices();
    let neighbours = neighbours(graph);
    let mut ranks = vec![1.0 / count as f64; count];
    for _ in 0..rounds {
        let mut next = vec![0.0; count];
        for (source, targets) in neighbours.iter().enumerate() {
            for (target, next) in next.iter_mut().enumerate() {
                let along = match targets.len() {
                    0 => 1.0 / count as f64,
                    degree if targets.contains(&target) => 1.0 / degree as f64,
                    _ => 0.0,
                };
                *next += ranks[source] * (damping * along + (1.0 - damping) / count as f64)
            }
        }
        ranks = next
    }
    ranks
}

properties! {
    fn triangles_of_small_graphs(small: Small) -> bool {
        let graph = small.graph();
        check_triangles("small", &graph, &PROTOCOLS, triangles_of(&graph));
        true
    }

    fn components_of_small_graphs(small: Small) -> bool {
        let graph = small.graph();
        let found = components::connected(&graph).unwrap();
        let wanted = labels_of(&graph);
        let sizes = found.sizes();
        assert_eq!(sizes.iter().filter(|&&size| size > 0).count(), found.count());
        assert_eq!(sizes.iter().sum::<usize>(), graph.vertices());
        assert!((0..small.vertices).all(|vertex| found.are_connected(0, vertex) == (wanted[vertex] == wanted[0])));
        assert!(!found.are_connected(0, small.vertices) && !found.are_connected(usize::MAX, 0));
        found.labels() == wanted
    }

    fn ranks_of_small_graphs(small: Small, damping: u8) -> bool {
        let graph = small.graph();
        let damping = f64::from(damping) / 256.0;
        let found = PageRank::new().damping(damping).tolerance(0.0).rounds(20).run(&graph).unwrap();
        let wanted = ranks_of(&graph, damping, found.rounds());
        assert!((found.values().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        found.values().iter().zip(&wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-12)
    }
}

#[test]
fn large_graphs() {
    for (name, graph) in generated() {
        check_triangles(&name, &graph, &PROTOCOLS, triangles_of(&graph));
        let found = components::connected(&graph).unwrap();
        assert_eq!(found.labels(), labels_of(&graph), "{name}");
        let ranks = page_rank::rank(&graph).unwrap();
        assert!(ranks.converged() && ranks.change() <= 1e-9, "{name}");
        let again = PageRank::new()
            .tolerance(0.0)
            .rounds(ranks.rounds())
            .run(&graph)
            .unwrap();
        assert_eq!(again.values(), ranks.values(), "{name}");
    }
    // Each protocol is the best one somewhere.
    let best = |graph: &Graph| OrderedGraph::new(graph).unwrap().best();
    let by_name = |wanted: &str| generated().into_iter().find(|(name, _)| name == wanted).unwrap().1;
    assert_eq!(best(&by_name("kronecker, degree 16")), Protocol::Mark);
    assert_ne!(best(&by_name("grid")), Protocol::Mark);
}

/// Vertices in a random order, so that labels are hung below others in a random order, too.
fn shuffled(vertices: usize, numbers: &mut Xorshift) -> Vec<usize> {
    let mut order: Vec<usize> = (0..vertices).collect();
    for at in (1..vertices).rev() {
        order.swap(at, numbers.below(at + 1))
    }
    order
}

#[test]
fn components_in_any_order() {
    let numbers = &mut Xorshift::new(9);
    let none = 300;
    for direction in [Direction::Directed, Direction::Undirected] {
        for round in 0..depth(40, 4) {
            // Most vertices in one component of many edges, some in another, and some with one edge from or to either, or none.
            let order = shuffled(none, numbers);
            let (first, second) = (10 + numbers.below(200), 10 + numbers.below(40));
            let mut any = |from: usize, count: usize| order[from + numbers.below(count)];
            let mut edges = Vec::new();
            // Few a vertex, and many: what is fastest for either is another algorithm.
            for _ in 0..if round % 2 == 0 { 1500 } else { 9000 } {
                edges.push([any(0, first), any(0, first)]);
                if edges.len() % 4 == 0 {
                    edges.push([any(first, second), any(first, second)])
                }
            }
            for other in (first + second..none).step_by(2) {
                let (here, there) = (order[other], any(0, first + second));
                edges.push(if other % 4 < 2 { [here, there] } else { [there, here] })
            }
            let graph = Graph::from_edges(none, edges, direction).unwrap();
            let found = components::connected(&graph).unwrap();
            assert_eq!(found.labels(), labels_of(&graph), "{direction:?}, {round}");
            // And a path.
            let path = order.windows(2).map(|edge| [edge[0], edge[1]]);
            let graph = Graph::from_edges(none, path, direction).unwrap();
            assert_eq!(components::connected(&graph).unwrap().labels(), [0; 300]);
        }
    }
}

#[test]
fn files_give_what_is_known_of_them() {
    for_each_file(25_000, |facts| {
        let name = facts.file.display().to_string();
        let graph = Graph::read_matrix_market(&facts.file).unwrap();
        // Unoptimised, all protocols would take their time: they take turns.
        let turn = graph.edges() % PROTOCOLS.len();
        let protocols = depth(&PROTOCOLS[..], &PROTOCOLS[turn..=turn]);
        check_triangles(&name, &graph, protocols, facts.triangles as u64);
        let found = components::connected(&graph).unwrap();
        assert_eq!(found.count(), facts.components, "{name}");
        assert_eq!(found.labels(), labels_of(&graph), "{name}");
    })
}

#[test]
fn graphs_without_vertices_or_edges() {
    for direction in [Direction::Directed, Direction::Undirected] {
        let none = Graph::from_edges(0, [], direction).unwrap();
        assert_eq!(triangles::count(&none).unwrap(), 0);
        assert_eq!(components::connected(&none).unwrap().count(), 0);
        let ranks = page_rank::rank(&none).unwrap();
        assert_eq!(
            (ranks.values().len(), ranks.highest(), ranks.converged()),
            (0, None, true)
        );
        let apart = Graph::from_edges(4, [], direction).unwrap();
        assert_eq!(triangles::count(&apart).unwrap(), 0);
        assert_eq!(components::connected(&apart).unwrap().labels(), [0, 1, 2, 3]);
        assert_eq!(page_rank::rank(&apart).unwrap().values(), [0.25; 4]);
    }
}

#[test]
fn what_is_no_probability_is_refused() {
    let graph = Graph::from_edges(2, [[0, 1]], Direction::Directed).unwrap();
    for damping in [-0.1, 1.0, f64::NAN, f64::INFINITY] {
        let error = PageRank::new().damping(damping).run(&graph).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
    assert!(PageRank::new().tolerance(f64::NAN).run(&graph).is_err());
    let unfinished = PageRank::new().rounds(1).run(&graph).unwrap();
    assert_eq!((unfinished.rounds(), unfinished.converged()), (1, false));
}
