//! Operands: nests with the protocols to read them by, and outputs.

use crate::check::{Given, Made};
use crate::data::Data;
use crate::nest::{Nest, fill_of, name, read, tensor};
use crate::oracle::{Array, Value};
use crate::scalar::{Scalar, fill_value};
use finch_algebra::Zero;
use finch_algebra::fill::Fill;
use finch_formats::tensor::RootFiber;
use finch_formats::{Scalar as PlainScalar, ShortScalar, SparseScalar, SparseShortScalar, Tensor};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::algebra::nat::Nat;
use finch_traits::expr::access::Access;
use finch_traits::expr::overload::{Value as Expression, access};
use finch_traits::index::set::Just;
use finch_traits::index::{Cons, FollowIndex, GallopIndex, Index, IndexTerm, IndicesOf, Nil, follow, gallop};
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use std::fmt::Debug;
use std::marker::PhantomData;
use typenum::{U1, U2, U3};

/// How one index is read.
pub trait Protocol: Debug {
    /// An index with this protocol.
    type Term<N: Nat>: IndexTerm<Indices = Just<N>, IsStructural = Yes, IsPlain = Yes, IsPermissive = No>;
    /// `index` with this protocol.
    fn of<N: Nat>(index: Index<N>) -> Self::Term<N>;
}

/// One stored child after the other.
#[derive(Debug)]
pub struct Walk;

/// Leading.
#[derive(Debug)]
pub struct Galloping;

/// Looked up.
#[derive(Debug)]
pub struct Following;

impl Protocol for Walk {
    type Term<N: Nat> = Index<N>;
    fn of<N: Nat>(index: Index<N>) -> Index<N> {
        index
    }
}

impl Protocol for Galloping {
    type Term<N: Nat> = GallopIndex<N>;
    fn of<N: Nat>(index: Index<N>) -> GallopIndex<N> {
        gallop(index)
    }
}

impl Protocol for Following {
    type Term<N: Nat> = FollowIndex<N>;
    fn of<N: Nat>(index: Index<N>) -> FollowIndex<N> {
        follow(index)
    }
}

/// A nest that is read by protocols `A`, `B`, `C`, outermost first.
#[derive(Debug)]
pub struct By<L, A, B = Walk, C = Walk>(PhantomData<(L, A, B, C)>);

/// A nest with protocols. A nest alone is one that is walked.
pub trait Operand {
    /// The nest.
    type Nest: Nest;
    /// The protocol of the outermost index.
    type First: Protocol;
    /// The protocol of the next one.
    type Second: Protocol;
    /// The protocol of the one after that.
    type Third: Protocol;
}

impl<L: Nest> Operand for L {
    type Nest = L;
    type First = Walk;
    type Second = Walk;
    type Third = Walk;
}

impl<L: Nest, A: Protocol, B: Protocol, C: Protocol> Operand for By<L, A, B, C> {
    type Nest = L;
    type First = A;
    type Second = B;
    type Third = C;
}

/// A tensor that programs read, and what it holds.
#[derive(Debug)]
pub struct Input<A: Operand> {
    /// The tensor.
    pub tensor: Tensor<A::Nest>,
    array: Array,
}

/// An access to an input.
pub type Read<'a, A, I> = Expression<Access<RootFiber<'a, <A as Operand>::Nest>, I>>;

/// Along one index.
pub type Read1<'a, A, N> = Read<'a, A, Cons<<<A as Operand>::First as Protocol>::Term<N>, Nil>>;

/// Along two indices.
pub type Read2<'a, A, N, M> = Read<
    'a,
    A,
    Cons<<<A as Operand>::First as Protocol>::Term<N>, Cons<<<A as Operand>::Second as Protocol>::Term<M>, Nil>>,
>;

/// Along three indices.
pub type Read3<'a, A, N, M, O> = Read<
    'a,
    A,
    Cons<
        <<A as Operand>::First as Protocol>::Term<N>,
        Cons<<<A as Operand>::Second as Protocol>::Term<M>, Cons<<<A as Operand>::Third as Protocol>::Term<O>, Nil>>,
    >,
>;

impl<A: Operand> Input<A> {
    /// The tensor of `data`.
    pub fn new(data: &Data) -> Self {
        Input {
            tensor: tensor(data),
            array: data.array::<<A::Nest as finch_traits::level::Contents>::T>(fill_of::<A::Nest>()),
        }
    }

    /// The vector at `i`.
    pub fn at<N: Nat>(&self, i: Index<N>) -> Read1<'_, A, N>
    where
        A: Operand<Nest: Nest<Rank = U1>>,
    {
        self.places((A::First::of(i),))
    }

    /// An index with the protocol of this operand.
    pub fn by<N: Nat>(&self, i: Index<N>) -> <A::First as Protocol>::Term<N> {
        A::First::of(i)
    }

    /// The tensor at these indices, whatever its nest offers.
    pub fn places<I: IndicesOf<<A::Nest as Level>::Rank>>(&self, indices: I) -> Read<'_, A, I::List> {
        access(&self.tensor, indices)
    }

    /// The vector at any term.
    pub fn along<I: IndexTerm>(&self, term: I) -> Read<'_, A, Cons<I, Nil>>
    where
        A: Operand<Nest: Nest<Rank = U1>>,
    {
        self.places((term,))
    }

    /// The matrix at `j, i`.
    pub fn at2<N: Nat, M: Nat>(&self, j: Index<N>, i: Index<M>) -> Read2<'_, A, N, M>
    where
        A: Operand<Nest: Nest<Rank = U2>>,
    {
        self.places((A::First::of(j), A::Second::of(i)))
    }

    /// The tensor at `k, j, i`.
    pub fn at3<N: Nat, M: Nat, O: Nat>(&self, k: Index<N>, j: Index<M>, i: Index<O>) -> Read3<'_, A, N, M, O>
    where
        A: Operand<Nest: Nest<Rank = U3>>,
    {
        self.places((A::First::of(k), A::Second::of(j), A::Third::of(i)))
    }
}

impl<A: Operand> Given for Input<A> {
    fn array(&self) -> Array {
        self.array.clone()
    }
}

/// A tensor that programs write.
#[derive(Debug)]
pub struct Output<L> {
    /// The tensor.
    pub tensor: Tensor<L>,
    before: Option<Array>,
    shape: Vec<usize>,
}

impl<L: Nest> Output<L> {
    /// A tensor to be declared. What it holds before is of no account.
    pub fn stale() -> Self {
        let shape = vec![2; <L::Rank as Nat>::VALUE];
        let last: Vec<usize> = shape.iter().map(|extent| extent - 1).collect();
        Output {
            tensor: tensor(&Data::new("stale", &shape, [(last, 7.0)])),
            before: None,
            shape,
        }
    }

    /// A tensor to be updated, that holds `data`.
    pub fn of(data: &Data) -> Self {
        Output {
            tensor: tensor(data),
            before: Some(data.array::<L::T>(fill_of::<L>())),
            shape: data.shape().to_vec(),
        }
    }

    /// The value of a tensor of rank 0.
    pub fn value(&self) -> Value {
        self.array().expect("a valid tensor").get(&[])
    }
}

impl<L: Nest> Made for Output<L> {
    fn before(&self) -> Option<Array> {
        self.before.clone()
    }
    fn shape(&self) -> Vec<usize> {
        self.shape.clone()
    }
    fn fill(&self) -> Value {
        fill_of::<L>()
    }
    fn array(&self) -> Result<Array, String> {
        read(&self.tensor).map_err(|problem| format!("{} {problem}", name::<L>()))
    }
}

macro_rules! scalars_are_outputs {
    ($($scalar:ident)*) => { $(
        impl<T: Scalar, F: Fill<T>> Made for $scalar<T, F> {
            fn before(&self) -> Option<Array> {
                None
            }
            fn shape(&self) -> Vec<usize> {
                Vec::new()
            }
            fn fill(&self) -> Value {
                fill_value::<T, F>()
            }
            fn array(&self) -> Result<Array, String> {
                Ok(Array::scalar(self.get().value()))
            }
        }
    )* };
}

// Those that are declared: what they hold before is of no account.
scalars_are_outputs!(PlainScalar ShortScalar SparseScalar SparseShortScalar);

/// A vector of `T` over a background of zero.
pub trait Vector<T = f64>: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U1>> {}

impl<T, A: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U1>>> Vector<T> for A {}

/// A vector of `f64` over zero that programs write.
pub trait VectorOutput: Nest<T = f64, Fill = Zero, Rank = U1> + WriteLevel {}

impl<L: WriteLevel + Nest<T = f64, Fill = Zero, Rank = U1>> VectorOutput for L {}

/// A matrix of `f64` over zero that programs write.
pub trait MatrixOutput: Nest<T = f64, Fill = Zero, Rank = U2> + WriteLevel {}

impl<L: WriteLevel + Nest<T = f64, Fill = Zero, Rank = U2>> MatrixOutput for L {}

/// A tensor of three dimensions of `f64` over zero that programs write.
pub trait CubeOutput: Nest<T = f64, Fill = Zero, Rank = U3> + WriteLevel {}

impl<L: WriteLevel + Nest<T = f64, Fill = Zero, Rank = U3>> CubeOutput for L {}

/// A matrix of `T` over a background of zero.
pub trait Matrix<T = f64>: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U2>> {}

impl<T, A: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U2>>> Matrix<T> for A {}

/// A tensor of three dimensions of `T` over a background of zero.
pub trait Cube<T = f64>: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U3>> {}

impl<T, A: Operand<Nest: Nest<T = T, Fill = Zero, Rank = U3>>> Cube<T> for A {}
