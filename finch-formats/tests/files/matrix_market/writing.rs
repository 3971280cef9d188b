//! What is written reads as what it was; and what is damaged then is no reason to panic.

use finch_formats::ErrorKind;
use finch_formats::io::matrix_market::{Field, FileValue, Format, Symmetry, WriteOptions, read, write};
use finch_formats::prelude::*;
use finch_formats::random::Random;
use finch_formats::traits::lifecycle::WriteLevel;
use num_complex::Complex;
use quickcheck::{Arbitrary, Gen, TestResult, quickcheck};
use std::fmt::Debug;
use typenum::U2;

/// A shape with entries in it, of which several may be at one place.
#[derive(Clone, Debug)]
struct Given<T> {
    shape: [usize; 2],
    entries: Vec<([usize; 2], T)>,
}

impl<T: Arbitrary> Arbitrary for Given<T> {
    fn arbitrary(g: &mut Gen) -> Self {
        let shape = [usize::arbitrary(g) % 12, usize::arbitrary(g) % 12];
        let mut entries = Vec::<([usize; 2], T)>::arbitrary(g);
        if shape.contains(&0) {
            entries.clear()
        }
        for (index, _) in &mut entries {
            *index = [index[0] % shape[0], index[1] % shape[1]]
        }
        Given { shape, entries }
    }
}

/// Arbitrary pairs of numbers.
#[derive(Clone, Copy, Debug)]
struct Pair(f32, f32);

impl Arbitrary for Pair {
    fn arbitrary(g: &mut Gen) -> Self {
        Pair(f32::arbitrary(g), f32::arbitrary(g))
    }
}

impl<T: Copy> Given<T> {
    fn map<U>(&self, convert: impl Fn(T) -> U) -> Given<U> {
        Given {
            shape: self.shape,
            entries: self
                .entries
                .iter()
                .map(|&(index, value)| (index, convert(value)))
                .collect(),
        }
    }
}

/// What a matrix stores, in bits.
fn stored<L: WriteLevel<T: FileValue>>(matrix: &Tensor<L>) -> Vec<(Vec<usize>, String)> {
    let mut all = Vec::new();
    // `Debug` tells zeros apart and numbers of all digits; any two that are not numbers are alike.
    matrix.for_each(|index, value| all.push((index.to_vec(), format!("{value:?}"))));
    all
}

/// `matrix` is what it was before it was written.
fn round<L>(matrix: &Tensor<L>, options: &WriteOptions)
where
    L: WriteLevel<T: FileValue, Rank = U2> + Default + 'static,
{
    let mut file = Vec::new();
    options.write(matrix, &mut file).unwrap();
    let again: Tensor<L> =
        read(&file[..]).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&file)));
    again.validate().unwrap();
    assert_eq!(again.shape(), matrix.shape());
    assert_eq!(stored(&again), stored(matrix), "{}", String::from_utf8_lossy(&file));
}

/// All nests, coordinates and arrays.
fn rounds<T: FileValue + finch_formats::traits::algebra::Number>(given: &Given<T>) {
    let Given { shape, entries } = given;
    let entries = || entries.iter().copied();
    let coordinates = WriteOptions::default().comment("line\r\nline");
    let array = WriteOptions::default().format(Format::Array);
    let csr = Csr::from_triplets(*shape, entries(), Overwrite).unwrap();
    round(&csr, &coordinates);
    round(&Dcsr::from_tensor(&csr).unwrap(), &coordinates);
    round(&WideDcsr::from_tensor(&csr).unwrap(), &coordinates);
    round(&Coo::from_tensor(&csr).unwrap(), &coordinates);
    round(&HybridCsr::from_tensor(&csr).unwrap(), &coordinates);
    let matrix = Matrix::from_tensor(&csr).unwrap();
    round(&matrix, &coordinates);
    round(&matrix, &array);
}

quickcheck! {
    fn reals(given: Given<f64>) -> () {
        rounds(&given)
    }

    fn short_reals(given: Given<f32>) -> () {
        rounds(&given)
    }

    fn signed(given: Given<i64>) -> () {
        rounds(&given);
        rounds(&given.map(|value| value as i8))
    }

    fn unsigned(given: Given<u64>) -> () {
        rounds(&given);
        rounds(&given.map(|value| value as u16))
    }

    fn complex(given: Given<Pair>) -> () {
        rounds(&given.map(|Pair(re, im)| Complex::new(re, im)));
        rounds(&given.map(|Pair(re, im)| Complex::new(f64::from(re), f64::from(im))))
    }

    fn truth(given: Given<bool>) -> () {
        let matrix = Csr::from_triplets(given.shape, given.entries.iter().copied(), Overwrite).unwrap();
        round(&matrix, &WriteOptions::default());
        let matrix: CsrPattern = matrix.convert().unwrap();
        round(&matrix, &WriteOptions::default());
        let matrix: Matrix<bool> = matrix.convert().unwrap();
        round(&matrix, &WriteOptions::default().format(Format::Array))
    }

    fn symmetries(given: Given<Pair>) -> () {
        let extent = given.shape[0].min(given.shape[1]);
        let inside = |entries: &Vec<([usize; 2], Pair)>| {
            let mut entries = entries.clone();
            entries.retain(|(index, _)| index[0] < extent && index[1] <= index[0]);
            entries
        };
        let lower = inside(&given.entries);
        for symmetry in [Symmetry::General, Symmetry::Symmetric, Symmetry::SkewSymmetric, Symmetry::Hermitian] {
            let all = lower.iter().flat_map(|&([row, col], Pair(re, im))| {
                let value = Complex::new(re, im);
                match (symmetry, row == col) {
                    (Symmetry::SkewSymmetric, true) => vec![],
                    (Symmetry::Hermitian, true) => vec![([row, col], Complex::new(re, 0.0))],
                    (_, true) => vec![([row, col], value)],
                    (Symmetry::SkewSymmetric, false) => vec![([row, col], value), ([col, row], -value)],
                    (Symmetry::Hermitian, false) => vec![([row, col], value), ([col, row], value.conj())],
                    (_, false) => vec![([row, col], value), ([col, row], value)],
                }
            });
            let matrix = Csr::from_triplets([extent, extent], all, Overwrite).unwrap();
            round(&matrix, &WriteOptions::default().symmetry(symmetry));
            let options = WriteOptions::default().symmetry(symmetry).format(Format::Array);
            round_values(&Matrix::from_tensor(&matrix).unwrap(), &options)
        }
    }

    fn damage_is_no_reason_to_panic(given: Given<i32>, wounds: Vec<(usize, u8)>, cut: Option<usize>) -> TestResult {
        let matrix = Csr::from_triplets(given.shape, given.entries.iter().map(|&(index, value)| (index, f64::from(value))), Add).unwrap();
        let mut file = Vec::new();
        write(&matrix, &mut file).unwrap();
        for (at, byte) in wounds {
            let length = file.len();
            file[at % length] = byte
        }
        if let Some(cut) = cut {
            file.truncate(cut % file.len())
        }
        // Whatever becomes of it.
        drop(read::<Dense<SparseList<Element<f64>>>>(&file[..]));
        drop(read::<SparseList<SparseList<Element<Complex<f32>>>>>(&file[..]));
        drop(read::<Dense<SparseList<Element<i8>>>>(&file[..]));
        TestResult::passed()
    }
}

/// The same for values at all places: the zeros of a symmetric array may come back with another sign.
fn round_values<L>(matrix: &Tensor<L>, options: &WriteOptions)
where
    L: WriteLevel<T: FileValue, Rank = U2> + Default + Debug + 'static,
{
    let mut file = Vec::new();
    options.write(matrix, &mut file).unwrap();
    let again: Tensor<L> = read(&file[..]).unwrap();
    let text = |matrix: &Tensor<L>| format!("{:?}", stored(matrix)).replace("-0.0", "0.0");
    assert_eq!(text(&again), text(matrix), "{}", String::from_utf8_lossy(&file))
}

/// Words of files, in any order: closer to files than damage is.
#[test]
fn word_soup_is_no_reason_to_panic() {
    let (formats, fields) = (["coordinate", "array"], ["real", "integer", "complex", "pattern"]);
    let symmetries = ["general", "symmetric", "skew-symmetric", "hermitian"];
    let words = [
        " ", "\t", "\n", "\r\n", "\n%", "1", "2", "-1", "0", "1.5", "1e999", "nan", "\0", "\u{e9}",
    ];
    let words = [&words[..], &["99999999999999999999", "4000000000"]].concat();
    let mut random = Random::seeded(42);
    let mut next = |end: usize| random.below(end as u128) as usize;
    for _ in 0..3000 {
        let (format, field, symmetry) = (formats[next(2)], fields[next(4)], symmetries[next(4)]);
        let mut file = format!("%%MatrixMarket matrix {format} {field} {symmetry}\n2 2");
        for _ in 0..next(30) {
            file.push_str(words[next(words.len())]);
            if next(2) == 0 {
                file.push(' ')
            }
        }
        drop(read::<SparseList<SparseList<Element<Complex<f64>>>>>(file.as_bytes()));
        drop(read::<Dense<SparseList<Element<i8>>>>(file.as_bytes()))
    }
}

#[test]
fn compressed_files() {
    let folder = std::env::temp_dir().join(format!("finch-writing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let matrix = Csr::from_triplets(
        [300, 300],
        (0..900).map(|n| ([n / 3, n * 7 % 300], n as f64 + 0.5)),
        Add,
    )
    .unwrap();
    let (plain, compressed) = (folder.join("a.mtx"), folder.join("a.mtx.gz"));
    matrix.write_matrix_market(&plain).unwrap();
    matrix.write_matrix_market(&compressed).unwrap();
    assert!(Csr::<f64>::read_matrix_market(&plain).unwrap() == matrix);
    assert!(Csr::<f64>::read_matrix_market(&compressed).unwrap() == matrix);
    let bytes = std::fs::read(&compressed).unwrap();
    assert!(bytes.len() < std::fs::metadata(&plain).unwrap().len() as usize / 2);
    // Recognised by how it starts; every way to cut or damage it is an error or no harm.
    assert!(read::<Dense<SparseList<Element<f64>>>>(&bytes[..]).unwrap() == matrix);
    for cut in [
        1,
        2,
        5,
        10,
        bytes.len() / 2,
        bytes.len() - 9,
        bytes.len() - 8,
        bytes.len() - 1,
    ] {
        let error = read::<Dense<SparseList<Element<f64>>>>(&bytes[..cut]).unwrap_err();
        assert!(error.to_string().starts_with("line "), "{error}")
    }
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        if let Ok(other) = read::<Dense<SparseList<Element<f64>>>>(&damaged[..]) {
            assert!(other == matrix, "damage at {at} went unnoticed")
        }
    }
    let error = matrix.write_matrix_market(folder.join("none/a.mtx")).unwrap_err();
    assert!(
        error.to_string().contains("a.mtx: the file cannot be written"),
        "{error}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn text_of_files() {
    let text = |options: WriteOptions, matrix: &Csr<f64>| {
        let mut file = Vec::new();
        options
            .write(matrix, &mut file)
            .map(|()| String::from_utf8(file).unwrap())
    };
    // A file behind the first words of the banner, or why there is none.
    macro_rules! texts {
        (refused: $($options:expr, $matrix:expr => $message:literal;)*) => { $(
            let error = text($options, &$matrix).unwrap_err();
            assert_eq!((error.kind(), &*error.to_string()), (ErrorKind::Mismatch, $message));
        )* };
        ($($options:expr, $matrix:expr => $text:literal;)*) => { $(
            assert_eq!(text($options, &$matrix).unwrap(), format!("%%MatrixMarket matrix {}", $text));
        )* };
    }
    let matrix = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 0], 1e300), ([0, 1], 1e300)], Add).unwrap();
    let ones = Csr::from_triplets([1, 2], [([0, 1], 1.0)], Add).unwrap();
    let general = WriteOptions::default;
    let whole = |field| {
        let matrix = Csr::from_triplets([1, 2], [([0, 1], num_complex::Complex::new(1.5, 0.0))], Add).unwrap();
        let mut file = Vec::new();
        general().field(field).write(&matrix, &mut file).unwrap();
        String::from_utf8(file).unwrap()
    };
    assert_eq!(
        whole(Field::Real),
        "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 1.5\n"
    );
    assert_eq!(
        whole(Field::Complex),
        "%%MatrixMarket matrix coordinate complex general\n1 2 1\n1 2 1.5 0.0\n"
    );
    let mut file = Vec::new();
    let truth = Csr::from_triplets([1, 2], [([0, 0], false), ([0, 1], true)], Or).unwrap();
    general().field(Field::Real).write(&truth, &mut file).unwrap();
    assert_eq!(
        String::from_utf8(file).unwrap(),
        "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 0\n1 2 1\n"
    );
    let upper = Csr::from_triplets([3, 3], [([0, 0], 1.0), ([0, 2], 2.0)], Add).unwrap();
    let symmetric = || general().symmetry(Symmetry::Symmetric);
    texts! {
        general(), matrix => "coordinate real general\n2 2 3\n1 1 1.0\n1 2 1e300\n2 1 1e300\n";
        symmetric().format(Format::Array).comment("why"), matrix =>
            "array real symmetric\n% why\n2 2\n1.0\n1e300\n0.0\n";
        symmetric().field(Field::Complex), matrix => "coordinate complex symmetric\n2 2 2\n1 1 1.0 0\n2 1 1e300 0\n";
        general().field(Field::Pattern), ones => "coordinate pattern general\n1 2 1\n1 2\n";
        general().field(Field::Integer), ones => "coordinate integer general\n1 2 1\n1 2 1\n";
    }
    texts! { refused:
        general().field(Field::Pattern), matrix => "entry 0 1 is 1e300, which cannot be written as `pattern`";
        general().symmetry(Symmetry::SkewSymmetric), matrix =>
            "the matrix is not skew-symmetric: see the entry at row 0, on the diagonal";
        symmetric(), ones => "a matrix of 1 by 2 is not symmetric";
        symmetric().field(Field::Pattern).format(Format::Array), Csr::empty([2, 2]).unwrap() =>
            "an array lists values, which a pattern has none of";
        general().symmetry(Symmetry::Hermitian), matrix =>
            "only complex numbers have conjugates: others cannot be hermitian";
        symmetric(), upper =>
            "the matrix is not symmetric: see the entries at row 2, column 0, and at row 0, column 2";
    }
}

/// There are no places to go through, however many columns.
#[test]
fn an_array_without_rows() {
    let a = Csr::<f64>::empty([0, 1 << 31]).unwrap();
    let mut file = Vec::new();
    WriteOptions::default()
        .format(Format::Array)
        .write(&a, &mut file)
        .unwrap();
    let again: Csr<f64> = read(&file[..]).unwrap();
    assert_eq!(again.shape(), a.shape());
}

/// Coordinates do not tell a fill that is not zero; arrays list all values.
#[test]
fn fills_that_a_file_does_not_tell() {
    let far = CsrWithFill::<f64, Inf>::from_triplets([2, 2], [([1, 1], 0.5)], Add).unwrap();
    let error = write(&far, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(
        error.to_string(),
        "what coordinates do not list is zero, and the fill of the tensor is inf: write `Format::Array`, or set `any_fill`"
    );
    for options in [
        WriteOptions::default().format(Format::Array),
        WriteOptions::default().any_fill(true),
    ] {
        let mut file = Vec::new();
        options.write(&far, &mut file).unwrap();
        assert_eq!(read(&file[..]).map(|again: CsrWithFill<f64, Inf>| again).unwrap(), far);
    }
}
