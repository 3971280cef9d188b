//! FROSTT and TensorMarket files of any bytes: read whole and in small pieces, into every kind of value, and written again.
#![no_main]

mod common;

use common::{pieces, round, same_error};
use finch_formats::Result;
use finch_formats::io::matrix_market::FileValue;
use finch_formats::io::tensor_market::{Dialect, Options, Reader, WriteOptions};
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::attack::Source;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use typenum::{U2, U4};

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(8) {
        0 => tensor::<SparseList<SparseList<SparseList<Element<f64>>>>>(source, usize::MAX),
        1 => tensor::<Dense<Dense<Dense<Element<f32>>>>>(source, usize::MAX),
        2 => tensor::<SparseCoo<U4, Element<i8>>>(source, usize::MAX),
        3 => tensor::<SparseCoo<U2, Element<Complex<f64>>>>(source, usize::MAX),
        4 => tensor::<Dense<SparseList<SparseList<Pattern>>>>(source, usize::MAX),
        5 => tensor::<SparseList<Element<u64>>>(source, usize::MAX),
        // Runs list every cell, of which a short file can claim any number.
        6 => tensor::<Dense<Dense<RunList<Element<i32>>>>>(source, 1 << 16),
        _ => entries(source),
    }
});

fn tensor<L>(mut source: Source<'_>, most: usize)
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default,
{
    let options = Options::default().max_cells(1 << 16);
    let dialect = source.pick(&[Dialect::Frostt, Dialect::TensorMarket, Dialect::MatrixMarket]);
    let write = WriteOptions::default().dialect(dialect);
    round(
        pieces(&mut source),
        most,
        |input, shape| match shape {
            Some(shape) => options.clone().shape(shape).read::<L>(input),
            None => options.read(input),
        },
        |tensor, file| write.write(tensor, file),
    )
}

/// Entries one by one, which no extents limit, are the same however they come in.
fn entries(mut source: Source<'_>) {
    let pieces = pieces(&mut source);
    match (listed(Reader::new(source.rest())), listed(Reader::new(pieces))) {
        (Err(one), Err(other)) => same_error(source.rest(), &one, &other),
        (one, other) => assert_eq!(one, other),
    }
}

fn listed(reader: Result<Reader<'_>>) -> core::result::Result<Vec<(Vec<usize>, i64)>, String> {
    let reader = reader.map_err(|error| error.to_string())?;
    let header = reader.header().clone();
    let mut entries = Vec::new();
    let read = reader.for_each(|index, value: i64| {
        assert_eq!(index.len(), header.order);
        let shape = header.shape.as_deref().unwrap_or(&[]);
        assert!(index.iter().zip(shape).all(|(index, extent)| index < extent));
        entries.push((index.to_vec(), value))
    });
    read.map(|()| entries).map_err(|error| error.to_string())
}
