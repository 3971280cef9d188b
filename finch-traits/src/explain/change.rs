//! Statements that are changed without a pass: parts of them, what is known of a variable, hoisted accumulators.

use crate::description::tree::{Access, Expr, Stmt, Target};
use crate::explain::ask::Value;
use finch_algebra::known::Knowledge;

impl Stmt {
    /// Those parts that read a variable, or those that do not.
    pub(crate) fn part(&self, variable: usize, users: bool) -> Stmt {
        match self {
            Stmt::Block(first, second) => {
                let (first, second) = (first.part(variable, users), second.part(variable, users));
                Stmt::block(first, second)
            }
            other if other.uses(variable) == users => other.clone(),
            _ => Stmt::Null,
        }
    }

    /// A block, which no-ops leave.
    pub(crate) fn block(first: Stmt, second: Stmt) -> Stmt {
        if first.noop() {
            second
        } else if second.noop() {
            first
        } else {
            Stmt::Block(Box::new(first), Box::new(second))
        }
    }

    /// The statement when a variable is known.
    pub(crate) fn knowing(&self, variable: usize, value: &Value) -> Stmt {
        let mut stmt = self.clone();
        stmt.for_each_mut(&mut |stmt| {
            if let Some(expr) = stmt.expr_mut() {
                expr.for_each_leaf_mut(&mut |leaf| {
                    if let Expr::Variable {
                        number,
                        known,
                        solid,
                        absent,
                    } = leaf
                        && *number == variable
                    {
                        (*known, *solid, *absent) = (value.known, value.solid, value.absent)
                    }
                })
            }
        });
        stmt
    }
}

/// Hoists the targets that neither depend on the loop nor are written by others, see [`crate::stmt::Stmt::hoist`].
pub(crate) fn hoist(stmt: &Stmt, others: &[usize]) -> (Stmt, Vec<String>) {
    let mut stmt = stmt.clone();
    let mut hoisted = Vec::new();
    hoist_in(&mut stmt, others, &mut hoisted);
    (stmt, hoisted)
}

fn hoist_in(stmt: &mut Stmt, others: &[usize], hoisted: &mut Vec<String>) {
    match stmt {
        Stmt::Assign { target, .. } => {
            if target.is_scalar() && !target.is_accumulator() && !others.contains(&target.output()) {
                let label = target.text();
                hoisted.push(label.clone());
                *target = Target::Accumulator {
                    fill: target.fill(),
                    short: target.short(),
                    asked: target.asked(),
                    output: target.output(),
                    label,
                };
            }
        }
        Stmt::Loop { body, .. } | Stmt::Sieve { body, .. } | Stmt::Let { body, .. } => hoist_in(body, others, hoisted),
        Stmt::Block(first, second) => {
            let (of_first, of_second) = (first.writes(), second.writes());
            hoist_in(first, &[others, &of_second].concat(), hoisted);
            hoist_in(second, &[others, &of_first].concat(), hoisted)
        }
        Stmt::Null | Stmt::Workspace { .. } | Stmt::Opaque { .. } => {}
    }
}

/// The statement with every assignment counting several times, see [`crate::pass::multiply`].
pub(crate) fn multiplied(stmt: &Stmt) -> Stmt {
    let mut stmt = stmt.clone();
    stmt.for_each_mut(&mut |assign| {
        if let Stmt::Assign { reassociates, .. } = assign {
            *reassociates = false
        }
    });
    stmt
}

/// The reduction into the accumulator of one lane.
pub(crate) fn in_lane(stmt: &Stmt) -> Stmt {
    let mut stmt = stmt.clone();
    stmt.for_each_mut(&mut |assign| {
        if let Stmt::Assign {
            target, reassociates, ..
        } = assign
        {
            let asked = target.asked();
            *reassociates = false;
            *target = Target::Accumulator {
                fill: Knowledge::NOTHING,
                short: false,
                asked,
                output: 0,
                label: target.text(),
            }
        }
    });
    stmt
}

/// A loop over index `number` moves the access, and it may lie beyond an extent.
fn is_beyond(access: &Access, number: usize) -> bool {
    access
        .rest
        .iter()
        .any(|term| term.permissive && term.unfurls_at(number))
}

/// How many such accesses there are.
pub(crate) fn beyond(stmt: &Stmt, number: usize) -> usize {
    let mut count = 0;
    stmt.for_each_leaf(&mut |leaf| {
        count += usize::from(matches!(leaf, Expr::Access(access) if is_beyond(access, number)))
    });
    count
}

fn change_accesses(stmt: &Stmt, change: &dyn Fn(&mut Expr)) -> Stmt {
    let mut stmt = stmt.clone();
    stmt.for_each_mut(&mut |stmt| {
        if let Some(expr) = stmt.expr_mut() {
            expr.for_each_leaf_mut(&mut |leaf| change(leaf))
        }
    });
    stmt
}

/// The statement where all of them lie inside.
pub(crate) fn inside(stmt: &Stmt, number: usize) -> Stmt {
    change_accesses(stmt, &|leaf| {
        if let Expr::Access(access) = leaf {
            for term in &mut access.rest {
                if term.permissive && term.unfurls_at(number) {
                    *term = term.inside()
                }
            }
        }
    })
}

/// The statement where they are looked up, one by one.
pub(crate) fn slowly(stmt: &Stmt, number: usize) -> Stmt {
    change_accesses(stmt, &|leaf| {
        if let Expr::Access(access) = leaf
            && is_beyond(access, number)
        {
            *leaf = Expr::Slow {
                number: None,
                access: access.clone(),
            }
        }
    })
}
