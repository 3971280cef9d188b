//! Products with symmetric matrices, from all of the matrix and from one triangle.

use super::input::Input;
use super::product::{stretches, triangles};
use crate::measure::row::Row;
use crate::policy::POLICY;
use crate::twins::{self, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;

/// All who compute `A x` for a symmetric matrix: by hand over all compressed rows first. `None` if it is not symmetric.
pub(super) fn rows(input: &Input) -> Result<Option<Vec<Row>>> {
    let Some(triangles) = triangles(input, stretches(input))? else {
        return Ok(None);
    };
    let (by_hand, plain, fast) = (Rc::clone(&input.a), Rc::clone(&input.a), Rc::clone(&input.a));
    let [x, y, z] = [(); 3].map(|()| Rc::clone(&input.x));
    let bytes = input.a.bytes();
    let mut rows = vec![
        input.row("hand", "csr", move |to| {
            twins::gather(to, Rows::of(&by_hand), x.values())
        }),
        input.program("csr", bytes, move |to| spmv::spmv_by(POLICY, PlusTimes, to, &plain, &y)),
        input.program("csr-fast", bytes, move |to| {
            spmv::spmv_by(POLICY, FastPlusTimes, to, &fast, &z)
        }),
    ];
    rows.extend(triangles);
    #[cfg(feature = "peers")]
    rows.extend(super::peers::vector(input));
    Ok(Some(rows))
}
