//! Every malformed or unusual file of the data, by name: what becomes of it.

use crate::data;
use Outcome::{Fails, Reads};
use Verdict::{Accept, Policy, Reject};
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use num_complex::Complex;
use std::path::Path;

/// What the manifest says should become of a file. `Policy` leaves a choice, which the table of the module documents.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Accept,
    Reject,
    Policy,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// So many rows, columns and entries, and the sum of all entries.
    Reads(usize, usize, usize, f64, f64),
    /// An error of this kind in this line, whose message holds these words.
    Fails(ErrorKind, usize, &'static str),
}

#[rustfmt::skip]
const FILES: &[(&str, Verdict, Outcome)] = &[
    ("array_too_few.mtx", Reject, Fails(ErrorKind::Parse, 6, "the file ends after 3 of 4 entries")),
    ("array_too_many.mtx", Reject, Fails(ErrorKind::Parse, 7, "the size line promises 4 entries")),
    ("array_values_on_one_line.mtx", Policy, Fails(ErrorKind::Parse, 3, "`2` stands after a value")),
    ("binary_noise.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("bom_utf8.mtx", Policy, Reads(3, 3, 4, 402.5, 0.0)),
    ("comment_after_size.mtx", Policy, Reads(3, 3, 2, 3.0, 0.0)),
    ("comment_hash.mtx", Reject, Fails(ErrorKind::Parse, 2, "`#` is not a number of rows")),
    ("comment_indented.mtx", Policy, Reads(3, 3, 1, 1.0, 0.0)),
    ("comment_on_entry_line.mtx", Reject, Fails(ErrorKind::Parse, 3, "`%` stands after an entry")),
    ("complex_one_value.mtx", Reject, Fails(ErrorKind::Parse, 3, "there is no imaginary part")),
    ("count_too_few.mtx", Reject, Fails(ErrorKind::Parse, 5, "the file ends after 2 of 4 entries")),
    ("count_too_many.mtx", Reject, Fails(ErrorKind::Parse, 4, "the size line promises 1 entries")),
    ("count_two_matrices.mtx", Reject, Fails(ErrorKind::Parse, 4, "a second matrix starts here")),
    ("cr_only.mtx", Policy, Fails(ErrorKind::Parse, 1, "a carriage return stands without a line feed")),
    ("duplicate_entries.mtx", Policy, Reads(3, 3, 2, 10.0, 0.0)),
    ("duplicate_pattern.mtx", Policy, Reads(3, 3, 2, 3.0, 0.0)),
    ("empty_file.mtx", Reject, Fails(ErrorKind::Parse, 1, "the file is empty")),
    ("entries_on_one_line.mtx", Reject, Fails(ErrorKind::Parse, 3, "`2` stands after an entry")),
    ("entry_split_lines.mtx", Policy, Fails(ErrorKind::Parse, 3, "there is no column")),
    ("gz_bad_checksum.mtx.gz", Reject, Fails(ErrorKind::Parse, 2003, "compressed data is damaged, cut off, or followed")),
    ("gz_empty.mtx.gz", Reject, Fails(ErrorKind::Parse, 1, "the file is empty")),
    ("gz_misnamed.mtx", Policy, Reads(3, 3, 4, 402.5, 0.0)),
    ("gz_no_trailer.mtx.gz", Reject, Fails(ErrorKind::Parse, 2003, "compressed data is damaged, cut off, or followed")),
    ("gz_not_gzip.mtx.gz", Policy, Reads(3, 3, 4, 402.5, 0.0)),
    ("gz_trailing_garbage.mtx.gz", Policy, Fails(ErrorKind::Parse, 7, "compressed data is damaged, cut off, or followed")),
    ("gz_truncated.mtx.gz", Reject, Fails(ErrorKind::Parse, 1001, "compressed data is damaged, cut off, or followed")),
    ("gz_two_members.mtx.gz", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("hdr_array_pattern.mtx", Reject, Fails(ErrorKind::Parse, 1, "an array lists values, which a pattern has none of")),
    ("hdr_extra_word.mtx", Policy, Fails(ErrorKind::Parse, 1, "`0-based` stands after the banner")),
    ("hdr_leading_blank_line.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("hdr_lowercase_banner.mtx", Policy, Reads(3, 3, 4, 402.5, 0.0)),
    ("hdr_missing.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("hdr_missing_symmetry.mtx", Reject, Fails(ErrorKind::Parse, 1, "the banner names no symmetry")),
    ("hdr_only.mtx", Reject, Fails(ErrorKind::Parse, 2, "the file ends before its size line")),
    ("hdr_pattern_skew.mtx", Reject, Fails(ErrorKind::Parse, 1, "a pattern has no values that could be negated")),
    ("hdr_real_hermitian.mtx", Reject, Fails(ErrorKind::Parse, 1, "only complex numbers have conjugates")),
    ("hdr_single_percent.mtx", Policy, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("hdr_unknown_field.mtx", Reject, Fails(ErrorKind::Parse, 1, "the field `quaternion` is none of those")),
    ("hdr_unknown_format.mtx", Reject, Fails(ErrorKind::Parse, 1, "the format `compressed` is none of those")),
    ("hdr_unknown_object.mtx", Reject, Fails(ErrorKind::Parse, 1, "the object `vector` is none of those")),
    ("hdr_unknown_symmetry.mtx", Reject, Fails(ErrorKind::Parse, 1, "the symmetry `diagonal` is none of those")),
    ("hdr_unsigned_integer.mtx", Policy, Reads(2, 2, 1, 18446744073709551615.0, 0.0)),
    ("hermitian_imag_diagonal.mtx", Reject, Fails(ErrorKind::Parse, 3, "entry 1 1 is on the diagonal of a hermitian matrix and not real: Complex { re: 1.0, im: 2.0 }")),
    ("html_error_page.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("index_fraction.mtx", Reject, Fails(ErrorKind::Parse, 3, "`1.0` is not a row")),
    ("index_negative.mtx", Reject, Fails(ErrorKind::Parse, 3, "`-1` is not a row")),
    ("index_overflow_u64.mtx", Reject, Fails(ErrorKind::TooLarge, 3, "`18446744073709551617` is too large for a row")),
    ("index_too_large.mtx", Reject, Fails(ErrorKind::OutOfBounds, 3, "row 4 is not one of 1 to 3")),
    ("index_word.mtx", Reject, Fails(ErrorKind::Parse, 3, "`one` is not a row")),
    ("index_wraps_u32.mtx", Reject, Fails(ErrorKind::OutOfBounds, 3, "row 4294967297 is not one of 1 to 3")),
    ("index_zero.mtx", Reject, Fails(ErrorKind::OutOfBounds, 3, "row 0 is not one of 1 to 3")),
    ("integer_overflow.mtx", Reject, Fails(ErrorKind::TooLarge, 3, "`9223372036854775808` does not fit an integer of 64 bits")),
    ("integer_with_fraction.mtx", Reject, Fails(ErrorKind::Parse, 3, "`2.5` is not an integer")),
    ("lagraph_full_noheader.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("lagraph_mangled1.mtx", Reject, Fails(ErrorKind::Parse, 1, "the object `mangled` is none of those")),
    ("lagraph_mangled11.mtx", Reject, Fails(ErrorKind::Parse, 5, "`zero` is not a column")),
    ("lagraph_mangled13.mtx", Reject, Fails(ErrorKind::OutOfBounds, 7, "column 9999 is not one of 1 to 4")),
    ("lagraph_mangled15.mtx", Reject, Fails(ErrorKind::Parse, 5, "`.959` stands after a value")),
    ("lagraph_mangled3.mtx", Reject, Fails(ErrorKind::Parse, 1, "the field `mangled` is none of those")),
    ("lagraph_mangled5.mtx", Reject, Fails(ErrorKind::Parse, 1, "only complex numbers have conjugates")),
    ("lagraph_mangled7.mtx", Reject, Fails(ErrorKind::Parse, 5, "there is no value")),
    ("lagraph_mangled9.mtx", Reject, Fails(ErrorKind::Parse, 4, "a matrix of 3 by 4 cannot be symmetric")),
    ("lagraph_mangled_bool.mtx", Accept, Reads(7, 7, 12, 8.0, 0.0)),
    ("lagraph_mangled_int16.mtx", Accept, Reads(7, 7, 12, 42.0, 0.0)),
    ("lagraph_mangled_skew.mtx", Accept, Reads(6, 6, 20, 0.0, 0.0)),
    ("lagraph_mangled_uint8.mtx", Accept, Reads(7, 7, 12, 300.0, 0.0)),
    ("lagraph_matrix_fp32.mtx", Reject, Fails(ErrorKind::Parse, 7, "`-inf` is not an integer")),
    ("lagraph_west0067_jumbled.mtx", Policy, Reads(67, 67, 294, 34.3087486, 0.0)),
    ("nul_bytes.mtx", Reject, Fails(ErrorKind::Parse, 4, "`\\02` is not a value")),
    ("ok_array_general.mtx", Accept, Reads(2, 3, 6, 21.0, 0.0)),
    ("ok_array_skew.mtx", Accept, Reads(3, 3, 6, 0.0, 0.0)),
    ("ok_array_symmetric.mtx", Accept, Reads(3, 3, 9, 31.0, 0.0)),
    ("ok_blank_lines.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_crlf.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_denormal_precision.mtx", Accept, Reads(2, 2, 4, 1.7976931348623157e308, 0.0)),
    ("ok_empty_0x0.mtx", Accept, Reads(0, 0, 0, 0.0, 0.0)),
    ("ok_empty_0xn.mtx", Accept, Reads(0, 5, 0, 0.0, 0.0)),
    ("ok_explicit_zeros.mtx", Accept, Reads(3, 3, 3, 0.0, 0.0)),
    ("ok_header_case.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_hermitian.mtx", Accept, Reads(2, 2, 4, 9.0, 0.0)),
    ("ok_integer_signs.mtx", Accept, Reads(2, 2, 3, 0.0, 0.0)),
    ("ok_latin1_comment.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_leading_zeros.mtx", Accept, Reads(3, 3, 2, 105.0, 0.0)),
    ("ok_long_comment.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_long_data_line.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_no_final_newline.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("ok_pattern_symmetric_diag.mtx", Accept, Reads(3, 3, 6, 6.0, 0.0)),
    ("ok_skew.mtx", Accept, Reads(3, 3, 4, 0.0, 0.0)),
    ("ok_unsorted.mtx", Accept, Reads(4, 4, 6, 21.0, 0.0)),
    ("ok_whitespace.mtx", Accept, Reads(3, 3, 4, 402.5, 0.0)),
    ("pattern_with_values.mtx", Reject, Fails(ErrorKind::Parse, 3, "`1` stands after an entry")),
    ("size_array_three_numbers.mtx", Reject, Fails(ErrorKind::Parse, 2, "`4` stands after the size")),
    ("size_dims_over_u32.mtx", Policy, Reads(4294967298, 4294967298, 2, 3.0, 0.0)),
    ("size_huge_dims.mtx", Policy, Reads(4000000000000000000, 4000000000000000000, 1, 1.0, 0.0)),
    ("size_huge_nnz.mtx", Reject, Fails(ErrorKind::Parse, 4, "the file ends after 1 of 9223372036854775807 entries")),
    ("size_long.mtx", Reject, Fails(ErrorKind::Parse, 2, "`1` stands after the size")),
    ("size_negative.mtx", Reject, Fails(ErrorKind::Parse, 2, "`-3` is not a number of rows")),
    ("size_nnz_exceeds_cells.mtx", Policy, Reads(2, 2, 4, 5.0, 0.0)),
    ("size_not_integer.mtx", Reject, Fails(ErrorKind::Parse, 2, "`3.0` is not a number of rows")),
    ("size_overflow_u64.mtx", Reject, Fails(ErrorKind::TooLarge, 2, "`99999999999999999999` is too large for a number of rows")),
    ("size_short.mtx", Reject, Fails(ErrorKind::Parse, 2, "there is no number of entries")),
    ("size_zero_dim_with_entry.mtx", Reject, Fails(ErrorKind::OutOfBounds, 3, "row 1 is not one of 1 to 0")),
    ("skew_diagonal_nonzero.mtx", Reject, Fails(ErrorKind::Parse, 3, "entry 1 1 is on the diagonal")),
    ("skew_diagonal_zero.mtx", Policy, Fails(ErrorKind::Parse, 3, "entry 1 1 is on the diagonal")),
    ("sprs_hermitian-int.mtx", Reject, Fails(ErrorKind::Parse, 1, "only complex numbers have conjugates")),
    ("sprs_not_enough_entries.mtx", Reject, Fails(ErrorKind::Parse, 34, "the file ends after 8 of 13 entries")),
    ("ss_3by0.mtx", Accept, Reads(3, 0, 0, 0.0, 0.0)),
    ("ss_bad_header.mtx", Reject, Fails(ErrorKind::Parse, 1, "the symmetry `bogus` is none of those")),
    ("ss_fullcrud1.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("ss_fullcsa.mtx", Policy, Reads(2, 2, 4, 15.8, 13.7)),
    ("ss_fullrza.mtx", Accept, Reads(2, 2, 2, 0.0, 0.0)),
    ("ss_mangle2.mtx", Reject, Fails(ErrorKind::Parse, 1, "the format `junk` is none of those")),
    ("ss_mangle4.mtx", Reject, Fails(ErrorKind::Parse, 1, "the symmetry `junk` is none of those")),
    ("ss_row0.mtx", Reject, Fails(ErrorKind::Parse, 1, "a Matrix Market file starts with `%%MatrixMarket`, at once")),
    ("sym_both_triangles.mtx", Policy, Fails(ErrorKind::Parse, 5, "entry 1 2 is above the diagonal")),
    ("sym_not_square.mtx", Reject, Fails(ErrorKind::Parse, 2, "a matrix of 3 by 4 cannot be symmetric")),
    ("sym_upper_entry.mtx", Policy, Fails(ErrorKind::Parse, 4, "entry 1 3 is above the diagonal")),
    ("taco_2tensor.mtx", Policy, Reads(32, 32, 3, 510.1, 0.0)),
    ("truncated_in_entry.mtx", Reject, Fails(ErrorKind::Parse, 6, "there is no value")),
    ("truncated_in_value_silent.mtx", Policy, Reads(3, 3, 4, 6.5, 0.0)),
    ("underscore_digits.mtx", Reject, Fails(ErrorKind::Parse, 3, "`1_000` is not a value")),
    ("unicode_digits.mtx", Reject, Fails(ErrorKind::Parse, 3, "`١` is not a row")),
    ("utf16.mtx", Reject, Fails(ErrorKind::Parse, 1, "this is text in UTF-16")),
    ("value_comma.mtx", Reject, Fails(ErrorKind::Parse, 3, "`1,5` is not a value")),
    ("value_extra_token.mtx", Reject, Fails(ErrorKind::Parse, 3, "`9` stands after an entry")),
    ("value_fortran_d.mtx", Policy, Reads(2, 2, 1, 150.0, 0.0)),
    ("value_hex.mtx", Reject, Fails(ErrorKind::Parse, 3, "`0x10` is not a value")),
    ("value_missing.mtx", Reject, Fails(ErrorKind::Parse, 3, "there is no value")),
    ("value_nan_inf.mtx", Policy, Reads(2, 2, 3, f64::NAN, 0.0)),
    ("value_overflow.mtx", Policy, Fails(ErrorKind::TooLarge, 3, "`1e999` is beyond the range of Complex<f64>")),
    ("value_word.mtx", Reject, Fails(ErrorKind::Parse, 3, "`abc` is not a value")),
];

fn check(folder: &Path, name: &str, outcome: Outcome) {
    let path = folder.join(name);
    let matrix = WideDcsr::<Complex<f64>>::read_matrix_market(&path);
    match (outcome, matrix) {
        (Reads(rows, cols, stored, re, im), Ok(matrix)) => {
            matrix.validate().expect(name);
            assert_eq!(&matrix.shape()[..], [rows, cols], "{name}");
            assert_eq!(matrix.count_stored(), stored, "{name}");
            let mut sum = Complex::default();
            matrix.for_each(|_, value| sum += value);
            let close = |found: f64, wanted: f64| {
                (found.is_nan() && wanted.is_nan()) || (found - wanted).abs() <= 1e-12 * wanted.abs().max(1.0)
            };
            assert!(close(sum.re, re) && close(sum.im, im), "{name}: the sum is {sum}")
        }
        (Fails(kind, line, words), Err(error)) => {
            let message = error.to_string();
            assert_eq!(error.kind(), kind, "{message}");
            let start = format!("{}: line {line}: ", path.display());
            assert!(message.starts_with(&start), "{message} is not in line {line}");
            assert!(message.contains(words), "{message} does not say `{words}`")
        }
        (outcome, matrix) => panic!("{name}: {outcome:?} is not what happened, but {:?}", matrix.map(|_| ())),
    }
    // Other nests and values refuse more; nothing panics or takes much memory.
    drop(Csr::<f64>::read_matrix_market(&path));
    drop(Dcsr::<f32>::read_matrix_market(&path));
    drop(Coo::<i8>::read_matrix_market(&path));
    drop(Matrix::<u64>::read_matrix_market(&path));
    drop(CsrPattern::read_matrix_market(&path));
}

#[test]
fn files_are_treated_as_the_manifest_says() {
    let Some(folder) = data::folder("refusals of files that are written here show most of it") else {
        return;
    };
    let mut verdicts = data::verdicts(&folder, &[".mtx"]);
    let folder = folder.join("malformed");
    for &(name, verdict, outcome) in FILES {
        let manifested = verdicts.remove(name);
        assert_eq!(manifested, Some(format!("{verdict:?}").to_uppercase()), "{name}");
        match verdict {
            Accept => assert!(matches!(outcome, Reads(..)), "{name}"),
            Reject => assert!(matches!(outcome, Fails(..)), "{name}"),
            Policy => {}
        }
        check(&folder, name, outcome)
    }
    assert!(verdicts.is_empty(), "{verdicts:?} are not in the table");
}
