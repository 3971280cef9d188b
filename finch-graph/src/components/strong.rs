//! Strongly connected components, by one depth-first search. Not a program: which edge comes next depends on the one before.

use crate::graph::{Graph, NO_VERTEX};

/// The lowest vertex of the component of each vertex. Takes time linear in vertices and edges.
pub(super) fn labels(graph: &Graph) -> Vec<u32> {
    let vertices = graph.vertices();
    let (starts, targets) = (graph.starts(), graph.rows().level().child().idx());
    let mut labels = vec![NO_VERTEX; vertices];
    // When each vertex was found, and when the earliest was that it is known to lead to, among those whose component is open.
    let (mut found, mut earliest) = (vec![NO_VERTEX; vertices], vec![NO_VERTEX; vertices]);
    // The vertices whose component is open, in the order in which they were found, and those among them that are being searched from,
    // each with its next edge.
    let (mut open, mut path): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    let mut next = 0;
    for root in 0..vertices as u32 {
        if found[root as usize] != NO_VERTEX {
            continue;
        }
        let mut enter = Some(root);
        loop {
            if let Some(vertex) = enter.take() {
                found[vertex as usize] = next;
                earliest[vertex as usize] = next;
                next += 1;
                open.push(vertex);
                path.push((vertex, starts[vertex as usize]))
            }
            let Some((vertex, edge)) = path.last_mut() else {
                break;
            };
            let here = *vertex as usize;
            if *edge < starts[here + 1] {
                let target = targets[*edge];
                *edge += 1;
                if found[target as usize] == NO_VERTEX {
                    enter = Some(target)
                } else if labels[target as usize] == NO_VERTEX {
                    earliest[here] = earliest[here].min(found[target as usize])
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                earliest[before as usize] = earliest[before as usize].min(earliest[here])
            }
            if earliest[here] == found[here] {
                // Whatever was found since and is open leads back here.
                let first = open.partition_point(|&vertex| found[vertex as usize] < found[here]);
                let lowest = open[first..].iter().copied().min();
                for vertex in open.drain(first..) {
                    labels[vertex as usize] = lowest.unwrap_or(vertex)
                }
            }
        }
    }
    labels
}
