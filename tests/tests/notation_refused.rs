//! Mistakes in programs that `finch!` and the types behind it refuse, with the words they are refused with; and programs
//! like them that are accepted.

#[test]
fn mistakes_are_refused_in_words() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/notation_refused/*.rs");
    cases.pass("tests/notation_refused/accepted/*.rs");
}
