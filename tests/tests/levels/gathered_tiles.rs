//! Rows that a loop adds to, tile by tile, of what is looked up at places that data name: beside the same loops over plain arrays, and what
//! is said of places that lie beyond.

use finch_formats::prelude::*;
use finch_formats::traits::{ErrorKind, Result};

const ROWS: usize = 3;
const INNER: usize = 4;

fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(|at| 1.0 / (1 + at * 7 % 31) as f64 - 0.3).collect()
}

/// What `c[j, i] += a[j, k] * x[place(k, i)]` comes to, of places that lie inside.
fn expected(a: &[f64], x: &[f64], n: usize, place: impl Fn(usize, usize) -> usize) -> Vec<f64> {
    let mut c = vec![0.0; ROWS * n];
    for j in 0..ROWS {
        for k in 0..INNER {
            for i in 0..n {
                if let Some(x) = x.get(place(k, i)) {
                    c[j * n + i] += a[j * INNER + k] * x
                }
            }
        }
    }
    c
}

#[test]
fn places_that_data_name() -> Result<()> {
    const LEN: usize = 19;
    let (values, numbers_of_x) = (numbers(ROWS * INNER), numbers(LEN));
    let a = Matrix::from_dense([ROWS, INNER], &values)?;
    let x = Vector::from(numbers_of_x.clone());
    for n in [0, 1, 5, 8, 16, 21, 33] {
        let mut named: Vec<u32> = (0..INNER * n).map(|at| (at * 5 % LEN) as u32).collect();
        let places = Matrix::from_dense([INNER, n], &named)?;
        let mut c = Matrix::default();
        let want = expected(&values, &numbers_of_x, n, |k, i| named[k * n + i] as usize);
        finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * x[places[k, i]]; } }
            .widest()
            .run()?;
        assert_eq!(c.values(), want);

        // Places of places.
        let again = Vector::from((0..LEN).map(|at| (LEN - 1 - at) as u8).collect::<Vec<_>>());
        let want = expected(&values, &numbers_of_x, n, |k, i| LEN - 1 - named[k * n + i] as usize);
        finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * x[again[places[k, i]]]; } }.run()?;
        assert_eq!(c.values(), want);

        // What lies beyond is missing where that is asked for, and else named.
        let Some(place) = named.get_mut(INNER * n / 2) else {
            continue;
        };
        *place = LEN as u32 + 3;
        let places = Matrix::from_dense([INNER, n], &named)?;
        let want = expected(&values, &numbers_of_x, n, |k, i| named[k * n + i] as usize);
        finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * coalesce(x[~places[k, i]], 0.0); } }.run()?;
        assert_eq!(c.values(), want);
        let error = finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * x[places[k, i]]; } }
            .widest()
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds);
        assert!(
            error.to_string().contains("the place 22 of a dimension of extent 19"),
            "{error}"
        );
        let empty = Vector::<f64>::default();
        let error = finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * empty[places[k, i]]; } }
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    }
    Ok(())
}
