//! Tensors of any nest behind one interface: what is done to them is compiled once for each nest, and attacks are loops over
//! a table of nests. [`tensors`](super::tensors) has what is behind it.

use finch_traits::Result;
use std::fmt::Debug;

/// An index, how many indices from there on along the last axis, and the value there.
pub type Put = (Vec<usize>, usize, i32);

/// How a program reads a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// One stored child after the other.
    Walk,
    /// Leading.
    Gallop,
    /// Looked up.
    Follow,
    /// One place farther along each axis, permissively: what is outside is [`OUTSIDE`].
    Shifted,
    /// Added to another tensor of the nest.
    Sum,
    /// Multiplied with another tensor of the nest, both leading.
    Product,
}

/// All of them.
pub const READINGS: [Reading; 6] = {
    use Reading::*;
    [Walk, Gallop, Follow, Shifted, Sum, Product]
};

/// Who writes a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// A program over lists, which declares it.
    Lists,
    /// A program over dense rows, which updates it.
    Update,
    /// A program over runs, which declares it.
    Runs,
    /// A program that declares this tensor and the one that sums are with.
    Both,
    /// A writer, after it was emptied.
    Writer(Ending),
    /// A writer that keeps what is there.
    Reopened(Ending),
    /// A copy of a dense tensor.
    Copy,
    /// A new tensor of the entries in the order in which they are, which replaces it.
    Triplets,
}

/// Laws that do not hold, by types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// The reducer skips what it should not, and nothing else.
    Contrary,
    /// The operator knows the result of what is unknown.
    Backwards,
    /// The reducer claims to saturate at once, and to be of no order at all.
    Saturated,
}

/// All of them.
pub const TWISTS: [Twist; 3] = [Twist::Contrary, Twist::Backwards, Twist::Saturated];

impl Twist {
    /// Whether a nest of so many bytes is written by it. Each is a program for each nest, so nests take turns, unless all is tested.
    pub(super) const fn is_of(self, bytes: usize) -> bool {
        cfg!(feature = "exhaustive") || bytes / 8 % 3 == self as usize
    }
}

/// How writers end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Sealed.
    Frozen,
    /// Left to fall out of scope.
    Dropped,
    /// Forgotten, so that nobody seals it.
    Forgotten,
}

/// What writes a tensor and leaves it as asked for.
pub const WRITINGS: [Writing; 10] = {
    use Writing::*;
    [
        Lists,
        Update,
        Runs,
        Both,
        Writer(Ending::Frozen),
        Reopened(Ending::Frozen),
        Copy,
        Triplets,
        Writer(Ending::Dropped),
        Reopened(Ending::Dropped),
    ]
};

/// A tensor that is looked at.
pub trait Found: Debug {
    /// Its extents.
    fn shape(&self) -> Vec<usize>;
    /// The values at all indices, the last one fastest, if it is valid: looked up one by one, and compared with the entries
    /// that it lists.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    fn values(&self) -> core::result::Result<Vec<i32>, String>;
    /// The values of the tensor that sums and products are with: at first it is the tensor itself.
    ///
    /// # Errors
    ///
    /// As above.
    fn values_beside(&self) -> core::result::Result<Vec<i32>, String>;
    /// The values as a program finds them.
    ///
    /// # Errors
    ///
    /// What the program says.
    fn read(&self, reading: Reading) -> Result<Vec<i32>>;
}

/// A tensor that is attacked.
pub trait Subject: Found + Send + Sync {
    /// The extents that its type fixes.
    fn fixed(&self) -> Vec<Option<usize>>;
    /// Writes entries into a tensor of this shape, or of its own where it is to be updated. Several at one place are added up.
    ///
    /// # Errors
    ///
    /// What whoever writes says.
    fn write(&mut self, writing: Writing, shape: &[usize], puts: &[Put]) -> Result<()>;
    /// The laws that [`twist`](Self::twist) takes.
    fn twists(&self) -> Vec<Twist>;
    /// Writes this very tensor by operators whose laws do not hold, from lists of these entries.
    ///
    /// # Errors
    ///
    /// What the program says.
    fn twist(&mut self, twist: Twist, shape: &[usize], puts: &[Put]) -> Result<()>;
    /// [`Tensor::resize`](finch_formats::Tensor::resize).
    ///
    /// # Errors
    ///
    /// What it says.
    fn resize(&mut self, shape: &[usize]) -> Result<()>;
    /// [`Tensor::shrink_to_fit`](finch_formats::Tensor::shrink_to_fit).
    fn shrink(&mut self);
    /// A copy.
    fn copied(&self) -> Box<dyn Subject>;
    /// The number of a value that this one is written to, and of this value alone.
    fn combined(&self, old: i32, new: i32) -> i32;
    /// From here on, sums and products are with what the tensor is now.
    fn remember(&mut self);
}

/// What [`Reading::Shifted`] finds outside.
pub const OUTSIDE: i32 = 9;

/// How many cells there are, if that is not many, and no loop over them long: one over billions of rows of no columns is.
pub fn cells(shape: &[usize]) -> Option<usize> {
    let product = |least: usize| {
        shape
            .iter()
            .try_fold(1_usize, |cells, &extent| cells.checked_mul(extent.max(least)))
    };
    product(1).filter(|&steps| steps <= 1 << 12)?;
    product(0)
}

/// The index of the cell of that number.
pub fn index(mut cell: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for (axis, &extent) in shape.iter().enumerate().rev() {
        place[axis] = cell % extent;
        cell /= extent
    }
    place
}

/// The number of the cell at an index.
pub fn cell(place: &[usize], shape: &[usize]) -> usize {
    place
        .iter()
        .zip(shape)
        .fold(0, |cell, (index, extent)| cell * extent + index)
}

/// Checks a tensor: it is valid, and each reading finds what is there.
///
/// # Errors
///
/// Says what is wrong with it.
pub fn sound(found: &dyn Found) -> core::result::Result<(), String> {
    let (values, beside, shape) = (found.values()?, found.values_beside()?, found.shape());
    for reading in READINGS {
        let wanted = |cell: usize| match reading {
            Reading::Walk | Reading::Gallop | Reading::Follow => values[cell],
            // A fill of infinity stays infinity.
            Reading::Sum if values[cell].max(beside[cell]) == i32::MAX => i32::MAX,
            Reading::Sum => values[cell].wrapping_add(beside[cell]),
            Reading::Product => values[cell].wrapping_mul(beside[cell]),
            Reading::Shifted => {
                let place: Vec<usize> = index(cell, &shape).iter().map(|index| index + 1).collect();
                let is_inside = place.iter().zip(&shape).all(|(index, extent)| index < extent);
                if is_inside {
                    values[self::cell(&place, &shape)]
                } else {
                    OUTSIDE
                }
            }
        };
        let read = found.read(reading).map_err(|error| format!("{reading:?}: {error}"))?;
        let wanted: Vec<i32> = (0..values.len()).map(wanted).collect();
        if read != wanted {
            return Err(format!("{reading:?} of {values:?} finds {read:?}, not {wanted:?}"));
        }
    }
    Ok(())
}
