//! Programs that read at the place where they write, and beside it, on vectors of each width: beside the same loops over plain arrays.
//!
//! What is written in a round of a loop may be read in the next one, and several rounds at once must not be seen.

use finch_formats::prelude::*;
use finch_formats::traits::program::use_vectors_up_to;

const ROWS: usize = 4;

/// A part of a vector, one and several of each width, and what is left.
const COLUMNS: [usize; 7] = [18, 23, 32, 35, 64, 71, 150];

fn numbers(len: usize, first: usize) -> Vec<u16> {
    (0..len).map(|at| ((at + first) * 7919 % 97) as u16).collect()
}

/// Runs a program that changes the matrices `a` and `b`, of `n` columns, for the target and on vectors of each width. Their values are those
/// that a loop makes of plain arrays, in which `at` is the place of row `y` and column `x`.
macro_rules! as_by_hand {
    (
        |$n:ident, $a:ident, $b:ident| { $($program:tt)* },
        for $y:ident in $rows:expr, $x:ident in $columns:expr, |$at:ident| $by_hand:block
    ) => {
        for $n in COLUMNS {
            #[allow(unused_mut, reason = "not all programs change both")]
            let (mut $a, mut $b) = (numbers(ROWS * $n, 3), numbers(ROWS * $n, 11));
            let [left, right] = [&$a, &$b].map(|values| Matrix::from_dense([ROWS, $n], values).unwrap());
            for $y in $rows {
                for $x in $columns {
                    let $at = $y * $n + $x;
                    $by_hand
                }
            }
            let expected = ($a, $b);
            #[allow(unused_mut, reason = "as above")]
            let (mut $a, mut $b) = (left.clone(), right.clone());
            finch! { $($program)* }.run().unwrap();
            assert_eq!(($a.values(), $b.values()), (&expected.0[..], &expected.1[..]), "{} columns", $n);
            for bits in [128, 256, 512] {
                use_vectors_up_to(bits);
                #[allow(unused_mut, reason = "as above")]
                let (mut $a, mut $b) = (left.clone(), right.clone());
                finch! { $($program)* }.widest().run().unwrap();
                assert_eq!(($a.values(), $b.values()), (&expected.0[..], &expected.1[..]), "{} columns", $n);
            }
        }
    };
}

#[test]
fn at_the_place_that_is_written() {
    as_by_hand! {
        |n, a, b| { mut a; for y, x { a[y, x] = min(a[y, x], b[y, x]) } },
        for y in 0..ROWS, x in 0..n, |at| { a[at] = a[at].min(b[at]) }
    }
    as_by_hand! {
        |n, a, b| { mut a; for y, x { if a[y, x] > b[y, x] { a[y, x] = a[y, x] - b[y, x] } } },
        for y in 0..ROWS, x in 0..n, |at| { if a[at] > b[at] { a[at] -= b[at] } }
    }
}

#[test]
fn in_the_row_before() {
    as_by_hand! {
        |n, a, b| { mut a; for y in 1..ROWS { for x { a[y, x] = min(a[y, x], a[y - 1, x]) + b[y, x] } } },
        for y in 1..ROWS, x in 0..n, |at| { a[at] = a[at].min(a[at - n]) + b[at] }
    }
    as_by_hand! {
        |n, a, b| { mut a; for y in (0..ROWS - 1).rev() { for x in 1..n { a[y, x] <<max>>= a[y + 1, x - 1] } } },
        for y in (0..ROWS - 1).rev(), x in 1..n, |at| { a[at] = a[at].max(a[at + n - 1]) }
    }
}

/// Less than a vector away, as many values as it has, and more.
#[test]
fn in_the_same_row() {
    for by in [1, 2, 3, 7, 8, 15, 16, 17] {
        as_by_hand! {
            |n, a, b| { mut a; for y { for x in by..n { a[y, x] = a[y, x - by] + b[y, x] } } },
            for y in 0..ROWS, x in by..n, |at| { a[at] = a[at - by] + b[at] }
        }
        as_by_hand! {
            |n, a, b| { mut a; for y { for x in 0..n - by { a[y, x] = a[y, x + by] + b[y, x] } } },
            for y in 0..ROWS, x in 0..n - by, |at| { a[at] = a[at + by] + b[at] }
        }
    }
}

#[test]
fn two_outputs_that_read_each_other() {
    as_by_hand! {
        |n, a, b| { mut a; mut b; for y, x { a[y, x] = min(a[y, x], b[y, x]); b[y, x] = b[y, x] + a[y, x] } },
        for y in 0..ROWS, x in 0..n, |at| { a[at] = a[at].min(b[at]); b[at] += a[at] }
    }
    as_by_hand! {
        |n, a, b| { mut a; mut b; for y, x { let less = min(a[y, x], b[y, x]); b[y, x] = max(a[y, x], b[y, x]); a[y, x] = less } },
        for y in 0..ROWS, x in 0..n, |at| { (a[at], b[at]) = (a[at].min(b[at]), a[at].max(b[at])) }
    }
    as_by_hand! {
        |n, a, b| { mut a; mut b; for y { for x in 1..n { a[y, x] = a[y, x - 1] + b[y, x]; b[y, x - 1] = min(a[y, x], b[y, x]) } } },
        for y in 0..ROWS, x in 1..n, |at| { a[at] = a[at - 1] + b[at]; b[at - 1] = a[at].min(b[at]) }
    }
}

/// A row of a workspace that is read as it is filled, in loops one after the other and side by side.
#[test]
fn workspaces() {
    let mut w = Vector::<u16>::default();
    as_by_hand! {
        |n, a, b| {
            mut a;
            for y {
                w .= 0;
                for x in 2..n { w[x] = max(w[x - 2], b[y, x]); w[x] = w[x] + 1; }
                for x { a[y, x] = w[x]; }
            }
        },
        for y in 0..ROWS, x in 0..n, |at| { a[at] = if x < 2 { 0 } else { a[at - 2].max(b[at]) + 1 } }
    }
    for n in COLUMNS {
        let b = Matrix::from_dense([ROWS, n], &numbers(ROWS * n, 11)).unwrap();
        let (mut a, mut parts) = (Matrix::<u16>::default(), Matrix::<u16>::default());
        finch! { a .= 0; for y { w .= 0; for x in 1..n { w[x] = w[x - 1] + b[y, x]; } for x { a[y, x] = w[x] } } }
            .run()
            .unwrap();
        for bits in [128, 256, 512] {
            use_vectors_up_to(bits);
            finch! {
                parts .= 0;
                parallel for y { w .= 0; for x in 1..n { w[x] = w[x - 1] + b[y, x]; } for x { parts[y, x] = w[x] } }
            }
            .widest()
            .run_parallel_by(1)
            .unwrap();
            assert_eq!(parts, a, "{n} columns")
        }
    }
}

/// Bits, and values that are noted as they are written.
#[test]
fn other_formats() {
    for n in COLUMNS {
        let x = Vector::from(numbers(n, 3));
        let (mut sums, mut sum) = (vec![], 0);
        for &value in x.values() {
            sum = value + sum / 2;
            sums.push(sum)
        }
        let odd: Vec<bool> = x
            .values()
            .iter()
            .scan(false, |odd, &value| {
                *odd ^= value % 2 == 1;
                Some(*odd)
            })
            .collect();
        for bits in [128, 256, 512] {
            use_vectors_up_to(bits);
            let mut y = ByteMapVector::<u16>::default();
            finch! { y .= 0; y[0] = x[0]; for i in 1..n { y[i] = x[i] + y[i - 1] / 2 } }
                .widest()
                .run()
                .unwrap();
            assert_eq!(y.to_dense().unwrap(), sums);
            let mut y = BitVector::default();
            finch! { y .= false; y[0] = x[0] % 2 == 1; for i in 1..n { y[i] = (x[i] % 2 == 1) != y[i - 1] } }
                .widest()
                .run()
                .unwrap();
            assert_eq!(y.to_dense().unwrap(), odd);
            // Where a program is kept, its handles are in memory.
            let mut y = Vector::<u16>::default();
            finch! { y .= 0; y[0] = x[0]; for i in 1..n { y[i] = x[i] + y[i - 1] / 2 } }
                .widest()
                .prepare()
                .unwrap()
                .run()
                .unwrap();
            assert_eq!(y.values(), sums)
        }
    }
}
