//! Statements that are changed without a pass: parts of them, what is known of a variable, hoisted accumulators.

use crate::description::tree::Assign;
use crate::upper::*;

impl Statement {
    /// Those parts that read a variable, or those that do not.
    pub(crate) fn part(&self, variable: usize, users: bool) -> Statement {
        match self.parts() {
            (StmtNode::Block, _, [first, second]) => {
                Statement::block(first.part(variable, users), second.part(variable, users))
            }
            _ if self.uses(variable) == users => self.clone(),
            _ => Statement::new(StmtNode::Null, None, []),
        }
    }

    /// A block, which no-ops leave.
    pub(crate) fn block(first: Statement, second: Statement) -> Statement {
        if first.noop() {
            second
        } else if second.noop() {
            first
        } else {
            Statement::new(StmtNode::Block, None, [first, second])
        }
    }

    /// The statement when a variable is known.
    pub(crate) fn knowing(&self, variable: usize, value: VariableFacts) -> Statement {
        let mut stmt = change_leaves(self, |leaf| {
            if let ExprNode::Variable(number, known) = &mut leaf.node
                && *number == variable
            {
                *known = value
            }
            bind(&mut leaf.rest, variable)
        });
        stmt.for_each_mut(&mut |stmt| {
            if let StmtNode::Assign(assign) = &mut stmt.node {
                bind(&mut assign.target.rest, variable)
            }
        });
        stmt
    }
}

/// Terms where variable number `variable` has a value.
fn bind(terms: &mut [Term], variable: usize) {
    for term in terms {
        *term = term.bind(Term::of_variable(variable))
    }
}

fn change_leaves(stmt: &Statement, mut change: impl FnMut(&mut Expression)) -> Statement {
    let mut stmt = stmt.clone();
    stmt.for_each_leaf_mut(&mut change);
    stmt
}

/// Hoists the targets that neither depend on the loop nor are written by others, see [`crate::stmt::Stmt::hoist`].
pub(crate) fn hoist(stmt: &Statement, others: &[usize]) -> (Statement, Vec<String>) {
    let mut stmt = stmt.clone();
    let mut hoisted = Vec::new();
    hoist_in(&mut stmt, others, &mut hoisted);
    (stmt, hoisted)
}

fn hoist_in(stmt: &mut Statement, others: &[usize], hoisted: &mut Vec<String>) {
    match (&mut stmt.node, stmt.bodies.as_mut_slice()) {
        (StmtNode::Assign(Assign { target, .. }), _)
            if target.is_scalar() && !target.is_accumulator() && !others.contains(&target.output) =>
        {
            hoisted.push(target.label.clone());
            target.node = target.accumulator();
        }
        (StmtNode::Block, [first, second]) => {
            let (of_first, of_second) = (first.writes(), second.writes());
            hoist_in(first, &[others, &of_second].concat(), hoisted);
            hoist_in(second, &[others, &of_first].concat(), hoisted)
        }
        (StmtNode::Workspace { .. }, [producer, consumer]) => {
            hoist_in(consumer, &[others, &producer.writes()].concat(), hoisted)
        }
        (StmtNode::Loop { .. } | StmtNode::Sieve | StmtNode::Let(_), [body]) => hoist_in(body, others, hoisted),
        _ => {}
    }
}

/// The statement that fills workspace number `output`, and how its targets are written, if these have no indices: they are
/// accumulators.
pub(crate) fn localized(stmt: &Statement, output: usize) -> (Statement, Option<String>) {
    let label = Cell::new(None);
    let stmt = stmt.changed(|stmt| {
        if let StmtNode::Assign(Assign { target, .. }) = &mut stmt.node
            && target.output == output
            && target.is_scalar()
            && !target.asked()
        {
            label.set(Some(target.label.clone()));
            target.node = target.accumulator()
        }
    });
    (stmt, label.take())
}

/// The statement with every assignment counting several times, see [`crate::pass::multiply`].
pub(crate) fn multiplied(stmt: &Statement) -> Statement {
    stmt.changed(|stmt| {
        if let StmtNode::Assign(assign) = &mut stmt.node {
            assign.reassociates = false
        }
    })
}

/// Each reduction that has lanes into the accumulator of one of them.
pub(crate) fn in_lane(stmt: &Statement) -> Statement {
    stmt.changed(|stmt| {
        if let StmtNode::Assign(Assign {
            target, reassociates, ..
        }) = &mut stmt.node
            && *reassociates
            && target.is_accumulator()
            && !target.short()
        {
            *reassociates = false;
            target.node = target.accumulator();
            target.fill = Knowledge::NOTHING
        }
    })
}

/// The reduction into accumulators that the children of its stepper share.
pub(crate) fn in_shared_lanes(stmt: &Statement) -> Statement {
    stmt.changed(|stmt| {
        if let StmtNode::Assign(Assign { target, .. }) = &mut stmt.node
            && let TargetNode::Accumulator { shared, .. } = &mut target.node
        {
            *shared = true
        }
    })
}

/// A loop over index `number` moves the access, and it may lie beyond an extent.
fn is_beyond(leaf: &Expression, number: usize) -> bool {
    let is_beyond = || leaf.rest.iter().any(|term| term.may_lie_beyond(number));
    matches!(leaf.node, ExprNode::Access(_)) && is_beyond()
}

/// It is known what the access is wherever it is there, as of a frame.
fn is_known_there(leaf: &Expression) -> bool {
    match &leaf.node {
        ExprNode::Access(fiber) => fiber.known != Knowledge::NOTHING && !fiber.known.is_missing(),
        _ => false,
    }
}

/// How many accesses may lie beyond an extent, without those of which it is known what they are.
pub(crate) fn beyond(stmt: &Statement, number: usize) -> usize {
    let mut count = 0;
    stmt.for_each_leaf(&mut |leaf| count += usize::from(is_beyond(leaf, number) && !is_known_there(leaf)));
    count
}

/// The statement where all of them lie inside.
pub(crate) fn inside(stmt: &Statement, number: usize) -> Statement {
    change_leaves(stmt, |leaf| {
        if is_beyond(leaf, number) {
            for term in &mut leaf.rest {
                if term.may_lie_beyond(number) {
                    *term = term.inside()
                }
            }
        }
    })
}

/// The statement where they are looked up, one by one.
pub(crate) fn slowly(stmt: &Statement, number: usize) -> Statement {
    change_leaves(stmt, |leaf| {
        if is_beyond(leaf, number) {
            *leaf = leaf.clone().into_node(|fiber| ExprNode::Slow(fiber, None))
        }
    })
}
