//! The levels from entries, their nests, and the lists of them that programs run over.

use crate::bitmap::{Bitmap, Bits as Bit64};
use crate::blocks64::Blocks64;
use finch_traits::algebra::logic;
use shared::nest::{Entry, Nest, children};
use shared::operand::{By, Following, Galloping};
use shared::prelude::*;
use typenum::U2;

impl<L: Nest> Nest for Blocks64<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let blocks = shape[axis].div_ceil(64);
        let (mut mask, mut below) = (vec![0; fibers.len() * blocks], Vec::new());
        for (position, fiber) in fibers.iter().enumerate() {
            for (here, child) in children(fiber, axis) {
                mask[position * blocks + here / 64] |= 1 << (here % 64);
                below.push(child)
            }
        }
        let starts = mask.iter().scan(0, |sum, mask: &u64| {
            let start = *sum;
            *sum += mask.count_ones() as usize;
            Some(start)
        });
        let first = starts.collect();
        Blocks64::new(shape[axis], mask, first, L::build(shape, axis + 1, &below))
    }
}

impl<L: Nest> Nest for Bit64<L> {
    fn build(shape: &[usize], axis: usize, fibers: &[&[Entry<L::T>]]) -> Self {
        let word = |fibers: &[&[Entry<L::T>]]| {
            fibers
                .iter()
                .rev()
                .fold(0, |word, fiber| word << 1 | u64::from(!fiber.is_empty()))
        };
        Bit64::new(fibers.chunks(64).map(word).collect(), L::build(shape, axis, fibers))
    }
}

pub(crate) use shared::nests::*;

pub(crate) type Bits = Blocks64<Number>;
pub(crate) type BitsGallop = By<Bits, Galloping>;
pub(crate) type BitsFollow = By<Bits, Following>;
pub(crate) type FlatBits = Dense<Bits>;
pub(crate) type BitsBits = Blocks64<Bits>;
pub(crate) type BitsBitsFollow = By<BitsBits, Following, Following>;
pub(crate) type BitsFlat = Blocks64<Dense<Number>>;
pub(crate) type BitsList = Blocks64<SparseList<Number>>;
pub(crate) type BitsRuns = Blocks64<RunList<Number>>;
pub(crate) type ListBits = SparseList<Bits>;
pub(crate) type RunsOfBits = RunList<Bits, Vec<usize>, Vec<u32>, logic::No>;
pub(crate) type BitsCoo = Blocks64<SparseCoo<U2, Number>>;
pub(crate) type BitsBitsBits = Blocks64<BitsBits>;
pub(crate) type FlatBitsFlat = Dense<Blocks64<Dense<Number>>>;

pub(crate) type Map64 = Bitmap<Number>;
pub(crate) type Map64Follow = By<Map64, Following>;
pub(crate) type FlatMap64 = Dense<Map64>;
pub(crate) type Map64Map64 = Bitmap<Map64>;
pub(crate) type Map64List = Bitmap<SparseList<Number>>;
pub(crate) type Map64Bits = Bitmap<Bits>;
pub(crate) type Map64Runs = Bitmap<RunList<Number>>;
pub(crate) type ListMap64 = SparseList<Map64>;
pub(crate) type BitsMap64 = Blocks64<Map64>;
pub(crate) type RunsOfMap64 = RunList<Map64, Vec<usize>, Vec<u32>, logic::No>;
pub(crate) type Map64Map64Map64 = Bitmap<Map64Map64>;
pub(crate) type FlatMap64List = Dense<Map64List>;

/// The lists of `finch_tests::nests`, with the level from outside in place of others.
macro_rules! names {
    (vectors $($to:tt)*) => { $crate::names::names!(@ [Bits Map64, BitsFollow; BitsGallop Map64Follow] $($to)*); };
    (more_vectors $($to:tt)*) => { $crate::names::names!(@ [Bits Map64, BitsFollow; BitsGallop Map64Follow] $($to)*); };
    (followers $($to:tt)*) => { $crate::names::names!(@ [Bits,; BitsFollow Map64] $($to)*); };
    (operands $($to:tt)*) => { $crate::names::names!(@ [Bits Map64,; BitsFollow] $($to)*); };
    (some_vectors $($to:tt)*) => { $crate::names::names!(@ [Bits,; Map64 Runs] $($to)*); };
    (few_outputs $($to:tt)*) => { $crate::names::names!(@ [Flat,;] $($to)*); };
    (few_vectors $($to:tt)*) => { $crate::names::names!(@ [Bits,;] $($to)*); };
    (sources $($to:tt)*) => { $crate::names::names!(@ [Bits,;] $($to)*); };
    (vector_outputs $($to:tt)*) => { $crate::names::names!(@ [Bits Map64,;] $($to)*); };
    (matrices $($to:tt)*) => {
        $crate::names::names!(@ [FlatBits BitsBits Map64Map64, RunsOfMap64; BitsBitsFollow BitsList ListMap64 Map64Runs] $($to)*);
    };
    (more_matrices $($to:tt)*) => {
        $crate::names::names!(@ [FlatBits BitsBits FlatMap64,; BitsFlat ListBits RunsOfBits Map64List BitsMap64] $($to)*);
    };
    (matrix_followers $($to:tt)*) => { $crate::names::names!(@ [FlatBits Map64Map64,; BitsBits] $($to)*); };
    (more_matrix_followers $($to:tt)*) => { $crate::names::names!(@ [BitsBits FlatMap64,; BitsFlat] $($to)*); };
    (some_matrices $($to:tt)*) => { $crate::names::names!(@ [BitsBits, Map64List; FlatBits] $($to)*); };
    (some_matrix_followers $($to:tt)*) => { $crate::names::names!(@ [FlatBits,;] $($to)*); };
    (few_stencils $($to:tt)*) => { $crate::names::names!(@ [FlatBits,;] $($to)*); };
    (few_matrices $($to:tt)*) => { $crate::names::names!(@ [BitsList FlatMap64,; Csr] $($to)*); };
    (matrix_factors $($to:tt)*) => { $crate::names::names!(@ [Bits,;] $($to)*); };
    (matrix_outputs $($to:tt)*) => {
        $crate::names::names!(@ [FlatBits Map64Map64, BitsBits RunsOfBits; BitsFlat BitsRuns ListBits Map64Bits RunsOfMap64 BitsMap64] $($to)*);
    };
    (cubes $($to:tt)*) => { $crate::names::names!(@ [BitsCoo Map64Map64Map64,; BitsBitsBits FlatMap64List] $($to)*); };
    (few_cubes $($to:tt)*) => { $crate::names::names!(@ [FlatBitsFlat,;] $($to)*); };
    (cube_outputs $($to:tt)*) => { $crate::names::names!(@ [FlatBitsFlat FlatMap64List,; BitsBitsBits BitsCoo] $($to)*); };
    (@ $list:tt names $($before:tt)*) => { $crate::names::names!($($before)* $list); };
    (@ $list:tt $then:ident $($before:tt)*) => { ::shared::$then!($($before)* $list); };
}

/// The first of the combinations of `finch_tests::some`, with the level from outside in place of lists: the others are of further levels,
/// which unfurl alike. Where the first is of levels of the library alone, the suites of these have tested all.
macro_rules! some {
    ($shape:ident: Flat, $($others:tt)*) => {};
    ($shape:ident: FlatFlat, $($others:tt)*) => {};
    ($shape:ident: Blocks Blocks, $($others:tt)*) => {};
    ($shape:ident: $($name:ident)+ $(, $($others:tt)*)?) => {
        mod $shape {
            #[test]
            fn some() {
                super::$shape::<$($crate::names::instead_of!($name)),+>()
            }
        }
    };
}

macro_rules! instead_of {
    (List) => {
        crate::names::Bits
    };
    (ListFollow) => {
        crate::names::BitsFollow
    };
    (ListGallop) => {
        crate::names::BitsGallop
    };
    (Csr) => {
        crate::names::FlatBits
    };
    (Dcsr) => {
        crate::names::BitsBits
    };
    (DcsrGallop) => {
        crate::names::BitsBitsFollow
    };
    ($other:ident) => {
        crate::names::$other
    };
}

pub(crate) use {instead_of, names, some};
