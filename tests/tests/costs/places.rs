//! What places, gathers, windows and sums of indices cost.

use crate::probes::{LONG, List, long, looks_of};
use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::Add;
use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{minus, plus};
use finch_traits::index::{gather, permissive, window};
use finch_traits::level::Level;

/// What a search in the long list may look at.
const SEARCH: u64 = 2 * LONG.ilog2() as u64 + 12;

/// One place, whether it is stored or not, and wherever it is: alone, and in a loop, which searches for it once.
#[test]
fn a_place_is_searched_for() {
    let a = long();
    for place in [0, 1, 3, 3000, 30_000, 30_001, 3 * LONG - 3, 3 * LONG - 1] {
        let mut s = Scalar::new(0.0);
        let looks = looks_of(|| {
            program()
                .declare(&mut s)
                .body(|(s,)| s.at(()).add(a.at((place,))))
                .run()
                .unwrap()
        });
        assert_eq!(s.get(), if place % 3 == 0 { 1.0 } else { 0.0 });
        // One search for what is known, and one for the value.
        assert!((1..=2 * SEARCH).contains(&looks), "{place}: {looks} of {}", 2 * SEARCH);
        let (mut t, i) = (Scalar::new(0.0), finch_traits::index::Index::<U0>::new());
        let looks = looks_of(|| {
            program()
                .declare(&mut t)
                .body(|(t,)| forall_in(i, 0..100, t.at(()).add(a.at((place,)))))
                .run()
                .unwrap()
        });
        assert_eq!(t.get(), 100.0 * s.get());
        assert!((1..=SEARCH).contains(&looks), "{place}, in a loop: {looks} of {SEARCH}");
    }
}

/// The same that data names, in no order.
#[test]
fn gathering_searches_for_each() {
    let (a, mut s) = (long(), Scalar::new(0.0));
    let places: Vec<usize> = (0..200).map(|at| at * 7919 % (3 * LONG)).collect();
    let expected = places.iter().filter(|&place| place % 3 == 0).count();
    let x = Tensor::<Dense<Element<usize>>>::from(places);
    indices!(i);
    let looks = looks_of(|| {
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(a.at((gather(x.at((i,))),)))))
            .run()
            .unwrap()
    });
    assert_eq!(s.get(), expected as f64);
    assert!((200..=200 * SEARCH).contains(&looks), "{looks} of {}", 200 * SEARCH);
}

/// A window of a list: its ends are searched for, and what is between is looked at.
#[test]
fn a_window_of_a_list() {
    let (a, mut s): (List, _) = (long(), Scalar::new(0.0));
    indices!(i);
    let looks = looks_of(|| {
        program()
            .declare(&mut s)
            .body(|(s,)| forall(i, s.at(()).add(a.at((window(i, 30_000..30_300),)))))
            .run()
            .unwrap()
    });
    assert_eq!(s.get(), 100.0);
    assert!((100..=100 + 2 * SEARCH).contains(&looks), "{looks}");
}

/// The sum over a window, and how many values it reads.
fn windowed<L: Level<T = f64, Rank = U1> + Reads>(a: &Tensor<L>, lo: usize, hi: usize) -> (f64, u64) {
    let (before, mut s) = (reads(a), Scalar::new(0.0));
    indices!(i);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((window(i, lo..hi),)))))
        .run()
        .unwrap();
    (s.get(), reads(a) - before)
}

/// Nothing outside of a window is read.
#[test]
fn windows_read_what_is_inside() {
    let ones = || <Leaf>::new(Element::new(vec![1.0; 1000]));
    let dense = Tensor::new(Dense::new(1000, ones())).unwrap();
    assert_eq!(windowed(&dense, 100, 130), (30.0, 30));
    assert_eq!(windowed(&dense, 1000, 1000), (0.0, 0));
    let idx = (0..1000).map(|at| 2 * at).collect();
    let list = Tensor::new(SparseList::<_, Vec<usize>, Vec<u32>>::new(
        2000,
        vec![0, 1000],
        idx,
        ones(),
    ))
    .unwrap();
    assert_eq!(windowed(&list, 100, 130), (15.0, 15));
    assert_eq!(windowed(&list, 101, 102), (0.0, 0));
    // Runs of seven: those that the window meets.
    let ends: Vec<u32> = (1..=1000).map(|run| 7 * run).collect();
    let runs = RunList::<_, Vec<usize>, Vec<u32>>::new(7000, vec![0, 1000], ends, ones());
    let runs = Tensor::new(runs).unwrap();
    assert_eq!(windowed(&runs, 100, 130), (30.0, 5));
    assert_eq!(windowed(&runs, 700, 707), (7.0, 1));
}

const EXTENT: usize = 10_000;

/// Of a vector with few entries, and a filter, one output for each place.
fn convolved(outer_place: bool) -> (u64, u64) {
    let stored = [3, 4, 500, 5000, 9998];
    let a = Tensor::<SparseList<Leaf>>::from_triplets([EXTENT], stored.map(|at| ([at], 1.0)), Add).unwrap();
    let f = Tensor::new(Dense::new(5, <Leaf>::new(Element::new(vec![1.0, 2.0, 3.0, 4.0, 5.0])))).unwrap();
    let mut y = Tensor::<Dense<Element<f64>>>::empty([EXTENT]).unwrap();
    indices!(i, p);
    let place = || permissive(minus(plus(i, p), 2));
    let body = |y: &mut Tensor<Dense<Element<f64>>>| {
        let value = || a.at((place(),)).coalesce(literal::<f64, algebra::Zero>()) * f.at((p,));
        if outer_place {
            program()
                .declare(y)
                .body(|(y,)| forall_in(i, 0..EXTENT, forall(p, y.at((i,)).add(value()))))
                .run()
                .unwrap()
        } else {
            program()
                .declare(y)
                .body(|(y,)| forall(p, forall_in(i, 0..EXTENT, y.at((i,)).add(value()))))
                .run()
                .unwrap()
        }
    };
    body(&mut y);
    let mut expected = vec![0.0; EXTENT];
    for at in stored {
        for (p, weight) in [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().enumerate() {
            if let Some(place) = (at + 2).checked_sub(p).filter(|&place| place < EXTENT) {
                expected[place] += weight
            }
        }
    }
    assert_eq!(y.to_dense().unwrap(), expected);
    (reads(&a), reads(&f))
}

/// Entries times the filter, but for those pairs whose place is beyond the ends: one, as the last entry is next to it.
#[test]
fn a_convolution_reads_entries_times_the_filter() {
    let (entries, _) = convolved(true);
    assert_eq!(entries, 5 * 5 - 1);
    let (entries, weights) = convolved(false);
    assert_eq!(entries, 5 * 5 - 1);
    assert!(weights <= 5 * 5, "{weights}");
}

/// In a loop what stands at one place is looked up once, before the loop; outside of loops a statement looks it up for its
/// value and for what is known of it, each operator's arguments included.
#[test]
fn a_place_is_read_once_by_a_loop() {
    let dense = Tensor::new(Dense::new(9, <Leaf>::new(Element::new(vec![1.0; 9])))).unwrap();
    let list = Tensor::<SparseList<Leaf>>::from_triplets([9], [([5], 1.0)], Add).unwrap();
    let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
    indices!(i);
    let before = (reads(&dense), reads(&list));
    program()
        .declare(&mut s)
        .declare(&mut t)
        .body(|(s, t)| {
            let product = forall_in(i, 0..7, t.at(()).add(dense.at((5,)) * list.at((5,))));
            then(forall_in(i, 0..7, s.at(()).add(list.at((5,)))), product)
        })
        .run()
        .unwrap();
    assert_eq!((s.get(), t.get()), (7.0, 7.0));
    assert_eq!((reads(&dense) - before.0, reads(&list) - before.1), (1, 2));
    let before = (reads(&dense), reads(&list));
    program()
        .declare(&mut s)
        .body(|(s,)| then(s.at(()).add(list.at((5,))), s.at(()).add(dense.at((5,)))))
        .run()
        .unwrap();
    assert_eq!((reads(&dense) - before.0, reads(&list) - before.1), (2, 2));
}
