//! Going through the parts of what programs describe, and writing it down.

use crate::description::tree::Assign;
use crate::upper::*;

/// What a statement is, the expression that it holds, and the statements.
pub(crate) type Parts<'s> = (&'s StmtNode, Option<&'s Expression>, &'s [Statement]);

impl Expression {
    /// Calls `visit` with every leaf, from left to right.
    pub(crate) fn for_each_leaf(&self, visit: &mut dyn FnMut(&Expression)) {
        match self.operands.as_slice() {
            [] => visit(self),
            operands => operands.iter().for_each(|operand| operand.for_each_leaf(visit)),
        }
    }

    /// Calls `visit` with every leaf, from left to right, to change it.
    pub(crate) fn for_each_leaf_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        match self.operands.as_mut_slice() {
            [] => visit(self),
            operands => operands.iter_mut().for_each(|operand| operand.for_each_leaf_mut(visit)),
        }
    }
}

impl Statement {
    /// What it is, the expression that it holds, and the statements.
    pub(crate) fn parts(&self) -> Parts<'_> {
        (&self.node, self.expr.as_ref(), &self.bodies)
    }

    /// The assignment that it is, if it is one.
    pub(crate) fn assignment(&self) -> Option<&Assign> {
        match &self.node {
            StmtNode::Assign(assign) => Some(assign),
            _ => None,
        }
    }

    /// The assignments that it holds.
    pub(crate) fn assignments(&self) -> Vec<&Assign> {
        let bodies = self.bodies.iter().flat_map(Statement::assignments);
        self.assignment().into_iter().chain(bodies).collect()
    }

    /// The statements that a program consists of, in order.
    pub(crate) fn passes<'s>(&'s self, passes: &mut Vec<&'s Statement>) {
        match self.node {
            StmtNode::Block => self.bodies.iter().for_each(|body| body.passes(passes)),
            _ => passes.push(self),
        }
    }

    /// Calls `visit` with every statement, in the order of the program.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&Statement)) {
        visit(self);
        self.bodies.iter().for_each(|body| body.for_each(visit))
    }

    /// This statement, with every statement in it changed, in the order of the program.
    pub(crate) fn changed(&self, mut change: impl FnMut(&mut Statement)) -> Statement {
        let mut stmt = self.clone();
        stmt.for_each_mut(&mut change);
        stmt
    }

    /// Calls `visit` with every statement, in the order of the program, to change it.
    pub(crate) fn for_each_mut(&mut self, visit: &mut dyn FnMut(&mut Statement)) {
        visit(self);
        self.bodies.iter_mut().for_each(|body| body.for_each_mut(visit))
    }

    /// Calls `visit` with every leaf of every expression, in the order of the program.
    pub(crate) fn for_each_leaf(&self, visit: &mut dyn FnMut(&Expression)) {
        self.for_each(&mut |stmt| {
            if let Some(expr) = &stmt.expr {
                expr.for_each_leaf(visit)
            }
        })
    }

    /// Calls `visit` with every leaf of every expression, in the order of the program, to change it.
    pub(crate) fn for_each_leaf_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        self.for_each_mut(&mut |stmt| {
            if let Some(expr) = &mut stmt.expr {
                expr.for_each_leaf_mut(visit)
            }
        })
    }

    /// How it is written, on one line.
    pub(crate) fn text(&self) -> String {
        match self.parts() {
            (StmtNode::Assign(Assign { target, symbol, .. }), Some(value), _) => {
                format!("{} {symbol} {}", target.label, value.text())
            }
            (StmtNode::Loop { name, .. }, _, [body]) => format!("for {name}: {}", body.text()),
            (StmtNode::Sieve, Some(condition), [body]) if condition.known().is::<tag::True>() => body.text(),
            (StmtNode::Sieve, Some(condition), [body]) => format!("if {}: {}", condition.text(), body.text()),
            (StmtNode::Let(number), Some(value), [body]) if value.known() != Knowledge::NOTHING => {
                body.knowing(*number, VariableFacts::of(value)).text()
            }
            (StmtNode::Let(number), Some(value), [body]) => {
                format!("let v{number} = {}: {}", value.text(), body.text())
            }
            (StmtNode::Block, _, [first, second]) => format!("{}; {}", first.text(), second.text()),
            (StmtNode::Workspace { label, .. }, _, [producer, consumer]) => {
                format!("{} where {label} is {}", consumer.text(), producer.text())
            }
            _ => "nothing".into(),
        }
    }
}
