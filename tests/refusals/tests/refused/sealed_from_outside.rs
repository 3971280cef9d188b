//! What seals the nodes of programs has no name in another crate.

struct Mine;

impl finch_formats::traits::base::sealed::Sealed for Mine {}

fn main() {}
