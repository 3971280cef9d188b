//! Passes over programs as data: what each leaf becomes, and every combination of that.

use crate::description::nest::{FiberFacts, Nest, Protocol, Shape};
use crate::description::term::Term;
use crate::description::tree::{Access, Expr, Stmt, Target};
use crate::explain::looplets::Becomes::{Fiber, Looplet};
use crate::explain::looplets::{Alternatives, Pass, is, looplet, map, product, unchanged};
use crate::fiber::{Absent, Settled};
use crate::style::Kind;
use finch_algebra::known::Knowledge;

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

fn access(fiber: FiberFacts, rest: &[Term], label: &str) -> Expr {
    Expr::Access(Access {
        fiber,
        rest: rest.to_vec(),
        label: label.into(),
        dims: Vec::new(),
        root: None,
        notation: None,
    })
}

/// What an access that has unfurled becomes: looked up, if all terms that are left have values.
fn arrive(fiber: FiberFacts, rest: &[Term], label: &str) -> Expr {
    let looked_up = !rest.is_empty() && rest.iter().all(Term::is_bound) && fiber.known == Knowledge::NOTHING;
    if looked_up {
        access(FiberFacts::of::<Settled<()>>(), &[], label)
    } else {
        access(fiber, rest, label)
    }
}

/// What a loop over index `number` makes of an access.
fn unfurl(node: &Access, number: usize) -> Alternatives<Expr> {
    let Some((first, rest)) = node.rest.split_first() else {
        return unchanged(Expr::Access(node.clone()));
    };
    if first.unfurls_at(number) && !rest.iter().any(|term| term.holds(number)) {
        let moved = |nest: Nest| match (first.number == number, first.permissive) {
            (true, _) => nest,
            (false, false) => nest.shifted(),
            (false, true) => nest.shifted().within_missing(),
        };
        unfurled((node.fiber.describe)(first.protocol).nest, &node.label)
            .into_iter()
            .map(|(when, nest)| {
                let looplet = Expr::Unfurled {
                    nest: moved(nest),
                    rest: rest.to_vec(),
                    label: node.label.clone(),
                };
                (Vec::from_iter(when), looplet)
            })
            .collect()
    } else if first.is_bound() {
        settle(node.clone())
            .into_iter()
            .flat_map(|(when, settled)| {
                expression(Pass::Unfurl(number), &settled)
                    .into_iter()
                    .map(move |(also, expr)| ([when.clone(), also].concat(), expr))
            })
            .collect()
    } else if node.rest.iter().any(|term| term.holds(number)) {
        unchanged(Expr::Late {
            number,
            access: node.clone(),
        })
    } else {
        unchanged(Expr::Access(node.clone()))
    }
}

/// What an access becomes whose first terms have a value: what is found there, or nothing beyond the extent.
fn settle(node: Access) -> Alternatives<Expr> {
    let Some((first, rest)) = node.rest.split_first().filter(|(first, _)| first.is_bound()) else {
        return unchanged(Expr::Access(node));
    };
    if rest.is_empty() {
        return unchanged(access(FiberFacts::of::<Settled<()>>(), rest, &node.label));
    }
    let mut all = Vec::new();
    for (when, nest) in unfurled((node.fiber.describe)(Protocol::Follow).nest, &node.label) {
        for (also, becomes) in looplet(Pass::Bind, &nest, &node.label) {
            let Fiber(fiber) = becomes else { continue };
            let when: Vec<String> = when.iter().cloned().chain(also).collect();
            let Expr::Access(found) = access(fiber, rest, &node.label) else {
                continue;
            };
            all.extend(
                settle(found)
                    .into_iter()
                    .map(|(more, expr)| ([when.clone(), more].concat(), expr)),
            )
        }
    }
    if !first.checked {
        let missing = access(FiberFacts::of::<Absent<()>>(), rest, &node.label);
        all.push((vec![format!("{} is missing", node.label)], missing))
    }
    all
}

fn expression(pass: Pass, expr: &Expr) -> Alternatives<Expr> {
    match (expr, pass) {
        (Expr::Access(node), Pass::Unfurl(number)) => unfurl(node, number),
        (Expr::Slow { number: None, access }, Pass::Unfurl(number))
            if access.rest.iter().any(|term| term.holds(number)) =>
        {
            unchanged(Expr::Slow {
                number: Some(number),
                access: access.clone(),
            })
        }
        (
            Expr::Slow {
                number: Some(number),
                access,
            },
            Pass::Bind,
        ) => {
            let rest: Vec<Term> = access.rest.iter().map(|term| term.bind(*number)).collect();
            unchanged(if rest.iter().all(Term::is_bound) {
                self::access(FiberFacts::of::<Settled<()>>(), &[], &access.label)
            } else {
                Expr::Slow {
                    number: None,
                    access: Access { rest, ..access.clone() },
                }
            })
        }
        (Expr::Late { number, access }, Pass::Bind) => {
            let rest = access.rest.iter().map(|term| term.bind(*number)).collect();
            settle(Access { rest, ..access.clone() })
        }
        (
            Expr::Compare {
                left,
                right,
                label,
                at_left,
                at_right,
            },
            Pass::Unfurl(number),
        ) => {
            let found = [(left, right, at_left), (right, left, at_right)]
                .into_iter()
                .find(|(bound, ..)| bound.number == number);
            unchanged(match found {
                Some((_, rest, nest)) => Expr::Unfurled {
                    nest: nest(),
                    rest: vec![rest.clone()],
                    label: label.clone(),
                },
                None => expr.clone(),
            })
        }
        (_, Pass::Unfurl(_)) if !matches!(expr, Expr::Map { .. } | Expr::Solid(_)) => unchanged(expr.clone()),
        (Expr::Unfurled { nest, rest, label }, _) => looplet(pass, nest, label)
            .into_iter()
            .map(|(when, becomes)| {
                let expr = match becomes {
                    Fiber(fiber) => arrive(fiber, rest, label),
                    Looplet(nest) => Expr::Unfurled {
                        nest,
                        rest: rest.clone(),
                        label: label.clone(),
                    },
                };
                (Vec::from_iter(when), expr)
            })
            .collect(),
        (Expr::Map { symbol, fold, operands }, _) => {
            let mut all = unchanged(Vec::new());
            for operand in operands {
                all = product(
                    all,
                    || expression(pass, operand),
                    |before, operand| [before, vec![operand]].concat(),
                );
            }
            map(all, |operands| Expr::Map {
                symbol,
                fold: *fold,
                operands,
            })
        }
        (Expr::Solid(inner), _) => map(expression(pass, inner), |inner| Expr::Solid(Box::new(inner))),
        _ => unchanged(expr.clone()),
    }
}

/// What a target becomes whose first terms have a value.
fn settle_target(target: &Target) -> Target {
    if let Target::Write {
        facts,
        fill,
        rest,
        output,
        label,
        ..
    } = target
        && let Some((first, rest)) = rest.split_first()
        && first.is_bound()
        && let Some(child) = (facts.describe)().child
    {
        return settle_target(&Target::Write {
            facts: child,
            fill: *fill,
            rest: rest.to_vec(),
            output: *output,
            label: label.clone(),
            root: None,
        });
    }
    target.clone()
}

fn target(pass: Pass, target: &Target) -> Target {
    match (target, pass) {
        (
            Target::Write {
                facts,
                fill,
                rest,
                output,
                label,
                ..
            },
            Pass::Unfurl(number),
        ) => match rest.split_first() {
            Some((first, rest)) if first.unfurls_at(number) && !rest.iter().any(|term| term.holds(number)) => {
                let description = (facts.describe)();
                Target::Unfurled {
                    // What lies beyond the extent in part is bound index by index.
                    style: if first.permissive {
                        Kind::Lookup
                    } else {
                        description.style
                    },
                    fill: *fill,
                    child: description.child,
                    rest: rest.to_vec(),
                    output: *output,
                    label: label.clone(),
                }
            }
            Some((first, _)) if first.is_bound() => self::target(pass, &settle_target(target)),
            _ if rest.iter().any(|term| term.holds(number)) => Target::Late {
                number,
                write: Box::new(target.clone()),
            },
            _ => target.clone(),
        },
        (Target::Late { number, write }, Pass::Bind) => {
            let mut write = (**write).clone();
            if let Target::Write { rest, .. } = &mut write {
                rest.iter_mut().for_each(|term| *term = term.bind(*number))
            }
            settle_target(&write)
        }
        (
            Target::Unfurled {
                child,
                rest,
                output,
                label,
                fill,
                style,
            },
            Pass::Bind | Pass::Accept,
        ) => {
            let bound = match child {
                Some(facts) => Target::Write {
                    facts: *facts,
                    fill: *fill,
                    rest: rest.clone(),
                    output: *output,
                    label: label.clone(),
                    root: None,
                },
                None => Target::Opaque {
                    name: "a target that does not describe itself",
                    style: Kind::Invariant,
                    fill: *fill,
                    output: *output,
                },
            };
            // Bound at one index, a target that takes runs takes a run of that index.
            if *style == Kind::AcceptRun {
                Target::WholeRun(Box::new(bound))
            } else {
                bound
            }
        }
        (Target::WholeRun(inner), _) => Target::WholeRun(Box::new(self::target(pass, inner))),
        _ => target.clone(),
    }
}

/// Walks over a statement with a pass: every statement that may come out, with what is the case then.
pub(crate) fn statement(pass: Pass, stmt: &Stmt) -> Alternatives<Stmt> {
    match stmt {
        Stmt::Null | Stmt::Opaque { .. } => unchanged(stmt.clone()),
        Stmt::Assign {
            target: to,
            symbol,
            skips,
            reassociates,
            gathers,
            saturates,
            tested,
            value,
        } => {
            let to = target(pass, to);
            map(expression(pass, value), |value| Stmt::Assign {
                target: to.clone(),
                symbol,
                skips: *skips,
                reassociates: *reassociates,
                gathers: *gathers,
                saturates: *saturates,
                tested: *tested && pass != Pass::BlendAlive,
                value,
            })
        }
        Stmt::Loop {
            number,
            name,
            given,
            place,
            body,
        } => map(statement(pass, body), |body| Stmt::Loop {
            number: *number,
            name,
            given: *given,
            place: *place,
            body: Box::new(body),
        }),
        Stmt::Sieve { condition, body } => product(
            expression(pass, condition),
            || statement(pass, body),
            |condition, body| Stmt::Sieve {
                condition,
                body: Box::new(body),
            },
        ),
        Stmt::Let { number, value, body } => product(
            expression(pass, value),
            || statement(pass, body),
            |value, body| Stmt::Let {
                number: *number,
                value: if pass == Pass::BlendAlive {
                    Expr::Solid(Box::new(value))
                } else {
                    value
                },
                body: Box::new(body),
            },
        ),
        Stmt::Block(first, second) => product(statement(pass, first), || statement(pass, second), Stmt::block),
        Stmt::Workspace {
            root,
            label,
            number,
            idle,
            producer,
            consumer,
        } => product(
            statement(pass, producer),
            || statement(pass, consumer),
            |producer, consumer| Stmt::Workspace {
                root: *root,
                label: label.clone(),
                number: *number,
                idle: *idle,
                producer: Box::new(producer),
                consumer: Box::new(consumer),
            },
        ),
    }
}

/// How the accesses are written whose looplets satisfy a condition.
pub(crate) fn labels(stmt: &Stmt, is_meant: &dyn Fn(&Nest) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    stmt.for_each_leaf(&mut |leaf| {
        if let Expr::Unfurled { nest, label, .. } = leaf
            && is_meant(nest)
        {
            found.push(label.clone())
        }
    });
    found
}
