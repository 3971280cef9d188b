//! Images beside imageproc.

use crate::races::{Input, Races};
use crate::{Options, Outcome, files, name_of};
use finch_image::{Border, Connectivity, Metric, RunImage, distance_transform};
use finch_kernels::prelude::*;
use image::{GrayImage, Luma};
use imageproc::distance_transform::{Norm, euclidean_squared_distance_transform};
use imageproc::region_labelling;
use std::hint::black_box;
use std::path::Path;

/// Images with names, those of one size as one.
pub(crate) fn read_images(folder: &Path, named: &str) -> Outcome<Vec<(String, Matrix<u8>)>> {
    let mut images = Vec::new();
    if "mnist".contains(named) {
        let digits = std::fs::read(folder.join("mnist").join("images-idx3-ubyte"))?;
        let digits: Vec<u8> = digits.iter().skip(16).map(|level| 255 - level).collect();
        images.push(("mnist".into(), Matrix::from_dense([digits.len() / 28, 28], &digits)?))
    }
    for set in ["omniglot", "sketches"] {
        if set.contains(named) {
            let (mut levels, mut columns) = (Vec::new(), 1);
            for path in files(&folder.join(set))? {
                let image = finch_image::io::read(path)?;
                levels.extend_from_slice(image.values());
                columns = image.shape()[1]
            }
            images.push((
                set.into(),
                Matrix::from_dense([levels.len() / columns, columns], &levels)?,
            ))
        }
    }
    for set in ["dip3e_masks", "masks", "documents"] {
        for path in files(&folder.join(set))? {
            if name_of(&path).contains(named) {
                images.push((name_of(&path), finch_image::io::read(path)?))
            }
        }
    }
    Ok(images)
}

pub(crate) fn over_image(options: &Options, races: &mut Races, name: &str, levels: &Matrix<u8>) -> Outcome<()> {
    let [rows, columns] = levels.shape()[..] else {
        return Err("an image has rows and columns".into());
    };
    let file = std::env::temp_dir().join(format!("finch-others-{}-{name}.pgm", std::process::id()));
    if !races.peers.is_empty() {
        finch_image::io::write(&file, levels.clone())?
    }
    let input = &Input {
        name,
        size: format!("{rows} {columns}"),
        file: &file,
    };
    let made = |on: u8, off: u8| {
        levels
            .values()
            .iter()
            .map(move |&level| if level < 128 { on } else { off })
    };
    let image = Matrix::<u8>::from_dense([rows, columns], &made(255, 0).collect::<Vec<_>>())?;
    let runs: RunImage = finch_image::BinaryImage::to_runs(&image)?;
    let buffer = |on, off| GrayImage::from_raw(columns as u32, rows as u32, made(on, off).collect());
    let (Some(on), Some(off)) = (buffer(255, 0), buffer(0, 255)) else {
        return Err(format!("{} is not an image", input.name).into());
    };
    let has = |kernel| options.kernels.contains(&kernel);

    let ours = |metric| distance_transform(&image, metric, Border::Neutral);
    // The other library's distances have another type for each norm.
    macro_rules! race_distances {
        ($kernel:expr, $metric:expr, $theirs:expr, |$one:ident, $other:ident| $same:expr) => {{
            let (distances, found) = (ours($metric)?, $theirs());
            if !distances
                .values()
                .iter()
                .zip(found.iter())
                .all(|(&$one, &$other)| $same)
            {
                return Err(format!("{}: {} distances differ", input.name, $kernel).into());
            }
            races.race(
                $kernel,
                input,
                distances.values().iter().map(|&distance| f64::from(distance)).sum(),
                &mut [
                    ("finch", &mut || drop(black_box(ours($metric)))),
                    ("imageproc", &mut || drop(black_box($theirs()))),
                    ("finch of runs", &mut || {
                        drop(black_box(distance_transform(&runs, $metric, Border::Neutral)))
                    }),
                ],
            )?
        }};
    }
    // Where no pixel is off, there are no distances.
    let some_are_off = off.iter().any(|&level| level != 0);
    for (kernel, metric, norm) in [
        ("city-block", Metric::CityBlock, Norm::L1),
        ("chessboard", Metric::Chessboard, Norm::LInf),
    ] {
        if has(kernel) && some_are_off {
            let theirs = || imageproc::distance_transform::distance_transform(&off, norm);
            race_distances!(kernel, metric, theirs, |ours, theirs| ours.min(255)
                == u32::from(theirs))
        }
    }
    let kernel = "squared-euclidean";
    if has(kernel) && some_are_off {
        let metric = Metric::SquaredEuclidean;
        let theirs = || euclidean_squared_distance_transform(&off);
        race_distances!(kernel, metric, theirs, |ours, theirs| f64::from(ours) == theirs)
    }

    for (kernel, connectivity, neighbours) in [
        ("label-four", Connectivity::Four, region_labelling::Connectivity::Four),
        (
            "label-eight",
            Connectivity::Eight,
            region_labelling::Connectivity::Eight,
        ),
    ] {
        if has(kernel) {
            // Pixel by pixel, as imageproc has them.
            let ours = || Matrix::<u32>::from_tensor(finch_image::components(&image, connectivity)?.labels());
            let theirs = || region_labelling::connected_components(&on, neighbours, Luma([0]));
            let count = finch_image::components(&image, connectivity)?.len();
            if ours()?.values() != &*theirs() {
                return Err(format!("{}: {kernel} differs", input.name).into());
            }
            races.race(
                kernel,
                input,
                count as f64,
                &mut [
                    ("finch", &mut || drop(black_box(ours()))),
                    ("imageproc", &mut || drop(black_box(theirs()))),
                    ("finch to runs", &mut || {
                        drop(black_box(finch_image::components(&image, connectivity)))
                    }),
                    ("finch of runs to runs", &mut || {
                        drop(black_box(finch_image::components(&runs, connectivity)))
                    }),
                ],
            )?
        }
    }
    if !races.peers.is_empty() {
        std::fs::remove_file(file)?
    }
    Ok(())
}
