//! What is said of a product and its factors.

use crate::imports::*;

/// Appends what is done with the product `name` of `a` and `b`, and with products in these.
pub(super) fn explain<A: ArrayExpr, B: ArrayExpr>(name: &str, a: &A, b: &B, how: &str, to: &mut Vec<String>) {
    a.explain_products(false, to);
    b.explain_products(false, to);
    let (a, b) = (shape_of(a), shape_of(b));
    to.push(format!("{name} of {a} and {b}: {how}"));
}

/// The extents of an array, as in `2 by 3`.
pub(in crate::array) fn shape_of<E: ArrayExpr>(of: &E) -> String {
    shape(E::Rank::USIZE, &|axis| of.extent(axis))
}

/// The extents of an array of the given rank.
fn shape(rank: usize, extent: &dyn Fn(usize) -> Result<Option<usize>>) -> String {
    let text = |axis| match extent(axis) {
        Ok(Some(extent)) => extent.to_string(),
        _ => "?".into(),
    };
    let extents: Vec<String> = (0..rank).rev().map(text).collect();
    extents.join(" by ")
}
