//! Convolution of dense images, with filters of extents that are numbers or types.

use super::{Case, Entrant, done};
use crate::data::Random;
use crate::twins::{self, Image};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::rc::Rc;
use typenum::{U3, U7, Unsigned};

/// The kernels that [`over_images`] knows.
pub const IMAGE_KERNELS: &[&str] = &["convolve-3", "convolve-7"];

/// A matrix of `N` by `N`, as types.
type Square<N> = Tensor<Dense<Dense<Element<f64>, Fixed<N>>, Fixed<N>>>;

/// A kernel over an image of `side` by `side`, against twins whose filter has extents that are numbers and constants. `None`
/// if there is no kernel of that name.
///
/// # Errors
///
/// If there is not enough memory.
pub fn over_images(kernel: &str, side: usize) -> Result<Option<Case>> {
    Ok(match kernel {
        "convolve-3" => Some(convolve::<U3, 3>("convolve-3", side)?),
        "convolve-7" => Some(convolve::<U7, 7>("convolve-7", side)?),
        _ => None,
    })
}

struct Operands<N: Unsigned> {
    x: Matrix<f64>,
    f: Matrix<f64>,
    fixed: Square<N>,
}

impl<N: Unsigned> Operands<N> {
    fn image(&self) -> Image<'_> {
        let shape = self.x.shape();
        Image::new(shape[0], shape[1], self.x.level().child().child().val())
    }

    fn filter(&self) -> Image<'_> {
        Image::new(N::USIZE, N::USIZE, self.f.level().child().child().val())
    }
}

fn convolve<N: Unsigned + 'static, const K: usize>(kernel: &'static str, side: usize) -> Result<Case> {
    let random = &mut Random::default();
    let mut matrix = |side: usize| -> Result<Matrix<f64>> {
        let values: Vec<f64> = (0..side * side).map(|_| random.value()).collect();
        Matrix::from_dense([side, side], &values)
    };
    let (x, f) = (matrix(side)?, matrix(K)?);
    let fixed = Tensor::new(Dense::fixed(Dense::fixed(Element::new(f.to_dense()?))))?;
    let operands = Rc::new(Operands::<N> { x, f, fixed });
    let [a, b, c, d] = [(); 4].map(|()| Rc::clone(&operands));
    Ok(Case::new(
        kernel,
        vec![
            Entrant::writing("hand", move |y| twins::convolve(y, a.image(), a.filter())),
            Entrant::writing("finch", move |y: &mut Matrix<f64>| {
                done(finch_kernels::convolve::valid_into(y, &b.x, &b.f))
            }),
            Entrant::writing("hand-fixed", move |y| {
                twins::convolve_fixed::<K>(y, c.image(), c.filter())
            }),
            Entrant::writing("finch-fixed", move |y: &mut Matrix<f64>| {
                done(finch_kernels::convolve::valid_into(y, &d.x, &d.fixed))
            }),
        ],
    ))
}
