//! A view of borrowed arrays is read only.

use finch_formats::prelude::*;

fn main() {
    let values = [1.0, 2.0];
    let mut y = VectorView::<f64>::from_parts(2, &values).unwrap();
    let _ = program().update(&mut y);
}
