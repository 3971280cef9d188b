//! Pages to read.
//!
//! | page | says |
//! |---|---|
//! | [your first program](first_program) | what is needed for one, in five minutes |
//! | [arrays] | `&a + &b` without loops: operators, the format of a result, reductions, sums of products; formats that run time knows |
//! | [the notation](notation) | how things are written, by examples |
//! | [the language](language) | what each construct lowers to, what it costs, what is refused |
//! | [the gallery](gallery) | thirty-two programs that people write, each with its cost |
//! | [of your own](your_own) | a fill, an operator with laws, a reducer, a semiring, step by step |
//! | [coming from ndarray](from_ndarray), [from SciPy](from_scipy), [from MATLAB or Julia](from_matlab) | what one writes there, and here, line by line |
//! | [coming from Finch.jl](from_finch_jl) | what is called differently, what differs, what is missing |

#[doc = include_str!("first_program.md")]
pub mod first_program {}

#[doc = include_str!("arrays.md")]
pub mod arrays {}

#[doc = include_str!("notation.md")]
pub mod notation {}

#[doc = include_str!("language.md")]
pub mod language {}

#[doc = include_str!("from_finch_jl.md")]
pub mod from_finch_jl {}

#[doc = include_str!("from_ndarray.md")]
pub mod from_ndarray {}

#[doc = include_str!("from_scipy.md")]
pub mod from_scipy {}

#[doc = include_str!("from_matlab.md")]
pub mod from_matlab {}

#[doc = include_str!("gallery.md")]
pub mod gallery {}

#[doc = include_str!("your_own.md")]
pub mod your_own {}
