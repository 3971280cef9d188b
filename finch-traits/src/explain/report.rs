//! The text of [`Program::explain`](crate::program::Program::explain): outputs, accesses, lowering.

use crate::description::WriteFacts;
use crate::description::term::list_text;
use crate::description::tree::{Assign, Together};
use crate::explain::lower::{Lowering, Reached};
use crate::explain::node::Node;
use crate::program::{NotYetRun, Outputs, Program, Vectors};
use crate::scope::{Introduction, Turn};
use crate::upper::*;
use core::fmt::Write;

impl<O: Outputs, S: crate::stmt::Stmt, Wide: Vectors> Program<NotYetRun, O, S, Wide> {
    /// What the program does, as text: the looplets of each access, and the loop nest that the passes make of them.
    ///
    /// Runs nothing. A program that would be refused when it runs is explained all the same, after the reason. Needs the feature
    /// `explain`.
    ///
    /// ```text
    /// accesses
    ///   y[j], written: j: Dense -> Lookup
    ///   a[j, i]: j: Dense -> Lookup; i: SparseList -> Stepper(Spike(fill 0, leaf))
    ///   x[i]: i: Dense -> Lookup
    ///
    /// lowering
    ///   declare y
    ///   for j over 0..2 (extent of a[j, i]; sizes y[j])
    ///     Lookup: index by index
    ///       for i over 0..3 (extent of a[j, i], x[i])
    ///         ..
    /// ```
    pub fn explain(&self) -> String {
        report::<O, S, Wide>(self.outputs, &self.body)
    }
}

/// Explains a program with these outputs.
fn report<O: Outputs, S: crate::stmt::Stmt, Wide: Vectors>(outputs: O, body: &S) -> String {
    let mut scope = Scope::default();
    outputs.introduce(&mut scope);
    let mut resolved = *body;
    let checked = resolved.infer_passes(&mut scope).and_then(|()| scope.finish());
    scope.shape_all();
    let mut stmt = body.describe();
    let names = Names::of(&stmt, &scope);
    names.give(&mut stmt);
    let extents = extents(&mut stmt, &scope, &names, checked.is_ok());

    let mut text = String::new();
    if let Err(error) = &checked {
        let _ = writeln!(text, "This program is refused when it runs: {error}.\n");
    }
    if Wide::WIDE {
        let widest = if Wide::WIDEST { ", and for AVX-512" } else { "" };
        let _ = writeln!(
            text,
            "loops are compiled for the target, for AVX2{widest}: those for the widest vectors of the processor run\n"
        );
    }
    text.push_str("outputs\n");
    for (number, output) in names.outputs.iter().enumerate() {
        let how = match output.introduction {
            Introduction::Declared => "declared",
            Introduction::Updated => "updated in place",
            Introduction::Workspace => "workspace",
        };
        let _ = write!(text, "  {}: {how}", output.name);
        let shape = scope.shape_of(number);
        if checked.is_ok() && !shape.is_empty() {
            let _ = write!(text, ", extents {shape:?}");
        }
        text.push('\n');
    }
    text.push_str("\naccesses\n");
    let mut lines = Vec::new();
    accesses(&stmt, &mut Vec::new(), &mut lines);
    let mut told: Vec<String> = Vec::new();
    for line in lines {
        if !told.contains(&line) {
            let _ = writeln!(text, "  {line}");
            told.push(line)
        }
    }
    text.push_str("\nlowering\n");
    let turns = if checked.is_ok() { scope.turns() } else { &[] };
    for node in plan(&stmt, &extents, &names, turns, &|_, _| ()) {
        node.write(1, &mut text)
    }
    text
}

/// What the program does, step by step. `visit` is told of every statement that is lowered.
pub(crate) fn plan(
    stmt: &Statement,
    extents: &[String],
    names: &Names,
    turns: &[Turn],
    visit: &dyn Fn(&Statement, Reached),
) -> Vec<Node> {
    let at_program = |output: &&Output| output.introduction != Introduction::Workspace;
    let opened = names.outputs.iter().filter(at_program).map(|output| {
        let verb = if output.introduction == Introduction::Declared {
            "declare"
        } else {
            "thaw"
        };
        Node::line(format!("{verb} {}", output.name))
    });
    let lowered = |stmt: &Statement| {
        let current = if stmt.noop() { Vec::new() } else { current(stmt) };
        let read = current.iter().map(|&output| {
            let name = &names.outputs[output].name;
            Node::line(format!(
                "{name} is read while it is written: what reads it shares the loops of what writes it"
            ))
        });
        let mut nodes: Vec<Node> = read.collect();
        nodes.extend(Lowering::new(extents, visit).reading(current).bound(stmt));
        nodes
    };
    let body = if turns.is_empty() {
        lowered(stmt)
    } else {
        let mut passes = Vec::new();
        stmt.passes(&mut passes);
        let mut nodes = Vec::new();
        for (number, pass) in passes.into_iter().enumerate() {
            nodes.extend(turns.iter().filter(|turn| turn.pass == number).map(|turn| {
                let verb = if turn.opens { "thaw" } else { "freeze" };
                Node::line(format!("{verb} {}", names.outputs[turn.output].name))
            }));
            nodes.extend(lowered(pass))
        }
        nodes
    };
    let sealed = |number: usize| {
        let last = turns.iter().rfind(|turn| turn.output == number);
        last.is_some_and(|turn| !turn.opens)
    };
    let closed = names
        .outputs
        .iter()
        .enumerate()
        .filter(|&(number, output)| at_program(&output) && !sealed(number))
        .map(|(_, output)| Node::line(format!("freeze {}", output.name)));
    opened.chain(body).chain(closed).collect()
}

#[derive(Debug)]
struct Output {
    /// The address of its root.
    root: usize,
    introduction: Introduction,
    name: String,
}

/// What outputs and accesses are called.
#[derive(Debug)]
pub(crate) struct Names {
    outputs: Vec<Output>,
    /// How accesses without a name are written, if more than one is written so.
    ambiguous: Vec<String>,
}

impl Names {
    pub(crate) fn of(stmt: &Statement, scope: &Scope) -> Names {
        let mut outputs: Vec<Output> = scope
            .introductions()
            .map(|(root, introduction)| Output {
                root,
                introduction,
                name: String::new(),
            })
            .collect();
        for_each_target(stmt, &mut |target| {
            let root = target.root.map(|root| root.addr());
            let found = outputs.iter_mut().find(|output| Some(output.root) == root);
            if let Some(output) = found.filter(|output| output.name.is_empty()) {
                output.name.clone_from(&target.label)
            }
        });
        for (number, output) in outputs.iter_mut().enumerate() {
            if output.name.is_empty() {
                let kind = match output.introduction {
                    Introduction::Workspace => "work",
                    _ => "out",
                };
                output.name = format!("{kind}{number}")
            }
        }
        let mut names = Names {
            outputs,
            ambiguous: Vec::new(),
        };
        let mut written: Vec<String> = Vec::new();
        for_each_access(stmt, &mut |access, fiber| {
            if access.label.is_empty() && access.source.root.is_none() && access.source.notation.is_none() {
                let text = names.access(access, fiber);
                if written.contains(&text) {
                    names.ambiguous.push(text)
                } else {
                    written.push(text)
                }
            }
        });
        names
    }

    fn output(&self, root: Option<*const ()>) -> Option<&Output> {
        let root = root.map(|root| root.addr());
        self.outputs.iter().find(|output| Some(output.root) == root)
    }

    fn access(&self, access: &Expression, fiber: FiberFacts) -> String {
        let root = access.source.root;
        let name = match (self.output(root), &access.source.notation) {
            (Some(output), _) => output.name.clone(),
            (None, Some(notation)) if access.label.is_empty() || !access.rest.is_empty() => return notation.clone(),
            _ if access.label.is_empty() => levels(fiber, &access.rest),
            _ => access.label.clone(),
        };
        if access.rest.is_empty() && root.is_none() {
            name
        } else {
            name + &list_text(&access.rest)
        }
    }

    /// Writes all accesses and targets as they are called.
    pub(crate) fn give(&self, stmt: &mut Statement) {
        let mut seen: Vec<String> = Vec::new();
        stmt.for_each_mut(&mut |stmt| {
            match &mut stmt.node {
                StmtNode::Assign(Assign { target, .. }) if matches!(target.node, TargetNode::Write(_)) => {
                    let name = self.output(target.root).map_or(&target.label, |output| &output.name);
                    target.label = format!("{name}{}", list_text(&target.rest))
                }
                StmtNode::Workspace { root, label, .. } => {
                    if let Some(output) = self.output(Some(*root)) {
                        label.clone_from(&output.name)
                    }
                }
                _ => {}
            }
            if let Some(expr) = &mut stmt.expr {
                expr.for_each_leaf_mut(&mut |leaf| {
                    if let Some(fiber) = leaf.fiber() {
                        leaf.label = self.distinct(leaf, fiber, &mut seen)
                    }
                })
            }
        })
    }

    /// An access as it is written, numbered if others are written so.
    fn distinct(&self, access: &Expression, fiber: FiberFacts, seen: &mut Vec<String>) -> String {
        let text = self.access(access, fiber);
        if !access.label.is_empty() || !self.ambiguous.contains(&text) {
            return text;
        }
        let (name, list) = text.split_once('[').unwrap_or((&text, "]"));
        let count = 1 + seen.iter().filter(|known| **known == text).count();
        let numbered = format!("{name}#{count}[{list}");
        seen.push(text);
        numbered
    }
}

/// The fibers that the terms of an access go through, one for each, and the one that is found there.
fn descend(fiber: FiberFacts, terms: &[Term]) -> (Vec<(&Term, FiberDescription)>, Option<FiberFacts>) {
    let (mut passed, mut fiber) = (Vec::new(), Some(fiber));
    for term in terms {
        let Some(here) = fiber else { break };
        let description = (here.describe)(term.protocol);
        fiber = description.nest.stored();
        passed.push((term, description))
    }
    (passed, fiber)
}

/// The levels of a fiber, as a type: `Dense<SparseList>`.
fn levels(fiber: FiberFacts, terms: &[Term]) -> String {
    let (passed, found) = descend(fiber, terms);
    let own = passed.into_iter().filter(|(_, description)| !description.is_continued);
    let names: Vec<String> = own.map(|(_, description)| description.level).collect();
    match names.as_slice() {
        [] => found.map_or_else(String::new, |fiber| fiber.level()),
        names => names.join("<") + &">".repeat(names.len() - 1),
    }
}

fn for_each_target(stmt: &Statement, visit: &mut dyn FnMut(&TargetDescription)) {
    stmt.for_each(&mut |stmt| {
        if let Some(Assign { target, .. }) = stmt.assignment() {
            visit(target)
        }
    })
}

fn for_each_access(stmt: &Statement, visit: &mut dyn FnMut(&Expression, FiberFacts)) {
    stmt.for_each_leaf(&mut |leaf| {
        if let Some(fiber) = leaf.fiber() {
            visit(leaf, fiber)
        }
    })
}

/// The outputs that a statement reads while it writes them: those that a pass of a program does, and workspaces in the
/// statements that fill them.
fn current(stmt: &Statement) -> Vec<usize> {
    let mut filled: Vec<(*const (), usize)> = Vec::new();
    let mut found = Vec::new();
    let mut read = |stmt: &Statement, written: &dyn Fn(*const ()) -> Option<usize>| {
        for_each_access(stmt, &mut |access, _| {
            let output = access.source.root.and_then(written);
            found.extend(output.filter(|output| !found.contains(output)))
        })
    };
    stmt.for_each(&mut |stmt| {
        if let (StmtNode::Workspace { root, number, .. }, [producer, ..]) = (&stmt.node, &stmt.bodies[..]) {
            filled.push((*root, *number));
            read(producer, &|other| (other == *root).then_some(*number))
        }
    });
    let mut written = Vec::new();
    for_each_target(stmt, &mut |target| {
        if let (TargetNode::Write(_), Some(root)) = (target.node, target.root)
            && filled.iter().all(|(other, _)| *other != root)
        {
            written.push((root, target.output))
        }
    });
    let at = |root| {
        written
            .iter()
            .find(|(other, _)| *other == root)
            .map(|(_, output)| *output)
    };
    read(stmt, &at);
    found
}

/// Numbers the loops in the order in which they are entered, and says where each runs and why. Only those that nothing is around work on
/// several rows together.
fn extents(stmt: &mut Statement, scope: &Scope, names: &Names, is_checked: bool) -> Vec<String> {
    let mut texts = Vec::new();
    let mut ends = scope.ends();
    stmt.for_each_mut(&mut |stmt| {
        if !matches!(stmt.node, StmtNode::Block) {
            for body in &mut stmt.bodies {
                body.for_each_mut(&mut |inner| {
                    if let StmtNode::Loop { together, .. } = &mut inner.node {
                        *together = Together::Alone
                    }
                })
            }
        }
        let Statement {
            node: StmtNode::Loop {
                number, given, place, ..
            },
            bodies,
            ..
        } = stmt
        else {
            return;
        };
        *place = texts.len();
        let end = ends.take().unwrap_or(0);
        texts.push(match given {
            Some(region) => format!(" over {}..{} (given)", region.lo, region.hi),
            None => {
                let rule = rule(*number, &bodies[0], names);
                if is_checked {
                    format!(" over 0..{end} ({rule})")
                } else {
                    format!(" ({rule})")
                }
            }
        })
    });
    texts
}

/// Where the extent of a loop over index number `index` comes from, and which outputs it sizes.
fn rule(index: usize, body: &Statement, names: &Names) -> String {
    let mut has = Vec::new();
    let mut sizes = Vec::new();
    for_each_access(body, &mut |access, _| {
        let along = access.rest.iter().position(|term| term.number == index);
        let source = &access.source;
        if along.is_some_and(|axis| source.root.is_some() || source.dims.get(axis).is_some_and(Option::is_some))
            && !has.contains(&access.label)
        {
            has.push(access.label.clone())
        }
    });
    for_each_target(body, &mut |target| {
        if target.rest.iter().any(|term| term.number == index) {
            let is_updated = names
                .output(target.root)
                .is_some_and(|output| output.introduction == Introduction::Updated);
            let list = if is_updated { &mut has } else { &mut sizes };
            if !list.contains(&target.label) {
                list.push(target.label.clone())
            }
        }
    });
    let mut parts = Vec::new();
    if !has.is_empty() {
        parts.push(format!("extent of {}", has.join(", ")))
    }
    if !sizes.is_empty() {
        parts.push(format!("sizes {}", sizes.join(", ")))
    }
    if parts.is_empty() {
        "no access has an extent".into()
    } else {
        parts.join("; ")
    }
}

/// A line for each access: its levels, by index, and what they unfurl to.
fn accesses(stmt: &Statement, loops: &mut Vec<usize>, lines: &mut Vec<String>) {
    match &stmt.node {
        StmtNode::Loop { number, .. } => loops.push(*number),
        StmtNode::Assign(Assign { target, .. }) => {
            if let TargetNode::Write(facts) = target.node {
                lines.push(written(facts, &target.rest, &target.label))
            }
        }
        _ => {}
    }
    if let Some(expr) = &stmt.expr {
        expr.for_each_leaf(
            &mut |Expression { node, rest, label, .. }| match (node, rest.as_slice()) {
                (ExprNode::Access(fiber), [_, ..]) => lines.push(read(*fiber, rest, label)),
                (ExprNode::Compare { at_left, at_right }, [left, right]) => {
                    let place = |term: &Term| loops.iter().position(|number| *number == term.number);
                    let (first, then, nest) = if place(left) <= place(right) {
                        (left, right, at_left())
                    } else {
                        (right, left, at_right())
                    };
                    let mask = nest.stored().map(|mask| (mask.describe)(then.protocol).nest);
                    let mask = mask.map_or_else(String::new, |mask| format!("; {}: {mask}", then.text()));
                    lines.push(format!("{label}: {}: {nest}{mask}", first.text()))
                }
                _ => {}
            },
        )
    }
    for body in &stmt.bodies {
        accesses(body, loops, lines)
    }
    if let StmtNode::Loop { .. } = stmt.node {
        loops.pop();
    }
}

fn read(fiber: FiberFacts, terms: &[Term], label: &str) -> String {
    let part = |(term, description): &(&Term, FiberDescription)| {
        format!("{}: {} -> {}", term.name(), description.level, description.nest)
    };
    let (passed, _) = descend(fiber, terms);
    format!("{label}: {}", passed.iter().map(part).collect::<Vec<_>>().join("; "))
}

fn written(facts: WriteFacts, terms: &[Term], label: &str) -> String {
    let mut parts = Vec::new();
    let mut facts = Some(facts);
    for term in terms {
        let Some(here) = facts else { break };
        let description = (here.describe)();
        let note = if description.note.is_empty() {
            String::new()
        } else {
            format!(", {}", description.note)
        };
        parts.push(format!(
            "{}: {} -> {:?}{note}",
            term.name(),
            description.level,
            description.style
        ));
        facts = description.child
    }
    match parts.as_slice() {
        [] => format!("{label}, written: a scalar"),
        parts => format!("{label}, written: {}", parts.join("; ")),
    }
}
