//! Passes over programs as data: what each leaf becomes, and every combination of that.

use crate::description::nest::{Nest, Protocol, Shape};
use crate::explain::ask::Meant;
use crate::explain::looplets::Becomes::{Fiber, Handed, Looplet};
use crate::explain::looplets::{Alternatives, Pass, each, is, looplet, map, product, unchanged};
use crate::expr::joined::{FOLD, JOINED, described};
use crate::fiber::{BeyondExtent, Settled};
use crate::upper::*;

/// The nests that unfurling may hand out.
fn unfurled(nest: Nest, label: &str) -> Vec<(Option<String>, Nest)> {
    match nest.shape {
        Shape::Either(then, otherwise) => [*then, *otherwise]
            .into_iter()
            .flat_map(|nest| unfurled(nest, label))
            .map(|(when, nest)| (Some(when.unwrap_or_else(|| is(label, &nest))), nest))
            .collect(),
        _ => vec![(None, nest)],
    }
}

fn access(fiber: FiberFacts, rest: &[Term], label: &str) -> Expression {
    Expression::leaf(ExprNode::Access(fiber), rest.to_vec(), label)
}

/// What was looked up.
fn looked_up(label: &str) -> Expression {
    access(FiberFacts::of::<Settled<()>>(), &[], label)
}

/// What an access that has unfurled becomes: looked up, if all terms that are left have values.
fn arrive(fiber: FiberFacts, rest: &[Term], label: &str) -> Expression {
    if !rest.is_empty() && rest.iter().all(Term::is_bound) && fiber.known == Knowledge::NOTHING {
        looked_up(label)
    } else {
        access(fiber, rest, label)
    }
}

/// The first of some terms, and the others, if a loop over index `number` unfurls there.
fn unfurls_at(rest: &[Term], number: usize) -> Option<(&Term, &[Term])> {
    let is_last = |(first, others): &(&Term, &[Term])| first.unfurls_at(number) && !holds(others, number);
    rest.split_first().filter(is_last)
}

/// One of some terms holds index `number`.
fn holds(rest: &[Term], number: usize) -> bool {
    rest.iter().any(|term| term.holds(number))
}

/// Some terms when index `number` has a value.
fn bound(rest: &[Term], number: usize) -> Vec<Term> {
    rest.iter().map(|term| term.bind(number)).collect()
}

/// What a loop over index `number` makes of an access to `fiber`.
fn unfurl(node: &Expression, fiber: FiberFacts, number: usize) -> Alternatives<Expression> {
    if let Some((first, rest)) = unfurls_at(&node.rest, number) {
        let moved = |nest: Nest| match (first.number == number, first.permissive) {
            (true, _) => nest,
            (false, false) => nest.shifted(),
            (false, true) => nest.shifted().within_missing(),
        };
        unfurled((fiber.describe)(first.protocol).nest, &node.label)
            .into_iter()
            .map(|(when, nest)| {
                let looplet = ExprNode::Unfurled(moved(nest));
                let looplet = Expression::leaf(looplet, rest.to_vec(), node.label.as_str());
                (Vec::from_iter(when), looplet)
            })
            .collect()
    } else if node.rest.first().is_some_and(Term::is_bound) {
        then(settle(node.clone(), fiber), |settled| {
            expression(Pass::Unfurl(number), &settled)
        })
    } else if holds(&node.rest, number) {
        unchanged(node.clone().into_node(|fiber| ExprNode::Late(fiber, number)))
    } else {
        unchanged(node.clone())
    }
}

/// What an access to `fiber` becomes whose first terms have a value: what is found there, or nothing beyond the extent.
fn settle(node: Expression, fiber: FiberFacts) -> Alternatives<Expression> {
    let label = &node.label;
    let Some((first, rest)) = node.rest.split_first().filter(|(first, _)| first.is_bound()) else {
        return unchanged(Expression {
            node: ExprNode::Access(fiber),
            ..node
        });
    };
    let is_known = fiber.known != Knowledge::NOTHING && !fiber.known.is_missing();
    if rest.is_empty() && !is_known {
        return unchanged(looked_up(label));
    }
    let mut all = Vec::new();
    for (when, nest) in unfurled((fiber.describe)(Protocol::Follow).nest, label) {
        for (also, becomes) in looplet(Pass::Bind, &nest, label) {
            let Fiber(fiber) = becomes else { continue };
            let when: Vec<String> = when.iter().cloned().chain(also).collect();
            for (more, expr) in settle(access(fiber, rest, label), fiber) {
                all.push(([when.clone(), more].concat(), expr))
            }
        }
    }
    if !first.checked && (first.permissive || !first.sure) {
        let missing = access(FiberFacts::of::<BeyondExtent<()>>(), rest, label);
        all.push((vec![format!("{label} is missing")], missing))
    }
    all
}

/// What some alternatives become by a second step.
fn then<T>(all: Alternatives<T>, f: impl Fn(T) -> Alternatives<T>) -> Alternatives<T> {
    all.into_iter()
        .flat_map(|(when, expr)| {
            f(expr)
                .into_iter()
                .map(move |(also, expr)| ([when.clone(), also].concat(), expr))
        })
        .collect()
}

/// What a pass makes of joined parts in a loop over index `number`, which their condition waits for.
fn choose(pass: Pass, number: usize, [condition, before, behind]: [&Expression; 3]) -> Alternatives<Expression> {
    let here = |part: &Expression| then(expression(Pass::Unfurl(number), part), |part| expression(pass, &part));
    then(expression(pass, condition), |condition| {
        let known = condition.known();
        if known.is::<tag::True>() {
            here(before)
        } else if known != Knowledge::NOTHING {
            here(behind)
        } else if condition.is_settled() {
            [here(before), here(behind)].concat()
        } else if condition.style() == Kind::Invariant {
            let joined = |before, behind| described(ExprNode::Map(FOLD), [condition.clone(), before, behind]);
            product(here(before), || here(behind), joined)
        } else {
            let parts = [condition, before.clone(), behind.clone()];
            unchanged(described(ExprNode::Joined(number), parts))
        }
    })
}

fn expression(pass: Pass, expr: &Expression) -> Alternatives<Expression> {
    let Expression { node, rest, label, .. } = expr;
    match (node, pass) {
        (ExprNode::Map(_), Pass::Unfurl(number))
            if label == JOINED
                && let [condition, before, behind] = &expr.operands[..]
                && (condition.is_settled() || holds(&condition.rest, number)) =>
        {
            if condition.is_settled() {
                [expression(pass, before), expression(pass, behind)].concat()
            } else {
                map(expression(pass, condition), |condition| {
                    described(ExprNode::Joined(number), [condition, before.clone(), behind.clone()])
                })
            }
        }
        (ExprNode::Joined(number), _) if let [condition, before, behind] = &expr.operands[..] => {
            choose(pass, *number, [condition, before, behind])
        }
        (ExprNode::Map(_) | ExprNode::Solid, _) => {
            let all = each(&expr.operands, |operand| expression(pass, operand));
            map(all, |operands| Expression::over(node.clone(), label, operands))
        }
        (ExprNode::Access(fiber), Pass::Unfurl(number)) => unfurl(expr, *fiber, number),
        (ExprNode::Slow(fiber, None), Pass::Unfurl(number)) if holds(rest, number) => unchanged(Expression {
            node: ExprNode::Slow(*fiber, Some(number)),
            ..expr.clone()
        }),
        (ExprNode::Slow(fiber, Some(number)), Pass::Bind) => {
            let rest = bound(rest, *number);
            unchanged(if rest.iter().all(Term::is_bound) {
                looked_up(label)
            } else {
                Expression::leaf(ExprNode::Slow(*fiber, None), rest, label.as_str())
            })
        }
        (ExprNode::Late(fiber, number), Pass::Bind) => settle(access(*fiber, &bound(rest, *number), label), *fiber),
        (ExprNode::Compare { at_left, at_right }, Pass::Unfurl(number)) => {
            let nests = [at_left(), at_right()];
            let mut ends = rest.iter().zip(rest.iter().rev()).zip(nests);
            let found = ends.find(|((bound, _), _)| bound.number == number);
            unchanged(found.map_or_else(
                || expr.clone(),
                |((_, other), nest)| Expression::leaf(ExprNode::Unfurled(nest), vec![other.clone()], label.as_str()),
            ))
        }
        (ExprNode::Unfurled(nest), _) if !matches!(pass, Pass::Unfurl(_)) => looplet(pass, nest, label)
            .into_iter()
            .map(|(when, becomes)| {
                let expr = match becomes {
                    Fiber(fiber) => arrive(fiber, rest, label),
                    Handed(Nest {
                        shape: Shape::Run(fiber),
                        ..
                    }) if rest.is_empty() => arrive(fiber, rest, label),
                    Looplet(nest) | Handed(nest) => {
                        Expression::leaf(ExprNode::Unfurled(nest), rest.clone(), label.as_str())
                    }
                };
                (Vec::from_iter(when), expr)
            })
            .collect(),
        _ => unchanged(expr.clone()),
    }
}

/// What a target becomes whose first terms have a value.
fn settle_target(mut target: TargetDescription) -> TargetDescription {
    while let TargetNode::Write(facts) = target.node
        && target.rest.first().is_some_and(Term::is_bound)
        && let Some(child) = (facts.describe)().child
    {
        target.rest.remove(0);
        (target.node, target.root) = (TargetNode::Write(child), None)
    }
    target
}

fn target(pass: Pass, target: &TargetDescription) -> TargetDescription {
    let mut to = target.clone();
    match (target.node, pass) {
        (TargetNode::Write(facts), Pass::Unfurl(number)) => {
            if let Some((first, rest)) = unfurls_at(&target.rest, number) {
                let description = (facts.describe)();
                to.node = TargetNode::Unfurled {
                    // What lies beyond the extent in part is bound index by index.
                    style: if first.permissive {
                        Kind::Lookup
                    } else {
                        description.style
                    },
                    child: description.child,
                };
                (to.rest, to.root) = (rest.to_vec(), None)
            } else if to.rest.first().is_some_and(Term::is_bound) {
                return self::target(pass, &settle_target(to));
            } else if holds(&to.rest, number) {
                to.node = TargetNode::Late(facts, number)
            }
        }
        (TargetNode::Late(facts, number), Pass::Bind) => {
            (to.node, to.rest) = (TargetNode::Write(facts), bound(&target.rest, number));
            return settle_target(to);
        }
        (TargetNode::Unfurled { child, style }, Pass::Bind | Pass::Accept) => {
            // Bound at one index, a target that takes runs takes a run of that index.
            to.once |= style == Kind::AcceptRun;
            to.node = child.map_or(TargetNode::Opaque, TargetNode::Write);
            if child.is_none() {
                to.label = "a target that does not describe itself".into()
            }
        }
        _ => {}
    }
    to
}

/// Walks over a statement with a pass: every statement that may come out, with what is the case then.
pub(crate) fn statement(pass: Pass, stmt: &Statement) -> Alternatives<Statement> {
    let mut node = stmt.node.clone();
    if let StmtNode::Assign(assign) = &mut node {
        assign.target = target(pass, &assign.target);
        assign.tested &= pass != Pass::BlendAlive
    }
    let exprs = each(stmt.expr.as_slice(), |expr| expression(pass, expr));
    let bodies = || each(&stmt.bodies, |body| statement(pass, body));
    product(exprs, bodies, |mut exprs, mut bodies| {
        if let (StmtNode::Block, [_, _]) = (&node, bodies.as_slice()) {
            let second = bodies.remove(1);
            return Statement::block(bodies.remove(0), second);
        }
        let expr = exprs.pop().map(|expr| match (&node, pass) {
            (StmtNode::Let(_), Pass::BlendAlive) => Expression::over(ExprNode::Solid, "", vec![expr]),
            _ => expr,
        });
        Statement {
            node: node.clone(),
            expr,
            bodies,
        }
    })
}

/// How the accesses are written whose looplets satisfy a condition.
pub(crate) fn labels(stmt: &Statement, is_meant: Meant<'_>) -> Vec<String> {
    let mut found = Vec::new();
    stmt.for_each_leaf(&mut |leaf| found.extend(leaf.nest().filter(|nest| is_meant(nest)).map(|_| leaf.label.clone())));
    found
}
