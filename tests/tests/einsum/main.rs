//! `einsum!` beside loops over all values of all indices.

mod factored;
mod mistakes;
mod naive;
mod orders;
mod plans;
mod products;
mod tensors;

/// Checks that a result is valid, and what it is.
macro_rules! check {
    ($result:expr, $expected:expr) => {{
        let result = $result?;
        result.validate()?;
        assert_eq!(result.to_dense()?, $expected);
        result
    }};
}
use check;
