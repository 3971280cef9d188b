//! Small numbers as an SVG of squares.

use finch_kernels::prelude::*;
use std::fmt::Write;

/// From one to eight. Zero is not drawn, so that these are seen on light and on dark pages.
const COLORS: [&str; 8] = [
    "#5b8fc9", "#4fa3b8", "#52b09a", "#7fb874", "#b3b457", "#d9a04a", "#e07f4c", "#d9555a",
];

/// The picture of a matrix: runs of equal values in a row as one rectangle, all of one value as one path.
pub(crate) fn svg(title: &str, matrix: &Matrix<u8>) -> String {
    let [rows, columns] = [matrix.shape()[0], matrix.shape()[1]];
    let mut paths = vec![String::new(); COLORS.len()];
    for (y, row) in matrix.values().chunks(columns).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|left, right| left == right) {
            if let Some(path) = usize::from(run[0])
                .checked_sub(1)
                .and_then(|color| paths.get_mut(color))
            {
                // Writing to a string does not fail.
                let _ = write!(path, "M{x} {y}h{0}v1h-{0}z", run.len());
            }
            x += run.len()
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {columns} {rows}\" width=\"{}\" height=\"{}\" \
         shape-rendering=\"crispEdges\" style=\"max-width:100%;height:auto\">\n<title>{title}</title>\n",
        5 * columns,
        5 * rows
    );
    for (color, path) in COLORS.iter().zip(paths).filter(|(_, path)| !path.is_empty()) {
        let _ = writeln!(svg, "<path fill=\"{color}\" d=\"{path}\"/>");
    }
    svg + "</svg>\n"
}

/// The names of the pictures, and the pictures.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>, Error> {
    Ok(vec![
        (
            "life",
            svg("A Game of Life after 70 generations", &super::life::life()?),
        ),
        ("heat", svg("Heat that spreads over a plate", &super::heat::heat()?)),
        (
            "product",
            svg("What a product of sparse matrices sums up", &super::product::product()?),
        ),
        ("maze", svg("A search through a maze", &super::maze::maze()?)),
        (
            "erosion",
            svg("How many erosions pixels last", &super::erosion::erosion()?),
        ),
        (
            "residual",
            svg(
                "The residual of conjugate gradients, by round",
                &super::residual::residual()?,
            ),
        ),
    ])
}
