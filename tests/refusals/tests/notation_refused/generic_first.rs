//! A captured number of a generic type in front of a name that `let` gave is `constant(alpha)`.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::number::Ordered;

fn above<T: Ordered>(alpha: T, x: &Vector<T>) {
    let mut y = Vector::<T>::default();
    let _ = finch! {
        y .= 0;
        for i { let d = x[i]; if alpha < d { y[i] = d; } }
    }
    .run();
}

fn main() {
    above(1.0, &Vector::default());
}
