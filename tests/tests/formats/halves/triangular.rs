//! Triangles.

use crate::testing::{halved, holds, packed, reads, scattered, written};
use finch_formats::prelude::*;
use finch_formats::triangular::{Half, LowerTriangular, UpperTriangular};
use finch_formats::{ErrorKind, Result};
use finch_tests::conformance::*;
use finch_tests::{of_types, run};
use typenum::{U2, U3};

type Rows = LowerTriangular<Value>;

finch_tests::conformance! {
    Rows, |level| [level.child().val()];
    refuses {
        |fibers: usize, extent: usize, len: usize| Dense::new(fibers, LowerTriangular::new(extent, zeros(len)));
        2, 3, 12;
        0, 3, 0;
        3, 0, 0;
        2, 3, 11 => Invalid "11 values where 12 are needed";
        // n(n + 1) does not fit; n(n + 1)/2 does, but not for so many fibers.
        1, 1 << 32, 0 => TooLarge "1 fibers of 4294967296 rows";
        1 << 34, 1 << 20, 0 => TooLarge "17179869184 fibers of 1048576 rows";
        1, isize::MAX as usize, 0 => TooLarge "1 fibers of 9223372036854775807 rows";
    }
}

#[test]
fn storage() {
    let square: Vec<i64> = (1..17).collect();
    let (low, high) = (halved::<Lower>(4, &square), halved::<Upper>(4, &square));
    let lower = LowerMatrix::<i64>::from_dense([4, 4], &low).unwrap();
    let upper = UpperMatrix::<i64>::from_dense([4, 4], &high).unwrap();
    assert_eq!(arrays(lower.level()), [[1, 5, 6, 9, 10, 11, 13, 14, 15, 16]]);
    assert_eq!(upper.level().child().val(), &[1, 2, 3, 4, 6, 7, 8, 11, 12, 16]);
    assert_eq!((lower.count_stored(), upper.count_stored()), (10, 10));
    assert_eq!((lower.bytes(), upper.bytes()), (80, 80));
    holds(&lower, 4, &low);
    holds(&upper, 4, &high);
}

#[test]
fn drawing() {
    let lower = LowerMatrix::<i64>::from_dense([3, 3], &[1, 0, 0, 2, 3, 0, 4, 5, 6]).unwrap();
    // A line for each place, in the order in which they are stored.
    let drawn = |places: [[usize; 2]; 6]| {
        let lines = places.into_iter().zip(1..);
        lines
            .map(|(place, value)| format!("├─ {place:?}: {value}"))
            .collect::<Vec<_>>()
    };
    let places = drawn([[0, 0], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]]);
    let head = "3 x 3 tensor of i64, fill 0, 6 stored\nTriangular<Lower> [3, 3]";
    assert_eq!(lower.to_string(), format!("{head}\n{}", places.join("\n")));
    let upper = UpperMatrix::<i64>::from_dense([3, 3], &[1, 2, 3, 0, 4, 5, 0, 0, 6]).unwrap();
    let text = upper.to_string();
    assert_eq!(
        text.lines().skip(2).collect::<Vec<_>>(),
        drawn([[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]])
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    // Arrays with room.
    let level = LowerTriangular::new(3, Element::<i64>::new((1..9).collect()));
    let a = Tensor::new(level).unwrap();
    assert_eq!(all(&a), [1, 0, 0, 2, 3, 0, 4, 5, 6]);
    let (extent, child) = a.into_level().into_parts();
    assert_eq!((extent, child.val().len()), (3, 8));
    let val = [1.0, 2.0, 3.0];
    let borrowed = Tensor::new(UpperTriangular::new(2, Element::<f64, Zero, _>::new(&val[..]))).unwrap();
    assert_eq!(all(&borrowed), [1.0, 2.0, 0.0, 3.0]);
    let several = Dense::new(2, UpperTriangular::new(2, Element::<i64>::new((1..7).collect())));
    assert_eq!(all(&Tensor::new(several).unwrap()), [1, 2, 0, 3, 4, 5, 0, 6]);
    refused(
        LowerMatrix::<i64>::empty([1 << 40; 2]),
        ErrorKind::TooLarge,
        &["Triangular<Lower>"],
    );
}

#[test]
fn what_is_no_square_is_refused() {
    let words = ["3 rows and 4 columns", "SparseBand"];
    refused(UpperMatrix::<i64>::empty([3, 4]), ErrorKind::Mismatch, &words);
    refused(
        UpperMatrix::<i64>::from_dense([3, 4], &[0; 12]),
        ErrorKind::Mismatch,
        &words,
    );
    let (a, mut y) = (
        plane(3, &[1; 12]),
        LowerMatrix::<i64>::from_dense([1, 1], &[5]).unwrap(),
    );
    let copy = finch! { y .= 0; for j, i { if i <= j { y[j, i] = a[j, i]; } } };
    refused(copy.run(), ErrorKind::Mismatch, &words);
    y.validate().unwrap();
}

/// Copies all of `a`.
fn copied<H: Half>(a: &Csr<i64>) -> (Tensor<Triangular<H, Value>>, Result<()>) {
    let mut y = Tensor::default();
    let outcome = U2::set(&mut y, a);
    y.validate().unwrap();
    (y, outcome)
}

#[test]
fn what_lies_outside_is_refused() {
    let a = Csr::<i64>::from_triplets([4, 4], [([2, 1], 5), ([1, 3], 7), ([3, 3], 9)], Add).unwrap();
    let (lower, outcome) = copied::<Lower>(&a);
    let error = refused(outcome, ErrorKind::Invalid, &[]);
    assert_eq!(
        error.to_string(),
        "row 1 and column 3 were written to fiber 0 of a Triangular<Lower> level, which does not store that half: write \
         where the row is not smaller than the column"
    );
    // What lies inside is there.
    assert_eq!((lower.get([2, 1]), lower.get([3, 3])), (Some(5), Some(9)));
    let (upper, outcome) = copied::<Upper>(&a);
    refused(outcome, ErrorKind::Invalid, &["row 2 and column 1", "larger"]);
    assert_eq!((upper.get([1, 3]), upper.get([3, 3])), (Some(7), Some(9)));
    // Conversions do not lose data either, and neither does what stores a fill there, or everything.
    assert!(LowerMatrix::<i64>::from_tensor(&a).is_err());
    assert!(a.convert::<UpperTriangular<Value>>().is_err());
    assert!(LowerMatrix::<i64>::from_triplets([2, 2], [([0, 1], 0)], Add).is_err());
    assert!(LowerMatrix::<i64>::filled([2, 2], 3).is_err());
    assert!(LowerMatrix::<i64>::filled([1, 1], 3).is_ok());
    let dense = plane(2, &[1, 0, 2, 3]);
    assert!(dense.convert::<Rows>().is_err());
    assert_eq!(all(&dense.drop_fills::<Rows>().unwrap()), [1, 0, 2, 3]);
}

#[test]
fn a_fault_names_the_fiber() {
    let a = Tensor::<SparseCoo<U3, Value>>::from_triplets([3, 2, 2], [([1, 1, 0], 1), ([2, 0, 1], 1)], Add);
    let made = Tensor::<Dense<Rows>>::from_tensor(&a.unwrap());
    refused(
        made,
        ErrorKind::Invalid,
        &["row 0 and column 1 were written to fiber 2"],
    );
}

#[test]
fn what_is_skipped_by_law_is_not_refused() {
    let square = scattered(5, 36);
    let x = halved::<Lower>(6, &square);
    let a = LowerMatrix::<i64>::from_dense([6, 6], &x).unwrap();
    // From one triangle to another, over all columns: what is outside is known to be fill.
    holds(&LowerMatrix::<i64>::from_tensor(&a).unwrap(), 6, &x);
    holds(&a.drop_fills::<Rows>().unwrap(), 6, &x);
    let (flat, mut y) = (plane(6, &square), LowerMatrix::<i64>::default());
    run! { y .= 0; for j, i { y[j, i] += a[j, i] * flat[j, i]; } }
    holds(&y, 6, &zipped(&x, &x, |x, y| x * y));
}

fn lives<H: Half>() {
    let x = halved::<H>(5, &scattered(9, 25));
    let a = csr(5, 5, &x);
    let mut y = Tensor::<Triangular<H, Value>>::from_tensor(&a).unwrap();
    let allocation = y.level().child().val().as_ptr();
    // A smaller one keeps the memory.
    y.copy_from(&csr(2, 2, &[0, 0, 0, 4])).unwrap();
    holds(&y, 2, &[0, 0, 0, 4]);
    y.copy_from(&a).unwrap();
    holds(&y, 5, &x);
    assert_eq!(y.level().child().val().as_ptr(), allocation);
    for _ in 0..2 {
        U2::add(&mut y, &a).unwrap()
    }
    holds(&y, 5, &x.iter().map(|x| 3 * x).collect::<Vec<_>>());
    // A fault keeps what was there.
    assert!(U2::add(&mut y, &plane(5, &[1; 25])).is_err());
    holds(&y, 5, &halved::<H>(5, &x.iter().map(|x| 3 * x + 1).collect::<Vec<_>>()));
}

#[test]
fn lifecycle() {
    lives::<Lower>();
    lives::<Upper>();
}

#[test]
fn any_order_will_do() {
    for n in [0, 1, 2, 7] {
        let x = scattered(n as u64 + 3, n * n);
        let lower = written::<Lower, Rows>(n, &x);
        assert_eq!(lower.level().child().val(), &packed::<Lower>(n, &x));
        let upper = written::<Upper, UpperTriangular<Value>>(n, &x);
        assert_eq!(upper.level().child().val(), &packed::<Upper>(n, &x));
    }
}

#[test]
fn there_may_be_no_memory() {
    let extent = 1 << 31;
    let a = Dcsr::<i64>::from_triplets([extent; 2], [([5, 2], 1)], Add).unwrap();
    let mut y = LowerMatrix::<i64>::from_dense([1, 1], &[5]).unwrap();
    refused(y.copy_from(&a), ErrorKind::TooLarge, &[]);
    holds(&y, 0, &[]);
    refused(LowerMatrix::<i64>::from_tensor(&a), ErrorKind::TooLarge, &[]);
    assert!(SymmetricMatrix::<i64>::empty([extent; 2]).is_err());
}

#[test]
fn a_panic_leaves_an_empty_triangle() {
    survives_panics::<Rows, U2>(
        &plane(3, &[1, 0, 0, 4, 5, 0, 7, 8, 9]).drop_fills::<Rows>().unwrap(),
        8,
        true,
    );
}

#[test]
fn a_workspace_is_cleared() {
    // A triangle that is filled again and again.
    let (a, x) = (plane(4, &(1..17).collect::<Vec<_>>()), line(&[3, -1, 0, 2]));
    let (mut c, mut w) = (Vector::<i64>::default(), LowerMatrix::<i64>::default());
    run! {
        c .= 0;
        for k {
            w .= 0;
            for j, i { if i <= j { w[j, i] += a[j, i] * x[k]; } }
            for j, i { c[k] += w[j, i]; }
        }
    }
    let sum: i64 = packed::<Lower>(4, a.values()).iter().sum();
    assert_eq!(c.values(), [3 * sum, -sum, 0, 2 * sum]);
}

#[test]
fn extents_of_zero() {
    let lower = LowerMatrix::<i64>::from_dense([0, 0], &[]).unwrap();
    holds(&lower, 0, &[]);
    reads(&lower, 0, &[]);
    holds(&UpperMatrix::<i64>::default(), 0, &[]);
    assert_eq!(Tensor::<Dense<Rows>>::empty([0, 3, 3]).unwrap().count_stored(), 0);
    assert_eq!(
        Tensor::<LowerTriangular<Line>>::empty([3, 3, 0])
            .unwrap()
            .count_stored(),
        0
    );
    assert_eq!(
        Tensor::<UpperTriangular<List>>::empty([0, 0, 4])
            .unwrap()
            .count_stored(),
        0
    );
}

#[test]
fn reads_with_others() {
    for n in [1, 2, 3, 8, 21] {
        let x = scattered(n as u64, n * n);
        let (lower, upper) = (halved::<Lower>(n, &x), halved::<Upper>(n, &x));
        reads(&LowerMatrix::<i64>::from_dense([n, n], &lower).unwrap(), n, &lower);
        reads(&UpperMatrix::<i64>::from_dense([n, n], &upper).unwrap(), n, &upper);
    }
}

/// A tensor of three dimensions, in a nest with a triangle and back.
fn nests<L: Written<U3>>(triplets: &[([usize; 3], i64)]) {
    let coo = Coo3::<i64>::from_triplets([4, 4, 4], triplets.iter().copied(), Add).unwrap();
    let nest = Tensor::<L>::from_tensor(&coo).unwrap();
    assert_eq!(all(&nest), all(&coo));
    let back: Coo3<i64> = nest.drop_fills().unwrap();
    assert!(back == coo && nest == coo);
    assert_eq!(back.to_triplets(), coo.to_triplets());
    let copy = Tensor::<L>::from_tensor(&nest).unwrap();
    copy.validate().unwrap();
    assert!(copy == nest);
}

#[test]
fn nests_below_and_above_others() {
    let rows = [
        ([1, 0, 2], 5),
        ([2, 1, 0], 1),
        ([2, 1, 3], 2),
        ([3, 3, 3], 4),
        ([3, 0, 0], 3),
    ];
    of_types! { nests(&rows):
        LowerTriangular<List>, LowerTriangular<Line>, LowerTriangular<RunList<Value>>,
        LowerTriangular<Ragged<Value>>, LowerTriangular<SparseByteMap<Value>>
    }
    let fibers = [
        ([0, 0, 2], 5),
        ([0, 1, 1], 1),
        ([1, 0, 2], 5),
        ([1, 1, 1], 1),
        ([3, 0, 0], 4),
    ];
    nests::<Dense<UpperTriangular<Value>>>(&fibers);
    nests::<SparseList<UpperTriangular<Value>>>(&fibers);
    nests::<SparseByteMap<UpperTriangular<Value>>>(&fibers);
    nests::<RunList<UpperTriangular<Value>>>(&fibers);
    let runs = Tensor::<RunList<UpperTriangular<Value>>>::from_triplets([4, 4, 4], fibers, Add).unwrap();
    assert_eq!(runs.level().right(), &[2, 3, 4], "equal triangles are one");
    let list = Tensor::<SparseList<UpperTriangular<Value>>>::from_triplets([4, 4, 4], fibers, Add).unwrap();
    assert_eq!(
        list.level().idx(),
        &[0, 1, 3],
        "a triangle to which nothing was assigned is not stored"
    );
}

#[test]
fn fills_other_than_zero() {
    let a = LowerMatrixWithFill::<f64, Inf>::from_dense([2, 2], &[1.0, f64::INFINITY, 2.0, 3.0]).unwrap();
    assert_eq!(a.level().child().val(), &[1.0, 2.0, 3.0]);
    assert_eq!(a.get([0, 1]), Some(f64::INFINITY));
}
