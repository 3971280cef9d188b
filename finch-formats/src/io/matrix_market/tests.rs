use super::*;

fn text(text: &str) -> Result<Coordinates> {
    read(text.as_bytes())
}

#[track_caller]
fn refused(file: &str, kind: ErrorKind, message: &str) {
    let error = text(file).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert_eq!(error.to_string(), message);
}

const REAL: &str = "%%MatrixMarket matrix coordinate real general\n";

#[test]
fn reads_fields_and_symmetries() {
    let file = text("%%MatrixMarket matrix coordinate real general\n2 3 2\n2 3 1.5e1\n1 1 -.5\n");
    let file = file.unwrap();
    assert_eq!((file.rows, file.cols, file.stored), (2, 3, 2));
    assert_eq!(file.entries, [(1, 2, 15.0), (0, 0, -0.5)]);

    let file = text("%%MatrixMarket MATRIX Coordinate Integer Symmetric\n3 3 2\n2 2 +4\n3 1 -007\n");
    let file = file.unwrap();
    assert_eq!((file.field, file.symmetry), (Field::Integer, Symmetry::Symmetric));
    assert_eq!(file.entries, [(1, 1, 4.0), (2, 0, -7.0), (0, 2, -7.0)]);
    assert_eq!(file.stored, 2);

    let file = text("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n");
    assert_eq!(file.unwrap().entries, [(1, 0, 3.0), (0, 1, -3.0)]);

    let file = text("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n2 1\n");
    let file = file.unwrap();
    assert_eq!(file.entries, [(1, 0, 1.0), (1, 0, 1.0)]);
    let matrix: Csr<f64> = file.to_tensor().unwrap();
    assert_eq!(matrix.to_dense().unwrap(), [0.0, 0.0, 2.0, 0.0]);
}

#[test]
fn reads_arrays() {
    let array = |symmetry: &str, rest: &str| text(&format!("%%MatrixMarket matrix array real {symmetry}\n{rest}"));
    let file = array("general", "2 3\n1\n2\n% column\n0\n4\n5\n6\n").unwrap();
    let all = [(0, 0, 1.0), (1, 0, 2.0), (1, 1, 4.0), (0, 2, 5.0), (1, 2, 6.0)];
    assert_eq!((file.stored, &file.entries[..]), (6, &all[..]));
    let file = array("symmetric", "2 2\n1\n2\n3\n").unwrap();
    let all = [(0, 0, 1.0), (1, 0, 2.0), (0, 1, 2.0), (1, 1, 3.0)];
    assert_eq!((file.stored, &file.entries[..]), (3, &all[..]));
    let file = array("skew-symmetric", "3 3\n1\n2\n3\n").unwrap();
    let all = [(1, 0, 1.0), (2, 0, 2.0), (2, 1, 3.0)];
    assert_eq!(
        file.entries
            .iter()
            .filter(|entry| entry.0 > entry.1)
            .copied()
            .collect::<Vec<_>>(),
        all
    );
    assert_eq!(file.entries.len(), 6);
    for empty in ["0 0\n", "0 3\n"] {
        assert_eq!(array("general", empty).unwrap().entries, []);
    }
    assert_eq!(array("skew-symmetric", "1 1\n").unwrap().stored, 0);
    assert!(array("general", "2 2\n1\n2\n3\n").is_err());
    assert!(array("general", "1 2\n1 2\n").is_err());
    assert!(array("general", "1 1\n1\n2\n").is_err());
    let huge = array("general", "4000000000000000000 5\n").unwrap_err();
    assert_eq!(huge.kind(), ErrorKind::TooLarge);
    let huge = array("symmetric", "18446744073709551615 18446744073709551615\n").unwrap_err();
    assert_eq!(huge.kind(), ErrorKind::TooLarge);
}

#[test]
fn sums_duplicates_and_keeps_zeros() {
    let matrix = read_csr(format!("{REAL}2 2 3\n1 2 1\n1 2 2\n2 1 0\n").as_bytes()).unwrap();
    assert_eq!(matrix.to_dense().unwrap(), [0.0, 3.0, 0.0, 0.0]);
    assert_eq!(matrix.count_stored(), 2);
}

#[test]
fn skips_comments_and_blanks() {
    let file = format!(
        "{}%\n\n  % indented\r\n\t\r\n 2\t2  1 \r\n% among entries\r\n\r\n2 1   5",
        REAL.replace('\n', "\r\n")
    );
    assert_eq!(text(&file).unwrap().entries, [(1, 0, 5.0)]);
    let mut bytes = REAL.as_bytes().to_vec();
    bytes.extend(b"% \xe9\xff\n0 0 0\n");
    assert_eq!(read(&bytes[..]).unwrap().entries, []);
}

#[test]
fn refuses_what_is_not_a_banner() {
    use ErrorKind::Parse;
    let start = "line 1: a Matrix Market file starts with `%%MatrixMarket`, at once";
    refused("", Parse, "line 1: the file is empty");
    refused("1 1 1\n", Parse, start);
    refused("\n%%MatrixMarket matrix coordinate real general\n", Parse, start);
    refused("%%MatrixMarkets matrix coordinate real general\n", Parse, start);
    refused(
        "%%MatrixMarket matrix coordinate real\n",
        Parse,
        "line 1: the banner names no symmetry",
    );
    refused(
        "%%MatrixMarket matrix list real general\n",
        Parse,
        "line 1: the format `list` is none of those that are read: coordinate, array",
    );
    refused(
        "%%MatrixMarket matrix coordinate complex general\n",
        Parse,
        "line 1: the field `complex` is none of those that are read: real, integer, pattern",
    );
    refused(
        "%%MatrixMarket matrix coordinate real hermitian\n",
        Parse,
        "line 1: the symmetry `hermitian` is none of those that are read: general, symmetric, skew-symmetric",
    );
    refused(
        "%%MatrixMarket matrix coordinate real general twice\n",
        Parse,
        "line 1: `twice` stands after the banner, where nothing may follow",
    );
    refused(
        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
        Parse,
        "line 1: a pattern has no values that could be negated: it cannot be skew-symmetric",
    );
}

#[test]
fn refuses_sizes() {
    use ErrorKind::{Parse, TooLarge};
    refused(REAL, Parse, "line 2: the file ends before its size line");
    refused(&format!("{REAL}3 3\n"), Parse, "line 2: there is no number of entries");
    refused(
        &format!("{REAL}3 3 1 1\n"),
        Parse,
        "line 2: `1` stands after the size, where nothing may follow",
    );
    refused(
        &format!("{REAL}3 -3 1\n"),
        Parse,
        "line 2: `-3` is not a number of columns",
    );
    refused(
        &format!("{REAL}3 3 99999999999999999999\n"),
        TooLarge,
        "line 2: `99999999999999999999` is too large for a number of entries",
    );
    refused(
        "%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n",
        Parse,
        "line 2: a matrix of 2 by 3 cannot be symmetric",
    );
}

#[test]
fn believes_no_size() {
    let file = format!("{REAL}3 3 9223372036854775807\n1 1 1\n");
    refused(
        &file,
        ErrorKind::Parse,
        "line 4: the file ends after 1 of 9223372036854775807 entries",
    );
    let huge = format!("{REAL}4000000000000000000 4000000000000000000 1\n4000000000000000000 1 1\n");
    assert_eq!(text(&huge).unwrap().entries, [(3999999999999999999, 0, 1.0)]);
    assert_eq!(read_csr(huge.as_bytes()).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn refuses_entries() {
    use ErrorKind::{OutOfBounds, Parse, TooLarge};
    let entry = |line: &str| format!("{REAL}% comment\n2 3 1\n{line}\n");
    refused(&entry("0 1 1"), OutOfBounds, "line 4: row 0 is not one of 1 to 2");
    refused(&entry("1 4 1"), OutOfBounds, "line 4: column 4 is not one of 1 to 3");
    refused(&entry("1.0 1 1"), Parse, "line 4: `1.0` is not a row");
    refused(
        &entry("18446744073709551617 1 1"),
        TooLarge,
        "line 4: `18446744073709551617` is too large for a row",
    );
    refused(&entry("1 1"), Parse, "line 4: there is no value");
    refused(&entry("1 1 x"), Parse, "line 4: `x` is not a value");
    refused(
        &entry("1 1 1 % comment"),
        Parse,
        "line 4: `%` stands after an entry, where nothing may follow",
    );
    refused(
        &entry("1 1 1\n2 2 2"),
        Parse,
        "line 5: the size line promises 1 entries, and here is another line",
    );
    refused(&entry(""), Parse, "line 5: the file ends after 0 of 1 entries");
    refused(
        &entry("1 1 1\r1 2 1"),
        Parse,
        "line 4: a carriage return stands without a line feed",
    );
    refused(
        &format!("{REAL}1 1 1\n1 1 1\n{REAL}1 1 1\n1 1 1\n"),
        Parse,
        "line 4: a second matrix starts here",
    );
    let integer = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 ";
    refused(
        &format!("{integer}1.5\n"),
        Parse,
        "line 3: `1.5` is not a value of 64 bits",
    );
    refused(
        &format!("{integer}9223372036854775808\n"),
        TooLarge,
        "line 3: `9223372036854775808` is too large for a value of 64 bits",
    );
    refused(
        "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n",
        Parse,
        "line 3: `1` stands after an entry, where nothing may follow",
    );
    refused(
        "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n",
        Parse,
        "line 3: entry 1 2 is above the diagonal, where a symmetric file names none",
    );
    refused(
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 0\n",
        Parse,
        "line 3: entry 2 2 is on the diagonal, where a skew-symmetric file names none",
    );
    let long = format!("{REAL}1 1 1\n{}1 1 1", " ".repeat(MAX_LINE));
    refused(&long, TooLarge, "line 3: the line is longer than 1048576 bytes");
}

/// The files of `FINCH_DATA/malformed` are treated as the manifest says, and those outside of what is read here are
/// refused; none ends in a panic.
#[test]
fn reads_what_the_manifest_accepts() {
    let Some(data) = std::env::var_os("FINCH_DATA") else {
        return;
    };
    let data = std::path::PathBuf::from(data);
    let manifest = std::fs::read_to_string(data.join("README.md")).unwrap();
    let mut seen = 0;
    for row in manifest.lines().filter(|row| row.starts_with("| malformed/")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (name, verdict) = (cells[1], cells[2]);
        if !name.ends_with(".mtx") {
            continue;
        }
        seen += 1;
        let bytes = std::fs::read(data.join(name)).unwrap();
        let head = String::from_utf8_lossy(&bytes).to_lowercase();
        let supported = head.lines().next().is_some_and(|line| {
            ["coordinate", "array"].iter().any(|format| line.contains(format))
                && ["real", "integer", "pattern"].iter().any(|field| line.contains(field))
        });
        let result = read(&bytes[..]);
        match verdict {
            "ACCEPT" if supported => assert!(result.is_ok(), "{name}: {result:?}"),
            "ACCEPT" => assert!(result.is_err(), "{name}"),
            "REJECT" => assert!(result.is_err(), "{name}"),
            _ => {}
        }
        match result {
            Ok(_) => drop(read_csr(&bytes[..])),
            Err(error) => assert!(error.to_string().starts_with("line "), "{name}: {error}"),
        }
    }
    assert!(seen > 80, "{seen} files");
}
