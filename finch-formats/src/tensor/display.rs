//! Tensors as text.

use crate::imports::*;

// The levels with their arrays, as they are.
crate::shown!([L: core::fmt::Debug] Tensor<L> |it| it.level);

/// A line that says what it is, then a tree with a branch for each stored child; of many, the first ones.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 3], [([1, 2], 5.0), ([1, 0], 4.0)], Add)?;
/// assert_eq!(a.to_string(), "\
/// 2 x 3 tensor of f64, fill 0.0, 2 stored
/// Dense [2]
/// ├─ [0]: SparseList [3]
/// ├─ [1]: SparseList [3]
/// │  ├─ [0]: 4.0
/// │  ├─ [2]: 5.0");
/// # Ok::<(), finch_formats::Error>(())
/// ```
impl<L: Level> fmt::Display for Tensor<L>
where
    L::T: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, extent) in self.shape().iter().enumerate() {
            write!(f, "{}{extent}", if axis == 0 { "" } else { " x " })?;
        }
        if !self.shape().is_empty() {
            f.write_str(" ")?;
        }
        writeln!(
            f,
            "tensor of {}, fill {:?}, {} stored",
            core::any::type_name::<L::T>(),
            self.fill(),
            self.count_stored()
        )?;
        self.level.draw(0, &mut Tree::new(f))
    }
}
