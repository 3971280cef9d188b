//! Files against what is known of them.

use crate::data;
use finch_formats::Result;
use finch_formats::io::matrix_market::{Reader, WriteOptions};
use finch_formats::prelude::*;
use num_complex::Complex;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

type Number = Complex<f64>;

/// What is known of a file.
struct Facts {
    file: String,
    shape: [usize; 2],
    /// Entries in the file.
    listed: usize,
    /// Entries of the matrix.
    stored: usize,
    /// The sum of all entries.
    sum: Number,
    /// The sum of the product with `(1, 2, ..) / columns`.
    sum_ax: Number,
}

/// `1.5` or `(1.5-2j)`.
fn number(text: &str) -> Number {
    let Some(text) = text.strip_prefix('(').and_then(|text| text.strip_suffix("j)")) else {
        return Complex::new(text.parse().expect("a number"), 0.0);
    };
    let signs = text
        .char_indices()
        .skip(1)
        .filter(|&(at, sign)| (sign == '+' || sign == '-') && !text[..at].ends_with('e'));
    let (at, _) = signs.last().expect("two parts");
    let part = |text: &str| text.parse().expect("a number");
    Complex::new(part(&text[..at]), part(&text[at..]))
}

fn facts(folder: &Path) -> Vec<Facts> {
    let table = std::fs::read_to_string(folder.join("facts.csv")).expect("a table of facts");
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let count = |cell: usize| cells[cell].parse().expect("a count");
        Facts {
            file: cells[0].into(),
            shape: [count(1), count(2)],
            listed: count(3),
            stored: count(4),
            sum: number(cells[5]),
            sum_ax: number(cells[7]),
        }
    });
    rows.collect()
}

fn check(path: &Path, facts: &Facts) -> Result<()> {
    let name = &facts.file;
    assert_eq!(Reader::open(path)?.header().entries, facts.listed, "{name}");
    let matrix = Csr::<Number>::read_matrix_market(path)?;
    matrix.validate()?;
    assert_eq!(&matrix.shape()[..], facts.shape, "{name}");
    assert_eq!(matrix.count_stored(), facts.stored, "{name}");
    let (mut sum, mut sum_ax, mut size) = (Number::default(), Number::default(), 0.0);
    matrix.for_each(|index, value| {
        sum += value;
        sum_ax += value * ((index[1] + 1) as f64 / facts.shape[1] as f64);
        size += value.l1_norm()
    });
    for (found, wanted) in [(sum, facts.sum), (sum_ax, facts.sum_ax)] {
        assert!(
            (found - wanted).l1_norm() <= 1e-9 * size,
            "{name}: {found} is not {wanted}"
        );
    }
    Ok(())
}

/// Files with facts that are refused for what `malformed/hermitian_imag_diagonal.mtx` is: an entry on the diagonal of a
/// hermitian matrix that is not real.
const NOT_HERMITIAN: &[&str] = &["matrices/tcov_hermitian.mtx"];

#[test]
fn files_read_to_their_facts() {
    let Some(folder) = data::folder("a file that is written here stands for all") else {
        return generated_file_reads_to_its_facts();
    };
    let facts = facts(&folder);
    assert!(facts.len() > 180, "{} files", facts.len());
    let mut left: Vec<String> = ["matrices", "graphs"]
        .iter()
        .flat_map(|under| std::fs::read_dir(folder.join(under)).expect("a folder"))
        .map(|file| file.expect("a file").path())
        .filter(|path| path.to_string_lossy().trim_end_matches(".gz").ends_with(".mtx"))
        .map(|path| {
            path.strip_prefix(&folder)
                .expect("inside")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    // By turns, since large ones stand together.
    let next = AtomicUsize::new(0);
    let check_some = || {
        while let Some(facts) = facts.get(next.fetch_add(1, Ordering::Relaxed)) {
            match check(&folder.join(&facts.file), facts) {
                Ok(()) => assert!(!NOT_HERMITIAN.contains(&&*facts.file), "{}", facts.file),
                Err(error) => {
                    let excused = NOT_HERMITIAN.contains(&&*facts.file) && error.to_string().contains("and not real");
                    assert!(excused, "{error}")
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get().min(4));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(check_some);
        }
    });
    left.retain(|file| facts.iter().all(|facts| *file != facts.file));
    assert!(left.is_empty(), "there are no facts of {left:?}");
}

/// Ten thousand entries, some twice, in two members of a compressed file.
fn generated_file_reads_to_its_facts() {
    let entries = (0..10_000_usize).map(|number| ([number * 7919 % 997, number * 104_729 % 811], number as f64));
    let entries: Vec<_> = entries.collect();
    let folder = std::env::temp_dir().join(format!("finch-facts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("generated.mtx.gz");
    let matrix = Coo::from_triplets([997, 811], entries.iter().copied(), Add).expect("a matrix");
    WriteOptions::default().create(&matrix, &path).expect("a file");
    let sum: f64 = entries.iter().map(|(_, value)| value).sum();
    let weighted = entries
        .iter()
        .map(|(index, value)| value * (index[1] + 1) as f64 / 811.0);
    let facts = Facts {
        file: "generated.mtx.gz".into(),
        shape: [997, 811],
        listed: matrix.count_stored(),
        stored: matrix.count_stored(),
        sum: sum.into(),
        sum_ax: weighted.sum::<f64>().into(),
    };
    check(&path, &facts).expect("what was written");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

/// Equal bytes, in whatever nest they are read into.
#[test]
fn nests_agree() {
    let Some(folder) = data::folder("round trips show the same") else {
        return;
    };
    for file in [
        "matrices/HB_bcsstk05.mtx",
        "matrices/Bai_tols2000.mtx",
        "graphs/gap_4.mtx",
    ] {
        let path = folder.join(file);
        let matrix = Csr::<f64>::read_matrix_market(&path).expect(file);
        let mut bits = Vec::new();
        matrix.for_each(|index, value| bits.push((index.to_vec(), value.to_bits())));
        let mut others = Vec::new();
        WideDcsr::<f64>::read_matrix_market(&path)
            .expect(file)
            .for_each(|index, value| others.push((index.to_vec(), value.to_bits())));
        assert_eq!(bits, others, "{file}");
        assert!(
            Matrix::<f64>::read_matrix_market(&path).expect(file) == matrix,
            "{file}"
        );
        assert!(
            HybridCsr::<f64>::read_matrix_market(&path).expect(file) == matrix,
            "{file}"
        );
        assert!(
            SparseRunMatrix::<f64>::read_matrix_market(&path).expect(file) == matrix,
            "{file}"
        );
    }
}
