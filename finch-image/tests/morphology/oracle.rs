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
    let mut pixels = Vec::new();
    for y in 0..image.rows as isize {
        for x in 0..image.columns as isize {
            let mut under = Vec::new();
            for dy in -down..=down {
                for dx in -across..=across {
                    if brush.cross && dy != 0 && dx != 0 {
                        continue;
                    }
                    let (y, x) = (y + dy, x + dx);
                    let inside = (0..image.rows as isize).contains(&y) && (0..image.columns as isize).contains(&x);
                    under.push(if inside {
                        image.pixels[y as usize * image.columns + x as usize]
                    } else {
                        outside
                    })
                }
            }
            let pixel = match kind {
                MorphKind::Erode => under.iter().min(),
                MorphKind::Dilate => under.iter().max(),
            };
            pixels.push(*pixel.unwrap())
        }
    }
    Image { pixels, ..*image }
}

pub(crate) fn apply(image: &Image, brush: Brush, kind: MorphKind) -> Image {
    (0..brush.times).fold(image.clone(), |image, _| once(&image, brush, kind))
}
