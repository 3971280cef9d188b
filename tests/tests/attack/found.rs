//! What attacks have found, one case each.

use finch_formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use finch_tests::attack::fuse::{Fuse, SUM, exploding};

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
