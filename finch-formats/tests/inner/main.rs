//! Parts that no other crate sees, taken from where they are: how a dictionary hashes, and how a workspace sorts.

#![allow(dead_code, unreachable_pub, reason = "what is not tested here is used by the crate")]

mod imports {
    pub(crate) use finch_formats::kit::prelude::*;
}
mod width {
    pub(crate) use finch_formats::width::Width;
}

#[path = "../../src/sparse_byte_map/order.rs"]
mod order;
#[path = "../../src/sparse_dict/table.rs"]
mod table;

mod hashing;
mod sorting;
