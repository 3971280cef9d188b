//! Files: the only places that know a file format.
//!
//! | format | reads and writes |
//! |---|---|
//! | [`matrix_market`] | matrices, as coordinates or arrays of all kinds of numbers |

pub mod matrix_market;
