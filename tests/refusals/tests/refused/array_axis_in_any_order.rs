//! Sums of columns come in no order.

use finch_formats::prelude::*;

fn main() {
    let a = Csr::<f64>::default();
    let _ = a.sum_axis::<0>().compute_as::<SparseVector<f64>>();
}
