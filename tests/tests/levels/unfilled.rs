//! Outputs whose rows are not filled before a loop adds to them: what the memory held before is never seen, whichever rows the loops leave
//! out, and however often they come to one.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::fault::Fault;
use finch_formats::traits::driver::Driver;
use finch_formats::traits::lifecycle::{Output, Private};
use finch_formats::traits::program::IntoOutput;
use finch_formats::traits::{Result, error};
use std::panic::{AssertUnwindSafe, catch_unwind};

const ROWS: usize = 6;
const INNER: usize = 5;

/// Less than a tile, two tiles and a rest.
const COLUMNS: [usize; 3] = [3, 8, 37];

/// Row, column and value, in some of the rows.
const ENTRIES: [(usize, usize, f64); 6] = [
    (1, 0, 0.3),
    (1, 3, -1.7),
    (2, 2, 0.1),
    (4, 0, 2.9),
    (4, 1, 0.7),
    (4, 4, -0.2),
];

fn number(at: usize) -> f64 {
    1.0 / (1 + at * 7 % 31) as f64 - 0.3
}

/// A matrix that held no numbers, in memory for so many of them.
fn used(n: usize) -> Result<Matrix<f64>> {
    Matrix::from_dense([ROWS, n], &vec![f64::NAN; ROWS * n])
}

/// `fill`, and behind it what all products are combined with by `op`, over arrays, for some of the rows and columns.
fn expected(
    n: usize,
    fill: f64,
    op: impl Fn(f64, f64) -> f64,
    rows: std::ops::Range<usize>,
    cols: std::ops::Range<usize>,
) -> Vec<f64> {
    let mut c = vec![fill; ROWS * n];
    for (j, k, value) in ENTRIES {
        for i in cols.clone() {
            if rows.contains(&j) {
                c[j * n + i] = op(c[j * n + i], value * number(k * n + i))
            }
        }
    }
    c
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(found), bits(expected))
}

fn right(n: usize) -> Result<Matrix<f64>> {
    Matrix::from_dense([INNER, n], &(0..INNER * n).map(number).collect::<Vec<_>>())
}

#[test]
fn rows_that_loops_leave_out() -> Result<()> {
    let entries = || ENTRIES.map(|(j, k, value)| ([j, k], value));
    let a = Csr::from_triplets([ROWS, INNER], entries(), Add)?;
    let few = Dcsr::from_triplets([ROWS, INNER], entries(), Add)?;
    let none = Dcsr::from_triplets([ROWS, INNER], [([0, 0], 0.0); 0], Add)?;
    let pairs = Coo::<f64>::from_triplets([ROWS, INNER], entries(), Add)?;
    let full: Matrix<f64> = a.convert()?;
    let add = |a: f64, b: f64| a + b;
    for n in COLUMNS {
        let b = right(n)?;
        let all = expected(n, 0.0, add, 0..ROWS, 0..n);
        macro_rules! product {
            ($a:ident) => {{
                let mut c = used(n)?;
                finch! { c .= 0; for j, k, i { c[j, i] += $a[j, k] * b[k, i]; } }
                    .wide()
                    .run()?;
                c
            }};
        }
        same(product!(a).values(), &all);
        same(product!(few).values(), &all);
        same(product!(pairs).values(), &all);
        same(product!(full).values(), &all);
        same(product!(none).values(), &vec![0.0; ROWS * n]);

        // In front of the loops, behind them, and between.
        let (rows, cols, mut c) = (1..4, 1..n - 1, used(n)?);
        let (lo, hi) = (cols.start, cols.end);
        finch! { c .= 0; for j in 1..4, k { for i in lo..hi { c[j, i] += a[j, k] * b[k, i]; } } }.run()?;
        same(c.values(), &expected(n, 0.0, add, rows, cols));

        // By name, and several times.
        let (d, mut c) = (Vector::from(vec![1.0; 3]), used(n)?);
        finch! { c .= 0; for j, k { let x = a[j, k]; for i { c[j, i] += x * b[k, i]; } } }.run()?;
        same(c.values(), &all);
        let mut c = used(n)?;
        finch! { c .= 0; for j, l, k, i { c[j, i] <<max>>= a[j, k] * b[k, i] * d[l]; } }.run()?;
        same(c.values(), &expected(n, 0.0, f64::max, 0..ROWS, 0..n));
    }
    Ok(())
}

/// What is not reached any more is filled, and a panic leaves nothing.
#[test]
fn loops_that_are_cut_off() -> Result<()> {
    let a = Csr::from_triplets([ROWS, INNER], ENTRIES.map(|(j, k, value)| ([j, k], value)), Add)?;
    let places = Vector::from(vec![0_usize, 1, 2, 3, 400]);
    for n in COLUMNS {
        let (b, mut c) = (right(n)?, used(n)?);
        let outcome = finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[places[k], i]; } }.run();
        assert!(outcome.is_err());
        assert!(c.values().iter().all(|value| !value.is_nan()));

        // Row 4 alone reads it.
        let last = number(4 * n);
        let fails = |x: f64| if x == last { panic!("as it should") } else { x };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i].map(fails); } }.run()
        }));
        assert!(outcome.is_err());
        assert!(c.values().iter().all(|value| *value == 0.0));
    }
    Ok(())
}

/// Vectors of sums: of rows that are looked up, in order and in any, of those that an outer list has, and of some alone.
#[test]
fn sums_that_loops_leave_out() -> Result<()> {
    let entries = || ENTRIES.map(|(j, k, value)| ([j, k], value));
    let x: Vector<f64> = right(1)?.values().to_vec().into();
    let used = || Vector::from(vec![f64::NAN; ROWS]);
    let expected = |rows| expected(1, 0.0, |a: f64, b: f64| a + b, rows, 0..1);
    macro_rules! sums {
        ($($a:expr),+) => { $(
            let (a, mut y) = ($a, used());
            finch! { y .= 0; for j, k { y[j] += a[j, k] * x[k]; } }.run()?;
            same(y.values(), &expected(0..ROWS));
            let mut y = used();
            finch! { y .= 0; for j, k { y[j] <<FastAdd>>= a[j, k] * x[k]; } }.run()?;
            same(y.values(), &expected(0..ROWS));
            let mut y = used();
            finch! { y .= 0; for j in 1..4, k { y[j] += a[j, k] * x[k]; } }.run()?;
            same(&y.values()[..4], &expected(1..4)[..4]);
            assert!(y.values().iter().all(|value| !value.is_nan()));
            // The second loop adds to what the first one stored.
            let mut y = used();
            finch! { y .= 0; for j, k { y[j] += a[j, k] * x[k]; } for j, k { y[j] += a[j, k] * x[k]; } }.run()?;
            for (&twice, once) in y.values().iter().zip(expected(0..ROWS)) {
                assert!((twice - 2.0 * once).abs() < 1e-12)
            }
        )+ };
    }
    sums! {
        Csr::from_triplets([ROWS, INNER], entries(), Add)?,
        Dcsr::from_triplets([ROWS, INNER], entries(), Add)?
    }
    let a = Csr::from_triplets([ROWS, INNER], entries(), Add)?;
    let fails = |x: f64| if x == number(4) { panic!("as it should") } else { x };
    let mut y = used();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        finch! { y .= 0; for j, k { y[j] += a[j, k] * x[k].map(fails); } }.run()
    }));
    assert!(outcome.is_err());
    assert!(y.values().iter().all(|value| *value == 0.0));
    let places = Vector::from(vec![0_usize, 1, 2, 3, 400]);
    let mut y = used();
    let outcome = finch! { y .= 0; for j, k { y[j] += a[j, k] * x[places[k]]; } }.run();
    assert!(outcome.is_err());
    assert!(y.values().iter().all(|value| !value.is_nan()));
    Ok(())
}

/// Fills that are no zeros.
#[test]
fn other_fills() -> Result<()> {
    let entries = ENTRIES.map(|(j, k, value)| ([j, k], value));
    let a = CsrWithFill::<f64, Inf>::from_triplets([ROWS, INNER], entries, Add)?;
    for n in COLUMNS {
        let (b, values) = (right(n)?, vec![f64::NAN; ROWS * n]);
        let mut c = MatrixWithFill::<f64, Inf>::from_dense([ROWS, n], &values)?;
        finch! { c .= inf; for j, k, i { c[j, i] <<min>>= a[j, k] + b[k, i]; } }.run()?;
        let mut least = vec![f64::INFINITY; ROWS * n];
        for (j, k, value) in ENTRIES {
            for i in 0..n {
                least[j * n + i] = least[j * n + i].min(value + number(k * n + i))
            }
        }
        same(c.values(), &least);
        if n == 3 {
            let x: Vector<f64> = (0..INNER).map(|k| number(k * n)).collect::<Vec<_>>().into();
            let mut y = VectorWithFill::<f64, Inf>::from(vec![f64::NAN; ROWS]);
            finch! { y .= inf; for j, k { y[j] <<min>>= a[j, k] + x[k]; } }.run()?;
            same(y.values(), &least.iter().step_by(n).copied().collect::<Vec<_>>())
        }
    }
    Ok(())
}

/// A matrix that cannot be opened again, once it is frozen.
#[derive(Debug)]
struct OpensOnce(Matrix<f64>);

#[derive(Clone, Copy, Debug)]
struct OpensOnceOutput<'t>(<&'t mut Matrix<f64> as IntoOutput>::Handle);

// SAFETY: the handle comes out of the mutable borrow of the matrix.
unsafe impl<'t> IntoOutput for &'t mut OpensOnce {
    type Handle = OpensOnceOutput<'t>;
    fn into_output(self, driver: Driver) -> Self::Handle {
        OpensOnceOutput(self.0.into_output(driver))
    }
}

// SAFETY: as that of a matrix does; one that is refused stays as it was.
unsafe impl<'t> Output for OpensOnceOutput<'t> {
    type T = f64;
    type Fill = Zero;
    type Rank = typenum::U2;
    type Fiber = <<&'t mut Matrix<f64> as IntoOutput>::Handle as Output>::Fiber;

    fn root(self) -> *const () {
        self.0.root()
    }
    fn shape(self, driver: Driver) -> Vec<usize> {
        self.0.shape(driver)
    }
    fn declare(self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.0.declare(driver, shape)
    }
    fn declare_unfilled(self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.0.declare_unfilled(driver, shape)
    }
    fn thaw(self, _driver: Driver) -> Result<()> {
        Err(error!(TooLarge, "it opens once"))
    }
    fn clear(self, driver: Driver) -> Result<(), Fault> {
        self.0.clear(driver)
    }
    fn freeze(self, driver: Driver) {
        self.0.freeze(driver)
    }
    fn reset(self, driver: Driver) {
        self.0.reset(driver)
    }
    fn fiber(self, driver: Driver) -> Self::Fiber {
        self.0.fiber(driver)
    }
}

// SAFETY: as that of a matrix, which has parts of its own.
unsafe impl Private for OpensOnceOutput<'_> {
    type Part = Box<()>;
    const APART: bool = true;
    const ATOMIC: bool = false;
    fn part(self, _driver: Driver, _shape: &[usize]) -> Result<Box<()>> {
        Err(error!(TooLarge, "it has no parts"))
    }
    fn pointer(part: &mut Box<()>) -> *mut () {
        &raw mut **part
    }
}

/// Where an output cannot be opened again once it is filled, those behind it are empty, whatever their memory held.
#[test]
fn outputs_that_cannot_be_filled() -> Result<()> {
    let x = Vector::from(vec![1.0; ROWS]);
    let (mut first, mut second) = (OpensOnce(used(3)?), OpensOnce(used(3)?));
    let program = finch! {
        first .= 0;
        second .= 0;
        for j, i in 0..3 { first[j, i] = x[j]; }
        for j, i in 0..3 { second[j, i] = x[j]; }
    };
    assert_eq!(program.run_parallel().unwrap_err().to_string(), "it opens once");
    for OpensOnce(matrix) in [first, second] {
        matrix.validate()?;
        same(matrix.values(), &vec![0.0; matrix.values().len()])
    }
    Ok(())
}
