//! Axes along which a level is symmetric: it stores one half of a square, which stands for the other one too.
//!
//! A program that writes such a level says which half it means, and is refused where it writes the other one: what is
//! assigned there could only be dropped, or compared with what may not be there yet. A copy knows all of its source, so it
//! compares the halves first, and then writes one. For that it asks the nest for its [`Mirrored`] axes. Whoever draws places at
//! random asks as well, also for axes of which the other half is fill, and for those along which a fiber has room for one child.

use crate::upper::*;

/// What a nest leaves out along its axes. Along a pair of neighbouring axes it may store one half of a square: the other half
/// holds the same values, so that the nest is symmetric along the pair, or it is fill. Along a single axis, each fiber may have
/// room for one child only.
pub struct Mirrored<T> {
    /// A bit for the first axis of each pair of which the lower half is stored: first indices not smaller than second ones.
    lower: u32,
    /// A bit for the first axis of each pair of which the upper half is stored: first indices not larger than second ones.
    upper: u32,
    /// A bit for the first axis of each pair of which one half is stored and the other one is fill: pairs with a lower
    /// half, and pairs with an upper half.
    lone: [u32; 2],
    /// A bit for each axis along which a fiber has room for one child.
    single: u32,
    equal: Option<fn(&T, &T) -> bool>,
}

copied!([T] Mirrored<T>);

shown!([T] Mirrored<T> |it| lower: it.lower, upper: it.upper);

impl<T> Mirrored<T> {
    /// No axes.
    pub const NONE: Self = Mirrored {
        lower: 0,
        upper: 0,
        lone: [0; 2],
        single: 0,
        equal: None,
    };

    /// These axes as axes of a level that has `axes` dimensions of its own above them.
    pub const fn below(self, axes: usize) -> Self {
        // Programs name a few indices only.
        if axes >= u32::BITS as usize {
            return Self::NONE;
        }
        Mirrored {
            lower: self.lower << axes,
            upper: self.upper << axes,
            lone: [self.lone[0] << axes, self.lone[1] << axes],
            single: self.single << axes,
            equal: self.equal,
        }
    }

    /// These axes, and the first two as a pair along which the nest is symmetric, with values that are compared by `equal`. The
    /// lower half is stored if `is_lower`, and else the upper one.
    pub const fn with(self, is_lower: bool, equal: fn(&T, &T) -> bool) -> Self {
        Mirrored {
            lower: self.lower | is_lower as u32,
            upper: self.upper | !is_lower as u32,
            equal: Some(equal),
            ..self
        }
    }

    /// These axes, and the first two as a pair of which one half is stored, the lower one if `is_lower` and else the upper
    /// one, and the other half is fill.
    pub const fn with_half(self, is_lower: bool) -> Self {
        Mirrored {
            lone: [self.lone[0] | is_lower as u32, self.lone[1] | !is_lower as u32],
            ..self
        }
    }

    /// These axes, and the first one as an axis along which each fiber has room for one child.
    pub const fn with_single(self) -> Self {
        Mirrored {
            single: self.single | 1,
            ..self
        }
    }

    /// Whether there are no axes along which the nest is symmetric.
    pub const fn is_none(&self) -> bool {
        self.lower | self.upper == 0
    }

    /// The first axis of each pair.
    fn axes(&self) -> impl Iterator<Item = usize> {
        let axes = self.lower | self.upper;
        (0..u32::BITS as usize).filter(move |axis| axes >> axis & 1 != 0)
    }

    /// Whether `index` lies in the half that is stored of the pair of axes from `axis` on.
    fn holds_along(&self, axis: usize, index: &[usize]) -> bool {
        let (row, column) = (index[axis], index[axis + 1]);
        if self.lower >> axis & 1 != 0 {
            row >= column
        } else {
            row <= column
        }
    }

    /// Whether there are as many rows as columns along each pair.
    pub fn is_square(&self, shape: &[usize]) -> bool {
        self.axes().all(|axis| shape[axis] == shape[axis + 1])
    }

    /// Whether the value at `index` is stored there, and not at the index with rows and columns exchanged.
    pub fn holds(&self, index: &[usize]) -> bool {
        self.axes().all(|axis| self.holds_along(axis, index))
    }

    /// The number of values that a nest of this shape has places for: a fiber with room for one child has a single place,
    /// wherever that child is. `None` if the number does not fit 128 bits.
    pub fn places(&self, shape: &[usize]) -> Option<u128> {
        if shape.contains(&0) {
            return Some(0);
        }
        let mut places = 1_u128;
        for (axis, &extent) in shape.iter().enumerate() {
            places = match self.pair_behind(axis, shape) {
                Some(_) => places.checked_mul(triangle(extent as u128))?,
                None if axis > 0 && self.pair_behind(axis - 1, shape).is_some() => places,
                None if self.is_single(axis) => places,
                None => places.checked_mul(extent as u128)?,
            }
        }
        Some(places)
    }

    /// Sets `index` to that of place number `place`, in lexicographic order, which must be less than [`Mirrored::places`] of
    /// `shape`. Along axes of fibers with room for one child, `index` stays as it is; see [`Mirrored::choose_children`].
    pub fn index_of(&self, mut place: u128, shape: &[usize], index: &mut [usize]) {
        let mut axis = shape.len();
        while axis > 0 {
            axis -= 1;
            let extent = shape[axis] as u128;
            match axis.checked_sub(1).and_then(|first| self.pair_behind(first, shape)) {
                Some(is_lower) => {
                    let among = triangle(extent);
                    [index[axis - 1], index[axis]] = match is_lower {
                        true => of_triangle(place % among),
                        false => of_triangle(among - 1 - place % among).map(|from_end| shape[axis] - 1 - from_end),
                    };
                    place /= among;
                    axis -= 1
                }
                None if self.is_single(axis) => {}
                None => {
                    index[axis] = (place % extent) as usize;
                    place /= extent
                }
            }
        }
    }

    /// Completes `index` along the axes of fibers with room for one child. If `last`, the index before this one, lies in
    /// the same fiber, the child is that of `last`; otherwise it is what `choose` returns, which is called with the extent
    /// and must return a number below it.
    pub fn choose_children(
        &self,
        shape: &[usize],
        last: Option<&[usize]>,
        index: &mut [usize],
        mut choose: impl FnMut(usize) -> usize,
    ) {
        for axis in (0..shape.len()).filter(|&axis| self.is_single(axis)) {
            index[axis] = match last {
                Some(last) if last[..axis] == index[..axis] => last[axis],
                _ => choose(shape[axis]),
            }
        }
    }

    /// Whether each fiber along `axis` has room for one child.
    fn is_single(&self, axis: usize) -> bool {
        axis < u32::BITS as usize && self.single >> axis & 1 != 0
    }

    /// Whether the lower half is stored of the pair of axes from `axis` on, if there is one and it is square.
    fn pair_behind(&self, axis: usize, shape: &[usize]) -> Option<bool> {
        let halves = [self.lower | self.lone[0], self.upper | self.lone[1]];
        let [is_lower, is_upper] = halves.map(|axes| axis < u32::BITS as usize && axes >> axis & 1 != 0);
        ((is_lower || is_upper) && shape[axis] == shape[axis + 1]).then_some(is_lower)
    }

    /// Moves `index` to the half that is stored, by exchanging its row and column along each pair where it lies in the
    /// other half.
    pub fn fold(&self, index: &mut [usize]) {
        for axis in self.axes() {
            if !self.holds_along(axis, index) {
                index.swap(axis, axis + 1)
            }
        }
    }

    /// Calls `visit` with the mirror images of `index`: for each pair, the index with row and column exchanged, unless they are
    /// equal. `spare` is overwritten.
    pub fn each_mirror(&self, index: &[usize], spare: &mut Vec<usize>, mut visit: impl FnMut(&[usize])) {
        for axis in self.axes() {
            if index[axis] != index[axis + 1] {
                spare.clear();
                spare.extend_from_slice(index);
                spare.swap(axis, axis + 1);
                visit(spare)
            }
        }
    }

    /// Whether one value may be stored in place of the other: they are equal, or neither is equal to itself, as NaN is not.
    /// Always false if the nest is not symmetric.
    pub fn same(&self, one: &T, other: &T) -> bool {
        let Some(equal) = self.equal else {
            return false;
        };
        equal(one, other) || (!equal(one, one) && !equal(other, other))
    }
}

/// How many places the half of a square of `extent` rows has, with its diagonal.
fn triangle(extent: u128) -> u128 {
    extent * (extent + 1) / 2
}

/// The row and the column of the place behind `place` others of a lower half, row after row.
fn of_triangle(place: u128) -> [usize; 2] {
    let root = (2 * place).isqrt();
    let row = if triangle(root) > place { root - 1 } else { root };
    [row as usize, (place - triangle(row)) as usize]
}
