//! The definition, pixel by pixel: the least or greatest pixel under the footprint, as often as it is said.

use finch_image::Border;
use finch_image::morphology::MorphKind;
use finch_oracle::Extreme;
pub(crate) use finch_oracle::Image;

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

pub(crate) fn apply(image: &Image, brush: Brush, kind: MorphKind) -> Image {
    let (which, neutral) = match kind {
        MorphKind::Erode => (Extreme::Least, 255),
        MorphKind::Dilate => (Extreme::Greatest, 0),
    };
    let outside = match brush.outside {
        Border::On => 255,
        Border::Off => 0,
        Border::Neutral => neutral,
    };
    let (down, across) = ((brush.rows / 2) as isize, (brush.columns / 2) as isize);
    let offsets: Vec<_> = (-down..=down)
        .flat_map(|dy| (-across..=across).map(move |dx| (dy, dx)))
        .filter(|&(dy, dx)| !brush.cross || dy == 0 || dx == 0)
        .collect();
    (0..brush.times).fold(image.clone(), |image, _| image.extreme(which, &offsets, outside))
}
