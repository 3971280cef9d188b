//! Operands of types that do not go together, and what stands in the place of an operand: each is pointed at.

use finch_formats::prelude::*;
use finch_refusals::inputs;

#[derive(Clone, Copy)]
struct Clip;

fn main() {
    let (_, x, mut y) = inputs();
    let single = Vector::<f32>::default();
    let flags = Vector::<u8>::default();
    let shift = 1_i32;
    let _ = finch! { y .= 0; for i { y[i] = x[i] + 2.0 * single[i]; } };
    let _ = finch! { y .= 0; for i { y[i] = x[i] & x[i]; } };
    let _ = finch! { y .= 0; for i, j { y[i] += (i - j) * x[j]; } };
    let _ = finch! { y .= 0; for i { y[i] = x[i + shift]; } };
    let _ = finch! { y .= 0; for i { if flags[i] { y[i] = x[i]; } } };
    let _ = finch! { y .= 0; for i { y[i] = Clip(x[i], 10.0); } };
}
