//! Programs as data: the typed tree without its types.

use crate::description::nest::{FiberFacts, Nest, known_text};
use crate::description::term::{Term, list_text};
use crate::region::Region;
use crate::style::Kind;
use core::any::Any;
use finch_algebra::known::Knowledge;

/// An expression as data.
#[derive(Clone, Debug)]
pub struct Expression(pub(crate) Expr);

/// A target as data.
#[derive(Clone, Debug)]
pub struct TargetDescription(pub(crate) Target);

/// A statement as data.
#[derive(Clone, Debug)]
pub struct Statement(pub(crate) Stmt);

impl TargetDescription {
    /// This target, waiting for index number `number`.
    pub(crate) fn late(self, number: usize) -> Self {
        TargetDescription(Target::Late {
            number,
            write: Box::new(self.0),
        })
    }
}

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

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Access(Access),
    Unfurled {
        nest: Nest,
        rest: Vec<Term>,
        /// How the whole access is written.
        label: String,
    },
    /// An access that waits for all of its indices; in a loop over one of them.
    Slow {
        number: Option<usize>,
        access: Access,
    },
    /// An access that waits for an index.
    Late {
        number: usize,
        access: Access,
    },
    Compare {
        left: Term,
        right: Term,
        label: String,
        /// What it is when the left index is bound, along which it is looked up; and the right one.
        at_left: fn() -> Nest,
        at_right: fn() -> Nest,
    },
    Map {
        symbol: &'static str,
        fold: Fold,
        operands: Vec<Expr>,
    },
    Variable {
        number: usize,
        known: Knowledge,
        /// Run time knows no more than types do.
        solid: bool,
        /// What run time may know beside that.
        absent: Knowledge,
    },
    Solid(Box<Expr>),
    Opaque {
        name: &'static str,
        style: Kind,
        known: Knowledge,
    },
}

/// A fiber with the indices that are not bound yet.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) fiber: FiberFacts,
    pub(crate) rest: Vec<Term>,
    /// The name it was given; replaced by how the whole access is written.
    pub(crate) label: String,
    /// The extents along `rest`, where they are known.
    pub(crate) dims: Vec<Option<usize>>,
    /// The tensor, if the program writes it.
    pub(crate) root: Option<*const ()>,
    /// How it is written, if it is no tensor.
    pub(crate) notation: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Write {
        facts: WriteFacts,
        /// What is known of what is there before anything is assigned.
        fill: Knowledge,
        rest: Vec<Term>,
        output: usize,
        label: String,
        root: Option<*const ()>,
    },
    Unfurled {
        style: Kind,
        fill: Knowledge,
        child: Option<WriteFacts>,
        rest: Vec<Term>,
        output: usize,
        label: String,
    },
    WholeRun(Box<Target>),
    /// A target that waits for an index.
    Late {
        number: usize,
        write: Box<Target>,
    },
    /// What lies beyond the extent.
    Nowhere {
        fill: Knowledge,
        output: usize,
    },
    Accumulator {
        fill: Knowledge,
        short: bool,
        asked: bool,
        output: usize,
        label: String,
    },
    Opaque {
        name: &'static str,
        style: Kind,
        fill: Knowledge,
        output: usize,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Null,
    Assign {
        target: Target,
        symbol: &'static str,
        skips: fn(Knowledge, Knowledge) -> bool,
        reassociates: bool,
        gathers: bool,
        saturates: bool,
        /// Run time is asked whether it is a no-op.
        tested: bool,
        value: Expr,
    },
    Loop {
        number: usize,
        name: &'static str,
        given: Option<Region>,
        /// Which loop of the program it is, in the order in which they are entered.
        place: usize,
        body: Box<Stmt>,
    },
    Sieve {
        condition: Expr,
        body: Box<Stmt>,
    },
    Let {
        number: usize,
        value: Expr,
        body: Box<Stmt>,
    },
    Block(Box<Stmt>, Box<Stmt>),
    Workspace {
        root: *const (),
        label: String,
        number: usize,
        /// The consumer does nothing where the workspace is its fill.
        idle: bool,
        producer: Box<Stmt>,
        consumer: Box<Stmt>,
    },
    Opaque {
        name: &'static str,
        style: Kind,
    },
}

impl Expr {
    /// How it is written, with what is known in place of what it is known of.
    pub(crate) fn text(&self) -> String {
        self.text_within(false)
    }

    fn text_within(&self, operand: bool) -> String {
        match self {
            Expr::Late { access, .. } | Expr::Slow { access, .. } => access.label.clone(),
            Expr::Access(Access { fiber, rest, label, .. }) => match (known_text(fiber.known), fiber.absent()) {
                (Some(known), _) => known_or_label(known, label),
                (None, Some((_, fill))) if rest.is_empty() => format!("({label} or {fill})"),
                _ => label.clone(),
            },
            Expr::Unfurled { nest, label, .. } => match known_text(nest.facts.known) {
                Some(known) => known_or_label(known, label),
                None => label.clone(),
            },
            Expr::Compare { label, .. } => label.clone(),
            Expr::Map { symbol, operands, .. } => {
                let is_name = symbol.starts_with(char::is_alphabetic);
                match operands.as_slice() {
                    [a] if !is_name => format!("{symbol}{}", a.text_within(true)),
                    [a, b] if !is_name => {
                        let text = format!("{} {symbol} {}", a.text_within(true), b.text_within(true));
                        if operand { format!("({text})") } else { text }
                    }
                    _ => {
                        let operands: Vec<String> = operands.iter().map(Expr::text).collect();
                        format!("{symbol}({})", operands.join(", "))
                    }
                }
            }
            Expr::Variable { number, known, .. } => match known_text(*known) {
                Some(known) => known_or_label(known, &format!("v{number}")),
                None => format!("v{number}"),
            },
            Expr::Solid(inner) => inner.text_within(operand),
            Expr::Opaque { name, .. } => (*name).into(),
        }
    }
}

impl Expr {
    /// How an access that nothing was done to yet is written.
    pub(crate) fn text_of_access(&self) -> String {
        match self {
            Expr::Access(access) => {
                let name = if access.label.is_empty() { "_" } else { &access.label };
                name.to_owned() + &list_text(&access.rest)
            }
            other => other.text(),
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
