//! Laws speak of values that have a name.

use finch_formats::traits::algebra::{Fill, Reducer, claims, skips};
use finch_formats::traits::algebra::known::Unknown;

#[derive(Clone, Copy, Debug, Default)]
struct Unset;

impl Fill<f64> for Unset {
    type Known = Unknown;
    const VALUE: &'static f64 = &-1.0;
}

#[derive(Clone, Copy, Debug)]
struct Last;

impl Reducer<f64> for Last {
    skips!(Unset);
    claims!();
    const SYMBOL: &'static str = "last";
    fn combine(&self, _old: f64, new: f64) -> f64 {
        new
    }
    fn repeat(&self, _old: f64, new: f64, _count: usize) -> f64 {
        new
    }
}

fn main() {}
