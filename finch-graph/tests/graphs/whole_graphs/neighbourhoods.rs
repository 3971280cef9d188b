//! Core numbers, and triangles at each vertex.

use crate::common::{Small, generated, neighbours};
use finch_graph::prelude::*;

/// The neighbours of each vertex, whichever way edges lead, without itself.
fn both_ways(graph: &Graph) -> Vec<Vec<usize>> {
    neighbours(&graph.clone().undirected().unwrap().without_loops().unwrap())
}

/// Core numbers, by removing vertices with fewer than `k` neighbours until none is left to remove, for each `k`.
fn cores_of(graph: &Graph) -> Vec<u32> {
    let neighbours = both_ways(graph);
    let mut numbers = vec![0; neighbours.len()];
    let mut left: Vec<bool> = vec![true; neighbours.len()];
    for k in 1.. {
        let degree = |left: &[bool], vertex: usize| neighbours[vertex].iter().filter(|&&other| left[other]).count();
        while let Some(few) = (0..left.len()).find(|&vertex| left[vertex] && degree(&left, vertex) < k) {
            left[few] = false
        }
        if !left.contains(&true) {
            break;
        }
        for (number, _) in numbers.iter_mut().zip(&left).filter(|(_, left)| **left) {
            *number = k as u32
        }
    }
    numbers
}

fn check_cores(name: &str, graph: &Graph) -> k_core::Cores {
    let cores = k_core::decompose(graph).unwrap();
    let (numbers, neighbours) = (cores.numbers(), both_ways(graph));
    // Each vertex comes once, numbers ascend, and behind each are as many neighbours as its number at most.
    let mut place = vec![usize::MAX; numbers.len()];
    for (at, &vertex) in cores.order().iter().enumerate() {
        place[vertex as usize] = at
    }
    assert!(
        !place.contains(&usize::MAX) && place.len() == cores.order().len(),
        "{name}"
    );
    assert!(
        cores.order().is_sorted_by_key(|&vertex| numbers[vertex as usize]),
        "{name}"
    );
    for (vertex, others) in neighbours.iter().enumerate() {
        let behind = others.iter().filter(|&&other| place[other] > place[vertex]).count();
        assert!(behind <= numbers[vertex] as usize, "{name}: {vertex}");
        // And it is in that core.
        let inside = others
            .iter()
            .filter(|&&other| numbers[other] >= numbers[vertex])
            .count();
        assert!(inside >= numbers[vertex] as usize, "{name}: {vertex}");
    }
    assert_eq!(cores.degeneracy(), numbers.iter().copied().max().unwrap_or(0), "{name}");
    cores
}

/// How many triangles each vertex is part of, by asking each pair of its neighbours.
fn triangles_at(graph: &Graph) -> Vec<u64> {
    let neighbours = both_ways(graph);
    let among = |row: &Vec<usize>| {
        let pairs = row.iter().flat_map(|&j| row.iter().map(move |&i| (j, i)));
        pairs
            .filter(|&(j, i)| j < i && neighbours[j].binary_search(&i).is_ok())
            .count() as u64
    };
    neighbours.iter().map(among).collect()
}

fn check_clustering(name: &str, graph: &Graph) {
    let found = clustering::coefficients(graph).unwrap();
    let (wanted, neighbours) = (triangles_at(graph), both_ways(graph));
    assert_eq!(found.triangles(), wanted, "{name}");
    assert_eq!(
        found.triangles().iter().sum::<u64>(),
        3 * triangles::count(graph).unwrap(),
        "{name}"
    );
    let (mut sum, mut closed, mut all) = (0.0, 0, 0);
    for (vertex, row) in neighbours.iter().enumerate() {
        let pairs = (row.len() * row.len().saturating_sub(1) / 2) as u64;
        let local = if pairs == 0 {
            0.0
        } else {
            wanted[vertex] as f64 / pairs as f64
        };
        assert!((found.local()[vertex] - local).abs() < 1e-15, "{name}: {vertex}");
        (sum, closed, all) = (sum + local, closed + wanted[vertex], all + pairs);
    }
    assert!((found.average() * neighbours.len() as f64 - sum).abs() < 1e-9, "{name}");
    assert!(
        (found.global() * all as f64 - closed as f64).abs() < 1e-9 * all as f64 + 1e-15,
        "{name}"
    );
}

properties! {
    fn cores_of_small_graphs(small: Small) -> bool {
        let graph = small.graph();
        let (cores, wanted) = (check_cores("small", &graph), cores_of(&graph));
        assert!(cores.members(2).eq((0..small.vertices).filter(|&vertex| wanted[vertex] >= 2)));
        cores.numbers() == wanted
    }

    fn clustering_of_small_graphs(small: Small) -> bool {
        check_clustering("small", &small.graph());
        true
    }
}

#[test]
fn generated_graphs() {
    for (name, graph) in generated() {
        let cores = check_cores(&name, &graph);
        assert_eq!(cores.numbers(), cores_of(&graph), "{name}");
        check_clustering(&name, &graph);
    }
}

#[test]
fn without_neighbours() {
    for direction in [Direction::Directed, Direction::Undirected] {
        let none = Graph::from_edges(0, [], direction).unwrap();
        let cores = k_core::decompose(&none).unwrap();
        assert_eq!((cores.numbers(), cores.degeneracy()), (&[][..], 0));
        let found = clustering::coefficients(&none).unwrap();
        assert_eq!((found.local(), found.average(), found.global()), (&[][..], 0.0, 0.0));
        // Edges from a vertex to itself are none.
        let alone = Graph::from_edges(3, [[1, 1], [2, 2]], direction).unwrap();
        assert_eq!(k_core::decompose(&alone).unwrap().numbers(), [0; 3]);
        let found = clustering::coefficients(&alone).unwrap();
        assert_eq!(
            (found.local(), found.average(), found.global()),
            (&[0.0; 3][..], 0.0, 0.0)
        );
    }
}
