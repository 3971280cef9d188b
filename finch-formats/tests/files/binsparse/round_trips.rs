//! What is written is read again: every format, type and container.

use super::Temporary;
use crate::data;
use finch_formats::fill::Zero;
use finch_formats::io::AnyField;
use finch_formats::io::binsparse::{Format, IndexType, LevelDesc, Structure, WriteOptions, read, write};
use finch_formats::io::matrix_market::FileValue;
use finch_formats::prelude::*;
use finch_formats::reducers::Overwrite;
use finch_formats::traits::algebra::fill::Fill;
use finch_formats::traits::level::Level;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;
use quickcheck::quickcheck;

const OF_MATRICES: [Format; 8] = [
    Format::Dmatr,
    Format::Dmatc,
    Format::Csr,
    Format::Csc,
    Format::Dcsr,
    Format::Dcsc,
    Format::Coor,
    Format::Cooc,
];

fn written<L: Level<T: FileValue>>(options: &WriteOptions, tensor: &Tensor<L>) -> Result<Vec<u8>> {
    let mut file = Vec::new();
    options.write(tensor, &mut file)?;
    Ok(file)
}

/// Every format and width of indices, from one nest.
fn in_all_formats<T: FileValue>(value: impl Fn(usize) -> T) -> Result<()>
where
    Zero: Fill<T>,
{
    let entries = [[0, 1], [0, 4], [2, 0], [2, 1], [2, 6], [5, 3]];
    let entries = entries.iter().enumerate().map(|(entry, &at)| (at, value(entry)));
    let a = Csr::<T>::from_triplets([6, 7], entries, Overwrite)?;
    for format in OF_MATRICES {
        for index_type in [
            IndexType::Uint8,
            IndexType::Uint16,
            IndexType::Uint32,
            IndexType::Uint64,
        ] {
            for iso in [false, true] {
                let options = WriteOptions::default()
                    .format(format)
                    .index_type(index_type)
                    .compressed(false)
                    .iso(iso);
                let file = written(&options, &a)?;
                let again: Csr<T> = read(&file[..])?;
                assert_eq!(again.to_triplets(), a.to_triplets(), "{format:?} {index_type:?}");
                let coordinates: Coo<T> = read(&file[..])?;
                assert_eq!(coordinates.to_triplets(), a.to_triplets(), "{format:?} {index_type:?}");
                let rows: Dcsr<T> = read(&file[..])?;
                assert_eq!(rows.to_triplets(), a.to_triplets(), "{format:?} {index_type:?}")
            }
        }
    }
    let x = SparseVector::<T>::from_triplets([9], [([2], value(0)), ([7], value(1))], Overwrite)?;
    for format in [Format::Cvec, Format::Dvec] {
        let file = written(&WriteOptions::default().format(format).compressed(false), &x)?;
        let again: SparseVector<T> = read(&file[..])?;
        assert_eq!(again.to_triplets(), x.to_triplets(), "{format:?}")
    }
    Ok(())
}

#[test]
fn all_formats_and_types() -> Result<()> {
    in_all_formats(|entry| entry as f64 + 0.5)?;
    in_all_formats(|entry| -(entry as f32) - 0.5)?;
    in_all_formats(|entry| Complex::new(entry as f64, 0.25))?;
    in_all_formats(|entry| Complex::new(0.25_f32, entry as f32))?;
    in_all_formats(|entry| entry as i8 - 100)?;
    in_all_formats(|entry| entry as i16 - 10000)?;
    in_all_formats(|entry| i32::MAX - entry as i32)?;
    in_all_formats(|entry| entry as i64 + i64::MIN)?;
    in_all_formats(|entry| u8::MAX - entry as u8)?;
    in_all_formats(|entry| u16::MAX - entry as u16)?;
    in_all_formats(|entry| u32::MAX - entry as u32)?;
    in_all_formats(|entry| u64::MAX - entry as u64)?;
    in_all_formats(|_| true)?;
    // All the same: one of them is written.
    in_all_formats(|_| 7_i32)
}

/// Extents of 0, entries that are none, stored zeros.
#[test]
fn little() -> Result<()> {
    for shape in [[0, 0], [0, 3], [3, 0], [2, 3]] {
        let empty = Csr::<f64>::empty(shape)?;
        for format in OF_MATRICES {
            let file = written(&WriteOptions::default().format(format).iso(true), &empty)?;
            let again: Csr<f64> = read(&file[..])?;
            assert!(again.same_storage(&empty), "{format:?} {shape:?}")
        }
    }
    let zero = Csr::<f64>::from_triplets([2, 2], [([1, 0], 0.0)], Add)?;
    for format in OF_MATRICES.into_iter().skip(2) {
        let again: Csr<f64> = read(&written(&WriteOptions::default().format(format), &zero)?[..])?;
        assert!(again.same_storage(&zero), "{format:?}")
    }
    let mut scalar = Tensor::<Element<f64>>::default();
    scalar.write([])?.put([], 2.5)?;
    let mut file = Vec::new();
    write(&scalar, &mut file)?;
    assert_eq!(
        read(&file[..]).map(|again: Tensor<Element<f64>>| again.get([]))?,
        Some(2.5)
    );
    Ok(())
}

/// A format, and what is written by it.
fn default_of<L: Level<T: FileValue>>(tensor: &Tensor<L>) -> Result<String> {
    let folder = Temporary::new(".bspnpy");
    tensor.write_binsparse(folder.path())?;
    let text = std::fs::read_to_string(folder.path().join("binsparse.json")).expect("a descriptor");
    let (_, rest) = text.split_once("\"format\": \"").expect("a format");
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

#[test]
fn formats_by_nest() -> Result<()> {
    let a = Csr::<f64>::from_triplets(
        [2, 2],
        [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 2.0), ([1, 1], 4.0)],
        Add,
    )?;
    assert_eq!(default_of(&a)?, "CSR", "full as it is");
    assert_eq!(default_of(&Matrix::from_tensor(&a)?)?, "DMATR");
    assert_eq!(default_of(&Dcsr::from_tensor(&a)?)?, "DCSR");
    assert_eq!(default_of(&Coo::from_tensor(&a)?)?, "COOR");
    assert_eq!(default_of(&SymmetricMatrix::from_tensor(&a)?)?, "CSR");
    assert_eq!(default_of(&RunMatrix::from_tensor(&a)?)?, "CSR");
    assert_eq!(default_of(&a.pattern())?, "CSR");
    assert_eq!(default_of(&Vector::from(vec![1.0, 2.0]))?, "DVEC");
    assert_eq!(default_of(&Vector::<f64>::from(vec![]))?, "DVEC");
    assert_eq!(
        default_of(&SparseVector::<f64>::from_triplets([1], [([0], 1.0)], Add)?)?,
        "CVEC"
    );
    assert_eq!(default_of(&Csf::<f64>::empty([2, 3, 4])?)?, "custom");
    assert_eq!(default_of(&Cube::<f64>::filled([2, 3, 4], 1.0)?)?, "custom");
    Ok(())
}

/// Patterns are true wherever there is an entry.
#[test]
fn patterns() -> Result<()> {
    let edges = CsrPattern::from_triplets([3, 3], [([0, 1], true), ([2, 0], true)], Or)?;
    let file = written(&WriteOptions::default(), &edges)?;
    assert_eq!(read(&file[..]).map(|again: CsrPattern| again)?, edges);
    let folder = Temporary::new(".bspnpy");
    edges.write_binsparse(folder.path())?;
    let text = std::fs::read_to_string(folder.path().join("binsparse.json")).expect("a descriptor");
    assert!(text.contains("\"values\": \"iso[bint8]\""), "{text}");
    assert_eq!(CsrPattern::read_binsparse(folder.path())?, edges);
    Ok(())
}

#[test]
fn structures() -> Result<()> {
    let i = Complex::new(0.0, 1.0);
    let both = |other: Complex<f64>| {
        let entries = [
            ([0, 0], i * 0.0),
            ([0, 2], 2.0 + i),
            ([2, 0], other),
            ([3, 1], 0.0 * i),
            ([1, 3], 0.0 * i),
        ];
        Csr::<Complex<f64>>::from_triplets([4, 4], entries, Add)
    };
    let cases = [
        (Structure::SymmetricLower, Structure::SymmetricUpper, 2.0 + i),
        (Structure::HermitianLower, Structure::HermitianUpper, 2.0 - i),
        (Structure::SkewSymmetricLower, Structure::SkewSymmetricUpper, -2.0 - i),
    ];
    for (lower, upper, value) in cases {
        let a = both(value)?;
        for structure in [lower, upper] {
            for format in OF_MATRICES.into_iter().skip(2) {
                let options = WriteOptions::default().format(format).structure(structure);
                let again: Csr<Complex<f64>> = read(&written(&options, &a)?[..])?;
                assert_eq!(again, a, "{structure:?} {format:?}");
                assert_eq!(again.count_stored(), 5, "{structure:?} {format:?}")
            }
            // All values have no half.
            let full = WriteOptions::default().format(Format::Dmatr).structure(structure);
            assert_eq!(written(&full, &a).unwrap_err().kind(), ErrorKind::Mismatch);
            for (other, further, _) in cases.into_iter().filter(|case| case.0 != lower) {
                for structure in [other, further] {
                    let error = written(&WriteOptions::default().structure(structure), &a).unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
                    assert!(error.to_string().contains("is at [0, 2]"), "{error}")
                }
            }
        }
    }
    let real = Csr::<f64>::empty([2, 2])?;
    let hermitian = WriteOptions::default().structure(Structure::HermitianLower);
    assert_eq!(written(&hermitian, &real).unwrap_err().kind(), ErrorKind::Mismatch);
    let wide = Csr::<f64>::empty([2, 3])?;
    let symmetric = WriteOptions::default().structure(Structure::SymmetricLower);
    assert_eq!(written(&symmetric, &wide).unwrap_err().kind(), ErrorKind::Mismatch);
    // A nest that has one half writes that, and reads it.
    let packed = SymmetricMatrix::<f64>::from_triplets([3, 3], [([1, 0], 5.0), ([2, 2], 6.0)], Add)?;
    let file = written(&WriteOptions::default(), &packed)?;
    let again: SymmetricMatrix<f64> = read(&file[..])?;
    assert_eq!(again, packed);
    assert_eq!(read(&file[..]).map(|again: Csr<f64>| again)?, packed);
    let folder = Temporary::new(".bspnpy");
    packed.write_binsparse(folder.path())?;
    let text = std::fs::read_to_string(folder.path().join("binsparse.json")).expect("a descriptor");
    assert!(text.contains("\"structure\": \"symmetric_lower\""), "{text}");
    assert!(
        text.contains(&format!("\"number_of_stored_values\": {}", packed.count_stored())),
        "{text}"
    );
    Ok(())
}

#[test]
fn other_fills() -> Result<()> {
    let far = CsrWithFill::<f64, Inf>::from_triplets([2, 3], [([1, 2], 0.5)], Add)?;
    for format in OF_MATRICES {
        let file = written(&WriteOptions::default().format(format), &far)?;
        let again: CsrWithFill<f64, Inf> = read(&file[..])?;
        assert!(again.same_storage(&far), "{format:?}")
    }
    let file = written(&WriteOptions::default(), &far)?;
    let error = read(&file[..]).map(|_: Csr<f64>| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    Ok(())
}

/// What a file says of its diagonal.
fn diagonal_elements(file: &[u8]) -> Option<usize> {
    let text = String::from_utf8_lossy(file);
    let (_, behind) = text.split_once("\"number_of_diagonal_elements\":")?;
    let end = behind.find(|byte: char| !byte.is_ascii_digit() && byte != ' ')?;
    behind[..end].trim().parse().ok()
}

/// A dense level inside of a sparse one stores the fill where the other half is, and nothing else.
#[test]
fn halves_in_rows_that_are_dense() -> Result<()> {
    let entries = [
        ([0, 0], 1.0),
        ([1, 3], 2.0),
        ([3, 1], 2.0),
        ([2, 2], 0.0),
        ([3, 3], 4.0),
    ];
    let a = Csr::<f64>::from_triplets([4, 4], entries, Add)?;
    let far = CsrWithFill::<f64, Inf>::from_triplets([4, 4], entries, Add)?;
    for structure in [Structure::SymmetricLower, Structure::SymmetricUpper] {
        for (number, order) in [vec![0, 1], vec![1, 0]].into_iter().enumerate() {
            let levels = vec![LevelDesc::Sparse(1), LevelDesc::Dense(1)];
            let options = WriteOptions::default()
                .levels(levels)
                .transpose(order)
                .structure(structure);
            let file = written(&options, &a)?;
            // Each row that is stored has an element of the diagonal: three are, or all four where there is an entry right of it.
            let wanted = 3 + usize::from((structure == Structure::SymmetricUpper) != (number == 1));
            let plain = written(&options.clone().compressed(false), &a)?;
            assert_eq!(diagonal_elements(&plain), Some(wanted), "{options:?}");
            let again: Csr<f64> = read(&file[..])?;
            assert_eq!(again, a, "{options:?}");
            assert_eq!(written(&options, &again)?, file, "{options:?}");
            let again: SymmetricMatrix<f64> = read(&file[..])?;
            assert_eq!(again, a, "{options:?}");
            let again: CsrWithFill<f64, Inf> = read(&written(&options, &far)?[..])?;
            assert_eq!(again, far, "{options:?}")
        }
    }
    Ok(())
}

/// An entry: indices and value.
type Place = (u8, u8, u8, f64);

quickcheck! {
    fn levels_of_three_dimensions(entries: Vec<Place>, order: usize, first: usize) -> bool {
        use LevelDesc::{Dense, Sparse};
        let entries = entries.iter().map(|&(k, j, i, value)| ([k as usize % 5, j as usize % 6, i as usize % 7], value));
        let a = Csf::<f64>::from_triplets([5, 6, 7], entries, Overwrite).expect("entries");
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let order = orders[order % 6].to_vec();
        let nests = [
            vec![Sparse(3)], vec![Dense(3)], vec![Dense(1), Dense(2)], vec![Sparse(1), Sparse(2)],
            vec![Sparse(2), Sparse(1)], vec![Dense(1), Sparse(2)], vec![Dense(2), Sparse(1)], vec![Sparse(1), Dense(2)],
            vec![Sparse(2), Dense(1)], vec![Sparse(1), Dense(1), Sparse(1)], vec![Dense(1), Sparse(1), Dense(1)],
            vec![Sparse(1), Sparse(1), Sparse(1)],
        ];
        nests.into_iter().skip(first % 4).step_by(4).all(|levels| {
            let options = WriteOptions::default().levels(levels).transpose(order.clone()).compressed(false);
            let file = written(&options, &a).expect("a file");
            let again: Csf<f64> = read(&file[..]).expect("a tensor");
            let dense: Cube<f64> = read(&file[..]).expect("a tensor");
            let value = |at: [usize; 3]| a.get(at).map(f64::to_bits);
            again.to_triplets().iter().all(|(at, found)| value([at[0], at[1], at[2]]) == Some(found.to_bits()))
                && a.to_triplets().iter().all(|(at, found)| {
                    let at = [at[0], at[1], at[2]];
                    // A zero may have lost its sign where all values are stored.
                    let same = |other: Option<f64>| {
                        other.is_some_and(|other| other.to_bits() == found.to_bits() || (other == 0.0 && *found == 0.0))
                    };
                    same(again.get(at)) && same(dense.get(at))
                })
        })
    }
}

/// All matrices there are, in the formats whose size is that of their entries.
#[test]
fn over_data() -> Result<()> {
    let Some(folder) = data::folder("matrices that are generated take the place of files") else {
        let entries = (0..4000_usize).map(|entry| ([entry * 37 % 211, entry * entry % 307], entry as f64));
        return same_again("generated", &Csr::from_triplets([211, 307], entries, Add)?);
    };
    let files = std::fs::read_dir(folder.join("matrices")).expect("a folder of matrices");
    let mut count = 0;
    for file in files {
        let path = file.expect("a file").path();
        // What takes an unoptimised build long shows nothing else.
        if path.metadata().expect("a file").len() > 1 << 14 {
            continue;
        }
        let name = path.to_string_lossy().into_owned();
        // Some files are there to be refused.
        let Ok(read) = AnyField::read(&path) else { continue };
        match read {
            AnyField::Pattern(a) => same_again(&name, &a)?,
            AnyField::Integer(a) => same_again(&name, &a.convert(MatrixFormat::Csr)?.try_into().map(|a: Csr<i64>| a)?)?,
            AnyField::Real(a) => same_again(&name, &a.convert(MatrixFormat::Csr)?.try_into().map(|a: Csr<f64>| a)?)?,
            AnyField::Complex(a) => same_again(
                &name,
                &a.convert(MatrixFormat::Csr)?.try_into().map(|a: Csr<Complex<f64>>| a)?,
            )?,
            other => panic!("{other:?}"),
        }
        count += 1
    }
    assert!(count > 20, "{count} files");
    Ok(())
}

fn same_again<L>(name: &str, a: &Tensor<L>) -> Result<()>
where
    L: finch_formats::traits::lifecycle::WriteLevel<T: FileValue, Rank: finch_formats::tensor::axes::Axes>
        + finch_formats::tensor::storage::SameStorage
        + Default
        + 'static,
{
    for format in OF_MATRICES.into_iter().skip(2) {
        let options = WriteOptions::default().format(format).compressed(false);
        let again: Tensor<L> = read(&written(&options, a)?[..])?;
        assert!(again.same_storage(a), "{name} {format:?}")
    }
    let folder = Temporary::new(".bspnpy");
    a.write_binsparse(folder.path())?;
    assert!(Tensor::<L>::read_binsparse(folder.path())?.same_storage(a), "{name}");
    Ok(())
}
