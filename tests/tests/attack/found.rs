//! What attacks have found, one case each. What was found that is no program any more is in `tests/refused`.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::known::{Knowledge, Known, Unknown};
use finch_formats::traits::algebra::logic::Yes;
use finch_formats::traits::algebra::operator::UnaryOp;
use finch_formats::traits::algebra::operators::Unary;
use finch_formats::traits::fiber::Fiber;
use finch_formats::traits::index::arithmetic::{minus, over, plus};
use finch_formats::traits::index::gather::IndexValue;
use finch_formats::traits::index::term::Step;
use finch_formats::traits::index::{gather, permissive, window};
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::traits::notation::Readable;
use finch_tests::attack::fuse::{Fuse, SUM, exploding};
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "far.rs"]
mod far;
#[path = "in_place.rs"]
mod in_place;
#[path = "kept.rs"]
mod kept;
#[path = "rows.rs"]
mod rows;

/// An `UnsortedList` whose table of places is not made yet, or was given back.
fn unsorted() -> Tensor<Dense<UnsortedList<Element<f64>>>> {
    Tensor::from_triplets([2, 3], [([0, 0], 1.0), ([1, 0], 1.0)], Add).unwrap()
}

#[test]
fn a_late_fiber_of_an_unsorted_list_without_a_table() {
    let shrunk = || {
        let mut a = unsorted();
        a.shrink_to_fit();
        a
    };
    let list = UnsortedList::new(3, vec![0, 1, 2], vec![0, 0], Element::new(vec![1.0, 1.0]));
    let of_parts = || Tensor::new(Dense::new(2, list.clone())).unwrap();
    for mut a in [shrunk(), of_parts()] {
        let refused = finch! { mut a; for j, i { a[j, i] += 1.0 } }.run().unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Order);
        a.validate().unwrap();
    }
    for mut a in [shrunk(), of_parts()] {
        let mut writer = a.reopen().unwrap();
        assert!(writer.put([0, 1], 2.0).is_err());
        writer.put([1, 2], 2.0).unwrap();
        // A late fiber does not make the level forget where the entries of the last one are.
        assert!(writer.put([0, 2], 2.0).is_err());
        writer.put([1, 2], 3.0).unwrap();
        writer.freeze().unwrap();
        a.validate().unwrap();
        assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 0.0, 1.0, 0.0, 3.0]);
    }
}

#[test]
fn the_stamps_of_an_unsorted_list_run_out_at_a_late_fiber() {
    let mut a = Tensor::<Dense<UnsortedList<Element<f64>>>>::from_triplets([2, 2], [([0, 0], 1.0)], Add).unwrap();
    let mut writer = a.reopen().unwrap();
    writer.put([1, 1], 1.0).unwrap();
    // What is refused takes no stamps, however often it comes.
    for _ in 0..100 {
        assert!(writer.put([0, 1], 1.0).is_err());
    }
    writer.put([1, 1], 2.0).unwrap();
    writer.freeze().unwrap();
    a.validate().unwrap();
    assert_eq!(a.to_dense().unwrap(), [1.0, 0.0, 0.0, 2.0]);
}

/// A writer that is forgotten leaves a tensor that can be read.
fn is_forgotten<L>()
where
    L: WriteLevel<T = f64, Fill = Zero, Rank = typenum::U2> + Default,
{
    for reopened in [false, true] {
        let mut a = Tensor::<L>::from_triplets([3, 3], [([0, 0], 1.0), ([1, 0], 1.0)], Add).unwrap();
        match if reopened { a.reopen() } else { a.write([3, 3]) } {
            Ok(mut writer) => {
                writer.put([2, 2], 5.0).unwrap();
                core::mem::forget(writer)
            }
            // Runs are not opened again.
            Err(_) => assert!(reopened),
        }
        a.validate().unwrap();
        let stored: f64 = a.to_triplets().iter().map(|(_, value)| value).sum();
        let mut sum = finch_formats::Scalar::<f64>::default();
        finch! { sum .= 0; for j, i { sum[] += a[j, i] } }.run().unwrap();
        assert_eq!(sum.get(), stored);
    }
}

#[test]
fn a_writer_that_is_forgotten() {
    is_forgotten::<Dense<SparseByteMap<Element<f64>>>>();
    is_forgotten::<Dense<SparseList<Element<f64>>>>();
    is_forgotten::<Dense<RunList<Element<f64>>>>();
    is_forgotten::<SparseList<SparseList<Element<f64>>>>();
    is_forgotten::<Dense<SparseDict<Element<f64>>>>();
}

/// A panic in every call of user code while `L` is written, by a program and by a writer.
fn is_cut_off<L>()
where
    L: WriteLevel<T = Fuse, Fill = Zero, Rank = typenum::U2> + Default,
{
    let entries = [
        ([0, 0], Fuse(1)),
        ([1, 0], Fuse(1)),
        ([1, 1], Fuse(1)),
        ([2, 1], Fuse(2)),
    ];
    let x = Tensor::<Dense<SparseList<Element<Fuse>>>>::from_triplets([3, 3], entries, SUM).unwrap();
    for calls in 0.. {
        let mut y = Tensor::<L>::default();
        let by_program = exploding(calls, || finch! { y .= 0; for j, i { y[j, i] <<SUM>>= x[j, i] } }.run());
        y.validate()
            .unwrap_or_else(|error| panic!("program, bomb {calls}: {error}"));
        let by_writer = exploding(calls, || {
            let mut writer = y.write_by([3, 3], SUM)?;
            for (index, value) in entries {
                writer.put(index, value)?
            }
            writer.freeze()
        });
        y.validate()
            .unwrap_or_else(|error| panic!("writer, bomb {calls}: {error}"));
        if let (Some(program), Some(writer)) = (by_program, by_writer) {
            program.and(writer).unwrap();
            assert!(calls > 0);
            break;
        }
    }
}

#[test]
fn a_panic_where_an_output_is_opened() {
    // There is room for all values at once, into which fill is cloned.
    is_cut_off::<finch_formats::Triangular<finch_formats::Lower, Element<Fuse>>>();
    is_cut_off::<Dense<SparseByteMap<Element<Fuse>>>>();
}

#[test]
fn a_panic_where_an_output_is_closed() {
    // Runs are compared with those before them.
    is_cut_off::<Dense<RunList<Element<Fuse>>>>();
    is_cut_off::<RunList<SparseList<Element<Fuse>>>>();
    is_cut_off::<Dense<PackBits<Element<Fuse>>>>();
}

#[test]
fn a_permissive_place_beyond_what_indices_can_differ_by() {
    let x = Vector::<f64>::from(vec![1.0, 2.0, 3.0]);
    let mut s = finch_formats::Scalar::<f64>::default();
    let outcome = finch! {
        s .= 0;
        for i in usize::MAX - 3..usize::MAX { s[] += coalesce(x[~(i + 4)], 100.0) }
    }
    .run();
    // All places are outside of the vector: either the range is refused, or this is said.
    assert!(outcome.is_err() || s.get() == 300.0, "{outcome:?}, {}", s.get());
}

#[test]
fn sums_and_windows_that_wrap_around() {
    indices!(k, j, i);
    let most = isize::MAX as usize;
    let x = Vector::<u8>::from(vec![1, 2, 3, 4]);
    let mut s = Scalar::<u8>::default();
    let clipped = program()
        .declare(&mut s)
        .body(|(s,)| {
            let place = minus(plus(i, most), j);
            forall_in(
                i,
                0..40,
                forall_in(j, most - 3..most - 2, s.at(()).reduce(Max, x.at((place,)))),
            )
        })
        .run();
    assert_eq!(clipped.unwrap_err().kind(), ErrorKind::OutOfBounds);
    let overflows = program()
        .declare(&mut s)
        .body(|(s,)| {
            let place = plus(minus(0_usize, Step(isize::MIN)), window(i, 0..4));
            forall(i, s.at(()).reduce(Max, x.at((place,))))
        })
        .run();
    assert_eq!(overflows.unwrap_err().kind(), ErrorKind::TooLarge);
    let beyond = program()
        .declare(&mut s)
        .body(|(s,)| {
            let place = minus(plus(window(i, usize::MAX - 3..usize::MAX), k), most);
            forall_in(k, 0..1, forall_in(i, 0..4, s.at(()).reduce(Max, x.at((place,)))))
        })
        .run();
    assert_eq!(beyond.unwrap_err().kind(), ErrorKind::TooLarge);
    let (lo, hi) = (3, 1);
    let backwards = program()
        .declare(&mut s)
        .body(|(s,)| {
            let value = x.at((permissive(window(i, lo..hi)),)).coalesce(constant(9));
            forall_in(i, 0..4, s.at(()).reduce(Max, value))
        })
        .run();
    assert_eq!(backwards.unwrap_err().kind(), ErrorKind::OutOfBounds);
}

#[test]
fn a_loop_that_data_move_beyond_the_extent() {
    indices!(j, i);
    let x = Vector::<f64>::from(vec![1.0, 2.0, 3.0]);
    for place in [1, -1, 100_000_000, i64::MIN, i64::MAX] {
        let p = Vector::<i64>::from(vec![place]);
        let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::from(vec![0.0; 3]));
        let read = program()
            .declare(&mut y)
            .body(|(y,)| {
                let moved = x.at((plus(i, gather(p.at((j,)))),));
                forall_in(j, 0..1, forall_in(i, 0..3, y.at((i,)).add(moved)))
            })
            .run();
        assert_eq!(read.unwrap_err().kind(), ErrorKind::OutOfBounds, "{place}");
        let written = program()
            .update(&mut z)
            .body(|(z,)| {
                let moved = z.at((plus(i, gather(p.at((j,)))),));
                forall_in(j, 0..1, forall_in(i, 0..3, moved.add(x.at((i,)))))
            })
            .run();
        assert_eq!(written.unwrap_err().kind(), ErrorKind::OutOfBounds, "{place}");
        assert_eq!(z.values(), [0.0; 3]);
    }
}

#[test]
fn a_loop_over_nothing_that_data_move() {
    indices!(j, i);
    let (x, p) = (Vector::<f64>::from(vec![1.0; 3]), Vector::<usize>::from(vec![9]));
    let mut z = Vector::<f64>::from(vec![0.0; 3]);
    program()
        .update(&mut z)
        .body(|(z,)| {
            let (read, written) = (plus(i, gather(p.at((j,)))), plus(i, gather(p.at((j,)))));
            forall_in(j, 0..1, forall_in(i, 0..0, z.at((written,)).add(x.at((read,)))))
        })
        .run()
        .unwrap();
    assert_eq!(z.values(), [0.0; 3]);
}

#[test]
fn a_place_that_wavers_is_computed_once() {
    indices!(i);
    let (x, p) = (Vector::<f64>::from(vec![1.0; 3]), Vector::<usize>::from(vec![0; 9]));
    let mut s = Scalar::<f64>::default();
    let asked = AtomicUsize::new(0);
    // Names another place each time it is asked.
    let wavering = |place: usize| place + 100_000_000 * (asked.fetch_add(1, Ordering::Relaxed) % 2);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(x.at((gather(map1(Unary(&wavering), p.at((i,)))),)))))
        .run();
    assert_eq!(outcome.unwrap_err().kind(), ErrorKind::OutOfBounds);
    // Each second place is in bounds.
    assert!((4.0..=5.0).contains(&s.get()), "{s}");
}

#[test]
fn a_writer_that_goes_on_behind_a_panic() {
    let sum = |index: usize| ([index % 2, index], Fuse(1));
    let mut a = Tensor::<Dense<SparseByteMap<Element<Fuse>>>>::default();
    let mut writer = a.write_by([2, 4], SUM).unwrap();
    let (index, value) = sum(1);
    writer.put(index, value).unwrap();
    let panicked = exploding(0, || {
        let (index, value) = sum(3);
        drop(writer.put(index, value))
    });
    assert_eq!(panicked, None);
    let (index, value) = sum(2);
    assert_eq!(writer.put(index, value).unwrap_err().kind(), ErrorKind::Lifecycle);
    assert_eq!(writer.freeze().unwrap_err().kind(), ErrorKind::Lifecycle);
    a.validate().unwrap();
    assert!(a.to_triplets().is_empty());
    assert_eq!(a.shape()[..], [2, 4]);
}

#[test]
fn an_update_that_is_refused_where_it_is_assembled() {
    // There are more slots than pointers of 8 bits can name.
    let given = |slot| match slot {
        5 | 6 => 4,
        299 => 1,
        _ => 0,
    };
    let ptr = (0..=300)
        .map(|end| (0..end).map(given).sum::<usize>() as u8)
        .collect::<Vec<u8>>();
    let idx = vec![0_u8, 1, 2, 3, 0, 1, 2, 3, 0];
    let list = SparseList::<_, Vec<u8>, Vec<u8>>::new(50, ptr, idx, Element::<f64>::new(vec![1.0; 9]));
    let mut tbl = vec![false; 300];
    for slot in [5, 6, 299] {
        tbl[slot] = true
    }
    let level = SparseByteMap::<_, Vec<u8>, Vec<u16>, Vec<bool>>::new(300, vec![0, 3], vec![5, 6, 299], tbl, list);
    let mut a = Tensor::new(level).unwrap();
    let before = a.to_triplets();
    assert!(a.reopen().is_err());
    a.validate().unwrap();
    assert_eq!(a.to_triplets(), before);
    a.shrink_to_fit();
    a.validate().unwrap();
    assert_eq!(a.to_triplets(), before)
}

/// A place that is wherever it likes.
#[derive(Clone, Copy, Debug)]
struct Far(isize, Option<usize>);

impl IndexValue for Far {
    type Is = Far;
    fn place(self) -> isize {
        self.0
    }
    fn below(self, _extent: usize) -> Option<usize> {
        self.1
    }
}

#[test]
fn a_place_that_does_not_keep_to_extents() {
    indices!(j, i);
    let (x, p) = (Vector::<f64>::from(vec![1.0; 3]), Vector::<usize>::from(vec![0]));
    for far in [
        Far(0, Some(1 << 40)),
        Far(1 << 40, Some(3)),
        Far(1 << 40, None),
        Far(isize::MIN, Some(usize::MAX)),
    ] {
        let (mut s, mut z) = (Scalar::<f64>::default(), Vector::<f64>::from(vec![0.0; 3]));
        let place = || gather(map1(Unary(|_: usize| far), p.at((j,))));
        let refused = |outcome: finch_formats::Result<()>| {
            assert_eq!(outcome.unwrap_err().kind(), ErrorKind::OutOfBounds, "{far:?}")
        };
        let read = program().declare(&mut s);
        refused(read.body(|(s,)| forall(j, s.at(()).add(x.at((place(),))))).run());
        let written = program().update(&mut z);
        refused(
            written
                .body(|(z,)| forall(j, z.at((place(),)).add(constant(1.0))))
                .run(),
        );
        let named = program().declare(&mut s);
        let outcome = named
            .body(|(s,)| {
                forall(
                    j,
                    define::<typenum::U0, _, _>(map1(Unary(|_: usize| far), p.at((j,))), |q| s.at(()).add(x.at((q,)))),
                )
            })
            .run();
        refused(outcome);
        // Where it moves a loop, the first and the last place are what is compared.
        if far.0 != 0 {
            let moved = program().update(&mut z);
            let by = plus(i, place());
            refused(
                moved
                    .body(|(z,)| forall(j, forall_in(i, 0..2, z.at((by,)).add(x.at((i,))))))
                    .run(),
            );
        }
        assert_eq!((s.get(), z.values()), (0.0, &[0.0; 3][..]));
    }
}

/// Looks at an output while it is written.
#[derive(Clone, Copy)]
struct Peek<F>(F);

impl<F> std::fmt::Debug for Peek<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("peek")
    }
}

impl<F: Fiber<T = f64>> UnaryOp<f64> for Peek<F> {
    type Out = f64;
    type Strict = Yes;
    type Fold<K: Known> = Unknown;
    const SYMBOL: &'static str = "peek";
    fn apply(&self, value: f64) -> f64 {
        // Only the driver knows when it can be read: nobody else is told anything.
        assert_eq!((self.0.value(), self.0.dim(0)), (0.0, None));
        assert_eq!(self.0.knowledge(), Knowledge::NOTHING);
        value
    }
}

#[test]
fn an_operator_that_looks_at_what_is_written() {
    fn is_looked_at<L: WriteLevel<T = f64, Fill = Zero, Rank = typenum::U1> + Default>() {
        let x = SparseVector::<f64>::from_triplets([300], (0..100).map(|index| ([3 * index], 1.0)), Add).unwrap();
        let mut y = Tensor::<L>::default();
        indices!(i);
        for _ in 0..2 {
            program()
                .declare(&mut y)
                .body(|(y,)| {
                    let peek = Peek(Readable::root(&y));
                    forall(i, y.at((i,)).set(map1(peek, x.at((i,)))))
                })
                .run()
                .unwrap();
            y.validate().unwrap();
            assert!(y == x);
        }
    }
    finch_tests::of_types! { is_looked_at():
        SparseList<Element<f64>>, SparseByteMap<Element<f64>>, SparseDict<Element<f64>>, RunList<Element<f64>>
    }
}

#[test]
fn a_number_of_a_sum_that_is_larger_than_any_place() {
    let x = Vector::<u8>::from(vec![1, 2, 3, 4]);
    let mut s = Scalar::<u8>::default();
    indices!(i);
    // The first place is 3 below zero.
    let (c, d) = (usize::MAX - 3, usize::MAX);
    let below = program()
        .declare(&mut s)
        .body(|(s,)| forall_in(i, 0..4, s.at(()).reduce(Max, x.at((minus(plus(i, c), d),)))))
        .run();
    assert_eq!(below.unwrap_err().kind(), ErrorKind::TooLarge);
    // Alone it is beyond all extents.
    let alone = program()
        .declare(&mut s)
        .body(|(s,)| {
            s.at(())
                .reduce(Max, x.at((permissive(usize::MAX),)).coalesce(constant(9)))
        })
        .run();
    assert_eq!((alone.is_ok(), s.get()), (true, 9));
}

#[test]
fn a_sum_inside_of_a_quotient_that_wraps_around() {
    let x = Vector::<u8>::from(vec![1, 2, 3, 4]);
    let mut s = Scalar::<u8>::default();
    indices!(i);
    let most = isize::MAX as usize;
    let beyond = program()
        .declare(&mut s)
        .body(|(s,)| {
            let place = over(plus(i, most), 1);
            forall_in(i, 1..4, s.at(()).reduce(Max, x.at((place,))))
        })
        .run();
    assert_eq!(beyond.unwrap_err().kind(), ErrorKind::TooLarge);
}

/// Numbers with a sign ascend from -1 to 0, and as an index -1 is beyond every extent.
#[test]
fn an_index_that_is_negative_in_front_of_others() {
    for idx in [[-1_i32, 0], [-7, -1], [i32::MIN, i32::MAX]] {
        let vector =
            Tensor::<SparseList<Element<f64>, Vec<usize>, Vec<i32>>>::from_parts(9, idx.to_vec(), vec![1.0; 2]);
        assert_eq!(vector.unwrap_err().kind(), ErrorKind::OutOfBounds, "{idx:?}");
        let list = SparseList::new(9, vec![0_usize, 0, 2], idx.to_vec(), Element::<f64>::new(vec![1.0; 2]));
        assert!(Tensor::new(Dense::new(2, list)).is_err(), "{idx:?}");
    }
}
