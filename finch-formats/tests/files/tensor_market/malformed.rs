//! Every malformed or unusual tensor file of the data, by name: what becomes of it. The same texts stand here, so that the
//! table is checked without the data too.

use crate::data;
use Outcome::{Fails, Reads};
use finch_formats::ErrorKind::{self, Mismatch, OutOfBounds, Parse, TooLarge};
use finch_formats::Result;
use finch_formats::SparseCoo;
use finch_formats::fill::Zero;
use finch_formats::io::tensor_market::{Reader, read};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::typenum::{U1, U2, U3, U4};
use finch_formats::traits::level::Level;

#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// These extents, so many entries, and the sum of all.
    Reads(&'static [usize], usize, f64),
    /// An error of this kind in this line, or none, whose message holds these words.
    Fails(ErrorKind, Option<usize>, &'static str),
}

const ACCEPT: &str = "ACCEPT";
const REJECT: &str = "REJECT";
const POLICY: &str = "POLICY";
const TENSOR: &str = "%%MatrixMarket tensor ";

/// Name, verdict of the manifest, text, and what becomes of it. A text that starts with a format has the banner before it.
#[rustfmt::skip]
const FILES: &[(&str, &str, &str, Outcome)] = &[
    ("splatt_small4_zeroidx.tns", REJECT, "# test tns\n1 1 3 0 2.0\n2 1 1 1 4.0\n", Fails(OutOfBounds, Some(2), "coordinate 0 along axis 3 is not one of 1 to")),
    ("tns_bom.tns", POLICY, "\u{feff}1 1 1 2.5\n", Reads(&[1, 1, 1], 1, 2.5)),
    ("tns_commas.tns", REJECT, "1,1,1,2.5\n", Fails(Parse, Some(1), "a line without blanks has no indices, or no value")),
    ("tns_comment_at_end.tns", POLICY, "1 1 1 2.5 # c\n", Fails(Parse, Some(1), "a comment stands behind an entry")),
    ("tns_duplicates.tns", POLICY, "1 1 1 2\n1 1 1 3\n", Reads(&[1, 1, 1], 1, 5.0)),
    ("tns_empty.tns", REJECT, "", Fails(Parse, None, "there are no entries, so that nothing says how many dimensions there are")),
    ("tns_fraction_index.tns", REJECT, "1.5 1 1 2.5\n", Fails(Parse, Some(1), "`1.5` is not a coordinate")),
    ("tns_gz_truncated.tns.gz", REJECT, "", Fails(Parse, None, "compressed data is damaged, cut off, or followed")),
    ("tns_header_line.tns", REJECT, "3\n4 5 6\n1 1 1 2.5\n", Fails(Parse, Some(1), "a line without blanks has no indices, or no value")),
    ("tns_huge_index.tns", POLICY, "9000000000000000000 1 1 1\n", Reads(&[9000000000000000000, 1, 1], 1, 1.0)),
    ("tns_index_overflow.tns", REJECT, "18446744073709551617 1 1 1\n", Fails(TooLarge, Some(1), "`18446744073709551617` is too large for a coordinate")),
    ("tns_nan_inf.tns", POLICY, "1 1 1 nan\n1 2 1 inf\n", Reads(&[1, 2, 1], 2, f64::NAN)),
    ("tns_negative_index.tns", REJECT, "-1 1 1 2.5\n", Fails(Parse, Some(1), "`-1` is not a coordinate")),
    ("tns_ok_comments.tns", ACCEPT, "# c\n\n1 1 1 2.5\n\n# d\n2 3 1 -1\n", Reads(&[2, 3, 1], 2, 1.5)),
    ("tns_ok_crlf.tns", ACCEPT, "1 1 1 2.5\r\n2 3 1 -1\r\n", Reads(&[2, 3, 1], 2, 1.5)),
    ("tns_ok_tabs_no_newline.tns", ACCEPT, "1\t1\t1\t2.5\n  2 3   1  -1 ", Reads(&[2, 3, 1], 2, 1.5)),
    ("tns_ragged.tns", REJECT, "1 1 1 2.5\n1 2 3\n", Fails(Parse, Some(2), "there is no value")),
    ("tns_single_column.tns", REJECT, "2.5\n3.5\n", Fails(Parse, Some(1), "a line without blanks has no indices, or no value")),
    ("tns_truncated.tns", REJECT, "1 1 1 2.5\n2 3 1 -1\n2 2\n", Fails(Parse, Some(3), "there is no coordinate")),
    ("tns_word.tns", REJECT, "1 a 1 2.5\n", Fails(Parse, Some(1), "`a` is not a coordinate")),
    ("tns_zero_index.tns", REJECT, "0 1 1 2.5\n1 1 1 1\n", Fails(OutOfBounds, Some(1), "coordinate 0 along axis 0 is not one of 1 to")),
    ("ttx_array_too_few.ttx", REJECT, "array real general\n2 2 2\n1\n2\n3\n", Fails(Parse, Some(6), "the file ends after 3 of 8 entries")),
    ("ttx_count_mismatch.ttx", REJECT, "coordinate real general\n3 4 5 3\n1 1 1 2.0\n", Fails(Parse, Some(4), "the file ends after 1 of 3 entries")),
    ("ttx_ok_3d.ttx", ACCEPT, "coordinate real general\n%\n3 4 5 2\n1 1 1 1.5\n3 4 5 2\n", Reads(&[3, 4, 5], 2, 3.5)),
    ("ttx_ok_vector.ttx", ACCEPT, "coordinate real general\n5 2\n1 1.5\n5 2\n", Reads(&[5], 2, 3.5)),
    ("ttx_order_mismatch.ttx", REJECT, "coordinate real general\n3 4 5 1\n1 1 2.0\n", Fails(Parse, Some(3), "`2.0` is not a coordinate")),
    ("ttx_out_of_range.ttx", REJECT, "coordinate real general\n3 4 5 1\n3 5 5 1\n", Fails(OutOfBounds, Some(3), "coordinate 5 along axis 1 is not one of 1 to 4")),
    ("ttx_size_product_overflow.ttx", REJECT, "array real general\n4294967296 4294967296 4294967296\n1\n", Fails(TooLarge, Some(2), "an array of extents [4294967296, 4294967296, 4294967296] is too large")),
    ("ttx_symmetric.ttx", POLICY, "tensor symmetric", Fails(Parse, Some(1), "only `general` is read")),
    // Files that are in no manifest.
    ("", "", "coordinate real general\n4611686018427387904 4 5 9223372036854775807\n1 1 1 1\n", Fails(Parse, Some(4), "the file ends after 1 of 9223372036854775807 entries")),
    ("", "", "coordinate real general\n2 2 1\n1 1 1\n2 2 2\n", Fails(Parse, Some(4), "the size line promises 1 entries")),
    ("", "", "coordinate real general\n7\n", Fails(Parse, Some(2), "the size line gives no extents")),
    ("", "", "coordinate real general\n", Fails(Parse, Some(2), "the file ends before its size line")),
    ("", "", "coordinate complex general\n2 2 2 1\n1 1 1 2 3\n", Fails(Mismatch, Some(1), "a file of `complex` entries cannot be read into f64")),
    ("", "", "coordinate pattern general\n2 2 2 1\n1 2 1\n", Reads(&[2, 2, 2], 1, 1.0)),
    ("", "", "array real general\n0 18446744073709551615 18446744073709551615\n", Fails(TooLarge, Some(2), "the largest one is")),
    ("", "", "1 1 1 2\n1 1 1 2 # c\n", Fails(Parse, Some(2), "`#` stands after an entry")),
    ("", "", "1 1 1 1e999\n", Fails(TooLarge, Some(1), "`1e999` is beyond the range of f64")),
];

/// Coordinates of any size.
type Wide<N> = Tensor<SparseCoo<N, Element<f64, Zero>, Vec<usize>, Vec<usize>>>;

/// Extents, entries and the sum of all, read into as many dimensions as the file has.
fn read_sum(input: &[u8]) -> Result<(Vec<usize>, usize, f64)> {
    fn sum<L: Level<T = f64>>(tensor: Tensor<L>) -> Result<(Vec<usize>, usize, f64)> {
        tensor.validate()?;
        let mut sum = 0.0;
        tensor.for_each(|_, value| sum += value);
        Ok((tensor.shape().to_vec(), tensor.count_stored(), sum))
    }
    match Reader::new(input)?.header().order {
        1 => sum(read(input).map(|tensor: Wide<U1>| tensor)?),
        2 => sum(read(input).map(|tensor: Wide<U2>| tensor)?),
        4 => sum(read(input).map(|tensor: Wide<U4>| tensor)?),
        _ => sum(read(input).map(|tensor: Wide<U3>| tensor)?),
    }
}

fn check(name: &str, input: &[u8], outcome: Outcome) {
    match (outcome, read_sum(input)) {
        (Reads(shape, stored, sum), Ok((found_shape, found_stored, found))) => {
            assert_eq!((&found_shape[..], found_stored), (shape, stored), "{name}");
            assert!(
                found == sum || (found.is_nan() && sum.is_nan()),
                "{name}: the sum is {found}"
            )
        }
        (Fails(kind, line, words), Err(error)) => {
            let message = error.to_string();
            assert_eq!(error.kind(), kind, "{name}: {message}");
            if let Some(line) = line {
                assert!(
                    message.starts_with(&format!("line {line}: ")),
                    "{name}: {message} is not in line {line}"
                )
            }
            assert!(message.contains(words), "{name}: {message} does not say `{words}`")
        }
        (outcome, found) => panic!("{name}: {outcome:?} is not what happened, but {found:?}"),
    }
    // Other nests and values refuse more; nothing panics or takes much memory.
    drop(read(input).map(|_: Csf<f32>| ()));
    drop(read(input).map(|_: Cube<i8>| ()));
    drop(read(input).map(|_: Coo3<bool>| ()));
}

#[test]
fn texts_are_treated_as_the_table_says() {
    for &(name, _, text, outcome) in FILES {
        if name.ends_with(".gz") {
            continue;
        }
        let text = match text.split_once(' ') {
            Some(("coordinate" | "array", _)) => format!("{TENSOR}{text}"),
            Some(("tensor", _)) => format!("{TENSOR}coordinate real symmetric\n3 3 3 1\n3 2 1 1\n"),
            _ => text.to_owned(),
        };
        check(name, text.as_bytes(), outcome)
    }
}

#[test]
fn files_are_treated_as_the_manifest_says() {
    let Some(folder) = data::folder("the texts of the table show most of it") else {
        return;
    };
    let mut verdicts = data::verdicts(&folder, &[".tns", ".ttx"]);
    for &(name, verdict, _, outcome) in FILES.iter().filter(|file| !file.0.is_empty()) {
        assert_eq!(verdicts.remove(name).as_deref(), Some(verdict), "{name}");
        match verdict {
            ACCEPT => assert!(matches!(outcome, Reads(..)), "{name}"),
            REJECT => assert!(matches!(outcome, Fails(..)), "{name}"),
            _ => assert_eq!(verdict, POLICY, "{name}"),
        }
        let bytes = std::fs::read(folder.join("malformed").join(name)).expect(name);
        check(name, &bytes, outcome)
    }
    assert!(verdicts.is_empty(), "{verdicts:?} are not in the table");
}
