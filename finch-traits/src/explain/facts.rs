//! The questions that passes ask of types, asked of data.
//!
//! Each function here is the twin of an associated type: what [`Stmt::Conjunctive`](crate::stmt::Stmt::Conjunctive) computes from
//! types, [`Facts::of`] computes from a [tree](crate::description::tree). A test lowers programs and compares the two at every
//! statement that is reached.

use crate::description::Nest;
use crate::description::tree::{Expr, Stmt};
use crate::explain::ask::{Value, is_cuttable};
use crate::looplet::count;
use crate::style::{Kind, Style};
use finch_algebra::known::{Knowledge, tag};
use finch_algebra::logic::Bool;

/// What decides how a statement is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) style: Kind,
    pub(crate) noop: bool,
    pub(crate) live: bool,
    pub(crate) alive: bool,
    pub(crate) led: bool,
    pub(crate) jumpers_lead: bool,
    pub(crate) steppers: u8,
    pub(crate) stable: bool,
    pub(crate) holds_stable: bool,
    pub(crate) uncuttable: bool,
    pub(crate) no_jumper: bool,
    pub(crate) exits: bool,
    pub(crate) once: bool,
    pub(crate) lanes: bool,
    pub(crate) splits: bool,
}

impl Facts {
    /// As types say.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests compare it with what data say"))]
    pub(crate) fn of_types<S: crate::stmt::Stmt>() -> Facts {
        Facts {
            style: S::Style::KIND,
            noop: S::Noop::VALUE,
            live: S::Live::VALUE,
            alive: S::Alive::VALUE,
            led: S::Conjunctive::VALUE,
            jumpers_lead: S::ConjunctiveJumpers::VALUE,
            steppers: count::<S::Steppers>(),
            stable: S::Stable::VALUE,
            holds_stable: S::HoldsStable::VALUE,
            uncuttable: S::Uncuttable::VALUE,
            no_jumper: S::NoJumper::VALUE,
            exits: S::Exits::VALUE,
            once: S::Once::VALUE,
            lanes: S::Lanes::VALUE,
            splits: S::Fissions::VALUE,
        }
    }

    /// As data say.
    pub(crate) fn of(stmt: &Stmt) -> Facts {
        Facts {
            style: stmt.style(),
            noop: stmt.noop(),
            live: stmt.live(),
            alive: stmt.alive(),
            led: stmt.led(),
            jumpers_lead: stmt.jumpers_lead(),
            steppers: stmt.steppers(),
            stable: stmt.stable(),
            holds_stable: stmt.holds_stable(),
            uncuttable: stmt.uncuttable(),
            no_jumper: stmt.no_jumper(),
            exits: stmt.exits(),
            once: stmt.once(),
            lanes: stmt.lanes(),
            splits: stmt.splits(),
        }
    }
}

/// The context of a sieve's condition.
fn condition(known: Knowledge) -> bool {
    known.is::<tag::False>() || known.is_missing()
}

impl Stmt {
    pub(crate) fn style(&self) -> Kind {
        match self {
            Stmt::Null => Kind::Invariant,
            Stmt::Assign { target, value, .. } => target.style().max(value.style()),
            Stmt::Loop { body, .. } => body.style(),
            Stmt::Sieve { condition, body } => condition.style().max(body.style()),
            Stmt::Let { value, body, .. } => value.style().max(body.style()),
            Stmt::Block(first, second) => first.style().max(second.style()),
            Stmt::Workspace { producer, consumer, .. } => producer.style().max(consumer.style()),
            Stmt::Opaque { style, .. } => *style,
        }
    }

    pub(crate) fn noop(&self) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Assign {
                target, skips, value, ..
            } => {
                let known = value.known();
                known.is_missing() || skips(known, target.fill())
            }
            Stmt::Loop { body, .. } => body.noop(),
            Stmt::Sieve { condition: c, body } => condition(c.known()) || body.noop(),
            Stmt::Let { number, value, body } => body.knowing(*number, &Value::known(value.known())).noop(),
            Stmt::Block(first, second) => first.noop() && second.noop(),
            Stmt::Workspace {
                number,
                idle,
                producer,
                consumer,
                ..
            } => producer.noop() && (*idle || consumer.noop()) || consumer.noop() && producer.writes_only(*number),
            Stmt::Opaque { .. } => false,
        }
    }

    pub(super) fn live(&self) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Assign { value, .. } => !self.noop() && !value.fickle(),
            Stmt::Sieve { body, .. } => body.live(),
            Stmt::Let { number, value, body } => {
                !value.fickle() && body.knowing(*number, &Value::solid(Knowledge::NOTHING)).live()
            }
            Stmt::Block(first, second) => first.live() && second.live(),
            Stmt::Loop { .. } | Stmt::Workspace { .. } | Stmt::Opaque { .. } => false,
        }
    }

    pub(crate) fn alive(&self) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Assign { value, .. } => value.alive(&|known| self.dies_of(known)),
            Stmt::Sieve { condition, body } => !condition.holds_stepper() && body.alive(),
            Stmt::Let { number, value, body } => {
                body.steppers() == 0 && value.alive(&|known| !body.knowing(*number, &Value::solid(known)).live())
            }
            Stmt::Block(..) | Stmt::Loop { .. } | Stmt::Workspace { .. } | Stmt::Opaque { .. } => false,
        }
    }

    /// An assignment is a no-op if this is known of its value.
    pub(crate) fn dies_of(&self, known: Knowledge) -> bool {
        match self {
            Stmt::Assign { target, skips, .. } => known.is_missing() || skips(known, target.fill()),
            _ => false,
        }
    }

    pub(crate) fn led(&self) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Assign { value, .. } => value.led(&|known| self.dies_of(known)),
            Stmt::Loop { body, .. } => body.led(),
            Stmt::Sieve { condition: c, body } => c.led(&condition) && body.led(),
            Stmt::Let { number, value, body } => {
                value.led(&|known| body.knowing(*number, &Value::known(known)).noop()) && body.led()
            }
            Stmt::Block(..) | Stmt::Workspace { .. } => self.uncuttable(),
            Stmt::Opaque { .. } => false,
        }
    }

    pub(crate) fn jumpers_lead(&self) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Assign { value, .. } => value.jumpers_lead(&|known| self.dies_of(known)),
            Stmt::Loop { body, .. } => body.jumpers_lead(),
            Stmt::Sieve { condition: c, body } => c.jumpers_lead(&condition) && body.jumpers_lead(),
            Stmt::Let { number, value, body } => {
                value.jumpers_lead(&|known| body.knowing(*number, &Value::known(known)).noop()) && body.jumpers_lead()
            }
            Stmt::Block(..) | Stmt::Workspace { .. } => self.no_jumper(),
            Stmt::Opaque { .. } => false,
        }
    }

    pub(crate) fn steppers(&self) -> u8 {
        let mut count = 0;
        self.for_each_nest(&mut |nest| count += nest.facts.steppers);
        count.min(2)
    }

    pub(crate) fn stable(&self) -> bool {
        let mut all = true;
        self.for_each_nest(&mut |nest| all &= nest.facts.stable);
        all
    }

    pub(crate) fn holds_stable(&self) -> bool {
        let mut some = false;
        self.for_each_nest(&mut |nest| some |= nest.facts.is_stepper && nest.facts.stable);
        some
    }

    pub(super) fn uncuttable(&self) -> bool {
        let mut all = true;
        self.for_each_nest(&mut |nest| all &= !is_cuttable(nest));
        all
    }

    pub(super) fn no_jumper(&self) -> bool {
        let mut all = true;
        self.for_each_nest(&mut |nest| all &= !nest.facts.is_jumper);
        all
    }

    pub(crate) fn uses(&self, variable: usize) -> bool {
        let mut some = false;
        self.for_each_leaf(&mut |leaf| {
            some |= matches!(leaf, Expr::Variable { number, .. } if *number == variable);
        });
        some
    }

    pub(super) fn for_each_nest(&self, visit: &mut dyn FnMut(&Nest)) {
        self.for_each_leaf(&mut |leaf| {
            if let Expr::Unfurled { nest, .. } = leaf {
                visit(nest)
            }
        })
    }

    pub(crate) fn exits(&self) -> bool {
        match self {
            Stmt::Assign { target, saturates, .. } => target.short() && *saturates,
            Stmt::Workspace { .. } => false,
            Stmt::Block(..) => self.disjoint() && self.bodies().into_iter().any(Stmt::exits),
            other => other.bodies().into_iter().any(Stmt::exits),
        }
    }

    pub(crate) fn once(&self) -> bool {
        match self {
            Stmt::Assign { target, .. } => target.once(),
            Stmt::Opaque { .. } => false,
            other => other.bodies().into_iter().all(Stmt::once),
        }
    }

    pub(crate) fn lanes(&self) -> bool {
        match self {
            Stmt::Assign {
                target, reassociates, ..
            } => *reassociates && target.is_accumulator() && !target.short(),
            Stmt::Sieve { body, .. } => body.lanes() && body.lanes_under(),
            _ => false,
        }
    }

    /// Its accumulator does not note whether it was assigned.
    pub(super) fn lanes_under(&self) -> bool {
        match self {
            Stmt::Assign { target, .. } => !target.asked(),
            Stmt::Sieve { body, .. } => body.lanes_under(),
            _ => false,
        }
    }

    /// The numbers of the outputs that it writes.
    pub(crate) fn writes(&self) -> Vec<usize> {
        let mut outputs = Vec::new();
        self.for_each(&mut |stmt| {
            if let Stmt::Assign { target, .. } = stmt {
                outputs.push(target.output())
            }
        });
        outputs
    }

    /// It writes nothing but that output, and workspaces of its own.
    fn writes_only(&self, output: usize) -> bool {
        match self {
            Stmt::Workspace {
                number,
                producer,
                consumer,
                ..
            } => producer.writes_only(*number) && consumer.writes_only(output),
            Stmt::Assign { target, .. } => target.output() == output,
            other => other.bodies().into_iter().all(|body| body.writes_only(output)),
        }
    }

    pub(crate) fn overlaps(&self, other: &Stmt) -> bool {
        let other = other.writes();
        self.writes().iter().any(|output| other.contains(output))
    }

    pub(super) fn disjoint(&self) -> bool {
        match self {
            Stmt::Block(first, second) => first.disjoint() && second.disjoint() && !first.overlaps(second),
            Stmt::Workspace { producer, consumer, .. } => {
                producer.disjoint() && consumer.disjoint() && !producer.overlaps(consumer)
            }
            other => other.bodies().into_iter().all(Stmt::disjoint),
        }
    }

    pub(crate) fn multiplies(&self) -> bool {
        match self {
            Stmt::Assign { gathers, .. } => *gathers,
            Stmt::Block(first, second) => first.multiplies() && second.multiplies() && !first.overlaps(second),
            Stmt::Workspace { .. } => false,
            other => other.bodies().into_iter().all(Stmt::multiplies),
        }
    }

    pub(super) fn uses_everywhere(&self, variable: usize) -> bool {
        match self {
            Stmt::Null => true,
            Stmt::Block(first, second) => first.uses_everywhere(variable) && second.uses_everywhere(variable),
            other => other.uses(variable),
        }
    }

    pub(crate) fn splits(&self) -> bool {
        let is_structured = self.style() >= Kind::Stepper;
        match self {
            Stmt::Block(first, second) => first.noop() || second.noop() || is_structured && !first.overlaps(second),
            Stmt::Let { number, value, body } => {
                value.is_settled() || is_structured && body.disjoint() && !body.uses_everywhere(*number)
            }
            Stmt::Sieve { condition, .. } => condition.is_settled(),
            _ => false,
        }
    }
}
