//! Files of HDF5 in Binsparse: of any bytes; of arrays that belong together, more or less; and such files with other bytes and check sums
//! that are right.
#![no_main]

mod arrays;

use arrays::{Array, made};
use finch_formats::io::binsparse::{Options, WriteOptions};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_tests::attack::Source;
use finch_traits::algebra::nat::Nat;
use finch_traits::lifecycle::WriteLevel;
use hdf5_pure::{AttrValue, FileBuilder};
use libfuzzer_sys::fuzz_target;
use num_complex::Complex;
use std::path::PathBuf;
use std::sync::LazyLock;
use typenum::U2;

/// The file that is read, in memory where that is possible.
static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = PathBuf::from("/dev/shm");
    let folder = if folder.is_dir() { folder } else { std::env::temp_dir() };
    folder.join(format!("finch-fuzz-{}.h5", std::process::id()))
});

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    match source.below(4) {
        0 => tensor::<Dense<SparseList<Element<f64>>>>(source),
        1 => tensor::<SparseCoo<U2, Element<Complex<f32>>>>(source),
        2 => tensor::<SparseList<Element<i16>>>(source),
        _ => tensor::<SparseList<SparseList<Pattern>>>(source),
    }
});

fn tensor<L>(mut source: Source<'_>)
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let mut wanted = None;
    let bytes = if source.once_in(4) {
        let mut bytes = source.rest().to_vec();
        set_sums(&mut bytes);
        bytes
    } else {
        let made = made::<L::T>(&mut source, <L::Rank as Nat>::VALUE);
        let mut file = FileBuilder::new();
        let is_packed = source.once_in(2);
        for array in &made.arrays {
            put(&mut file, array, is_packed)
        }
        let text = String::from_utf8_lossy(&made.descriptor).into_owned();
        file.set_attr("binsparse", AttrValue::VarLenString(text));
        // Names that are damaged make no file.
        let Ok(mut bytes) = file.finish() else { return };
        if source.once_in(2) {
            for _ in 0..=source.below(4) {
                let at = source.below(bytes.len());
                bytes[at] = source.byte()
            }
            set_sums(&mut bytes)
        } else {
            wanted = made.wanted
        }
        bytes
    };
    let read = || {
        Options::default()
            .max_bytes(1 << 24)
            .max_cells(1 << 16)
            .open::<L>(&*PATH)
    };
    std::fs::write(&*PATH, &bytes).expect("a file");
    let found = read();
    if let Some((shape, cells)) = wanted {
        let found = found.as_ref().expect("arrays that belong together");
        assert_eq!(found.shape()[..], shape);
        assert_eq!(found.to_dense().expect("room"), cells)
    }
    let Ok(found) = found else { return };
    found.validate().expect("what was read is valid");
    let cells = found
        .shape()
        .iter()
        .try_fold(1_usize, |cells, &extent| cells.checked_mul(extent));
    if cells.is_some_and(|cells| cells < 1 << 12) && found.shape().iter().all(|&extent| extent < 1 << 12) {
        WriteOptions::default().create(&found, &*PATH).expect("a file");
        let again = read().expect("what was written can be read");
        assert!(again.validate().is_ok() && again.to_dense().is_ok())
    }
}

fn put(file: &mut FileBuilder, array: &Array, is_packed: bool) {
    let data = file.create_dataset(&array.name);
    macro_rules! numbers {
        ($t:ty) => {{
            let numbers: Vec<$t> = array.numbers.iter().map(|&number| number as $t).collect();
            data.with_data(&numbers);
        }};
    }
    match (array.kind.1, array.kind.2) {
        ('u', 1) => numbers!(u8),
        ('u', 2) => numbers!(u16),
        ('u', 4) => numbers!(u32),
        ('u', _) => numbers!(u64),
        ('i', 1) => numbers!(i8),
        ('i', 2) => numbers!(i16),
        ('i', 4) => numbers!(i32),
        ('i', _) => numbers!(i64),
        ('f', 4) => numbers!(f32),
        _ => numbers!(f64),
    }
    if is_packed && !array.numbers.is_empty() {
        data.with_chunks(&[2]).with_shuffle().with_deflate(1);
    }
}

/// Puts check sums that are right behind what has one and is easy to find: the superblock and headers of objects.
fn set_sums(file: &mut [u8]) {
    if file.starts_with(b"\x89HDF\r\n\x1a\n") && file.len() > 48 && matches!(file[8], 2 | 3) {
        set_sum(file, 0, 44)
    }
    for at in 0..file.len().saturating_sub(16) {
        if !file[at..].starts_with(b"OHDR") {
            continue;
        }
        // Flags say which fields there are, and how wide the size of the messages is, which come then.
        let flags = file[at + 5];
        let times = if flags & 0x20 == 0 { 0 } else { 16 };
        let phases = if flags & 0x10 == 0 { 0 } else { 4 };
        let (start, width) = (at + 6 + times + phases, 1 << (flags & 3));
        let Some(size) = file.get(start..start + width) else {
            continue;
        };
        let size = size
            .iter()
            .rev()
            .fold(0_usize, |size, &byte| size << 8 | usize::from(byte));
        let end = start.saturating_add(width).saturating_add(size);
        if end.saturating_add(4) <= file.len() {
            set_sum(file, at, end)
        }
    }
}

fn set_sum(file: &mut [u8], start: usize, end: usize) {
    let sum = lookup3(&file[start..end]);
    file[end..end + 4].copy_from_slice(&sum.to_le_bytes())
}

/// The check sum of HDF5: the function `hashlittle` of Bob Jenkins' lookup3.
fn lookup3(mut bytes: &[u8]) -> u32 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte));
    let mut sums = [0xdead_beef_u32.wrapping_add(bytes.len() as u32); 3];
    while !bytes.is_empty() {
        let (block, rest) = bytes.split_at(bytes.len().min(12));
        for (sum, part) in sums.iter_mut().zip(block.chunks(4)) {
            *sum = sum.wrapping_add(word(part))
        }
        bytes = rest;
        let [mut a, mut b, mut c] = sums;
        if rest.is_empty() {
            let mix =
                |one: &mut u32, other: u32, turn: u32| *one = (*one ^ other).wrapping_sub(other.rotate_left(turn));
            mix(&mut c, b, 14);
            mix(&mut a, c, 11);
            mix(&mut b, a, 25);
            mix(&mut c, b, 16);
            mix(&mut a, c, 4);
            mix(&mut b, a, 14);
            mix(&mut c, b, 24)
        } else {
            for turns in [[4, 6, 8], [16, 19, 4]] {
                a = a.wrapping_sub(c) ^ c.rotate_left(turns[0]);
                c = c.wrapping_add(b);
                b = b.wrapping_sub(a) ^ a.rotate_left(turns[1]);
                a = a.wrapping_add(c);
                c = c.wrapping_sub(b) ^ b.rotate_left(turns[2]);
                b = b.wrapping_add(a)
            }
        }
        sums = [a, b, c]
    }
    sums[2]
}
