//! The simulation agrees with the lowering: programs are lowered both ways, and every statement that the lowering reaches
//! must be among those that the simulation does, with the same answers to all questions.

use crate::description::term::Term;
use crate::description::tree::{Access, Expr, Stmt, Target};
use crate::explain::facts::Facts;
use crate::explain::lower::Lowering;
use core::cell::RefCell;

mod formats;
mod outputs;
mod programs;

thread_local! {
    /// The statements that the lowering has reached.
    static REACHED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Takes note of a statement that is being lowered.
pub(crate) fn reach<S: crate::stmt::Stmt>(stmt: &S) {
    let text = format!("{} with {:?}", of_stmt(&stmt.describe().0), Facts::of_types::<S>());
    REACHED.with_borrow_mut(|reached| {
        if !reached.contains(&text) {
            reached.push(text)
        }
    })
}

/// Lowers `body` both ways; returns how many different statements were reached.
fn agree<O: crate::program::Outputs, S: crate::stmt::Stmt>(program: crate::program::Program<O, S>) -> usize
where
    S::Ordered<crate::index::Outermost>: crate::program::LoopOrder,
    S::Ordered<crate::index::Passes>: crate::program::ReadsFinished,
{
    let explained = RefCell::new(Vec::new());
    let visit = |stmt: &Stmt| {
        let text = format!("{} with {:?}", of_stmt(stmt), Facts::of(stmt));
        explained.borrow_mut().push(text)
    };
    Lowering::new(&[], &visit).exec(&program.body().describe().0);
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

fn of_expr(expr: &Expr) -> String {
    match expr {
        Expr::Access(Access { fiber, rest, .. }) => {
            format!(
                "({} {:?} {})[{}]",
                fiber.level(),
                fiber.known,
                fiber.fickle,
                of_terms(rest)
            )
        }
        Expr::Slow { number, access } => format!("slow{number:?}({})", of_expr(&Expr::Access(access.clone()))),
        Expr::Late { number, access } => format!("late{number}({})", of_expr(&Expr::Access(access.clone()))),
        Expr::Unfurled { nest, rest, .. } => format!("({nest} {:?})[{}]", nest.facts, of_terms(rest)),
        Expr::Compare { left, right, .. } => format!("compare({})", of_terms(&[left.clone(), right.clone()])),
        Expr::Map { symbol, operands, .. } => {
            let operands: Vec<String> = operands.iter().map(of_expr).collect();
            format!("{symbol}({})", operands.join(", "))
        }
        Expr::Variable {
            number, known, solid, ..
        } => format!("v{number}({known:?} {solid})"),
        Expr::Solid(inner) => format!("solid({})", of_expr(inner)),
        Expr::Opaque { name, .. } => panic!("{name} does not describe itself"),
    }
}

fn of_target(target: &Target) -> String {
    match target {
        Target::Write {
            facts,
            fill,
            rest,
            output,
            ..
        } => {
            format!(
                "write{output}({fill:?} {} {})[{}]",
                facts.short,
                facts.asked,
                of_terms(rest)
            )
        }
        Target::Unfurled {
            style,
            fill,
            rest,
            output,
            ..
        } => {
            format!("write{output}({style:?} {fill:?})[{}]", of_terms(rest))
        }
        Target::WholeRun(inner) => format!("whole({})", of_target(inner)),
        Target::Late { number, write } => format!("late{number}({})", of_target(write)),
        Target::Nowhere { output, .. } => format!("nowhere{output}"),
        Target::Accumulator {
            fill,
            short,
            asked,
            output,
            ..
        } => {
            format!("accumulator{output}({fill:?} {short} {asked})")
        }
        Target::Opaque { name, .. } => panic!("{name} does not describe itself"),
    }
}

fn of_stmt(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Null => "null".into(),
        Stmt::Assign {
            target,
            symbol,
            reassociates,
            saturates,
            value,
            ..
        } => format!(
            "{} {symbol}({reassociates} {saturates}) {}",
            of_target(target),
            of_expr(value)
        ),
        Stmt::Loop { number, body, .. } => format!("for {number} {{{}}}", of_stmt(body)),
        Stmt::Sieve { condition, body } => format!("if {} {{{}}}", of_expr(condition), of_stmt(body)),
        Stmt::Let { number, value, body } => format!("let v{number} = {} {{{}}}", of_expr(value), of_stmt(body)),
        Stmt::Block(first, second) => format!("{{{}; {}}}", of_stmt(first), of_stmt(second)),
        Stmt::Workspace { producer, consumer, .. } => {
            format!("{{{} where {}}}", of_stmt(consumer), of_stmt(producer))
        }
        Stmt::Opaque { name, .. } => panic!("{name} does not describe itself"),
    }
}
