//! What is read, and into what.

use finch_formats::io::matrix_market::{Field, Format, Options, Reader, Symmetry, read};
use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use num_complex::Complex;

/// The entries that a file lists.
fn listed(file: &str) -> Result<Vec<(usize, usize, f64)>> {
    let mut entries = Vec::new();
    Reader::new(file.as_bytes())?.for_each(|row, col, value| entries.push((row, col, value)))?;
    Ok(entries)
}

fn dense(file: &str) -> Vec<f64> {
    let matrix: Csr<f64> = read(file.as_bytes()).unwrap();
    matrix.validate().unwrap();
    matrix.to_dense().unwrap()
}

#[test]
fn fields_and_symmetries() {
    let file = "%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 1.5e1\n1 1 -.5\n";
    assert_eq!(dense(file), [-0.5, 0.0, 0.0, 0.0, 0.0, 15.0]);
    assert_eq!(listed(file).unwrap(), [(1, 2, 15.0), (0, 0, -0.5)]);

    let file = "%%MatrixMarket MATRIX Coordinate Integer Symmetric\n3 3 2\n2 2 +4\n3 1 -007\n";
    let reader = Reader::new(file.as_bytes()).unwrap();
    let header = reader.header();
    let words = (header.format, header.field, header.symmetry, header.entries);
    assert_eq!(words, (Format::Coordinate, Field::Integer, Symmetry::Symmetric, 2));
    assert_eq!(
        header.to_string(),
        "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n"
    );
    assert_eq!(dense(file), [0.0, 0.0, -7.0, 0.0, 4.0, 0.0, -7.0, 0.0, 0.0]);

    let file = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n";
    assert_eq!(dense(file), [0.0, -3.0, 3.0, 0.0]);

    let file = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 4 0\n2 1 1 -2.5\n";
    let matrix: Csr<Complex<f32>> = read(file.as_bytes()).unwrap();
    let (four, pair) = (Complex::new(4.0, 0.0), Complex::new(1.0, -2.5));
    assert_eq!(
        matrix.to_dense().unwrap(),
        [four, pair.conj(), pair, Complex::default()]
    );

    let file = "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n2 1\n2 1\n1 2\n";
    assert_eq!(dense(file), [0.0, 1.0, 2.0, 0.0]);
    let places: CsrPattern = read(file.as_bytes()).unwrap();
    assert_eq!(places.to_dense().unwrap(), [false, true, true, false]);
    let truth: Coo<bool> = Tensor::convert(&places).unwrap();
    assert_eq!(truth.count_stored(), 2);
}

#[test]
fn arrays() {
    let array = |symmetry: &str, rest: &str| format!("%%MatrixMarket matrix array real {symmetry}\n{rest}");
    let file = array("general", "2 3\n1\n2\n% column\n0\n4\n5\n6\n");
    assert_eq!(dense(&file), [1.0, 0.0, 5.0, 2.0, 4.0, 6.0]);
    assert_eq!(listed(&file).unwrap().len(), 6);
    // Zeros are not stored where they are the fill.
    let sparse: Dcsr<f64> = read(file.as_bytes()).unwrap();
    assert_eq!(sparse.count_stored(), 5);
    let over_infinity: CsrWithFill<f64, Inf> = read(file.as_bytes()).unwrap();
    assert_eq!(over_infinity.count_stored(), 6);

    assert_eq!(dense(&array("symmetric", "2 2\n1\n2\n3\n")), [1.0, 2.0, 2.0, 3.0]);
    let skew = dense(&array("skew-symmetric", "3 3\n1\n2\n3\n"));
    assert_eq!(skew, [0.0, -1.0, -2.0, 1.0, 0.0, -3.0, 2.0, 3.0, 0.0]);
    let file = "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n0 1\n2 0\n";
    let matrix: Matrix<Complex<f64>> = read(file.as_bytes()).unwrap();
    assert_eq!(matrix.get([0, 1]), Some(Complex::new(0.0, -1.0)));
    for (file, shape) in [("0 0\n", [0, 0]), ("0 3\n", [0, 3]), ("3 0\n", [3, 0])] {
        let matrix: Csr<f64> = read(array("general", file).as_bytes()).unwrap();
        assert_eq!(&matrix.shape()[..], shape);
    }
    assert_eq!(listed(&array("skew-symmetric", "1 1\n")).unwrap(), []);
    // Many columns of few rows: the fast path has to find its way.
    let many: String = (0..6000).map(|number| format!("{number}\n")).collect();
    let matrix = dense(&array("general", &format!("2 3000\n{many}")));
    assert!((0..6000).all(|number| matrix[number % 2 * 3000 + number / 2] == number as f64));
}

#[test]
fn duplicates_are_combined_and_zeros_kept() {
    let file = "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 2 1\n2 1 0\n1 2 2\n1 2 4\n";
    let matrix: Csr<f64> = read(file.as_bytes()).unwrap();
    assert_eq!(matrix.to_dense().unwrap(), [0.0, 7.0, 0.0, 0.0]);
    assert_eq!(matrix.count_stored(), 2);
    let last: Csr<f64> = Options::default().read_with(file.as_bytes(), Overwrite).unwrap();
    assert_eq!(last.get([0, 1]), Some(4.0));
    let least: WideDcsr<f64> = Options::default().read_with(file.as_bytes(), Min).unwrap();
    assert_eq!(least.count_stored(), 2);
    let least: Dcsr<f64> = Options::default().read_with(file.as_bytes(), Min).unwrap();
    assert_eq!(least.get([0, 1]), Some(1.0));
}

#[test]
fn types_of_values() {
    let file =
        |field: &str, value: &str| format!("%%MatrixMarket matrix coordinate {field} general\n1 1 1\n1 1 {value}\n");
    macro_rules! reads {
        ($($t:ty: $field:literal $text:literal => $value:expr;)*) => { $(
            let matrix: Csr<$t> = read(file($field, $text).as_bytes()).unwrap();
            assert_eq!(matrix.get([0, 0]), Some($value));
        )* };
    }
    reads! {
        i8: "integer" "-128" => -128;
        u8: "integer" "255" => 255;
        i64: "integer" "-9223372036854775808" => i64::MIN;
        u64: "integer" "9223372036854775807" => i64::MAX as u64;
        u64: "unsigned-integer" "18446744073709551615" => u64::MAX;
        f64: "integer" "9007199254740993" => 9007199254740992.0;
        f32: "integer" "16777217" => 16777216.0;
        f64: "unsigned-integer" "18446744073709551615" => 18446744073709551616.0;
        f64: "real" "0.1000000000000000055511151231257827" => 0.1;
        f64: "real" "4.9e-324" => 5e-324;
        f64: "real" "1e-400" => 0.0;
        f64: "real" "9007199254740993" => 9007199254740992.0;
        f64: "real" "123456789012345678901234567890" => 123456789012345678901234567890.0;
        f64: "real" "00000000000000000000000000000001.5" => 1.5;
        f64: "real" "+1e+02" => 100.0;
        f64: "real" "-0" => 0.0;
        f64: "real" "-inf" => f64::NEG_INFINITY;
        f64: "real" "Infinity" => f64::INFINITY;
        f64: "real" "2.5d-1" => 0.25;
        f64: "real" "1.5D+02" => 150.0;
        // Rounded once: the nearest number of 64 bits is halfway between two of 32.
        f32: "real" "1.00000017881393432617187499" => 1.000_000_1;
        f32: "real" "16777217.000000001" => 16777218.0;
        Complex<f64>: "complex" "1.5 -2D1" => Complex::new(1.5, -20.0);
        Complex<f64>: "real" "1.5" => Complex::new(1.5, 0.0);
        Complex<f32>: "integer" "-3" => Complex::new(-3.0, 0.0);
        bool: "integer" "1" => true;
    }
    let matrix: Csr<f64> = read(file("real", "-0").as_bytes()).unwrap();
    assert!(matrix.get([0, 0]).unwrap().is_sign_negative());
    let matrix: Csr<f64> = read(file("real", "NaN").as_bytes()).unwrap();
    assert!(matrix.get([0, 0]).unwrap().is_nan());
}

#[test]
fn numbers_are_read_to_the_nearest() {
    // As the standard library does, for numbers of all lengths and exponents.
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let words: Vec<String> = (0..4000)
        .map(|number| {
            let digits = (next() % 10_u64.pow(1 + number % 19)).to_string();
            let (left, right) = digits.split_at(next() as usize % (digits.len() + 1));
            let point = if right.is_empty() && next() % 2 == 0 { "" } else { "." };
            let exponent = match next() % 3 {
                0 => String::new(),
                1 => format!("e{}", (next() % 60) as i64 - 30),
                _ => format!("E{:+}", (next() % 700) as i64 - 350),
            };
            let sign = ["", "-", "+"][next() as usize % 3];
            format!("{sign}{left}{point}{right}{exponent}")
        })
        .filter(|word| word.parse::<f64>().is_ok_and(f64::is_finite))
        .collect();
    let lines: String = words.iter().map(|word| format!(" {word} \n")).collect();
    let file = format!("%%MatrixMarket matrix array real general\n{} 1\n{lines}", words.len());
    let mut row = 0;
    let check = |_, _, value: f64| {
        let wanted: f64 = words[row].parse().unwrap();
        assert_eq!(value.to_bits(), wanted.to_bits(), "{}", words[row]);
        row += 1
    };
    Reader::new(file.as_bytes()).unwrap().for_each(check).unwrap();
    assert_eq!(row, words.len());
}

#[test]
fn comments_blanks_and_line_ends() {
    let lines = "%%MatrixMarket matrix coordinate real general\n%\n\n  % indented\n\t\n 2\t2  2 \n% among entries\n\n2 1   \
                 5\n1\t1\t6 \t\n \n%% end\n";
    for file in [lines.into(), lines.replace('\n', "\r\n"), lines.trim_end().into()] {
        let file: String = file;
        assert_eq!(listed(&file).unwrap(), [(1, 0, 5.0), (0, 0, 6.0)]);
        let marked = format!("\u{feff}{file}");
        assert_eq!(listed(&marked).unwrap().len(), 2);
    }
    let mut bytes = b"%%MatrixMarket matrix coordinate real general\n% \xe9\xff\n0 0 0".to_vec();
    bytes.push(b' ');
    let matrix: Csr<f64> = read(&bytes[..]).unwrap();
    assert_eq!(&matrix.shape()[..], [0, 0]);
}

/// A reader that gives a byte at a time, is interrupted before each of them, and ends with an error if it has one.
pub(crate) struct Trickle<'a> {
    bytes: &'a [u8],
    interrupted: bool,
    end: Option<std::io::ErrorKind>,
}

impl<'a> Trickle<'a> {
    pub(crate) fn new(bytes: &'a [u8], end: Option<std::io::ErrorKind>) -> Self {
        Trickle {
            bytes,
            interrupted: false,
            end,
        }
    }
}

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let count = usize::from(!self.bytes.is_empty() && !buffer.is_empty());
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        match self.end {
            Some(kind) if count == 0 => Err(kind.into()),
            _ => Ok(count),
        }
    }
}

/// What is wrong with lines that have come is said before that no more can be read.
#[test]
fn files_that_cannot_be_read_to_the_end() {
    let kind = |rest: &str| {
        let file = format!("%%MatrixMarket matrix coordinate real general\n2 2 2\n{rest}");
        let result: Result<Csr<f64>> = read(Trickle::new(file.as_bytes(), Some(std::io::ErrorKind::TimedOut)));
        result.unwrap_err().kind()
    };
    assert_eq!(kind(""), ErrorKind::Io);
    assert_eq!(kind("1 1 1.5\n2 2 "), ErrorKind::Io);
    assert_eq!(kind("1 1 1.5\n2 2 2.5\n"), ErrorKind::Io);
    assert_eq!(kind("1 one 1.5\n2 2 "), ErrorKind::Parse);
    assert_eq!(kind("1 3 1.5\n2 2 "), ErrorKind::OutOfBounds);
}

#[test]
fn folders_are_no_files() {
    let folder = std::env::temp_dir();
    let error = Csr::<f64>::read_matrix_market(&folder).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert_eq!(error.to_string(), format!("{}: is a directory", folder.display()))
}

#[test]
fn blocks_may_end_anywhere() {
    // More than a block of text, of lines that are longer and longer.
    let entries: String = (1..=3000)
        .map(|number| format!("{number}{}1 {number}.5\n", " ".repeat(number % 50 + 1)))
        .collect();
    let file = format!("%%MatrixMarket matrix coordinate real general\n3000 1 3000\n{entries}");
    let whole: Csr<f64> = read(file.as_bytes()).unwrap();
    let trickled: Csr<f64> = read(Trickle::new(file.as_bytes(), None)).unwrap();
    assert_eq!(whole.count_stored(), 3000);
    assert_eq!(whole, trickled);
    assert!((0..3000).all(|row| whole.get([row, 0]) == Some(row as f64 + 1.5)));
}

#[test]
fn extents_are_believed_within_reason() {
    let file = |size: &str| format!("%%MatrixMarket matrix coordinate real general\n{size} 1\n1 1 1\n");
    fn refused<L>(result: Result<Tensor<L>>, words: &str)
    where
        L: finch_formats::traits::level::Level,
    {
        let error = result.err().expect("too large");
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let message = error.to_string();
        assert!(message.starts_with("line 2: ") && message.contains(words), "{message}");
    }
    let huge = file("4000000000000000000 4000000000000000000");
    refused(
        read(huge.as_bytes()) as Result<Csr<f64>>,
        "2147483648 for which there may be a pointer each",
    );
    refused(
        read::<finch_formats::Dense<finch_formats::Dense<Element<f64>>>>(huge.as_bytes()),
        "pointer each",
    );
    let narrow: Result<Dcsr<f64>> = read(huge.as_bytes());
    refused(narrow, "4000000000000000000");
    let wide: WideDcsr<f64> = read(huge.as_bytes()).unwrap();
    assert_eq!(wide.get([0, 0]), Some(1.0));
    refused(
        read::<SparseList<SparseList<Element<f64>>>>(file("18446744073709551615 1").as_bytes()),
        "largest extent",
    );

    // Within the limit, but out of proportion: see `Options::rows_per_entry`.
    let long = file("2000000000 10");
    refused(
        read(long.as_bytes()) as Result<Csr<f64>>,
        "too many to have a pointer each, for 1 entries",
    );
    let rows: Dcsr<f64> = read(long.as_bytes()).unwrap();
    assert_eq!(rows.count_stored(), 1);
    let few = Options::default().max_rows(5);
    refused(few.read(file("6 1").as_bytes()) as Result<Csr<f64>>, "more than the 5");
    assert!((few.read(file("5 1").as_bytes()) as Result<Csr<f64>>).is_ok());
    // A million rows are free.
    let free: Csr<f64> = read(file("1000000 1").as_bytes()).unwrap();
    assert_eq!(free.count_stored(), 1);

    refused(
        read::<Dense<Dense<Element<f64>>>>(file("100000 100000").as_bytes()),
        "stored densely",
    );
    let dense: Matrix<f64> = read(file("1000 1000").as_bytes()).unwrap();
    assert_eq!(dense.get([0, 0]), Some(1.0));
}

#[test]
fn rows_are_sorted_however_they_come() {
    // Few rows for the entries, and many.
    for rows in [7_usize, 40_000] {
        let entries: Vec<(usize, usize)> = (0..5000_usize)
            .map(|number| (number * 7919 % rows, number * 104_729 % 90))
            .collect();
        let lines: String = entries
            .iter()
            .enumerate()
            .map(|(number, (row, col))| format!("{} {} {number}\n", row + 1, col + 1))
            .collect();
        let file = format!("%%MatrixMarket matrix coordinate integer general\n{rows} 90 5000\n{lines}");
        let wanted = entries
            .iter()
            .enumerate()
            .map(|(number, &(row, col))| ([row, col], number as i64));
        let wanted = Coo::from_triplets([rows, 90], wanted, Add).unwrap();
        let found: Csr<i64> = read(file.as_bytes()).unwrap();
        found.validate().unwrap();
        assert_eq!(found.count_stored(), wanted.count_stored());
        assert!(found == wanted);
        let found: Coo<i64> = read(file.as_bytes()).unwrap();
        assert!(found == wanted);
    }
}

/// The format that a file is like.
#[test]
fn formats_of_files() -> Result<()> {
    let path = std::env::temp_dir().join(format!("finch-formats-of-files-{}.mtx", std::process::id()));
    let format = |text: &str| {
        std::fs::write(&path, format!("%%MatrixMarket matrix {text}\n")).unwrap();
        let matrix = AnyMatrix::<f64>::read(&path)?;
        let (format, full) = (matrix.format(), matrix.convert(MatrixFormat::Full)?);
        Matrix::try_from(full).map(|full| (format, full.values().to_vec()))
    };
    let of_two = |low, high| vec![1.0, high, low, 0.0];
    for (text, wanted, values) in [
        (
            "array real general\n2 2\n1\n2\n3\n0",
            MatrixFormat::Full,
            of_two(2.0, 3.0),
        ),
        (
            "array real general\n2 2\n1\n2\n2\n0",
            MatrixFormat::Full,
            of_two(2.0, 2.0),
        ),
        (
            "array real symmetric\n2 2\n1\n2\n0",
            MatrixFormat::FullSymmetric,
            of_two(2.0, 2.0),
        ),
        (
            "array real skew-symmetric\n2 2\n2",
            MatrixFormat::Full,
            vec![0.0, -2.0, 2.0, 0.0],
        ),
        (
            "coordinate real general\n2 2 2\n1 1 1\n2 1 2",
            MatrixFormat::Csr,
            of_two(2.0, 0.0),
        ),
        (
            "coordinate real symmetric\n2 2 2\n1 1 1\n2 1 2",
            MatrixFormat::FullSymmetric,
            of_two(2.0, 2.0),
        ),
        (
            "coordinate real symmetric\n2 2 1\n1 1 1",
            MatrixFormat::Csr,
            of_two(0.0, 0.0),
        ),
    ] {
        assert_eq!(format(text)?, (wanted, values), "{text}")
    }
    std::fs::write(
        &path,
        "%%MatrixMarket matrix coordinate real general\n5000000 1 1\n1 1 1\n",
    )
    .unwrap();
    assert_eq!(AnyMatrix::<f64>::read(&path)?.format(), MatrixFormat::Dcsr);
    std::fs::remove_file(&path).unwrap();
    Ok(())
}
