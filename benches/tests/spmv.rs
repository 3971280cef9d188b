//! `measure spmv`, `spmv-sym` and `spmm`, on small matrices.

mod measured;

use measured::{File, LADDER, measured};
use serde_json::Value;
use std::collections::BTreeSet;

/// Who computes what, in which format; all of them agree.
fn rows(words: &[&str]) -> BTreeSet<(String, String)> {
    let lines = measured(&[words, &["--reps", "1", "--json"]].concat()).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect();
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
    assert_eq!(
        (text(&rows[0], "impl"), text(&rows[0], "format")),
        ("hand".into(), "csr".into())
    );
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
        &["csr", "csr-fast", "csr-auto", "csr-16", "pairs", "lil"],
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
    has(&found, "hand", &["csr", "triangle"]);
    has(&found, "finch", &["csr", "triangle", "triangle-16", "triangle-pairs"]);
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
