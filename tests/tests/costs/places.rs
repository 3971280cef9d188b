//! What places, gathers, windows and sums of indices cost.

use crate::probes::{LONG, List, long, looks_of};
use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::Add;
use finch_tests::prelude::*;
use finch_traits::index::arithmetic::{minus, plus};
use finch_traits::index::{gather, permissive, window};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

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

/// A picture of `N` by `N` pixels, few of which are stored, and a filter of 3 x 3.
fn masked_convolution<L: WriteLevel<T = f64, Rank = U2> + Reads + Default>(pixels: &[[usize; 2]]) {
    const N: usize = 200;
    let a = Tensor::<L>::from_triplets([N, N], pixels.iter().map(|&at| (at, 1.0)), Add).unwrap();
    let mask = Tensor::<Dense<SparseList<Element<f64>>>>::from_tensor(&a).unwrap();
    let f = (1..10).map(f64::from).collect();
    let f = Tensor::new(Dense::new(3, Dense::new(3, <Leaf>::new(Element::new(f))))).unwrap();
    let mut c = Tensor::<Dense<SparseList<Element<f64>>>>::default();
    let before = (reads(&a), reads(&f));
    run! {
        c .= 0;
        for j in 0..N, i in 0..N {
            if mask[j, i] != 0 {
                for q, p { c[j, i] += coalesce(a[~(j + q - 1), ~(i + p - 1)], {literal::<f64, algebra::Zero>()}) * f[q, p]; }
            }
        }
    }
    // What is near a pixel, itself included.
    let mut pairs = 0;
    for &[j, i] in pixels {
        let mut sum = 0.0;
        for &[y, x] in pixels {
            if y + 1 >= j && y <= j + 1 && x + 1 >= i && x <= i + 1 {
                sum += ((y + 1 - j) * 3 + (x + 1 - i) + 1) as f64;
                pairs += 1
            }
        }
        assert_eq!(c.get([j, i]), Some(sum));
    }
    assert_eq!(c.count_stored(), pixels.len());
    let read = (reads(&a) - before.0, reads(&f) - before.1);
    assert_eq!(read, (pairs, pairs), "of {} pixels", pixels.len());
    assert!(pairs <= 9 * pixels.len() as u64);
}

/// Of each pixel that is stored its stored neighbours are read, with their weights: at most the pixels times the filter,
/// whatever the size of the picture.
#[test]
fn a_masked_convolution_reads_pixels_times_the_filter() {
    // A cluster, two neighbours across rows, one alone, and the corners.
    let pixels = [
        [0, 0],
        [10, 10],
        [10, 11],
        [10, 12],
        [11, 10],
        [11, 11],
        [11, 12],
        [12, 10],
        [12, 11],
        [12, 12],
        [50, 70],
        [51, 71],
        [90, 3],
        [199, 0],
        [199, 199],
    ];
    masked_convolution::<Dense<SparseList<Leaf>>>(&pixels);
    masked_convolution::<SparseList<SparseList<Leaf>>>(&pixels);
    masked_convolution::<Dense<SparseByteMap<Leaf>>>(&pixels);
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
            block(forall_in(i, 0..7, s.at(()).add(list.at((5,)))), product)
        })
        .run()
        .unwrap();
    assert_eq!((s.get(), t.get()), (7.0, 7.0));
    assert_eq!((reads(&dense) - before.0, reads(&list) - before.1), (1, 2));
    let before = (reads(&dense), reads(&list));
    program()
        .declare(&mut s)
        .body(|(s,)| block(s.at(()).add(list.at((5,))), s.at(()).add(dense.at((5,)))))
        .run()
        .unwrap();
    assert_eq!((reads(&dense) - before.0, reads(&list) - before.1), (1, 1));
}
