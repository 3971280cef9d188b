//! Dynamic programming, and shortest paths: tables that are filled from what they hold.

use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_tests::run;
use typenum::U2;

const INF: f64 = f64::INFINITY;

#[test]
fn edit_distance() {
    let (a, b) = (b"kitten".to_vec(), b"sitting".to_vec());
    let (n, m) = (a.len(), b.len());
    let (a, b) = (Vector::from(a), Vector::from(b));
    let mut d = Matrix::<usize>::default();
    run! {
        d .= 0;
        for i in 0..n + 1 { d[i, 0] = i; }
        for j in 0..m + 1 { d[0, j] = j; }
        for i in 1..n + 1, j in 1..m + 1 {
            let other = select(a[i - 1] == b[j - 1], 0, 1);
            d[i, j] = min(min(d[i - 1, j], d[i, j - 1]) + 1, d[i - 1, j - 1] + other);
        }
    }
    assert_eq!(d.get([n, m]).unwrap(), 3);
    // The same of two rows, which take turns.
    let mut row = Vector::<usize>::default();
    let (mut above, mut left) = (Scalar::<usize>::default(), Scalar::<usize>::default());
    run! {
        row .= 0;
        above .= 0;
        left .= 0;
        for j in 0..m + 1 { row[j] = j; }
        for i in 0..n {
            above[] := row[0];
            row[0] := row[0] + 1;
            for j in 1..m + 1 {
                let other = select(a[i] == b[j - 1], 0, 1);
                left[] := row[j];
                row[j] := min(min(row[j], row[j - 1]) + 1, above[] + other);
                above[] := left[];
            }
        }
    }
    assert_eq!(row.values()[m], 3);
}

#[test]
fn viterbi() {
    // Logarithms of probabilities; `-inf` where there is no transition.
    let transition = [-1.0, -2.0, -INF, -INF, -0.5, -1.5, -3.0, -INF, -0.25];
    let emission = [-1.0, -3.0, -2.0, -0.5, -0.75, -4.0];
    let observed = [0_usize, 1, 1, 0, 1];
    let mut expected = [[-INF; 3]; 5];
    expected[0] = [-1.0, -2.0, -0.75];
    for t in 1..5 {
        for s in 0..3 {
            for r in 0..3 {
                let through = expected[t - 1][r] + transition[3 * r + s] + emission[2 * s + observed[t]];
                expected[t][s] = expected[t][s].max(through)
            }
        }
    }
    let steps = CsrWithFill::<f64, NegInf>::from_dense([3, 3], &transition).unwrap();
    let emission = Matrix::from_dense([3, 2], &emission).unwrap();
    let (observed, start) = (Vector::from(observed.to_vec()), Vector::from(expected[0].to_vec()));
    let mut best = Tensor::<Dense<Dense<Element<f64, NegInf>>>>::default();
    run! {
        best .= -inf;
        for s { best[0, s] = start[s]; }
        for t in 1..5, r, s { best[t, s] <<max>>= best[t - 1, r] + steps[r, s] + emission[s, observed[t]]; }
    }
    assert_eq!(best.to_dense().unwrap(), expected.concat());
}

#[test]
fn bands() {
    // Binomial coefficients, and what is left of them within a band.
    let mut c = Matrix::<u64>::default();
    run! {
        c .= 0;
        c[0, 0] = 1;
        for n in 1..10, k in 0..10 { if k <= n { c[n, k] = c[n - 1, k] + coalesce(c[n - 1, ~(k - 1)], 0); } }
    }
    assert_eq!(c.get([9, 4]).unwrap(), 126);
    let mut expected = vec![vec![0_u64; 6]; 6];
    expected[0][0] = 1;
    for n in 0..6_usize {
        for k in 0..6_usize {
            if n.abs_diff(k) <= 1 && n + k > 0 {
                let above = if n > 0 { expected[n - 1][k] } else { 0 };
                let left = if k > 0 { expected[n][k - 1] } else { 0 };
                expected[n][k] = above + left
            }
        }
    }
    let mut c = Matrix::<u64>::default();
    run! {
        c .= 0;
        c[0, 0] = 1;
        for n in 0..6, k in 0..6 {
            if n - k <= 1 && k - n <= 1 {
                c[n, k] += coalesce(c[~(n - 1), k], 0) + coalesce(c[n, ~(k - 1)], 0);
            }
        }
    }
    assert_eq!(c.to_dense().unwrap(), expected.concat());
}

/// A graph, infinitely far where there is no edge.
const W: [f64; 25] = [
    INF, 3.0, INF, 7.0, INF, //
    8.0, INF, 2.0, INF, INF, //
    5.0, INF, INF, 1.0, INF, //
    2.0, INF, INF, INF, INF, //
    INF, INF, 1.0, INF, INF,
];

fn all_pairs() -> Vec<f64> {
    let mut d = W.to_vec();
    for i in 0..5 {
        d[6 * i] = 0.0
    }
    for k in 0..5 {
        for i in 0..5 {
            for j in 0..5 {
                d[5 * i + j] = d[5 * i + j].min(d[5 * i + k] + d[5 * k + j])
            }
        }
    }
    d
}

#[test]
fn floyd_and_warshall() {
    let mut d = Tensor::<Dense<Dense<Element<f64, Inf>>>>::default();
    let w = CsrWithFill::<f64, Inf>::from_dense([5, 5], &W).unwrap();
    run! {
        d .= inf;
        for i, j { d[i, j] <<min>>= w[i, j]; }
        for i in 0..5 { d[i, i] = 0; }
        for k, i, j { d[i, j] <<min>>= d[i, k] + d[k, j]; }
    }
    assert_eq!(d.to_dense().unwrap(), all_pairs());
    // What can be reached: bits, by their reducer.
    let reached: Vec<bool> = all_pairs().iter().map(|d| *d < INF).collect();
    let edges: Vec<bool> = (0..25).map(|p| W[p] < INF || p % 6 == 0).collect();
    let mut r = Tensor::<Dense<Dense<Bit>>>::from_dense([5, 5], &edges).unwrap();
    run! {
        mut r;
        for k, i, j { r[i, j] |= r[i, k] & r[k, j]; }
    }
    assert_eq!(r.to_dense().unwrap(), reached);
}

#[test]
fn relaxation_in_place() {
    fn test<E: Level<T = f64, Rank = U2>>(w: Tensor<E>) {
        let mut expected = vec![INF; 5];
        expected[4] = 0.0;
        let mut d = VectorWithFill::<f64, Inf>::from(expected.clone());
        for _ in 0..3 {
            for j in 0..5 {
                for i in 0..5 {
                    expected[i] = expected[i].min(expected[j] + W[5 * j + i])
                }
            }
            run! {
                mut d;
                for j, i { d[i] <<min>>= d[j] + w[j, i]; }
            }
            // Round by round: what a round finds, it uses.
            assert_eq!(d.values(), expected);
        }
        assert_eq!(d.values(), &all_pairs()[20..]);
    }
    test(CsrWithFill::<f64, Inf>::from_dense([5, 5], &W).unwrap());
    test(Tensor::<Dense<Dense<Element<f64, Inf>>>>::from_dense([5, 5], &W).unwrap());
}
