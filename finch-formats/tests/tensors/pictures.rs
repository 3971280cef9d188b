//! The pictures in the documentation are those that the example `pictures` draws.

#[path = "../../examples/pictures/arrays.rs"]
mod arrays;
#[path = "../../examples/pictures/drawing.rs"]
mod drawing;
#[path = "../../examples/pictures/matrices.rs"]
mod matrices;

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn committed_pictures_are_what_is_drawn() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let again = "run `cargo run -p finch-formats --example pictures`";
    let mut drawn = BTreeSet::from(["all.md".to_owned()]);
    let pictures = matrices::pictures().unwrap();
    let page = std::fs::read_to_string(root.join("pictures/all.md")).unwrap();
    assert!(
        page == matrices::page(&pictures),
        "pictures/all.md shows others: {again}"
    );
    for (name, svg) in pictures {
        let file = format!("{name}.svg");
        let kept = std::fs::read_to_string(root.join("pictures").join(&file)).unwrap_or_default();
        assert!(kept == svg, "pictures/{file} is not what is drawn: {again}");
        let page = std::fs::read_to_string(root.join(format!("src/{name}.rs"))).unwrap();
        let included = format!("#![doc = include_str!(\"../pictures/{file}\")]");
        assert!(page.contains(&included), "src/{name}.rs does not show pictures/{file}");
        // A blank line would end the block of HTML that the picture is, in Markdown.
        assert!(
            svg.lines().all(|line| !line.trim().is_empty()),
            "{file} has a blank line"
        );
        assert!(svg.len() < 8000, "{file} has {} bytes", svg.len());
        assert!(drawn.insert(file), "{name} is drawn twice")
    }
    for entry in std::fs::read_dir(root.join("pictures")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        assert!(drawn.contains(&file), "pictures/{file} is not drawn any more")
    }
}

/// The page of a level is that of its module. Those of the list have a picture, or the guide would not compile.
#[test]
fn every_level_has_a_picture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut modules = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "rs") && read(&path).contains("> Level for ") {
            modules.insert(path.file_stem().unwrap().to_string_lossy().into_owned());
        }
    }
    let drawn: BTreeSet<String> = matrices::pictures()
        .unwrap()
        .into_iter()
        .map(|(name, _)| name.into())
        .collect();
    assert!(modules.len() > 10, "levels were not found: {modules:?}");
    let missing: Vec<&String> = modules.difference(&drawn).collect();
    assert!(missing.is_empty(), "add {missing:?} to examples/pictures/matrices.rs");
}

/// Arrays that the pictures show are those of the tensor: of a matrix that is written out here.
#[test]
fn arrays_are_read_from_the_text_of_a_tensor() {
    let a = finch_formats::Csr::<u8>::from_dense([2, 3], &[0, 5, 0, 7, 0, 9]).unwrap();
    let levels = arrays::levels(&format!("{a:?}"));
    let found: Vec<(&str, String)> = levels
        .iter()
        .flat_map(|level| {
            level
                .arrays
                .iter()
                .map(|(name, items)| (name.as_str(), items.join(" ")))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("ptr", "0 1 3".into()),
            ("idx", "1 0 2".into()),
            ("val", "5 7 9".into())
        ]
    );
    let names: Vec<&str> = levels.iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["Dense", "SparseList", "Element"]);
}
