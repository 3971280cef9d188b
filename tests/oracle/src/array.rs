//! Dense arrays.

use super::Value;
use std::fmt;

/// A dense array of any rank, outermost dimension first.
#[derive(Clone, Debug)]
pub struct Array {
    shape: Vec<usize>,
    values: Vec<Value>,
}

impl Array {
    /// An array of `shape` that is `fill` everywhere.
    pub fn full(shape: Vec<usize>, fill: Value) -> Self {
        let values = vec![fill; shape.iter().product()];
        Array { shape, values }
    }

    /// The vector of `values`.
    pub fn vector(values: impl IntoIterator<Item = Value>) -> Self {
        let values: Vec<Value> = values.into_iter().collect();
        Array {
            shape: vec![values.len()],
            values,
        }
    }

    /// The array of rank 0 that holds `value`.
    pub fn scalar(value: Value) -> Self {
        Array {
            shape: Vec::new(),
            values: vec![value],
        }
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// All values, the last index fastest.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// All indices, the last one fastest.
    pub fn indices(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        (0..self.values.len()).map(|mut flat| {
            let mut index = vec![0; self.shape.len()];
            for (axis, &extent) in self.shape.iter().enumerate().rev() {
                index[axis] = flat % extent;
                flat /= extent;
            }
            index
        })
    }

    fn offset(&self, index: &[usize]) -> usize {
        assert_eq!(
            index.len(),
            self.shape.len(),
            "the oracle's program uses as many indices as the array has"
        );
        index.iter().zip(&self.shape).fold(0, |offset, (&here, &extent)| {
            assert!(here < extent, "index {index:?} is out of the shape {:?}", self.shape);
            offset * extent + here
        })
    }

    /// The value at `index`.
    pub fn get(&self, index: &[usize]) -> Value {
        self.values[self.offset(index)]
    }

    /// Sets the value at `index`.
    pub fn set(&mut self, index: &[usize], value: Value) {
        let offset = self.offset(index);
        self.values[offset] = value;
    }

    /// The first index at which `other`, of the same shape, holds another value.
    pub fn difference(&self, other: &Array) -> Option<Vec<usize>> {
        let different = self.values.iter().zip(&other.values).position(|(a, b)| !a.same(*b))?;
        self.indices().nth(different)
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:", self.shape)?;
        let row = self.shape.last().copied().unwrap_or(1);
        for (at, value) in self.values.iter().enumerate() {
            let separator = if at > 0 && row > 0 && at % row == 0 { "; " } else { " " };
            write!(f, "{separator}{value}")?;
        }
        Ok(())
    }
}
