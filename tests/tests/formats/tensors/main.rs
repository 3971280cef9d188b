//! What is done with tensors as a whole: written entry by entry, seen with other values, resized, drawn at random.

mod leaf;
mod parts;
mod random;
mod reserve;
mod resize;
mod shrink;
mod sparse_scalar;
mod writer;
