//! Array expressions.

pub mod array;
pub mod axis;
pub mod dims;
pub mod expr;
pub mod identity;
pub mod infer;
pub mod kinds;
pub mod lazy;

pub use array::Array;
pub use axis::Reduced;
pub use expr::ArrayExpr;
pub use infer::{Compute, Infer};
pub use kinds::Described;
pub use lazy::{Lazy, NewTensor, Operand, everywhere, uniform};
