//! The laws themselves, as checks for property tests of operators, reducers, semirings and fills.
//!
//! Each check takes values, and how results are compared: [`exactly`], or [`within`] a tolerance. It says which law is
//! violated, by which operands.
//!
//! * Algebra: [`associative`], [`commutative`], [`identity`], [`annihilator`], [`idempotent`], [`distributes`]. Where a
//!   reducer is meant, [`Combining`] makes an operator of it.
//! * Functions of one value: [`monotone`] and [`even`].
//! * Knowledge: [`fold_agrees`] and [`fold_agrees_unary`] compare what an operator claims to know with what it computes;
//!   [`twins_agree`], [`twins_agree_unary`], [`twins_agree_ternary`] and [`skip_twins_agree`] compare what types know
//!   with what run time knows.
//! * Reducers: [`repetition_agrees`], [`skip_agrees`], [`done_agrees`], [`groups`], [`commutes`], [`neutral`].
//!
//! ```
//! use finch_algebra::laws::{self, exactly};
//! use finch_algebra::{Add, Max, Sub};
//!
//! for (a, b, c) in [(1_i32, 2, 3), (-5, 0, i32::MAX)] {
//!     laws::commutative(Max, a, b, exactly)?;
//!     laws::distributes(Add, Max, a / 2, b / 2, c / 2, exactly)?;
//! }
//! let violation = laws::commutative(Sub, 1, 2, exactly).unwrap_err();
//! assert_eq!(violation.to_string(), "`-` is not commutative for 1, 2: -1 is not 1");
//! # Ok::<(), laws::LawViolation>(())
//! ```

mod algebraic;
mod combining;
mod knowledge;
mod reduction;
mod shape;
mod twins;
mod violation;

pub use algebraic::{annihilator, associative, commutative, distributes, idempotent, identity};
pub use combining::Combining;
pub use knowledge::{fold_agrees, fold_agrees_unary, known_value};
pub use reduction::{commutes, done_agrees, gathers, groups, neutral, repetition_agrees, settles, skip_agrees};
pub use shape::{even, monotone};
pub use twins::{skip_twins_agree, twins_agree, twins_agree_ternary, twins_agree_unary};
pub use violation::{Check, LawViolation, exactly, within};
