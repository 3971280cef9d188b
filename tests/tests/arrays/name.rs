//! The names of nests, and what is computed in a nest of that name.

use finch_formats::array::{ArrayExpr, Compute, Uncomputed};
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::{Result, Tensor};
use std::any::type_name;

/// The name of a nest as tables have it, with the fill if it is not zero.
pub(crate) fn name<L>() -> String {
    let words = type_name::<L>().split_inclusive(['<', ',', '>', ' ']);
    let last = |word: &str| word.rsplit("::").next().unwrap_or_default().to_string();
    let name: String = words.map(last).collect();
    for (nest, short) in [
        ("Dense<Dense<Element<", "Matrix"),
        ("Dense<SparseList<Element<", "Csr"),
        ("SparseList<SparseList<Element<", "Dcsr"),
        ("Dense<RunList<Element<", "RunMatrix"),
        ("Dense<SparseRunList<Element<", "SparseRunMatrix"),
        ("Dense<SparseBlockList<Element<", "BlockCsr"),
        ("Dense<SparseBand<Element<", "BandMatrix"),
        ("Dense<Element<", "Vector"),
        ("SparseList<Element<", "SparseVector"),
        ("RunList<Element<", "RunVector"),
        ("SparseRunList<Element<", "SparseRunVector"),
        ("SparseBand<Element<", "BandVector"),
        ("SparseBlockList<Element<", "BlockVector"),
    ] {
        if let Some(rest) = name.strip_prefix(nest) {
            return match rest.trim_end_matches('>').split_once(", ") {
                Some((_, fill)) => format!("{short}:{fill}"),
                None => short.to_string(),
            };
        }
    }
    name
}

/// Compares what an expression computes with dense values, and the format that is inferred with the one that is expected.
pub(crate) fn check<E: ArrayExpr + Compute>(
    lazy: Uncomputed<E>,
    expected: &str,
    dense: &[f64],
) -> Result<Tensor<E::Level>>
where
    E::Level: WriteLevel<T = f64>,
{
    let result = lazy.compute()?;
    result.validate()?;
    assert_eq!(result.to_dense()?, dense, "{expected}");
    assert_eq!(name::<E::Level>(), expected);
    Ok(result)
}
