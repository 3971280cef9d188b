//! Programs as data.

use super::Value;
use std::ops::Range;

/// A function of one, two or three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are called what they are")]
pub enum Function {
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Abs,
    Real,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Select,
    Coalesce,
    By,
}

/// How an assignment combines what it finds with what it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// `=`: for outputs that were declared.
    Set,
    /// `:=`.
    Overwrite,
    /// By a function of the old value and the new one.
    By(Function),
    /// The first value that is not the fill.
    Choose,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// The same value everywhere.
    Constant(Value),
    /// The value of an index.
    Index(String),
    /// What a `let` has named.
    Variable(String),
    /// An array at some indices.
    Read(String, Vec<String>),
    /// A function of other expressions.
    Apply(Function, Vec<Expr>),
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// For every value of an index.
    Loop {
        /// Its number among the loops of its program.
        number: usize,
        /// The index.
        index: String,
        /// The extent, if it is given.
        given: Option<Range<usize>>,
        /// What is repeated.
        body: Box<Stmt>,
    },
    /// Under a condition.
    Sieve(Expr, Box<Stmt>),
    /// With a name for a value.
    Let(String, Expr, Box<Stmt>),
    /// One after the other.
    Block(Vec<Stmt>),
    /// Empties an array, fills it by the first statement, and reads it in the second.
    Workspace(String, Box<Stmt>, Box<Stmt>),
    /// Combines an array at some indices with a value.
    Assign(String, Vec<String>, Reducer, Expr),
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was parsed from.
    pub text: String,
    /// What it does.
    pub body: Stmt,
    /// How many loops it has.
    pub loops: usize,
}
