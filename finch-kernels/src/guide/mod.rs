//! Pages to read: [your first program](first_program), and [the notation](notation) by examples.

#[doc = include_str!("first_program.md")]
pub mod first_program {}

#[doc = include_str!("notation.md")]
pub mod notation {}
