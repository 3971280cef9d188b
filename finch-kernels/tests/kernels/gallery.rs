//! The pictures of the gallery are those that the programs beside them make.

#[path = "../../examples/gallery/drawing.rs"]
mod drawing;
#[path = "../../examples/gallery/erosion.rs"]
mod erosion;
#[path = "../../examples/gallery/heat.rs"]
mod heat;
#[path = "../../examples/gallery/life.rs"]
mod life;
#[path = "../../examples/gallery/maze.rs"]
mod maze;
#[path = "../../examples/gallery/product.rs"]
mod product;
#[path = "../../examples/gallery/residual.rs"]
mod residual;

#[test]
fn committed_pictures_are_what_programs_make() {
    for (name, svg) in drawing::pictures().unwrap() {
        let path = format!("{}/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == svg,
            "{path} is not what is drawn: run `cargo run -p finch-kernels --example gallery`"
        );
        assert!(svg.lines().all(|line| !line.is_empty()) && svg.len() < 20_000, "{name}")
    }
}

/// A row as runs: the picture leaves zeros out.
#[test]
fn runs_are_rectangles() {
    let matrix = finch_kernels::formats::Matrix::from_dense([1, 5], &[1, 1, 0, 1, 8]).unwrap();
    let svg = drawing::svg("", &matrix);
    assert!(
        svg.contains("d=\"M0 0h2v1h-2zM3 0h1v1h-1z\"") && svg.contains("d=\"M4 0h1v1h-1z\""),
        "{svg}"
    );
}
