//! Pages for those who come from other libraries of images.
//!
//! | page | |
//! |---|---|
//! | [coming from OpenCV](from_opencv) | its functions and those here, side by side |

#[doc = include_str!("from_opencv.md")]
pub mod from_opencv {}
