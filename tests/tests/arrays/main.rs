//! Array expressions: what they compute beside plain loops over dense arrays, and in which format.

mod axes;
mod formats;
mod grid;
mod mistakes;
mod operators;
mod views;

use std::any::type_name;

/// The name of a nest as tables have it, with the fill if it is not zero.
fn name<L>() -> String {
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
