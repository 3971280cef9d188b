//! Files: the only places that know a file format.
//!
//! | format | reads |
//! |---|---|
//! | [`matrix_market`] | matrices of real numbers, integers and patterns |

pub mod matrix_market;
