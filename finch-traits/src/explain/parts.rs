//! Going through the parts of what programs describe, and writing it down.

use crate::description::tree::{Expr, Stmt, Target};
use crate::explain::ask::Value;
use finch_algebra::known::{Knowledge, tag};

impl Expr {
    /// Calls `visit` with every leaf, from left to right.
    pub(crate) fn for_each_leaf(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Expr::Map { operands, .. } => operands.iter().for_each(|operand| operand.for_each_leaf(visit)),
            Expr::Solid(inner) => inner.for_each_leaf(visit),
            leaf => visit(leaf),
        }
    }

    /// Calls `visit` with every leaf, from left to right, to change it.
    pub(crate) fn for_each_leaf_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Expr::Map { operands, .. } => operands.iter_mut().for_each(|operand| operand.for_each_leaf_mut(visit)),
            Expr::Solid(inner) => inner.for_each_leaf_mut(visit),
            leaf => visit(leaf),
        }
    }
}

impl Target {
    /// How it is written.
    pub(crate) fn text(&self) -> String {
        match self {
            Target::Write { label, .. } | Target::Unfurled { label, .. } | Target::Accumulator { label, .. } => {
                label.clone()
            }
            Target::WholeRun(target) | Target::Late { write: target, .. } => target.text(),
            Target::Nowhere { .. } => "nowhere".into(),
            Target::Opaque { name, .. } => (*name).into(),
        }
    }
}

impl Stmt {
    /// The statements that a program consists of, in order.
    pub(crate) fn passes<'s>(&'s self, passes: &mut Vec<&'s Stmt>) {
        match self {
            Stmt::Block(first, second) => {
                first.passes(passes);
                second.passes(passes)
            }
            pass => passes.push(pass),
        }
    }

    /// The expression that the node itself holds: a value or a condition.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self {
            Stmt::Assign { value: expr, .. } | Stmt::Sieve { condition: expr, .. } | Stmt::Let { value: expr, .. } => {
                Some(expr)
            }
            _ => None,
        }
    }

    /// The expression that the node itself holds, to change it: a value or a condition.
    pub(crate) fn expr_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Stmt::Assign { value: expr, .. } | Stmt::Sieve { condition: expr, .. } | Stmt::Let { value: expr, .. } => {
                Some(expr)
            }
            _ => None,
        }
    }

    /// The statements that the node holds, in their order.
    pub(crate) fn bodies(&self) -> Vec<&Stmt> {
        match self {
            Stmt::Null | Stmt::Opaque { .. } | Stmt::Assign { .. } => Vec::new(),
            Stmt::Loop { body, .. } | Stmt::Sieve { body, .. } | Stmt::Let { body, .. } => vec![body],
            Stmt::Block(first, second) => vec![first, second],
            Stmt::Workspace { producer, consumer, .. } => vec![producer, consumer],
        }
    }

    /// The statements that the node holds, in their order, to change them.
    pub(crate) fn bodies_mut(&mut self) -> Vec<&mut Stmt> {
        match self {
            Stmt::Null | Stmt::Opaque { .. } | Stmt::Assign { .. } => Vec::new(),
            Stmt::Loop { body, .. } | Stmt::Sieve { body, .. } | Stmt::Let { body, .. } => vec![body],
            Stmt::Block(first, second) => vec![first, second],
            Stmt::Workspace { producer, consumer, .. } => vec![producer, consumer],
        }
    }

    /// Calls `visit` with every statement, in the order of the program.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&Stmt)) {
        visit(self);
        self.bodies().into_iter().for_each(|body| body.for_each(visit))
    }

    /// Calls `visit` with every statement, in the order of the program, to change it.
    pub(crate) fn for_each_mut(&mut self, visit: &mut dyn FnMut(&mut Stmt)) {
        visit(self);
        self.bodies_mut().into_iter().for_each(|body| body.for_each_mut(visit))
    }

    /// Calls `visit` with every leaf of every expression, in the order of the program.
    pub(crate) fn for_each_leaf(&self, visit: &mut dyn FnMut(&Expr)) {
        self.for_each(&mut |stmt| {
            if let Some(expr) = stmt.expr() {
                expr.for_each_leaf(visit)
            }
        })
    }

    /// How it is written, on one line.
    pub(crate) fn text(&self) -> String {
        match self {
            Stmt::Null => "nothing".into(),
            Stmt::Assign {
                target, symbol, value, ..
            } => {
                format!("{} {symbol} {}", target.text(), value.text())
            }
            Stmt::Loop { name, body, .. } => format!("for {name}: {}", body.text()),
            Stmt::Sieve { condition, body } if condition.known().is::<tag::True>() => body.text(),
            Stmt::Sieve { condition, body } => format!("if {}: {}", condition.text(), body.text()),
            Stmt::Let { number, value, body } if value.known() != Knowledge::NOTHING => {
                body.knowing(*number, &Value::of(value)).text()
            }
            Stmt::Let { number, value, body } => format!("let v{number} = {}: {}", value.text(), body.text()),
            Stmt::Block(first, second) => format!("{}; {}", first.text(), second.text()),
            Stmt::Workspace {
                label,
                producer,
                consumer,
                ..
            } => format!("{} where {label} is {}", consumer.text(), producer.text()),
            Stmt::Opaque { name, .. } => (*name).into(),
        }
    }
}
