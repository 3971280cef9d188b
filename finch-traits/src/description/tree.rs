//! Programs as data: the typed tree without its types.
//!
//! An expression, a target and a statement are each one struct: what the node is, and the parts that all nodes may have. What
//! holds of a node because it holds of its parts is thus written once for all nodes.

use crate::description::nest::{FiberFacts, Nest, known_text};
use crate::description::term::{Term, list_text};
use crate::region::Region;
use crate::style::Kind;
use core::any::Any;
use finch_algebra::known::Knowledge;
use finch_algebra::reducer::Again;

/// A fiber that is written, as data: the level it belongs to, which looplet its target is, and what lies below.
#[derive(Clone, Debug)]
pub struct WriteDescription {
    pub(crate) level: String,
    pub(crate) note: &'static str,
    pub(crate) style: Kind,
    pub(crate) child: Option<WriteFacts>,
}

impl WriteDescription {
    /// This fiber with a remark, such as the order in which it is written.
    pub fn noting(self, note: &'static str) -> Self {
        WriteDescription { note, ..self }
    }

    /// A leaf.
    pub fn leaf() -> Self {
        WriteDescription {
            level: "leaf".into(),
            note: "",
            style: Kind::Invariant,
            child: None,
        }
    }
}

/// A fiber that is written as its type describes it, and functions that describe it further when they are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteFacts {
    pub(crate) short: bool,
    pub(crate) asked: bool,
    /// Loops may work on a tile of it.
    pub(crate) is_row: bool,
    pub(crate) describe: fn() -> WriteDescription,
}

/// What is known of an operator's result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fold {
    Unary(fn(Knowledge) -> Knowledge),
    Binary(fn(Knowledge, Knowledge) -> Knowledge),
    Ternary(fn(Knowledge, Knowledge, Knowledge) -> Knowledge),
}

impl Fold {
    pub(crate) fn of(self, operands: &[Knowledge]) -> Knowledge {
        match (self, operands) {
            (Fold::Unary(fold), &[a]) => fold(a),
            (Fold::Binary(fold), &[a, b]) => fold(a, b),
            (Fold::Ternary(fold), &[a, b, c]) => fold(a, b, c),
            _ => Knowledge::NOTHING,
        }
    }
}

/// An expression of a program, described as plain data for explanations.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) node: ExprNode,
    /// The expressions that an operator joins.
    pub(crate) operands: Vec<Expression>,
    /// The indices of an access that are not bound yet.
    pub(crate) rest: Vec<Term>,
    /// The name it was given; of accesses replaced by how the whole access is written.
    pub(crate) label: String,
    /// What an access reads, until something is done to it.
    pub(crate) source: Source,
}

/// What an expression is, beside its parts.
#[derive(Clone, Debug)]
pub(crate) enum ExprNode {
    /// A fiber with the indices that are not bound yet.
    Access(FiberFacts),
    /// An access that waits for an index.
    Late(FiberFacts, usize),
    /// An access that waits for all of its indices; in a loop over one of them.
    Slow(FiberFacts, Option<usize>),
    /// An access that is being lowered.
    Unfurled(Nest),
    /// A comparison of two indices: what it is when the left one is bound, along which it is looked up; and the right one.
    Compare {
        at_left: fn() -> Nest,
        at_right: fn() -> Nest,
    },
    Variable(usize, VariableFacts),
    /// One expression before a place and another one from there on, in a loop over that index.
    Joined(usize),
    /// An operator, of which this is known.
    Map(Fold),
    /// An expression of which run time knows nothing.
    Solid,
}

/// What an access reads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    /// The extents along its indices, where they are known.
    pub(crate) dims: Vec<Option<usize>>,
    /// The tensor, if the program writes it.
    pub(crate) root: Option<*const ()>,
    /// How it is written, if it is no tensor.
    pub(crate) notation: Option<String>,
}

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariableFacts {
    /// What types know.
    pub(crate) known: Knowledge,
    /// Run time knows no more.
    pub(crate) solid: bool,
    /// What run time may know beside that.
    pub(crate) absent: Knowledge,
}

impl VariableFacts {
    /// Types know this.
    pub(crate) fn known(known: Knowledge) -> VariableFacts {
        VariableFacts {
            known,
            solid: false,
            absent: Knowledge::NOTHING,
        }
    }
}

/// The target of an assignment, described as plain data for explanations.
#[derive(Clone, Debug)]
pub struct TargetDescription {
    pub(crate) node: TargetNode,
    /// What is known of what is there before anything is assigned.
    pub(crate) fill: Knowledge,
    /// The indices that are not bound yet.
    pub(crate) rest: Vec<Term>,
    pub(crate) output: usize,
    pub(crate) label: String,
    pub(crate) root: Option<*const ()>,
    /// It is a tile of a row, in local variables.
    pub(crate) is_tile: bool,
    /// One assignment to it stands for the whole region.
    pub(crate) once: bool,
}

/// What a target is, beside its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TargetNode {
    Write(WriteFacts),
    /// A target that waits for an index.
    Late(WriteFacts, usize),
    Unfurled {
        style: Kind,
        child: Option<WriteFacts>,
    },
    /// A local copy, or what lies beyond the extent.
    Accumulator {
        short: bool,
        asked: bool,
        /// It is several accumulators, which the children of a stepper share.
        shared: bool,
    },
    /// A fiber that does not describe itself.
    Opaque,
}

/// A statement of a program, described as plain data for explanations.
#[derive(Clone, Debug)]
pub struct Statement {
    pub(crate) node: StmtNode,
    /// The value or the condition that the node itself holds.
    pub(crate) expr: Option<Expression>,
    /// The statements that it holds, in their order.
    pub(crate) bodies: Vec<Statement>,
}

/// What a statement is, beside its parts.
#[derive(Clone, Debug)]
pub(crate) enum StmtNode {
    Null,
    Assign(Assign),
    Loop {
        number: usize,
        name: &'static str,
        given: Option<Region>,
        /// It can run in parts, one after the other.
        in_parts: bool,
        /// It runs down, from its last index to its first.
        is_down: bool,
        /// Which rows it works on together if it is outermost.
        together: Together,
        /// Which loop of the program it is, in the order in which they are entered.
        place: usize,
    },
    Sieve,
    /// Names the expression as this variable.
    Let(usize),
    Block,
    /// A producer and a consumer.
    Workspace {
        root: *const (),
        label: String,
        number: usize,
        /// The consumer does nothing where the workspace is its fill.
        idle: bool,
        /// Where its values are.
        held: HeldFacts,
    },
}

/// Which rows a loop works on together in release builds, as its type says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Together {
    /// None.
    Alone,
    /// Sums of rows abreast.
    Abreast,
    /// Tiles of several rows.
    InTiles,
}

/// Where the values of a workspace are, as its type says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldFacts {
    /// It is one value, in a local variable.
    pub(crate) is_value: bool,
    /// Its producer takes a sum in the order of its loop.
    pub(crate) sums: bool,
    /// It can go from its producer to its consumer by tiles.
    pub(crate) by_row: bool,
    /// Both are for one tile of it.
    pub(crate) in_tile: bool,
}

/// An assignment of an expression.
#[derive(Clone, Debug)]
pub(crate) struct Assign {
    pub(crate) target: TargetDescription,
    pub(crate) symbol: &'static str,
    pub(crate) skips: fn(Knowledge, Knowledge) -> bool,
    pub(crate) reassociates: bool,
    pub(crate) gathers: bool,
    pub(crate) again: Again,
    pub(crate) saturates: bool,
    /// Run time is asked whether it is a no-op.
    pub(crate) tested: bool,
}

impl Expression {
    /// An expression that is made of others.
    pub(crate) fn over(node: ExprNode, label: &str, operands: Vec<Expression>) -> Self {
        Expression {
            operands,
            ..Expression::leaf(node, Vec::new(), label)
        }
    }

    /// An expression that is made of no others.
    pub(crate) fn leaf(node: ExprNode, rest: Vec<Term>, label: impl Into<String>) -> Self {
        Expression {
            node,
            operands: Vec::new(),
            rest,
            label: label.into(),
            source: Source::default(),
        }
    }

    /// This access, if it is one, as a node of another kind.
    pub(crate) fn into_node(self, node: impl FnOnce(FiberFacts) -> ExprNode) -> Self {
        match self.node {
            ExprNode::Access(fiber) => Expression {
                node: node(fiber),
                ..self
            },
            _ => self,
        }
    }

    /// How it is written, with what is known in place of what it is known of.
    pub(crate) fn text(&self) -> String {
        self.text_within(false)
    }

    fn text_within(&self, operand: bool) -> String {
        let label = &self.label;
        let known = match &self.node {
            ExprNode::Access(fiber) => fiber.known,
            ExprNode::Unfurled(nest) => nest.facts.known,
            ExprNode::Variable(_, value) => value.known,
            _ => Knowledge::NOTHING,
        };
        if let Some(known) = known_text(known) {
            return known_or_label(known, label);
        }
        match (&self.node, self.operands.as_slice()) {
            (ExprNode::Access(fiber), _) => match fiber.absent() {
                Some((_, fill)) if self.rest.is_empty() => format!("({label} or {fill})"),
                _ => label.clone(),
            },
            (ExprNode::Solid, [inner]) => inner.text_within(operand),
            (_, []) => label.clone(),
            (_, operands) if label.starts_with(char::is_alphabetic) || operands.len() > 2 => {
                let operands: Vec<String> = operands.iter().map(Expression::text).collect();
                format!("{label}({})", operands.join(", "))
            }
            (_, [a]) => format!("{label}{}", a.text_within(true)),
            (_, operands) => {
                let operands: Vec<String> = operands.iter().map(|operand| operand.text_within(true)).collect();
                let text = operands.join(&format!(" {label} "));
                if operand { format!("({text})") } else { text }
            }
        }
    }

    /// How an access that nothing was done to yet is written.
    pub(crate) fn text_of_access(&self) -> String {
        match self.node {
            ExprNode::Access(_) => {
                let name = if self.label.is_empty() { "_" } else { &self.label };
                name.to_owned() + &list_text(&self.rest)
            }
            _ => self.text(),
        }
    }
}

impl Statement {
    /// A statement that holds `expr` and `bodies`.
    pub(crate) fn new<const N: usize>(node: StmtNode, expr: Option<Expression>, bodies: [Statement; N]) -> Self {
        Statement {
            node,
            expr,
            bodies: bodies.into(),
        }
    }
}

/// A value that has a name of its own, else `label`.
fn known_or_label(known: &str, label: &str) -> String {
    if known == "fill" {
        format!("fill of {label}")
    } else {
        known.into()
    }
}

/// A constant as it is written, if its type is one that has a notation.
pub(crate) fn constant_text<T: 'static>(value: &T) -> Option<String> {
    macro_rules! of_types {
        ($($t:ty),*) => {
            $(if let Some(value) = (value as &dyn Any).downcast_ref::<$t>() {
                return Some(format!("{value:?}"));
            })*
        };
    }
    of_types!(f64, f32, bool, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);
    None
}
