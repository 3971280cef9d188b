//! The `.run()` of a program is forgotten.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (_, x, mut y) = inputs();
    finch! {
        y .= 0;
        for i { y[i] = 2.0 * x[i]; }
    }?;
    Ok(())
}
