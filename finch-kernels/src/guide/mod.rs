//! Pages to read.
//!
//! | page | says |
//! |---|---|
//! | [your first program](first_program) | what is needed for one, in five minutes |
//! | [the notation](notation) | how things are written, by examples |
//! | [the language](language) | what each construct lowers to, what it costs, what is refused |
//! | [coming from Finch.jl](from_finch_jl) | what is called differently, what differs, what is missing |

#[doc = include_str!("first_program.md")]
pub mod first_program {}

#[doc = include_str!("notation.md")]
pub mod notation {}

#[doc = include_str!("language.md")]
pub mod language {}

#[doc = include_str!("from_finch_jl.md")]
pub mod from_finch_jl {}
