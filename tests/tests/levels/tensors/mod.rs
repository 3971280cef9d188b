//! What is done with tensors as a whole, over every nest: written entry by entry, resized, seen with other values.

mod scalars;
mod whole;
