//! Components of what is dark in an image, and distances in it, as programs and by another library.

use super::image::Formatted;
use super::{Answer, Entrant};
use finch_image::Result;
use finch_image::prelude::*;

/// What is dark, in three formats.
struct Ink {
    bytes: Matrix<u8>,
    words: BitImage,
    runs: RunImage,
}

impl Ink {
    fn of(image: &Matrix<u8>) -> Result<Self> {
        let runs: RunImage = below(image, 128)?;
        Ok(Ink {
            bytes: to_grey(&runs)?,
            words: BitImage::from_tensor(&runs)?,
            runs,
        })
    }
}

/// The number of components, and the sum of the squares of their areas.
fn of_areas(areas: impl Iterator<Item = u64>) -> Answer {
    let (count, squares) = areas.fold((0, 0), |(count, squares), area| (count + 1, squares + area * area));
    Answer {
        indices: vec![count, squares as usize],
        values: Vec::new(),
    }
}

fn labelled(image: impl BinaryImage + 'static) -> Entrant {
    Entrant::new(
        "finch",
        None,
        |found: &Option<Components>| {
            let found = found.as_ref().expect("components");
            of_areas(found.as_slice().iter().map(|component| component.area))
        },
        move |found| *found = Some(components(&image, Connectivity::Eight).expect("components")),
    )
}

/// Components of what is dark in `image`, whose pixels have eight neighbours. Ours are labels by runs and areas; those of the other
/// library are a label for each pixel.
///
/// # Errors
///
/// If there is not enough memory.
pub fn labels(image: &Matrix<u8>) -> Result<Vec<Formatted>> {
    let Ink { bytes, words, runs } = Ink::of(image)?;
    #[cfg(feature = "peers")]
    let peer = labelled_by_imageproc(bytes.clone())?;
    Ok(vec![
        ("bytes", labelled(bytes)),
        ("words", labelled(words)),
        ("runs", labelled(runs)),
        #[cfg(feature = "peers")]
        ("bytes", peer),
    ])
}

#[cfg(feature = "peers")]
fn labelled_by_imageproc(bytes: Matrix<u8>) -> Result<Entrant> {
    use imageproc::region_labelling::{Connectivity, connected_components};
    let image = finch_image::io::to_buffer(bytes)?;
    Ok(Entrant::new(
        "imageproc",
        Vec::new(),
        |labels: &Vec<u32>| {
            let mut areas = vec![0; labels.iter().max().map_or(1, |&label| label as usize + 1)];
            labels.iter().for_each(|&label| areas[label as usize] += 1);
            of_areas(areas.into_iter().skip(1))
        },
        move |labels| *labels = connected_components(&image, Connectivity::Eight, image::Luma([0])).into_raw(),
    ))
}

/// How many pixels are on, and the sum of all squares of distances.
fn of_squares(squares: impl Iterator<Item = u64>) -> Answer {
    let (count, sum) = squares.fold((0, 0), |(count, sum), square| {
        (count + usize::from(square > 0), sum + square)
    });
    Answer {
        indices: vec![count, sum as usize],
        values: Vec::new(),
    }
}

fn measured(image: impl BinaryImage + 'static) -> Entrant {
    Entrant::new(
        "finch",
        Matrix::default(),
        |squares: &Matrix<u32>| of_squares(squares.values().iter().map(|&square| square.into())),
        move |squares| {
            *squares = distance_transform(&image, Metric::SquaredEuclidean, Border::Neutral).expect("distances")
        },
    )
}

/// Squares of the Euclidean distances of what is dark in `image` to what is light.
///
/// # Errors
///
/// If there is not enough memory.
pub fn distances(image: &Matrix<u8>) -> Result<Vec<Formatted>> {
    let Ink { bytes, words, runs } = Ink::of(image)?;
    #[cfg(feature = "peers")]
    let peer = measured_by_imageproc(&bytes)?;
    Ok(vec![
        ("bytes", measured(bytes)),
        ("words", measured(words)),
        ("runs", measured(runs)),
        #[cfg(feature = "peers")]
        ("bytes", peer),
    ])
}

/// From what is on to what is off: the other library measures to what is on.
#[cfg(feature = "peers")]
fn measured_by_imageproc(bytes: &Matrix<u8>) -> Result<Entrant> {
    let light = bytes.values().iter().map(|&level| 255 - level).collect();
    let image = finch_image::io::to_buffer(grey([bytes.nrows(), bytes.ncols()], light)?)?;
    Ok(Entrant::new(
        "imageproc",
        Vec::new(),
        |squares: &Vec<f64>| of_squares(squares.iter().map(|&square| square as u64)),
        move |squares| {
            *squares = imageproc::distance_transform::euclidean_squared_distance_transform(&image).into_raw()
        },
    ))
}
