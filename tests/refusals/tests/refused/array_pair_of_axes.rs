//! Products are summed over two different axes.

use finch_formats::prelude::*;
use typenum::{U0, U1};

fn main() {
    let (a, b) = (Csr::<f64>::default(), Matrix::<f64>::default());
    let _ = a.tensordot_axes::<(U1, U1), (U0, U1), _>(&b);
}
