//! The traits of the engine, which mention each other, and what their signatures name: most files of nodes, looplets, passes and reductions
//! import all of it, and what [`prelude`](crate::prelude) has.

#![allow(unused_imports, reason = "some are named by documentation only")]

pub(crate) use crate::context::Context;
pub(crate) use crate::expr::access::{Access, Label};
pub(crate) use crate::expr::at_leaf::AtLeaf;
pub(crate) use crate::expr::compare::{Compare, Relation};
pub(crate) use crate::expr::joined::Joined;
pub(crate) use crate::expr::late::Late;
pub(crate) use crate::expr::slow::Slow;
pub(crate) use crate::expr::{Expr, IsSettled, OfType, change_each, holds_no_looplet, reads_nothing};
pub(crate) use crate::fiber::Fiber;
pub(crate) use crate::index::list::{Cons, IndexList, Nil, ToUnfurl};
pub(crate) use crate::index::loops::{Loops, Outermost};
pub(crate) use crate::index::protocol::{AskedOf, ReadBy};
pub(crate) use crate::index::set::{IndexSet, Just, Names, NumberOf, Union};
pub(crate) use crate::index::term::{CertainTerm, IndexTerm, NOWHERE, Noted, each_part_of_term, is_nowhere, somewhere};
pub(crate) use crate::looplet::lookup::{At, Lookup};
pub(crate) use crate::looplet::run::Run;
pub(crate) use crate::looplet::sequence::Sequence;
pub(crate) use crate::looplet::shift::Shift;
pub(crate) use crate::looplet::spike::Spike;
pub(crate) use crate::looplet::stepper::{Stepper, Steps};
pub(crate) use crate::looplet::{Coming, Looplet, WriteLooplet, itself, narrowed, plain_looplet, unchanged};
pub(crate) use crate::nodes::{each_part, of_parts};
pub(crate) use crate::pass::accept::Accept;
pub(crate) use crate::pass::change::Change;
pub(crate) use crate::pass::early_exit::exits;
pub(crate) use crate::pass::jumper::{Demote, JumpAll, LeapAll};
pub(crate) use crate::pass::lookup::{Bind, Exec, one_by_one};
pub(crate) use crate::pass::run::RunPass;
pub(crate) use crate::pass::sequence::SequencePass;
pub(crate) use crate::pass::spike::{SpikeBody, SpikeTail};
pub(crate) use crate::pass::switch::SwitchPass;
pub(crate) use crate::pass::trail::Trail;
pub(crate) use crate::pass::unfurl::Unfurl;
pub(crate) use crate::pass::{
    Lower, LowerNonempty, Lowering, NextPass, OnExpr, OnExprOf, OnLeaf, OnStmt, OnTarget, Pass, continuation,
    looplet_pass, lower_nonempty, no_region, region_field,
};
pub(crate) use crate::prelude::*;
pub(crate) use crate::reads::{Changing, NoReads, ReadSet, ReadsOf, Recurs};
pub(crate) use crate::reduction::drive::{DriveInLanes, OnLanes, Turns};
pub(crate) use crate::reduction::lookup::Lanes;
pub(crate) use crate::reduction::tile::TileLen;
pub(crate) use crate::stmt::assign::Assign;
pub(crate) use crate::stmt::null::Null;
pub(crate) use crate::stmt::{AlsoReads, Nobody, OnSum, Others, Stmt};
pub(crate) use crate::target::late::LateWrite;
pub(crate) use crate::target::{RemainingIndices, Target, UnfurledTarget, Write, WriteFiber, target_seen_as};
pub(crate) use crate::writes::{BothWrite, WriteSet};
