//! The traits of the engine, which mention each other, and what their signatures name: most files of nodes, looplets, passes and reductions
//! import all of it, and what [`prelude`](crate::prelude) has.

#![allow(unused_imports, reason = "some are named by documentation only")]

pub(crate) use crate::context::Context;
pub(crate) use crate::expr::Expr;
pub(crate) use crate::expr::access::{Access, Label};
pub(crate) use crate::fiber::Fiber;
pub(crate) use crate::index::list::{Cons, IndexList, Nil};
pub(crate) use crate::index::loops::{Loops, Outermost};
pub(crate) use crate::index::set::IndexSet;
pub(crate) use crate::index::term::IndexTerm;
pub(crate) use crate::looplet::{Coming, Looplet, WriteLooplet};
pub(crate) use crate::pass::change::Change;
pub(crate) use crate::pass::lookup::Bind;
pub(crate) use crate::pass::unfurl::Unfurl;
pub(crate) use crate::pass::{OnExpr, OnLeaf, OnStmt, OnTarget, Pass, continuation};
pub(crate) use crate::prelude::*;
pub(crate) use crate::reads::{Changing, ReadSet, ReadsOf, Recurs};
pub(crate) use crate::reduction::tile::TileLen;
pub(crate) use crate::stmt::Stmt;
pub(crate) use crate::stmt::assign::Assign;
pub(crate) use crate::target::{RemainingIndices, Target, Write, WriteFiber};
