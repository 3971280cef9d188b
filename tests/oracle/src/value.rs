//! Values of any type.

use std::fmt;

/// A value of any type, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// No value.
    Missing,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A floating point number.
    Real(f64),
    /// A number with the key that decides about it.
    By(f64, i64),
}

/// How far two floating point numbers may lie apart, relative to the larger one (or 1): sums in another order of up to
/// some thousand terms. Data whose values are small whole numbers must come out exactly, and does: the next whole
/// number is out of bounds.
const BOUND: f64 = 1e-9;

impl Value {
    /// The same value: numbers of different types are compared as numbers, and NaN is NaN.
    pub fn same(self, other: Value) -> bool {
        match (self, other) {
            (Value::Missing, Value::Missing) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::By(a, i), Value::By(b, j)) => a == b && i == j,
            _ => match (self.number(), other.number()) {
                (Some(a), Some(b)) => {
                    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= BOUND * a.abs().max(b.abs()).max(1.0)
                }
                _ => false,
            },
        }
    }

    /// As a floating point number, if it is a number.
    pub fn number(self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(value as f64),
            Value::Real(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Missing => f.write_str("missing"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
            Value::By(key, value) => write!(f, "({key}, {value})"),
        }
    }
}
