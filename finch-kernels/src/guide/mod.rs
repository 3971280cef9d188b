//! Pages to read.
//!
//! | page | says |
//! |---|---|
//! | [your first program](first_program) | what is needed for one, in five minutes |
//! | [arrays] | `&a + &b` without loops: operators, the format of a result, reductions, sums of products; formats that run time knows |
//! | [the notation](notation) | how things are written, by examples |
//! | [the language](language) | what each construct lowers to, what it costs, what is refused |
//! | [which format](crate::formats::guide::which_format) | questions about the data, what each format takes and gives, and a picture of each |
//! | [the gallery](gallery) | thirty-two programs that people write, each with its cost |
//! | [the gallery in pictures](pictures) | six programs, and what they make |
//! | [of your own](your_own) | a fill, an operator with laws, a reducer, a semiring, step by step |
//! | [coming from ndarray](from_ndarray), [from SciPy](from_scipy), [from MATLAB or Julia](from_matlab) | what one writes there, and here, line by line |
//! | [coming from Finch.jl](from_finch_jl) | what is called differently, what differs, what is missing |
//! | [coming from TACO](from_taco) | index notation, formats and schedules side by side |
//! | [coming from sprs](crate::formats::guide::from_sprs) | matrices, functions and what is read without a copy, side by side |
//!
//! `finch-graph` has pages for those who come from GraphBLAS and petgraph, `finch-image` one for those who come from OpenCV.

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

#[doc = include_str!("pictures.md")]
#[doc = "# A Game of Life"]
#[doc = ""]
#[doc = include_str!("../../pictures/life.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/life.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = "# Heat"]
#[doc = ""]
#[doc = include_str!("../../pictures/heat.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/heat.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = "# A product of sparse matrices"]
#[doc = ""]
#[doc = include_str!("../../pictures/product.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/product.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = "# A search through a graph"]
#[doc = ""]
#[doc = include_str!("../../pictures/maze.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/maze.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = "# Erosion of an image"]
#[doc = ""]
#[doc = include_str!("../../pictures/erosion.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/erosion.rs")]
#[doc = "```"]
#[doc = ""]
#[doc = "# Conjugate gradients"]
#[doc = ""]
#[doc = include_str!("../../pictures/residual.svg")]
#[doc = ""]
#[doc = "```"]
#[doc = include_str!("../../examples/gallery/residual.rs")]
#[doc = "```"]
#[doc = ""]
pub mod pictures {}

#[doc = include_str!("your_own.md")]
pub mod your_own {}

#[doc = include_str!("from_taco.md")]
pub mod from_taco {}
