//! A matrix and the arrays in which it is stored, side by side, as SVG.

use super::arrays::{LevelArrays, levels};
use finch_formats::Tensor;
use finch_formats::traits::level::Level;
use std::fmt::{Debug, Display, Write};
use std::ops::Range;

/// The side of a cell of the matrix, and the height of a box of an array.
const CELL: usize = 18;
/// The width of a letter in a box.
const LETTER: usize = 7;
/// Where names of arrays and where their boxes start, and where a row of boxes ends.
const NAMES: usize = 176;
const BOXES: usize = 226;
const RIGHT: usize = 560;
/// Half dark, so that dark letters can be read on them, and they themselves on light and on dark pages.
const COLORS: [&str; 9] = [
    "#6fb1e0", "#f2ad6b", "#7cc992", "#ec8f8f", "#bf9be0", "#e6c84f", "#62cbbd", "#e59ac4", "#a9b96a",
];
/// A place of which fill is stored, and an item of an array that is no value.
const STORED_FILL: &str = "#b4bcc6";
const NUMBER: &str = "#dce1e7";

/// The picture of a tensor of one or two dimensions of small numbers. `nest` is its type, as one writes it.
pub(crate) fn picture<L: Level<T: Debug + Display> + Debug>(nest: &str, tensor: &Tensor<L>) -> String {
    let shape = tensor.shape();
    let (rows, columns) = if shape.len() == 2 {
        (shape[0], shape[1])
    } else {
        (1, shape[0])
    };
    let mut cells = vec![None; rows * columns];
    tensor.for_each(|index, value| {
        let row = if index.len() == 2 { index[0] } else { 0 };
        cells[row * columns + index[index.len() - 1]] = Some(short(&value))
    });
    let mut svg = Svg::default();
    svg.matrix(rows, columns, &cells);
    for (row, run) in runs(&tensor.to_string()) {
        svg.outline(row, run)
    }
    let mut bottom = 26;
    for level in levels(&format!("{tensor:?}")) {
        bottom = svg.level(&level, bottom)
    }
    svg.finish("A matrix", nest, bottom.max(26 + rows * CELL + 8))
}

/// The picture of scalars, of which `name` is the first: their values, one below the other, if they were assigned.
pub(crate) fn scalars<S: Debug>(name: &str, scalars: &[(S, Option<u8>)]) -> String {
    let values: Vec<Option<String>> = scalars
        .iter()
        .map(|(_, value)| value.map(|value| value.to_string()))
        .collect();
    let mut svg = Svg::default();
    svg.matrix(values.len(), 1, &values);
    let mut bottom = 26;
    for (scalar, _) in scalars {
        // As if there were a tensor around it.
        for level in levels(&format!("Of({scalar:?})")) {
            bottom = svg.level(&level, bottom)
        }
    }
    svg.finish("A value", name, bottom)
}

fn short(value: &impl Display) -> String {
    match value.to_string().as_str() {
        "true" => "1".into(),
        "false" => "0".into(),
        other => other.into(),
    }
}

/// The runs that the text of a tensor shows: their rows, and their columns.
fn runs(text: &str) -> Vec<(usize, Range<usize>)> {
    let (mut row, mut runs) = (0, Vec::new());
    for line in text.lines() {
        let depth = line.matches('│').count();
        let label = line
            .split_once('[')
            .and_then(|(_, rest)| rest.split_once(']'))
            .map(|(label, _)| label);
        let (Some(label), true) = (label, line.contains("├─ ")) else {
            continue;
        };
        match label.split_once("..") {
            Some((from, to)) => {
                if let (Ok(from), Ok(to)) = (from.parse(), to.parse()) {
                    runs.push((if depth == 0 { 0 } else { row }, from..to))
                }
            }
            None if depth == 0 => row = label.parse().unwrap_or(row),
            None => {}
        }
    }
    runs
}

fn color(value: &str) -> &'static str {
    match value.parse::<usize>() {
        Ok(0) | Err(_) => STORED_FILL,
        Ok(number) => COLORS[(number - 1) % COLORS.len()],
    }
}

/// Shapes of one color are one path, and texts of one line are one element: pictures are small.
#[derive(Default)]
struct Svg {
    body: String,
}

/// Boxes side by side.
struct Boxes {
    y: usize,
    height: usize,
    /// Where each starts, its width, its color and its text.
    boxes: Vec<(usize, usize, &'static str, String)>,
}

impl Svg {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{text}");
    }

    fn boxes(&mut self, line: &Boxes) {
        let mut colors: Vec<&str> = line.boxes.iter().map(|&(_, _, color, _)| color).collect();
        colors.sort_unstable();
        colors.dedup();
        for color in colors {
            let mut path = String::new();
            for (x, width, ..) in line.boxes.iter().filter(|one| one.2 == color) {
                let (across, down) = (width - 1, line.height - 1);
                let _ = write!(path, "M{} {}h{across}v{down}h-{across}z", x + 1, line.y + 1);
            }
            self.line(format_args!(r#"<path fill="{color}" d="{path}"/>"#))
        }
        let mut texts = String::new();
        for (x, width, _, text) in &line.boxes {
            let _ = write!(texts, r#"<tspan x="{}">{text}</tspan>"#, x + width / 2);
        }
        self.line(format_args!(
            r##"<text y="{}" fill="#111" text-anchor="middle">{texts}</text>"##,
            line.y + 13
        ))
    }

    /// Places where something is stored as boxes, the others as dots.
    fn matrix(&mut self, rows: usize, columns: usize, cells: &[Option<String>]) {
        let mut dots = String::new();
        for row in 0..rows {
            let y = 26 + row * CELL;
            let mut boxes = Vec::new();
            for column in 0..columns {
                let x = 4 + column * CELL;
                match &cells[row * columns + column] {
                    Some(value) => boxes.push((x, CELL, color(value), value.clone())),
                    None => {
                        let _ = write!(dots, "M{} {}h2", x + 8, y + 9);
                    }
                }
            }
            if !boxes.is_empty() {
                let height = CELL;
                self.boxes(&Boxes { y, height, boxes })
            }
        }
        self.line(format_args!(
            r#"<path stroke="currentColor" stroke-width="2" opacity=".5" d="{dots}"/>"#
        ));
        self.line(format_args!(
            r#"<path fill="none" stroke="currentColor" opacity=".5" d="M3.5 25.5h{}v{}h-{0}z"/>"#,
            columns * CELL + 2,
            rows * CELL + 2
        ))
    }

    /// A frame around a run.
    fn outline(&mut self, row: usize, run: Range<usize>) {
        let width = run.len() * CELL - 2;
        self.line(format_args!(
            r##"<rect x="{}" y="{}" width="{width}" height="{}" rx="7" fill="none" stroke="#222" stroke-width="1.5"/>"##,
            5 + run.start * CELL,
            27 + row * CELL,
            CELL - 2
        ))
    }

    /// The name of a level, and below it its arrays. Returns where the next one goes.
    fn level(&mut self, level: &LevelArrays, top: usize) -> usize {
        let mut y = top;
        self.line(format_args!(
            r#"<text x="{NAMES}" y="{}" fill="currentColor">{}{}</text>"#,
            y + 12,
            level.name,
            if level.arrays.is_empty() { ": no arrays" } else { "" }
        ));
        y += CELL;
        for (name, items) in &level.arrays {
            self.line(format_args!(
                r#"<text x="{}" y="{}" fill="currentColor" text-anchor="end" opacity=".75">{name}</text>"#,
                BOXES - 6,
                y + 13
            ));
            let (mut x, mut boxes) = (BOXES, Vec::new());
            for item in items {
                let width = CELL + LETTER * item.chars().count().saturating_sub(1);
                if x + width > RIGHT {
                    let done = std::mem::take(&mut boxes);
                    self.boxes(&Boxes {
                        y,
                        height: CELL,
                        boxes: done,
                    });
                    (x, y) = (BOXES, y + CELL)
                }
                // Of an index with its value, the color is that of the value.
                let value = item.rsplit(':').next().unwrap_or(item);
                let is_value = ["val", "value", "pairs"].contains(&name.as_str());
                boxes.push((x, width, if is_value { color(value) } else { NUMBER }, item.clone()));
                x += width
            }
            if boxes.is_empty() {
                self.line(format_args!(
                    r#"<text x="{BOXES}" y="{}" fill="currentColor" opacity=".75">empty</text>"#,
                    y + 13
                ))
            } else {
                self.boxes(&Boxes { y, height: CELL, boxes })
            }
            y += CELL + 3
        }
        y + 4
    }

    fn finish(self, what: &str, nest: &str, height: usize) -> String {
        let nest = nest.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let width = RIGHT + 4;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}" style="max-width:100%;height:auto" font-family="monospace" font-size="12">
<title>{what} stored as {nest}</title>
<text x="4" y="15" fill="currentColor" font-size="13" font-weight="bold">{nest}</text>
{}</svg>
"#,
            self.body
        )
    }
}
