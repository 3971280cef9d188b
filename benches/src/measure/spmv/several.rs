//! `A B` for a dense `B`.

use super::input::Input;
use crate::measure::row::Row;
use crate::policy::POLICY;
use crate::twins::{self, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spmv::FixedRows;
use std::rc::Rc;
use typenum::{U4, U8, U16, U32, U64};

/// All who compute `A B`: by hand first.
pub(super) fn rows(input: &Input) -> Result<Vec<Row>> {
    let (a, x, columns) = (Rc::clone(&input.a), Rc::clone(&input.x), input.columns);
    let mut rows = vec![input.row("hand", "csr", move |c| {
        twins::multiply_dense(c, Rows::of(&a), x.values(), columns)
    })];
    let (a, b) = (
        Rc::clone(&input.a),
        Matrix::from_dense([input.cols, columns], input.x.values())?,
    );
    let height = input.rows;
    // The shared vector is the array of values of the product.
    rows.push(input.row("finch", "csr", move |values| {
        let taken = std::mem::take(values);
        let mut c = match Matrix::from_parts(0, 0, Vec::new()) {
            Ok(empty) if taken.len() != height * columns => empty,
            Ok(_) => crate::cases::done(Matrix::from_parts(height, columns, taken)),
            Err(error) => panic!("{error}"),
        };
        crate::cases::done(spmv::spmm_by(POLICY, PlusTimes, &mut c, &a, &b));
        *values = c.into_parts().2
    }));
    macro_rules! fixed {
        ($($size:ty, $number:literal, $name:literal;)*) => { $(
            if columns == $number {
                let a = Rc::clone(&input.a);
                let rows_of = |rows: usize, val: Vec<f64>| {
                    Tensor::new(Dense::new(rows, Dense::<_, Fixed<$size>>::fixed(Element::new(val))))
                };
                let b: FixedRows<f64, $size> = rows_of(input.cols, input.x.values().to_vec())?;
                rows.push(input.row("finch", $name, move |values| {
                    let taken = std::mem::take(values);
                    let mut c: FixedRows<f64, $size> = crate::cases::done(if taken.len() == height * columns {
                        rows_of(height, taken)
                    } else {
                        rows_of(0, Vec::new())
                    });
                    crate::cases::done(spmv::spmm_by(POLICY, PlusTimes, &mut c, &a, &b));
                    *values = c.into_level().into_child().into_child().into_val()
                }))
            }
        )* };
    }
    fixed! {
        U4, 4, "csr-fixed-4";
        U8, 8, "csr-fixed-8";
        U16, 16, "csr-fixed-16";
        U32, 32, "csr-fixed-32";
        U64, 64, "csr-fixed-64";
    }
    #[cfg(feature = "peers")]
    rows.extend(super::peers::several(input));
    Ok(rows)
}
