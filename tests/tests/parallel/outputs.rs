//! How outputs are written.

use crate::{agrees, in_each_pool, in_pools};
use finch_algebra::by::By;
use finch_formats::prelude::*;
use finch_tests::data;
use finch_tests::nest::tensor;
use finch_tests::nests::{Flat, List};
use finch_traits::program::keep_awake;

type V = Vector<f64>;
type Rows = Dense<List>;

fn sample() -> (Tensor<Rows>, Tensor<Flat>) {
    let data = data::squares()
        .into_iter()
        .max_by_key(|data| data.entries().len())
        .unwrap();
    (tensor(&data), tensor(&data::vector_for(data.shape()[1])))
}

/// Numbers whose sums are rounded.
fn rounded(count: usize) -> V {
    let mut state = 1_u64;
    let number = |_| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as f64 / 3e5
    };
    V::from((0..count).map(number).collect::<Vec<_>>())
}

#[test]
fn some_are_owned_and_others_reduced() {
    let (a, x) = sample();
    agrees!(
        "for j, i { y[j] += a[j, i] * x[i]; z[i] += a[j, i]; c[j, i] = a[j, i] * x[j]; n[] max= a[j, i] }",
        [a, x],
        [new y = V::default(), new z = V::default(), new c = Matrix::<f64>::default(), new n = Scalar::<f64, NegInf>::default()],
        {
            y .= 0;
            z .= 0;
            c .= 0;
            n .= -inf;
            parallel for j, i {
                y[j] += a[j, i] * x[i];
                z[i] <<FastAdd>>= a[j, i];
                c[j, i] = a[j, i] * x[j];
                n[] <<max>>= a[j, i]
            }
        }
    );
}

#[test]
fn what_is_updated_keeps_what_it_holds() {
    let (a, x) = sample();
    let (before, s) = (V::from(vec![7.0; x.shape()[0]]), 3.0);
    agrees!(
        "for j, i { y[j] += a[j, i] * x[i]; z[i] += a[j, i]; s[] += a[j, i] }",
        [a, x],
        [old y = before.clone(), old z = before.clone(), old s = Scalar::<f64>::from(s)],
        {
            mut y;
            mut z;
            mut s;
            parallel for j, i { y[j] += a[j, i] * x[i]; z[i] <<FastAdd>>= a[j, i]; s[] <<FastAdd>>= a[j, i] }
        }
    );
}

#[test]
fn passes_follow_each_other() {
    let (a, x) = sample();
    agrees!(
        "for j, i { y[j] += a[j, i] * x[i] } for j { s[] += y[j] } for j { z[j] = y[j] + s[] }",
        [a, x],
        [new y = V::default(), new s = Scalar::<f64>::default(), new z = V::default()],
        {
            y .= 0;
            s .= 0;
            z .= 0;
            parallel for j, i { y[j] += a[j, i] * x[i] }
            for j { s[] += y[j] }
            parallel for j { z[j] = y[j] + s[] }
        }
    );
}

#[test]
fn ranges_conditions_and_names() {
    let (a, x) = sample();
    let n = x.shape()[0];
    agrees!(
        "for j in 1..4 { for i { if i <= j { y[j] += a[j, i] * x[i] } } }",
        [a, x],
        [old y = V::from(vec![1.0; n])],
        {
            mut y;
            parallel for j in 1..4, i { if i <= j { y[j] += a[j, i] * x[i] } }
        }
    );
    agrees!(
        "for j { if x[j] > 0 { for i { y[j] += a[j, i] * x[j]; s[] += a[j, i] * x[j] } } }",
        [a, x],
        [new y = V::default(), new s = Scalar::<f64>::default()],
        {
            y .= 0;
            s .= 0;
            parallel for j {
                if x[j] > 0 { for i { let product = a[j, i] * x[j]; y[j] += product; s[] <<FastAdd>>= product } }
            }
        }
    );
    // Around the loop: it runs in one part.
    agrees!(
        "for k in 0..2 { for j, i { y[j] += a[j, i] * x[i] } }",
        [a, x],
        [new y = V::default()],
        {
            y .= 0;
            for k in 0..2 { parallel for j, i { y[j] += a[j, i] * x[i] } }
        }
    );
    // By columns.
    agrees!(
        "for i, j { c[j, i] = x[j] - 2 * x[i] }",
        [x],
        [new c = Matrix::<f64>::default()],
        {
            c .= 0;
            parallel for i { for j { c[j, i] = x[j] - x[i] * 2.0 } }
        }
    );
    // The outer one of two.
    agrees!(
        "for j, i { c[j, i] = a[j, i] * x[i] }",
        [a, x],
        [new c = Matrix::<f64>::default()],
        {
            c .= 0;
            parallel for j { parallel for i { c[j, i] = a[j, i] * x[i] } }
        }
    );
}

#[test]
fn neighbours_are_read_but_not_written() {
    let x = V::from((0..40).map(|i| ((i * 7) % 11) as f64).collect::<Vec<_>>());
    agrees!(
        "for i { y[i] = coalesce(x[~(i - 1)], 0) + x[i] + coalesce(x[~(i + 1)], 0) }",
        [x],
        [new y = V::default()],
        {
            y .= 0;
            parallel for i { y[i] = coalesce(x[~(i - 1)], 0) + x[i] + coalesce(x[~(i + 1)], 0) }
        }
    );
}

#[test]
fn places_that_data_name_are_reduced() {
    let x = Tensor::<Dense<Element<usize>>>::from((0..100).map(|i| i * i % 7).collect::<Vec<_>>());
    let before = Tensor::<Dense<Element<i64>>>::from(vec![10; 7]);
    agrees!("for i { h[x[i]] += 1 }", [x], [old h = before.clone()], {
        mut h;
        parallel for i { h[x[i]] += 1 }
    });
}

/// A sum and a product of whole numbers, by hand.
#[test]
fn whole_numbers_are_summed_by_plus() {
    let x: Vec<i64> = (0..1000).map(|i| i * i % 101 - 50).collect();
    let signs: Vec<i64> = (0..1000).map(|i| if i * i % 7 == 2 { -1 } else { 1 }).collect();
    let found = in_pools(|| {
        let (mut s, mut p) = (Scalar::<i64>::default(), Scalar::<i64, One>::default());
        finch! {
            s .= 0;
            p .= 1;
            parallel for i { s[] += x[i]; p[] *= signs[i] }
        }
        .run_parallel_by(13)
        .unwrap();
        (s.get(), p.get())
    });
    assert_eq!(found, (x.iter().sum(), signs.iter().product()));
}

/// The first one, and the first of the least: whoever joins parts in another order finds others.
#[test]
fn parts_are_joined_in_order() {
    let x: Vec<f64> = (0..500)
        .map(|i| if i < 77 { 0.0 } else { ((i * 31) % 50) as f64 })
        .collect();
    let key = |i: usize| By::new(((i * 17) % 25) as f64, i);
    let keys: Vec<By<f64, usize>> = (0..500).map(key).collect();
    let least = keys
        .iter()
        .copied()
        .reduce(|a, b| if b.key < a.key { b } else { a })
        .unwrap();
    let first = *x.iter().find(|x| **x != 0.0).unwrap();
    for grain in [1, 7, 60] {
        let found = in_pools(|| {
            let mut s = Scalar::<f64>::default();
            let mut m = Scalar::<By<f64, usize>, Inf>::default();
            finch! {
                s .= 0;
                m .= inf;
                parallel for i { s[] <<choose(0)>>= x[i]; m[] <<minby>>= keys[i] }
            }
            .run_parallel_by(grain)
            .unwrap();
            (s.get(), m.get())
        });
        assert_eq!(found, (first, least));
    }
}

#[test]
fn rounded_sums_have_the_same_bits_on_any_number_of_threads() {
    let x = rounded(300_000);
    let bits = in_pools(|| {
        let mut s = Scalar::<f64>::default();
        finch! { s .= 0; parallel for i { s[] <<FastAdd>>= x[i] * x[i] } }
            .run_parallel()
            .unwrap();
        s.get().to_bits()
    });
    let exact: f64 = x.values().iter().map(|x| x * x).sum();
    assert!((f64::from_bits(bits) - exact).abs() < 1e-9 * exact);
}

#[test]
fn rows_have_the_bits_of_the_serial_program() {
    let n = 300;
    let x = rounded(n);
    let a = Matrix::<f64>::from_dense([n, n], rounded(n * n).values()).unwrap();
    let bits = |y: &V| y.values().iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    let mut y = V::default();
    finch! { y .= 0; parallel for j, i { y[j] += a[j, i] * x[i] } }
        .run()
        .unwrap();
    let found = in_pools(|| {
        let mut y = V::default();
        finch! { y .= 0; parallel for j, i { y[j] += a[j, i] * x[i] } }
            .run_parallel_by(7)
            .unwrap();
        bits(&y)
    });
    assert_eq!(found, bits(&y));
}

/// Programs without the macro.
#[test]
fn programs_of_functions() {
    let (a, x) = sample();
    indices!(j, i);
    let product = || {
        let mut y = V::default();
        program()
            .declare(&mut y)
            .body(|(y,)| parallel(j, forall(i, y.at((j,)).add(a.at((j, i)) * x.at((i,))))))
            .run_parallel_by(2)
            .unwrap();
        y.values().to_vec()
    };
    let mut serial = V::default();
    finch! { serial .= 0; for j, i { serial[j] += a[j, i] * x[i] } }
        .run()
        .unwrap();
    assert_eq!(in_pools(product), serial.values());
}

/// Workspaces that are read in the statement that fills them, as running minima are: each part has its own.
#[test]
fn workspaces_are_read_while_they_are_filled() {
    let a = Tensor::<Dense<Dense<Element<i64>>>>::from_dense(
        [40, 9],
        &(0..360).map(|i| (i * 37 % 101) as i64 - 30).collect::<Vec<_>>(),
    )
    .unwrap();
    let s = finch_formats::prelude::Csr::<i64>::from_tensor(&a).unwrap();
    // The first of the least of each row, and where it is.
    let expected: Vec<(i64, usize)> = (0..40)
        .map(|j| (0..9).map(|i| (a.get([j, i]).unwrap(), i)).min().unwrap())
        .collect();
    for grain in [1, 7, 400] {
        let found = in_pools(|| {
            let (mut least, mut place) = (Scalar::<i64, Inf>::default(), Scalar::<usize>::default());
            let (mut low, mut at) = (Vector::<i64>::default(), Vector::<usize>::default());
            finch! {
                low .= 0;
                at .= 0;
                parallel for j {
                    least .= inf;
                    {
                        place .= 0;
                        for i {
                            let here = a[j, i];
                            if here < least[] {
                                least[] := here;
                                place[] := i.value();
                            }
                        }
                        at[j] = place[];
                    }
                    low[j] = least[];
                }
            }
            .run_parallel_by(grain)
            .unwrap();
            low.values()
                .iter()
                .copied()
                .zip(at.values().iter().copied())
                .collect::<Vec<_>>()
        });
        assert_eq!(found, expected);
        // Sums of all that comes before, in a row that is a workspace; sparse rows are read.
        let sums = in_pools(|| {
            let (mut row, mut c) = (Vector::<i64>::default(), Matrix::<i64>::default());
            finch! {
                c .= 0;
                parallel for j {
                    row .= 0;
                    for i { row[i] := coalesce(row[~(i - 1)], 0) + s[j, i]; }
                    for i { c[j, i] = row[i]; }
                }
            }
            .run_parallel_by(grain)
            .unwrap();
            c.to_dense().unwrap()
        });
        for j in 0..40 {
            let mut sum = 0;
            for i in 0..9 {
                sum += a.get([j, i]).unwrap();
                assert_eq!(sums[9 * j + i], sum);
            }
        }
    }
}

/// Each part has a workspace of its own, although nothing is written into it.
#[test]
#[allow(unused_variables, reason = "nor does anything read what is cleared")]
fn workspaces_that_nothing_writes() {
    let (a, b) = (rounded(500), rounded(500));
    macro_rules! cleared {
        ($($workspace:ty),*) => { $(
            let (y, z) = in_pools(|| {
                let mut w = Tensor::<$workspace>::empty([500]).unwrap();
                let (mut y, mut z) = (V::default(), V::default());
                finch! {
                    y .= 0;
                    z .= 0;
                    parallel for j { w .= 0; y[j] = a[j]; z[j] = b[j]; }
                }
                .run_parallel_by(1)
                .unwrap();
                w.validate().unwrap();
                (y, z)
            });
            assert_eq!((y.values(), z.values()), (a.values(), b.values()));
        )* };
    }
    cleared!(
        Dense<Element<f64>>,
        SparseByteMap<Element<f64>>,
        SparseDict<Element<f64>>
    );
    // It is read by what could fill it, and behind that.
    let (y, z) = in_pools(|| {
        let (mut w, mut y, mut z) = (V::default(), V::default(), V::default());
        finch! {
            y .= 0;
            z .= 0;
            parallel for j {
                w .= 0;
                for i in 0..1 { y[j] += a[j] + coalesce(w[~i], 0.0); }
                for i in 0..1 { z[j] += b[j] + coalesce(w[~i], 0.0); }
            }
        }
        .run_parallel_by(1)
        .unwrap();
        (y, z)
    });
    assert_eq!((y.values(), z.values()), (a.values(), b.values()));
}

/// Loops of threads that are kept awake are those of others: in rounds, one kept awake inside of another, and after a panic.
#[test]
fn threads_are_kept_awake() {
    let a: Matrix<u32> = Matrix::from_dense([300, 70], &(0..21_000).collect::<Vec<u32>>()).unwrap();
    let sums = || {
        let mut y = Vector::<u32>::default();
        finch! { y .= 0; parallel for j { for i { y[j] += a[j, i] % 7_u32; } } }
            .run_parallel_by(400)
            .unwrap();
        y.values().to_vec()
    };
    let expected: Vec<u32> = (0..300)
        .map(|j| (70 * j..70 * (j + 1)).map(|at| at % 7).sum())
        .collect();
    in_each_pool(|| {
        let caught = std::panic::catch_unwind(|| keep_awake(|| panic!("{}", sums().len())));
        assert_eq!(*caught.unwrap_err().downcast::<String>().unwrap(), "300");
        let rounds = keep_awake(|| (0..30).map(|_| keep_awake(sums)).chain([sums()]).collect::<Vec<_>>());
        assert!(rounds.iter().all(|sums| *sums == expected));
        assert_eq!(sums(), expected);
    });
    // Others go on meanwhile, on the same threads.
    let others = keep_awake(|| rayon::join(|| (0..10).map(|_| sums()).reduce(|_, last| last), sums));
    assert_eq!(others, (Some(expected.clone()), expected));
}

/// An output is filled where the loop does not come, whoever fills it: behind its indices and before them, in passes that do not write
/// it, and where parts read it.
#[test]
fn outputs_are_filled_wherever_the_loop_does_not_come() {
    let a = Csr::from_triplets([500, 4], [([3, 1], 2), ([80, 0], 5), ([499, 3], 7)], Add).unwrap();
    let run = || {
        // Values of the last time are where those of this time will be.
        let mut outputs = [(); 4].map(|()| Matrix::filled([500, 4], 9_i64).unwrap());
        let [some, rows, read, late] = &mut outputs;
        finch! { some .= 0; parallel for j in 100..300 { for i in 1..3 { some[j, i] = 1; } } }
            .run_parallel_by(50)
            .unwrap();
        finch! { rows .= 0; parallel for j, i { rows[j, i] += a[j, i]; } }
            .run_parallel_by(50)
            .unwrap();
        finch! {
            read .= 0;
            late .= 0;
            parallel for j in 0..400 { for i in 0..4 { read[j, i] = (j + 1) as i64; } }
            parallel for j, i { late[j, i] = read[j, i]; }
        }
        .run_parallel_by(50)
        .unwrap();
        outputs.map(|output| output.values().to_vec())
    };
    let [some, rows, read, late] = in_pools(run);
    let all = |of: &dyn Fn(usize, usize) -> i64| (0..2000).map(|at| of(at / 4, at % 4)).collect::<Vec<_>>();
    assert_eq!(
        some,
        all(&|j, i| i64::from((100..300).contains(&j) && (1..3).contains(&i)))
    );
    assert_eq!(
        rows,
        all(&|j, i| [((3, 1), 2), ((80, 0), 5), ((499, 3), 7)]
            .iter()
            .find(|(at, _)| *at == (j, i))
            .map_or(0, |found| found.1))
    );
    assert_eq!(read, all(&|j, _| if j < 400 { j as i64 + 1 } else { 0 }));
    assert_eq!(late, read);
}

/// Threads fill an output that is large, before the loop and in the memory that it has.
#[test]
fn large_outputs_are_filled() {
    let places = [3, 70_000, 99_999];
    let run = || {
        let mut y = VectorWithFill::<f64, Inf>::filled([100_000], 1.0).unwrap();
        let mut c = Matrix::<u8>::default();
        finch! {
            y .= _;
            c .= 0;
            parallel for j in 0..100_000 {
                if j % 7 == 0 { y[j] = 2.0; }
                for i in 0..2 { if i == 1 { c[j, i] = 3; } }
            }
        }
        .run_parallel()
        .unwrap();
        for at in places {
            assert_eq!(y.values()[at], if at % 7 == 0 { 2.0 } else { f64::INFINITY });
        }
        let wrong = |(at, &value): (usize, &f64)| value != if at % 7 == 0 { 2.0 } else { f64::INFINITY };
        assert!(y.values().len() == 100_000 && !y.values().iter().enumerate().any(wrong));
        c.values().to_vec()
    };
    let c = in_pools(run);
    assert!(c.len() == 200_000 && c.chunks(2).all(|pair| pair == [0, 3]));
}
