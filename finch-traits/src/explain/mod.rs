//! Explaining programs: what [`Program::explain`](crate::program::Program::explain) says, and how it knows.
//!
//! The lowering happens in types and leaves no trace. Here it happens once more, in data: every fiber, looplet,
//! expression and statement can describe itself, and a small simulation takes that description through the same passes.
//! What a description says of looplets comes out of their types, and so do the laws of operators and reducers, so the two
//! cannot disagree about a format or an operator. Which loop comes next, both ask the same tables (`pass/choice.rs`); how many values a tile,
//! a strip or a turn of accumulators has, they have from the same constants. That they do not disagree about the rest of a pass is tested by
//! lowering programs both ways.
//!
//! | what | describes itself by |
//! |---|---|
//! | a fiber | [`Fiber::describe`](crate::fiber::Fiber::describe), by protocol, as a [`FiberDescription`] |
//! | a looplet | [`Looplet::describe`](crate::looplet::Looplet::describe), as a [`Nest`] |
//! | a fiber that is written | [`WriteFiber::describe`](crate::target::WriteFiber::describe), as a [`WriteDescription`] |
//! | nodes of programs | `describe` of [`Expr`](crate::expr::Expr), [`Target`](crate::target::Target) and [`Stmt`](crate::stmt::Stmt) |
//!
//! A format says which looplet its fiber unfurls to, by protocol, and what its level is called:
//!
//! ```text
//! fn describe(protocol: Protocol) -> FiberDescription {
//!     let nest = match protocol {
//!         Protocol::Gallop => Nest::of::<Sequence<Jumper<MySteps>, Run<MyFill>>>(),
//!         _ => Nest::of::<Stepper<MySteps>>(),
//!     };
//!     FiberDescription::new("MyLevel", nest)
//! }
//! ```

mod agree;
#[cfg(any(feature = "explain", test))]
pub(crate) mod ask;
#[cfg(any(feature = "explain", test))]
pub(crate) mod change;
#[cfg(any(feature = "explain", test))]
mod children;
#[cfg(any(feature = "explain", test))]
pub(crate) mod facts;
#[cfg(any(feature = "explain", test))]
pub(crate) mod looplets;
#[cfg(any(feature = "explain", test))]
pub(crate) mod lower;
#[cfg(any(feature = "explain", test))]
pub(crate) mod node;
#[cfg(any(feature = "explain", test))]
pub(crate) mod parts;
#[cfg(any(feature = "explain", test))]
pub(crate) mod report;
#[cfg(any(feature = "explain", test))]
mod settles;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(any(feature = "explain", test))]
mod tiles;
#[cfg(any(feature = "explain", test))]
pub(crate) mod walk;

pub use crate::description::{
    Expression, FiberDescription, Nest, Protocol, Statement, TargetDescription, Term, WriteDescription,
};
pub use agree::agree;
