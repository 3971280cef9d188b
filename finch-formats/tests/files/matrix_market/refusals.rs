//! What is refused, and where.

use finch_formats::io::matrix_market::{Reader, read};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;
use typenum::U2;

const REAL: &str = "%%MatrixMarket matrix coordinate real general\n";

#[track_caller]
fn refused(file: &str, kind: ErrorKind, message: &str) {
    let result: Result<Coo<f64>> = read(file.as_bytes());
    let error = result.unwrap_err();
    assert_eq!(error.to_string(), message);
    assert_eq!(error.kind(), kind);
}

/// Files, with the kind of the error and what it says.
macro_rules! refuse {
    ($($file:expr => $kind:ident $message:expr;)*) => { $( refused(&$file, ErrorKind::$kind, $message); )* };
}

#[test]
fn what_is_not_a_banner() {
    let start = "line 1: a Matrix Market file starts with `%%MatrixMarket`, at once";
    refuse! {
        "" => Parse "line 1: the file is empty";
        "1 1 1\n" => Parse start;
        "\n%%MatrixMarket matrix coordinate real general\n" => Parse start;
        "%MatrixMarket matrix coordinate real general\n" => Parse start;
        "%%MatrixMarkets matrix coordinate real general\n" => Parse start;
        "%%MatrixMarket matrix coordinate real\n" => Parse "line 1: the banner names no symmetry";
        "%%MatrixMarket matrix list real general\n" => Parse
            "line 1: the format `list` is none of those that are read: coordinate, array";
        "%%MatrixMarket matrix coordinate real hermitian\n" => Parse
            "line 1: only complex numbers have conjugates: others cannot be hermitian";
        "%%MatrixMarket matrix coordinate real general twice\n" => Parse
            "line 1: `twice` stands after the banner, where nothing may follow";
        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n" => Parse
            "line 1: a pattern has no values that could be negated: it cannot be skew-symmetric";
        "\u{1f}\u{8b}" => Parse start;
    }
}

#[test]
fn sizes() {
    refuse! {
        REAL => Parse "line 2: the file ends before its size line";
        format!("{REAL}3 3\n") => Parse "line 2: there is no number of entries";
        format!("{REAL}3 3 1 1\n") => Parse "line 2: `1` stands after the size, where nothing may follow";
        format!("{REAL}3 -3 1\n") => Parse "line 2: `-3` is not a number of columns";
        format!("{REAL}3 3 99999999999999999999\n") => TooLarge
            "line 2: `99999999999999999999` is too large for a number of entries";
        "%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n" => Parse
            "line 2: a matrix of 2 by 3 cannot be symmetric";
    }
    for (symmetry, size) in [
        ("general", "4000000000000000000 5"),
        ("symmetric", "18446744073709551615 18446744073709551615"),
    ] {
        let huge = format!("%%MatrixMarket matrix array real {symmetry}\n{size}\n");
        let error = Reader::new(huge.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
    }
    refuse! {
        format!("{REAL}3 3 9223372036854775807\n1 1 1\n") => Parse
            "line 4: the file ends after 1 of 9223372036854775807 entries";
    }
}

#[test]
fn entries() {
    let entry = |line: &str| format!("{REAL}% comment\n2 3 1\n{line}\n");
    refuse! {
        entry("0 1 1") => OutOfBounds "line 4: row 0 is not one of 1 to 2";
        entry("1 4 1") => OutOfBounds "line 4: column 4 is not one of 1 to 3";
        entry("1.0 1 1") => Parse "line 4: `1.0` is not a row";
        entry("18446744073709551617 1 1") => TooLarge "line 4: `18446744073709551617` is too large for a row";
        entry("1 1") => Parse "line 4: there is no value";
    }
    for word in [
        "x", "1,5", "0x10", "1_000", "1e", "1e+", ".", "-", "+", "--1", "1.5.2", "1\0", "١", "nane", "1e5e5",
    ] {
        let message = format!("line 4: `{}` is not a value", word.escape_debug());
        refused(&entry(&format!("1 1 {word}")), ErrorKind::Parse, &message)
    }
    refuse! {
        entry("1 1 1e999") => TooLarge "line 4: `1e999` is beyond the range of f64";
        entry("1 1 1 % comment") => Parse "line 4: `%` stands after an entry, where nothing may follow";
        entry("1 1 1\n2 2 2") => Parse "line 5: the size line promises 1 entries, and here is another line";
        entry("") => Parse "line 5: the file ends after 0 of 1 entries";
        entry("1 1 1\r1 2 1") => Parse "line 4: a carriage return stands without a line feed";
        format!("{REAL}1 1 1\n1 1 1\n{REAL}1 1 1\n1 1 1\n") => Parse "line 4: a second matrix starts here";
    }
    let integer = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 ";
    refuse! {
        format!("{integer}1.5\n") => Parse "line 3: `1.5` is not an integer, as values of this file are";
        format!("{integer}9223372036854775808\n") => TooLarge
            "line 3: `9223372036854775808` does not fit an integer of 64 bits";
        "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 1\n1 1 -1\n" => TooLarge
            "line 3: `-1` does not fit an unsigned integer of 64 bits";
        "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n" => Parse
            "line 3: `1` stands after an entry, where nothing may follow";
        "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n" => Parse
            "line 3: entry 1 2 is above the diagonal, where a symmetric file names none";
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 0\n" => Parse
            "line 3: entry 2 2 is on the diagonal, where a skew-symmetric file names none";
    }
    // The line is right behind many that were read fast.
    let many: String = (1..=5000).map(|row| format!("{row} 1 1\n")).collect();
    refuse! {
        format!("{REAL}5001 1 5001\n{many}5001 2 1\n") => OutOfBounds "line 5003: column 2 is not one of 1 to 1";
    }
    let long = format!("{REAL}1 1 1\n{}1 1 1", " ".repeat(3 << 20));
    refuse! {
        long => TooLarge "line 3: the line is longer than 1048576 bytes";
    }
}

#[test]
fn values_of_another_type() {
    let file = |field: &str, symmetry: &str, value: &str| {
        format!("%%MatrixMarket matrix coordinate {field} {symmetry}\n2 2 1\n2 1 {value}\n")
    };
    macro_rules! refuse {
        ($($matrix:ty: $field:literal $symmetry:literal $value:literal => $message:literal;)*) => { $(
            let result: Result<$matrix> = read(file($field, $symmetry, $value).as_bytes());
            assert_eq!(result.unwrap_err().to_string(), $message);
        )* };
    }
    refuse! {
        Csr<f64>: "complex" "general" "1 2" => "line 1: a file of `complex` entries cannot be read into f64: read it as `Complex<f64>`";
        Csr<i32>: "real" "general" "1" =>
            "line 1: a file of `real` entries cannot be read into i32: read it as `f64` and convert: `b[j, i] = a[j, i] as i32`";
        CsrPattern: "real" "general" "1" =>
            "line 1: a file of `real` entries cannot be read into bool: read it as `f64` and compare: `b[j, i] = a[j, i] != 0.0`";
        Csr<u8>: "integer" "general" "256" => "line 3: `256` does not fit u8";
        Csr<bool>: "integer" "general" "2" => "line 3: `2` does not fit bool";
        Csr<f32>: "real" "general" "1e39" => "line 3: `1e39` is beyond the range of f32";
        Csr<Complex<f32>>: "complex" "general" "1 -1e39" => "line 3: `1 -1e39` is beyond the range of Complex<f32>";
        Csr<i8>: "integer" "skew-symmetric" "-128" =>
            "line 3: entry 2 1 is mirrored by a negative, and -128 has none in i8";
    }
    let complex: Result<Csr<f64>> = read(file("complex", "general", "1 2").as_bytes());
    assert_eq!(complex.unwrap_err().kind(), ErrorKind::Mismatch);
    let sum = file("integer", "general", "100").replace("2 2 1\n", "2 2 2\n2 1 100\n");
    for result in [
        read::<Dense<SparseList<Element<i8>>>>(sum.as_bytes()).map(|_| ()),
        read::<SparseCoo<U2, Element<i8>>>(sum.as_bytes()).map(|_| ()),
    ] {
        let error = result.unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2: entries at one place have no value together: overflow in `+`: the result is beyond its type"
        );
        assert_eq!(error.kind(), ErrorKind::Arithmetic);
    }
    let matrix: Csr<u8> = read(sum.as_bytes()).unwrap();
    assert_eq!(matrix.get([1, 0]), Some(200));
    let result: Result<Csr<u8>> = read(file("integer", "skew-symmetric", "5").as_bytes());
    let message = result.unwrap_err().to_string();
    assert!(
        message.starts_with("line 3: entry 2 1 is mirrored by a negative"),
        "{message}"
    );
}

#[test]
fn files_that_are_not_there() {
    let error = Csr::<f64>::read_matrix_market("there/is/no/such.mtx").unwrap_err();
    assert!(error.to_string().starts_with("there/is/no/such.mtx: "), "{error}");
    assert_eq!(error.kind(), ErrorKind::Io);
    let source = std::error::Error::source(&error).expect("what the operating system says");
    assert!(source.is::<std::io::Error>());
}
