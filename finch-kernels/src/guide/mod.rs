//! Pages to read.
//!
//! | page | says |
//! |---|---|
//! | [your first program](first_program) | what is needed for one, in five minutes |
//! | [the notation](notation) | how things are written, by examples |
//! | [the language](language) | what each construct lowers to, what it costs, what is refused |

#[doc = include_str!("first_program.md")]
pub mod first_program {}

#[doc = include_str!("notation.md")]
pub mod notation {}

#[doc = include_str!("language.md")]
pub mod language {}
