//! What the specification shows, written by hand.

use super::{Arrays, Temporary, array, list, read_arrays};
use finch_formats::io;
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;

/// The matrix in `CSR` whose values are all 7.
const ALL_SEVEN: &str = r#"{
    "version": "0.1",
    "format": "CSR",
    "shape": [5, 5],
    "number_of_stored_values": 6,
    "data_types": {
        "pointers_to_1": "uint64",
        "indices_1": "uint64",
        "values": "iso[int8]"
    }
}"#;

fn all_seven() -> Arrays<'static> {
    vec![
        ("pointers_to_1", list::<u64>(&[0, 1, 3, 3, 5, 6])),
        ("indices_1", list::<u64>(&[3, 1, 4, 1, 2, 3])),
        ("values", list::<i8>(&[7])),
    ]
}

#[test]
fn one_value_for_all() -> Result<()> {
    let places = [[0, 3], [1, 1], [1, 4], [3, 1], [3, 2], [4, 3]];
    let wanted = Csr::<i8>::from_triplets([5, 5], places.map(|at| (at, 7)), Add)?;
    assert_eq!(read_arrays(ALL_SEVEN, &all_seven()).map(|a: Csr<i8>| a)?, wanted);
    // As Finch.jl has it, the descriptor has a name, and attributes stand beside it.
    let named = format!("{{\"binsparse\": {ALL_SEVEN}, \"author\": \"Jürgen\"}}");
    let folder = Temporary::folder(&named, &all_seven());
    assert_eq!(io::read(folder.path()).map(|a: Csr<i8>| a)?, wanted);
    let real: Coo<f64> = io::read(folder.path())?;
    assert_eq!((real.count_stored(), real.get([3, 2])), (6, Some(7.0)));
    assert_eq!(AnyMatrix::<f64>::read(folder.path())?.format(), MatrixFormat::Csr);
    Ok(())
}

/// The symmetric matrix of which the lower half is stored.
fn symmetric(structure: &str, values: &str) -> String {
    format!(
        r#"{{
            "version": "0.1",
            "format": "CSR",
            "shape": [5, 5],
            "number_of_stored_values": 9,
            "structure": "{structure}",
            "data_types": {{ "pointers_to_1": "uint64", "indices_1": "uint64", "values": "{values}" }}
        }}"#
    )
}

fn lower_half(values: Vec<u8>) -> Arrays<'static> {
    vec![
        ("pointers_to_1", list::<u64>(&[0, 1, 3, 5, 7, 9])),
        ("indices_1", list::<u64>(&[0, 0, 1, 0, 2, 1, 3, 2, 4])),
        ("values", values),
    ]
}

#[test]
fn one_half_of_a_matrix() -> Result<()> {
    let arrays = lower_half(list::<i8>(&[1, 2, 9, 7, 2, 2, 3, 3, 7]));
    let descriptor = symmetric("symmetric_lower", "int8");
    let lower = [
        ([0, 0], 1),
        ([1, 0], 2),
        ([1, 1], 9),
        ([2, 0], 7),
        ([2, 2], 2),
        ([3, 1], 2),
        ([3, 3], 3),
        ([4, 2], 3),
        ([4, 4], 7),
    ];
    let both = |sign: i8| {
        let upper = lower.into_iter().filter(|(at, _)| at[0] != at[1]);
        let upper = upper.map(move |([row, col], value)| ([col, row], sign * value));
        Csr::<i8>::from_triplets([5, 5], lower.into_iter().chain(upper), Add)
    };
    assert_eq!(read_arrays(&descriptor, &arrays).map(|a: Csr<i8>| a)?, both(1)?);
    let packed: SymmetricMatrix<i8> = read_arrays(&descriptor, &arrays)?;
    assert_eq!(packed, both(1)?);
    // Nine of fifteen places of the triangle: that is more than half.
    let folder = Temporary::folder(&descriptor, &arrays);
    assert_eq!(
        AnyMatrix::<i8>::read(folder.path())?.format(),
        MatrixFormat::FullSymmetric
    );
    let skew = symmetric("skew_symmetric_lower", "int8");
    assert_eq!(read_arrays(&skew, &arrays).map(|a: Csr<i8>| a)?, both(-1)?);
    // There is an entry below the diagonal.
    let upper = symmetric("symmetric_upper", "int8");
    let error = read_arrays(&upper, &arrays).map(|_: Csr<i8>| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    assert!(
        error.to_string().ends_with("and there is an entry at [1, 0]"),
        "{error}"
    );
    // Only complex matrices are hermitian.
    let hermitian = symmetric("hermitian_lower", "int8");
    let error = read_arrays(&hermitian, &arrays).map(|_: Csr<i8>| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parse, "{error}");
    let parts: Vec<f32> = (0..18).map(|part| part as f32).collect();
    let hermitian = symmetric("hermitian_lower", "complex[float32]");
    let a: Csr<Complex<f32>> = read_arrays(&hermitian, &lower_half(list(&parts)))?;
    assert_eq!(a.get([2, 0]), Some(Complex::new(6.0, 7.0)));
    assert_eq!(a.get([0, 2]), Some(Complex::new(6.0, -7.0)));
    assert_eq!(a.get([4, 4]), Some(Complex::new(16.0, 17.0)));
    Ok(())
}

/// A descriptor of a format over arrays of `uint8`, values of `float64`.
fn descriptor(format: &str, shape: &str, stored: usize, arrays: &[&str]) -> String {
    let types: String = arrays.iter().map(|array| format!("\"{array}\": \"uint8\", ")).collect();
    format!(
        r#"{{ "version": "0.1", "format": {format}, "shape": {shape}, "number_of_stored_values": {stored},
            "data_types": {{ {types} "values": "float64" }} }}"#
    )
}

/// A matrix of two rows and three columns, in all formats that have a name.
#[test]
fn formats_with_names() -> Result<()> {
    let wanted = [0.0, 5.0, 0.0, 6.0, 0.0, 7.0];
    let (i0, i1, p1) = ("indices_0", "indices_1", "pointers_to_1");
    let (by_row, by_col) = (list(&[5.0, 6.0, 7.0]), list(&[6.0, 5.0, 7.0]));
    let check = |names: &[&str], stored: usize, values: Vec<u8>, arrays: &[(&'static str, &[u8])]| -> Result<()> {
        for name in names {
            let names: Vec<&str> = arrays.iter().map(|(name, _)| *name).collect();
            let text = descriptor(&format!("\"{name}\""), "[2, 3]", stored, &names);
            let mut files: Arrays<'_> = arrays.iter().map(|(name, numbers)| (*name, list(numbers))).collect();
            files.push(("values", values.clone()));
            let a: Csr<f64> = read_arrays(&text, &files)?;
            assert_eq!((a.to_dense()?, a.count_stored()), (wanted.to_vec(), 3), "{name}");
            let dense: Matrix<f64> = read_arrays(&text, &files)?;
            assert_eq!(dense.values(), wanted, "{name}");
            let coordinates: Coo<f64> = read_arrays(&text, &files)?;
            assert!(coordinates.same_storage(&Coo::from_tensor(&a)?), "{name}")
        }
        Ok(())
    };
    check(&["DMAT", "DMATR"], 6, list(&wanted), &[])?;
    check(&["DMATC"], 6, list(&[0.0, 6.0, 5.0, 0.0, 0.0, 7.0]), &[])?;
    check(&["CSR"], 3, by_row.clone(), &[(p1, &[0, 1, 3]), (i1, &[1, 0, 2])])?;
    check(&["CSC"], 3, by_col.clone(), &[(p1, &[0, 1, 2, 3]), (i1, &[1, 0, 1])])?;
    let rows: [(&str, &[u8]); 3] = [(i0, &[0, 1]), (p1, &[0, 1, 3]), (i1, &[1, 0, 2])];
    check(&["DCSR"], 3, by_row.clone(), &rows)?;
    let columns: [(&str, &[u8]); 3] = [(i0, &[0, 1, 2]), (p1, &[0, 1, 2, 3]), (i1, &[1, 0, 1])];
    check(&["DCSC"], 3, by_col.clone(), &columns)?;
    check(&["COO", "COOR"], 3, by_row, &[(i0, &[0, 1, 1]), (i1, &[1, 0, 2])])?;
    check(&["COOC"], 3, by_col.clone(), &[(i0, &[0, 1, 2]), (i1, &[1, 0, 1])])?;
    // Entries that are not sorted are.
    check(
        &["COO", "COOR"],
        3,
        by_col.clone(),
        &[(i0, &[1, 0, 1]), (i1, &[0, 1, 2])],
    )?;
    check(
        &["CSR"],
        3,
        list(&[5.0, 7.0, 6.0]),
        &[(p1, &[0, 1, 3]), (i1, &[1, 2, 0])],
    )?;
    let vector = descriptor("\"CVEC\"", "[4]", 2, &["indices_0"]);
    let x: SparseVector<f64> = read_arrays(&vector, &[(i0, list(&[1_u8, 3])), ("values", list(&[5.0, 6.0]))])?;
    assert_eq!(x.to_dense()?, [0.0, 5.0, 0.0, 6.0]);
    let vector = descriptor("\"DVEC\"", "[2]", 2, &[]);
    let x: Vector<f64> = read_arrays(&vector, &[("values", list(&[5.0, 6.0]))])?;
    assert_eq!(x.values(), [5.0, 6.0]);
    Ok(())
}

/// Levels of other ranks and orders than any name stands for.
#[test]
fn formats_without_names() -> Result<()> {
    // Lists of rows, each of which is stored as a whole: 0 of the first plane and 1 of the second one.
    let inside = r#"{ "level_desc": "sparse", "rank": 2, "level":
        { "level_desc": "dense", "rank": 1, "level": { "level_desc": "element" } } }"#;
    let text = descriptor(
        &format!("\"custom\", \"custom\": {{ \"level\": {inside} }}"),
        "[2, 2, 3]",
        6,
        &["indices_0", "indices_1"],
    );
    let arrays = [
        ("indices_0", list(&[0_u8, 1])),
        ("indices_1", list(&[0_u8, 1])),
        ("values", list(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
    ];
    let a: Csf<f64> = read_arrays(&text, &arrays)?;
    assert_eq!(
        a.to_dense()?,
        [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 5.0, 6.0]
    );
    // The same with the dimensions named the other way round: the first one stored is the last one of the tensor.
    let turned = descriptor(
        &format!("\"custom\", \"custom\": {{ \"transpose\": [2, 0, 1], \"level\": {inside} }}"),
        "[2, 3, 2]",
        6,
        &["indices_0", "indices_1"],
    );
    let b: Csf<f64> = read_arrays(&turned, &arrays)?;
    for ([k, j, i], value) in [([0, 0, 2], 3.0), ([1, 1, 0], 4.0), ([1, 1, 2], 6.0)] {
        assert_eq!(a.get([k, j, i]), Some(value));
        assert_eq!(b.get([j, i, k]), Some(value))
    }
    // A single value.
    let text = descriptor(
        "\"custom\", \"custom\": {\"level\": {\"level_desc\": \"element\"}}",
        "[]",
        1,
        &[],
    );
    let scalar: Tensor<Element<f64>> = read_arrays(&text, &[("values", list(&[2.5]))])?;
    assert_eq!(scalar.get([]), Some(2.5));
    Ok(())
}

/// Types of values, and what these are read into.
#[test]
fn types_of_values() -> Result<()> {
    let text = |kind: &str| {
        format!(
            r#"{{ "version": "0.1", "format": "DVEC", "shape": [2], "number_of_stored_values": 2,
                "data_types": {{ "values": "{kind}" }} }}"#
        )
    };
    let truths: Vector<bool> = read_arrays(&text("bint8"), &[("values", list(&[0_u8, 1]))])?;
    assert_eq!(truths.values(), [false, true]);
    let truths: Vector<bool> = read_arrays(&text("bint8"), &[("values", array("|b1", "2,", &[1_u8, 0]))])?;
    assert_eq!(truths.values(), [true, false]);
    let error = read_arrays(&text("bint8"), &[("values", list(&[0_u8, 2]))]);
    assert_eq!(error.map(|_: Vector<bool>| ()).unwrap_err().kind(), ErrorKind::TooLarge);
    let wide: Vector<f64> = read_arrays(&text("int16"), &[("values", list(&[-1_i16, 300]))])?;
    assert_eq!(wide.values(), [-1.0, 300.0]);
    let parts = [1.0, 2.0, 3.0, 4.0];
    let pairs: Vector<Complex<f64>> = read_arrays(&text("complex[float64]"), &[("values", list(&parts))])?;
    assert_eq!(pairs.values(), [Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)]);
    // As pairs of NumPy.
    let pairs = read_arrays(&text("complex[float64]"), &[("values", array("<c16", "2,", &parts))]);
    assert_eq!(
        pairs.map(|x: Vector<Complex<f64>>| x.get([1]))?,
        Some(Complex::new(3.0, 4.0))
    );
    let one = read_arrays(&text("iso[complex[float64]]"), &[("values", list(&parts[..2]))]);
    assert_eq!(
        one.map(|x: Vector<Complex<f64>>| x.get([1]))?,
        Some(Complex::new(1.0, 2.0))
    );
    let refused = read_arrays(&text("complex[float64]"), &[("values", list(&parts))]).map(|_: Vector<f64>| ());
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Mismatch);
    let refused = read_arrays(&text("float64"), &[("values", list(&parts[..2]))]).map(|_: Vector<i64>| ());
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::Mismatch);
    Ok(())
}

/// What is not stored.
#[test]
fn fills() -> Result<()> {
    let text = r#"{ "version": "0.1", "format": "CVEC", "shape": [3], "number_of_stored_values": 1, "fill": true,
        "data_types": { "indices_0": "int32", "values": "float32", "fill_value": "float32" } }"#;
    let arrays = |fill: f32| {
        [
            ("indices_0", list(&[1_i32])),
            ("values", list(&[2.0_f32])),
            ("fill_value", list(&[fill])),
        ]
    };
    let far: SparseVectorWithFill<f64, Inf> = read_arrays(text, &arrays(f32::INFINITY))?;
    assert_eq!(far.to_dense()?, [f64::INFINITY, 2.0, f64::INFINITY]);
    let zero: SparseVector<f64> = read_arrays(text, &arrays(0.0))?;
    assert_eq!(zero.to_dense()?, [0.0, 2.0, 0.0]);
    let error = read_arrays(text, &arrays(1.5))
        .map(|_: SparseVector<f64>| ())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let words = "what the file does not store is 1.5, and the fill of the nest is 0.0";
    assert!(error.to_string().starts_with(words), "{error}");
    // Where a file says nothing, the nest does.
    let silent = text.replace("\"fill\": true", "\"fill\": false");
    let far: SparseVectorWithFill<f64, Inf> = read_arrays(&silent, &arrays(1.5))?;
    assert_eq!(far.get([0]), Some(f64::INFINITY));
    Ok(())
}

/// Of a square of all values, the other half is zero, or what belongs there.
#[test]
fn the_other_half_of_all_values() -> Result<()> {
    let text = descriptor("\"DMATR\", \"structure\": \"symmetric_lower\"", "[2, 2]", 4, &[]);
    let square = |other: f64| [("values", list(&[1.0, other, 3.0, 4.0]))];
    for other in [0.0, -0.0, 3.0] {
        let a: Matrix<f64> = read_arrays(&text, &square(other))?;
        assert_eq!(a.values(), [1.0, 3.0, 3.0, 4.0])
    }
    let error = read_arrays(&text, &square(2.0)).map(|_: Matrix<f64>| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let words = "the structure is `symmetric_lower`, and the value at [0, 1] is 2.0, neither 0 nor 3.0";
    assert!(error.to_string().contains(words), "{error}");
    Ok(())
}
