//! The questions that passes ask of expressions and targets, asked of data: twins of associated types, as in
//! [`facts`](super::facts).

use crate::description::Nest;
use crate::description::term::Term;
use crate::description::tree::{Access, Expr, Target};
use crate::style::Kind;
use finch_algebra::known::Knowledge;

/// A place in a statement: whether the statement is a no-op if this is known of what stands there.
pub(super) type Dies<'a> = &'a dyn Fn(Knowledge) -> bool;

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// What types know.
    pub(crate) known: Knowledge,
    /// Run time knows no more.
    pub(crate) solid: bool,
    /// What run time may know beside that.
    pub(crate) absent: Knowledge,
}

impl Value {
    /// Types know this.
    pub(crate) fn known(known: Knowledge) -> Value {
        Value {
            known,
            solid: false,
            absent: Knowledge::NOTHING,
        }
    }

    /// Types know this, and run time knows no more.
    pub(super) fn solid(known: Knowledge) -> Value {
        Value {
            solid: known == Knowledge::NOTHING,
            ..Value::known(known)
        }
    }

    /// What is known of an expression.
    pub(crate) fn of(expr: &Expr) -> Value {
        Value {
            absent: expr.when_absent(),
            ..Value::known(expr.known())
        }
    }
}

pub(super) fn is_cuttable(nest: &Nest) -> bool {
    nest.facts.is_stepper && !nest.facts.stable
}

/// What is known of what indices lead to, unless they may lead beyond an extent.
pub(super) fn within(known: Knowledge, rest: &[Term]) -> Knowledge {
    if rest.iter().any(|term| term.permissive) && !known.is_missing() {
        Knowledge::NOTHING
    } else {
        known
    }
}

impl Access {
    pub(super) fn is_permissive(&self) -> bool {
        self.rest.iter().any(|term| term.permissive)
    }

    pub(super) fn known(&self) -> Knowledge {
        within(self.fiber.known, &self.rest)
    }

    pub(super) fn fickle(&self) -> bool {
        self.fiber.fickle || self.is_permissive()
    }
}

impl Expr {
    pub(crate) fn style(&self) -> Kind {
        match self {
            Expr::Unfurled { nest, .. } => nest.facts.style,
            Expr::Map { operands, .. } => operands.iter().map(Expr::style).max().unwrap_or(Kind::Invariant),
            Expr::Solid(inner) => inner.style(),
            Expr::Opaque { style, .. } => *style,
            Expr::Late { .. } | Expr::Slow { number: Some(_), .. } => Kind::Lookup,
            Expr::Slow { number: None, .. } => Kind::Invariant,
            Expr::Access(_) | Expr::Compare { .. } | Expr::Variable { .. } => Kind::Invariant,
        }
    }

    /// No loop has to do with it any more, nor has one within.
    pub(crate) fn is_settled(&self) -> bool {
        let mut settled = self.style() == Kind::Invariant;
        self.for_each_leaf(&mut |leaf| {
            settled &= match leaf {
                Expr::Access(access) | Expr::Slow { access, .. } => access.rest.iter().all(Term::is_bound),
                Expr::Compare { .. } => false,
                _ => true,
            }
        });
        settled
    }

    pub(crate) fn known(&self) -> Knowledge {
        self.fold(&|leaf| match leaf {
            Expr::Access(access) | Expr::Late { access, .. } => access.known(),
            Expr::Unfurled { nest, rest, .. } => within(nest.facts.known, rest),
            Expr::Variable { known, .. } | Expr::Opaque { known, .. } => *known,
            _ => Knowledge::NOTHING,
        })
    }

    /// What is known of the whole, given what is known of its leaves.
    pub(super) fn fold(&self, leaf: &dyn Fn(&Expr) -> Knowledge) -> Knowledge {
        match self {
            Expr::Map { fold, operands, .. } => {
                let known: Vec<Knowledge> = operands.iter().map(|operand| operand.fold(leaf)).collect();
                fold.of(&known)
            }
            Expr::Solid(inner) => inner.fold(leaf),
            other => leaf(other),
        }
    }

    /// What is known where every operand that may be absent is.
    pub(crate) fn when_absent(&self) -> Knowledge {
        self.fold(&|leaf| match leaf {
            Expr::Access(Access { fiber, rest, .. }) if rest.is_empty() && fiber.known == Knowledge::NOTHING => {
                fiber.absent().map_or(Knowledge::NOTHING, |(known, _)| known)
            }
            Expr::Variable { known, absent, .. } if *known == Knowledge::NOTHING => *absent,
            other => other.known(),
        })
    }

    pub(super) fn when_cut(&self) -> Knowledge {
        self.fold(&|leaf| match leaf {
            Expr::Unfurled { nest, rest, .. } if is_cuttable(nest) => within(nest.facts.truncated, rest),
            other => other.known(),
        })
    }

    pub(super) fn holds_stepper(&self) -> bool {
        let mut some = false;
        self.for_each_leaf(&mut |leaf| {
            some |= matches!(leaf, Expr::Unfurled { nest, .. } if nest.facts.steppers > 0);
        });
        some
    }

    /// Run time may know more than types do.
    pub(crate) fn fickle(&self) -> bool {
        match self {
            Expr::Access(access) | Expr::Late { access, .. } => access.fickle(),
            Expr::Unfurled { .. } => true,
            Expr::Variable { solid, .. } => !solid,
            Expr::Map { operands, .. } => operands.iter().any(Expr::fickle),
            Expr::Opaque { .. } | Expr::Slow { .. } => true,
            Expr::Compare { .. } | Expr::Solid(_) => false,
        }
    }

    /// Asks every leaf in its context: what the other operands are known to be, as `known` says, is folded in.
    pub(super) fn in_context(
        &self,
        dies: Dies<'_>,
        known: &dyn Fn(&Expr) -> Knowledge,
        leaf: &dyn Fn(&Expr, Dies<'_>) -> bool,
    ) -> bool {
        match self {
            Expr::Map { fold, operands, .. } => {
                let all: Vec<Knowledge> = operands.iter().map(known).collect();
                operands.iter().enumerate().all(|(place, operand)| {
                    let inner = |here: Knowledge| {
                        let mut all = all.clone();
                        all[place] = here;
                        dies(fold.of(&all))
                    };
                    operand.in_context(&inner, known, leaf)
                })
            }
            Expr::Solid(inner) => inner.in_context(dies, known, leaf),
            other => leaf(other, dies),
        }
    }

    pub(super) fn led(&self, dies: Dies<'_>) -> bool {
        self.in_context(dies, &Expr::known, &|leaf, dies| match leaf {
            Expr::Unfurled { nest, rest, .. } => !is_cuttable(nest) || dies(within(nest.facts.truncated, rest)),
            _ => true,
        })
    }

    pub(super) fn jumpers_lead(&self, dies: Dies<'_>) -> bool {
        self.in_context(dies, &Expr::known, &|leaf, dies| match leaf {
            Expr::Unfurled { nest, rest, .. } => !nest.facts.is_jumper || dies(within(nest.facts.truncated, rest)),
            _ => true,
        })
    }

    pub(super) fn alive(&self, dies: Dies<'_>) -> bool {
        self.in_context(dies, &Expr::when_cut, &|leaf, dies| match leaf {
            Expr::Access(access) | Expr::Late { access, .. } => !access.fickle(),
            Expr::Unfurled { nest, .. } => !nest.facts.is_stepper || !dies(Knowledge::NOTHING),
            Expr::Variable { solid, .. } => *solid,
            Expr::Slow { .. } => false,
            _ => true,
        })
    }
}

impl Target {
    pub(super) fn style(&self) -> Kind {
        match self {
            Target::Unfurled { style, .. } | Target::Opaque { style, .. } => *style,
            Target::WholeRun(target) => target.style(),
            Target::Late { .. } => Kind::Lookup,
            Target::Write { .. } | Target::Accumulator { .. } | Target::Nowhere { .. } => Kind::Invariant,
        }
    }

    pub(crate) fn fill(&self) -> Knowledge {
        match self {
            Target::Write { fill, .. }
            | Target::Unfurled { fill, .. }
            | Target::Accumulator { fill, .. }
            | Target::Nowhere { fill, .. }
            | Target::Opaque { fill, .. } => *fill,
            Target::WholeRun(target) | Target::Late { write: target, .. } => target.fill(),
        }
    }

    pub(crate) fn output(&self) -> usize {
        match self {
            Target::Write { output, .. }
            | Target::Unfurled { output, .. }
            | Target::Accumulator { output, .. }
            | Target::Nowhere { output, .. }
            | Target::Opaque { output, .. } => *output,
            Target::WholeRun(target) | Target::Late { write: target, .. } => target.output(),
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        match self {
            Target::Write { rest, .. } => rest.is_empty(),
            Target::Accumulator { .. } | Target::Nowhere { .. } => true,
            Target::WholeRun(target) => target.is_scalar(),
            Target::Unfurled { .. } | Target::Late { .. } | Target::Opaque { .. } => false,
        }
    }

    pub(crate) fn is_accumulator(&self) -> bool {
        match self {
            Target::Accumulator { .. } | Target::Nowhere { .. } => true,
            Target::WholeRun(target) => target.is_accumulator(),
            _ => false,
        }
    }

    pub(crate) fn short(&self) -> bool {
        match self {
            Target::Write { facts, .. } => facts.short,
            Target::Accumulator { short, .. } => *short,
            Target::WholeRun(target) => target.short(),
            Target::Unfurled { .. } | Target::Late { .. } | Target::Nowhere { .. } | Target::Opaque { .. } => false,
        }
    }

    pub(crate) fn asked(&self) -> bool {
        match self {
            Target::Write { facts, .. } => facts.asked,
            Target::Accumulator { asked, .. } => *asked,
            Target::WholeRun(target) => target.asked(),
            Target::Nowhere { .. } => false,
            Target::Unfurled { .. } | Target::Late { .. } | Target::Opaque { .. } => true,
        }
    }

    pub(crate) fn once(&self) -> bool {
        matches!(self, Target::WholeRun(_))
    }
}
