//! The notation: listings of the papers and of the documentation's examples, over several formats, against plain loops; every
//! construct; and programs that are the same as those built by hand. `all_notation` has the longer listings, of images, networks, paths and
//! graphs; functions, structure and unions; and the formats that are left out here.

// Eight loops in one another nest more deeply than the default allows.
#![recursion_limit = "256"]

/// Of a list, what is tested always: the suite `all_notation` takes the rest.
macro_rules! of_list {
    ({ $($always:tt)* } { $($rest:tt)* }) => { $($always)* };
}

mod arrays;
mod beyond;
mod choices;
mod chosen;
mod constructs;
#[allow(dead_code, reason = "some of it is for `all_notation` only")]
mod data;
mod habits;
mod idle;
mod looplets;
mod names;
mod one_index;
mod places;
mod places_named;
mod presence;
mod ranges;
mod slices;
mod spgemm;
mod spmv;
mod twins;
