//! What the other rooms stand on: errors, regions, ranks, counts. Nothing here knows of programs.

pub mod count;
pub mod cursor;
pub(crate) mod derived;
pub mod driver;
pub mod error;
pub(crate) mod folded;
pub mod if_resolved;
pub mod lent;
pub mod parts;
pub mod promise;
pub mod rank;
pub mod region;
pub(crate) mod same_type;
pub(crate) mod sealed;
mod settings;
pub(crate) mod total;
pub mod tree;
pub mod unfilled;
