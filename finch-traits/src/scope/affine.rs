//! A term as a sum of indices and a number: what is checked before a program runs.

use finch_algebra::nat::Nat;

/// How many indices a sum may hold.
pub(super) const PARTS: usize = 4;

/// One index of a sum of indices, with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedIndex {
    /// The number of the variable.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// It is subtracted.
    pub negative: bool,
}

impl SignedIndex {
    /// No index.
    pub(crate) const NONE: SignedIndex = SignedIndex {
        number: usize::MAX,
        name: "",
        negative: false,
    };

    /// Index `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn of<N: Nat>() -> SignedIndex {
        SignedIndex {
            number: N::VALUE,
            name: N::NAME,
            negative: false,
        }
    }
}

/// The place of an access along one dimension as a sum: up to four indices, each added or subtracted, and a number. Before a program runs,
/// such sums are built term by term, and compared with extents.
#[derive(Clone, Copy, Debug)]
pub struct Affine {
    parts: [SignedIndex; PARTS],
    len: usize,
    constant: isize,
    negative: bool,
    exact: bool,
    overflows: bool,
    /// A number in it is larger than any place, and counts as the largest one.
    clipped: bool,
    /// Two terms are added somewhere in it.
    adds: bool,
    /// The size of the largest number in it.
    largest: usize,
    permissive: bool,
    window: Option<(isize, isize)>,
    /// A window lies beyond another one around it.
    outside: bool,
    /// The innermost variable that names a part of it: that with the largest number.
    variable: Option<usize>,
}

/// A place along an axis, as a scope is told of it. Most are an index, of which no sum is made.
#[derive(Clone, Copy, Debug)]
pub enum AxisPlace<'a> {
    /// An index.
    Index(SignedIndex),
    /// Anything else.
    Sum(&'a Affine),
}

impl AxisPlace<'_> {
    /// Calls `with` with the sum that it is.
    pub(crate) fn with_sum<R>(self, with: impl FnOnce(&Affine) -> R) -> R {
        match self {
            AxisPlace::Index(part) => {
                let mut sum = Affine::new();
                sum.part(part);
                with(&sum)
            }
            AxisPlace::Sum(sum) => with(sum),
        }
    }
}

impl Default for Affine {
    fn default() -> Self {
        Self::new()
    }
}

impl Affine {
    /// The empty sum: 0, without indices.
    #[inline]
    pub fn new() -> Self {
        Affine {
            parts: [SignedIndex::NONE; PARTS],
            len: 0,
            constant: 0,
            negative: false,
            exact: true,
            overflows: false,
            clipped: false,
            adds: false,
            largest: 0,
            permissive: false,
            window: None,
            outside: false,
            variable: None,
        }
    }

    /// Variable `number`, which `let` names, is part of it.
    pub(crate) fn variable(&mut self, number: usize) {
        self.variable = self.variable.max(Some(number))
    }

    /// The innermost variable that names a part of it.
    pub(super) fn innermost_variable(&self) -> Option<usize> {
        self.variable
    }

    /// Adds the index of that number and name.
    #[inline]
    pub fn index(&mut self, number: usize, name: &'static str) {
        self.open_window();
        self.part(SignedIndex {
            number,
            name,
            negative: self.negative,
        })
    }

    #[inline]
    fn part(&mut self, part: SignedIndex) {
        if self.len == PARTS {
            self.overflows = true;
            return;
        }
        self.parts[self.len] = part;
        self.len += 1
    }

    /// Adds a number that may be larger than any place.
    #[inline]
    pub fn number(&mut self, number: usize) {
        let constant = isize::try_from(number);
        self.clipped |= constant.is_err();
        self.add(constant.unwrap_or(isize::MAX))
    }

    /// Adds a number. A window is moved by it.
    #[inline]
    pub fn add(&mut self, constant: isize) {
        self.largest = self.largest.max(constant.unsigned_abs());
        let constant = if self.negative {
            constant.checked_neg()
        } else {
            Some(constant)
        };
        let Some(constant) = constant else {
            self.overflows = true;
            return;
        };
        match self.window {
            None => self.shift(constant),
            Some((lo, hi)) => match (lo.checked_add(constant), hi.checked_add(constant)) {
                (Some(lo), Some(hi)) => self.window = Some((lo, hi)),
                _ => self.overflows = true,
            },
        }
    }

    #[inline]
    fn shift(&mut self, constant: isize) {
        match self.constant.checked_add(constant) {
            Some(sum) => self.constant = sum,
            None => self.overflows = true,
        }
    }

    /// From here on the sum counts from the start of the dimension again.
    #[inline]
    fn open_window(&mut self) {
        if let Some((lo, _)) = self.window.take() {
            self.shift(lo)
        }
    }

    /// Adds all of another sum.
    pub fn join(&mut self, other: &Affine) {
        if self.len == 0 && self.constant == 0 && !self.negative && self.window.is_none() {
            let before = core::mem::replace(self, *other);
            return self.note(&before);
        }
        self.open_window();
        let mut other = *other;
        other.open_window();
        for part in other.parts() {
            self.part(SignedIndex {
                negative: part.negative != self.negative,
                ..*part
            })
        }
        self.add(other.constant);
        self.note(&other)
    }

    /// What is the case of another sum is the case of this one, of which it is a part.
    fn note(&mut self, other: &Affine) {
        self.exact &= other.exact;
        self.permissive |= other.permissive;
        self.overflows |= other.overflows;
        self.clipped |= other.clipped;
        self.adds |= other.adds;
        self.largest = self.largest.max(other.largest);
        self.outside |= other.outside;
        self.variable = self.variable.max(other.variable)
    }

    /// Calls `add`, whose terms are subtracted.
    pub fn subtract(&mut self, add: impl FnOnce(&mut Self)) {
        self.negative = !self.negative;
        add(self);
        self.negative = !self.negative
    }

    /// Calls `add`, whose indices are noted, and marks this as no sum: where the place lies is known only while the program runs, as of
    /// `p[i]`.
    pub fn inexact(&mut self, add: impl FnOnce(&mut Self)) {
        self.exact = false;
        add(self)
    }

    /// Notes that two terms are added, or one is moved, so that the sum may overflow.
    #[inline]
    pub fn adds_terms(&mut self) {
        self.adds = true
    }

    /// Marks the place as permissive: it may lie beyond the extent, so nothing is checked.
    pub fn permit(&mut self) {
        self.permissive = true
    }

    /// Restricts the place to the window from `lo` to `hi` of the dimension. What is added behind this counts from `lo`.
    pub fn within(&mut self, lo: usize, hi: usize) {
        let (Ok(lo), Ok(hi)) = (isize::try_from(lo), isize::try_from(hi)) else {
            self.overflows = true;
            return;
        };
        self.adds_terms();
        self.largest = self.largest.max(lo.unsigned_abs()).max(hi.unsigned_abs());
        self.window = Some(match self.window {
            None => (lo, hi),
            Some((inner_lo, inner_hi)) => {
                let (start, end) = (inner_lo.saturating_add(lo), inner_hi.saturating_add(lo));
                self.outside |= inner_lo < 0 || end > hi;
                (start, end)
            }
        })
    }

    /// Whether a window of it reaches beyond a window that it is in.
    #[inline]
    pub fn is_outside(&self) -> bool {
        self.outside
    }

    /// The indices that are added and subtracted.
    #[inline]
    pub fn parts(&self) -> &[SignedIndex] {
        &self.parts[..self.len]
    }

    /// The number that is added to the indices.
    #[inline]
    pub fn constant(&self) -> isize {
        self.constant
    }

    /// The largest number that might be added to others where nobody has checked the sum: `None` if nothing is added.
    #[inline]
    pub fn added(&self) -> Option<usize> {
        if !self.exact {
            // In what is calculated, sums are not known.
            return self.adds.then_some(self.largest);
        }
        let adds = self.len > 1 || (self.len == 1 && self.constant != 0) || self.window.is_some();
        let (lo, hi) = self.window.unwrap_or((0, 0));
        let sizes = [self.constant, lo, hi].map(isize::unsigned_abs);
        adds.then(|| sizes.into_iter().max().unwrap_or(0))
    }

    /// Whether the place is the sum of its parts and has to lie within the extent, which is checked before the program runs.
    #[inline]
    pub fn is_checked(&self) -> bool {
        self.exact && !self.permissive
    }

    /// Whether data name the place and it has to lie within the extent, which is checked while the program runs.
    pub fn is_named(&self) -> bool {
        !self.exact && !self.permissive
    }

    /// Whether the place is the sum of its parts, permissive or not.
    #[inline]
    pub fn is_sum(&self) -> bool {
        self.exact
    }

    /// Whether the sum cannot be checked: it has more than four indices, or a number that is too large to be added to another one.
    #[inline]
    pub fn overflows(&self) -> bool {
        // The number alone is beyond every extent, clipped or not.
        let is_alone = self.len == 0 && self.exact && self.constant == isize::MAX;
        self.overflows || (self.clipped && !is_alone)
    }

    /// The window of the dimension to which the place is restricted, if there is one: its first index and the one behind its last.
    #[inline]
    pub fn window(&self) -> Option<(isize, isize)> {
        self.window
    }

    /// The index, if the place is one index and nothing more.
    #[inline]
    pub fn plain(&self) -> Option<SignedIndex> {
        match self.parts() {
            [part] if self.constant == 0 && !part.negative && self.is_checked() && self.window.is_none() => Some(*part),
            _ => None,
        }
    }
}

impl core::fmt::Display for Affine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (place, part) in self.parts().iter().enumerate() {
            let sign = match (place, part.negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}{}", part.name)?
        }
        match (self.len, self.constant) {
            (0, constant) => write!(f, "{constant}"),
            (_, 0) => Ok(()),
            (_, constant) if constant < 0 => write!(f, " - {}", constant.unsigned_abs()),
            (_, constant) => write!(f, " + {constant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::scope::affine::Affine;

    #[test]
    fn a_number_beyond_all_places_is_beyond_them_in_a_larger_sum() {
        let sum_of = |name, number| {
            let mut sum = Affine::new();
            sum.index(0, name);
            sum.number(number);
            sum
        };
        let (near, far) = (sum_of("i", 0), sum_of("j", usize::MAX));
        assert!(!near.overflows() && far.overflows());
        for (mut sum, other) in [(near, far), (far, near)] {
            sum.join(&other);
            assert!(sum.overflows(), "{sum}")
        }
    }
}
