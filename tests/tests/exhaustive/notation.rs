//! Choices, conditions, names and what is missing, over the formats that the suite `notation` leaves out.

#![recursion_limit = "256"]

/// Of a list, what the suite `notation` leaves out.
macro_rules! of_list {
    ({ $($always:tt)* } { $($rest:tt)* }) => { $($rest)* };
}

#[path = "../notation/choices.rs"]
mod choices;
#[allow(dead_code, reason = "these need little of it")]
#[path = "../notation/data.rs"]
mod data;
#[path = "../notation/names.rs"]
mod names;
#[path = "../notation/one_index.rs"]
mod one_index;
#[path = "../notation/presence.rs"]
mod presence;
