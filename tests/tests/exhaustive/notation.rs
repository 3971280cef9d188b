//! Listings of the papers on images, networks, paths and graphs; functions of numbers, structure, unions; and, over the formats that the
//! suite `notation` leaves out, choices, conditions, names and places beyond an extent.

#![recursion_limit = "256"]

/// Of a list, what the suite `notation` leaves out.
macro_rules! of_list {
    ({ $($always:tt)* } { $($rest:tt)* }) => { $($rest)* };
}

#[path = "../notation/beyond.rs"]
mod beyond;
#[path = "../notation/choices.rs"]
mod choices;
#[allow(dead_code, reason = "these need little of it")]
#[path = "../notation/data.rs"]
mod data;
#[path = "../notation/functions.rs"]
mod functions;
#[path = "../notation/graphs.rs"]
mod graphs;
#[path = "../notation/images.rs"]
mod images;
#[path = "../notation/names.rs"]
mod names;
#[path = "../notation/networks.rs"]
mod networks;
#[path = "../notation/one_index.rs"]
mod one_index;
#[path = "../notation/paths.rs"]
mod paths;
#[path = "../notation/structure.rs"]
mod structure;
#[path = "../notation/unions.rs"]
mod unions;
