//! The `.run()` of a program is forgotten.
use finch_formats::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut y = Vector::<f64>::default();
    finch! {
        y .= 0;
        for i { y[i] = 2.0 * x[i]; }
    }?;
    Ok(())
}
