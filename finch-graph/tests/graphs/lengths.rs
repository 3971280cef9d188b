//! Types of lengths: small graphs of each, and what is beyond one.

use finch_graph::bellman_ford::negative_cycle;
use finch_graph::prelude::*;

/// `bellman_ford` searches with signed lengths and floats. All that else differs between types is in the next test: a search takes seconds to
/// compile.
#[test]
fn lengths_without_a_sign() {
    let edges = [([0, 1], 9_u8), ([0, 2], 1), ([2, 1], 2), ([1, 3], 0)];
    let graph = WeightedGraph::from_edges(5, edges, Direction::Directed).unwrap();
    let nearest = delta_stepping::Search::new().delta(1).run(&graph, &[0]).unwrap();
    for found in [bellman_ford::search(&graph, 0).unwrap(), nearest] {
        assert_eq!(found.distances(), [0, 3, 1, 3, u8::MAX]);
        assert_eq!(found.hops(), [0, 2, 1, 3, NO_VERTEX]);
        assert_eq!(found.parents(), [0, 2, 0, 1, NO_VERTEX]);
    }
}

#[test]
fn sums_and_steps_of_every_type() {
    fn check<T: Weight + From<u8>>() {
        let [none, one, four, nine] = [0, 1, 4, 9].map(T::from);
        assert_eq!((nine.plus(one), T::INF.plus(one)), (Some(T::from(10)), None));
        let steps = [
            (nine, one, four),
            (nine, one, none),
            (one, one, none),
            (one, nine, four),
            (nine, none, one),
        ];
        let wanted = [2, usize::MAX, 0, 0, 9];
        assert_eq!(
            steps.map(|(length, start, step)| length.steps_from(start, step)),
            wanted
        );
        assert!(nine.is_length() && !T::INF.is_length());
    }
    macro_rules! check {
        ($($length:ident)*) => { $( check::<$length>(); )* };
    }
    check! { u8 u16 i16 u32 i32 u64 i64 usize f32 f64 }
}

#[test]
fn what_cannot_be_told_is_an_error() {
    let graph = WeightedGraph::from_edges(3, [([0, 1], 200_u8), ([1, 2], 55)], Direction::Directed).unwrap();
    let error = bellman_ford::search(&graph, 0).unwrap_err();
    assert_eq!(error.to_string(), "overflow in `then`: the result is beyond its type");
    assert_eq!(bellman_ford::search(&graph, 1).unwrap().distance(2), Some(55));
    let graph = WeightedGraph::from_edges(3, [([0, 1], f64::MAX), ([1, 2], f64::MAX)], Direction::Directed).unwrap();
    assert!(bellman_ford::search(&graph, 0).is_err());
    assert_eq!(
        bellman_ford::search(&graph, 7).unwrap_err().to_string(),
        "the source 7 is not a vertex: there are 3, numbered from 0"
    );
    let graph = WeightedGraph::from_edges(1, [([0, 0], -1)], Direction::Directed).unwrap();
    assert_eq!(negative_cycle(&graph, 0).unwrap(), Some(vec![0]));
}

#[test]
fn lengths_that_are_all_equal() {
    // Edges lead back from the farthest vertex: what is longer than the type can tell is not taken.
    let path = |vertices| {
        WeightedGraph::from_edges(
            vertices,
            (1..vertices).map(|i| ([i - 1, i], 100_u8)),
            Direction::Undirected,
        )
    };
    let found = delta_stepping::search(&path(3).unwrap(), 0).unwrap();
    assert_eq!((found.distances(), found.hops()), (&[0, 100, 200][..], &[0, 1, 2][..]));
    let error = delta_stepping::search(&path(4).unwrap(), 0).unwrap_err();
    assert_eq!(error.to_string(), "overflow in `then`: the result is beyond its type");
    let found = delta_stepping::Search::new().run(&path(4).unwrap(), &[3, 0]).unwrap();
    assert_eq!(
        (found.distances(), found.parents()),
        (&[0, 100, 100, 0][..], &[0, 0, 3, 3][..])
    );
}
