//! Files of NumPy and SciPy: arrays and sparse matrices, both ways.

mod archive;
mod arrays;
mod hostile;
mod layouts;
mod scipy;
