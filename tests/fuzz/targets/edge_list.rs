//! Lists of edges of any bytes: read whole and in small pieces, with and without lengths and names, and written again.
#![no_main]

mod common;

use common::{pieces, same_error};
use finch_graph::graph::Leaf;
use finch_graph::graph::edge_list::{NamedGraph, Options};
use finch_graph::prelude::*;
use finch_tests::attack::Source;
use libfuzzer_sys::fuzz_target;
use std::fmt::Debug;

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    let mut options = Options::default().direction(source.pick(&[Direction::Directed, Direction::Undirected]));
    match source.below(4) {
        0 => options = options.named(),
        1 => options = options.first(1),
        2 => options = options.vertices(source.below(300)),
        _ => options = options.max_vertices(source.below(1 << 16)),
    }
    match source.below(4) {
        0 => list(source, |input| options.read(input), |_| String::new()),
        1 => list(
            source,
            |input| options.read_weighted::<f64>(input),
            |length| format!("{length:e}"),
        ),
        2 => list(
            source,
            |input| options.read_weighted::<i8>(input),
            |length| length.to_string(),
        ),
        _ => list(
            source,
            |input| options.read_weighted::<u64>(input),
            |length| length.to_string(),
        ),
    }
});

/// A list is the same graph, or the same error, however it comes in; what is written of a graph is read as that graph.
fn list<L>(
    mut source: Source<'_>,
    read: impl Fn(&mut dyn std::io::Read) -> Result<NamedGraph<L>, Error>,
    length: impl Fn(L::T) -> String,
) where
    L: Leaf<T: Debug>,
    GraphOf<L>: PartialEq + Debug,
{
    let mut pieces = pieces(&mut source);
    let mut file = source.rest();
    let start = file;
    match (read(&mut file), read(&mut pieces)) {
        (Err(one), Err(other)) => same_error(start, &one.to_string(), &other.to_string()),
        (Ok(one), Ok(other)) => {
            assert_eq!((&one.graph, &one.names), (&other.graph, &other.names));
            one.graph.rows().validate().expect("valid rows");
            one.graph.columns().validate().expect("valid columns");
            // A name that starts like a comment would be one in front, and names come in another order.
            if !one.names.is_empty() {
                return;
            }
            let mut text = String::new();
            one.graph.rows().for_each(|edge, value| {
                text += &format!("{} {} {}\n", one.name(edge[0]), one.name(edge[1]), length(value))
            });
            // Edges that came twice allowed for more vertices.
            let Ok(again) = read(&mut text.as_bytes()) else {
                return assert!(one.graph.vertices() > 1 << 20);
            };
            assert_eq!(again.graph.edges(), one.graph.edges());
            if again.graph.vertices() == one.graph.vertices() {
                assert_eq!(again.graph, one.graph)
            }
        }
        (one, other) => panic!("whole: {:?}, in pieces: {:?}", one.map(drop), other.map(drop)),
    }
}
