//! What is an output promises that it makes one handle of a tensor.

use finch_formats::Vector;
use finch_formats::tensor::TensorOutput;
use finch_formats::traits::lifecycle::Driver;
use finch_formats::traits::program::IntoOutput;
use finch_formats::{Dense, Element};

#[derive(Clone, Copy)]
struct Again<'t>(TensorOutput<'t, Dense<Element<f64>>>);

impl<'t> IntoOutput for Again<'t> {
    type Handle = TensorOutput<'t, Dense<Element<f64>>>;

    fn into_output(self, _driver: Driver) -> Self::Handle {
        self.0
    }
}

fn main() {
    let _ = |y: TensorOutput<'static, Dense<Element<f64>>>| Again(y);
    let _ = Vector::<f64>::default();
}
