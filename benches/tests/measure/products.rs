//! `measure spmv`, `spmv-sym`, `spmm`, `sddmm` and `mttkrp`, on small matrices and tensors.

use crate::{File, LADDER, measured};
use serde_json::Value;
use std::collections::BTreeSet;

/// Who computes what, in which format; all of them agree.
fn rows(words: &[&str]) -> BTreeSet<(String, String)> {
    let rows = crate::rows(words);
    let text = |row: &Value, key: &str| row[key].as_str().expect("text").to_owned();
    let wanted = rows[0]["check"].as_f64().expect("a sum");
    for row in &rows {
        let keys: BTreeSet<&str> = row.as_object().expect("an object").keys().map(|key| &**key).collect();
        let known = [
            "check", "format", "impl", "input", "kernel", "median_s", "min_s", "output", "reps",
        ];
        assert_eq!(keys, BTreeSet::from(known));
        assert_eq!(row["kernel"], words[0]);
        let check = row["check"].as_f64().expect("a sum");
        assert!(
            row["impl"] == "sum" || (check - wanted).abs() <= 1e-9 * wanted.abs(),
            "{row}"
        );
    }
    assert_eq!(text(&rows[0], "impl"), "hand");
    rows.iter()
        .map(|row| (text(row, "impl"), text(row, "format")))
        .collect()
}

fn has(rows: &BTreeSet<(String, String)>, implementation: &str, formats: &[&str]) {
    for &format in formats {
        assert!(
            rows.contains(&(implementation.into(), format.into())),
            "{format} in {rows:?}"
        )
    }
}

#[test]
fn products_in_all_formats() {
    let of_file = rows(&["spmv", LADDER]);
    has(
        &of_file,
        "finch",
        &["csr", "csr-fast", "csr-auto", "csr-16", "pairs", "lil", "csc"],
    );
    has(&of_file, "sum", &["csr"]);
    let banded = rows(&["spmv", "banded-20k"]);
    has(
        &banded,
        "finch",
        &[
            "blocks",
            "band",
            "band-fast",
            "bcsr-2",
            "bcsr-4-fast",
            "blocked-3",
            "diagonals",
        ],
    );
    has(&banded, "hand", &["blocks", "band", "diagonals"]);
    has(&rows(&["spmv", "random-9k"]), "finch", &["csr"]);
    has(
        &rows(&["spmv", "rmat-9k"]),
        "finch",
        &["csr", "triangle", "triangle-16"],
    );
    #[cfg(feature = "peers")]
    for peer in ["sprs", "faer", "nalgebra-sparse"] {
        has(&of_file, peer, &["csr"])
    }
}

#[test]
fn matrices_of_special_kinds() {
    // Every row has three ones.
    let entries: String = (1..=9)
        .map(|row| format!("{row} 1\n{row} {}\n{row} 12\n", 1 + row))
        .collect();
    let text = format!("%%MatrixMarket matrix coordinate pattern general\n9 12 27\n{entries}");
    let file = File::new("ones", &text);
    has(
        &rows(&["spmv", file.path()]),
        "finch",
        &["pattern", "pattern-fast", "ellpack-3"],
    );
    let empty = File::new("empty", "%%MatrixMarket matrix coordinate real general\n4 0 0\n");
    has(&rows(&["spmv", empty.path()]), "finch", &["csr"]);
}

#[test]
fn symmetric_products() {
    let text = "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2\n2 1 5\n3 2 -1\n3 3 4\n";
    let file = File::new("symmetric", text);
    let found = rows(&["spmv-sym", file.path()]);
    has(&found, "hand", &["csr", "triangle", "triangle-fast"]);
    has(
        &found,
        "finch",
        &["csr", "triangle", "triangle-16", "triangle-pairs", "triangle-fast"],
    );
    let text = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n";
    let file = File::new("unsymmetric", text);
    let error = measured(&["spmv-sym", file.path()]).unwrap_err();
    assert!(error.ends_with("is not symmetric"), "{error}");
}

#[test]
fn with_several_columns() {
    has(&rows(&["spmm", LADDER]), "finch", &["csr", "csr-fixed-8"]);
    has(&rows(&["spmm", LADDER, "--columns", "5"]), "finch", &["csr"]);
}

/// The sum that a kernel over `file` prints, which all agree on.
fn sum(kernel: &str, file: &File, columns: &str) -> f64 {
    let words = [kernel, file.path(), "--columns", columns, "--reps", "1", "--json"];
    let lines = measured(&words).unwrap_or_else(|error| panic!("{error}"));
    let first: Value = serde_json::from_str(lines.lines().next().expect("a row")).expect("JSON");
    first["check"].as_f64().expect("a sum")
}

/// A place in a factor of so many columns: the rows of all factors lie one after the other.
fn factor(columns: usize, row: usize, column: usize) -> f64 {
    0.5 + ((row * columns + column) as f64 * 0.6180339887498949).fract()
}

#[test]
fn sampled_products() {
    has(&rows(&["sddmm", LADDER]), "hand", &["csr"]);
    has(
        &rows(&["sddmm", LADDER, "--columns", "25"]),
        "finch",
        &["csr", "csr-fast"],
    );
    let text = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 2 4\n2 1 -1\n2 3 0.5\n";
    let mut wanted = 0.0;
    for (row, column, value) in [(0, 1, 4.0), (1, 0, -1.0), (1, 2, 0.5)] {
        // Behind the two rows of the first factor.
        wanted += (0..5)
            .map(|k| value * factor(5, row, k) * factor(5, 2 + column, k))
            .sum::<f64>()
    }
    let found = sum("sddmm", &File::new("sampled", text), "5");
    assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
}

#[test]
fn tensors_times_matrices() {
    // Extents of 2, 3 and 2, and of 2, 1, 3 and 4.
    let three = File::new("three", "# a comment\n1 3 1 2\n2 1 2 -3\n2 3 1 5\n2 2 2 0.5\n");
    let four = File::new("four", "1 1 3 2 2\n2 1 1 4 -3\n2 1 1 4 5\n");
    for file in [&three, &four] {
        let found = rows(&["mttkrp", file.path(), "--columns", "3"]);
        has(&found, "hand", &["csf"]);
        has(&found, "finch", &["csf"]);
    }
    let (mut of_three, mut of_four) = (0.0, 0.0);
    for r in 0..3 {
        for (j, k, value) in [(2, 0, 2.0), (0, 1, -3.0), (2, 0, 5.0), (1, 1, 0.5)] {
            of_three += value * factor(3, j, r) * factor(3, 3 + k, r)
        }
        for (i, j, k, value) in [(0, 2, 1, 2.0), (0, 0, 3, 2.0)] {
            of_four += value * factor(3, i, r) * factor(3, 1 + j, r) * factor(3, 4 + k, r)
        }
    }
    for (file, wanted) in [(&three, of_three), (&four, of_four)] {
        let found = sum("mttkrp", file, "3");
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
    let error = measured(&["mttkrp", LADDER]).unwrap_err();
    assert!(error.contains("not all words are numbers"), "{error}");
}

#[test]
fn files_are_read() {
    let found = crate::rows(&["reading", LADDER]);
    let by: Vec<_> = found.iter().map(|row| &row["impl"]).collect();
    assert_eq!(by[0], "finch");
    assert!(by.len() == if cfg!(feature = "peers") { 2 } else { 1 }, "{found:?}");
    assert!(found.iter().all(|row| row["check"] == found[0]["check"]));
}

/// Each row has its share of the time, and five laps at least.
#[test]
fn seconds() {
    let lines = measured(&["sddmm", LADDER, "--seconds", "0", "--json"]).expect("lines");
    assert!(lines.lines().all(|line| line.contains("\"reps\":5,")), "{lines}");
    assert!(
        measured(&["sddmm", LADDER, "--seconds", "-1"])
            .unwrap_err()
            .contains("seconds")
    );
    if cfg!(not(feature = "threads")) {
        let refused = measured(&["sddmm", LADDER, "--threads", "2"]).unwrap_err();
        assert!(refused.contains("--features threads"))
    }
}

#[test]
fn words() {
    assert!(measured(&["spmv"]).unwrap_err().contains("generated matrix"));
    assert!(
        measured(&["spmv", LADDER, "--quickly"])
            .unwrap_err()
            .contains("--quickly")
    );
    assert!(measured(&["spmv", LADDER, "--reps", "0"]).unwrap_err().contains("`0`"));
    assert!(measured(&["--help"]).expect("help").contains("spmv-sym"));
    let table = measured(&["spmv", LADDER, "banded-9k", "--reps", "1"]).expect("a table");
    assert!(table.contains("best of ours and of others"), "{table}");
    assert!(table.contains("of the bandwidth of a plain sum"), "{table}");
}
