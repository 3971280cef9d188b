//! Byte maps that are read while they are written: beside plain loops over dense arrays.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::{WriteInPlace, WriteLevel};
use finch_tests::random::Random;
use finch_tests::run;
use typenum::{U1, U2};

fn x() -> Vec<f64> {
    vec![1.0, 0.0, 0.0, 4.0, 5.0, 0.0, 7.0]
}

/// What is stored is sound, and each value is the one expected.
fn holds<L: WriteLevel<T = f64>>(tensor: &Tensor<L>, expected: &[f64]) {
    tensor.validate().unwrap();
    assert_eq!(tensor.to_dense().unwrap(), expected);
}

#[test]
fn recurrences() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let (a, dense) = (0.5, x.to_dense().unwrap());
        let mut expected = dense.clone();
        for i in 1..7 {
            expected[i] = a * expected[i - 1] + dense[i]
        }
        let mut y = ByteMapVector::<f64>::default();
        for _ in 0..2 {
            run! {
                y .= 0;
                y[0] = x[0];
                for i in 1..7 { y[i] = a * y[i - 1] + x[i]; }
            }
            holds(&y, &expected);
        }
        // In place, downwards; where `x` stores nothing, nothing is written.
        let before = expected.clone();
        for i in (0..6).rev() {
            expected[i] += dense[i] * expected[i + 1]
        }
        run! { mut y; for i in (0..6).rev() { y[i] += x[i] * y[i + 1]; } }
        holds(&y, &expected);
        // Into another one, which stores what it is given.
        let mut z = ByteMapVector::<f64>::default();
        run! { z .= 0; for i in 1..7 { z[i] += x[i] * (y[i - 1] + z[i - 1]); } }
        let mut expected_of_z = vec![0.0; 7];
        for i in 1..7 {
            expected_of_z[i] += dense[i] * (expected[i - 1] + expected_of_z[i - 1])
        }
        holds(&z, &expected_of_z);
        assert_eq!(before[6], expected[6]);
    }
    test(Vector::from(x()));
    let sparse = SparseVector::from_dense([7], &x()).unwrap();
    let mut z = ByteMapVector::<f64>::default();
    run! { z .= 0; for i in 1..7 { z[i] += sparse[i] * (z[i - 1] + 1.0); } }
    holds(&z, &[0.0, 0.0, 0.0, 4.0, 25.0, 0.0, 7.0]);
    assert_eq!(z.level().idx(), &[3, 4, 6]);
    test(sparse);
}

/// Places that data name: what is read at them and written there, in turns.
#[test]
fn places_that_data_name() {
    let keys = Vector::from(vec![2_usize, 0, 2, 2, 5, 0]);
    let mut count = ByteMapVector::<usize>::empty([8]).unwrap();
    let mut rank = Vector::<usize>::default();
    for _ in 0..3 {
        run! {
            count .= 0;
            rank .= 0;
            for i { rank[i] = count[keys[i]]; count[keys[i]] += 1; }
        }
        count.validate().unwrap();
        assert_eq!(
            (rank.values(), count.level().idx().as_slice()),
            (&[0, 0, 1, 2, 0, 1][..], &[0, 2, 5][..])
        );
        assert_eq!(count.to_dense().unwrap(), [2, 0, 3, 0, 0, 1, 0, 0]);
    }
    // Beyond the extent.
    let far = Vector::from(vec![0_usize, 1, 9]);
    let program = finch! { mut count; for i { count[far[i]] += count[far[i]]; } };
    assert_eq!(program.run().unwrap_err().kind(), ErrorKind::OutOfBounds);
    count.validate().unwrap();
    // Reachable from vertex 0, along edges that come in order.
    let (from, to) = (
        Vector::from(vec![0_usize, 3, 1, 2]),
        Vector::from(vec![3_usize, 5, 2, 4]),
    );
    let mut seen = Tensor::<SparseByteMap<Element<bool>>>::from_triplets([6], [([0], true)], Or).unwrap();
    run! { mut seen; for e { if seen[from[e]] { seen[to[e]] = true; } } }
    seen.validate().unwrap();
    assert_eq!(seen.iter().map(|(index, _)| index[0]).collect::<Vec<_>>(), [0, 3, 5]);
}

/// Values that a map was made of in places that it does not list are not read.
#[test]
fn what_is_not_listed_is_fill() {
    let table = vec![false, true, false, false, true];
    let child = Element::new(vec![9.0, 1.0, 9.0, 9.0, 2.0, 9.0]);
    let level = SparseByteMap::new(5, vec![0, 2], vec![1_u32, 4], table, child);
    let mut y: ByteMapVector<f64> = Tensor::new(level).unwrap();
    run! { mut y; for i in 1..5 { y[i] += y[i - 1]; } }
    holds(&y, &[0.0, 1.0, 1.0, 1.0, 3.0]);
}

/// Tables by rows: rows of maps, and maps of rows.
#[test]
fn matrices() {
    fn test<L: WriteInPlace<T = f64, Rank = U2, Fill = Zero> + Default>() {
        let start = [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 4.0];
        let mut m = Tensor::<L>::from_dense([4, 3], &start).unwrap();
        let mut expected = start;
        for i in 1..4 {
            for j in 1..3 {
                let (above, before) = (expected[3 * i + j - 3], expected[3 * i + j - 1]);
                expected[3 * i + j] += above.max(before)
            }
        }
        run! { mut m; for i in 1..4, j in 1..3 { m[i, j] += max(m[i - 1, j], m[i, j - 1]); } }
        holds(&m, &expected);
        // A row is summed up from those above it, each of which is read as it is by then.
        for i in 0..4 {
            for k in 0..i {
                for j in 0..3 {
                    expected[3 * i + j] += expected[3 * k + j]
                }
            }
        }
        run! { mut m; for i, k { if k < i { for j { m[i, j] += m[k, j]; } } } }
        holds(&m, &expected);
    }
    test::<Dense<SparseByteMap<Element<f64>>>>();
    test::<SparseByteMap<Dense<Element<f64>>>>();
}

/// A workspace that is read in the statement that fills it.
#[test]
fn workspaces() {
    let a = Csr::from_dense([3, 4], &[1.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
    let (mut w, mut b) = (ByteMapVector::<f64>::default(), Csr::<f64>::default());
    run! {
        b .= 0;
        for j {
            w .= 0;
            for i in 0..4 { w[i] = coalesce(w[~(i - 1)], 0) + a[j, i]; }
            for i { b[j, i] = w[i]; }
        }
    }
    assert_eq!(
        b.to_dense().unwrap(),
        [1.0, 1.0, 3.0, 3.0, 0.0, 3.0, 3.0, 7.0, 0.0, 0.0, 0.0, 0.0]
    );
}

/// Steps at places by chance, each of which reads two and writes two, some of them the same; and a panic in some rounds.
#[test]
fn steps_by_chance() {
    const N: usize = 12;
    let mut random = Random::seeded(1);
    let mut y = ByteMapVector::<f64>::empty([N]).unwrap();
    let (mut expected, mut written) = (vec![0.0; N], Vec::new());
    for round in 0..60 {
        let mut places = || Vector::from((0..5).map(|_| random.below(N)).collect::<Vec<_>>());
        let [to, from, also, last] = [places(), places(), places(), places()];
        // What is too large to be stored is where the round is cut off.
        let most = if round % 5 == 4 { 40.0 } else { f64::MAX };
        let cut = |value: f64| {
            if value > most {
                panic!("too large")
            } else {
                value % 1000.0
            }
        };
        let steps = || {
            let mut expected = expected.clone();
            for k in 0..5 {
                let [to, from, also, last] = [&to, &from, &also, &last].map(|places| places.values()[k]);
                expected[to] = cut(expected[from] + expected[also] + 1.0);
                expected[last] += expected[to];
            }
            expected
        };
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(steps));
        let program = std::panic::AssertUnwindSafe(|| {
            finch! { mut y; for k { y[to[k]] := cut(y[from[k]] + y[also[k]] + 1.0); y[last[k]] += y[to[k]]; } }
                .run()
                .unwrap()
        });
        let cut_off = caught.is_err();
        assert_eq!(std::panic::catch_unwind(program).is_err(), cut_off, "{round}");
        // Panics leave it empty.
        expected = caught.unwrap_or_else(|_| vec![0.0; N]);
        holds(&y, &expected);
        // What is read is not listed for that.
        let listed: Vec<usize> = y.level().idx().iter().map(|&index| index as usize).collect();
        written = match cut_off {
            true => Vec::new(),
            false => [&written[..], to.values(), last.values()].concat(),
        };
        written.sort_unstable();
        written.dedup();
        assert_eq!(listed, written, "{round}");
    }
}
