//! The two factors of a product: what is done with them when they are ready, and what is said of them.

use crate::array::dims::Dims;
use crate::array::expr::{ArrayExpr, OnReady};
use crate::imports::*;
use finch_traits::algebra::typenum::Unsigned;

/// What is done with two factors of values `T` and ranks `A` and `B` that have one nest of loops each.
pub(super) trait OnFactors<T, A, B> {
    /// What it returns.
    type Out;
    /// Goes on with the factors.
    fn call<L: ArrayExpr<T = T, Rank = A>, R: ArrayExpr<T = T, Rank = B>>(self, a: L, b: R) -> Result<Self::Out>;
}

/// Goes on when the left factor is ready: with the right one.
pub(super) struct ThenRight<B, K>(pub(super) B, pub(super) K);

/// Goes on when the right factor is ready, too.
struct ThenBoth<A, K>(A, K);

impl<T: Copy + 'static, R: Dims, B: ArrayExpr<T = T>, K: OnFactors<T, R, B::Rank>> OnReady<T, R> for ThenRight<B, K> {
    type Out = K::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<E: ArrayExpr<T = T, Rank = R>>(self, a: E) -> Result<K::Out> {
        self.0.ready(ThenBoth(a, self.1))
    }
}

impl<T: Copy + 'static, R: Dims, A: ArrayExpr<T = T>, K: OnFactors<T, A::Rank, R>> OnReady<T, R> for ThenBoth<A, K> {
    type Out = K::Out;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call<E: ArrayExpr<T = T, Rank = R>>(self, b: E) -> Result<K::Out> {
        self.1.call(self.0, b)
    }
}

/// Appends what is done with the product `name` of `a` and `b`, and with products in these.
pub(super) fn explain<A: ArrayExpr, B: ArrayExpr>(name: &str, a: &A, b: &B, how: &str, to: &mut Vec<String>) {
    a.explain_products(false, to);
    b.explain_products(false, to);
    let (a, b) = (
        shape(A::Rank::USIZE, &|axis| a.extent(axis)),
        shape(B::Rank::USIZE, &|axis| b.extent(axis)),
    );
    to.push(format!("{name} of {a} and {b}: {how}"));
}

/// The extents of an array of the given rank, as in `2 by 3`.
fn shape(rank: usize, extent: &dyn Fn(usize) -> Result<Option<usize>>) -> String {
    let text = |axis| match extent(axis) {
        Ok(Some(extent)) => extent.to_string(),
        _ => "?".into(),
    };
    let extents: Vec<String> = (0..rank).rev().map(text).collect();
    extents.join(" by ")
}
