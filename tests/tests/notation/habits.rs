//! What one writes by habit, from loops of Rust and from other libraries, and what it means here.

use finch_formats::prelude::*;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::number::{Number, Ordered};
use finch_formats::traits::algebra::{Add as Plus, BinaryOp, Mul as Times};
use finch_kernels::AsVector;

const ROWS: usize = 4;
const COLUMNS: usize = 6;

/// A matrix with holes, and its values.
fn matrix() -> Result<(Csr<i64>, [[i64; COLUMNS]; ROWS])> {
    let values: [[i64; COLUMNS]; ROWS] = core::array::from_fn(|j| {
        core::array::from_fn(|i| {
            if (3 * j + i) % 4 == 0 {
                0
            } else {
                (7 * j + 3 * i) as i64 - 9
            }
        })
    });
    let entries = (0..ROWS).flat_map(|j| (0..COLUMNS).map(move |i| ([j, i], values[j][i])));
    Ok((
        Csr::from_triplets([ROWS, COLUMNS], entries.filter(|entry| entry.1 != 0), Add)?,
        values,
    ))
}

/// The sum of the entries of `values` at which `holds`.
fn sum_where(values: &[[i64; COLUMNS]; ROWS], holds: impl Fn(isize, isize) -> bool) -> i64 {
    let places = (0..ROWS).flat_map(|j| (0..COLUMNS).map(move |i| (j, i)));
    places
        .filter(|&(j, i)| holds(j as isize, i as isize))
        .map(|(j, i)| values[j][i])
        .sum()
}

fn axpby<T: Number>(alpha: T, beta: T, x: &Vector<T>, y: &mut Vector<T>) -> Result<()> {
    finch! { mut y; for i { y[i] = beta * y[i] + alpha * x[i]; } }.run()?;
    finch! { mut y; for i { y[i] = y[i] - beta * x[i]; } }.run()?;
    finch! { mut y; for i { if x[i] != beta { y[i] += x[i] * alpha; } } }.run()?;
    finch! { mut y; for i { y[i] += alpha; } }.run()
}

#[test]
fn numbers_of_a_generic_type_stand_in_front_and_behind() -> Result<()> {
    fn check<T: Number>(numbers: [T; 6]) -> Result<()> {
        let [alpha, beta, a, b, c, d] = numbers;
        let mut y = Vector::from(vec![c, d]);
        axpby(alpha, beta, &Vector::from(vec![a, b]), &mut y)?;
        for (place, (x, y_before)) in [(a, c), (b, d)].into_iter().enumerate() {
            let mut wanted = Plus
                .apply(Times.apply(beta, y_before), Times.apply(alpha, x))
                .difference(beta.product(x));
            if x != beta {
                wanted = wanted.sum(x.product(alpha));
            }
            assert_eq!(y.values()[place], wanted.sum(alpha));
        }
        Ok(())
    }
    check([3, -2, 5, -2, 7, 11])?;
    check([0.5, -2.0, 3.0, -2.0, 8.0, 0.25])?;
    check([1_u8, 2, 3, 4, 5, 6].map(core::num::Wrapping))
}

fn in_any_expression<T: Ordered>(alpha: T, beta: T, x: &Vector<T>, z: &Vector<T>) -> Result<Vector<T>> {
    let mut y = Vector::<T>::default();
    finch! {
        y .= 0;
        for i {
            y[i] += alpha * (x[i] + z[i]);
            y[i] += x[i] + alpha / z[i] - beta * (x[i] - z[i]);
            y[i] += beta + alpha * x[i] * x[i] - alpha * ((x[i] + z[i]) * beta);
            y[i] += alpha - beta * x[i];
            y[i] += beta + alpha * (x[i] + z[i]);
            y[i] += beta - alpha * square(x[i]);
            y[i] += alpha + beta / (x[i] + z[i]) * z[i];
            if alpha < x[i] { y[i] += x[i] - alpha * square(z[i]) }
            if beta >= x[i] + alpha { y[i] += (alpha - x[i]) * beta }
        }
    }
    .run()?;
    Ok(y)
}

#[test]
fn numbers_of_a_generic_type_stand_in_any_expression() -> Result<()> {
    let (alpha, beta, x, z) = (4.0, 8.0, [1.0, 6.0, 16.0], [2.0, 1.0, 4.0]);
    let y = in_any_expression(alpha, beta, &Vector::from(x.to_vec()), &Vector::from(z.to_vec()))?;
    for (place, (x, z)) in x.into_iter().zip(z).enumerate() {
        let mut wanted: f64 = alpha * (x + z);
        wanted += x + alpha / z - beta * (x - z);
        wanted += beta + alpha * x * x - alpha * ((x + z) * beta);
        wanted += alpha - beta * x;
        wanted += beta + alpha * (x + z);
        wanted += beta - alpha * (x * x);
        wanted += alpha + beta / (x + z) * z;
        if alpha < x {
            wanted += x - alpha * (z * z);
        }
        if beta >= x + alpha {
            wanted += (alpha - x) * beta;
        }
        assert_eq!(y.values()[place], wanted);
    }
    Ok(())
}

#[test]
fn names_in_front_of_accesses_are_what_they_were() -> Result<()> {
    let x = Vector::from(vec![2.0_f32, 4.0]);
    let count = Vector::from(vec![3_usize, 5]);
    let (half, mut y, mut n) = (0.5, Vector::<f32>::default(), Vector::<usize>::default());
    finch! {
        y .= 0;
        n .= 0;
        for i { let d = x[i]; y[i] = d * x[i] + half * x[i] - half / x[i]; n[i] = i * count[i] - i + count[i]; }
    }
    .run()?;
    assert_eq!((y.values(), n.values()), (&[4.75, 17.875][..], &[3, 9][..]));
    Ok(())
}

#[test]
fn ranges_end_with_indices_of_loops_around() -> Result<()> {
    let (a, values) = matrix()?;
    macro_rules! sums {
        ($s:ident: $($name:literal: {$($program:tt)*}, |$j:ident, $i:ident| $holds:expr;)*) => { $(
            let mut $s = Scalar::<i64>::new(0);
            finch! { $s .= 0; $($program)* }.run()?;
            assert_eq!($s.get(), sum_where(&values, |$j, $i| $holds), $name);
        )* };
    }
    let (n, rows, from) = (COLUMNS, ROWS, 2);
    sums! { s:
        "0..j": { for j { for i in 0..j { s[] += a[j, i]; } } }, |j, i| i < j;
        "0..j of an inner loop": { for j, i in 0..j { s[] += a[j, i]; } }, |j, i| i < j;
        "0..j + 1": { for j { for i in 0..j + 1 { s[] += a[j, i]; } } }, |j, i| i <= j;
        "j..n": { for j, i in j..n { s[] += a[j, i]; } }, |j, i| i >= j;
        "j + 1..n": { for j in 0..rows, i in j + 1..n { s[] += a[j, i]; } }, |j, i| i > j;
        "j..5": { for j { for i in j..5 { s[] += a[j, i]; } } }, |j, i| i >= j && i < 5;
        "numbers by name": { for j in 1..rows, i in from..n { s[] += a[j, i]; } }, |j, i| j >= 1 && i >= 2;
        "a number and a sum": { for j in 0..from + 1 { for i in from + 1..n { s[] += a[j, i]; } } }, |j, i| j < 3 && i >= 3;
    }
    // Ends of two loops: for each pair, what is between.
    let (mut between, mut wanted) = (Scalar::<i64>::new(0), 0);
    finch! { between .= 0; for j, k in 0..n, i in j..k { between[] += a[j, i]; } }.run()?;
    for (j, row) in values.iter().enumerate() {
        for k in 0..COLUMNS {
            wanted += row.iter().take(k).skip(j).sum::<i64>();
        }
    }
    assert_eq!(between.get(), wanted);
    // What is beyond the extent is said, as of any range that is not plain numbers.
    let (x, mut s) = (Vector::from(vec![1, 2]), Scalar::new(0));
    let error = finch! { s .= 0; for j in 0..n { for i in 0..j { s[] += x[i]; } } }
        .run()
        .unwrap_err();
    assert!(error.to_string().contains("ends at 3, beyond the extent 2"), "{error}");
    Ok(())
}

#[test]
fn distances_of_indices_are_bands() -> Result<()> {
    let (a, values) = matrix()?;
    macro_rules! bands {
        ($j:ident $i:ident: $({$($condition:tt)*} |$apart:ident| $holds:expr;)*) => { $(
            let mut s = Scalar::<i64>::new(0);
            finch! { s .= 0; for $j, $i { if $($condition)* { s[] += a[$j, $i]; } } }.run()?;
            assert_eq!(s.get(), sum_where(&values, |j, i| { let $apart = (i - j).abs(); $holds }), stringify!($($condition)*));
        )* };
    }
    let (none, width, all) = (0_usize, 2, usize::MAX);
    bands! { j i:
        { (i - j).abs() <= 1 } |apart| apart <= 1;
        { i.abs_diff(j) < width } |apart| apart < 2;
        { i.abs_diff(j) < none } |_apart| false;
        { (j - i).abs() <= 0 } |apart| apart == 0;
        { (i - j).abs() > 1 } |apart| apart > 1;
        { (i - j).abs() >= width } |apart| apart >= 2;
        { (i - j).abs() == width } |apart| apart == 2;
        { (i - j).abs() == 0 } |apart| apart == 0;
        { (i - j).abs() != 1 } |apart| apart != 1;
        { 1 >= (i - j).abs() } |apart| apart <= 1;
        { width < i.abs_diff(j) } |apart| apart > 2;
        { 1 == (i - j).abs() } |apart| apart == 1;
        { (i - j).abs() <= all } |_apart| true;
    }
    let mut s = Scalar::<i64>::new(0);
    let program = finch! { s .= 0; for j, i { if (i - j).abs() <= 1 { s[] += a[j, i]; } } };
    assert!(program.explain().contains("-1 <= i - j <= 1"));
    program.run()
}

#[test]
fn outputs_are_divided() -> Result<()> {
    let x = SparseVectorWithFill::<f64, One>::from_dense([4], &[1.0, 4.0, 1.0, 0.5])?;
    let mut y = Vector::from(vec![8.0, 20.0, 3.0, 2.0]);
    let program = finch! { mut y; for i { y[i] /= x[i]; } };
    // What divides by one is left out.
    assert!(program.explain().contains("no-op (y[i] /= 1)"));
    program.run()?;
    assert_eq!(y.values(), [8.0, 5.0, 3.0, 4.0]);

    // Run by run, as often as it is long.
    let (runs, mut s) = (RunVector::from_dense([5], &[2, 2, 2, 3, 3])?, Scalar::new(1000));
    finch! { mut s; for i { s[] /= runs[i]; } }.run()?;
    assert_eq!(s.get(), 1000 / 2 / 2 / 2 / 3 / 3);
    let error = finch! { mut s; for i in 0..2 { s[] /= 0; } }.run().unwrap_err();
    assert!(error.to_string().contains("zero"), "{error}");
    Ok(())
}

#[test]
fn extrema_are_named_as_functions_and_places_are_asked_of_values() -> Result<()> {
    let x = Vector::from(vec![1.0, 7.0, 3.0]);
    let (mut most, mut least, mut back) = (
        Scalar::<f64, NegInf>::default(),
        Scalar::<f64, Inf>::default(),
        Vector::default(),
    );
    finch! {
        most .= -inf;
        least .= inf;
        back .= 0;
        for i { most[] <<f64::max>>= x[i]; least[] <<f64::min>>= x[i]; }
        for i in 0..x.len() { back[i] = x[x.len() - 1 - i]; }
    }
    .run()?;
    assert_eq!(
        (most.get(), least.get(), back.values()),
        (7.0, 1.0, &[3.0, 7.0, 1.0][..])
    );
    Ok(())
}

#[test]
fn tensors_know_their_extents_and_have_plain_indices() -> Result<()> {
    let (a, values) = matrix()?;
    assert_eq!((a.nrows(), a.ncols()), (ROWS, COLUMNS));
    assert_eq!((a[(1, 2)], a[(0, 0)]), (values[1][2], 0));
    let mut x = Vector::from(vec![1, 2, 3]);
    x[1] = 5;
    x[1] += 1;
    assert_eq!((x[1], x.len(), x.is_empty()), (6, 3, false));
    let mut m = Matrix::<i32>::empty([2, 2])?;
    m[(1, 0)] = 4;
    assert_eq!(m.to_dense()?, [0, 0, 4, 0]);
    Ok(())
}

#[test]
#[should_panic(expected = "the index [3] is out of bounds")]
fn a_plain_index_is_checked() {
    let _ = Vector::from(vec![1, 2, 3])[3];
}

#[test]
fn kernels_read_memory_of_rust() -> Result<()> {
    let (a, values) = matrix()?;
    let x = vec![1_i64, -2, 3, -4, 5, -6];
    let wanted = values.map(|row| row.iter().zip(&x).map(|(a, x)| a * x).sum::<i64>());
    fn product(a: &Csr<i64>, x: &(impl AsVector<i64> + ?Sized)) -> Result<Vector<i64>> {
        finch_kernels::spmv(a, x)
    }
    for y in [
        product(&a, &x)?,
        product(&a, &x[..])?,
        product(&a, &[1, -2, 3, -4, 5, -6])?,
        product(&a, &Vector::from(x.clone()))?,
        product(&a, &std::rc::Rc::new(Vector::from(x.clone())))?,
    ] {
        assert_eq!(y.values(), wanted);
    }
    let turned = finch_kernels::spmv_transposed(&a, &[1, 1, 1, 1])?;
    let columns: Vec<i64> = (0..COLUMNS).map(|i| values.iter().map(|row| row[i]).sum()).collect();
    assert_eq!(turned.values(), columns);
    assert!(finch_kernels::spmv(&a, &x[..5]).unwrap_err().to_string().contains("5"));
    Ok(())
}
