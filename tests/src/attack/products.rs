//! Products of matrices over semirings of a user's own, computed in workspaces: programs that read what they write.

use super::fuse::{Fuse, NAN, exploding, lying, value};
use super::rings::{Claimed, Plain, Ring, Shortest};
use super::source::Source;
use super::tensors::values;
use crate::nest::name;
use finch_algebra::fill::Fill;
use finch_algebra::operators::Unary;
use finch_algebra::semiring::Semiring;
use finch_formats::{
    Dense, Element, RunList, SparseByteMap, SparseDict, SparseList, SparseShortScalar, Tensor, UnsortedList,
};
use finch_traits::expr::overload::{map1, map2};
use finch_traits::lifecycle::{WriteInPlace, WriteLevel};
use finch_traits::rank::Shape;
use finch_traits::{ErrorKind, Result, finch};
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use typenum::{U1, U2};

type ZeroOf<S> = <S as Semiring<Fuse>>::Zero;
type Leaf<S> = Element<Fuse, ZeroOf<S>>;
type Csr<S> = Dense<SparseList<Leaf<S>>>;

/// A matrix that a product is of.
type Operand<S> = Tensor<Csr<S>>;

/// A level that is written.
trait Written<S: Ring>: WriteLevel<T = Fuse, Fill = ZeroOf<S>> + Clone + Default + Send + Sync + 'static {}

impl<S: Ring, L: WriteLevel<T = Fuse, Fill = ZeroOf<S>> + Clone + Default + Send + Sync + 'static> Written<S> for L {}

/// How a product is computed: into `c`, by way of `w`.
trait Way<S: Ring, C, W> {
    /// Whether the first and the second operand are transposed.
    const TRANSPOSED: [bool; 2];

    fn run(c: &mut Tensor<C>, w: &mut Tensor<W>, a: &Operand<S>, b: &Operand<S>) -> Result<()>;
}

/// Row by row, each in a workspace.
struct ByRows;

/// Entry by entry, each in a workspace; another one sums the entries of a row, which go to a vector.
struct ByEntries;

/// Column by row, all in one workspace.
struct AtOnce;

/// Row by row, into the product itself, which is read while it is written; the workspace stays as it is.
struct InPlace;

/// Whether an entry has to be stored.
fn stored<S: Ring>() -> Unary<impl Fn(Fuse) -> bool + Copy> {
    Unary(|value| !S::is_zero(value))
}

impl<S: Ring, C: Written<S, Rank = U2>, W: Written<S, Rank = U1>> Way<S, C, W> for ByRows {
    const TRANSPOSED: [bool; 2] = [false, false];

    fn run(c: &mut Tensor<C>, w: &mut Tensor<W>, a: &Operand<S>, b: &Operand<S>) -> Result<()> {
        let stored = stored::<S>();
        finch! {
            c .= _;
            for j {
                w .= _;
                for k, i { w[i] <<S::plus()>>= map2(S::times(), a[j, k], b[k, i]); }
                for i {
                    let sum = w[i];
                    if map1(stored, sum) { c[j, i] = sum; }
                }
            }
        }
        .run()
    }
}

impl<S: Ring, C: Written<S, Rank = U2>, W: Written<S, Rank = U1>> Way<S, C, W> for ByEntries {
    const TRANSPOSED: [bool; 2] = [false, true];

    fn run(c: &mut Tensor<C>, w: &mut Tensor<W>, a: &Operand<S>, b: &Operand<S>) -> Result<()> {
        let stored = stored::<S>();
        let mut total = SparseShortScalar::<Fuse, ZeroOf<S>>::default();
        let mut entry = SparseShortScalar::<Fuse, ZeroOf<S>>::default();
        finch! {
            c .= _;
            w .= _;
            for j {
                total .= _;
                for i {
                    entry .= _;
                    for k { entry[] <<S::plus()>>= map2(S::times(), a[j, k], b[i, k]); }
                    let sum = entry[];
                    if map1(stored, sum) { c[j, i] = sum; }
                    total[] <<S::plus()>>= sum;
                }
                w[j] = total[];
            }
        }
        .run()
    }
}

impl<S: Ring, C: Written<S, Rank = U2>, W: Written<S, Rank = U2>> Way<S, C, W> for AtOnce {
    const TRANSPOSED: [bool; 2] = [true, false];

    fn run(c: &mut Tensor<C>, w: &mut Tensor<W>, a: &Operand<S>, b: &Operand<S>) -> Result<()> {
        let stored = stored::<S>();
        finch! {
            w .= _;
            c .= _;
            for k, j, i { w[j, i] <<S::plus()>>= map2(S::times(), a[k, j], b[k, i]); }
            for j, i {
                let sum = w[j, i];
                if map1(stored, sum) { c[j, i] = sum; }
            }
        }
        .run()
    }
}

impl<S: Ring, C: Written<S, Rank = U2> + WriteInPlace, W: Written<S>> Way<S, C, W> for InPlace {
    const TRANSPOSED: [bool; 2] = [false, false];

    fn run(c: &mut Tensor<C>, _w: &mut Tensor<W>, a: &Operand<S>, b: &Operand<S>) -> Result<()> {
        finch! {
            c .= _;
            for j, k, i { c[j, i] = map2(S::plus(), c[j, i], map2(S::times(), a[j, k], b[k, i])); }
        }
        .run()
    }
}

/// The cells of a matrix, row by row, `None` where nothing is stored.
#[derive(Clone, Debug, Default)]
struct Cells {
    shape: [usize; 2],
    cells: Vec<Option<i32>>,
}

impl Cells {
    fn by(source: &mut Source<'_>, shape: [usize; 2], zero: i32) -> Self {
        let dense = source.below(8);
        let cell = |_| match source.below(8) <= dense {
            true if source.once_in(9) => Some(zero),
            true => Some(value(source)),
            false => None,
        };
        let cells = (0..shape[0] * shape[1]).map(cell).collect();
        Cells { shape, cells }
    }

    fn get(&self, row: usize, column: usize) -> Option<i32> {
        self.cells[row * self.shape[1] + column]
    }

    fn operand<S: Ring>(&self, is_transposed: bool) -> Operand<S> {
        let [rows, columns] = self.shape;
        let turned = |row, column| if is_transposed { [column, row] } else { [row, column] };
        let entries = (0..rows * columns).filter_map(|cell| {
            let (row, column) = (cell / columns, cell % columns);
            let value = Fuse(self.get(row, column)?);
            Some((Shape::<U2>::from(turned(row, column)), value))
        });
        Tensor::from_triplets(turned(rows, columns), entries, S::plus()).expect("a matrix")
    }
}

/// A product, and what it was last computed into.
struct Product<V, S: Ring, C, W> {
    cells: [Cells; 2],
    operands: [Operand<S>; 2],
    c: Tensor<C>,
    w: Tensor<W>,
    way: PhantomData<V>,
}

/// A product that is attacked.
pub trait Multiplied: Debug {
    /// Takes other operands, by chance.
    fn take(&mut self, source: &mut Source<'_>);
    /// Runs the program.
    ///
    /// # Errors
    ///
    /// What it says.
    fn run(&mut self) -> Result<()>;
    /// The product as it was written, all of which is valid.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    fn found(&self) -> core::result::Result<Vec<i32>, String>;
    /// What the product is, if the laws of the semiring hold.
    fn wanted(&self) -> Option<Vec<i32>>;
    /// The value where nothing is stored.
    fn zero(&self) -> i32;
    /// [`Tensor::shrink_to_fit`] of all that is written.
    fn shrink(&mut self);
    /// A copy.
    fn copied(&self) -> Box<dyn Multiplied>;
}

impl<V, S: Ring, C, W> Debug for Product<V, S, C, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = (name::<V>(), name::<S>(), name::<C>(), name::<W>());
        write!(f, "{} over {}, into {} by {}, ", names.0, names.1, names.2, names.3)?;
        f.debug_list().entries(&self.cells).finish()
    }
}

impl<V: Way<S, C, W> + 'static, S: Ring, C: Written<S, Rank = U2>, W: Written<S>> Multiplied for Product<V, S, C, W> {
    fn take(&mut self, source: &mut Source<'_>) {
        let [rows, inner, columns] = [(); 3].map(|()| source.pick(&[0, 1, 2, 3, 3, 4, 4, 5]));
        let zero = self.zero();
        self.cells = [[rows, inner], [inner, columns]].map(|shape| Cells::by(source, shape, zero));
        self.operands = [0, 1].map(|operand| self.cells[operand].operand::<S>(V::TRANSPOSED[operand]))
    }

    fn run(&mut self) -> Result<()> {
        V::run(&mut self.c, &mut self.w, &self.operands[0], &self.operands[1])
    }

    fn found(&self) -> core::result::Result<Vec<i32>, String> {
        values(&self.w).map_err(|problem| format!("the workspace {problem}"))?;
        values(&self.c)
    }

    fn wanted(&self) -> Option<Vec<i32>> {
        let zero = S::ZERO?;
        let [a, b] = &self.cells;
        let ([rows, inner], [_, columns]) = (a.shape, b.shape);
        let entry = |cell: usize| {
            let (row, column) = (cell / columns, cell % columns);
            let products = (0..inner).filter_map(|k| Some(S::product(a.get(row, k)?, b.get(k, column)?)));
            products.fold(zero, S::sum)
        };
        Some((0..rows * columns).map(entry).collect())
    }

    fn zero(&self) -> i32 {
        ZeroOf::<S>::VALUE.0
    }

    fn shrink(&mut self) {
        self.c.shrink_to_fit();
        self.w.shrink_to_fit()
    }

    fn copied(&self) -> Box<dyn Multiplied> {
        Box::new(Product {
            cells: self.cells.clone(),
            operands: self.operands.clone(),
            c: self.c.clone(),
            w: self.w.clone(),
            way: PhantomData::<V>,
        })
    }
}

fn product<V, S, C, W>() -> Box<dyn Multiplied>
where
    V: Way<S, C, W> + 'static,
    S: Ring,
    C: Written<S, Rank = U2>,
    W: Written<S>,
{
    let none = || Cells::default().operand::<S>(false);
    Box::new(Product {
        cells: Default::default(),
        operands: [none(), none()],
        c: Tensor::<C>::default(),
        w: Tensor::<W>::default(),
        way: PhantomData::<V>,
    })
}

/// All products that are attacked. Generic so that only who calls it compiles it.
pub fn products<Caller>() -> Vec<Box<dyn Multiplied>> {
    type Dcsr<S> = SparseList<SparseList<Leaf<S>>>;
    type Runs<S> = Dense<RunList<Leaf<S>>>;
    type Bytes<S> = SparseByteMap<Leaf<S>>;
    type Dict<S> = SparseDict<Leaf<S>>;
    type Odd = Shortest<1000>;
    type Nan = Shortest<NAN>;
    vec![
        product::<ByRows, Plain, Csr<Plain>, Bytes<Plain>>(),
        product::<ByRows, Odd, Dcsr<Odd>, UnsortedList<Leaf<Odd>>>(),
        product::<ByRows, Nan, Runs<Nan>, Dict<Nan>>(),
        product::<ByRows, Claimed, Csr<Claimed>, Dense<Leaf<Claimed>>>(),
        // The workspace can be written in order only.
        product::<ByRows, Plain, Csr<Plain>, SparseList<Leaf<Plain>>>(),
        product::<ByEntries, Odd, Runs<Odd>, SparseList<Leaf<Odd>>>(),
        product::<AtOnce, Nan, Csr<Nan>, SparseByteMap<Bytes<Nan>>>(),
        product::<InPlace, Plain, Dense<Bytes<Plain>>, Bytes<Plain>>(),
        #[cfg(feature = "exhaustive")]
        product::<InPlace, Odd, SparseByteMap<Dense<Leaf<Odd>>>, Bytes<Odd>>(),
        #[cfg(feature = "exhaustive")]
        product::<ByRows, Plain, Dcsr<Plain>, Dict<Plain>>(),
        #[cfg(feature = "exhaustive")]
        product::<ByRows, Plain, Runs<Plain>, Dense<Leaf<Plain>>>(),
        #[cfg(feature = "exhaustive")]
        product::<ByRows, Plain, Csr<Plain>, RunList<Leaf<Plain>>>(),
        #[cfg(feature = "exhaustive")]
        product::<ByRows, Plain, Csr<Plain>, finch_formats::Hybrid<Leaf<Plain>>>(),
        #[cfg(feature = "exhaustive")]
        product::<ByEntries, Plain, Dcsr<Plain>, Bytes<Plain>>(),
        #[cfg(feature = "exhaustive")]
        product::<AtOnce, Plain, Dcsr<Plain>, SparseDict<Dict<Plain>>>(),
        #[cfg(feature = "exhaustive")]
        product::<AtOnce, Claimed, Csr<Claimed>, Dense<Dense<Leaf<Claimed>>>>(),
    ]
}

/// Runs the program, and holds what it writes against the product.
///
/// # Panics
///
/// If what is written is not valid, or another product.
pub fn multiply(product: &mut dyn Multiplied) {
    let outcome = product.run();
    let found = product
        .found()
        .unwrap_or_else(|problem| panic!("{product:?}, {outcome:?}: {problem}"));
    match outcome {
        Ok(()) => {
            if let Some(wanted) = product.wanted() {
                assert_eq!(found, wanted, "{product:?}")
            }
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::Order, "{product:?}: {error}"),
    }
}

/// A bomb in each call of user code in turn, after which the product is computed again. Returns how many there were.
///
/// # Panics
///
/// If what is written is not valid, or the product neither empty nor as it was, or computed again another one.
pub fn bombed(product: &dyn Multiplied) -> u32 {
    let before = product
        .found()
        .unwrap_or_else(|problem| panic!("{product:?}: {problem}"));
    for calls in 0.. {
        let mut copy = product.copied();
        if exploding(calls, || copy.run()).is_some() {
            return calls;
        }
        let after = copy
            .found()
            .unwrap_or_else(|problem| panic!("{product:?}, bomb {calls}: {problem}"));
        let is_empty = after.iter().all(|&value| value == product.zero());
        assert!(is_empty || after == before, "{product:?}, bomb {calls}: {after:?}");
        multiply(&mut *copy)
    }
    0
}

/// The product where operators and comparisons lie, by chance from `seed`: it may be any.
///
/// # Panics
///
/// If what is written is not valid.
pub fn lied_about(product: &mut dyn Multiplied, seed: u64) {
    let outcome = lying(seed, || product.run());
    product
        .found()
        .unwrap_or_else(|problem| panic!("{product:?}, {outcome:?}: {problem}"));
}
