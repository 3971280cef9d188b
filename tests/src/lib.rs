//! Cross-crate tests of Finch: what they share.
//!
//! A case is a program written twice: as text for the [dense oracle](oracle), and as one Rust function that is generic
//! over the nests and protocols of its operands. It is [instantiated](mod@each) over lists of these, and each instantiation
//! runs over all [data] of its rank; a new data case costs no compile time.
//!
//! | module | |
//! |---|---|
//! | [`attack`] | decisions from bytes, for tests by chance and fuzzing
//! | [`oracle`] | what a program means, by plain nested loops over dense arrays |
//! | [`data`], [`random`], [`market`] | entries of vectors, matrices and tensors: fixed, random, from files |
//! | [`nest`] | building every level from entries, and reading it back, without any program |
//! | [`operand`] | a nest with the protocols to read it by |
//! | [`mod@case`] | a case as a row of a table |
//! | [`check`] | runs the oracle and compares |
//! | [`memory`] | how much memory is taken |
//! | [`mod@conformance`] | the tests of a level, called with what it offers |

pub mod attack;
pub mod case;
pub mod check;
pub mod conformance;
pub mod data;
pub mod each;
pub mod market;
pub mod memory;
pub mod nest;
pub mod nests;
pub mod operand;
pub mod prelude;
pub mod random;
pub mod scalar;

pub use finch_oracle as oracle;
