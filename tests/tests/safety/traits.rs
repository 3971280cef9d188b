//! The table of `SAFETY.md` that says who may implement which public trait, beside the traits of the sources.

use crate::{code, root, texts};
use std::collections::BTreeMap;
use std::fs;

/// A public trait.
struct Trait {
    /// The file that it is in.
    file: String,
    name: String,
    is_unsafe: bool,
    /// The traits that it requires, without what they are told in brackets.
    requires: Vec<String>,
    /// What is required of each of its parameters.
    parameters: Vec<Vec<String>>,
    /// It is implemented once, for every type that has what the bounds ask for.
    is_for_all: bool,
    /// A function of it changes what it is called on.
    changes: bool,
}

/// The public traits of the libraries. What is in a module `sealed` nobody else can name.
fn traits() -> Vec<Trait> {
    let mut traits = Vec::new();
    for (file, text) in texts().filter(|(file, _)| !file.ends_with("/sealed.rs")) {
        let lines: Vec<&str> = text.lines().map(code).collect();
        let mut is_sealed = false;
        for (at, line) in lines.iter().enumerate() {
            is_sealed |= line.contains("mod sealed {");
            is_sealed &= *line != "}";
            let line = line.trim_start();
            let header = line.strip_prefix("pub trait ");
            let is_unsafe = header.is_none();
            let Some(_) = header
                .or_else(|| line.strip_prefix("pub unsafe trait "))
                .filter(|_| !is_sealed)
            else {
                continue;
            };
            let header = lines[at..].join(" ");
            let header = header.split_once("trait ").unwrap().1.split('{').next().unwrap();
            let end = header.find(|c| !is_part_of_name(c) && c != '$').unwrap_or(header.len());
            let (name, bounds) = header.split_at(end);
            let names = match name.starts_with('$') {
                true => made_by_macro(&lines[at..]),
                false => vec![name],
            };
            let is_for_all = lines.iter().any(|line| is_for_all(line.trim_start(), name));
            let mut body = lines[at..].iter().take_while(|line| **line != "}");
            let changes = body.any(|line| line.contains("&mut self"));
            traits.extend(names.into_iter().map(|name| Trait {
                file: file.clone(),
                name: name.to_string(),
                is_unsafe,
                requires: outside_of_brackets(bounds),
                parameters: parameters(bounds),
                is_for_all,
                changes,
            }))
        }
    }
    traits
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names that are given to the macro which holds the first of these lines: in what is handed to it, one begins a line.
fn made_by_macro<'l>(lines: &[&'l str]) -> Vec<&'l str> {
    let begin = lines.iter().position(|line| *line == "}").unwrap();
    let end = begin + 1 + lines[begin + 1..].iter().position(|line| *line == "}").unwrap();
    let begins = |line: &&'l str| {
        let (name, _) = line.strip_prefix("    ")?.split_once(':')?;
        name.chars().all(is_part_of_name).then_some(name)
    };
    lines[begin..end].iter().filter_map(begins).collect()
}

/// A trait in a module that nobody else can name.
const SEALED: &str = "Sealed";

/// The last names of the paths in a list of bounds, without what is in brackets; [`SEALED`] for those that are.
fn outside_of_brackets(bounds: &str) -> Vec<String> {
    let (mut depth, mut outside) = (0, String::new());
    for c in bounds.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    let paths = outside.split(|c: char| !is_part_of_name(c) && c != ':');
    let last = |path: &str| match path.rsplit_once("::") {
        Some((module, _)) if module.ends_with("sealed") => SEALED.to_string(),
        Some((_, name)) => name.to_string(),
        None => path.trim_matches(':').to_string(),
    };
    paths.map(last).filter(|name| !name.is_empty()).collect()
}

/// What is required of each parameter of a trait, in what stands behind its name.
fn parameters(bounds: &str) -> Vec<Vec<String>> {
    let parameters = bounds.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    let all = parameters
        .map_or("", |(all, _)| all)
        .split(',')
        .filter(|one| !one.is_empty());
    all.map(|one| {
        one.split_once(':')
            .map_or(Vec::new(), |(_, bounds)| outside_of_brackets(bounds))
    })
    .collect()
}

/// The line implements the trait for a parameter: `impl<T: ..> Trait<..> for T {}`.
fn is_for_all(line: &str, name: &str) -> bool {
    let implements = || {
        let (left, of) = line.strip_prefix("impl<")?.rsplit_once(" for ")?;
        let parameter = of.split(' ').next()?;
        let (bounds, implemented) = left
            .rsplit_once("> ")
            .filter(|(_, last)| last.starts_with(name))
            .or_else(|| {
                // `Trait<A, B>` has brackets of its own.
                let start = left.rfind(&format!("> {name}<"))?;
                Some((&left[..start], &left[start + 2..]))
            })?;
        let is_this = implemented.split('<').next() == Some(name);
        let declares = |bound: &str| bound.trim().split(':').next() == Some(parameter);
        Some(is_this && bounds.split(", ").any(declares))
    };
    implements().unwrap_or(false)
}

/// A row of the page: who may implement these traits. No two public traits have one name.
struct Row {
    who: String,
    traits: Vec<String>,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("SAFETY.md")).unwrap();
    let (_, section) = text
        .split_once("\n## Who may implement what\n")
        .expect("SAFETY.md says who may");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `")).map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        let traits = cells[1].split('`').skip(1).step_by(2).map(str::to_string).collect();
        let who = cells[2].trim().to_string();
        Row { who, traits }
    });
    rows.collect()
}

#[test]
fn every_public_trait_is_in_one_row() {
    let (traits, rows) = (traits(), rows());
    let mut wrong = Vec::new();
    for declared in &traits {
        let all = rows.iter().flat_map(|row| &row.traits);
        let mentions = all.filter(|&written| *written == declared.name).count();
        if mentions != 1 {
            wrong.push(format!("{} of {} is in {mentions} rows", declared.name, declared.file))
        }
    }
    for written in rows.iter().flat_map(|row| &row.traits) {
        let meant = traits.iter().filter(|declared| declared.name == *written).count();
        if meant != 1 {
            wrong.push(format!("{written} is the name of {meant} public traits"))
        }
    }
    assert!(
        wrong.is_empty(),
        "in \"Who may implement what\" of SAFETY.md:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn traits_are_what_their_rows_say() {
    let traits = traits();
    let requires: BTreeMap<&str, &[String]> = traits
        .iter()
        .map(|declared| (&*declared.name, &*declared.requires))
        .collect();
    /// One of these traits is `from`, or requires what is.
    fn descends(all: &[String], from: &str, requires: &BTreeMap<&str, &[String]>) -> bool {
        let nothing: &[String] = &[];
        all.iter()
            .any(|name| name == from || descends(requires.get(&**name).unwrap_or(&nothing), from, requires))
    }
    // Nobody else can implement what requires these, since one of them is sealed.
    let is_sealed = |all: &[String]| descends(all, SEALED, &requires);
    for row in rows() {
        for declared in traits.iter().filter(|declared| row.traits.contains(&declared.name)) {
            let Trait { file, name, .. } = declared;
            let has_unsafe = row.who.contains("`unsafe impl`");
            assert_eq!(declared.is_unsafe, has_unsafe, "`{name}` of {file}: {}", row.who);
            if row.who.starts_with("this library") {
                assert!(is_sealed(&declared.requires), "`{name}` of {file} is not sealed");
                // Else another crate may implement it for a type of the library, by way of a parameter of its own.
                let parameters = &declared.parameters;
                let are_sealed = parameters.iter().all(|bounds| is_sealed(bounds));
                assert!(
                    are_sealed || declared.is_for_all,
                    "a parameter of `{name}` of {file} is not sealed"
                );
            }
            // A level that a tensor holds is valid: whoever changes it has to leave it so.
            let changes_levels = declared.changes && descends(&declared.requires, "Level", &requires);
            assert!(
                !changes_levels || declared.is_unsafe || is_sealed(&declared.requires),
                "`{name}` of {file} changes levels, and is neither unsafe to implement nor sealed"
            );
            if row.who.starts_with("nobody") {
                assert!(
                    declared.is_for_all,
                    "`{name}` of {file} is not implemented for all types at once"
                );
            }
        }
    }
}
