//! Array expressions: what they compute beside plain loops over dense arrays, and in which format.

mod axes;
mod elementwise;
mod formats;
mod grid;
mod kron;
mod mistakes;
mod name;
mod operators;
mod products;
mod shapes;
mod views;

use name::name;
