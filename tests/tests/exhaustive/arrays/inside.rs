//! What operations ask of their operands: how large they are, what is wrong with them, and which products they are made of. The operand here
//! is a product, which has no extents but those of its factors.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::{U0, U1};
use finch_formats::{Error, ErrorKind, Result};

/// What an operation says of itself: its mean, the mean of what it computes, and its products.
type Said = (&'static str, Result<f64>, Result<f64>, String);

macro_rules! said {
    ($($lazy:expr,)*) => { vec![$({
        let lazy = $lazy;
        let computed = lazy.compute().and_then(|array| array.to_dense());
        let mean = computed.map(|values| values.iter().sum::<f64>() / values.len() as f64);
        (stringify!($lazy), lazy.mean(), mean, lazy.explain())
    }),*] };
}

/// Each operation on the product of two matrices, of 3 by 5 and 5 by 4 if nothing is wrong, and on one of 5 by 5.
fn operations(a: &Matrix<f64>, b: &Matrix<f64>, c: &Matrix<f64>) -> Vec<Said> {
    let product = a.matmul(b);
    let square = c.matmul(&(c * 2.0));
    let row = product.pick::<0>(1);
    let edge = Vector::from(vec![1.0, 2.0]);
    let cube = Cube::from_dense([3, 4, 2], &[1.0; 24]).unwrap();
    said![
        &product,
        &product - 1.0,
        product.t(),
        product.swizzle::<(U1, U0)>(),
        product.window([1..3, 0..2]),
        product.gt(0.0).select(&product, &(&product * 2.0)),
        product.pick::<0>(2),
        product.pick::<1>(2),
        row.column() * c.pick::<0>(1),
        square.diagonal(),
        product.stack(&(&product * 2.0)),
        product.stack_axis::<2, _>(&product),
        product.concatenate::<0, _>(&product),
        product.concatenate::<1, _>(&a.window([0..3, 0..2])),
        product.pad([[1, 2], [3, 0]]),
        product.roll::<0>(1),
        product.flip::<0>(),
        product.tile::<0>(2),
        product.repeat::<1>(3),
        product.expand_dims::<0>(),
        product.expand_dims::<2>(),
        product.broadcast_to([2, 3, 4]),
        row.broadcast_to([2, 4]),
        product.flatten(),
        product.flatten().stretches(6),
        product.outer(&edge),
        edge.outer(&product),
        product.kron(&product.window([0..2, 0..3])),
        product.matmul(&product.t()),
        c.matmul(&square),
        product.tensordot(&product.t()),
        cube.tensordot_axes::<(U0, U1), (U0, U1), _>(&product),
        product.tensordot_axes::<(U0, U1), (U0, U1), _>(&cube),
        product.tensordot_axis::<0, 0, _>(&product),
        product.sum_axis::<0>() * 2.0,
        product.sum_axis::<1>() * 2.0,
        product.mean_axis::<1>(),
        product - product.mean_axis::<1>().column(),
        product - product.sum_axis::<0>(),
    ]
}

fn numbers(rows: usize, cols: usize) -> Matrix<f64> {
    let values: Vec<f64> = (0..rows * cols).map(|n| (n * n % 11) as f64 - 4.0).collect();
    Matrix::from_dense([rows, cols], &values).unwrap()
}

#[test]
fn products_within_operations() -> Result<(), Error> {
    for (name, mean, of_computed, products) in operations(&numbers(3, 5), &numbers(5, 4), &numbers(5, 5)) {
        let (Ok(mean), Ok(of_computed)) = (&mean, &of_computed) else {
            panic!("{name}: {mean:?}, {of_computed:?}")
        };
        assert!((mean - of_computed).abs() < 1e-9, "{name}: {mean}, {of_computed}");
        assert!(
            products.contains("product of 3 by 5 and 5 by 4") || products.contains("product of 5 by 5 and 5 by 5"),
            "{name}: {products}"
        );
    }
    // Factors that do not fit.
    for (name, mean, of_computed, _) in
        operations(&numbers(3, 5), &numbers(6, 4), &Matrix::from_dense([5, 6], &[1.0; 30])?)
    {
        for result in [mean, of_computed] {
            assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::Mismatch), "{name}");
        }
    }
    Ok(())
}
