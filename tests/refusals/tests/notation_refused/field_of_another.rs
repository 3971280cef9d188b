//! An assignment to a field of another value than the one whose field is an output.
use finch_formats::prelude::*;

struct Model {
    y: Vector<f64>,
}

fn main() {
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let mut model = Model { y: Vector::default() };
    let other = Model { y: Vector::default() };
    let program = finch! {
        model.y .= 0;
        for i { other.y[i] += x[i]; }
    };
    let _ = program.run();
}
