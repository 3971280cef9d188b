//! What `cargo test` asks of formats: the levels that most tensors are made of, whole tensors, what they take and how programs over
//! them are explained. The other levels stand beside this folder.

mod bit;
mod bytes;
mod conversions;
mod explain;
mod explained;
mod hybrid;
mod memory_of_files;
mod separate;
mod sparse_coo;
mod sparse_list;
mod tensor;

use finch_tests::memory::Counting;

#[global_allocator]
static COUNTING: Counting = Counting;
