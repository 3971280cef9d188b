//! `SAFETY.md` lists every unsafe block of the libraries with its reason, and counts unsafe implementations by trait. When these change,
//! `BLESS=1 cargo test -p finch-tests --test safety` writes both anew: read the difference.

use crate::{code, root, texts};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

/// What the list stands behind.
const HEADING: &str = "## Every unsafe block\n";

/// What the counts stand behind.
const IMPLEMENTATIONS: &str = "## Every unsafe implementation\n";

/// What the paragraph begins with that names the files with inline assembly.
const ASSEMBLY: &str = "The four uses of inline assembly ";

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
    for (file, text) in texts() {
        let lines: Vec<&str> = text.lines().collect();
        let (mut name, mut blocks) = ("", String::new());
        for (at, line) in lines.iter().enumerate() {
            name = function(line).unwrap_or(name);
            for _ in code(line).matches("unsafe {") {
                let reason = proof(&lines, at).unwrap_or_else(|| panic!("{file}:{} has no proof", at + 1));
                writeln!(blocks, "* `{name}`: {reason}").unwrap()
            }
        }
        if !blocks.is_empty() {
            writeln!(list, "\n### `{file}`\n\n{}", blocks.trim_end()).unwrap()
        }
    }
    list
}

/// The trait of an unsafe implementation that begins in these lines, behind `unsafe impl`; `compressed!` if that macro makes several
/// of it. None of what a macro matches or hands on.
fn implemented(header: &str) -> Option<&str> {
    let rest = match header.chars().next()? {
        '$' => return None,
        open @ ('<' | '[') => {
            if header[1..].starts_with("$(") && open == '[' {
                return None;
            }
            let mut depth = 0;
            let is_end = |c: char| {
                depth += i32::from("<[(".contains(c)) - i32::from(">])".contains(c));
                depth == 0
            };
            header.split_once(is_end)?.1
        }
        _ => header,
    };
    let rest = rest.trim_start();
    if rest.starts_with("for ") {
        return Some("compressed!");
    }
    let path = rest.split(|c: char| c.is_whitespace() || c == '<').next()?;
    path.rsplit("::").next()
}

/// The table: how many unsafe implementations there are of each trait, tests left out.
fn counts() -> String {
    let mut counts = BTreeMap::<String, [usize; 2]>::new();
    for (file, text) in texts().filter(|(file, _)| !file.contains("/tests/")) {
        let lines: Vec<&str> = text.lines().map(code).collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((_, header)) = line.split_once("unsafe impl") else {
                continue;
            };
            let header = format!(
                "{header} {}",
                lines[at + 1..].iter().take(6).copied().collect::<Vec<_>>().join(" ")
            );
            if let Some(name) = implemented(header.trim_start()) {
                counts.entry(name.to_string()).or_default()[usize::from(file.starts_with("finch-formats"))] += 1
            }
        }
    }
    let sum = |library: usize| counts.values().map(|count| count[library]).sum::<usize>();
    let mut table = format!(
        "\nThere are {} in `finch-traits` and {} in `finch-formats`, tests left out. What a macro makes of a pattern counts once.\n\n\
         | trait | `finch-traits` | `finch-formats` |\n|---|---|---|\n",
        sum(0),
        sum(1)
    );
    for (name, [traits, formats]) in &counts {
        writeln!(table, "| `{name}` | {traits} | {formats} |").unwrap()
    }
    table
}

#[test]
fn every_unsafe_block_is_listed_and_every_implementation_counted() {
    let page = root().join("SAFETY.md");
    let text = fs::read_to_string(&page).unwrap();
    let (before, _) = text.split_once(IMPLEMENTATIONS).expect("SAFETY.md has the counts");
    let now = format!("{before}{IMPLEMENTATIONS}{}\n{HEADING}{}", counts(), list());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&page, now).unwrap()
    } else if let Some((listed, now)) = text.lines().zip(now.lines()).find(|(listed, now)| listed != now) {
        panic!(
            "SAFETY.md says\n{listed}\nwhere there is\n{now}\nnow: run `BLESS=1 cargo test -p finch-tests --test safety`, and read the difference"
        )
    } else {
        assert_eq!(
            text.lines().count(),
            now.lines().count(),
            "blocks were added or removed: run `BLESS=1 cargo test -p finch-tests --test safety`"
        )
    }
}

#[test]
fn every_use_of_assembly_is_known() {
    let page = fs::read_to_string(root().join("SAFETY.md")).unwrap();
    let (_, paragraph) = page.split_once(ASSEMBLY).expect("SAFETY.md speaks of assembly");
    let paragraph = paragraph.split("\n\n").next().unwrap();
    let mut known: Vec<&str> = paragraph.split('`').filter(|word| word.ends_with(".rs")).collect();
    known.sort();
    let uses = |(file, text): (String, String)| {
        let count = text.lines().filter(|line| code(line).contains("asm!")).count();
        vec![file; count]
    };
    assert_eq!(texts().flat_map(uses).collect::<Vec<_>>(), known);
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
