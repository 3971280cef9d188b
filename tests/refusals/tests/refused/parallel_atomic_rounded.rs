//! What is rounded depends on the order in which threads combine it.

use finch_formats::prelude::*;

fn main() {
    let p = Vector::from(vec![1_usize, 0, 1]);
    let x = Vector::from(vec![1.0, 2.0, 3.0]);
    let mut h = AtomicVector::<f64>::empty([2]).unwrap();
    let _ = finch! { h .= 0; parallel for i { h[p[i]] += x[i] } }.run();
}
