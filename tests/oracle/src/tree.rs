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
    Rem,
    Shl,
    Shr,
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

/// Where an array is read or written along one axis.
#[derive(Clone, Debug)]
pub struct Place {
    /// Beyond the extent there is nothing.
    pub permissive: bool,
    /// The place.
    pub at: Expr,
}

impl Place {
    /// The index, if it is one and nothing more.
    pub fn plain(&self) -> Option<&str> {
        match &self.at {
            Expr::Index(name) if !self.permissive => Some(name),
            _ => None,
        }
    }

    /// It is a sum of indices and numbers that has to be in bounds.
    pub fn is_sum(&self) -> bool {
        fn sums(expr: &Expr) -> bool {
            match expr {
                Expr::Constant(_) | Expr::Index(_) => true,
                Expr::Apply(Function::Add | Function::Sub, operands) => operands.iter().all(sums),
                _ => false,
            }
        }
        !self.permissive && sums(&self.at)
    }
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
    /// An array at some places.
    Read(String, Vec<Place>),
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
    /// Combines an array at some places with a value.
    Assign(String, Vec<Place>, Reducer, Expr),
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
