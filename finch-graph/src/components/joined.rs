//! Components by sets that are joined, in one pass over the edges. Not a program: how far the way to a lowest vertex is depends on what
//! has been joined before.

use crate::graph::{Direction, Graph};

/// The lowest vertex of the component of each vertex. Each vertex names one of its set that is not behind it, the lowest one of a set
/// itself; ways are halved where they are taken. Takes time linear in vertices and edges, times the mean length of these ways, which is
/// at most logarithmic and short in most graphs.
pub(super) fn labels(graph: &Graph) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..graph.vertices() as u32).collect();
    let (starts, targets) = (graph.starts(), graph.rows().level().child().idx());
    // An edge of an undirected graph comes up at both of its ends: the higher one is enough, and the targets of a row ascend.
    let once = graph.direction() == Direction::Undirected;
    for (vertex, row) in starts.windows(2).enumerate() {
        let mut one = lowest(&mut labels, vertex as u32);
        for &target in &targets[row[0]..row[1]] {
            if once && target as usize >= vertex {
                break;
            }
            if labels[target as usize] == one {
                continue;
            }
            let other = lowest(&mut labels, target);
            let (low, high) = (one.min(other), one.max(other));
            labels[high as usize] = low;
            one = low
        }
    }
    for vertex in 0..labels.len() {
        // What stands in front has its label already.
        labels[vertex] = labels[labels[vertex] as usize]
    }
    labels
}

/// The lowest vertex of the set of `vertex`. What is on the way there names what is two steps on.
fn lowest(labels: &mut [u32], mut vertex: u32) -> u32 {
    loop {
        let above = labels[vertex as usize];
        if above == vertex {
            return vertex;
        }
        let next = labels[above as usize];
        labels[vertex as usize] = next;
        vertex = next
    }
}
