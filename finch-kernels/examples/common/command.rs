//! What the examples of all crates have in common: arguments, help, errors, and a line that says how far something is.

// Each example uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// What an example comes to.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn StdError>>;

/// Runs an example with its arguments. `--help` prints `help`, whose first word is the name of the example, and whose words that start
/// with `--` are the options; one that is followed by `<` takes a value. Errors are printed.
pub(crate) fn run(help: &str, work: impl FnOnce(Arguments) -> Outcome) -> ExitCode {
    let name = help.split_whitespace().next().unwrap_or_default();
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{help}");
        return ExitCode::SUCCESS;
    }
    match Arguments::read(help, words).and_then(work) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The files and the options that an example is called with.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) files: Vec<PathBuf>,
    options: BTreeMap<String, String>,
}

impl Arguments {
    pub(crate) fn read(help: &str, words: Vec<OsString>) -> Outcome<Arguments> {
        let known: Vec<&str> = help.split([' ', '\n', '[', ']']).collect();
        let mut arguments = Arguments::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let Some(option) = word.to_str().filter(|word| word.starts_with("--")) else {
                arguments.files.push(word.into());
                continue;
            };
            let Some(at) = known.iter().position(|known| *known == option) else {
                return Err(format!("there is no option {option}; --help lists those that there are").into());
            };
            let takes = known.get(at + 1).is_some_and(|next| next.starts_with('<'));
            let value = match takes.then(|| words.next()) {
                None => String::new(),
                Some(Some(value)) => value.to_string_lossy().into_owned(),
                Some(None) => return Err(format!("{option} takes a value, {}", known[at + 1]).into()),
            };
            arguments.options.insert(option.into(), value);
        }
        Ok(arguments)
    }

    /// Refuses more than `most` files.
    pub(crate) fn at_most(&self, most: usize) -> Outcome {
        match self.files.get(most) {
            Some(file) => Err(format!("{} is one file too many", file.display()).into()),
            None => Ok(()),
        }
    }

    /// Whether this option was given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.options.contains_key(option)
    }

    /// The value of an option, if it was given.
    pub(crate) fn text(&self, option: &str) -> Option<&str> {
        self.options.get(option).map(String::as_str)
    }

    /// The value of an option as a number.
    pub(crate) fn number<T: FromStr<Err: Display>>(&self, option: &str, otherwise: T) -> Outcome<T> {
        match self.text(option) {
            None => Ok(otherwise),
            Some(text) => text.parse().map_err(|error| format!("{option} {text}: {error}").into()),
        }
    }
}

/// A line on standard error about something that takes more than a second: ten times a second if that is a terminal, else every ten
/// seconds.
#[derive(Debug)]
pub(crate) struct Progress {
    next: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Progress {
            next: Instant::now() + Duration::from_secs(1),
            shown: false,
        }
    }

    /// Shows the line, if it is time to.
    pub(crate) fn tell(&mut self, line: impl FnOnce() -> String) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        let mut out = std::io::stderr();
        // If nobody can see how far it is, it goes on all the same.
        if out.is_terminal() {
            self.next = now + Duration::from_millis(100);
            self.shown = true;
            let _ = write!(out, "\r\x1b[K{}", line());
            let _ = out.flush();
        } else {
            self.next = now + Duration::from_secs(10);
            let _ = writeln!(out, "{}", line());
        }
    }
}

impl Drop for Progress {
    /// What is printed next starts on an empty line.
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K")
        }
    }
}

/// Opens a file, and tells how much of it was read when this takes more than a second. Errors name it.
pub(crate) fn open(path: &Path) -> Outcome<Reading> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = std::fs::File::open(path).map_err(named)?;
    let bytes = file.metadata().map_err(named)?.len();
    Ok(Reading {
        file,
        name: path.display().to_string(),
        bytes,
        done: 0,
        progress: Progress::new(),
    })
}

/// A file that is read.
#[derive(Debug)]
pub(crate) struct Reading {
    file: std::fs::File,
    name: String,
    bytes: u64,
    done: u64,
    progress: Progress,
}

impl std::io::Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.done += count as u64;
        let (name, done, bytes) = (&self.name, self.done, self.bytes.max(1));
        self.progress
            .tell(|| format!("{name}: {} % read", (100 * done / bytes).min(100)));
        Ok(count)
    }
}
