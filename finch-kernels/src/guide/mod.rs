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

/// Pages, each from the file of its name.
macro_rules! pages {
    ($($page:ident)*) => { $(
        #[doc = include_str!(concat!(stringify!($page), ".md"))]
        pub mod $page {}
    )* };
}

pages! {
    first_program arrays notation language gallery your_own
    from_finch_jl from_ndarray from_scipy from_matlab from_taco
}

/// The page of pictures: each behind its title, and behind each the program that has made it.
macro_rules! pictures {
    ($($title:literal: $name:literal;)*) => {
        #[doc = include_str!("pictures.md")]
        $(
            #[doc = concat!("# ", $title)]
            #[doc = ""]
            #[doc = include_str!(concat!("../../pictures/", $name, ".svg"))]
            #[doc = ""]
            #[doc = "```"]
            #[doc = include_str!(concat!("../../examples/gallery/", $name, ".rs"))]
            #[doc = "```"]
            #[doc = ""]
        )*
        pub mod pictures {}
    };
}

pictures! {
    "A Game of Life": "life";
    "Heat": "heat";
    "A product of sparse matrices": "product";
    "A search through a graph": "maze";
    "Erosion of an image": "erosion";
    "Conjugate gradients": "residual";
}
