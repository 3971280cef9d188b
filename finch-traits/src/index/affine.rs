//! A term as a sum of indices and a number: what is checked before a program runs.

/// How many indices a sum may hold.
const PARTS: usize = 4;

/// An index of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the variable.
    pub number: usize,
    /// Its name.
    pub name: &'static str,
    /// It is subtracted.
    pub negative: bool,
}

/// Indices, added and subtracted, and a number.
#[derive(Clone, Copy, Debug)]
pub struct Affine {
    parts: [Part; PARTS],
    len: usize,
    constant: isize,
    negative: bool,
    exact: bool,
    overflows: bool,
    permissive: bool,
    window: Option<(usize, usize)>,
}

impl Default for Affine {
    fn default() -> Self {
        Self::new()
    }
}

impl Affine {
    /// Nothing yet.
    #[inline]
    pub fn new() -> Self {
        let none = Part {
            number: usize::MAX,
            name: "",
            negative: false,
        };
        Affine {
            parts: [none; PARTS],
            len: 0,
            constant: 0,
            negative: false,
            exact: true,
            overflows: false,
            permissive: false,
            window: None,
        }
    }

    /// Adds an index.
    #[inline]
    pub fn index(&mut self, number: usize, name: &'static str) {
        if self.len == PARTS {
            self.overflows = true;
            return;
        }
        self.parts[self.len] = Part {
            number,
            name,
            negative: self.negative,
        };
        self.len += 1
    }

    /// Adds a number.
    #[inline]
    pub fn add(&mut self, constant: isize) {
        let sum = if self.negative {
            self.constant.checked_sub(constant)
        } else {
            self.constant.checked_add(constant)
        };
        match sum {
            Some(sum) => self.constant = sum,
            None => self.overflows = true,
        }
    }

    /// What `add` adds is subtracted.
    pub fn subtract(&mut self, add: impl FnOnce(&mut Self)) {
        self.negative = !self.negative;
        add(self);
        self.negative = !self.negative
    }

    /// What `add` adds is in no way a sum: its indices are noted, and where it points is known only while it runs.
    pub fn inexact(&mut self, add: impl FnOnce(&mut Self)) {
        self.exact = false;
        add(self)
    }

    /// Nothing is checked.
    pub fn permit(&mut self) {
        self.permissive = true
    }

    /// The indices go from `lo` to `hi` of the dimension.
    pub fn within(&mut self, lo: usize, hi: usize) {
        self.window = Some((lo, hi))
    }

    /// The indices.
    #[inline]
    pub fn parts(&self) -> &[Part] {
        &self.parts[..self.len]
    }

    /// The number.
    #[inline]
    pub fn constant(&self) -> isize {
        self.constant
    }

    /// It is the sum of its parts, and has to be in bounds.
    #[inline]
    pub fn is_checked(&self) -> bool {
        self.exact && !self.permissive
    }

    /// It holds more indices than there is room for, or its number is too large to be one.
    #[inline]
    pub fn overflows(&self) -> bool {
        self.overflows
    }

    /// Where a window lies, if it is one.
    #[inline]
    pub fn window(&self) -> Option<(usize, usize)> {
        self.window
    }

    /// The index, if it is one and nothing more.
    #[inline]
    pub fn plain(&self) -> Option<Part> {
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
