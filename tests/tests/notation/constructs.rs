//! Each construct of the notation.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::fill::Fill;
use finch_formats::traits::algebra::known::{Tagged, UserTag};
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{MinPlus, Semiring};
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::traits::{ErrorKind, Result};
use typenum::{U0, U1, U2};

fn x() -> Vector<f64> {
    Vector::from(vec![3.0, -1.0, 0.0, 2.0])
}

/// A fill of the user's own.
#[derive(Clone, Copy, Debug, Default)]
struct Blank;

impl Fill<u8> for Blank {
    type Known = Tagged<UserTag<U0>>;
    const VALUE: &'static u8 = &255;
}

#[test]
fn declarations() {
    let x = x();
    let (mut sum, mut product) = (Scalar::new(0.0), Scalar::<f64, One>::default());
    let (mut least, mut most) = (Scalar::<f64, Inf>::default(), Scalar::<f64, NegInf>::default());
    let (mut all, mut some) = (Scalar::<bool, True>::default(), Scalar::<bool, False>::default());
    let (mut image, mut any) = (Vector::<u8>::default(), VectorWithFill::<u8, Blank>::default());
    finch! {
        sum .= 0.0;
        product .= 1;
        least .= inf;
        most .= -inf;
        all .= true;
        some .= false;
        image .= _;
        any .= Blank;
        for i { sum[] += x[i]; product[] *= x[i]; }
        for i { least[] <<min>>= x[i]; most[] <<max>>= x[i]; }
        for i { all[] &= x[i] >= 0.0; some[] |= x[i] > 2.5; }
        for i in 0..2 { image[i] = 7; any[i] = 9; }
    }
    .run()
    .unwrap();
    assert_eq!(
        (sum.get(), product.get(), least.get(), most.get()),
        (4.0, -0.0, -1.0, 3.0)
    );
    assert_eq!((all.get(), some.get()), (false, true));
    assert_eq!((image.values(), any.values()), (&[7, 7][..], &[9, 9][..]));
    finch! { image .= 0; }.run().unwrap();
    assert_eq!(image.values(), [0, 0]);
}

#[test]
fn assignments() {
    let x = x();
    let mut y = Vector::from(vec![10.0; 4]);
    let mut first = Scalar::<f64>::new(0.0);
    let half = 0.5;
    finch! {
        mut y;
        first .= 0;
        for i {
            y[i] += x[i];
            first[] <<choose(0)>>= x[i]
        }
        for i in 0..4 { y[i] *= 2.0; y[i] *= 1.0 }
        for i in 0..4 { y[i] <<mul>>= half; }
        for i in 1..2 { y[i] := 77.0; }
        for i in 2..3 { y[i] <<Overwrite>>= -x[i] - 1.0 }
    }
    .run()
    .unwrap();
    assert_eq!((y.values(), first.get()), (&[13.0, 77.0, -1.0, 12.0][..], 3.0));
}

#[test]
fn conditions() {
    let x = x();
    let count = |of: Result<()>, s: &Scalar<i32>| of.map(|()| s.get()).unwrap();
    let mut s = Scalar::new(0);
    let (n, flag) = (3, true);
    macro_rules! counted {
        (|$j:ident, $i:ident| $($condition:tt)+) => {{
            let outcome = finch! {
                s .= 0;
                for $j in 0..4, $i { if $($condition)+ { s[] += 1 * weight(x[$i]); } }
            }
            .run();
            count(outcome, &s)
        }};
    }
    // One for each index.
    fn weight<E: finch_formats::traits::expr::Expr<T = f64>>(
        value: finch_formats::traits::expr::overload::Value<E>,
    ) -> finch_formats::traits::expr::overload::Value<
        finch_formats::traits::expr::map::Map1<finch_formats::traits::algebra::Unary<fn(f64) -> i32>, E>,
    > {
        map1(finch_formats::traits::algebra::Unary(|_| 1), value)
    }
    let all = |condition: fn(usize, usize, f64) -> bool| {
        let x = x.values();
        (0..4)
            .flat_map(|j| (0..4).map(move |i| (j, i)))
            .filter(|&(j, i)| condition(j, i, x[i]))
            .count() as i32
    };
    assert_eq!(counted!(|j, i| i < j), all(|j, i, _| i < j));
    // The chunk, or the part, may be an index or a number.
    assert_eq!(
        counted!(|j, i| i.in_chunk(1, 3) || j.in_part(0, 4, n) || i.in_chunk(j, 2)),
        all(|j, i, _| i == 3 || j == 0 || i / 2 == j)
    );
    assert_eq!(counted!(|j, i| i == j || i > 2), all(|j, i, _| i == j || i > 2));
    assert_eq!(
        counted!(|j, i| i != j && !(i >= n) && flag),
        all(|j, i, _| i != j && i < 3)
    );
    assert_eq!(counted!(|j, i| 1 <= i && n > j), all(|j, i, _| 1 <= i && 3 > j));
    assert_eq!(
        counted!(|j, i| -1 <= i - j && i - j < 2),
        all(|j, i, _| j <= i + 1 && i < j + 2)
    );
    assert_eq!(
        counted!(|j, i| x[i] > 0 && 2.5 >= x[i]),
        all(|_, _, x| x > 0.0 && 2.5 >= x)
    );
    assert_eq!(
        counted!(|j, i| (x[i] == 0) | (j == 0)),
        all(|j, _, x| x == 0.0 || j == 0)
    );
    assert_eq!(
        counted!(|j, i| i == 1 || x[i] < x[i] + 1.0 && j != 1),
        all(|j, i, _| i == 1 || j != 1)
    );
}

#[test]
fn names_and_calls() {
    let x = x();
    let factors = [2.0, 5.0];
    let mut y = Vector::<f64>::default();
    finch! {
        let shift = 1.0;
        y .= 0;
        for i {
            let a = x[i] * {factors[1]};
            let b = max(a, -2.0) + shift;
            y[i] = min(b.max(constant(0.0)), abs(a)) / (1.0 + 1.0);
        }
    }
    .run()
    .unwrap();
    let expected = x.values().iter().map(|x| {
        let a = x * 5.0;
        (f64::max(a, -2.0) + 1.0).max(0.0).min(a.abs()) / 2.0
    });
    assert_eq!(y.values(), expected.collect::<Vec<_>>());
}

#[test]
fn workspaces_one_after_the_other() {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add).unwrap();
    let (mut y, mut row, mut twice) = <(Vector<f64>, ByteMapVector<f64>, Vector<f64>)>::default();
    finch! {
        y .= 0;
        for j {
            row .= 0;
            for i { row[i] += a[j, i]; }
            twice .= 0;
            {
                for i { twice[i] += row[i]; }
                for i { twice[i] += row[i]; }
            }
            for i { y[j] += twice[i] * row[i]; }
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [8.0, 34.0]);
}

/// Formats and values are parameters; outputs are borrowed.
fn scaled<T: Number + std::ops::Mul<Output = T>>(
    c: &mut Tensor<impl WriteLevel<T = T, Rank = U2, Fill = Zero>>,
    a: &Tensor<impl Level<T = T, Rank = U2>>,
    factor: T,
) -> Result<()> {
    finch! {
        c .= 0;
        for j, i { c[j, i] = constant(factor) * a[j, i]; }
    }
    .run()
}

/// Reducers and operators are parameters.
fn row_sums<T: Copy + 'static, S: Semiring<T>>(
    _semiring: S,
    y: &mut Tensor<impl WriteLevel<T = T, Rank = U1, Fill = S::Zero>>,
    a: &Tensor<impl Level<T = T, Rank = U2>>,
) -> Result<()> {
    finch! {
        y .= _;
        for j, i { y[j] <<S::plus()>>= map2(S::times(), a[j, i], a[j, i]); }
    }
    .run()
}

#[test]
fn generic_programs() {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2), ([1, 0], 1), ([1, 2], 4)], Add).unwrap();
    let mut c = Dcsr::<i32>::default();
    scaled(&mut c, &a, 3).unwrap();
    assert_eq!(c.to_dense().unwrap(), [0, 6, 0, 3, 0, 12]);
    let lengths =
        CsrWithFill::<f64, Inf>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.5), ([1, 2], 4.0)], Min).unwrap();
    let mut y = VectorWithFill::<f64, Inf>::default();
    row_sums(MinPlus, &mut y, &lengths).unwrap();
    assert_eq!(y.values(), [4.0, 3.0]);
}

/// Messages call tensors and indices as the program does.
#[test]
fn messages_use_the_names() {
    let (a, short) = (Csr::<f64>::empty([2, 3]).unwrap(), Vector::from(vec![1.0; 2]));
    let mut y = Vector::<f64>::default();
    let program = finch! {
        y .= 0;
        for row, col { y[row] += a[row, col] * short[col]; }
    };
    assert!(program.explain().contains("y[row]"), "{}", program.explain());
    let error = program.run().unwrap_err().to_string();
    assert_eq!(
        error,
        "index `col` has extent 3 in `a` (axis 1) but 2 in `short` (axis 0)"
    );
}

/// What the macro names is out of reach for a program, and the other way round.
#[test]
fn names_do_not_clash() {
    let outputs = Vector::from(vec![1.0, 2.0]);
    let (workspace, named, body, access) = (Scalar::new(2.0), 3.0, [4.0], Scalar::new(0.5));
    let (mut producer, mut range) = (Vector::<f64>::default(), Scalar::new(0.0));
    let mut run = || {
        finch! {
            producer .= 0;
            for program in 0..outputs.shape()[0].min(1 + 1) {
                range .= 0;
                for at in 0..1 { range[] += workspace[] * named; }
                let root = range[] + outputs[program];
                producer[program] = root * {body[0]} * access[];
            }
        }
        .run()
    };
    run().unwrap();
    run().unwrap();
    assert_eq!(producer.values(), [14.0, 16.0]);
}

/// Types know the literals `0` and `1` in calls, whatever type is wanted: nothing is stored where nothing was.
#[test]
fn literals_in_calls() {
    let x = SparseVector::from_triplets([6], [([1], -2.0), ([4], 3.0)], Add).unwrap();
    let (mut y, mut z, mut w) = <(SparseVector<f64>, SparseVector<f64>, Vector<_>)>::default();
    let mut p = Vector::<usize>::default();
    finch! {
        y .= 0;
        z .= 0;
        w .= 0;
        p .= 0;
        for i { y[i] = max(x[i], 0); }
        for i { z[i] = select(x[i] < 0.0, x[i], 0); }
        for i in 0..8 { w[i] = coalesce(x[~i], 1) + 2usize.min(1) as f64; }
        for i { p[i] = select(x[i] != 0, i, 0); }
    }
    .run()
    .unwrap();
    assert_eq!(y.level().idx()[..], [1, 4]);
    assert_eq!(y.to_dense().unwrap(), [0.0, 0.0, 0.0, 0.0, 3.0, 0.0]);
    assert_eq!(z.to_dense().unwrap(), [0.0, -2.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(w.values(), [1.0, -1.0, 1.0, 1.0, 4.0, 1.0, 2.0, 2.0]);
    assert_eq!(p.values(), [0, 1, 0, 0, 4, 0]);
}

#[test]
fn shifts() {
    let x = Vector::from(vec![1_u64, 3, u64::MAX]);
    let (mut y, mut z) = (Vector::default(), Vector::default());
    finch! {
        y .= 0;
        z .= 0;
        for i {
            y[i] = (x[i] << 1) | x[i] >> 63;
            z[i] = x[i] - 1 >> 1 & 7 << 1;
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [2, 6, u64::MAX]);
    assert_eq!(z.values(), [0, 0, 14]);
}

/// Places that are calculated, of indices and of data.
#[test]
fn calculated_places() {
    let (x, at) = (x(), Vector::from(vec![7_u8, 200, 33]));
    let n = x.shape()[0];
    let (mut half, mut round, mut bins) = (
        Vector::default(),
        Vector::default(),
        Vector::<i32>::empty([16]).unwrap(),
    );
    finch! {
        half .= 0;
        round .= 0;
        mut bins;
        for i in 0..8 { half[i] = x[i / 2]; }
        for i in 0..6 { round[i] = x[(2 * i + 1) % n]; }
        for k {
            bins[at[k] / 16] += 1;
            bins[15 - at[k] / 16 % 3] += 10;
        }
    }
    .run()
    .unwrap();
    assert_eq!(half.values(), [3.0, 3.0, -1.0, -1.0, 0.0, 0.0, 2.0, 2.0]);
    assert_eq!(round.values(), [-1.0, 2.0, -1.0, 2.0, -1.0, 2.0]);
    assert_eq!(bins.values(), [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 10, 0, 20]);
    let text = finch! { mut bins; for k { bins[(at[k] + 1) % 16 * 2 - 1] += 1; } }.explain();
    assert!(text.contains("bins[((at[k] + 1) % 16) * 2 - 1]"), "{text}");
    let (none, mut y) = (0, Vector::default());
    let divided = finch! {
        y .= 0;
        for i in 0..3 { y[i] = x[i / none]; }
    }
    .run();
    assert_eq!(divided.unwrap_err().kind(), ErrorKind::Arithmetic);
}

/// A place that data name as floats.
#[test]
fn converted_places() {
    let (at, mut bins) = (
        Vector::from(vec![2.5, 0.0, 2.0, -7.0]),
        Vector::<i32>::empty([3]).unwrap(),
    );
    finch! {
        mut bins;
        for k {
            bins[at[k] as usize] += 1;
            bins[2 - at[k] as usize / 2] += 10;
        }
    }
    .run()
    .unwrap();
    assert_eq!(bins.values(), [2, 20, 22]);
    let text = finch! { mut bins; for k { bins[at[k] as usize] += 1; } }.explain();
    assert!(text.contains("bins[as(at)]"), "{text}");
    let (at, mut bins) = (Vector::from(vec![2.5, 3.0]), Vector::<i32>::empty([3]).unwrap());
    let beyond = finch! { mut bins; for k { bins[at[k] as usize] += 1; } }.run();
    assert_eq!(beyond.unwrap_err().kind(), ErrorKind::OutOfBounds);
}

/// The smaller and the larger of a value and a number.
#[test]
fn methods_of_values_and_numbers() {
    let (x, n) = (Vector::from(vec![-1.0, 0.25, 3.0]), Vector::from(vec![1_u8, 2, 3]));
    let (mut y, mut m, most) = (Vector::default(), Vector::default(), 2);
    finch! {
        y .= 0;
        m .= 0;
        for i { y[i] = x[i].max(0.0).min(x[i] * x[i]); }
        for i { m[i] = n[i].min(most).max(2); }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [0.0, 0.0625, 3.0]);
    assert_eq!(m.values(), [2, 2, 2]);
}

#[test]
fn braces_in_ranges() {
    let x = x();
    let (mut y, n) = (Vector::default(), [0, 4]);
    finch! {
        y .= 0;
        for j in {n[0]}..{n[1] - 3}, i in {let [_, n] = n; 1..n} { y[i - 1] += x[i - j]; }
        for i in {n[0] + 1}..{n[1] - 1} { y[i] += 10.0; }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [-1.0, 10.0, 12.0]);
}
