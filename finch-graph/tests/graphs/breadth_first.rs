//! Breadth-first search against a queue.

use crate::common::{Small, for_each_file, generated, neighbours};
use finch_graph::breadth_first::{Found, Parents, Search, StepDirection};
use finch_graph::prelude::*;
use std::collections::VecDeque;

/// The level of each vertex, by a queue.
fn by_queue(graph: &Graph, sources: &[usize]) -> Vec<u32> {
    let neighbours = neighbours(graph);
    let mut levels = vec![NO_VERTEX; graph.vertices()];
    let mut queue = VecDeque::new();
    for &source in sources {
        levels[source] = 0;
        queue.push_back(source)
    }
    while let Some(vertex) = queue.pop_front() {
        for &next in &neighbours[vertex] {
            if levels[next] == NO_VERTEX {
                levels[next] = levels[vertex] + 1;
                queue.push_back(next)
            }
        }
    }
    levels
}

/// The lowest vertex one level up with an edge to each.
fn lowest_parents(graph: &Graph, levels: &[u32]) -> Vec<u32> {
    let mut parents = vec![NO_VERTEX; levels.len()];
    for (vertex, targets) in neighbours(graph).into_iter().enumerate().rev() {
        for target in targets {
            if levels[vertex] != NO_VERTEX && levels[target] == levels[vertex] + 1 {
                parents[target] = vertex as u32
            }
        }
    }
    for (vertex, &level) in levels.iter().enumerate() {
        if level == 0 {
            parents[vertex] = vertex as u32
        }
    }
    parents
}

fn check(name: &str, graph: &Graph, sources: &[usize], found: &Found, parents: Parents) {
    let levels = by_queue(graph, sources);
    assert_eq!(found.levels().unwrap(), levels, "{name}");
    let reached: Vec<u32> = levels.iter().copied().filter(|&level| level != NO_VERTEX).collect();
    assert_eq!(found.reached(), reached.len(), "{name}");
    assert_eq!(
        found.depth() as u32,
        reached.iter().copied().max().unwrap_or(0),
        "{name}"
    );
    assert_eq!(found.sum_of_levels() as u32, reached.iter().sum::<u32>(), "{name}");
    for level in 0..=found.depth() {
        let of_level = |vertex: &usize| levels[*vertex] == level as u32;
        let wanted: Vec<u32> = (0..levels.len()).filter(of_level).map(|vertex| vertex as u32).collect();
        assert_eq!(found.level(level), wanted, "{name}");
    }
    assert!(found.level(found.depth() + 1).is_empty() && found.level(usize::MAX).is_empty());
    let lowest = lowest_parents(graph, &levels);
    match parents {
        Parents::Lowest => assert_eq!(found.parents(), lowest, "{name}"),
        Parents::Any => {
            for (vertex, &level) in levels.iter().enumerate() {
                match found.parent(vertex) {
                    None => assert_eq!(level, NO_VERTEX, "{name}"),
                    Some(parent) if level == 0 => assert_eq!(parent, vertex, "{name}"),
                    Some(parent) => assert!(
                        levels[parent] + 1 == level && graph.targets(parent).contains(&(vertex as u32)),
                        "{name}: {parent} is not a parent of {vertex}"
                    ),
                }
            }
        }
        Parents::None => {
            let none = |&(vertex, &parent): &(usize, &u32)| levels[vertex] != 0 && parent != NO_VERTEX;
            assert_eq!(found.parents().iter().enumerate().find(none), None, "{name}");
        }
    }
    if parents != Parents::None {
        for vertex in (0..levels.len()).step_by(1 + levels.len() / 50) {
            match found.path_to(vertex) {
                None => assert_eq!(levels[vertex], NO_VERTEX),
                Some(path) => {
                    assert_eq!(path.len() as u32, levels[vertex] + 1);
                    assert!(sources.contains(&path[0]) && path[path.len() - 1] == vertex);
                    assert!(
                        path.windows(2)
                            .all(|step| graph.targets(step[0]).contains(&(step[1] as u32)))
                    );
                }
            }
        }
    }
}

fn check_all(name: &str, graph: &Graph, sources: &[usize]) {
    let mut kept = Search::new();
    for steps in [StepDirection::Best, StepDirection::Push, StepDirection::Pull] {
        for parents in [Parents::Lowest, Parents::Any, Parents::None] {
            let name = format!("{name} from {sources:?}, {steps:?}, {parents:?}");
            let found = Search::new().steps(steps).parents(parents).run(graph, sources).unwrap();
            check(&name, graph, sources, &found, parents);
            // Once more in memory that was used for something else.
            kept = kept.steps(steps).parents(parents);
            check(&name, graph, sources, &kept.run(graph, sources).unwrap(), parents);
        }
    }
}

properties! {
    fn small_graphs(small: Small, sources: Vec<usize>) -> bool {
        let sources: Vec<usize> = sources.iter().map(|source| source % small.vertices).take(4).collect();
        check_all("small", &small.graph(), &sources);
        check_all("small", &small.graph(), &[0]);
        true
    }
}

#[test]
fn large_graphs() {
    for (name, graph) in generated() {
        check_all(&name, &graph, &[graph.max_out_degree_vertex().unwrap()]);
        check_all(&name, &graph, &[3, 99, 3, 77]);
    }
}

#[test]
fn the_same_memory_takes_graphs_of_other_sizes() {
    // Somebody listens, so that small graphs take steps, too.
    let mut listener = |_| ();
    let mut search = Search::new().progress(&mut listener);
    for (name, graph) in generated() {
        let found = search.run(&graph, &[1]).unwrap();
        check(&name, &graph, &[1], &found, Parents::Lowest);
        let small = Graph::from_edges(3, [[1, 2]], Direction::Directed).unwrap();
        assert_eq!(search.run(&small, &[1]).unwrap().levels().unwrap(), [NO_VERTEX, 0, 1]);
    }
}

#[test]
fn files_give_what_is_known_of_them() {
    for_each_file(100_000, |facts| {
        let name = facts.file.display().to_string();
        let graph = Graph::read_matrix_market(&facts.file).unwrap().without_loops().unwrap();
        assert_eq!(graph.vertices(), facts.vertices, "{name}");
        assert_eq!(graph.max_out_degree_vertex(), Some(facts.source), "{name}");
        let found = breadth_first::search(&graph, facts.source).unwrap();
        assert_eq!(
            (found.reached(), found.sum_of_levels(), found.depth()),
            (facts.reached, facts.sum_of_levels, facts.depth),
            "{name}"
        );
        check(&name, &graph, &[facts.source], &found, Parents::Lowest);
    })
}

/// All vertices are reached while some of a level are left, which are lower than the parents found so far.
#[test]
fn the_last_of_a_level_have_the_lowest_parents() {
    let first = (100..300).map(|vertex| [300, vertex]);
    let edges = first.chain((1..100).map(|vertex| [301, vertex]));
    let graph = Graph::from_edges(302, edges.chain([[100, 0], [99, 0]]), Direction::Directed).unwrap();
    let found = Search::new().run(&graph, &[300, 301]).unwrap();
    assert_eq!((found.parent(0), found.depth()), (Some(99), 2))
}

#[test]
fn sources_are_vertices() {
    let graph = Graph::from_edges(3, [[0, 1]], Direction::Directed).unwrap();
    let error = breadth_first::search(&graph, 3).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert_eq!(
        error.to_string(),
        "the source 3 is not a vertex: there are 3, numbered from 0"
    );
    let nowhere = Search::new().run(&graph, &[]).unwrap();
    assert_eq!((nowhere.reached(), nowhere.depth(), nowhere.path_to(0)), (0, 0, None));
    let empty = Graph::from_edges(0, [], Direction::Directed).unwrap();
    assert!(Search::new().run(&empty, &[]).unwrap().levels().unwrap().is_empty());
}

#[test]
fn progress_is_told_after_each_step() {
    let (_, graph) = generated().swap_remove(0);
    let mut told = Vec::new();
    let mut listener = |progress: finch_graph::Progress| told.push(progress);
    let found = Search::new().progress(&mut listener).run(&graph, &[1]).unwrap();
    // The last step finds nothing, and is not taken where all vertices were reached.
    let finds_nothing = found.reached() < graph.vertices();
    assert_eq!(told.len(), found.depth() + usize::from(finds_nothing));
    assert!(
        told.windows(2)
            .all(|pair| pair[0].done <= pair[1].done && pair[0].round + 1 == pair[1].round)
    );
    let last = told.last().unwrap();
    assert_eq!((last.done, last.total), (found.reached(), graph.vertices()));
}
