//! Programs, fibers and looplets as data. Nodes describe themselves by it, and [`explain`](crate::explain) reads it.

// What describes itself does so in any case, since levels from outside say how; taking the descriptions through the passes
// is compiled for those who ask for it.
#![cfg_attr(
    not(any(feature = "explain", test)),
    allow(dead_code, reason = "descriptions have no reader")
)]

pub(crate) mod nest;
pub(crate) mod term;
pub(crate) mod tree;

pub use nest::{FiberDescription, Nest, Protocol};
pub(crate) use nest::{FiberFacts, Shape, fill_name};
pub use term::Term;
pub(crate) use tree::{ExprNode, StmtNode, TargetNode, WriteFacts, constant_text};
pub use tree::{Expression, Statement, TargetDescription, WriteDescription};
