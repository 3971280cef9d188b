//! The questions that passes ask of expressions and targets, asked of data: twins of associated types, as in
//! [`facts`](super::facts).

use crate::description::tree::Fold;
use crate::expr::under::UNDER;
use crate::upper::*;

/// A place in a statement: whether the statement is a no-op if this is known of what stands there.
pub(super) type Dies<'a> = &'a dyn Fn(Knowledge) -> bool;

/// Which looplets are meant.
pub(super) type Meant<'a> = &'a dyn Fn(&Nest) -> bool;

impl VariableFacts {
    /// Types know this, and run time knows no more.
    pub(super) fn solid(known: Knowledge) -> VariableFacts {
        VariableFacts {
            solid: known == Knowledge::NOTHING,
            ..VariableFacts::known(known)
        }
    }

    /// What is known of an expression.
    pub(crate) fn of(expr: &Expression) -> VariableFacts {
        VariableFacts {
            absent: expr.when_absent(),
            ..VariableFacts::known(expr.known())
        }
    }
}

pub(crate) fn is_cuttable(nest: &Nest) -> bool {
    nest.facts.is_stepper && !nest.facts.stable
}

impl Expression {
    /// The fiber of an access that nothing was done to yet.
    pub(crate) fn fiber(&self) -> Option<FiberFacts> {
        match self.node {
            ExprNode::Access(fiber) => Some(fiber),
            _ => None,
        }
    }

    pub(super) fn nest(&self) -> Option<&Nest> {
        match &self.node {
            ExprNode::Unfurled(nest) => Some(nest),
            _ => None,
        }
    }

    pub(crate) fn style(&self) -> Kind {
        match &self.node {
            ExprNode::Unfurled(nest) => nest.facts.style,
            ExprNode::Late(..) | ExprNode::Slow(_, Some(_)) => Kind::Lookup,
            _ => self
                .operands
                .iter()
                .map(Expression::style)
                .max()
                .unwrap_or(Kind::Invariant),
        }
    }

    /// No loop has to do with it any more, nor has one within.
    pub(crate) fn is_settled(&self) -> bool {
        let mut settled = self.style() == Kind::Invariant;
        self.for_each_leaf(&mut |leaf| {
            settled &= leaf.nest().is_some() || leaf.rest.iter().all(Term::is_bound);
        });
        settled
    }

    fn is_permissive(&self) -> bool {
        self.rest.iter().any(|term| term.permissive)
    }

    /// What is known of what its indices lead to, unless they may lead beyond an extent.
    fn within(&self, known: Knowledge) -> Knowledge {
        if self.is_permissive() && !known.is_missing() {
            Knowledge::NOTHING
        } else {
            known
        }
    }

    pub(crate) fn known(&self) -> Knowledge {
        self.fold(&|leaf| match &leaf.node {
            ExprNode::Access(fiber) | ExprNode::Late(fiber, _) | ExprNode::Slow(fiber, Some(_)) => {
                leaf.within(fiber.known)
            }
            ExprNode::Unfurled(nest) => leaf.within(nest.facts.known),
            ExprNode::Variable(_, value) => value.known,
            _ => Knowledge::NOTHING,
        })
    }

    /// What is known of the whole, given what is known of its leaves.
    fn fold(&self, leaf: &dyn Fn(&Expression) -> Knowledge) -> Knowledge {
        match &self.node {
            ExprNode::Map(fold) => {
                let known: Vec<Knowledge> = self.operands.iter().map(|operand| operand.fold(leaf)).collect();
                fold.of(&known)
            }
            ExprNode::Solid => self.operands[0].fold(leaf),
            _ => leaf(self),
        }
    }

    /// What is known where every operand that may be absent is.
    pub(crate) fn when_absent(&self) -> Knowledge {
        self.fold(&|leaf| match &leaf.node {
            ExprNode::Access(fiber) if leaf.rest.is_empty() && fiber.known == Knowledge::NOTHING => {
                fiber.absent().map_or(Knowledge::NOTHING, |(known, _)| known)
            }
            ExprNode::Variable(_, value) if value.known == Knowledge::NOTHING => value.absent,
            _ => leaf.known(),
        })
    }

    pub(super) fn when_cut(&self) -> Knowledge {
        self.fold(&|leaf| match leaf.nest() {
            Some(nest) if is_cuttable(nest) => leaf.within(nest.facts.truncated),
            _ => leaf.known(),
        })
    }

    /// Run time may know more than types do.
    pub(crate) fn fickle(&self) -> bool {
        match &self.node {
            ExprNode::Access(fiber) | ExprNode::Late(fiber, _) => fiber.fickle || self.is_permissive(),
            ExprNode::Variable(_, value) => !value.solid,
            ExprNode::Map(_) => self.operands.iter().any(Expression::fickle),
            ExprNode::Unfurled(_) | ExprNode::Slow(..) | ExprNode::Joined(_) => true,
            ExprNode::Compare { .. } | ExprNode::Solid => false,
        }
    }

    /// Asks every leaf in its context: what the other operands are known to be, as `known` says, is folded in.
    fn in_context(
        &self,
        dies: Dies<'_>,
        known: &dyn Fn(&Expression) -> Knowledge,
        leaf: &dyn Fn(&Expression, Dies<'_>) -> bool,
    ) -> bool {
        match &self.node {
            ExprNode::Map(fold) => {
                let all: Vec<Knowledge> = self.operands.iter().map(known).collect();
                self.operands.iter().enumerate().all(|(place, operand)| {
                    let inner = |here: Knowledge| {
                        let mut all = all.clone();
                        all[place] = here;
                        dies(fold.of(&all))
                    };
                    operand.in_context(&inner, known, leaf)
                })
            }
            ExprNode::Solid => self.operands[0].in_context(dies, known, leaf),
            _ => leaf(self, dies),
        }
    }

    /// Each of those looplets alone makes the statement a no-op by being cut short.
    pub(super) fn conjunctive(&self, looplets: Meant<'_>, dies: Dies<'_>) -> bool {
        self.in_context(dies, &Expression::known, &|leaf, dies| match leaf.nest() {
            Some(nest) => !looplets(nest) || dies(leaf.within(nest.facts.truncated)),
            None => true,
        })
    }

    pub(super) fn alive(&self, dies: Dies<'_>) -> bool {
        self.in_context(dies, &Expression::when_cut, &|leaf, dies| match &leaf.node {
            ExprNode::Unfurled(nest) => !nest.facts.is_stepper || !dies(Knowledge::NOTHING),
            _ => !leaf.fickle(),
        })
    }

    /// Not a no-op in `context` where it is due in the context `leads`.
    pub(super) fn met(&self, leads: Dies<'_>, context: Dies<'_>) -> bool {
        match &self.node {
            ExprNode::Map(fold @ (Fold::Unary(_) | Fold::Binary(_))) if self.label != UNDER => {
                let within = |dies: Dies<'_>, known: &[Knowledge], place: usize, here: Knowledge| {
                    let mut known = known.to_vec();
                    known[place] = here;
                    dies(fold.of(&known))
                };
                let known: Vec<Knowledge> = self.operands.iter().map(Expression::known).collect();
                let cut: Vec<Knowledge> = self.operands.iter().map(Expression::when_cut).collect();
                let leading: Vec<bool> = (0..cut.len())
                    .map(|place| within(leads, &known, place, cut[place]))
                    .collect();
                let some_lead = leading.contains(&true);
                let beside = if some_lead { &known } else { &cut };
                let when_met: Vec<Knowledge> = cut
                    .iter()
                    .zip(&leading)
                    .map(|(&cut, &leads)| if leads { Knowledge::NOTHING } else { cut })
                    .collect();
                self.operands.iter().enumerate().all(|(place, operand)| {
                    let context = |here| within(context, &when_met, place, here);
                    if some_lead && !leading[place] {
                        operand.alive(&context)
                    } else {
                        operand.met(&|here| within(leads, beside, place, here), &context)
                    }
                })
            }
            ExprNode::Solid => self.operands[0].met(leads, context),
            _ => self.alive(context),
        }
    }
}

impl TargetDescription {
    pub(super) fn style(&self) -> Kind {
        match self.node {
            TargetNode::Unfurled { style, .. } => style,
            TargetNode::Late(..) => Kind::Lookup,
            TargetNode::Write(_) | TargetNode::Accumulator { .. } | TargetNode::Opaque => Kind::Invariant,
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.is_accumulator() || matches!(self.node, TargetNode::Write(_)) && self.rest.is_empty()
    }

    pub(crate) fn is_accumulator(&self) -> bool {
        matches!(self.node, TargetNode::Accumulator { .. })
    }

    /// A local copy of it.
    pub(crate) fn accumulator(&self) -> TargetNode {
        TargetNode::Accumulator {
            short: self.short(),
            asked: self.asked(),
            shared: false,
        }
    }

    /// It is a tile of which the loop goes over all values.
    pub(crate) fn is_unfurled_tile(&self) -> bool {
        self.is_tile && matches!(self.node, TargetNode::Unfurled { .. })
    }

    /// The children of a stepper share it.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.node, TargetNode::Accumulator { shared: true, .. })
    }

    pub(crate) fn short(&self) -> bool {
        match self.node {
            TargetNode::Write(facts) => facts.short,
            TargetNode::Accumulator { short, .. } => short,
            _ => false,
        }
    }

    pub(crate) fn asked(&self) -> bool {
        match self.node {
            TargetNode::Write(facts) => facts.asked,
            TargetNode::Accumulator { asked, .. } => asked,
            _ => true,
        }
    }
}
