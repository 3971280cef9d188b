//! `measure`, on matrices small enough for every format.

use crate::{File, LADDER, measured};
use finch_benches::measure::formats::{FORMATS, Shape};
use finch_benches::measure::problem::Kernel;
use finch_benches::measure::spgemm;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The rows of a kernel over a file, in these formats.
fn rows(kernel: Kernel, file: &str, formats: &[&str]) -> Vec<Value> {
    crate::rows(&[kernel.name(), file, "--format", &formats.join(",")])
}

/// Each row has its keys, is of a known origin, and sums to the same.
fn check(kernel: Kernel, formats: &[&str], rows: &[Value]) {
    let mut seen = BTreeSet::new();
    for row in rows {
        let row = row.as_object().expect("an object");
        let keys: Vec<&str> = row.keys().map(|key| &**key).collect();
        let wanted = [
            "check", "format", "impl", "input", "kernel", "median_s", "min_s", "output", "reps",
        ];
        assert_eq!(keys.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from(wanted));
        assert_eq!(row["kernel"], kernel.name());
        assert_eq!(row["reps"], 1);
        let (min, median) = (row["min_s"].as_f64(), row["median_s"].as_f64());
        assert!(min.expect("seconds") <= median.expect("seconds"));
        let first = rows
            .iter()
            .find(|first| first["input"] == row["input"])
            .expect("a first row");
        assert_eq!(first["impl"], "hand");
        let (first, sum) = (
            first["check"].as_f64().expect("a sum"),
            row["check"].as_f64().expect("a sum"),
        );
        assert!((first - sum).abs() <= 1e-9 * first.abs(), "{row:?}");
        seen.insert((
            row["impl"].as_str().expect("a name"),
            row["format"].as_str().expect("a name"),
        ));
    }
    assert!(seen.contains(&("hand", "csr")));
    for &format in formats {
        assert!(seen.contains(&("finch", format)), "{kernel:?} in {format}")
    }
    #[cfg(feature = "peers")]
    for peer in ["sprs", "faer", "nalgebra-sparse"] {
        let has = match kernel {
            Kernel::Dot => false,
            Kernel::Spmspv => peer == "sprs",
            _ => true,
        };
        assert_eq!(seen.contains(&(peer, "csr")), has, "{kernel:?} by {peer}")
    }
}

fn names(chosen: impl Fn(Shape) -> bool) -> Vec<&'static str> {
    FORMATS
        .iter()
        .filter(|format| chosen(format.shape))
        .map(|format| format.name)
        .collect()
}

/// The first 96 rows and columns of [`LADDER`]: unoptimised, all ways to multiply the whole take half a minute.
fn part_of_ladder(name: &str) -> File {
    let text = std::fs::read_to_string(LADDER).expect("a matrix");
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<usize>().ok()).expect("a number");
    let inside = |line: &&str| {
        let mut words = line.split(' ');
        [words.next(), words.next()]
            .map(number)
            .iter()
            .all(|&index| index <= 96)
    };
    // Behind the banner, a comment and the size.
    let entries: Vec<&str> = text.lines().skip(3).filter(inside).collect();
    let banner = "%%MatrixMarket matrix coordinate real general";
    File::new(
        name,
        &format!("{banner}\n96 96 {}\n{}\n", entries.len(), entries.join("\n")),
    )
}

#[test]
fn every_kernel_in_every_format() {
    let file = part_of_ladder("in-every-format");
    for kernel in Kernel::ALL {
        // Unoptimised, products of all cells take minutes; they are tried on smaller matrices below.
        let formats = names(|shape| kernel != Kernel::Spgemm || shape != Shape::Full);
        check(kernel, &formats, &rows(kernel, file.path(), &formats))
    }
}

/// The rows of each kernel of a command agree, and are there.
fn agree(file: &str, formats: &[&str], wanted: &[(&str, &str, &str)]) {
    let words = ["spgemm", file, "--reps", "1", "--json", "--format", &formats.join(",")];
    let lines = measured(&words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let rows: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for &(kernel, implementation, format) in wanted {
        let found = rows.iter().filter(|row| {
            (&row["kernel"], &row["impl"], &row["format"]) == (&kernel.into(), &implementation.into(), &format.into())
        });
        assert_eq!(
            found.count(),
            2,
            "{kernel} by {implementation} in {format}, reused and new: {lines}"
        )
    }
    for row in &rows {
        let first = rows
            .iter()
            .find(|first| first["kernel"] == row["kernel"])
            .expect("a first row");
        assert_eq!(first["impl"], "hand");
        let [first, sum] = [first, row].map(|row| row["check"].as_f64().expect("a sum"));
        assert!((first - sum).abs() <= 1e-9 * first.abs(), "{row}")
    }
}

#[test]
fn ways_to_multiply() {
    let names: Vec<&str> = spgemm::names().collect();
    let mut wanted = Vec::new();
    for name in spgemm::WAYS {
        wanted.push(("spgemm", "finch", name));
        if name != "csr-chosen" {
            wanted.push(("spgemm", "hand", name))
        }
    }
    for (kernel, names) in spgemm::MASKED {
        wanted.extend(names.iter().map(|&name| (kernel, "finch", name)))
    }
    wanted.extend([
        ("spgemm-masked", "hand", "csr-masked"),
        ("spgemm-masked", "hand", "csr-inner-masked"),
        ("spgemm-complemented", "hand", "csr-complemented"),
    ]);
    let file = part_of_ladder("ways-to-multiply");
    agree(file.path(), &names, &wanted);
    // One that has no twin of its own comes with one.
    agree(
        file.path(),
        &["csr-inner-complemented"],
        &[("spgemm-complemented", "finch", "csr-inner-complemented")],
    );
    // Sums that cancel, and rows without entries.
    let text = "%%MatrixMarket matrix coordinate real general\n4 4 6\n1 1 1\n1 2 1\n2 1 1\n1 3 -1\n3 1 1\n2 4 5\n";
    let file = File::new("cancelling", text);
    agree(file.path(), &names, &wanted);
    // Masks are for square matrices.
    let text = "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 2\n2 3 4\n";
    let file = File::new("oblong", text);
    agree(file.path(), &names, &wanted[..11])
}

#[test]
fn matrices_that_are_not_square() {
    let entries: String = (0..60)
        .map(|n| format!("{} {} {}.5\n", n * 7 % 12 + 1, n * 5 % 17 + 1, n + 1))
        .collect();
    let file = File::new(
        "wide",
        &format!("%%MatrixMarket matrix coordinate real general\n12 17 60\n{entries}"),
    );
    let formats = names(|_| true);
    for kernel in Kernel::ALL {
        check(kernel, &formats, &rows(kernel, file.path(), &formats))
    }
}

#[test]
fn matrices_without_entries() {
    for size in ["0 0 0", "3 0 0", "0 4 0", "5 5 0", "1 1 1\n1 1 2"] {
        let text = format!("%%MatrixMarket matrix coordinate real general\n{size}\n");
        let file = File::new(&size.replace([' ', '\n'], "-"), &text);
        let formats = names(|_| true);
        for kernel in Kernel::ALL {
            check(kernel, &formats, &rows(kernel, file.path(), &formats))
        }
    }
}

#[test]
fn tables_and_help() {
    let table = measured(&["spmspv", LADDER, "--reps", "2", "--format", "csr"]).expect("a table");
    assert!(
        table.contains("x of a tenth: 480 by 480, 2448 stored") && table.contains("x of ten entries"),
        "{table}"
    );
    assert!(table.contains("hand") && table.contains("finch"), "{table}");
    assert!(!table.contains("dcsr"), "{table}");
    let help = measured(&["--help"]).expect("help");
    for format in FORMATS {
        assert!(help.contains(&format!("\n  {}", format.name)), "{help}")
    }
    for kernel in Kernel::ALL {
        assert!(help.contains(&format!("\n  {}", kernel.name())), "{help}")
    }
}

fn figures(file: &str) -> Value {
    serde_json::from_str(&measured(&["read", file, "--json"]).expect("figures")).expect("JSON")
}

#[test]
fn figures_of_files() {
    let file = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 4 0\n2 1 1 -2\n2 1 1 0\n";
    let file = File::new("hermitian", file);
    let found = figures(file.path());
    let wanted = serde_json::json!({
        "rows": 2, "cols": 2, "stored": 3, "nnz": 3, "sum": [8.0, 0.0], "sum_ax": [5.0, 1.0]
    });
    assert_eq!(found, wanted);
    let found = figures(LADDER);
    assert_eq!(
        (&found["rows"], &found["stored"], &found["nnz"]),
        (&480.into(), &2448.into(), &2448.into())
    );
    let huge = File::new(
        "huge",
        "%%MatrixMarket matrix coordinate real general\n9 4000000000000000000 1\n1 1 2\n",
    );
    assert_eq!(figures(huge.path())["sum"], 2.0);

    let Some(folder) = std::env::var_os("FINCH_DATA") else {
        eprintln!("FINCH_DATA is not set: figures of files that are written here were compared only");
        return;
    };
    let facts = std::fs::read_to_string(Path::new(&folder).join("facts.csv")).expect("a table of facts");
    for line in facts.lines().skip(1).step_by(9) {
        let cells: Vec<&str> = line.split(',').collect();
        // Its diagonal is not real, so it is refused.
        if cells[0] == "matrices/tcov_hermitian.mtx" {
            continue;
        }
        // A name within the folder will do.
        let found = figures(cells[0]);
        for (key, cell) in [("rows", 1), ("cols", 2), ("stored", 3), ("nnz", 4)] {
            assert_eq!(found[key].to_string(), cells[cell], "{line}")
        }
        for (key, cell) in [("sum", 5), ("sum_ax", 7)] {
            if let Ok(wanted) = cells[cell].parse::<f64>() {
                let found = found[key].as_f64().expect("a number");
                let norm: f64 = cells[6].parse().expect("a number");
                assert!(
                    (found - wanted).abs() <= 1e-9 * wanted.abs().max(norm),
                    "{line}: {key} is {found}"
                )
            }
        }
    }
}

/// Status and error stream of the program.
fn program(words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_measure"))
        .args(words)
        .output()
        .expect("a program");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn refusals() {
    let bad = File::new("bad", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n");
    let message = "line 3: row 3 is not one of 1 to 2\n";
    for command in ["read", "spmv-gather"] {
        let (status, error) = program(&[command, bad.path()]);
        assert_eq!(status, Some(1));
        assert!(error.starts_with("measure: ") && error.ends_with(message), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    for (words, message) in [
        (&["read", "no/such.mtx"][..], "no/such.mtx: "),
        (&["sort", LADDER], "there is no kernel sort, but spmv-gather, "),
        (&["dot", LADDER, "--format", "csx"], "there is no format csx, but csr, "),
        (&["dot", LADDER, "--reps", "0"], "`0` is not a number that --reps takes"),
        (&["dot", LADDER, "--loud"], "there is no option --loud, see --help"),
        (&["dot", LADDER, "--format"], "something is missing after --format"),
        (&["dot"], "a kernel, or `read`, and a file are needed, see --help"),
    ] {
        let (status, error) = program(words);
        assert_eq!(status, Some(1), "{words:?}");
        assert!(error.contains(message) && error.lines().count() == 1, "{error}");
    }
    assert_eq!(program(&["read", LADDER]).0, Some(0));
}
