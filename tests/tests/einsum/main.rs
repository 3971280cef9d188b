//! `einsum!` beside loops over all values of all indices. `all_einsum` has what multiplies two operands first, and tensors.

mod in_parts;
mod mistakes;
mod naive;
mod orders;
mod plans;
mod products;
