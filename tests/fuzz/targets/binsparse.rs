//! Archives in Binsparse: of any bytes, and of a descriptor and arrays that belong together, more or less, with check sums that are right.
#![no_main]

#[path = "../../../finch-formats/tests/files/numpy/archive.rs"]
mod archive;
mod arrays;
mod common;

use archive::{npy, zip};
use arrays::{Array, Made, levels, made, order};
use common::{Pieces, pieces, round};
use finch_formats::io::binsparse::{Format, IndexType, LevelDesc, Options, Structure, WriteOptions};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::attack::Source;
use finch_traits::algebra::nat::Nat;
use finch_traits::lifecycle::WriteLevel;
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use typenum::{U2, U3};

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(8) {
        0 => tensor::<Dense<SparseList<Element<f64>>>>(source, false),
        1 => tensor::<SparseCoo<U3, Element<i8>>>(source, false),
        2 => tensor::<SparseList<SparseList<Pattern>>>(source, false),
        3 => tensor::<SparseCoo<U2, Element<Complex<f64>>>>(source, false),
        4 => tensor::<Dense<Dense<Element<f32>>>>(source, true),
        5 => tensor::<SparseList<Element<i64>>>(source, false),
        6 => tensor::<Dense<Dense<SparseList<Element<u8>>>>>(source, false),
        _ => tensor::<SparseList<SparseList<Element<Complex<f32>>>>>(source, false),
    }
});

/// Reads and writes tensors of a nest, of which `is_dense` says that it has all values and no arrays besides.
fn tensor<L>(mut source: Source<'_>, is_dense: bool)
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let rank = <L::Rank as Nat>::VALUE;
    let options = Options::default().max_bytes(1 << 24).max_cells(1 << 16);
    let (write, is_full) = how(&mut source, rank, is_dense);
    let bytes;
    let file = if source.once_in(4) {
        pieces(&mut source)
    } else {
        let made = made::<L::T>(&mut source, rank);
        bytes = archive_of(&mut source, &made);
        if let Some((shape, values)) = made.wanted {
            let read = options.read::<L>(&bytes[..]).expect("arrays that belong together");
            assert_eq!(read.shape()[..], shape);
            assert_eq!(read.to_dense().expect("room"), values)
        }
        Pieces::new(&bytes, 100)
    };
    round(
        file,
        1 << 12,
        |input, _| options.read::<L>(input),
        |tensor, file| match is_full {
            // Zeros that are stored come out of all values as zeros that are not.
            true => {
                let stored = Tensor::<L>::from_dense(tensor.shape(), &tensor.to_dense()?)?;
                write.write(&stored, file)
            }
            false => write.write(tensor, file),
        },
    )
}

/// How a tensor is written, and whether all values are.
fn how(source: &mut Source<'_>, rank: usize, is_dense: bool) -> (WriteOptions, bool) {
    let mut write = WriteOptions::default().compressed(source.once_in(4));
    let mut is_full = is_dense;
    match source.below(3) {
        0 => {}
        1 => {
            let format = source.pick(Format::ALL);
            is_full = format.name().starts_with('D') && !format.name().starts_with("DCS");
            write = write.format(format)
        }
        _ => {
            let levels = levels(source, rank);
            is_full = levels.iter().all(|&(is_dense, _)| is_dense);
            let level = |&(is_dense, rank)| match is_dense {
                true => LevelDesc::Dense(rank),
                false => LevelDesc::Sparse(rank),
            };
            write = write
                .levels(levels.iter().map(level).collect())
                .transpose(order(source, rank))
        }
    }
    if source.once_in(4) {
        write = write.structure(source.pick(Structure::ALL))
    }
    if source.once_in(4) {
        write = write.index_type(source.pick(&[IndexType::Uint8, IndexType::Uint16, IndexType::Uint64]))
    }
    if source.once_in(3) {
        write = write.iso(source.once_in(2))
    }
    (write, is_full)
}

/// The archive of a descriptor and arrays.
fn archive_of<T>(source: &mut Source<'_>, made: &Made<T>) -> Vec<u8> {
    let mut members = vec![(
        "binsparse",
        npy(&header(&format!("|S{}", made.descriptor.len()), None), &made.descriptor),
    )];
    members.extend(made.arrays.iter().map(|array| (&array.name[..], npy_of(source, array))));
    zip(&members)
}

/// Its file. Pairs are numbers one after the other, or complex ones.
fn npy_of(source: &mut Source<'_>, array: &Array) -> Vec<u8> {
    let (name, letter, size) = array.kind;
    let is_big = source.once_in(4);
    let order = match (is_big, size) {
        (_, 1) => '|',
        (true, _) => '>',
        (false, _) => '<',
    };
    let (mut dtype, mut length) = (format!("{order}{letter}{size}"), array.numbers.len());
    if array.is_pairs && letter == 'f' && length % 2 == 0 && source.once_in(2) {
        length /= 2;
        dtype = format!("{order}c{}", 2 * size)
    }
    if name == "bint8" {
        dtype = source.pick(&["|b1", "|i1", "|u1"]).to_owned()
    }
    npy(&header(&dtype, Some(length)), &bytes_of(array, is_big))
}

/// The bytes of its numbers, of each the lowest one first, or last.
fn bytes_of(array: &Array, is_big: bool) -> Vec<u8> {
    let (_, letter, size) = array.kind;
    let bytes = |&number: &i64| {
        let mut bytes = match (letter, size) {
            ('f', 4) => (number as f32).to_le_bytes().to_vec(),
            ('f', _) => (number as f64).to_le_bytes().to_vec(),
            _ => number.to_le_bytes()[..size].to_vec(),
        };
        if is_big {
            bytes.reverse()
        }
        bytes
    };
    array.numbers.iter().flat_map(bytes).collect()
}

fn header(dtype: &str, length: Option<usize>) -> String {
    let shape = length.map_or(String::new(), |length| format!("{length},"));
    format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({shape}), }}")
}
