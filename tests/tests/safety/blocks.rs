//! `SAFETY.md` lists every unsafe block of the libraries with its reason. When blocks change, `BLESS=1 cargo test -p finch-tests
//! --test safety` writes the list anew: read the difference.

use crate::{code, named, root, sources};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// What the list stands behind.
const HEADING: &str = "## Every unsafe block\n";

/// How many uses of inline assembly `SAFETY.md` speaks of.
const ASSEMBLY: usize = 2;

/// Macros that make a function of the code that they are given.
const GIVEN_CODE: [&str; 2] = ["writing", "in_local"];

/// The name of the function that a line begins, or of the macro that makes one of what follows.
fn function(line: &str) -> Option<&str> {
    let is_called = |name: &&&str| code(line).trim_end().ends_with(&format!("{name}! {{"));
    if let Some(name) = GIVEN_CODE.iter().find(is_called) {
        return Some(name);
    }
    let rest = &code(line)[code(line).find("fn ")?..];
    let name = rest["fn ".len()..]
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    (!name.is_empty()).then_some(name)
}

/// The last proof above line `at`, without its marks.
fn proof(lines: &[&str], at: usize) -> Option<String> {
    let first = (at.saturating_sub(12)..=at)
        .rev()
        .find(|&line| lines[line].contains("// SAFETY:"))?;
    let comment = lines[first..at].iter().map_while(|line| line.split_once("//"));
    let text: Vec<&str> = comment
        .map(|(_, text)| text.trim().trim_start_matches("SAFETY:").trim())
        .collect();
    Some(text.join(" "))
}

/// The list: a line for each block, under its file.
fn list() -> String {
    let mut list = String::new();
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (mut name, mut blocks) = ("", String::new());
        for (at, line) in lines.iter().enumerate() {
            name = function(line).unwrap_or(name);
            for _ in code(line).matches("unsafe {") {
                let reason = proof(&lines, at).unwrap_or_else(|| panic!("{}:{} has no proof", path.display(), at + 1));
                writeln!(blocks, "* `{name}`: {reason}").unwrap()
            }
        }
        if !blocks.is_empty() {
            writeln!(list, "\n### `{}`\n\n{}", named(&path), blocks.trim_end()).unwrap()
        }
    }
    list
}

#[test]
fn every_unsafe_block_is_listed() {
    let page = root().join("SAFETY.md");
    let text = fs::read_to_string(&page).unwrap();
    let (before, listed) = text.split_once(HEADING).expect("SAFETY.md has the list");
    let list = list();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&page, format!("{before}{HEADING}{list}")).unwrap()
    } else if let Some((listed, now)) = listed.lines().zip(list.lines()).find(|(listed, now)| listed != now) {
        panic!("SAFETY.md says\n{listed}\nwhere there is\n{now}\nnow: see the head of this test")
    } else {
        assert_eq!(
            listed.lines().count(),
            list.lines().count(),
            "blocks were added or removed: see the head of this test"
        )
    }
}

#[test]
fn every_use_of_assembly_is_known() {
    let uses = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter(|line| code(line).contains("asm!")).count()
    };
    assert_eq!(sources().iter().map(uses).sum::<usize>(), ASSEMBLY);
}

#[test]
fn libraries_without_unsafe_code_forbid_it() {
    for library in ["algebra", "kernels", "graph", "image"] {
        let text = fs::read_to_string(root().join(format!("finch-{library}/src/lib.rs"))).unwrap();
        assert!(
            text.contains("#![forbid(unsafe_code)]"),
            "finch-{library} forbids unsafe code"
        );
    }
}
