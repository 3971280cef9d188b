//! Descriptors and arrays that do not belong together, or are none: an error each, and no more memory than they have.

use super::{archive, array, list, read_arrays};
use crate::memory::counted;
use crate::numpy::archive::{npy, zip};
use finch_formats::ErrorKind::{Invalid, Mismatch, OutOfBounds, Parse, TooLarge};
use finch_formats::io::binsparse::{Format, Options, WriteOptions, read};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};

/// A descriptor of a matrix in `CSR`.
const CSR: &str = r#"{ "version": "0.1", "format": "CSR", "shape": [2, 3], "number_of_stored_values": 2,
    "data_types": { "pointers_to_1": "int64", "indices_1": "int64", "values": "float64" } }"#;

fn csr(ptr: &[i64], idx: &[i64], val: &[f64]) -> [(&'static str, Vec<u8>); 3] {
    [
        ("pointers_to_1", list(ptr)),
        ("indices_1", list(idx)),
        ("values", list(val)),
    ]
}

#[track_caller]
fn refused(descriptor: &str, arrays: &[(&str, Vec<u8>)], kind: ErrorKind, words: &str) {
    let (read, taken, _) = counted(|| read_arrays::<Dense<SparseList<Element<f64>>>>(descriptor, arrays));
    let held: usize = arrays.iter().map(|(_, array)| array.len()).sum();
    assert!(
        taken < (1 << 20) + 10 * held,
        "{taken} bytes are taken of {held}: {descriptor}"
    );
    let error = match read {
        Ok(a) => panic!("{a} is read"),
        Err(error) => error,
    };
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error} does not say `{words}`")
}

#[test]
fn descriptors() {
    let arrays = csr(&[0, 1, 2], &[2, 0], &[1.0, 2.0]);
    let whole: Result<Csr<f64>> = read_arrays(CSR, &arrays);
    assert_eq!(whole.and_then(|a| a.to_dense()), Ok(vec![0.0, 0.0, 1.0, 2.0, 0.0, 0.0]));
    let changed = |from: &str, to: &str, words: &str| {
        assert!(CSR.contains(from), "{from}");
        refused(&CSR.replace(from, to), &arrays, Parse, words)
    };
    #[rustfmt::skip]
    let changes = [
        (r#""version": "0.1","#, "", "binsparse: there is no `version`"),
        (r#""0.1""#, "0.1", "`version` is a text, and not `0.1`"),
        (r#""0.1""#, r#""1.0""#, "version `1.0` of Binsparse is not read"),
        (r#""0.1""#, r#""""#, "version `` of Binsparse is not read"),
        (r#""CSR""#, "7", "`format` is a text, and not `7`"),
        (r#""CSR""#, r#""JDS""#, "the format `JDS` is not known"),
        (r#""CSR""#, r#""custom""#, "the format `custom` is not known"),
        (r#""format": "CSR","#, "", "there is no `format`"),
        (r#""CSR""#, r#""CVEC""#, "levels of the ranks [1] do not store a tensor of 2 dimensions"),
        ("[2, 3]", "[2, 3, 4]", "levels of the ranks [1, 1] do not store a tensor of 3 dimensions"),
        ("[2, 3]", "[2, -3]", "`shape` is a number from 0 on that fits 64 bits, and not `-3`"),
        ("[2, 3]", "[2.5, 3]", "and not `2.5`"),
        ("[2, 3]", "[2, 99999999999999999999]", "`shape` is a number from 0 on"),
        ("[2, 3]", "6", "`shape` is a list of numbers, and not `6`"),
        ("[2, 3]", "null", "there is no `shape`"),
        (r#""number_of_stored_values": 2,"#, "", "there is no `number_of_stored_values`"),
        (r#"values": 2"#, r#"values": 3"#, "`number_of_stored_values` is 3, and arrays store 2"),
        (r#""shape""#, r#""fill": 1, "shape""#, "`fill` is true or false, and not `1`"),
        (r#""shape""#, r#""structure": "diagonal", "shape""#, "the structure `diagonal` is not known"),
        (r#""shape""#, r#""structure": [], "shape""#, "`structure` is a text"),
        (r#""values": "float64""#, r#""values": "float16""#, "`values` has the type `float16`: types are"),
        (r#""float64""#, r#""iso[iso[float64]]""#, "has the type `iso[iso[float64]]`"),
        (r#""float64""#, r#""complex[int8]""#, "has the type `complex[int8]`"),
        (r#""float64""#, r#""iso[float64""#, "has the type `iso[float64`"),
        (r#""float64""#, r#""float32""#, "values.npy: the descriptor says `float32`, and the array holds `f8`"),
        (r#""float64""#, r#""iso[float64]""#, "values has 2 values, and `iso` says one"),
        (r#""float64""#, "8", "`values` is the name of a type in `data_types`, and not `8`"),
        (r#", "values": "float64""#, "", "there is no `values`, which is the name of a type"),
        (r#""indices_1": "int64""#, r#""indices_1": "float64""#, "indices and pointers are integers"),
        (r#""indices_1": "int64""#, r#""indices_1": "iso[int64]""#, "indices and pointers are integers"),
        (r#""data_types": {"#, r#""data_types": 3, "x": {"#, "`data_types` is an object, and not `3`"),
    ];
    for (from, to, words) in changes {
        changed(from, to, words)
    }
    refused("[]", &arrays, Parse, "`binsparse` is an object");
    refused(
        "{\"binsparse\": []}",
        &arrays,
        Parse,
        "`binsparse` is an object, and not `[]`",
    );
    refused("nil", &arrays, Parse, "is no JSON");
    refused("{} {}", &arrays, Parse, "is no JSON");
    let fill = CSR.replace("\"shape\"", "\"fill\": true, \"shape\"");
    refused(&fill, &arrays, Parse, "there is no `fill_value`");
    let square = CSR.replace("\"shape\"", "\"structure\": \"symmetric_lower\", \"shape\"");
    refused(
        &square,
        &arrays,
        Mismatch,
        "a tensor of shape [2, 3] is not `symmetric_lower`",
    );
    // The message does not grow with what is wrong.
    let long = CSR.replace("[2, 3]", &format!("\"{}\"", "x".repeat(10000)));
    let error = read_arrays(&long, &arrays).map(|_: Csr<f64>| ()).unwrap_err();
    assert!(error.to_string().len() < 200, "{error}")
}

#[test]
fn levels() {
    let arrays = csr(&[0, 1, 2], &[2, 0], &[1.0, 2.0]);
    let custom = |custom: &str, words: &str| {
        let descriptor = CSR.replace("\"CSR\"", &format!("\"custom\", \"custom\": {custom}"));
        refused(&descriptor, &arrays, Parse, words)
    };
    let element = r#"{ "level_desc": "element" }"#;
    let level = |kind: &str, rank: &str| {
        format!(r#"{{ "level": {{ "level_desc": "{kind}", "rank": {rank}, "level": {element} }} }}"#)
    };
    custom("7", "`custom` is an object");
    custom("{}", "there is no `level`, which is an object");
    custom(r#"{"level": {}}"#, "there is no `level_desc`");
    custom(
        r#"{"level": {"level_desc": "dense", "rank": 1}}"#,
        "there is no `level`",
    );
    custom(r#"{"level": {"level_desc": "dense"}}"#, "there is no `rank`");
    custom(&level("hashed", "2"), "and not `hashed`");
    custom(&level("sparse", "0"), "a level has rank 0");
    custom(
        &level("sparse", "3"),
        "levels of the ranks [3] do not store a tensor of 2 dimensions",
    );
    custom(
        &level("sparse", "18446744073709551615"),
        "levels of the ranks [18446744073709551615]",
    );
    let transposed = |order: &str| level("sparse", "2").replacen('{', &format!("{{ \"transpose\": {order}, "), 1);
    custom(&transposed("[0, 0]"), "`transpose` is [0, 0]");
    custom(&transposed("[0]"), "`transpose` is [0]");
    custom(&transposed("[1, 2]"), "`transpose` is [1, 2]");
    custom(&transposed("[1, -1]"), "`transpose` is a number from 0 on");
    let other = CSR.replace("\"shape\"", &format!("\"custom\": {}, \"shape\"", level("sparse", "2")));
    refused(
        &other,
        &arrays,
        Parse,
        "the format is `CSR`, and `custom` describes another one",
    )
}

#[test]
fn arrays() {
    let check = |ptr: &[i64], idx: &[i64], val: &[f64], kind: ErrorKind, words: &str| {
        refused(CSR, &csr(ptr, idx, val), kind, words)
    };
    let two = [1.0, 2.0];
    check(
        &[0, 2],
        &[0, 1],
        &two,
        Parse,
        "pointers_to_1 has 2 numbers for 2 positions",
    );
    check(&[], &[0, 1], &two, Parse, "pointers_to_1 has 0 numbers for 2 positions");
    check(&[1, 1, 2], &[0, 1], &two, Invalid, "pointers_to_1 starts with 0");
    check(&[0, 2, 1], &[0, 1], &two, Invalid, "pointers_to_1 starts with 0");
    check(&[0, 1, 1], &[0, 1], &two, Invalid, "ends with 2");
    check(&[0, 1, i64::MAX], &[0, 1], &two, Invalid, "ends with 2");
    check(
        &[0, -1, 2],
        &[0, 1],
        &two,
        TooLarge,
        "pointers_to_1.npy: a value does not fit usize",
    );
    check(
        &[0, 1, 2],
        &[0, -1],
        &two,
        TooLarge,
        "indices_1.npy: a value does not fit usize",
    );
    check(&[0, 1, 2], &[0, 3], &two, OutOfBounds, "3");
    check(&[0, 2, 2], &[1, 3], &two, OutOfBounds, "3");
    check(
        &[0, 2, 2],
        &[3, 1],
        &two,
        OutOfBounds,
        "indices_1 holds 3 at place 0, and the extent is 3",
    );
    check(
        &[0, 2, 2],
        &[1, 1],
        &two,
        Invalid,
        "several entries have the indices [0, 1]",
    );
    check(
        &[0, 1, 2],
        &[0, 1],
        &[1.0],
        Parse,
        "values has 1 values, and 2 are stored",
    );
    check(&[0, 1, 2], &[0], &two, Invalid, "ends with 1");
    let mut arrays = csr(&[0, 1, 2], &[0, 1], &two);
    arrays[2].1 = array("<f8", "2, 1", &two);
    refused(
        CSR,
        &arrays,
        Parse,
        "values.npy: an array has 2 dimensions, and not one",
    );
    refused(CSR, &arrays[..2], Parse, "there is no member values.npy");
    let coordinates = r#"{ "version": "0.1", "format": "COO", "shape": [2, 3], "number_of_stored_values": 2,
        "data_types": { "indices_0": "uint8", "indices_1": "uint8", "values": "float64" } }"#;
    let coo = |rows: &[u8], cols: &[u8]| {
        [
            ("indices_0", list(rows)),
            ("indices_1", list(cols)),
            ("values", list(&two)),
        ]
    };
    refused(
        coordinates,
        &coo(&[0, 1], &[0]),
        Parse,
        "indices_1 has 1 numbers, and indices_0 has 2",
    );
    refused(
        coordinates,
        &coo(&[2, 1], &[0, 1]),
        OutOfBounds,
        "indices_0 holds 2 at place 0, and the extent is 2",
    );
    refused(
        coordinates,
        &coo(&[1, 1], &[2, 2]),
        Invalid,
        "several entries have the indices [1, 2]",
    );
    let odd = coordinates.replace("\"float64\"", "\"complex[float64]\"");
    let odd = read_arrays(
        &odd,
        &[&coo(&[0, 1], &[0, 1])[..2], &[("values", list(&[1.0, 2.0, 3.0]))]].concat(),
    );
    let error = odd.map(|_: Csr<num_complex::Complex<f64>>| ()).unwrap_err();
    assert!(
        error.to_string().contains("values.npy: 3 numbers are no pairs"),
        "{error}"
    );
    // Other numbers of dimensions than those of the nest.
    let error = read_arrays(CSR, &csr(&[0, 1, 2], &[2, 0], &two))
        .map(|_: SparseVector<f64>| ())
        .unwrap_err();
    assert_eq!(error.kind(), Mismatch, "{error}");
}

/// Extents that are claimed: what they would take is refused before it is taken.
#[test]
fn claims() {
    let large = |format: &str, shape: &str, stored: &str, kind: ErrorKind, words: &str| {
        let descriptor = CSR
            .replace("\"CSR\"", format)
            .replace("[2, 3]", shape)
            .replace("values\": 2", &format!("values\": {stored}"))
            .replace("\"float64\"", "\"iso[float64]\", \"indices_0\": \"int64\"");
        let mut arrays = csr(&[0, 1], &[0], &[1.0]).to_vec();
        arrays.push(("indices_0", list(&[0_i64])));
        refused(&descriptor, &arrays, kind, words)
    };
    let huge = "[4611686018427387904, 4611686018427387904]";
    large(
        "\"CSR\"",
        huge,
        "2",
        Parse,
        "pointers_to_1 has 2 numbers for 4611686018427387904 positions",
    );
    large("\"DMAT\"", huge, "2", TooLarge, "is too large");
    large(
        "\"DMAT\"",
        "[1048576, 1048576]",
        "1099511627776",
        TooLarge,
        "values would take 1099511627776 times 8 bytes",
    );
    large("\"COO\"", huge, "1", TooLarge, "need room for 4611686018427387904");
    large(
        "\"COO\"",
        "[268435456, 1]",
        "1",
        TooLarge,
        "need room for 268435456 rows at once, more than 1048576",
    );
    large(
        "\"DCSR\"",
        "[268435456, 1]",
        "1",
        TooLarge,
        "need room for 268435456 rows",
    );
    let custom = r#""custom", "custom": { "level": { "level_desc": "sparse", "rank": 1,
        "level": { "level_desc": "dense", "rank": 1, "level": { "level_desc": "element" } } } }"#;
    large(
        custom,
        "[1, 1099511627776]",
        "1099511627776",
        TooLarge,
        "values would take",
    );
    large(custom, huge, "1", Parse, "`number_of_stored_values` is 1");
    // Nothing at all, of extents whose product is none.
    let descriptor = CSR
        .replace(
            "\"CSR\"",
            r#""custom", "custom": { "level": { "level_desc": "sparse", "rank": 1, "level":
            { "level_desc": "dense", "rank": 2, "level": { "level_desc": "element" } } } }"#,
        )
        .replace("[2, 3]", "[1, 4611686018427387904, 4611686018427387904]")
        .replace("values\": 2", "values\": 0")
        .replace("\"pointers_to_1\"", "\"indices_0\"");
    let arrays = [("indices_0", list::<i64>(&[])), ("values", list::<f64>(&[]))];
    let empty: Result<Coo3<f64>> = read_arrays(&descriptor, &arrays);
    // The nest has indices of 32 bits.
    assert_eq!(empty.map(drop).unwrap_err().kind(), TooLarge);
    let transposed = CSR
        .replace("\"CSR\"", "\"DMATC\"")
        .replace("[2, 3]", "[0, 3]")
        .replace("values\": 2", "values\": 0");
    let none: Result<Csr<f64>> = read_arrays(&transposed, &[("values", list::<f64>(&[]))]);
    assert_eq!(none.map(|a| a.count_stored()), Ok(0));
    let limited = Options::default().max_bytes(100);
    let whole = archive(CSR, &csr(&[0, 1, 2], &[2, 0], &[1.0, 2.0]));
    let error = limited.read(&whole[..]).map(|_: Dcsr<f64>| ()).unwrap_err();
    assert_eq!(error.kind(), TooLarge, "{error}");
    // Rows that list nothing.
    let tall = CSR
        .replace("\"CSR\"", "\"DCSR\"")
        .replace("[2, 3]", "[5000, 1]")
        .replace("\"data_types\": {", "\"data_types\": { \"indices_0\": \"int64\",");
    let mut arrays = csr(&[0, 1, 2], &[0, 0], &[1.0, 2.0]).to_vec();
    arrays.push(("indices_0", list(&[7_i64, 4999])));
    let tall = archive(&tall, &arrays);
    assert_eq!(read(&tall[..]).map(|a: Csr<f64>| a.get([4999, 0])), Ok(Some(2.0)));
    let few = Options::default().max_cells(1).read(&tall[..]).map(|_: Csr<f64>| ());
    assert_eq!(few.unwrap_err().kind(), TooLarge)
}

#[test]
fn descriptors_of_archives() {
    let members = csr(&[0, 1, 2], &[2, 0], &[1.0, 2.0]);
    let with = |descriptor: Option<Vec<u8>>| {
        let mut all = members.to_vec();
        all.extend(descriptor.map(|text| ("binsparse", text)));
        read(&zip(&all)[..])
            .map(|_: Csr<f64>| ())
            .map_err(|error| error.to_string())
    };
    let text = |dtype: &str, bytes: &[u8]| {
        npy(
            &format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': (), }}"),
            bytes,
        )
    };
    assert_eq!(with(None), Err("there is no member binsparse.npy".into()));
    let count = CSR.len();
    assert_eq!(with(Some(text(&format!("|S{count}"), CSR.as_bytes()))), Ok(()));
    // As NumPy has texts: letters of four bytes, in either order.
    let mut letters: Vec<u8> = CSR.chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
    assert_eq!(with(Some(text(&format!("<U{count}"), &letters))), Ok(()));
    let turned: Vec<u8> = CSR.chars().flat_map(|letter| u32::from(letter).to_be_bytes()).collect();
    assert_eq!(with(Some(text(&format!(">U{count}"), &turned))), Ok(()));
    letters[3] = 255;
    let error = with(Some(text(&format!("<U{count}"), &letters)));
    assert_eq!(error, Err("binsparse.npy: a text has letters that are none".into()));
    let error = with(Some(text("|S1000000", CSR.as_bytes())));
    assert!(error.is_err_and(|error| error.starts_with("binsparse.npy: the text ends after")));
    let error = with(Some(text("|S99999999999", CSR.as_bytes())));
    assert!(error.is_err_and(|error| error.contains("values of type `|S99999999999` are not read")));
    let error = with(Some(list(&[1.0])));
    assert!(error.is_err_and(|error| error.contains("there is no text")));
}

#[test]
fn cut_off_and_changed() -> Result<()> {
    let entries = (0..8).map(|i| ([i % 4, i], i as f64 + 0.5));
    let a: Csr<f64> = Csr::from_triplets([4, 8], entries, Add)?;
    for (format, compressed) in [(Format::Csr, false), (Format::Cooc, true)] {
        let mut file = Vec::new();
        let options = WriteOptions::default().format(format).compressed(compressed);
        options.write(&a, &mut file)?;
        for cut in 0..file.len() {
            let read = read(&file[..cut]).map(|_: Csr<f64>| ());
            assert!(read.is_err(), "{format:?} cut at {cut}")
        }
        for at in 0..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 0x81;
            // Check sums tell what is changed in arrays; dates and attributes may be anything.
            if let Ok(read) = read(&changed[..]) {
                let read: Csr<f64> = read;
                read.validate()?;
                assert_eq!(read, a, "{format:?}: byte {at}")
            }
        }
    }
    Ok(())
}

/// Descriptors in which a byte is another one, over arrays that are whole: an error, or what the descriptor says.
#[test]
fn descriptors_with_other_bytes() {
    let descriptor = CSR.replace(
        "\"float64\" }",
        "\"float64\" }, \"structure\": \"general\", \"fill\": false",
    );
    let arrays = csr(&[0, 1, 2], &[2, 0], &[1.0, 2.0]);
    for at in 0..descriptor.len() {
        for other in [b'0', b'9', b'"', b'{', b']', b'-', b'.', b' ', b'x', 0xff] {
            let mut bytes = descriptor.clone().into_bytes();
            bytes[at] = other;
            let mut members = vec![("binsparse", {
                let header = format!(
                    "{{'descr': '|S{}', 'fortran_order': False, 'shape': (), }}",
                    bytes.len()
                );
                npy(&header, &bytes)
            })];
            members.extend(arrays.iter().cloned());
            if let Ok(read) = read(&zip(&members)[..]) {
                let read: Csr<f64> = read;
                assert!(read.validate().is_ok() && read.count_stored() == 2)
            }
        }
    }
}
