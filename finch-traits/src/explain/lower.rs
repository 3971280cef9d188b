//! The lowering of a program as data: the same decisions as [`crate::pass`], written down instead of compiled.

use crate::description::tree::{Assign, Value};
use crate::explain::ask::Meant;
use crate::explain::change::{beyond, hoist, in_lane, inside, localized, multiplied, slowly};
use crate::explain::facts::Facts;
use crate::explain::looplets::Pass;
use crate::explain::node::Node;
use crate::explain::walk::{labels, statement};
use crate::prelude::*;
use crate::reduction::lanes::{LANES, LIST_LANES};

/// The indices that a statement is lowered over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// Any number of them.
    Many,
    /// A single one.
    One,
}

/// How many statements are lowered before the rest is left out.
const MOST: usize = 500;

/// A lowering that is written down.
pub(crate) struct Lowering<'a> {
    /// Where each loop runs and why, by its place.
    extents: &'a [String],
    count: Cell<usize>,
    /// The numbers of the outputs that are read while they are written.
    current: Vec<usize>,
    /// Told of every statement that is lowered.
    visit: &'a dyn Fn(&Statement),
}

fn joined(labels: &[String]) -> String {
    match labels {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// How the targets are written of those assignments that satisfy a condition.
fn targets(stmt: &Statement, is_meant: &dyn Fn(&Statement) -> bool) -> String {
    let mut found = Vec::new();
    stmt.for_each(&mut |stmt| {
        let assign = stmt.assignment().filter(|_| is_meant(stmt));
        found.extend(assign.map(|assign| assign.target.label.clone()))
    });
    joined(&found)
}

fn no_op(stmt: &Statement) -> Vec<Node> {
    vec![Node::line(format!("no-op ({})", stmt.text()))]
}

/// What is done where a condition holds.
fn sieved(condition: &Expression, below: Vec<Node>) -> Vec<Node> {
    if condition.known().is::<tag::True>() {
        below
    } else {
        vec![Node::over(format!("if {}", condition.text()), below)]
    }
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(extents: &'a [String], visit: &'a dyn Fn(&Statement)) -> Self {
        Lowering {
            extents,
            count: Cell::new(0),
            current: Vec::new(),
            visit,
        }
    }

    /// This lowering, of a statement that reads the outputs of these numbers while it writes them.
    pub(crate) fn reading(mut self, current: Vec<usize>) -> Self {
        self.current = current;
        self
    }

    /// What each of some statements does, unless it is a no-op.
    fn in_order(&self, parts: &[Statement], then: &dyn Fn(&Statement) -> Vec<Node>) -> Vec<Node> {
        parts.iter().filter(|part| !part.noop()).flat_map(then).collect()
    }

    /// A name, and what the statement that uses it does.
    fn named(
        &self,
        number: usize,
        value: &Expression,
        body: &Statement,
        then: &dyn Fn(&Statement) -> Vec<Node>,
    ) -> Vec<Node> {
        let is_unknown = value.known() == Knowledge::NOTHING;
        let name = is_unknown.then(|| Node::line(format!("let v{number} = {}", value.text())));
        let body = then(&body.knowing(number, Value::of(value)));
        name.into_iter().chain(body).collect()
    }

    /// What a statement does whose indices are all bound.
    pub(crate) fn exec(&self, stmt: &Statement) -> Vec<Node> {
        match stmt.parts() {
            (StmtNode::Assign(Assign { tested, .. }), Some(value), _) => {
                let is_asked = *tested && stmt.dies_of(value.when_absent());
                let unless = if is_asked { ", unless that is a no-op" } else { "" };
                vec![Node::line(stmt.text() + unless)]
            }
            (StmtNode::Block, _, parts) => self.in_order(parts, &|part| self.exec(part)),
            (StmtNode::Sieve, Some(condition), [body]) => sieved(condition, self.exec(body)),
            (StmtNode::Let(number), Some(value), [body]) => self.named(*number, value, body, &|body| self.exec(body)),
            (StmtNode::Workspace { label, number, .. }, _, [producer, consumer]) => {
                let in_order = |part: &Statement| self.in_order(core::slice::from_ref(part), &|part| self.exec(part));
                let line = |verb| vec![Node::line(format!("{verb} {label}"))];
                let (producer, local) = localized(producer, *number);
                let local = local.map(|label| Node::line(format!("{label} is a local copy until it is filled")));
                [
                    line("declare"),
                    Vec::from_iter(local),
                    in_order(&producer),
                    line("freeze"),
                    in_order(consumer),
                ]
                .concat()
            }
            (
                &StmtNode::Loop {
                    number, name, place, ..
                },
                _,
                [body],
            ) => {
                let extent = self.extents.get(place).map_or("", String::as_str);
                let title = format!("for {name}{extent}");
                let below = match beyond(body, number) {
                    0..3 => self.loop_over(body, number),
                    many => vec![
                        Node::over(
                            format!("where all of the {many} accesses lie inside"),
                            self.loop_over(&inside(body, number), number),
                        ),
                        Node::over(
                            "before and behind: looked up, index by index",
                            self.loop_over(&slowly(body, number), number),
                        ),
                    ],
                };
                vec![Node::over(title, below)]
            }
            _ => Vec::new(),
        }
    }

    /// The body of a loop over index `number`.
    fn loop_over(&self, body: &Statement, number: usize) -> Vec<Node> {
        let (body, hoisted) = hoist(body, &self.current);
        let mut nodes: Vec<Node> = hoisted
            .iter()
            .map(|label| Node::line(format!("{label} is hoisted: the loop works on a local copy")))
            .collect();
        nodes.extend(self.each(Pass::Unfurl(number), &body, Span::Many));
        nodes
    }

    /// What a statement does over a region in which it does not change.
    fn repeat(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        let in_turns = || vec![Node::over("in turns, for each index", self.exec(stmt))];
        match stmt.parts() {
            (StmtNode::Assign(assign), ..) if !assign.target.once && span == Span::Many => {
                vec![Node::line(format!("{}, for all indices at once", stmt.text()))]
            }
            (StmtNode::Block, _, [first, second]) if span == Span::Many && first.overlaps(second) && !stmt.once() => {
                in_turns()
            }
            (StmtNode::Block, _, parts) => self.in_order(parts, &|part| self.repeat(part, span)),
            (StmtNode::Sieve, Some(condition), [body]) => sieved(condition, self.repeat(body, span)),
            (StmtNode::Let(number), Some(value), [body]) => {
                self.named(*number, value, body, &|body| self.repeat(body, span))
            }
            (StmtNode::Loop { .. }, _, [body]) if !body.once() && !body.multiplies() && span == Span::Many => {
                in_turns()
            }
            (StmtNode::Loop { .. }, _, [body]) if !body.once() => {
                let below = self.exec(&multiplied(stmt));
                match span {
                    Span::Many => vec![Node::over("once, each assignment counting for all indices", below)],
                    Span::One => below,
                }
            }
            _ => self.exec(stmt),
        }
    }

    /// Lowers whatever comes out of a pass.
    fn each(&self, pass: Pass, stmt: &Statement, span: Span) -> Vec<Node> {
        self.cases(pass, stmt, &|stmt| self.lower(stmt, span))
    }

    /// What happens in each case that comes out of a pass. Cases in which the same happens are told together.
    fn cases(&self, pass: Pass, stmt: &Statement, then: &dyn Fn(&Statement) -> Vec<Node>) -> Vec<Node> {
        let mut cases: Vec<(String, Vec<Node>)> = Vec::new();
        for (when, stmt) in statement(pass, stmt) {
            let (when, below) = (when.join(", "), then(&stmt));
            match cases.iter_mut().find(|(_, known)| *known == below) {
                Some((known, _)) if !when.is_empty() => {
                    known.push_str("; ");
                    known.push_str(&when)
                }
                _ => cases.push((when, below)),
            }
        }
        cases
            .into_iter()
            .flat_map(|(when, below)| {
                if when.is_empty() {
                    below
                } else {
                    vec![Node::case(&when, below)]
                }
            })
            .collect()
    }

    /// Lowers a statement over a region that is not empty.
    fn lower(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > MOST {
            return vec![Node::line("...")];
        }
        (self.visit)(stmt);
        let facts = Facts::of(stmt);
        if facts.noop {
            return no_op(stmt);
        }
        let recurs = stmt.writes().iter().any(|output| self.current.contains(output));
        if facts.splits && !recurs {
            return self.split(stmt, span);
        }
        let until = if facts.exits { self.until(stmt) } else { String::new() };
        let labels = |is_meant: Meant<'_>| joined(&labels(stmt, is_meant));
        let of_style = |style: Kind| labels(&|nest| nest.facts.style == style);
        match facts.style {
            Kind::Single if facts.steppers < 2 && facts.no_jumper => {
                let below = self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt));
                vec![Node::case("Single: looked up", below)]
            }
            Kind::Single => self.each(Pass::Single, stmt, Span::One),
            Kind::Switch => vec![Node::over(
                format!("Switch: {} by a run-time condition", of_style(Kind::Switch)),
                self.each(Pass::Switch, stmt, span),
            )],
            Kind::Run => {
                let title = format!("Run, one value of {}", of_style(Kind::Run));
                vec![Node::case(&title, self.each(Pass::Run, stmt, span))]
            }
            Kind::Spike => {
                let tail = self.each(Pass::SpikeTail, stmt, Span::One);
                let title = format!("Spike: {}", of_style(Kind::Spike));
                vec![match span {
                    Span::Many => Node::over(
                        title,
                        vec![
                            Node::case("before the last index", self.each(Pass::SpikeBody, stmt, Span::Many)),
                            Node::case("at the last index", tail),
                        ],
                    ),
                    // There is nothing before the only index.
                    Span::One => Node::over(title, tail),
                }]
            }
            Kind::Sequence => vec![Node::over(
                format!("Sequence: one phase of {} after the other", of_style(Kind::Sequence)),
                self.each(Pass::Sequence, stmt, span),
            )],
            Kind::Jumper => self.jump(stmt, facts, span, &of_style(Kind::Jumper), &until),
            Kind::Stepper => self.step(stmt, facts, &of_style(Kind::Stepper), &until),
            Kind::Lookup if facts.lanes && !recurs => vec![Node::over(
                format!("Lookup: index by index, into {LANES} accumulators in turn"),
                self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt)),
            )],
            Kind::Lookup => {
                let below = self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt));
                vec![match span {
                    Span::Many => Node::over(format!("Lookup: index by index{until}"), below),
                    Span::One => Node::case("Lookup", below),
                }]
            }
            Kind::AcceptRun | Kind::Invariant if recurs && span == Span::Many && stmt.settles() => vec![
                Node::case(
                    "at the first index",
                    self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt)),
                ),
                Node::case(
                    "at all others at once, for nothing changes behind the first but what was written there",
                    self.cases(Pass::Accept, stmt, &|stmt| self.bound(stmt)),
                ),
            ],
            Kind::AcceptRun | Kind::Invariant if recurs && span == Span::Many => vec![Node::over(
                "index by index, for it reads what it writes",
                self.cases(Pass::Bind, stmt, &|stmt| self.bound(stmt)),
            )],
            Kind::AcceptRun => {
                let is_unfurled = |assign: &Assign| matches!(assign.target.node, TargetNode::Unfurled { .. });
                let found = targets(stmt, &|stmt| stmt.assignment().is_some_and(is_unfurled));
                let title = format!("AcceptRun, one run of {found}");
                vec![Node::case(&title, self.each(Pass::Accept, stmt, span))]
            }
            Kind::Invariant => self.repeat(stmt, span),
        }
    }

    /// What is done at one index, or by a whole program.
    pub(crate) fn bound(&self, stmt: &Statement) -> Vec<Node> {
        if stmt.noop() { no_op(stmt) } else { self.exec(stmt) }
    }

    /// A loop each for parts that share no output.
    fn split(&self, stmt: &Statement, span: Span) -> Vec<Node> {
        let (title, parts) = match stmt.parts() {
            (StmtNode::Block, _, [first, second]) => {
                ("split: each statement by itself", [first.clone(), second.clone()])
            }
            (StmtNode::Let(number), Some(value), [body]) if value.is_settled() => {
                return self.named(*number, value, body, &|body| self.lower(body, span));
            }
            (StmtNode::Let(number), _, [body]) => {
                let users = Statement::new(stmt.node.clone(), stmt.expr.clone(), [body.part(*number, true)]);
                (
                    "split: those that read the let, then the others",
                    [users, body.part(*number, false)],
                )
            }
            (StmtNode::Sieve, Some(condition), [body]) => return sieved(condition, self.lower(body, span)),
            _ => return Vec::new(),
        };
        let is_statement = |part: &&Statement| !matches!(part.node, StmtNode::Null);
        let below = parts.iter().filter(is_statement).flat_map(|part| {
            let below = self.lower(part, span);
            if below.iter().all(|node| node.below.is_empty()) {
                below
            } else {
                vec![Node::over(part.text(), below)]
            }
        });
        vec![Node::over(title, below.collect())]
    }

    /// Which targets end a loop early.
    fn until(&self, stmt: &Statement) -> String {
        format!(", until {} cannot change any more", targets(stmt, &Statement::exits))
    }

    /// See [`crate::pass::jumper`].
    fn jump(&self, stmt: &Statement, facts: Facts, span: Span, jumpers: &str, until: &str) -> Vec<Node> {
        if facts.jumpers_lead {
            if facts.stable {
                return vec![Node::over(
                    format!("Jumper: {jumpers} leapfrog, each to where the one before it has landed{until}"),
                    vec![Node::case("in all blocks", self.each(Pass::JumpAll, stmt, Span::Many))],
                )];
            }
            let (pass, leaders) = if facts.led {
                let leaders = labels(stmt, &|nest| {
                    nest.facts.is_jumper || (nest.facts.is_stepper && !nest.facts.stable)
                });
                (Pass::LeapAll, joined(&leaders))
            } else {
                (Pass::JumpAll, jumpers.into())
            };
            return vec![Node::over(
                format!("Jumper: {leaders} leapfrog, each to where the one before it has landed{until}"),
                vec![Node::case("where all end", self.each(pass, stmt, Span::One))],
            )];
        }
        vec![Node::over(
            format!("Jumper: {jumpers} steps like the others, for its absence is no no-op"),
            self.each(Pass::Demote, stmt, span),
        )]
    }

    /// See [`crate::pass::stepper`].
    fn step(&self, stmt: &Statement, facts: Facts, steppers: &str, until: &str) -> Vec<Node> {
        if facts.led && facts.holds_stable && !facts.stable {
            let stable = joined(&labels(stmt, &|nest| nest.facts.is_stepper && nest.facts.stable));
            return vec![Node::over(
                format!("Stepper, leading and trailing: {stable} is looked up behind the others"),
                self.each(Pass::Trail, stmt, Span::Many),
            )];
        }
        if facts.steppers == 1 && !facts.exits {
            let (pass, lanes) = if facts.lanes && !facts.stable && self.current.is_empty() {
                (Pass::DriveInLanes, format!(", into {LIST_LANES} accumulators in turn"))
            } else {
                (Pass::Drive, String::new())
            };
            let title = format!("Stepper, driven: {steppers} goes through its stored children{lanes}");
            let below = self.cases(pass, stmt, &|stmt| {
                let stmt = if pass == Pass::DriveInLanes {
                    in_lane(stmt)
                } else {
                    stmt.clone()
                };
                self.lower(&stmt, Span::Many)
            });
            return vec![Node::over(title, below)];
        }
        if facts.stable && facts.gapped {
            return vec![Node::over(
                format!(
                    "Stepper, meeting: what {steppers} have in common, from the greatest start to the least end{until}"
                ),
                self.each(Pass::BehindGap, stmt, Span::Many),
            )];
        }
        if facts.stable {
            let guarded = statement(Pass::Guard, stmt).into_iter();
            return vec![Node::over(
                format!("Stepper, stable: from one end of {steppers} to the next{until}"),
                guarded
                    .flat_map(|(_, stmt)| self.each(Pass::StepAll, &stmt, Span::Many))
                    .collect(),
            )];
        }
        if facts.led {
            return self.meet(stmt, facts, steppers, until);
        }
        // Guarding may hand out other types, but only one of each.
        statement(Pass::Guard, stmt)
            .iter()
            .flat_map(|(_, stmt)| {
                let facts = Facts::of(stmt);
                if facts.steppers < 2 {
                    self.meet(stmt, facts, steppers, until)
                } else if facts.alive {
                    vec![Node::over(
                        format!(
                            "Stepper, blended: from one end of {steppers} to the next, each present or fill{until}"
                        ),
                        self.each(Pass::BlendAlive, stmt, Span::Many)
                            .into_iter()
                            .chain([Node::case(
                                "behind the last child",
                                self.each(Pass::Cut, stmt, Span::Many),
                            )])
                            .collect(),
                    )]
                } else if facts.sparse {
                    let (pass, asks) = match facts.met {
                        true => (Pass::BlendAlive, ""),
                        false => (Pass::Blend, "; run time asks where it is a no-op"),
                    };
                    vec![Node::over(
                        format!(
                            "Stepper, led: {steppers} catch up with where the statement is no no-op next, each present or \
                             fill there{until}{asks}"
                        ),
                        self.each(pass, stmt, Span::Many),
                    )]
                } else {
                    vec![Node::over(
                        format!(
                            "Stepper, blended: from one end of {steppers} to the next, each present or fill{until}; \
                             run time asks which phases are no-ops"
                        ),
                        self.each(Pass::Blend, stmt, Span::Many),
                    )]
                }
            })
            .collect()
    }

    /// The typed merge.
    fn meet(&self, stmt: &Statement, facts: Facts, steppers: &str, until: &str) -> Vec<Node> {
        let when = if facts.steppers == 1 {
            "each child"
        } else {
            "where all end"
        };
        let all = Node::case(when, self.each(Pass::StepAll, stmt, Span::Many));
        let cut = Node::case("behind the last child", self.each(Pass::Cut, stmt, Span::Many));
        if facts.led {
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
