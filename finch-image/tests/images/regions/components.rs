//! Connected components beside a flood that starts at each pixel in turn.

use super::images::{Image, extremes};
use crate::in_every_format;
use finch_image::{Component, Connectivity};
use quickcheck::QuickCheck;

fn flooded(image: &Image, connectivity: Connectivity) -> (Vec<u32>, Vec<Component>) {
    let (mut labels, mut found) = (vec![0; image.pixels.len()], Vec::new());
    for start in 0..labels.len() {
        let [y, x] = [start / image.columns, start % image.columns];
        if image.pixels[start] == 0 || labels[start] != 0 {
            continue;
        }
        let mut component = Component {
            area: 0,
            rows: y..y + 1,
            columns: x..x + 1,
            first: [y, x],
        };
        let (label, mut open) = (found.len() as u32 + 1, vec![(y, x)]);
        labels[start] = label;
        while let Some((y, x)) = open.pop() {
            component.area += 1;
            component.rows = component.rows.start.min(y)..component.rows.end.max(y + 1);
            component.columns = component.columns.start.min(x)..component.columns.end.max(x + 1);
            for (dy, dx) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let near = connectivity == Connectivity::Eight || dy == 0 || dx == 0;
                let (v, u) = (y as isize + dy, x as isize + dx);
                if near && image.on(v, u, false) && labels[v as usize * image.columns + u as usize] == 0 {
                    labels[v as usize * image.columns + u as usize] = label;
                    open.push((v as usize, u as usize))
                }
            }
        }
        found.push(component)
    }
    (labels, found)
}

fn holds(image: Image) -> bool {
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let (labels, found) = flooded(&image, connectivity);
        let large: Vec<bool> = labels
            .iter()
            .map(|&label| label != 0 && found[label as usize - 1].area > 3)
            .collect();
        in_every_format!(image, |image, format| {
            let all = components(image, connectivity).unwrap();
            all.labels().validate().unwrap();
            assert_eq!(all.labels().to_dense().unwrap(), labels, "{format}");
            assert_eq!(
                Matrix::<u32>::from_tensor(all.labels()).unwrap().values(),
                labels,
                "{format}"
            );
            assert_eq!(all.as_slice(), found, "{format}");
            assert_eq!((all.len(), all.is_empty()), (found.len(), found.is_empty()), "{format}");
            let selected: RunImage = all.select(|component| component.area > 3).unwrap();
            selected.validate().unwrap();
            assert_eq!(selected.to_dense().unwrap(), large, "{format}");
        })
    }
    true
}

#[test]
fn every_format_is_what_a_flood_finds() {
    QuickCheck::new().tests(80).quickcheck(holds as fn(Image) -> bool)
}

#[test]
fn of_extreme_shapes() {
    for image in extremes() {
        holds(image);
    }
}

/// Images of more pixels than could be looked at one by one, of few runs.
#[test]
fn as_long_as_there_are_runs() {
    use finch_image::prelude::*;
    let extent = u32::MAX as usize;
    let all = components(&RunImage::filled([extent, extent], true).unwrap(), Connectivity::Four).unwrap();
    assert_eq!(all.as_slice()[0].area, (extent as u64).pow(2));
    assert_eq!((all.len(), all.as_slice()[0].rows.clone()), (1, 0..extent));
    // Two bars that a third one joins far below, and one beside the third.
    let mut image = RunImage::default();
    let mut writer = image.output().write([extent, extent]).unwrap();
    writer.put_run([7, 10], 2_000_000_000, true).unwrap();
    writer.put_run([7, 3_000_000_000], extent, true).unwrap();
    writer.put_run([8, 0], extent - 2, true).unwrap();
    writer.put_run([8, extent - 1], extent, true).unwrap();
    writer.put_run([extent - 1, 5], 6, true).unwrap();
    writer.freeze().unwrap();
    let found = components(&image, Connectivity::Four).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found.as_slice()[1].first, found.as_slice()[1].area),
        ([extent - 1, 5], 1)
    );
    assert_eq!(found.labels().get([8, extent - 1]), Some(1));
}
