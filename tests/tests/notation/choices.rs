//! `if`, `else if` and `else` that set one output: beside plain loops over dense arrays.

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

/// Runs a program that sets `y`, a vector that is written in order, over vectors `a` and `b` in several formats.
macro_rules! vectors {
    ($($test:ident: [$($program:tt)*], |$i:ident, $x:ident, $z:ident| $value:expr;)*) => { $(
        #[test]
        fn $test() {
            fn into_lists_and_dense<L: Level<T = f64, Rank = U1>, M: Level<T = f64, Rank = U1>>(a: &Tensor<L>, b: &Tensor<M>) {
                vectors!(@into SparseVector<f64>, a, b, [$($program)*], |$i, $x, $z| $value);
                vectors!(@into Vector<f64>, a, b, [$($program)*], |$i, $x, $z| $value);
            }
            let sparse = |x: &[f64]| SparseVector::from_dense([8], x).unwrap();
            let runs = |x: &[f64]| RunVector::from_dense([8], x).unwrap();
            of_list! {
                {
                    into_lists_and_dense(&runs(&A), &sparse(&B));
                }
                {
                    fn into_blocks_and_runs<L: Level<T = f64, Rank = U1>, M: Level<T = f64, Rank = U1>>(
                        a: &Tensor<L>,
                        b: &Tensor<M>,
                    ) {
                        vectors!(@into Tensor::<SparseBlockList<Element<f64>>>, a, b, [$($program)*], |$i, $x, $z| $value);
                        vectors!(@into RunVector<f64>, a, b, [$($program)*], |$i, $x, $z| $value);
                    }
                    let dense = |x: &[f64]| Vector::from(x.to_vec());
                    // Each two kinds, into two outputs. Which regions the choice is made for depends on the operands alone.
                    into_lists_and_dense(&sparse(&A), &sparse(&B));
                    into_blocks_and_runs(&runs(&A), &sparse(&B));
                    into_blocks_and_runs(&dense(&A), &dense(&B));
                    into_lists_and_dense(&sparse(&A), &dense(&B));
                    into_blocks_and_runs(&runs(&A), &runs(&B));
                }
            }
        }
    )* };
    (@into $tensor:ty, $a:ident, $b:ident, [$($program:tt)*], $value:expr) => {
        let mut y = <$tensor>::default();
        vectors!(@run y, $a, $b, [$($program)*]);
        assert_eq!(
            y.to_dense().unwrap(),
            expected($value),
            "{:?} into {}",
            (L::NAME, M::NAME),
            stringify!($tensor)
        );
    };
    (@run $y:ident, $a:ident, $b:ident, [|$yy:ident, $aa:ident, $bb:ident| $($program:tt)*]) => {
        let ($aa, $bb) = ($a, $b);
        let $yy = &mut $y;
        run! { $yy .= 0; $($program)* }
    };
}

vectors! {
    two_values: [|y, a, b| for i { if a[i] > b[i] { y[i] = a[i]; } else { y[i] = b[i]; } }],
        |_i, a, b| if a > b { a } else { b };
    chain: [|y, a, b| for i {
        if a[i] > 0.0 { y[i] = a[i] * 10.0; } else if b[i] > 1.0 { y[i] = b[i] * 100.0; } else { y[i] = a[i] - b[i]; }
    }], |_i, a, b| if a > 0.0 { a * 10.0 } else if b > 1.0 { b * 100.0 } else { a - b };
    without_end: [|y, a, b| for i { if a[i] != 0.0 { y[i] = a[i]; } else if b[i] > 1.0 { y[i] = 7.0; } }],
        |_i, a, b| if a != 0.0 { a } else if b > 1.0 { 7.0 } else { 0.0 };
    three_without_end: [|y, a, b| for i {
        if a[i] < 0.0 { y[i] = 1.0; } else if a[i] > 4.0 { y[i] = 2.0; } else if b[i] == 3.0 { y[i] = a[i] + b[i]; }
    }], |_i, a, b| if a < 0.0 { 1.0 } else if a > 4.0 { 2.0 } else if b == 3.0 { a + b } else { 0.0 };
    four: [|y, a, b| for i {
        if a[i] < 0.0 { y[i] = 1.0; } else if a[i] > 4.0 { y[i] = 2.0; } else if b[i] == 3.0 { y[i] = 3.0; } else { y[i] = b[i] }
    }], |_i, a, b| if a < 0.0 { 1.0 } else if a > 4.0 { 2.0 } else if b == 3.0 { 3.0 } else { b };
    nothing_on_one_side: [|y, a, b| for i { if a[i] > b[i] { y[i] = a[i]; } else { y[i] = 0; } }],
        |_i, a, b| if a > b { a } else { 0.0 };
    masks: [|y, a, b| for i { if i < 3 { y[i] = a[i]; } else if i == 5 { y[i] = 9.0; } else { y[i] = b[i]; } }],
        |i, a, b| if i < 3 { a } else if i == 5 { 9.0 } else { b };
    missing_values: [|y, a, b| for i in 0..8 { if i > 0 { y[i] = b[i] + a[~(i - 1)]; } else { y[i] = 1.0; } }],
        |i, _a, b| if i > 0 { b + A[i - 1] } else { 1.0 };
    missing_conditions: [|y, a, b| for i in 0..8 { if a[~(i - 1)] > 0.0 { y[i] = b[i]; } else { y[i] = 5.0; } }],
        |i, _a, b| if i == 0 { 0.0 } else if A[i - 1] > 0.0 { b } else { 5.0 };
    named: [|y, a, b| for i {
        let d = a[i] - b[i];
        if d > 0.0 { y[i] = d; } else if d < 0.0 { y[i] = -d; } else { y[i] = a[i]; }
    }], |_i, a, b| if a == b { a } else { (a - b).abs() };
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
