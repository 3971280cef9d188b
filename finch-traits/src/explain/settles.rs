//! Whether a statement that reads what it writes [settles](crate::stmt::Stmt::settles), asked of data.

use crate::description::tree::Assign;
use crate::upper::*;

/// What a loop changes that is read in it.
#[derive(Clone)]
struct Changing {
    /// Where the outputs are that are read.
    roots: Vec<*const ()>,
    /// The variables that follow them.
    names: Vec<usize>,
    /// Whether a condition does.
    condition: bool,
}

impl Changing {
    fn moves(&self, value: &Expression) -> bool {
        let mut moves = self.condition;
        value.for_each_leaf(&mut |leaf| {
            moves |= leaf.source.root.is_some_and(|root| self.roots.contains(&root))
                || matches!(leaf.node, ExprNode::Variable(number, _) if self.names.contains(&number))
                || self.names_one_of(&leaf.rest)
        });
        moves
    }

    fn names_one_of(&self, places: &[Term]) -> bool {
        let follows = |term: &Term| self.names.iter().any(|&name| term.holds(Term::of_variable(name)));
        places.iter().any(follows)
    }
}

impl Statement {
    /// Its second turn changes nothing any more.
    pub(super) fn settles(&self) -> bool {
        let (mut read, mut roots) = (Vec::new(), Vec::new());
        self.for_each_leaf(&mut |leaf| read.extend(leaf.source.root));
        self.for_each(&mut |stmt| {
            let root = stmt.assignment().and_then(|assign| assign.target.root);
            roots.extend(root.filter(|root| read.contains(root)))
        });
        let (names, condition) = (Vec::new(), false);
        self.settles_in(&Changing {
            roots,
            names,
            condition,
        })
    }

    fn settles_in(&self, loops: &Changing) -> bool {
        match self.parts() {
            (StmtNode::Assign(Assign { target, again, .. }), Some(value), _) => {
                if target.root.is_some_and(|root| loops.roots.contains(&root)) {
                    !target.once && *again != Again::Counts && !loops.moves(value) && !loops.names_one_of(&target.rest)
                } else {
                    target.style() == Kind::AcceptRun || target.once || *again != Again::Counts
                }
            }
            (StmtNode::Sieve, Some(condition), [body]) => body.settles_in(&Changing {
                condition: loops.moves(condition),
                ..loops.clone()
            }),
            (StmtNode::Let(number), Some(value), [body]) => {
                let mut loops = loops.clone();
                if loops.moves(value) {
                    loops.names.push(*number)
                }
                body.settles_in(&loops)
            }
            (StmtNode::Block, _, [first, second]) => {
                first.settles_in(loops)
                    && second.settles_in(loops)
                    && (!first.overlaps(second) || first.replaces(second) || second.replaces(first))
            }
            (StmtNode::Workspace { .. }, ..) => false,
            (_, _, bodies) => bodies.iter().all(|body| body.settles_in(loops)),
        }
    }

    /// Each of its assignments to what `other` writes replaces what is there.
    pub(super) fn replaces(&self, other: &Statement) -> bool {
        let (mut replaces, others) = (true, other.writes());
        self.for_each(&mut |stmt| {
            if let Some(assign) = stmt.assignment() {
                replaces &= !others.contains(&assign.target.output) || assign.again == Again::Replaces
            }
        });
        replaces
    }
}
