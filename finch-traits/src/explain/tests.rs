//! The simulation agrees with the lowering: programs are lowered both ways, and every statement that the lowering reaches
//! must be among those that the simulation does, with the same answers to all questions.

use crate::description::term::Term;
use crate::description::tree::Assign;
use crate::description::{ExprNode, Expression, FiberFacts, Statement, StmtNode, TargetDescription, TargetNode};
use crate::explain::facts::Facts;
use crate::explain::lower::{Lowering, Reached};
use core::cell::RefCell;
use finch_algebra::logic::Bool;
use finch_algebra::nat::Nat;

mod formats;
mod glances;
mod outputs;
mod programs;

thread_local! {
    /// The statements that the lowering has reached.
    static REACHED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Takes note of a statement that is being lowered.
pub(crate) fn reach<S: crate::stmt::Stmt>(stmt: &S) {
    note(stmt, Reached::Region(Facts::of_types::<S>()))
}

/// Takes note of the body of a loop over index `N`.
pub(crate) fn reach_body<N: Nat, B: crate::stmt::Stmt>(body: &B) {
    let (number, tiles) = (N::VALUE, B::Tiles::<N>::VALUE);
    note(body, Reached::Body { number, tiles })
}

fn note<S: crate::stmt::Stmt>(stmt: &S, reached: Reached) {
    let text = format!("{} with {reached:?}", of_stmt(&stmt.describe()));
    REACHED.with_borrow_mut(|reached| {
        if !reached.contains(&text) {
            reached.push(text)
        }
    })
}

/// Lowers `body` both ways; returns how many different statements were reached.
fn agree<O: crate::program::Outputs, S>(program: crate::program::Program<crate::program::NotYetRun, O, S>) -> usize
where
    S: crate::stmt::Stmt + crate::program::LoopOrder<<S as crate::stmt::Stmt>::Ordered<crate::index::Outermost>>,
    S::Reads<crate::index::Passes>: crate::program::ReadWhileWritten,
{
    let explained = RefCell::new(Vec::new());
    let visit = |stmt: &Statement, reached: Reached| {
        let text = format!("{} with {reached:?}", of_stmt(stmt));
        explained.borrow_mut().push(text)
    };
    Lowering::new(&[], &visit).exec(&program.body().describe());
    assert!(!program.explain().is_empty());
    REACHED.take();
    program.run().unwrap();
    let (explained, reached) = (explained.take(), REACHED.take());
    for stmt in &reached {
        assert!(
            explained.contains(stmt),
            "the lowering reaches\n{stmt}\nwhich is not among\n{}",
            explained.join("\n")
        )
    }
    reached.len()
}

// ---- statements without the names that lowering forgets ----

fn of_terms(terms: &[Term]) -> String {
    let terms: Vec<String> = terms
        .iter()
        .map(|term| format!("{}{:?}", term.number, term.protocol))
        .collect();
    terms.join(",")
}

fn of_expr(expr: &Expression) -> String {
    let of_fiber = |fiber: &FiberFacts| format!("{} {:?} {}", fiber.level(), fiber.known, fiber.fickle);
    let node = match &expr.node {
        ExprNode::Access(fiber) => of_fiber(fiber),
        ExprNode::Late(fiber, number) => format!("late{number}({})", of_fiber(fiber)),
        ExprNode::Slow(fiber, number) => format!("slow{number:?}({})", of_fiber(fiber)),
        ExprNode::Unfurled(nest) => format!("{nest} {:?}", nest.facts),
        ExprNode::Compare { .. } => "compare".into(),
        ExprNode::Variable(number, value) => format!("v{number}({:?} {})", value.known, value.solid),
        ExprNode::Joined(number) => format!("joined{number}"),
        ExprNode::Map(_) => expr.label.clone(),
        ExprNode::Solid => "solid".into(),
    };
    let operands: Vec<String> = expr.operands.iter().map(of_expr).collect();
    format!("({node})[{}]({})", of_terms(&expr.rest), operands.join(", "))
}

fn of_target(target: &TargetDescription) -> String {
    let node = match target.node {
        TargetNode::Write(facts) => format!("write({} {})", facts.short, facts.asked),
        TargetNode::Late(_, number) => format!("late{number}"),
        TargetNode::Unfurled { style, .. } => format!("unfurled({style:?})"),
        TargetNode::Accumulator { short, asked, .. } => format!("accumulator({short} {asked})"),
        TargetNode::Opaque => panic!("{} does not describe itself", target.label),
    };
    let TargetDescription { fill, output, once, .. } = target;
    format!("{node} of {output} {fill:?} {once} [{}]", of_terms(&target.rest))
}

fn of_stmt(stmt: &Statement) -> String {
    let node = match &stmt.node {
        StmtNode::Null => "null".into(),
        StmtNode::Assign(Assign {
            target,
            symbol,
            reassociates,
            saturates,
            ..
        }) => format!("{} {symbol}({reassociates} {saturates})", of_target(target)),
        StmtNode::Loop { number, .. } => format!("for {number}"),
        StmtNode::Sieve => "if".into(),
        StmtNode::Let(number) => format!("let v{number}"),
        StmtNode::Block => "block".into(),
        StmtNode::Workspace { .. } => "where".into(),
    };
    let expr = stmt.expr.as_ref().map_or_else(String::new, of_expr);
    let bodies: Vec<String> = stmt.bodies.iter().map(of_stmt).collect();
    format!("{node} {expr} {{{}}}", bodies.join("; "))
}
