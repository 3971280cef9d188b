//! Matrix Market files that several threads read: what they hold, and what is wrong with them, is what one thread finds.

use crate::in_pools;
use finch_formats::io::matrix_market::{Options, Reader, Symmetry};
use finch_formats::prelude::*;
use finch_tests::random::Random;
use std::fmt::Write;
use std::io::Read;

/// Compressed rows.
type CsrLevels = Dense<SparseList<Element<f64>>>;

/// A file of several pieces: entries, some of them at one place, with comments, blank lines, and lines that are not the usual ones.
fn file(entries: usize, symmetry: &str) -> String {
    let mut random = Random::seeded(5);
    let mut text = format!("%%MatrixMarket matrix coordinate real {symmetry}\n% sizes\n900 900 {entries}\n");
    for at in 0..entries {
        let (row, col) = (1 + random.below(900), 1 + random.below(900));
        let (row, col) = (row.max(col), row.min(col));
        let value = random.below(100_000) as f64 / 7.0;
        match at % 1009 {
            0 => writeln!(text, "% {at} comments"),
            1 => writeln!(text, "  \t"),
            2 => write!(text, "\r\n"),
            _ => Ok(()),
        }
        .unwrap();
        match at % 503 {
            0 => writeln!(text, " +{row}\t{col}  {value}D0 "),
            1 => write!(text, "{row} {col} {value}e-3\r\n"),
            _ => writeln!(text, "{row} {col} {value}"),
        }
        .unwrap()
    }
    text
}

/// The line of this number, from 1, in place of which there is another one.
fn with_line(text: &str, number: usize, line: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines[number - 1] = line;
    lines.concat()
}

#[test]
fn matrices_are_the_same() {
    for symmetry in ["general", "symmetric"] {
        let text = file(70_000, symmetry);
        assert!(text.len() > 5 << 18);
        // The last line end of one is missing.
        let text = if symmetry == "general" {
            &text[..]
        } else {
            text.trim_end()
        };
        let read = |options: Options| options.read::<CsrLevels>(text.as_bytes()).unwrap();
        let serial = read(Options::default());
        in_pools(|| assert!(read(Options::default().parallel()).same_storage(&serial)));
    }
}

#[test]
fn entries_come_in_the_order_of_the_file() {
    let text = file(60_000, "general");
    let list = |reader: Reader<'_>| {
        let mut list = Vec::new();
        reader
            .for_each(|row, col, value: f64| list.push((row, col, value.to_bits())))
            .unwrap();
        list
    };
    let serial = list(Reader::new(text.as_bytes()).unwrap());
    assert_eq!(serial.len(), 60_000);
    let found = in_pools(|| list(Reader::new(text.as_bytes()).unwrap().parallel()));
    assert!(found == serial);
    // Whatever comes at a time.
    let found = in_pools(|| list(Reader::new(Bits(text.as_bytes(), 1)).unwrap().parallel()));
    assert!(found == serial);
}

/// A text that comes in bits of many lengths.
struct Bits<'t>(&'t [u8], usize);

impl Read for Bits<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 * 48_271 % 65_521;
        let count = self.1.min(self.0.len()).min(buffer.len());
        let (bit, rest) = self.0.split_at(count);
        buffer[..count].copy_from_slice(bit);
        self.0 = rest;
        Ok(count)
    }
}

/// A text behind which nothing can be read.
struct Torn<'t>(&'t [u8]);

impl Read for Torn<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("torn")),
            count => Ok(count),
        }
    }
}

/// The first line in which something is wrong is named.
#[test]
fn errors_are_those_of_the_first_line() {
    let text = file(60_000, "symmetric");
    let lines = text.lines().count();
    let size = text.lines().nth(2).unwrap();
    let wrong = |text: &str| {
        let read = |options: Options| {
            let error = options.read::<CsrLevels>(text.as_bytes()).unwrap_err();
            (error.kind(), error.to_string())
        };
        let serial = read(Options::default());
        assert_eq!(in_pools(|| read(Options::default().parallel())), serial);
        serial.1
    };
    let odd = [
        "1 2 3\n",
        "3 1\n",
        "3 1 x\n",
        "901 1 1\n",
        "1 1 1 1\n",
        "%%MatrixMarket matrix\n",
        "2 1 \r 1\n",
        "2 1 1e999\n",
    ];
    for (at, line) in odd.into_iter().enumerate() {
        let number = [5, lines / 2, lines - 5][at % 3];
        let message = wrong(&with_line(&text, number, line));
        assert!(message.starts_with(&format!("line {number}: ")), "{message}");
        if at == 1 {
            // The first of two.
            let both = with_line(&with_line(&text, number, line), lines - 2, "x\n");
            assert_eq!(wrong(&both), message);
        }
    }
    // Fewer entries and more than the size line says.
    for entries in [59_000, 61_000, 1] {
        wrong(&with_line(&text, 3, &format!("900 900 {entries}\n")));
    }
    assert_eq!(size, "900 900 60000");
    let long = format!("1 1 {}\n", "1".repeat(3 << 20));
    wrong(&with_line(&text, lines / 2, &long));
    // What cannot be read comes behind what is wrong before it.
    for text in [text[..900_000].to_string(), with_line(&text, 70, "x\n")] {
        let read = |options: Options| {
            let error = options.read::<CsrLevels>(Torn(text.as_bytes())).unwrap_err();
            error.to_string()
        };
        let serial = read(Options::default());
        assert_eq!(in_pools(|| read(Options::default().parallel())), serial);
    }
}

#[test]
fn arrays_and_short_files() {
    for text in [
        "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 0\n",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n",
    ] {
        let read = |options: Options| options.read::<CsrLevels>(text.as_bytes()).unwrap();
        let serial = read(Options::default());
        in_pools(|| assert!(read(Options::default().parallel()).same_storage(&serial)));
    }
    assert_eq!(
        Reader::new(&b"%%MatrixMarket matrix coordinate real symmetric\n1 1 0\n"[..])
            .unwrap()
            .parallel()
            .header()
            .symmetry,
        Symmetry::Symmetric
    );
}
