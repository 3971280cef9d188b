//! Array expressions: what they compute beside plain loops over dense arrays, and in which format. The suite `all_arrays` has what changes
//! shapes and views, reductions along axes, Kronecker products, and each operation over eight formats.

mod elementwise;
mod formats;
mod grid;
mod mistakes;
mod name;
mod operators;
mod products;

use name::name;
