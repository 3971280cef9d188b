//! Scans over runs. Where the extent is one that no loop over indices comes to the end of, a scan by a reducer that settles takes
//! two turns a run.

use super::scans::X;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::Fill;
use finch_formats::traits::level::Level;
use finch_formats::{RunList, SparseRunList};
use finch_tests::run;
use typenum::U1;

const K: usize = 1 << 40;

type Long = Vec<usize>;
type Runs<T> = Tensor<RunList<Element<T>, Long, Long>>;

/// Runs that end at these places, times `K`.
fn runs<T: Copy + 'static>(ends: &[usize], values: &[T]) -> Runs<T>
where
    Zero: Fill<T>,
{
    let right = ends.iter().map(|end| end * K).collect();
    let extent = ends[ends.len() - 1] * K;
    Tensor::new(RunList::new(
        extent,
        vec![0, ends.len()],
        right,
        Element::new(values.to_vec()),
    ))
    .unwrap()
}

/// The values of its runs, and where they end.
fn of<L: Level<T = f64, Rank = U1>>(y: &Tensor<L>, ends: &[usize]) -> Vec<[f64; 3]> {
    let mut start = 0;
    let of_run = |&end: &usize| {
        let here = [start, start + 1, end * K - 1].map(|at| y.get([at]).unwrap());
        start = end * K;
        here
    };
    ends.iter().map(of_run).collect()
}

const ENDS: [usize; 5] = [1, 3, 4, 9, 20];

fn x() -> Runs<f64> {
    runs(&ENDS, &[2.0, 1.0, 5.0, 3.0, 7.0])
}

#[test]
fn inclusive_and_exclusive() {
    let (x, mut most) = (x(), Scalar::<f64, NegInf>::default());
    let (mut y, mut z) = <(Runs<f64>, Runs<f64>)>::default();
    run! {
        most .= -inf;
        y .= 0;
        for i { most[] <<max>>= x[i]; y[i] = most[]; }
    }
    let expected = [2.0, 2.0, 5.0, 5.0, 7.0];
    assert_eq!(of(&y, &ENDS), expected.map(|value| [value; 3]));
    assert!(y.level().child().val().len() <= 10);
    // The first value of each run is that of the run before.
    run! {
        most .= -inf;
        y .= 0;
        for i { y[i] = most[]; most[] <<max>>= x[i]; }
    }
    let first = [f64::NEG_INFINITY, 2.0, 2.0, 5.0, 5.0];
    let both = |k: usize| [first[k], expected[k], expected[k]];
    assert_eq!(of(&y, &ENDS), [0, 1, 2, 3, 4].map(both));
    // By a name, and both ends at once.
    let mut least = Scalar::<f64, Inf>::default();
    run! {
        most .= -inf;
        least .= inf;
        y .= 0;
        z .= 0;
        for i {
            let before = most[];
            most[] <<max>>= x[i];
            least[] <<min>>= x[i];
            y[i] = before;
            if most[] > 2.0 { z[i] = most[] - least[]; }
        }
    }
    assert_eq!(of(&y, &ENDS), [0, 1, 2, 3, 4].map(both));
    assert_eq!(of(&z, &ENDS), [0.0, 0.0, 4.0, 4.0, 6.0].map(|value| [value; 3]));
}

#[test]
fn seen_so_far() {
    let x = x();
    macro_rules! seen {
        ($scalar:ident) => {{
            let (mut any, mut seen) = ($scalar::<bool, False>::default(), Runs::<bool>::default());
            run! {
                any .= false;
                seen .= false;
                for i { any[] |= x[i] == 5.0; seen[i] = any[]; }
            }
            seen
        }};
    }
    let (seen, again) = (seen!(Scalar), seen!(ShortScalar));
    let at = |run: usize| seen.get([ENDS[run] * K - 1]).unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(at), [false, false, true, true, true]);
    assert!(!seen.get([3 * K - 1]).unwrap() && seen.get([3 * K]).unwrap());
    assert_eq!(again.get([3 * K - 1]).unwrap(), seen.get([3 * K - 1]).unwrap());
    assert!(again.get([3 * K]).unwrap() && again.get([20 * K - 1]).unwrap());

    // The other reducers that take any number of equal values at once.
    let (mut all, mut first) = (Scalar::<bool, True>::default(), Scalar::<f64>::default());
    let (mut still, mut found) = (
        Tensor::<RunList<Element<bool, True>, Long, Long>>::default(),
        Runs::<f64>::default(),
    );
    run! {
        all .= true;
        still .= true;
        first .= 0;
        found .= 0;
        for i {
            all[] &= x[i] != 5.0;
            still[i] = all[];
            if x[i] > 1.0 { first[] <<any>>= x[i]; }
            found[i] = first[];
        }
    }
    for end in ENDS {
        let at = end * K - 1;
        assert_eq!(still.get([at]).unwrap(), !seen.get([at]).unwrap());
    }
    let values = [0, 1, 2, 3, 4].map(|run| x.get([ENDS[run] * K - 1]).unwrap());
    let mut kept = 0.0;
    let wanted = values.map(|value| {
        if kept == 0.0 && value > 1.0 {
            kept = value
        }
        kept
    });
    assert_eq!(of(&found, &ENDS), wanted.map(|value| [value; 3]));
    assert!(still.count_stored() <= 4 && found.count_stored() <= 5);
}

/// What starts a segment replaces what was there: of a sparse mark, and of a run of them.
#[test]
fn segments() {
    let (x, mut most) = (x(), Scalar::<f64, NegInf>::default());
    let heads = Tensor::<SparseList<Pattern, Long, Long>>::from_triplets([20 * K], [([4 * K], true)], Or).unwrap();
    let long = runs(&[1, 4, 5, 20], &[false, false, true, false]);
    let mut y = Runs::<f64>::default();
    run! {
        most .= -inf;
        y .= 0;
        for i {
            if heads[i] { most[] = -inf; }
            most[] <<max>>= x[i];
            y[i] = most[];
        }
    }
    assert_eq!(of(&y, &ENDS), [2.0, 2.0, 5.0, 3.0, 7.0].map(|value| [value; 3]));
    run! {
        most .= -inf;
        y .= 0;
        for i {
            if long[i] { most[] = 4.0; }
            most[] <<max>>= x[i];
            y[i] = most[];
        }
    }
    assert_eq!(of(&y, &ENDS), [2.0, 2.0, 5.0, 4.0, 7.0].map(|value| [value; 3]));
}

/// Gaps are runs as well, and so is what stands in a loop over rows.
#[test]
fn gaps_and_rows() {
    let (left, right) = (vec![K, 5 * K], vec![2 * K, 6 * K]);
    let level = SparseRunList::new(9 * K, vec![0, 2], left, right, Element::new(vec![3.0, 1.0]));
    let (x, mut most) = (
        Tensor::<SparseRunList<Element<f64>, Long, Long>>::new(level).unwrap(),
        Scalar::new(0.0),
    );
    let mut y = Runs::<f64>::default();
    run! {
        most .= 0;
        y .= 0;
        for i { most[] <<max>>= x[i]; y[i] = most[]; }
    }
    assert_eq!(of(&y, &[1, 9]), [[0.0; 3], [3.0; 3]]);
    let a = RunList::new(
        9 * K,
        vec![0, 2, 3],
        vec![4 * K, 9 * K, 9 * K],
        Element::new(vec![1.0, 2.0, 6.0]),
    );
    let a = Tensor::<Dense<RunList<Element<f64>, Long, Long>>>::new(Dense::new(2, a)).unwrap();
    let mut z = Tensor::<Dense<RunList<Element<f64>, Long, Long>>>::default();
    run! {
        mut most;
        z .= 0;
        for j {
            most[] = 0;
            for i { most[] <<max>>= a[j, i]; z[j, i] = most[]; }
        }
    }
    let at = |j, i| z.get([j, i]).unwrap();
    assert_eq!(
        [at(0, 4 * K - 1), at(0, 4 * K), at(1, 0), at(1, 9 * K - 1)],
        [1.0, 2.0, 6.0, 6.0]
    );
}

/// What does not settle is done for each index: sums, what follows another scan, and what two reducers share.
#[test]
fn what_does_not_settle() {
    let x = RunVector::from_dense([X.len()], &X).unwrap();
    let (mut s, mut t, mut y) = <(Scalar<f64>, Scalar<f64>, RunVector<f64>)>::default();
    let turns = |step: &dyn Fn(&mut [f64; 2], f64) -> f64| {
        let mut state = [0.0, 0.0];
        X.map(|value| step(&mut state, value))
    };
    macro_rules! is {
        ($s:ident $t:ident $y:ident $i:ident; $step:expr; $($body:tt)*) => {
            run! { $s .= 0; $t .= 0; $y .= 0; for $i { $($body)* } }
            assert_eq!($y.to_dense().unwrap(), turns(&$step));
        };
    }
    // A maximum that lags behind one that lags behind.
    is! {
        s t y i; |[s, t], x| { let y = *t; *t = t.max(*s); *s = s.max(x); y };
        y[i] = t[];
        t[] <<max>>= s[];
        s[] <<max>>= x[i];
    }
    is! {
        s t y i; |[s, t], x| { let before = *s; *s = s.max(x); *t = t.max(before); *t };
        let before = s[];
        s[] <<max>>= x[i];
        t[] <<max>>= before;
        y[i] = t[];
    }
    is! {
        s t y i; |[s, t], x| { if *s > 2.0 { *t = t.max(x) }; *s = s.max(x); *t };
        if s[] > 2.0 { t[] <<max>>= x[i]; }
        s[] <<max>>= x[i];
        y[i] = t[];
    }
    is! {
        s t y i; |[s, t], x| { *s = s.max(x); *t += *s; *t };
        s[] <<max>>= x[i];
        t[] += s[];
        y[i] = t[];
    }
    is! {
        s t y i; |[s, _], x| { *s += x; *s = s.max(4.0); *s };
        s[] += x[i];
        s[] <<max>>= 4.0;
        y[i] = s[];
    }
    is! {
        s t y i; |[s, t], x| { *s = s.max(x); *t += x; *s };
        s[] <<max>>= x[i];
        t[] += x[i];
        y[i] = s[];
    }
    assert_eq!(t.get(), 18.0);
}
