//! Files of NumPy and SciPy: arrays and sparse matrices, both ways.

mod arrays;
mod hostile;
mod layouts;
mod scipy;
