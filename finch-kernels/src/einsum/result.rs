//! The format of a result, inferred.

use super::list::IndexNames;
use super::operand::{Factors, Operands};
use super::search::Specs;
use crate::imports::*;
use finch_formats::traits::algebra::logic::If;

/// The levels of a result at the places that are the list, of operands `O` whose products are `Zero` unless all are something else:
/// `Y` are all places.
pub trait ResultLevel<O, Y, Zero, Leaf> {
    /// The levels.
    type Level;
}

impl<O, Y, Zero, Leaf> ResultLevel<O, Y, Zero, Leaf> for Nil {
    type Level = Leaf;
}

impl<N: Nat, R: ResultLevel<O, Y, Zero, Leaf>, O: Specs, Y: IndexNames, Zero: Known, Leaf> ResultLevel<O, Y, Zero, Leaf>
    for Cons<Index<N>, R>
{
    type Level = If<O::Thins<N, Y, Zero, O>, SparseList<R::Level>, Dense<R::Level>>;
}

/// Operands whose sum at the places `Y`, over semiring `S`, has a format that follows from types.
pub trait InferredResult<S, Y> {
    /// The levels of the result.
    type Level;
}

impl<S: Semiring<O::T>, O: Operands, Y> InferredResult<S, Y> for O
where
    Y: ResultLevel<<O as Factors<O::T>>::Specs, Y, <S::Zero as Fill<O::T>>::Known, Element<O::T, S::Zero>>,
{
    type Level = Y::Level;
}
