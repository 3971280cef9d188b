//! `if`, `else if` and `else` over some formats only: fill, rows, outputs whose format is a parameter, and what is not one assignment.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_tests::run;
use typenum::{U1, U2};

const A: [f64; 8] = [1.0, 0.0, -2.0, 0.0, 5.0, 0.0, 0.0, 4.0];
const B: [f64; 8] = [0.0, 3.0, 2.0, 0.0, 0.0, 0.0, 1.0, 4.0];

/// What `f` makes of both at each index.
fn expected(f: impl Fn(usize, f64, f64) -> f64) -> Vec<f64> {
    (0..8).map(|i| f(i, A[i], B[i])).collect()
}

/// What neither side sets, or what one of them sets to the fill, is not stored.
#[test]
fn fill() {
    let (a, b) = (Vector::from(A.to_vec()), SparseVector::from_dense([8], &B).unwrap());
    let mut y = SparseVector::<f64>::default();
    run! { y .= 0; for i { if a[i] > b[i] { y[i] = a[i]; } else { y[i] = 0; } } }
    assert_eq!(y.count_stored(), 2);
    run! { y .= 0; for i { if a[i] > 4.0 { y[i] = a[i]; } else if a[i] < 0.0 { y[i] = b[i]; } } }
    assert_eq!((y.count_stored(), y.get([2]), y.get([4])), (2, Some(2.0), Some(5.0)));
    // Where the condition is missing neither side is.
    run! { y .= 0; for i in 0..9 { if a[~i] >= 0.0 { y[i] = 1.0; } else { y[i] = 2.0; } } }
    assert_eq!((y.count_stored(), y.get([2]), y.get([8])), (8, Some(2.0), Some(0.0)));
}

/// Rows of a matrix that are appended to, and a condition outside of the loop over them.
#[test]
fn matrices() {
    fn test<L: Level<T = f64, Rank = U2>>(a: Tensor<L>) {
        let mut b = Csr::<f64>::default();
        run! {
            b .= 0;
            for j, i { if i < j { b[j, i] = a[j, i]; } else if i == j { b[j, i] = 1.0; } else { b[j, i] = -a[j, i]; } }
        }
        let at = |j: usize, i: usize| A[2 * j + i];
        let dense = |f: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
            (0..4)
                .flat_map(|j| (0..2).map(move |i| (j, i)))
                .map(|(j, i)| f(j, i))
                .collect()
        };
        let all = dense(&|j, i| {
            if i < j {
                at(j, i)
            } else if i == j {
                1.0
            } else {
                -at(j, i)
            }
        });
        assert_eq!(b.to_dense().unwrap(), all, "{}", L::NAME);
        run! {
            b .= 0;
            for j { if j > 1 { for i { b[j, i] = a[j, i]; } } else { for i { b[j, i] = 2.0 * a[j, i]; } } }
        }
        let all = dense(&|j, i| if j > 1 { at(j, i) } else { 2.0 * at(j, i) });
        assert_eq!(b.to_dense().unwrap(), all, "{}", L::NAME);
    }
    test(Matrix::from_dense([4, 2], &A).unwrap());
    test(Csr::from_dense([4, 2], &A).unwrap());
    test(Dcsr::from_dense([4, 2], &A).unwrap());
}

/// Outputs whose format is a parameter are written in order as far as types know.
#[test]
fn outputs_of_any_format() {
    fn chosen<O: WriteLevel<T = f64, Rank = U1, Fill = Zero>>(
        y: &mut Tensor<O>,
        a: &SparseVector<f64>,
        b: &Vector<f64>,
    ) -> Result<(), finch_formats::Error> {
        finch! {
            y .= 0;
            for i { if a[i] > b[i] { y[i] = a[i]; } else if a[i] < -1.0 { y[i] = 7.0; } else { y[i] = b[i]; } }
        }
        .run()
    }
    let (a, b) = (SparseVector::from_dense([8], &A).unwrap(), Vector::from(B.to_vec()));
    let all = expected(|_i, a, b| {
        if a > b {
            a
        } else if a < -1.0 {
            7.0
        } else {
            b
        }
    });
    let (mut list, mut dense) = (SparseVector::<f64>::default(), Vector::<f64>::default());
    chosen(&mut list, &a, &b).unwrap();
    chosen(&mut dense, &a, &b).unwrap();
    assert_eq!(
        (list.to_dense().unwrap(), dense.to_dense().unwrap()),
        (all.clone(), all)
    );
    let mut map = ByteMapVector::<f64>::default();
    chosen(&mut map, &a, &b).unwrap();
    assert_eq!(map.to_dense().unwrap(), list.to_dense().unwrap());
    // The output is all that need not be known.
    fn halves<O: WriteLevel<T = f64, Rank = U2, Fill = Zero>>(
        b: &mut Tensor<O>,
        a: &Csr<f64>,
    ) -> Result<(), finch_formats::Error> {
        finch! { b .= 0; for j, i { if i < j { b[j, i] = a[j, i]; } else { b[j, i] = 1.0; } } }.run()
    }
    let a = Csr::from_dense([4, 2], &A).unwrap();
    let mut rows = Csr::<f64>::default();
    halves(&mut rows, &a).unwrap();
    let all = (0..8).map(|p| if p % 2 < p / 2 { A[p] } else { 1.0 });
    assert_eq!(rows.to_dense().unwrap(), all.collect::<Vec<_>>());
}

/// What sets two outputs, or adds to one, is two assignments: into levels that are written anywhere they work, and elsewhere the
/// error says what to write.
#[test]
fn what_is_not_one_assignment() {
    let a = SparseVector::from_dense([8], &A).unwrap();
    let (mut y, mut z) = (Vector::<f64>::default(), Vector::<f64>::default());
    run! {
        y .= 0;
        z .= 0;
        for i { if a[i] > 0.0 { y[i] += a[i]; z[i] = 1.0; } else { y[i] += 1.0; z[i] = a[i]; } }
    }
    assert_eq!(y.values(), A.map(|a| if a > 0.0 { a } else { 1.0 }));
    assert_eq!(z.values(), A.map(|a| if a > 0.0 { 1.0 } else { a }));
    let mut y = SparseVector::<f64>::default();
    let error = finch! { y .= 0; for i { if a[i] > 0.0 { y[i] += a[i]; } else { y[i] += 1.0; } } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    assert!(error.to_string().contains("`y`: two assignments"), "{error}");
    assert!(error.to_string().contains("select(condition, a, b)"), "{error}");
}
