//! Steppers and jumpers of a lowering that is written down: which loop goes through their children.

use crate::explain::change::{in_lane, in_shared_lanes, localized};
use crate::explain::facts::Facts;
use crate::explain::looplets::Pass;
use crate::explain::lower::{Lowering, Span, joined};
use crate::explain::node::Node;
use crate::explain::walk::{labels, statement};
use crate::pass::choice::Question;
use crate::pass::jumper::{Jumping, Landing};
use crate::pass::stepper::{Driving, Merging, Stepping};
use crate::reduction::lanes::LIST_LANES;
use crate::reduction::strip::{STRIP, STRIPS};
use crate::upper::*;

impl Lowering<'_> {
    /// See [`crate::pass::jumper`].
    pub(super) fn jump(&self, stmt: &Statement, facts: Facts, span: Span, jumpers: &str, until: &str) -> Vec<Node> {
        let says = |question| facts.says(question);
        if Jumping::of(&says) == Jumping::Demoted {
            return vec![Node::over(
                format!("Jumper: {jumpers} steps like the others, for its absence is no no-op"),
                self.each(Pass::Demote, stmt, span),
            )];
        }
        let (pass, leaders) = match Landing::of(&says) {
            Landing::All => {
                let is_leader = |nest: &Nest| nest.facts.is_jumper || (nest.facts.is_stepper && !nest.facts.stable);
                (Pass::LeapAll, joined(&labels(stmt, &is_leader)))
            }
            Landing::Jumpers => (Pass::JumpAll, jumpers.into()),
        };
        let (place, landed) = if says(Question::Stable) {
            ("in all blocks", Span::Many)
        } else {
            ("where all end", Span::One)
        };
        vec![Node::over(
            format!("Jumper: {leaders} leapfrog, each to where the one before it has landed{until}"),
            vec![Node::case(place, self.each(pass, stmt, landed))],
        )]
    }

    /// See [`crate::pass::stepper`].
    pub(super) fn step(&self, stmt: &Statement, facts: Facts, steppers: &str, until: &str) -> Vec<Node> {
        let title = match Stepping::of(&|question| facts.says(question)) {
            Stepping::Trailing => {
                let stable = joined(&labels(stmt, &|nest| nest.facts.is_stepper && nest.facts.stable));
                let title = format!("Stepper, leading and trailing: {stable} is looked up behind the others");
                return vec![Node::over(title, self.each(Pass::Trail, stmt, Span::Many))];
            }
            Stepping::Driven => return self.drive(stmt, facts, steppers),
            Stepping::Meeting => return self.meet(stmt, facts, steppers, until),
            Stepping::Merged => {
                // Guarding may hand out other types, but only one of each.
                let guarded = statement(Pass::Guard, stmt);
                return guarded
                    .iter()
                    .flat_map(|(_, stmt)| self.merge(stmt, steppers, until))
                    .collect();
            }
            Stepping::Overlapping => {
                let title = format!(
                    "Stepper, meeting: what {steppers} have in common, from the greatest start to the least end{until}"
                );
                return vec![Node::over(title, self.each(Pass::BehindGap, stmt, Span::Many))];
            }
            Stepping::Phases => format!("Stepper, stable: from one end of {steppers} to the next{until}"),
        };
        let guarded = statement(Pass::Guard, stmt).into_iter();
        let below = guarded.flat_map(|(_, stmt)| self.each(Pass::StepAll, &stmt, Span::Many));
        vec![Node::over(title, below.collect())]
    }

    /// The only stepper of a statement, driven through its children.
    fn drive(&self, stmt: &Statement, facts: Facts, steppers: &str) -> Vec<Node> {
        let driven = |how: String, below| {
            let title = format!("Stepper, driven: {steppers} goes through its stored children{how}");
            vec![Node::over(title, below)]
        };
        let lower = |stmt: &Statement| self.lower(stmt, Span::Many);
        match Driving::of(&|question| facts.says(question)) {
            Driving::InLanes if facts.says(Question::Stable) => driven(
                format!(", which share {LIST_LANES} accumulators, and one for single indices"),
                self.cases(Pass::Drive, &in_shared_lanes(stmt), &lower),
            ),
            Driving::InLanes | Driving::SomeInLanes => driven(
                format!(", into {LIST_LANES} accumulators in turn"),
                self.cases(Pass::DriveInLanes, stmt, &|stmt| lower(&in_lane(stmt))),
            ),
            Driving::InStrips => {
                let (&StmtNode::Workspace { number, .. }, _, [producer, consumer]) = stmt.parts() else {
                    return Vec::new();
                };
                let (producer, _) = localized(producer, number);
                let sums = self.cases(Pass::StepAll, &producer, &|stmt| self.bound(stmt));
                let sums = Node::over("for all children of a strip at once, each with a sum of its own", sums);
                let each = Node::case("then each child", self.each(Pass::StepAll, consumer, Span::One));
                let strips: Vec<String> = STRIPS.iter().map(usize::to_string).collect();
                let how = match reassociates(&producer) {
                    true => {
                        format!(", numbers of 64 bits by strips of {STRIP}, each sum into {LIST_LANES} accumulators")
                    }
                    false => format!(", by strips of {}", strips.join(" and ")),
                };
                driven(how, vec![sums, each])
            }
            Driving::ShortBlocks | Driving::Reserved | Driving::AtOnce => {
                driven(String::new(), self.cases(Pass::Drive, stmt, &lower))
            }
        }
    }

    /// Guarded steppers.
    fn merge(&self, stmt: &Statement, steppers: &str, until: &str) -> Vec<Node> {
        let facts = self.facts(stmt);
        let (how, below): (&str, _) = match Merging::of(&|question| facts.says(question)) {
            Merging::Typed => return self.meet(stmt, facts, steppers, until),
            Merging::Alive => {
                let mut below = self.each(Pass::BlendAlive, stmt, Span::Many);
                let behind = self.each(Pass::Cut, stmt, Span::Many);
                below.push(Node::case("behind the last child", behind));
                ("", below)
            }
            Merging::Led => {
                let (pass, asks) = match facts.says(Question::Met) {
                    true => (Pass::BlendAlive, ""),
                    false => (Pass::Blend, "; run time asks where it is a no-op"),
                };
                let title = format!(
                    "Stepper, led: {steppers} catch up with where the statement is no no-op next, each present or fill \
                     there{until}{asks}"
                );
                return vec![Node::over(title, self.each(pass, stmt, Span::Many))];
            }
            Merging::Blended => {
                let below = self.each(Pass::Blend, stmt, Span::Many);
                ("; run time asks which phases are no-ops", below)
            }
        };
        let title =
            format!("Stepper, blended: from one end of {steppers} to the next, each present or fill{until}{how}");
        vec![Node::over(title, below)]
    }

    /// The typed merge, and what is met where all steppers end.
    fn meet(&self, stmt: &Statement, facts: Facts, steppers: &str, until: &str) -> Vec<Node> {
        let when = if facts.says(Question::OneStepper) {
            "each child"
        } else {
            "where all end"
        };
        let all = Node::case(when, self.each(Pass::StepAll, stmt, Span::Many));
        let cut = Node::case("behind the last child", self.each(Pass::Cut, stmt, Span::Many));
        if facts.says(Question::Conjunctive) {
            return vec![Node::over(
                format!("Stepper, conjunctive: {steppers} are met where all of them end{until}"),
                vec![all, cut],
            )];
        }
        // Several steppers are blended, so there is one, and what is written for ends that do not meet is never reached.
        self.each(Pass::Step, stmt, Span::Many);
        vec![Node::over(
            format!("Stepper: from one end of {steppers} to the next{until}"),
            vec![all, cut],
        )]
    }
}

/// Whether what a loop sums may be summed in any order.
fn reassociates(stmt: &Statement) -> bool {
    match &stmt.node {
        StmtNode::Assign(assign) => assign.reassociates,
        _ => stmt.bodies.iter().all(reassociates),
    }
}
