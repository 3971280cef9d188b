//! Formats: levels in an order of dimensions, of which most have names.

use super::*;

/// How a format of Binsparse stores one or more dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelDesc {
    /// That many dimensions, of which every index is stored.
    Dense(usize),
    /// That many dimensions at once: a sorted list of the tuples of indices at which something is stored.
    Sparse(usize),
}

impl LevelDesc {
    /// How many dimensions it stores.
    pub(super) fn rank(self) -> usize {
        let (LevelDesc::Dense(rank) | LevelDesc::Sparse(rank)) = self;
        rank
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            LevelDesc::Dense(_) => "dense",
            LevelDesc::Sparse(_) => "sparse",
        }
    }
}

use LevelDesc::{Dense, Sparse};

/// An enum of what the specification names.
macro_rules! named {
    ($(#[$doc:meta])* $Name:ident, all $all:literal { $($(#[$about:meta])* $Variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$about])* $Variant,)*
        }

        impl $Name {
            #[doc = concat!("All ", $all, ".")]
            pub const ALL: &'static [$Name] = &[$($Name::$Variant),*];

            /// The name in the specification.
            pub fn name(self) -> &'static str {
                match self {
                    $($Name::$Variant => $name,)*
                }
            }

            /// What has this name.
            pub(super) fn of_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}

named! {
    /// A format that the specification names.
    Format, all "formats" {
        /// `DVEC`: all values of a vector.
        Dvec = "DVEC",
        /// `DMATR`: all values of a matrix, row by row.
        Dmatr = "DMATR",
        /// `DMATC`: all values of a matrix, column by column.
        Dmatc = "DMATC",
        /// `CVEC`: entries of a vector.
        Cvec = "CVEC",
        /// `CSR`: entries by rows.
        Csr = "CSR",
        /// `CSC`: entries by columns.
        Csc = "CSC",
        /// `DCSR`: entries by rows that have some.
        Dcsr = "DCSR",
        /// `DCSC`: entries by columns that have some.
        Dcsc = "DCSC",
        /// `COOR`: entries with row and column, by rows.
        Coor = "COOR",
        /// `COOC`: entries with row and column, by columns.
        Cooc = "COOC",
    }
}

impl Format {
    /// The format of this name, or of another one that it has.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = match name {
            "DMAT" => "DMATR",
            "COO" => "COOR",
            // As drafts called it.
            "VEC" => "CVEC",
            name => name,
        };
        Format::of_name(name)
    }

    /// Its levels, outermost first, and whether the outermost is of columns.
    fn parts(self) -> (&'static [LevelDesc], bool) {
        match self {
            Format::Dvec => (&[Dense(1)], false),
            Format::Dmatr => (&[Dense(1), Dense(1)], false),
            Format::Dmatc => (&[Dense(1), Dense(1)], true),
            Format::Cvec => (&[Sparse(1)], false),
            Format::Csr => (&[Dense(1), Sparse(1)], false),
            Format::Csc => (&[Dense(1), Sparse(1)], true),
            Format::Dcsr => (&[Sparse(1), Sparse(1)], false),
            Format::Dcsc => (&[Sparse(1), Sparse(1)], true),
            Format::Coor => (&[Sparse(2)], false),
            Format::Cooc => (&[Sparse(2)], true),
        }
    }

    pub(super) fn layout(self) -> LevelLayout {
        let (levels, by_columns) = self.parts();
        LevelLayout::new(levels.to_vec(), by_columns.then(|| vec![1, 0]))
    }
}

/// More dimensions than any tensor has.
const MAX_RANK: usize = 64;

/// Levels, and which dimensions they store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelLayout {
    /// Outermost first.
    pub(super) levels: Vec<LevelDesc>,
    /// The dimensions of the tensor in the order in which levels store them.
    pub(super) transpose: Vec<usize>,
}

impl LevelLayout {
    pub(super) fn new(levels: Vec<LevelDesc>, transpose: Option<Vec<usize>>) -> Self {
        let rank = levels
            .iter()
            .try_fold(0_usize, |sum, level| sum.checked_add(level.rank()));
        // Ranks are compared with the shape before there is memory for so many.
        let rank = rank.filter(|&rank| rank <= MAX_RANK).unwrap_or(0);
        LevelLayout {
            levels,
            transpose: transpose.unwrap_or_else(|| (0..rank).collect()),
        }
    }

    /// Refuses what does not store a tensor of this rank.
    pub(super) fn check(&self, rank: usize) -> Result<()> {
        ensure!(self.levels.iter().all(|level| level.rank() != 0), else Parse, "a level has rank 0; the lowest is 1");
        let stored = self
            .levels
            .iter()
            .try_fold(0_usize, |sum, level| sum.checked_add(level.rank()));
        let ranks = || self.levels.iter().map(|level| level.rank()).collect::<Vec<_>>();
        ensure!(stored == Some(rank), else Parse, "levels of the ranks {:?} do not store a tensor of {rank} dimensions", ranks());
        let mut sorted = self.transpose.clone();
        sorted.sort_unstable();
        ensure!(sorted.iter().copied().eq(0..rank), else Parse,
            "`transpose` is {:?}, and not each of the {rank} dimensions once", self.transpose);
        Ok(())
    }

    /// The format that this is.
    pub(super) fn named(&self) -> Option<Format> {
        Format::ALL.iter().copied().find(|format| format.layout() == *self)
    }

    /// Whether dimensions are stored in their order.
    pub(super) fn in_order(&self) -> bool {
        self.transpose.is_sorted()
    }

    /// Whether every index is stored.
    pub(super) fn is_full(&self) -> bool {
        self.levels.iter().all(|level| matches!(level, Dense(_)))
    }

    /// The names of all arrays.
    pub(super) fn arrays(&self) -> Vec<String> {
        let mut names = vec!["values".to_owned(), "fill_value".to_owned()];
        for (level, axes) in self.levels() {
            if level == Sparse(level.rank()) {
                names.extend((axes.start > 0).then(|| pointers(axes.start)));
                names.extend(axes.map(indices))
            }
        }
        names
    }

    /// Each level, and which dimensions of the tensor it stores.
    pub(super) fn levels(&self) -> impl Iterator<Item = (LevelDesc, Range<usize>)> {
        self.levels.iter().scan(0, |axis, &level| {
            let start = *axis;
            *axis += level.rank();
            Some((level, start..*axis))
        })
    }
}

/// The name of the pointers of a level whose outermost dimension is this one.
pub(super) fn pointers(axis: usize) -> String {
    format!("pointers_to_{axis}")
}

/// The name of the indices along a dimension.
pub(super) fn indices(axis: usize) -> String {
    format!("indices_{axis}")
}

named! {
    /// What the half of a matrix that is stored says of the other one.
    #[derive(Default)]
    Structure, all "structures" {
        /// Nothing: all entries are stored.
        #[default]
        General = "general",
        /// The lower half is stored, and the upper one has the same values.
        SymmetricLower = "symmetric_lower",
        /// The upper half is stored, and the lower one has the same values.
        SymmetricUpper = "symmetric_upper",
        /// The lower half is stored, and the upper one has the conjugates.
        HermitianLower = "hermitian_lower",
        /// The upper half is stored, and the lower one has the conjugates.
        HermitianUpper = "hermitian_upper",
        /// The lower half is stored, and the upper one has the negative values.
        SkewSymmetricLower = "skew_symmetric_lower",
        /// The upper half is stored, and the lower one has the negative values.
        SkewSymmetricUpper = "skew_symmetric_upper",
    }
}

impl Structure {
    /// Whether both halves have the same values.
    pub(super) fn is_symmetric(self) -> bool {
        matches!(self, Structure::SymmetricLower | Structure::SymmetricUpper)
    }

    /// Whether the other half has the conjugates.
    pub(super) fn is_hermitian(self) -> bool {
        matches!(self, Structure::HermitianLower | Structure::HermitianUpper)
    }

    /// Whether this place is in the half that is stored.
    pub(super) fn holds(self, row: usize, col: usize) -> bool {
        match self {
            Structure::General => true,
            Structure::SymmetricLower | Structure::HermitianLower | Structure::SkewSymmetricLower => row >= col,
            _ => row <= col,
        }
    }

    /// The value at the place whose row and column are exchanged, off the diagonal.
    pub(super) fn mirror<T: FileValue>(self, value: T) -> Result<T> {
        match self {
            Structure::SkewSymmetricLower | Structure::SkewSymmetricUpper => value
                .negative()
                .ok_or_else(|| error!(TooLarge, "the negative of {value:?} does not fit {}", T::NAME)),
            _ if self.is_hermitian() => Ok(value.conjugate()),
            _ => Ok(value),
        }
    }

    /// Refuses a tensor of this shape that cannot have the structure.
    pub(super) fn check(self, shape: &[usize]) -> Result<()> {
        match shape {
            _ if self == Structure::General => Ok(()),
            [rows, cols] if rows == cols => Ok(()),
            _ => Err(error!(Mismatch, "a tensor of shape {shape:?} is not `{}`", self.name())),
        }
    }
}
