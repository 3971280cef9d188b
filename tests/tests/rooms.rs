//! The modules of `finch-traits` stand in rooms, and a room imports only from the rooms before it. Nodes, looplets, passes and
//! reductions share a room, since the traits of this engine mention each other: see `ARCHITECTURE.md`. The modules of that
//! circle are listed here, so that none joins it unnoticed. Remove from the list what has left the circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The rooms, in the order in which they may import each other.
const ROOMS: [&str; 10] = [
    "base",
    "description",
    "scope",
    "prelude",
    RECURSION,
    "upper",
    "storage",
    "program",
    "notation",
    "explain",
];

/// The rooms that import each other, as one.
const RECURSION: &str = "nodes looplet pass reduction knot";

/// The one circle of files.
const CIRCLE: &[&str] = &[
    "looplet",
    "looplet::fiber",
    "looplet::lookup",
    "looplet::run",
    "looplet::sequence",
    "looplet::shift",
    "looplet::spike",
    "looplet::stepper",
    "nodes::expr",
    "nodes::expr::access",
    "nodes::expr::at_leaf",
    "nodes::expr::compare",
    "nodes::expr::joined",
    "nodes::expr::late",
    "nodes::expr::slow",
    "nodes::expr::solid",
    "nodes::expr::under",
    "nodes::expr::unfurled",
    "nodes::index::list",
    "nodes::index::list::place",
    "nodes::index::loops",
    "nodes::index::protocol",
    "nodes::index::set",
    "nodes::index::term",
    "nodes::reads",
    "nodes::stmt",
    "nodes::stmt::assign",
    "nodes::stmt::null",
    "nodes::stmt::sieve",
    "nodes::target",
    "nodes::target::late",
    "nodes::target::moved",
    "nodes::target::place",
    "nodes::target::write",
    "nodes::writes",
    "pass",
    "pass::accept",
    "pass::change",
    "pass::early_exit",
    "pass::jumper",
    "pass::lookup",
    "pass::run",
    "pass::sequence",
    "pass::settle",
    "pass::single",
    "pass::spike",
    "pass::stepper",
    "pass::switch",
    "pass::trail",
    "pass::unfurl",
    "reduction::accumulator",
    "reduction::drive",
    "reduction::lookup",
    "reduction::short_blocks",
    "reduction::tile",
    "reduction::tile::row",
];

/// A path, in segments.
type Segments = Vec<String>;

#[derive(Default)]
struct Module {
    code: String,
    /// What it hands on under a name of its own: it does not depend on that, whoever takes it does.
    facade: BTreeMap<String, Segments>,
}

type Modules = BTreeMap<Segments, Module>;

fn segments(path: &str) -> Segments {
    path.split("::").map(|part| part.trim().to_owned()).collect()
}

/// The modules of the crate, without its tests. The root is the empty path.
fn modules() -> Modules {
    fn visit(folder: &Path, path: &[String], modules: &mut Modules) {
        for entry in fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let inside: Segments = match name.as_str() {
                "tests" => continue,
                "lib" | "mod" => path.to_vec(),
                _ => [path, &[name]].concat(),
            };
            if file.is_dir() {
                visit(&file, &inside, modules)
            } else {
                let text = fs::read_to_string(&file).unwrap();
                let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
                modules.entry(inside).or_default().code = lines.collect::<Vec<_>>().join("\n");
            }
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../finch-traits/src");
    let mut modules = Modules::new();
    visit(&source, &[], &mut modules);
    modules
}

/// The paths of a `use`, whose braces are multiplied out.
fn multiplied(tree: &str) -> Vec<String> {
    let Some((before, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or(tree).trim().to_owned()];
    };
    let (mut paths, mut depth, mut part) = (Vec::new(), 0, String::new());
    for c in rest.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth < 0 || (depth == 0 && c == ',') {
            if !part.trim().is_empty() {
                paths.extend(multiplied(part.trim()))
            }
            part.clear();
            if depth < 0 {
                break;
            }
        } else {
            part.push(c)
        }
    }
    paths.iter().map(|path| format!("{}{path}", before.trim())).collect()
}

/// Splits the code of a module into its imports, its re-exports, and the rest.
fn split(code: &str) -> (Vec<String>, Vec<String>, String) {
    let (mut imports, mut exports, mut rest) = (Vec::new(), Vec::new(), String::new());
    for item in code.split_inclusive(';') {
        let at = item
            .find("use ")
            .filter(|&at| item[..at].ends_with(['\n', ' ']) || at == 0);
        let Some(at) = at.filter(|_| item.ends_with(';')) else {
            rest.push_str(item);
            continue;
        };
        let line = item[..at].lines().last().unwrap_or("").trim();
        let found = multiplied(&item[at + "use ".len()..item.len() - 1]);
        match line {
            "" => imports.extend(found),
            line if line.starts_with("pub") => exports.extend(found),
            _ => rest.push_str(item),
        }
        rest.push_str(&item[..at])
    }
    (imports, exports, rest)
}

/// The path from the root, if it is one of this crate.
fn absolute(modules: &Modules, from: &[String], path: &str) -> Option<Segments> {
    let path = segments(path);
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([from, &path[1..]].concat()),
        "super" => Some([&from[..from.len() - 1], &path[1..]].concat()),
        child => modules
            .contains_key(&[from, &[child.to_owned()]].concat())
            .then(|| [from, &path].concat()),
    }
}

/// The module that a path from the root leads into, through facades.
fn resolve(modules: &Modules, mut path: Segments) -> Segments {
    'again: loop {
        let mut inside = Segments::new();
        for (at, name) in path.iter().enumerate() {
            let next = [&inside[..], std::slice::from_ref(name)].concat();
            if modules.contains_key(&next) {
                inside = next;
                continue;
            }
            if let Some(behind) = modules[&inside].facade.get(name) {
                path = [behind, &path[at + 1..]].concat();
                continue 'again;
            }
            break;
        }
        return inside;
    }
}

/// The modules that a path from the root leads into: of all that a facade hands on, those behind it.
fn resolve_all(modules: &Modules, path: Segments) -> Vec<Segments> {
    match path.split_last() {
        Some((last, facade)) if last == "*" => {
            let behind = modules[&resolve(modules, facade.to_vec())].facade.values();
            behind.map(|path| resolve(modules, path.clone())).collect()
        }
        _ => vec![resolve(modules, path)],
    }
}

/// Which modules each module depends on.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let mut modules = modules();
    let mut wanted = BTreeMap::new();
    for path in modules.keys().cloned().collect::<Vec<_>>() {
        let (imports, exports, rest) = split(&modules[&path].code);
        let mut facade = BTreeMap::new();
        for export in &exports {
            if let Some(behind) = absolute(&modules, &path, export) {
                facade.insert(behind.last().unwrap().clone(), behind);
            }
        }
        if path.is_empty() {
            // An inline module that hands on another one, and more.
            for inline in rest.split("pub mod ").skip(1) {
                let name = inline.split([' ', ';']).next().unwrap();
                let behind = segments(&format!("nodes::{name}"));
                if modules.contains_key(&behind) {
                    facade.insert(name.to_owned(), behind);
                }
            }
        } else {
            let mut paths = imports;
            let ends = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
            for word in rest.split(ends).filter(|word| word.contains("::")) {
                let inline = word.trim_end_matches(':');
                if !inline.starts_with(':') && !inline.starts_with("self") && !inline.starts_with("super") {
                    paths.push(inline.to_owned())
                }
            }
            wanted.insert(path.clone(), paths);
        }
        modules.get_mut(&path).unwrap().facade = facade;
    }
    let name = |path: &Segments| path.join("::");
    let depends = |(from, paths): (&Segments, &Vec<String>)| {
        let found = paths.iter().filter_map(|path| absolute(&modules, from, path));
        let found = found.filter(|path| !path.iter().any(|part| part == "tests"));
        let found = found
            .flat_map(|path| resolve_all(&modules, path))
            .filter(|to| to != from && !to.is_empty());
        (name(from), found.map(|to| name(&to)).collect())
    };
    wanted.iter().map(depends).collect()
}

/// What a module reaches.
fn reach<'a>(imports: &'a BTreeMap<String, BTreeSet<String>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if found.insert(next.as_str()) {
                open.push(next)
            }
        }
    }
    found
}

fn room(module: &str) -> usize {
    let first = module.split("::").next().unwrap();
    let at = ROOMS.iter().position(|room| room.split(' ').any(|name| name == first));
    at.unwrap_or_else(|| panic!("`{module}` is in no room"))
}

#[test]
fn rooms_import_those_before_them() {
    for (from, imports) in imports() {
        for to in imports {
            assert!(
                room(&to) <= room(&from),
                "`{from}` imports `{to}`, which is in a room behind its own"
            )
        }
    }
}

#[test]
fn one_circle_is_left() {
    let imports = imports();
    let in_circles = imports
        .keys()
        .filter(|module| reach(&imports, module).contains(module.as_str()));
    let circle: Vec<&str> = in_circles.map(String::as_str).collect();
    assert_eq!(circle, CIRCLE, "modules that import each other, and those that may")
}
