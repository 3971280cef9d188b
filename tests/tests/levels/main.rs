//! Every level, and tensors of them: built, written, converted, refused. One binary, since its parts instantiate the same nests.

mod errors;
mod gathered_tiles;
mod nests;
mod row_tiles;
mod storage;
mod strips;
mod tensors;
mod tiles;
mod unfilled;
