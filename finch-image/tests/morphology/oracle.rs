//! The definition, pixel by pixel: the least or greatest pixel under the footprint, as often as it is said.

use finch_image::Border;
use finch_image::morphology::MorphKind;

/// An image of grey levels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Image {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) pixels: Vec<u8>,
}

/// A footprint: its rows, its columns, whether it is a cross, how often, and what lies outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brush {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cross: bool,
    pub(crate) times: usize,
    pub(crate) outside: Border,
}

impl Brush {
    pub(crate) fn footprint(self) -> finch_image::Footprint {
        let form = if self.cross {
            finch_image::Footprint::cross(self.rows, self.columns)
        } else {
            finch_image::Footprint::rectangle(self.rows, self.columns)
        };
        form.unwrap().times(self.times).border(self.outside)
    }
}

fn once(image: &Image, brush: Brush, kind: MorphKind) -> Image {
    let outside = match (brush.outside, kind) {
        (Border::On, _) | (Border::Neutral, MorphKind::Erode) => 255,
        _ => 0,
    };
    let (down, across) = ((brush.rows / 2) as isize, (brush.columns / 2) as isize);
    let mut offsets = Vec::new();
    for dy in -down..=down {
        for dx in -across..=across {
            if !brush.cross || dy == 0 || dx == 0 {
                offsets.push((dy, dx))
            }
        }
    }
    let (rows, columns) = (image.rows as isize, image.columns as isize);
    let mut pixels = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let mut pixel = None;
            for &(dy, dx) in &offsets {
                let (y, x) = (y + dy, x + dx);
                let under = if y < 0 || y >= rows || x < 0 || x >= columns {
                    outside
                } else {
                    image.pixels[y as usize * image.columns + x as usize]
                };
                pixel = Some(match (pixel, kind) {
                    (Some(pixel), MorphKind::Erode) if pixel < under => pixel,
                    (Some(pixel), MorphKind::Dilate) if pixel > under => pixel,
                    _ => under,
                })
            }
            pixels.push(pixel.unwrap())
        }
    }
    Image { pixels, ..*image }
}

pub(crate) fn apply(image: &Image, brush: Brush, kind: MorphKind) -> Image {
    (0..brush.times).fold(image.clone(), |image, _| once(&image, brush, kind))
}
