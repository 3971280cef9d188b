//! Lists of edges: graphs as plain matrices of distances say they are, and every algorithm over them.
#![no_main]

use finch_graph::breadth_first::{Search, StepDirection};
use finch_graph::prelude::*;
use finch_graph::triangles::{OrderedGraph, Protocol};
use finch_tests::attack::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    let direction = source.pick(&[Direction::Directed, Direction::Undirected]);
    let vertices = if source.once_in(8) {
        source.below(300)
    } else {
        source.below(24)
    };
    match source.below(4) {
        0 => lengths(&mut source, vertices, direction, |source| source.value() as f32),
        1 => lengths(&mut source, vertices, direction, |source| source.byte()),
        2 => lengths(&mut source, vertices, direction, |source| {
            (source.byte() as i8) >> source.below(8)
        }),
        _ => {}
    }
    graph(&mut source, vertices, direction)
});

fn pair(source: &mut Source<'_>, vertices: usize) -> [usize; 2] {
    // Now and then there is no such vertex.
    let most = if source.once_in(200) { vertices + 1 } else { vertices };
    [source.below(most), source.below(most)]
}

/// Who has an edge to whom.
fn matrix(vertices: usize, edges: &[[usize; 2]], direction: Direction) -> Vec<Vec<bool>> {
    let mut matrix = vec![vec![false; vertices]; vertices];
    for &[from, to] in edges {
        matrix[from][to] = true;
        if direction == Direction::Undirected {
            matrix[to][from] = true
        }
    }
    matrix
}

fn check<L: finch_graph::graph::Leaf>(graph: &GraphOf<L>, matrix: &[Vec<bool>]) {
    graph.rows().validate().expect("valid rows");
    graph.columns().validate().expect("valid columns");
    for (from, row) in matrix.iter().enumerate() {
        let targets: Vec<u32> = (0..row.len()).filter(|&to| row[to]).map(|to| to as u32).collect();
        assert_eq!(graph.targets(from), targets);
        let mut sources = Vec::new();
        let list = graph.columns().level().child();
        sources.extend_from_slice(&list.idx()[list.ptr()[from]..list.ptr()[from + 1]]);
        let wanted: Vec<u32> = (0..row.len())
            .filter(|&other| matrix[other][from])
            .map(|other| other as u32)
            .collect();
        assert_eq!(sources, wanted);
    }
}

fn graph(source: &mut Source<'_>, vertices: usize, direction: Direction) {
    let start = source.below(vertices);
    let (mut edges, mut beyond) = (Vec::new(), false);
    while !source.is_done() && edges.len() < 2000 && vertices > 0 {
        let edge = pair(source, vertices);
        beyond |= edge[0].max(edge[1]) >= vertices;
        edges.push(edge)
    }
    let graph = match Graph::from_edges(vertices, edges.iter().copied(), direction) {
        Ok(graph) => graph,
        Err(_) => return assert!(beyond),
    };
    assert!(!beyond);
    let wanted = matrix(vertices, &edges, direction);
    check(&graph, &wanted);
    let count = wanted.iter().flatten().filter(|&&edge| edge).count();
    assert_eq!(graph.arcs(), count);

    // Undirected, and without loops.
    let both = matrix(vertices, &edges, Direction::Undirected);
    check(&graph.clone().undirected().expect("room"), &both);
    let mut apart = wanted.clone();
    (0..vertices).for_each(|vertex| apart[vertex][vertex] = false);
    check(&graph.clone().without_loops().expect("room"), &apart);

    let ranks = page_rank::rank(&graph).expect("room");
    let sum: f64 = ranks.values().iter().sum();
    assert!(vertices == 0 || (sum - 1.0).abs() < 1e-6, "{sum}");

    let ordered = OrderedGraph::new(&graph).expect("room");
    let mut triangles = 0;
    for one in 0..vertices {
        for other in (0..one).filter(|&other| both[one][other]) {
            triangles += (0..other)
                .filter(|&third| both[one][third] && both[other][third])
                .count() as u64
        }
    }
    for protocol in [Protocol::Walk, Protocol::Gallop, Protocol::Mark] {
        assert_eq!(ordered.count_by(protocol).expect("room"), triangles)
    }

    if vertices == 0 {
        return;
    }
    let levels = levels(&wanted, start);
    for steps in [StepDirection::Best, StepDirection::Push, StepDirection::Pull] {
        let found = Search::new().steps(steps).run(&graph, &[start]).expect("a vertex");
        assert_eq!(found.levels().expect("room"), levels);
        for vertex in 0..vertices {
            let path = found.path_to(vertex);
            assert_eq!(
                path.map(|path| path.len() as u32 - 1).unwrap_or(NO_VERTEX),
                levels[vertex]
            )
        }
    }
    let parts = components::connected(&graph).expect("room");
    let near = self::levels(&both, start);
    (0..vertices).for_each(|vertex| assert_eq!(parts.are_connected(start, vertex), near[vertex] != NO_VERTEX));
}

/// How many edges lead to each vertex, at least.
fn levels(matrix: &[Vec<bool>], start: usize) -> Vec<u32> {
    let mut levels = vec![NO_VERTEX; matrix.len()];
    levels[start] = 0;
    let mut queue = vec![start];
    let mut at = 0;
    while at < queue.len() {
        let vertex = queue[at];
        at += 1;
        for other in 0..matrix.len() {
            if matrix[vertex][other] && levels[other] == NO_VERTEX {
                levels[other] = levels[vertex] + 1;
                queue.push(other)
            }
        }
    }
    levels
}

fn lengths<T: Weight + Into<f64>>(
    source: &mut Source<'_>,
    vertices: usize,
    direction: Direction,
    length: impl Fn(&mut Source<'_>) -> T,
) {
    if vertices == 0 || vertices > 24 {
        return;
    }
    let start = source.below(vertices);
    let count = source.below(60);
    let edges: Vec<([usize; 2], T)> = (0..count)
        .map(|_| ([source.below(vertices), source.below(vertices)], length(source)))
        .collect();
    let Ok(graph) = WeightedGraph::<T>::from_edges(vertices, edges.iter().copied(), direction) else {
        return assert!(edges.iter().any(|&(_, length)| !length.is_length()));
    };
    let pairs: Vec<[usize; 2]> = edges.iter().map(|&(edge, _)| edge).collect();
    check(&graph, &matrix(vertices, &pairs, direction));

    // Distances by relaxing every edge as often as there are vertices; one more round tells of cycles.
    let mut distances = vec![f64::INFINITY; vertices];
    distances[start] = 0.0;
    let mut relax = || {
        let mut changed = false;
        for &([from, to], length) in &edges {
            let length: f64 = length.into();
            let mut one = |from: usize, to: usize| {
                if distances[from] + length < distances[to] {
                    distances[to] = distances[from] + length;
                    changed = true
                }
            };
            one(from, to);
            if direction == Direction::Undirected {
                one(to, from)
            }
        }
        changed
    };
    let endless = (0..=vertices).all(|_| relax());
    match bellman_ford::search(&graph, start) {
        // Either there is a cycle, or a sum is beyond the type.
        Err(_) => {
            let large = edges.iter().map(|&(_, length)| length.into().abs()).sum::<f64>() * 24.0;
            assert!(endless || large > 100.0)
        }
        Ok(found) => {
            assert!(!endless);
            for vertex in 0..vertices {
                let wanted = Some(distances[vertex]).filter(|distance| distance.is_finite());
                assert_eq!(found.distance(vertex).map(Into::into), wanted)
            }
        }
    }
}
