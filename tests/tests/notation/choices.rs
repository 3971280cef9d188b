//! `if`, `else if` and `else` that set one output: beside plain loops over dense arrays.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::U1;

const A: [f64; 8] = [1.0, 0.0, -2.0, 0.0, 5.0, 0.0, 0.0, 4.0];
const B: [f64; 8] = [0.0, 3.0, 2.0, 0.0, 0.0, 0.0, 1.0, 4.0];

/// What `f` makes of both at each index.
fn expected(f: impl Fn(usize, f64, f64) -> f64) -> Vec<f64> {
    (0..8).map(|i| f(i, A[i], B[i])).collect()
}

/// Runs a program that sets `y`, a vector that is written in order, over vectors `a` and `b` in several formats. Of other two kinds than the
/// first each choice takes one pair of lists and one of runs, or two with a dense vector, by turns: which regions it is made for depends on the
/// operands alone.
macro_rules! vectors {
    (@ $turn:ident $next:ident) => {};
    (@ $turn:ident $next:ident
        $test:ident: [$($program:tt)*], |$i:ident, $x:ident, $z:ident| $value:expr; $($more:tt)*
    ) => {
        #[test]
        fn $test() {
            macro_rules! into {
                ($tensor:ty: $a:expr, $b:expr) => {{
                    fn check<L: Level<T = f64, Rank = U1>, M: Level<T = f64, Rank = U1>>(a: &Tensor<L>, b: &Tensor<M>) {
                        vectors!(@into $tensor, a, b, [$($program)*], |$i, $x, $z| $value);
                    }
                    check($a, $b)
                }};
            }
            let sparse = |x: &[f64]| SparseVector::from_dense([8], x).unwrap();
            let runs = |x: &[f64]| RunVector::from_dense([8], x).unwrap();
            of_list! {
                {
                    into!(SparseVector<f64>: &runs(&A), &sparse(&B));
                    into!(Vector<f64>: &runs(&A), &sparse(&B));
                }
                {
                    let dense = |x: &[f64]| Vector::from(x.to_vec());
                    vectors!(@$turn into sparse runs dense);
                }
            }
        }
        vectors!(@ $next $turn $($more)*);
    };
    (@alike $into:ident $sparse:ident $runs:ident $dense:ident) => {
        let _ = $dense;
        $into!(Tensor::<SparseBlockList<Element<f64>>>: &$sparse(&A), &$sparse(&B));
        $into!(RunVector<f64>: &$runs(&A), &$runs(&B));
    };
    (@with_dense $into:ident $sparse:ident $runs:ident $dense:ident) => {
        let _ = $runs;
        $into!(RunVector<f64>: &$dense(&A), &$dense(&B));
        $into!(Vector<f64>: &$sparse(&A), &$dense(&B));
    };
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
    ($($rows:tt)*) => { vectors!(@ alike with_dense $($rows)*); };
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
