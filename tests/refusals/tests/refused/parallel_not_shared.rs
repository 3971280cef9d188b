//! What threads share can be shared.

use finch_formats::prelude::*;

fn main() {
    let x = Vector::<f64>::from(vec![1.0, 2.0]);
    let count = std::cell::Cell::new(0);
    let counted = |x: f64| {
        count.set(count.get() + 1);
        x
    };
    let mut y = Vector::<f64>::default();
    let _ = finch! { y .= 0; parallel for i { y[i] = counted(x[i]) } }.run_parallel();
}
