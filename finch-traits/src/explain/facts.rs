//! The questions that passes ask of types, asked of data.
//!
//! Each [question](crate::pass::choice) is answered by types where a program is lowered, and here by data, a
//! [tree](crate::description::tree). A test lowers programs and compares the answers at every statement that is reached.

use crate::description::tree::Assign;
use crate::explain::ask::{Meant, is_cuttable};
use crate::pass::choice::Question;
#[cfg(test)]
use crate::pass::choice::{choice, for_each_question};
use crate::upper::*;

/// What decides how a statement is lowered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) style: Kind,
    /// A bit for each question that is answered with yes.
    yes: u32,
}

impl Facts {
    fn new(style: Kind, answer: impl Fn(Question) -> bool) -> Facts {
        let bits = Question::ALL
            .iter()
            .map(|&question| u32::from(answer(question)) << question as u32);
        Facts { style, yes: bits.sum() }
    }

    /// As types say.
    #[cfg(test)]
    pub(crate) fn of_types<S: Stmt>() -> Facts {
        macro_rules! answers {
            ($($name:ident),*) => {
                |question| match question {
                    $(Question::$name => <choice!(@ask S $name) as Bool>::VALUE,)*
                }
            };
        }
        Facts::new(S::Style::KIND, for_each_question!(answers))
    }

    /// As data say.
    pub(crate) fn of(stmt: &Statement, recurs: bool) -> Facts {
        let steppers = stmt.steppers();
        Facts::new(stmt.style(), |question| match question {
            Question::Noop => stmt.noop(),
            Question::Fissions => stmt.splits() && !recurs,
            Question::Recurs => recurs,
            Question::Live => stmt.live(),
            Question::Alive => stmt.alive(),
            Question::Sparse => stmt.sparse(),
            Question::Met => stmt.met(),
            Question::Conjunctive => stmt.conjunctive(&is_cuttable),
            Question::Gapped => stmt.conjunctive(&is_stable),
            Question::ConjunctiveJumpers => stmt.conjunctive(&is_jumper),
            Question::OneStepper => steppers == 1,
            Question::TwoSteppers => steppers >= 2,
            Question::Stable => !stmt.holds(&|nest| !nest.facts.stable),
            Question::HoldsStable => stmt.holds(&is_stable),
            Question::Uncuttable => !stmt.holds(&is_cuttable),
            Question::NoJumper => !stmt.holds(&is_jumper),
            Question::Exits => stmt.exits(),
            Question::Once => stmt.once(),
            Question::Lanes => stmt.lanes() && !recurs,
            Question::HoldsLanes => stmt.holds_lanes(),
            Question::InStrips => stmt.in_strips() && !recurs,
        })
    }

    /// The answer to a question.
    pub(crate) fn says(self, question: Question) -> bool {
        self.yes >> question as u32 & 1 != 0
    }
}

impl core::fmt::Debug for Facts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let yes = Question::ALL.iter().filter(|question| self.says(**question));
        write!(f, "{:?} ", self.style)?;
        f.debug_set().entries(yes).finish()
    }
}

/// The context of a sieve's condition.
fn condition(known: Knowledge) -> bool {
    known.is::<tag::False>() || known.is_missing()
}

fn is_stable(nest: &Nest) -> bool {
    nest.facts.is_stepper && nest.facts.stable
}

fn is_jumper(nest: &Nest) -> bool {
    nest.facts.is_jumper
}

impl Statement {
    pub(crate) fn style(&self) -> Kind {
        let own = match &self.node {
            StmtNode::Assign(assign) => assign.target.style(),
            _ => Kind::Invariant,
        };
        let parts = self.bodies.iter().map(Statement::style);
        parts
            .chain(self.expr.as_ref().map(Expression::style))
            .fold(own, Kind::max)
    }

    pub(crate) fn noop(&self) -> bool {
        match self.parts() {
            (StmtNode::Assign(_), Some(value), _) => self.dies_of(value.known()),
            (StmtNode::Sieve, Some(c), [body]) => condition(c.known()) || body.noop(),
            (StmtNode::Let(number), Some(value), [body]) => {
                body.knowing(*number, VariableFacts::known(value.known())).noop()
            }
            (StmtNode::Workspace { number, idle, .. }, _, [producer, consumer]) => {
                producer.noop() && (*idle || consumer.noop()) || consumer.noop() && producer.writes_only(*number)
            }
            (_, _, bodies) => bodies.iter().all(Statement::noop),
        }
    }

    fn live(&self) -> bool {
        match self.parts() {
            (StmtNode::Assign(_), Some(value), _) => !self.noop() && !value.fickle(),
            (StmtNode::Let(number), Some(value), [body]) => {
                !value.fickle() && body.knowing(*number, VariableFacts::solid(Knowledge::NOTHING)).live()
            }
            (StmtNode::Null | StmtNode::Sieve | StmtNode::Block, _, bodies) => bodies.iter().all(Statement::live),
            _ => false,
        }
    }

    fn alive(&self) -> bool {
        match self.parts() {
            (StmtNode::Null, ..) => true,
            (StmtNode::Assign(_), Some(value), _) => value.alive(&|known| self.dies_of(known)),
            (StmtNode::Sieve, Some(condition), [body]) => {
                let mut steps = false;
                condition.for_each_leaf(&mut |leaf| steps |= leaf.nest().is_some_and(|nest| nest.facts.steppers > 0));
                !steps && body.alive()
            }
            (StmtNode::Let(number), Some(value), [body]) => {
                body.steppers() == 0 && value.alive(&|known| !body.knowing(*number, VariableFacts::solid(known)).live())
            }
            _ => false,
        }
    }

    fn sparse(&self) -> bool {
        match self.parts() {
            (StmtNode::Null, ..) => true,
            (StmtNode::Assign(_), Some(value), _) => self.dies_of(value.when_cut()),
            (StmtNode::Loop { .. }, _, [body]) => body.sparse(),
            _ => false,
        }
    }

    fn met(&self) -> bool {
        match self.parts() {
            (StmtNode::Null, ..) => true,
            (StmtNode::Assign(_), Some(value), _) => {
                value.met(&|known| self.dies_of(known), &|known| self.dies_of(known))
            }
            _ => false,
        }
    }

    /// An assignment is a no-op if this is known of its value.
    pub(crate) fn dies_of(&self, known: Knowledge) -> bool {
        let dies = |assign: &Assign| known.is_missing() || (assign.skips)(known, assign.target.fill);
        self.assignment().is_some_and(dies)
    }

    /// Each of those looplets alone makes it a no-op by being cut short.
    pub(super) fn conjunctive(&self, looplets: Meant<'_>) -> bool {
        match self.parts() {
            (StmtNode::Null, ..) => true,
            (StmtNode::Assign(_), Some(value), _) => value.conjunctive(looplets, &|known| self.dies_of(known)),
            (StmtNode::Loop { .. }, _, [body]) => body.conjunctive(looplets),
            (StmtNode::Sieve, Some(c), [body]) => c.conjunctive(looplets, &condition) && body.conjunctive(looplets),
            (StmtNode::Let(number), Some(value), [body]) => {
                let dies = |known| body.knowing(*number, VariableFacts::known(known)).noop();
                value.conjunctive(looplets, &dies) && body.conjunctive(looplets)
            }
            _ => !self.holds(looplets),
        }
    }

    pub(super) fn steppers(&self) -> u8 {
        let mut count = 0;
        self.for_each_leaf(&mut |leaf| count += leaf.nest().map_or(0, |nest| nest.facts.steppers));
        count.min(2)
    }

    /// It holds a looplet of those.
    pub(super) fn holds(&self, looplets: Meant<'_>) -> bool {
        let mut some = false;
        self.for_each_leaf(&mut |leaf| some |= leaf.nest().is_some_and(looplets));
        some
    }

    pub(crate) fn uses(&self, variable: usize) -> bool {
        let names = |terms: &[Term]| terms.iter().any(|term| term.holds(Term::of_variable(variable)));
        let mut some = false;
        self.for_each(&mut |stmt| some |= stmt.assignment().is_some_and(|assign| names(&assign.target.rest)));
        self.for_each_leaf(&mut |leaf| {
            some |= matches!(leaf.node, ExprNode::Variable(number, _) if number == variable) || names(&leaf.rest)
        });
        some
    }

    pub(crate) fn exits(&self) -> bool {
        match &self.node {
            StmtNode::Assign(assign) => assign.target.short() && assign.saturates,
            StmtNode::Workspace { .. } => false,
            StmtNode::Block if !self.disjoint() => false,
            _ => self.bodies.iter().any(Statement::exits),
        }
    }

    pub(crate) fn once(&self) -> bool {
        match &self.node {
            StmtNode::Assign(assign) => assign.target.once,
            _ => self.bodies.iter().all(Statement::once),
        }
    }

    fn lanes(&self) -> bool {
        match self.parts() {
            (
                StmtNode::Assign(Assign {
                    target, reassociates, ..
                }),
                ..,
            ) => *reassociates && target.is_accumulator() && !target.short(),
            (StmtNode::Sieve, _, [body]) => body.lanes() && body.lanes_under(),
            _ => false,
        }
    }

    /// It holds sums that several lanes can share.
    fn holds_lanes(&self) -> bool {
        match self.parts() {
            (StmtNode::Assign(_), ..) => self.lanes(),
            (StmtNode::Let(_) | StmtNode::Block, _, bodies) => bodies.iter().any(Statement::holds_lanes),
            _ => false,
        }
    }

    /// Its accumulator does not note whether it was assigned.
    fn lanes_under(&self) -> bool {
        match self.parts() {
            (StmtNode::Assign(Assign { target, .. }), ..) => !target.asked(),
            (StmtNode::Sieve, _, [body]) => body.lanes_under(),
            _ => false,
        }
    }

    /// The numbers of the outputs that it writes.
    pub(crate) fn writes(&self) -> Vec<usize> {
        let mut outputs = Vec::new();
        self.for_each(&mut |stmt| outputs.extend(stmt.assignment().map(|assign| assign.target.output)));
        outputs
    }

    /// It writes nothing but that output, and workspaces of its own.
    pub(super) fn writes_only(&self, output: usize) -> bool {
        match self.parts() {
            (StmtNode::Workspace { number, .. }, _, [producer, consumer]) => {
                producer.writes_only(*number) && consumer.writes_only(output)
            }
            (StmtNode::Assign(assign), ..) => assign.target.output == output,
            (_, _, bodies) => bodies.iter().all(|body| body.writes_only(output)),
        }
    }

    pub(crate) fn overlaps(&self, other: &Statement) -> bool {
        let other = other.writes();
        self.writes().iter().any(|output| other.contains(output))
    }

    /// No two of the statements that it holds write the same output.
    fn is_apart(&self) -> bool {
        !matches!(self.bodies.as_slice(), [first, second] if first.overlaps(second))
    }

    fn disjoint(&self) -> bool {
        self.is_apart() && self.bodies.iter().all(Statement::disjoint)
    }

    pub(crate) fn multiplies(&self) -> bool {
        match &self.node {
            StmtNode::Assign(assign) => assign.gathers,
            StmtNode::Workspace { .. } => false,
            _ => self.is_apart() && self.bodies.iter().all(Statement::multiplies),
        }
    }

    fn uses_everywhere(&self, variable: usize) -> bool {
        match &self.node {
            StmtNode::Null | StmtNode::Block => self.bodies.iter().all(|body| body.uses_everywhere(variable)),
            _ => self.uses(variable),
        }
    }

    fn splits(&self) -> bool {
        let is_structured = self.style() >= Kind::Stepper;
        match self.parts() {
            (StmtNode::Block, _, [first, second]) => {
                first.noop() || second.noop() || is_structured && !first.overlaps(second)
            }
            (StmtNode::Let(number), Some(value), [body]) => {
                value.is_settled() || is_structured && body.disjoint() && !body.uses_everywhere(*number)
            }
            (StmtNode::Sieve, Some(condition), _) => condition.is_settled(),
            _ => false,
        }
    }
}
