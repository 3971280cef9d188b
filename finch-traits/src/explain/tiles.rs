//! Tiles and strips, asked of data: which rows are cut into [tiles](crate::reduction::tile), and which sums are taken by
//! [strips](crate::reduction::strip).

use crate::description::WriteFacts;
use crate::description::tree::{Assign, HeldFacts};
use crate::explain::ask::is_cuttable;
use crate::reduction::tile::{Fewer, Tile};
use crate::upper::*;

impl Expression {
    /// A loop over index `number` looks up what it reads, or what is below, once the other indices have values.
    fn looks_up(&self, fiber: FiberFacts, number: usize) -> bool {
        let finds = |terms: &[Term]| terms.iter().any(|term| term.finds(number));
        let below = |(head, tail): (&Term, &[Term])| !head.holds(number) && finds(tail);
        fiber.dense && finds(&self.rest) || fiber.dense_below && self.rest.split_first().is_some_and(below)
    }

    /// How many accesses there are that a loop over index `number` does more with than look them up, as `is_found` says.
    fn more_than(&self, number: usize, is_found: &dyn Fn(&Expression, FiberFacts) -> bool) -> usize {
        let mut count = 0;
        self.for_each_leaf(&mut |leaf| {
            count += usize::from(match leaf.node {
                ExprNode::Access(fiber) => leaf.rest.iter().any(|term| term.holds(number)) && !is_found(leaf, fiber),
                ExprNode::Late(..) | ExprNode::Slow(..) | ExprNode::Unfurled(_) => true,
                _ => false,
            })
        });
        count
    }

    fn merged(&self, number: usize) -> usize {
        self.more_than(number, &|leaf, fiber| leaf.looks_up(fiber, number))
    }

    fn walked(&self, number: usize) -> usize {
        self.more_than(number, &|leaf, fiber| {
            fiber.dense && leaf.rest.iter().any(|term| term.number == number)
        })
    }
}

impl TargetDescription {
    fn is_row_of(&self, number: usize) -> bool {
        let is_alone = matches!(self.rest.as_slice(), [only] if only.number == number);
        matches!(self.node, TargetNode::Write(facts) if facts.is_row && !facts.short) && is_alone
    }

    /// A tile of this row.
    fn become_tile(&mut self) {
        self.node = TargetNode::Write(WriteFacts::of::<Tile<'static, (), Fewer, Unknown>>());
        self.is_tile = true;
        self.root = None
    }
}

impl Statement {
    /// A loop over index `number` around it adds to the same row again and again.
    pub(crate) fn tiles(&self, number: usize) -> bool {
        match self.parts() {
            (
                &StmtNode::Loop {
                    number: own, in_parts, ..
                },
                _,
                [body],
            ) => in_parts && body.tiles_by(own, number) || body.tiles(number) && body.tiles(own),
            (StmtNode::Let(_), Some(value), [body]) => body.tiles(number) && value.walked(number) < 2,
            (StmtNode::Workspace { .. }, _, [producer, consumer]) => {
                self.runs_by_row() && producer.tiles(number) && consumer.tiles(number)
            }
            _ => false,
        }
    }

    /// It is an assignment to a row of which index `number` is left, and a loop over `around` walks over one operand at most.
    fn tiles_by(&self, number: usize, around: usize) -> bool {
        match self.parts() {
            (StmtNode::Assign(Assign { target, .. }), Some(value), _) => {
                target.is_row_of(number) && value.merged(number) == 0 && value.merged(around) < 2
            }
            _ => false,
        }
    }

    /// It is a workspace that goes from its producer to its consumer by tiles.
    pub(crate) fn runs_by_row(&self) -> bool {
        match self.parts() {
            (StmtNode::Workspace { held, number, .. }, _, [producer, consumer]) => {
                held.by_row && producer.tiles(*number) && consumer.tiles(*number)
            }
            _ => false,
        }
    }

    /// The statement for a tile of the row that it adds to, which is a copy.
    pub(crate) fn tiled(&self) -> Statement {
        let mut stmt = self.clone();
        match (&mut stmt.node, stmt.bodies.as_mut_slice()) {
            (StmtNode::Assign(assign), _) => assign.target.become_tile(),
            (StmtNode::Workspace { held, .. }, [_, consumer]) => {
                *held = HeldFacts {
                    is_value: false,
                    sums: false,
                    by_row: false,
                    in_tile: true,
                };
                *consumer = consumer.tiled()
            }
            (_, bodies) => bodies.iter_mut().for_each(|body| *body = body.tiled()),
        }
        stmt
    }

    /// The consumer of tiles, [tiled](Self::tiled) if it adds to a row: what replaces a row loads nothing.
    pub(crate) fn added_by_tiles(&self) -> Statement {
        if self.replaces(self) {
            self.clone()
        } else {
            self.tiled()
        }
    }

    /// The statement that fills a tile of workspace number `output`.
    pub(crate) fn filling_tile(&self, output: usize) -> Statement {
        self.changed(|stmt| {
            if let StmtNode::Assign(Assign { target, .. }) = &mut stmt.node
                && target.output == output
            {
                target.become_tile()
            }
        })
    }

    /// It takes a sum at each child of its only stepper, and does nothing elsewhere.
    pub(crate) fn in_strips(&self) -> bool {
        match self.parts() {
            (StmtNode::Workspace { held, number, .. }, _, [producer, consumer]) => {
                held.sums
                    && producer.writes_only(*number)
                    && !producer.noop()
                    && !consumer.noop()
                    && producer.steppers() == 0
                    && producer.style() < Kind::Stepper
                    && consumer.conjunctive(&is_cuttable)
                    && self.holds(&|nest| !nest.facts.stable)
                    && !consumer.exits()
            }
            _ => false,
        }
    }
}
