//! Prefix sums, and scans by other reducers.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::{U1, U2};

/// Values with gaps and with runs.
pub(crate) const X: [f64; 12] = [0.0, 3.0, 3.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 0.0, 5.0, 0.0];

fn entries() -> Vec<([usize; 1], f64)> {
    let stored = X.iter().enumerate().filter(|(_, value)| **value != 0.0);
    stored.map(|(index, &value)| ([index], value)).collect()
}

/// A vector of each kind, for a test that is generic over it.
macro_rules! each_vector {
    ($test:ident) => {
        $test(Vector::from(X.to_vec()));
        $test(SparseVector::from_triplets([X.len()], entries(), Add).unwrap());
        $test(RunVector::from_dense([X.len()], &X).unwrap());
        $test(ByteMapVector::from_triplets([X.len()], entries(), Add).unwrap());
        $test(Tensor::<SparseBlockList<Element<f64>>>::from_dense([X.len()], &X).unwrap());
        $test(Tensor::<SparseRunList<Element<f64>>>::from_dense([X.len()], &X).unwrap());
    };
}

/// `y[i]` behind, and in front of, what `step` makes of the values up to `i`.
fn scan(start: f64, step: impl Fn(f64, f64) -> f64) -> (Vec<f64>, Vec<f64>) {
    let (mut sum, mut inclusive, mut exclusive) = (start, vec![], vec![]);
    for value in X {
        exclusive.push(sum);
        sum = step(sum, value);
        inclusive.push(sum)
    }
    (inclusive, exclusive)
}

#[test]
fn prefix_sums() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let (inclusive, exclusive) = scan(0.0, |sum, value| sum + value);
        let (mut s, mut y) = (Scalar::<f64>::default(), Vector::<f64>::default());
        run! {
            s .= 0;
            y .= 0;
            for i { s[] += x[i]; y[i] = s[]; }
        }
        assert_eq!((s.get(), y.values()), (18.0, &inclusive[..]), "{}", L::NAME);
        run! {
            s .= 0;
            y .= 0;
            for i { y[i] = s[]; s[] += x[i]; }
        }
        assert_eq!(y.values(), exclusive, "{}", L::NAME);
        // What a name stands for is read where it is given.
        run! {
            s .= 0;
            y .= 0;
            for i { let before = s[]; s[] += x[i]; y[i] = before; }
        }
        assert_eq!(y.values(), exclusive, "{}", L::NAME);
    }
    each_vector!(test);
}

#[test]
fn scans_by_other_reducers() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let (mut most, mut y) = (Scalar::<f64, NegInf>::default(), Vector::<f64>::default());
        run! {
            most .= -inf;
            y .= 0;
            for i { most[] <<max>>= x[i]; y[i] = most[]; }
        }
        assert_eq!(y.values(), scan(f64::NEG_INFINITY, f64::max).0, "{}", L::NAME);
        // What decays, and is updated in place.
        let mut level = Scalar::new(1.0);
        run! {
            mut level;
            y .= 0;
            for i { level[] := level[] * 0.5 + x[i]; y[i] = level[]; }
        }
        assert_eq!(
            y.values(),
            scan(1.0, |level, value| level * 0.5 + value).0,
            "{}",
            L::NAME
        );
        let mut any = ShortScalar::<bool, False>::default();
        let mut seen = Vector::<bool>::default();
        run! {
            any .= false;
            seen .= false;
            for i { any[] |= x[i] == 5.0; seen[i] = any[]; }
        }
        assert_eq!(
            seen.values(),
            (0..12).map(|i| i >= 10).collect::<Vec<_>>(),
            "{}",
            L::NAME
        );
    }
    each_vector!(test);
}

#[test]
fn a_condition_reads_what_its_statement_writes() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let (mut s, mut n, mut y) = <(Scalar<f64>, Scalar<usize>, Vector<f64>)>::default();
        run! {
            s .= 0;
            n .= 0;
            y .= 0;
            for i {
                if s[] < 7.0 { s[] += x[i]; }
                if n[] < 4 { n[] += 1; y[i] = s[]; }
            }
        }
        assert_eq!((s.get(), n.get()), (7.0, 4), "{}", L::NAME);
        assert_eq!(y.values()[..5], [0.0, 3.0, 6.0, 6.0, 0.0], "{}", L::NAME);
    }
    each_vector!(test);
}

#[test]
fn segments() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let heads = [
            true, false, false, false, true, false, false, true, false, false, false, true,
        ];
        let (mut s, mut expected) = (0.0, vec![]);
        for (value, head) in X.iter().zip(heads) {
            s = if head { 0.0 } else { s } + value;
            expected.push(s)
        }
        let head = Vector::from(heads.to_vec());
        let marks = heads.iter().enumerate().filter(|(_, head)| **head);
        let mark = Tensor::<SparseList<Pattern>>::from_triplets([12], marks.map(|(i, _)| ([i], true)), Or).unwrap();
        let (mut s, mut y) = (Scalar::<f64>::default(), Vector::<f64>::default());
        macro_rules! between {
            ($($head:ident)*) => { $(
                run! {
                    s .= 0;
                    y .= 0;
                    for i {
                        if $head[i] { s[] = 0; }
                        s[] += x[i];
                        y[i] = s[];
                    }
                }
                assert_eq!(y.values(), expected, "{}", L::NAME);
            )* };
        }
        between!(head mark);
    }
    each_vector!(test);
}

#[test]
fn rows() {
    const A: [f64; 12] = [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 0.0];
    fn test<L: Level<T = f64, Rank = U2>>(a: Tensor<L>) {
        let mut expected = vec![];
        for row in A.chunks(4) {
            let mut s = 0.0;
            for value in row {
                s += value;
                expected.push(s)
            }
        }
        // A scalar that is set again in each row, a workspace, and a column of it.
        let (mut s, mut y) = (Scalar::<f64>::default(), Matrix::<f64>::default());
        run! {
            s .= 0;
            y .= 0;
            for j {
                s[] = 0;
                for i { s[] += a[j, i]; y[j, i] = s[]; }
            }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        let mut sums = Vector::<f64>::default();
        run! {
            y .= 0;
            sums .= 0;
            for j {
                s .= 0;
                for i { s[] += a[j, i]; y[j, i] = s[]; }
                sums[j] = s[];
            }
        }
        assert_eq!(
            (y.values(), sums.values()),
            (&expected[..], &[3.0, 0.0, 12.0][..]),
            "{}",
            L::NAME
        );
        run! {
            y .= 0;
            sums .= 0;
            for j, i { sums[j] += a[j, i]; y[j, i] = sums[j]; }
        }
        assert_eq!(
            (y.values(), sums.values()),
            (&expected[..], &[3.0, 0.0, 12.0][..]),
            "{}",
            L::NAME
        );
        // Along the columns, through what is above.
        let mut columns = A.to_vec();
        for place in 4..12 {
            columns[place] += columns[place - 4]
        }
        run! {
            y .= 0;
            for j, i { y[j, i] = a[j, i] + coalesce(y[~(j - 1), i], 0); }
        }
        assert_eq!(y.values(), columns, "{}", L::NAME);
    }
    test(Matrix::from_dense([3, 4], &A).unwrap());
    test(Csr::from_dense([3, 4], &A).unwrap());
    test(Dcsr::from_dense([3, 4], &A).unwrap());
    test(Tensor::<Dense<RunList<Element<f64>>>>::from_dense([3, 4], &A).unwrap());
}

/// Where `x` stores nothing the sum stays, so that one run is written.
#[test]
fn runs_of_what_is_read() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let (mut s, mut y) = (Scalar::<f64>::default(), RunVector::<f64>::default());
        run! {
            s .= 0;
            y .= 0;
            for i { s[] += x[i]; y[i] = s[]; }
        }
        assert_eq!(y.to_dense().unwrap(), scan(0.0, |sum, value| sum + value).0);
    }
    test(SparseVector::from_triplets([X.len()], entries(), Add).unwrap());
    test(RunVector::from_dense([X.len()], &X).unwrap());
}

#[test]
fn several_at_once() {
    let x = Vector::from(vec![1.0, 2.0, 3.0, 4.0]);
    let (mut s, mut t, mut y) = <(Scalar<f64>, Scalar<f64>, Vector<f64>)>::default();
    // Sums of sums; both are read, one by the other.
    run! {
        s .= 0;
        t .= 0;
        y .= 0;
        for i { s[] += x[i]; t[] += s[]; y[i] = t[] - s[]; }
    }
    assert_eq!((s.get(), t.get(), y.values()), (10.0, 20.0, &[0.0, 1.0, 4.0, 10.0][..]));
    // Fibonacci numbers, of nothing but scalars.
    let (mut a, mut b) = (Scalar::new(0_u64), Scalar::new(1_u64));
    run! {
        mut a;
        mut b;
        for i in 0..30 { let sum = a[] + b[]; a[] := b[]; b[] := sum; }
    }
    assert_eq!((a.get(), b.get()), (832_040, 1_346_269));
}

#[test]
fn a_later_statement_reads_what_is_finished() {
    let x = Vector::from(vec![1.0, 2.0, 3.0]);
    let (mut s, mut y, mut z) = <(Scalar<f64>, Vector<f64>, Vector<f64>)>::default();
    run! {
        s .= 0;
        y .= 0;
        z .= 0;
        for i { s[] += x[i]; y[i] = s[]; }
        for i { z[i] = y[i] / s[]; }
        for i { y[i] += z[i]; }
    }
    assert_eq!(z.values(), [1.0 / 6.0, 0.5, 1.0]);
    assert_eq!(y.values(), [1.0 + 1.0 / 6.0, 3.5, 7.0]);
}

#[test]
fn explanations() {
    let x = SparseVector::from_triplets([X.len()], entries(), Add).unwrap();
    let (mut s, mut y) = (Scalar::<f64>::default(), Vector::<f64>::default());
    let program = finch! {
        s .= 0;
        y .= 0;
        for i { s[] += x[i]; y[i] = s[]; }
    };
    let text = program.explain();
    assert!(text.contains("s is read while it is written"), "{text}");
    assert!(
        text.contains("s[] += x[i]\n") && !text.contains("hoisted") && !text.contains("split"),
        "{text}"
    );
    // Over runs, by a reducer that settles and by one that does not.
    let (x, mut y) = (
        RunVector::from_dense([X.len()], &X).unwrap(),
        RunVector::<f64>::default(),
    );
    let settles = finch! { s .= 0; y .= 0; for i { s[] <<max>>= x[i]; y[i] = s[]; } }.explain();
    let counts = finch! { s .= 0; y .= 0; for i { s[] += x[i]; y[i] = s[]; } }.explain();
    assert!(
        settles.contains("at the first index") && settles.contains("at all others at once"),
        "{settles}"
    );
    assert!(
        counts.contains("index by index, for it reads what it writes"),
        "{counts}"
    );
}
