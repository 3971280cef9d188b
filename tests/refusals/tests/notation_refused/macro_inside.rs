//! A macro among the statements of a program.
use finch_formats::prelude::*;
use finch_refusals::inputs;

fn main() {
    let (_, x, mut y) = inputs();
    let _ = finch! {
        y .= 0;
        for i { println!("{}", i); y[i] = x[i]; }
    };
}
