//! Writers: entries one by one, what is refused, and what a tensor holds afterwards.

use finch_formats::prelude::*;
use finch_formats::tensor::Writer;
use finch_formats::{Error, ErrorKind};
use finch_tests::conformance::all;
use finch_tests::{of_types, run};
use finch_traits::algebra::known::Known;
use finch_traits::algebra::logic::No;
use finch_traits::algebra::reducer::Reducer;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::rank::Shape;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::{U2, U3};

type E = Element<f64>;

/// An error of exactly these words.
#[track_caller]
fn refused<T>(outcome: Result<T, Error>, kind: ErrorKind, message: &str) {
    let error = finch_tests::conformance::refused(outcome, kind, &[]);
    assert_eq!(error.to_string(), message);
}

/// Writes all entries, none of which may be refused.
fn put_all<L: WriteLevel, O: Reducer<L::T>, const RANK: usize>(
    mut writer: Writer<'_, L, O>,
    entries: impl IntoIterator<Item = ([usize; RANK], L::T)>,
) where
    [usize; RANK]: Into<Shape<L::Rank>>,
{
    for (index, value) in entries {
        writer.put(index, value).unwrap()
    }
    writer.freeze().unwrap()
}

#[test]
fn entries_are_appended() {
    let mut a = Csr::<f64>::default();
    let writer = a.write([3, 4]).unwrap();
    assert_eq!(&writer.shape()[..], [3, 4]);
    put_all(writer, [([0, 1], 1.0), ([0, 3], 0.0), ([2, 0], 2.0)]);
    a.validate().unwrap();
    assert_eq!(
        a.into_parts(),
        (3, 4, vec![0, 2, 2, 3], vec![1, 3, 0], vec![1.0, 0.0, 2.0])
    );
}

#[test]
fn what_is_refused_is_left_out() {
    let mut a = Csr::<f64>::default();
    let mut writer = a.write([3, 4]).unwrap();
    writer.put([1, 2], 1.0).unwrap();
    refused(
        writer.put([3, 0], 1.0),
        ErrorKind::OutOfBounds,
        "index 3 is out of bounds along axis 0, whose extent is 3",
    );
    refused(
        writer.put([1, 4], 1.0),
        ErrorKind::OutOfBounds,
        "index 4 is out of bounds along axis 1, whose extent is 4",
    );
    let late = "index 2 was written to fiber 1 of a SparseList level after one that is not smaller; SparseList is written in \
                ascending order, once. Let the loops stand in the order of its indices; or write a workspace, `let mut w = \
                ByteMapVector::<f64>::default();` (`Tensor::<Dense<SparseByteMap<Element<f64>>>>` for a matrix), and copy it in the next \
                statement, `for i { y[i] = w[i] }`. Of a `w` that is dense, every zero would be stored";
    refused(writer.put([1, 2], 5.0), ErrorKind::Order, late);
    assert_eq!(writer.put([0, 3], 5.0).unwrap_err().kind(), ErrorKind::Order);
    writer.put([1, 3], 2.0).unwrap();
    writer.freeze().unwrap();
    assert_eq!(all(&a), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_place_is_taken_or_too_far() {
    let mut x = PointVector::<f64>::default();
    let mut writer = x.write([9]).unwrap();
    writer.put([4], 1.0).unwrap();
    refused(
        writer.put([6], 2.0),
        ErrorKind::Order,
        "fiber 0 of a SparsePoint level is full: index 6 does not fit any more",
    );
    writer.put([4], 3.0).unwrap();
    writer.freeze().unwrap();
    assert_eq!(x.to_triplets().len(), 1);
    assert_eq!(x.get([4]), Some(3.0));

    type Small = Tensor<SparseList<E, Vec<u8>, Vec<u16>>>;
    let mut x = Small::default();
    let mut writer = x.write([1000]).unwrap();
    let refusals = (0..300).filter(|&index| writer.put([index], 1.0).is_err()).count();
    assert_eq!(refusals, 300 - 255);
    writer.freeze().unwrap();
    x.validate().unwrap();
    assert_eq!(x.count_stored(), 255);
    assert_eq!(x.write([70_000]).unwrap_err().kind(), ErrorKind::TooLarge);
    x.validate().unwrap();
    let mut x = Tensor::<Hybrid<E, Vec<usize>, Vec<u8>>>::from_triplets([9], [([1], 4.0)], Add).unwrap();
    assert_eq!(x.write([300]).unwrap_err().kind(), ErrorKind::TooLarge);
    x.validate().unwrap();
}

/// Writes entries, of which some may be refused, and returns what was said.
fn written<L: WriteLevel<T = f64, Rank = U2> + Default>(
    shape: [usize; 2],
    entries: &[([usize; 2], f64)],
) -> (Tensor<L>, Vec<ErrorKind>) {
    let (mut a, mut said) = (Tensor::<L>::default(), Vec::new());
    let mut writer = a.write(shape).unwrap();
    let mut note = |outcome: Result<(), Error>| said.extend(outcome.err().map(|error| error.kind()));
    for &(index, value) in entries {
        note(writer.put(index, value))
    }
    note(writer.freeze());
    a.validate().unwrap();
    (a, said)
}

#[test]
fn rows_that_are_listed_are_written_at_once() {
    let entries = [([0, 1], 1.0), ([0, 3], 2.0), ([2, 0], 3.0), ([2, 2], 4.0)];
    let (a, said) = written::<SparseList<SparseList<E>>>([3, 4], &entries);
    assert_eq!(said, []);
    assert!(a.same_storage(&Dcsr::from_triplets([3, 4], entries, Add).unwrap()));

    // What comes too late within a row is left out of it; what comes too late as a row is left out whole.
    let places = [[1, 1], [1, 0], [1, 1], [1, 2], [0, 0], [2, 0]];
    let entries: Vec<_> = places.into_iter().zip((1..).map(f64::from)).collect();
    let (a, said) = written::<SparseList<SparseList<E>>>([3, 4], &entries);
    assert_eq!(said, [ErrorKind::Order; 2]);
    let kept = [([1, 1], 1.0), ([1, 2], 4.0), ([2, 0], 6.0)];
    assert!(a.same_storage(&Dcsr::from_triplets([3, 4], kept, Add).unwrap()));

    // A dense row is written in any order, and so is one in a table.
    let entries = [([1, 3], 1.0), ([1, 0], 2.0), ([1, 3], 3.0)];
    let (a, said) = written::<SparseList<Dense<E>>>([3, 4], &entries);
    assert_eq!((said, a.get([1, 3]), a.get([1, 0])), (vec![], Some(3.0), Some(2.0)));
    let (a, said) = written::<SparseDict<SparseDict<E>>>([3, 4], &[([2, 3], 1.0), ([0, 0], 2.0), ([2, 1], 3.0)]);
    assert_eq!((said, a.count_stored(), a.get([2, 1])), (vec![], 3, Some(3.0)));
    let (a, said) = written::<Dense<Separate<SparseList<E>>>>([3, 4], &[([2, 1], 1.0), ([0, 0], 2.0), ([2, 3], 3.0)]);
    assert_eq!((said, a.count_stored(), a.get([2, 3])), (vec![], 3, Some(3.0)));
    let (a, said) = written::<Triangular<Lower, E>>([3, 3], &[([2, 1], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)]);
    assert_eq!(
        (said, a.get([2, 1]), a.get([1, 0])),
        (vec![ErrorKind::Invalid], Some(1.0), Some(3.0))
    );
    let (a, said) = written::<SparseCoo<U2, E>>([3, 4], &[([0, 2], 1.0), ([0, 3], 2.0), ([0, 1], 5.0), ([2, 0], 3.0)]);
    assert_eq!((said, a.count_stored()), (vec![ErrorKind::Order], 3));
}

#[test]
fn values_are_combined() {
    let mut counts = Matrix::<u32>::default();
    let writer = counts.write_by([2, 2], Add).unwrap();
    put_all(writer, [[1, 0], [0, 0], [1, 0], [1, 0]].map(|index| (index, 1)));
    assert_eq!(counts.values(), [1, 0, 3, 0]);
    put_all(counts.reopen_by(Max).unwrap(), [([0, 1], 2), ([1, 0], 2)]);
    assert_eq!(counts.values(), [1, 2, 3, 0]);
}

#[test]
fn runs_are_written_whole() {
    let mut x = RunVector::<f64>::default();
    let mut writer = x.write([1_000_000_000]).unwrap();
    writer.put_run([5], 5, 9.0).unwrap();
    writer.put_run([10], 400_000_000, 1.0).unwrap();
    writer.put([400_000_000], 1.0).unwrap();
    writer.put_run([400_000_001], 1_000_000_000, 2.0).unwrap();
    refused(
        writer.put_run([7], 1_000_000_001, 9.0),
        ErrorKind::OutOfBounds,
        "index 1000000000 is out of bounds along axis 0, whose extent is 1000000000",
    );
    writer.freeze().unwrap();
    assert_eq!(x.level().right(), &[10, 400_000_001, 1_000_000_000]);
    assert_eq!(x.level().child().val(), &[0.0, 1.0, 2.0]);

    let mut a = Tensor::<SparseRunList<RunList<E>>>::default();
    let mut writer = a.write([4, 1000]).unwrap();
    for row in [1, 2] {
        writer.put_run([row, 3], 900, 5.0).unwrap()
    }
    writer.freeze().unwrap();
    a.validate().unwrap();
    assert_eq!((a.level().left(), a.level().right()), (&vec![1], &vec![3]));

    // What stores no runs stores each index.
    let mut x = SparseVector::<f64>::default();
    let mut writer = x.write([9]).unwrap();
    writer.put_run([3], 6, 1.0).unwrap();
    writer.freeze().unwrap();
    assert_eq!(x.level().idx(), &[3, 4, 5]);
    let mut x = IntervalVector::<f64>::default();
    let mut writer = x.write([9]).unwrap();
    writer.put_run([3], 6, 1.0).unwrap();
    writer.freeze().unwrap();
    assert_eq!((x.level().left(), x.level().right()), (&vec![3], &vec![6]));
}

#[test]
fn a_tensor_that_was_written_is_opened_again() {
    let mut a = Csr::<f64>::from_triplets([3, 4], [([0, 1], 1.0), ([1, 1], 2.0)], Add).unwrap();
    let mut writer = a.reopen().unwrap();
    writer.put([1, 3], 3.0).unwrap();
    assert!(writer.put([0, 3], 4.0).is_err());
    writer.put([2, 2], 5.0).unwrap();
    writer.freeze().unwrap();
    a.validate().unwrap();
    assert_eq!(a.level().child().idx(), &[1, 1, 3, 2]);
    let mut x = RunVector::<f64>::default();
    assert_eq!(x.reopen().unwrap_err().kind(), ErrorKind::Lifecycle);
    x.validate().unwrap();
}

#[test]
fn a_writer_that_is_dropped_has_written_everything() {
    fn check<L: WriteLevel<T = f64, Rank = U2> + Default>() {
        let mut a = Tensor::<L>::default();
        let mut writer = a.write([4, 4]).unwrap();
        let entries = [([0, 1], 1.0), ([1, 1], 2.0), ([3, 0], 3.0), ([3, 2], 4.0)];
        for (index, value) in entries {
            writer.put(index, value).unwrap()
        }
        drop(writer);
        a.validate().unwrap();
        assert!(a == Csr::from_triplets([4, 4], entries, Add).unwrap());
    }
    of_types! { check():
        Dense<SparseList<E>>, SparseList<SparseList<E>>, SparseCoo<U2, E>, Dense<RunList<E>>,
        Dense<SparsePairs<f64>>, Dense<PackBits<E>>, SparseList<SparseDict<E>>
    }
    // What a panic has cut off is not written by it.
    let mut a = Dcsr::<f64>::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut writer = a.write_by([4, 4], Superstitious).unwrap();
        writer.put([0, 1], 1.0).unwrap();
        writer.put([1, 1], 13.0).unwrap();
        panic!("something else")
    }));
    assert_eq!(*outcome.unwrap_err().downcast::<&str>().unwrap(), "something else");
    a.validate().unwrap();
    assert_eq!(a.to_triplets(), [([0, 1].into(), 1.0)]);
    // Nor by an operator that panics when it is dropped.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut writer = a.write_by([4, 4], Superstitious).unwrap();
        writer.put([1, 1], 13.0).unwrap()
    }));
    assert!(outcome.is_err());
    a.validate().unwrap();
    assert_eq!(a.count_stored(), 0);
}

#[test]
fn runs_are_not_taken_back_by_fibers_before_them() {
    fn check<L: WriteLevel<T = f64, Rank = U2> + Default>(level: &str) {
        for before in [0, 1] {
            let mut a = Tensor::<L>::default();
            let mut writer = a.write([4, 4]).unwrap();
            // Some levels keep an entry waiting until the next one comes.
            let coming = [([2, 2], 2.0), ([before, 1], 7.0), ([2, 3], 3.0), ([3, 0], 4.0)];
            let outcomes = coming.map(|(index, value)| writer.put(index, value));
            writer.freeze().unwrap();
            let errors: Vec<Error> = outcomes.into_iter().filter_map(Result::err).collect();
            let late =
                format!("index 1 was written to fiber {before} of a {level} level after one that is not smaller");
            assert!(
                errors.len() == 1 && errors[0].to_string().starts_with(&late),
                "{errors:?}"
            );
            a.validate().unwrap();
            let entries = [([2, 2], 2.0), ([2, 3], 3.0), ([3, 0], 4.0)];
            assert!(a == Csr::from_triplets([4, 4], entries, Add).unwrap());
        }
    }
    check::<Dense<RunList<E>>>("RunList");
    check::<Dense<RunList<E, Vec<usize>, Vec<u32>, No>>>("RunList");
    check::<Dense<PackBits<E>>>("PackBits");
    check::<SparseByteMap<RunList<E>>>("RunList");
    check::<SparseByteMap<PackBits<E>>>("PackBits");
    // So do programs.
    let x = Csr::<f64>::from_triplets([3, 4], [([0, 1], 1.0), ([2, 2], 2.0)], Add).unwrap();
    let mut y = RunMatrix::<f64>::default();
    let late = finch! { y .= 0; { for j in 2..3, i { y[j, i] = x[j, i]; } for j in 0..2, i { y[j, i] = x[j, i]; } } };
    finch_tests::conformance::refused(late.run(), ErrorKind::Order, &[]);
    assert_eq!(all(&y), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
}

/// An operator that panics at the value 13.
#[derive(Clone, Copy, Debug)]
struct Superstitious;

impl Reducer<f64> for Superstitious {
    type Skip<R: Known, F: Known> = No;
    finch_traits::algebra::claims!();
    const SYMBOL: &'static str = "superstitious";

    fn combine(&self, _old: f64, new: f64) -> f64 {
        assert!(new != 13.0, "unlucky");
        new
    }

    fn repeat(&self, old: f64, new: f64, _count: usize) -> f64 {
        self.combine(old, new)
    }
}

#[test]
fn an_operator_that_panics_leaves_an_empty_tensor() {
    fn check<L: WriteLevel<T = f64, Rank = U2> + Default>() {
        let mut a = Tensor::<L>::default();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut writer: Writer<'_, L, _> = a.write_by([3, 4], Superstitious).unwrap();
            writer.put([0, 1], 1.0).unwrap();
            writer.put([1, 2], 13.0).and_then(|()| writer.freeze()).unwrap();
        }));
        assert!(outcome.is_err());
        assert_eq!(&a.shape()[..], [3, 4]);
        assert_eq!(all(&a), [0.0; 12]);
    }
    of_types! { check():
        Dense<Dense<E>>, Dense<SparseList<E>>, SparseList<SparseList<E>>, SparseByteMap<SparseByteMap<E>>,
        SparseDict<SparseDict<E>>, UnsortedList<UnsortedList<E>>, Dense<RunList<E>>, RunList<SparseList<E>>,
        SparseCoo<U2, E>
    }
}

#[test]
fn faults_of_operators_are_reported() {
    let mut x = Vector::<i32>::from(vec![1, 2]);
    put_all(x.reopen_by(Add).unwrap(), [([0], 1)]);
    assert_eq!(x.values(), [2, 2]);
}

#[test]
fn shapes_without_places() {
    for shape in [[0, 4], [4, 0], [0, 0]] {
        let mut a = Dcsr::<f64>::default();
        let mut writer = a.write(shape).unwrap();
        assert_eq!(writer.put([0, 0], 1.0).unwrap_err().kind(), ErrorKind::OutOfBounds);
        writer.freeze().unwrap();
        a.validate().unwrap();
        assert_eq!(&a.shape()[..], shape);
    }
    let mut s = Tensor::<E>::default();
    put_all(s.write_by([], Add).unwrap(), [([], 2.0), ([], 3.0)]);
    assert_eq!(s.get([]), Some(5.0));
}

#[test]
fn fixed_extents_are_those_of_the_type() {
    let mut a = Tensor::<Dense<Dense<E, Fixed<U3>>>>::default();
    assert!(a.write([2, 4]).is_err());
    a.validate().unwrap();
    put_all(a.write([2, 3]).unwrap(), [([1, 2], 1.0)]);
    assert_eq!(a.get([1, 2]), Some(1.0));
    assert!(Tensor::<Symmetric<Lower, E>>::default().write([2, 3]).is_err());
}

#[test]
fn allocations_are_kept() {
    let mut x = SparseVector::<f64>::default();
    let mut places = Vec::new();
    for _ in 0..3 {
        put_all(x.write([1000]).unwrap(), (0..500).map(|index| ([index], 1.0)));
        places.push((x.level().idx().as_ptr(), x.level().child().val().as_ptr()))
    }
    assert_eq!(places[0], places[1]);
    assert_eq!(places[1], places[2]);
}

#[test]
fn patterns_are_written() {
    let mut edges = CsrPattern::default();
    put_all(
        edges.write([2, 3]).unwrap(),
        [([0, 2], true), ([1, 0], false), ([1, 1], true)],
    );
    assert_eq!(edges.level().child().idx(), &[2, 1]);
}

#[test]
fn a_program_writes_one_place_below_runs() {
    type Rows = Tensor<SparseRunList<Dense<E>>>;
    let mut a = Rows::from_triplets([4, 2], [([0, 1], 1.0)], Add).unwrap();
    run! { mut a; a[2, 1] = 5.0; }
    assert_eq!(all(&a), [0.0, 1.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0]);
}
