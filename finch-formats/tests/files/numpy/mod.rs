//! Files of NumPy and SciPy: arrays and sparse matrices, both ways.

pub(crate) mod archive;
mod arrays;
mod hostile;
mod layouts;
mod scipy;
