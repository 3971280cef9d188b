//! What is an output promises that it makes one handle of a tensor.

use finch_formats::Vector;
use finch_formats::tensor::TensorOutput;
use finch_formats::traits::program::IntoOutput;
use finch_formats::{Dense, Element};

#[derive(Clone, Copy)]
struct Again<'t>(TensorOutput<'t, Dense<Element<f64>>>);

impl<'t> IntoOutput for Again<'t> {
    type Handle = TensorOutput<'t, Dense<Element<f64>>>;

    fn into_output(self) -> Self::Handle {
        self.0
    }
}

fn main() {
    let mut y = Vector::<f64>::default();
    let _ = Again((&mut y).into_output());
}
