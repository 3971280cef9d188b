//! Arrays of NumPy of any bytes: read whole and in small pieces, into every kind of value, and written again.
#![no_main]

mod common;

use common::{pieces, round};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::io::numpy::{read_npy, write_npy};
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use typenum::U2;

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(7) {
        0 => array::<Dense<Element<f64>>>(source),
        1 => array::<Dense<Dense<Element<f32>>>>(source),
        2 => array::<SparseList<SparseList<SparseList<Element<i8>>>>>(source),
        3 => array::<SparseCoo<U2, Element<Complex<f64>>>>(source),
        4 => array::<Dense<SparseList<Pattern>>>(source),
        5 => array::<Dense<Dense<Dense<Element<u64>>>>>(source),
        _ => array::<Dense<RunList<Element<i32>>>>(source),
    }
});

fn array<L>(mut source: Source<'_>)
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default,
{
    round(
        pieces(&mut source),
        1 << 16,
        |input, _| read_npy::<L>(input),
        |tensor, file| write_npy(tensor, file),
    )
}
