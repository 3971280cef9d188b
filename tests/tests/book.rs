//! The pages of the guide are those of the book, links lead somewhere, and each file of Markdown at the top of the project can be
//! followed. Paths of Rust are checked by rustdoc.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn markdown_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The pages of the guide, by name.
fn pages() -> BTreeMap<String, PathBuf> {
    let mut pages = BTreeMap::new();
    for package in fs::read_dir(root()).unwrap() {
        for page in markdown_in(&package.unwrap().path().join("src/guide")) {
            let before = pages.insert(stem(&page), page.clone());
            assert!(before.is_none(), "{} and {before:?} are called alike", page.display())
        }
    }
    assert!(pages.len() > 10, "the guide was not found: {pages:?}");
    pages
}

/// The lines that are no listing.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// Where the links of a page lead, as they are written. What is between backticks is no link.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Code is taken out, but for the brackets of links whose text it is.
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("");
        for part in plain.split("](").skip(1) {
            let mut depth = 1;
            let end = part.find(|letter| {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                depth == 0
            });
            found.push(part[..end.unwrap_or(part.len())].to_owned())
        }
    }
    found
}

/// The anchors of the headings of a page, as rustdoc, mdBook and forges make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    headings
        .map(|heading| {
            heading
                .trim_start_matches('#')
                .trim()
                .chars()
                .filter_map(kept)
                .collect()
        })
        .collect()
}

/// The chapters that the summary lists.
fn chapters() -> Vec<String> {
    links(&read(&root().join("docs/book/src/SUMMARY.md")))
}

#[test]
fn the_book_has_every_page_of_the_guide_once() {
    let source = root().join("docs/book/src");
    let chapters = chapters();
    let listed: BTreeSet<&String> = chapters.iter().collect();
    assert_eq!(listed.len(), chapters.len(), "a chapter is listed twice");
    for chapter in &chapters {
        assert!(
            source.join(chapter).is_file(),
            "SUMMARY.md lists {chapter}, which does not exist"
        )
    }
    for page in markdown_in(&source) {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(
            name == "SUMMARY.md" || listed.contains(&name),
            "SUMMARY.md does not list {name}"
        )
    }
    for (name, page) in pages() {
        let path = page.strip_prefix(root()).unwrap().display().to_string();
        let chapter = format!("{name}.md");
        assert!(
            listed.contains(&chapter),
            "{path} is no chapter: list {chapter} in docs/book/src/SUMMARY.md, and add a page that includes it"
        );
        assert!(
            read(&source.join(&chapter)).contains(&format!("{{{{#include ../../../{path}}}}}")),
            "docs/book/src/{chapter} does not include {path}"
        );
        let module = read(&page.with_file_name("mod.rs"));
        let listed = module
            .split_once("\npages! {")
            .map_or("", |(_, rest)| rest.split('}').next().unwrap());
        assert!(
            module.contains(&format!("include_str!(\"{name}.md\")"))
                || listed.split_whitespace().any(|page| page == name),
            "rustdoc does not include {path}"
        )
    }
}

/// Adds what a page includes, and what that includes.
fn include(page: &Path, included: &mut BTreeSet<PathBuf>) {
    for part in read(page).split("{{#include ").skip(1) {
        let name = part.split("}}").next().unwrap();
        let path = page.with_file_name(name);
        let at = page.display();
        assert!(path.is_file(), "{at} includes {name}, which does not exist");
        let path = path.canonicalize().unwrap();
        if included.insert(path.clone()) && path.extension().is_some_and(|end| end == "md") {
            include(&path, included)
        }
    }
}

#[test]
fn what_chapters_include_exists_and_all_pictures_are_shown() {
    let mut included = BTreeSet::new();
    for chapter in chapters() {
        include(&root().join("docs/book/src").join(chapter), &mut included)
    }
    let folders = ["finch-formats/pictures", "finch-kernels/pictures"];
    for picture in folders
        .iter()
        .flat_map(|folder| fs::read_dir(root().join(folder)).unwrap())
    {
        let picture = picture.unwrap().path();
        assert!(included.contains(&picture), "no chapter shows {}", picture.display())
    }
}

/// Pages of the guide link by paths of Rust: to each other's headings too, which rustdoc does not check.
#[test]
fn links_between_pages_lead_to_headings() {
    let pages = pages();
    for (name, page) in &pages {
        let text = read(page);
        for link in links(&text) {
            let (path, anchor) = link
                .split_once('#')
                .map_or((&*link, None), |(path, anchor)| (path, Some(anchor)));
            if path.starts_with("http") {
                continue;
            }
            let is_rust = ["crate", "mod@crate", "finch_"]
                .iter()
                .any(|start| path.starts_with(start));
            assert!(
                is_rust || path.is_empty(),
                "{name} links to {link}, which the book or rustdoc cannot find"
            );
            let (before, last) = path.rsplit_once("::").unwrap_or(("", path));
            let target = match before.ends_with("::guide") {
                true => read(
                    pages
                        .get(last)
                        .unwrap_or_else(|| panic!("{name} links to {link}: there is no such page")),
                ),
                false if path.is_empty() => text.clone(),
                false => continue,
            };
            if let Some(anchor) = anchor {
                assert!(
                    anchors(&target).contains(anchor),
                    "{name} links to {link}: there is no such heading"
                )
            }
        }
    }
}

#[test]
fn links_between_files_lead_to_files_and_headings() {
    let folders = ["", "docs", "docs/book/src", "benches/peers"];
    for file in folders.iter().flat_map(|folder| markdown_in(&root().join(folder))) {
        let (text, folder) = (read(&file), file.parent().unwrap());
        for link in links(&text) {
            if link.starts_with("http") {
                continue;
            }
            let (path, anchor) = link
                .split_once('#')
                .map_or((&*link, None), |(path, anchor)| (path, Some(anchor)));
            let target = if path.is_empty() {
                file.clone()
            } else {
                folder.join(path)
            };
            let here = file.strip_prefix(root()).unwrap().display();
            assert!(target.exists(), "{here} links to {link}, which does not exist");
            if let (Some(anchor), true) = (anchor, target.extension().is_some_and(|end| end == "md")) {
                assert!(
                    anchors(&read(&target)).contains(anchor),
                    "{here} links to {link}: there is no such heading"
                )
            }
        }
    }
}

/// What these tests rest on.
#[test]
fn links_and_headings_are_found() {
    let page = "# One `a[i]` & two\n[x](a.md#b) `[y](c)` [`z`](d(e)f)\n```\n[q](r)\n# not\n```\n";
    assert_eq!(links(page), ["a.md#b", "d(e)f"]);
    assert_eq!(anchors(page), BTreeSet::from(["one-ai--two".to_owned()]));
}
