//! Images by bytes, words and runs, as programs, by hand, and by other libraries.

use super::{Answer, Entrant};
use crate::policy::{POLICY, inside, shared, threaded};
use crate::twins::images::{self, ByteRuns, RowRuns};
use finch_image::Result;
use finch_image::morphology::{MorphKind, Scratch, ThroughWords};
use finch_image::prelude::*;
use std::rc::Rc;

/// An entrant, and the format that it works on.
pub type Formatted = (&'static str, Entrant);

/// What morphology writes and needs in between.
type Kept<I> = (I, Scratch<I>);

/// A number for what is on, and where.
fn places(on: impl Iterator<Item = usize>) -> Answer {
    let (count, sum) = on.fold((0_u64, 0_u64), |(count, sum), place| {
        (count + 1, sum + place as u64 % 997)
    });
    Answer {
        indices: vec![count as usize, sum as usize],
        values: Vec::new(),
    }
}

fn of_bytes(bytes: &[u8]) -> Answer {
    places(
        bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte != 0)
            .map(|(place, _)| place),
    )
}

fn of_packed(packed: &BitImage) -> Answer {
    of_bytes(packed.to_bytes().expect("room").values())
}

fn of_runs(runs: &RunImage) -> Answer {
    let columns = runs.shape()[1];
    let mut on = Vec::new();
    runs.for_each(|index, _| on.push(index[0] * columns + index[1]));
    places(on.into_iter())
}

/// The arrays of an image by runs.
fn arrays(image: &RunImage) -> RowRuns {
    let (rows, runs) = (image.level(), image.level().child());
    RowRuns {
        columns: runs.extent(),
        below: rows.right().clone(),
        ptr: runs.ptr().clone(),
        left: runs.left().clone(),
        right: runs.right().clone(),
    }
}

fn of_arrays(image: &RowRuns) -> Answer {
    let (mut on, mut y) = (Vec::new(), 0);
    for (run, &below) in image.below.iter().enumerate() {
        for y in y..below as usize {
            for at in image.ptr[run]..image.ptr[run + 1] {
                on.extend((image.left[at]..image.right[at]).map(|x| y * image.columns + x as usize))
            }
        }
        y = below as usize
    }
    places(on.into_iter())
}

/// By which steps a square of 3 by 3 is applied so many times.
fn steps(times: usize) -> Vec<usize> {
    let (mut reached, mut steps) = (0, Vec::new());
    while reached < times {
        let step = (reached + 1).min(times - reached);
        steps.push(step);
        reached += step
    }
    steps
}

/// Erosion or dilation of what is dark in `image` by 3 by 3, `times` times.
///
/// # Errors
///
/// If there is not enough memory.
pub fn morphology(image: &Matrix<u8>, kind: MorphKind, times: usize) -> Result<Vec<Formatted>> {
    let footprint = threaded!(Footprint::SQUARE.times(times));
    let shape = [image.shape()[0], image.shape()[1]];
    let ink: Vec<u8> = image
        .values()
        .iter()
        .map(|&level| if level < 128 { 255 } else { 0 })
        .collect();
    let bytes = grey(shape, ink)?;
    let packed = BitImage::from_bytes(shape, bytes.values())?;
    let runs: RunImage = packed.to_runs()?;
    let mut entrants: Vec<Formatted> = Vec::new();
    if kind == MorphKind::Erode {
        entrants.extend(erosions_by_hand(&bytes, &packed, &runs, times))
    }
    entrants.push((
        "bytes",
        entrant(
            shared(bytes.clone()),
            |out| of_bytes(inside(out).values()),
            kind,
            footprint,
        ),
    ));
    entrants.push(("words", entrant(packed, of_packed, kind, footprint)));
    entrants.push(("words, bytes to bytes", through_words(bytes.clone(), kind, footprint)));
    entrants.push((
        "runs",
        entrant(shared(runs), |out| of_runs(inside(out)), kind, footprint),
    ));
    let through_runs = converted(
        bytes.clone(),
        kind,
        footprint,
        |image, shape, bytes| {
            *image = shared(BitImage::from_bytes(shape, bytes)?.to_runs()?);
            Ok(())
        },
        |out, made| to_grey_into(out, inside(made)),
    );
    entrants.push(("runs, bytes to bytes", through_runs));
    #[cfg(feature = "peers")]
    entrants.push(("bytes", by_imageproc(bytes, kind, times)?));
    Ok(entrants)
}

fn entrant<I: Morphology + 'static>(
    image: I,
    answer: fn(&I) -> Answer,
    kind: MorphKind,
    footprint: Footprint,
) -> Entrant {
    let kept: (Kept<I>, fn(&I) -> Answer) = (Default::default(), answer);
    Entrant::new(
        "finch",
        kept,
        |((out, _), answer)| answer(out),
        move |((out, scratch), _)| {
            super::done(match kind {
                MorphKind::Erode => image.erode_into(out, footprint, scratch),
                MorphKind::Dilate => image.dilate_into(out, footprint, scratch),
            })
        },
    )
}

/// Bytes become words and bytes again.
fn through_words(bytes: Matrix<u8>, kind: MorphKind, footprint: Footprint) -> Entrant {
    let kept: (Matrix<u8>, ThroughWords) = Default::default();
    Entrant::new(
        "finch",
        kept,
        |(out, _)| of_bytes(out.values()),
        move |(out, words)| {
            super::done(match kind {
                MorphKind::Erode => words.erode_into(&bytes, out, footprint),
                MorphKind::Dilate => words.dilate_into(&bytes, out, footprint),
            })
        },
    )
}

/// Bytes become an image of another format first, and what comes out becomes bytes.
fn converted<I: Morphology + 'static>(
    bytes: Matrix<u8>,
    kind: MorphKind,
    footprint: Footprint,
    from: fn(&mut I, [usize; 2], &[u8]) -> Result<()>,
    to: fn(&mut Matrix<u8>, &I) -> Result<()>,
) -> Entrant {
    let shape = [bytes.shape()[0], bytes.shape()[1]];
    let kept: (Matrix<u8>, I, Kept<I>) = Default::default();
    Entrant::new(
        "finch",
        kept,
        |(out, ..)| of_bytes(out.values()),
        move |(out, image, (made, scratch))| {
            super::done(from(image, shape, bytes.values()));
            super::done(match kind {
                MorphKind::Erode => image.erode_into(made, footprint, scratch),
                MorphKind::Dilate => image.dilate_into(made, footprint, scratch),
            });
            super::done(to(out, made))
        },
    )
}

fn erosions_by_hand(bytes: &Matrix<u8>, packed: &BitImage, runs: &RunImage, times: usize) -> Vec<Formatted> {
    let (image, columns) = (bytes.values().to_vec(), bytes.shape()[1].max(1));
    let by_bytes = Entrant::new(
        "hand",
        (Vec::new(), Vec::new()),
        |(out, _): &(Vec<u8>, Vec<u8>)| of_bytes(out),
        move |(out, spare)| {
            for (at, &by) in steps(times).iter().enumerate() {
                if at > 0 {
                    core::mem::swap(out, spare)
                }
                let from = if at == 0 { &image } else { &*spare };
                images::erode_bytes(out, from, columns, by, true)
            }
            for by in steps(times) {
                core::mem::swap(out, spare);
                images::erode_bytes(out, spare, columns, by, false)
            }
        },
    );
    let (image, shape) = (packed.clone(), packed.shape());
    let rows = shape[0];
    let padding = if shape[1] % 64 == 0 { 0 } else { !0 << (shape[1] % 64) };
    let by_words = Entrant::new(
        "hand",
        (Vec::new(), Vec::new(), shape),
        |(out, _, [rows, columns]): &(Vec<u64>, Vec<u64>, [usize; 2])| {
            let words = Matrix::from_parts(columns.div_ceil(64), *rows, out.clone());
            of_packed(&BitImage::new(words.expect("words"), *columns).expect("an image"))
        },
        move |(out, spare, _)| {
            for (at, &by) in steps(times).iter().enumerate() {
                if at > 0 {
                    core::mem::swap(out, spare)
                }
                let from = if at == 0 { image.words().values() } else { &*spare };
                images::erode_words_down(out, from, rows, by)
            }
            let last = out.len().saturating_sub(rows);
            for by in steps(times) {
                core::mem::swap(out, spare);
                spare[last..].iter_mut().for_each(|word| *word |= padding);
                images::erode_words_across(out, spare, rows, by as u32)
            }
            out[last..].iter_mut().for_each(|word| *word &= !padding)
        },
    );
    let image = arrays(runs);
    let by_runs = Entrant::new(
        "hand",
        (RowRuns::default(), RowRuns::default()),
        |(out, _): &(RowRuns, RowRuns)| of_arrays(out),
        move |(out, spare)| {
            images::erode_runs_across(out, &image, times);
            for by in steps(times) {
                core::mem::swap(out, spare);
                images::erode_runs_down(out, spare, by)
            }
        },
    );
    vec![("bytes", by_bytes), ("words", by_words), ("runs", by_runs)]
}

/// By distances to what is off, or on.
#[cfg(feature = "peers")]
fn by_imageproc(bytes: Matrix<u8>, kind: MorphKind, times: usize) -> Result<Entrant> {
    use imageproc::distance_transform::Norm;
    let reach = u8::try_from(times).map_err(|_| {
        Error::new(
            ErrorKind::TooLarge,
            format!("imageproc takes 255 repetitions, not {times}"),
        )
    })?;
    let image = finch_image::io::to_buffer(bytes)?;
    Ok(Entrant::new(
        "imageproc",
        image::GrayImage::new(0, 0),
        |out| of_bytes(out.as_raw()),
        move |out| {
            *out = match kind {
                MorphKind::Erode => imageproc::morphology::erode(&image, Norm::LInf, reach),
                MorphKind::Dilate => imageproc::morphology::dilate(&image, Norm::LInf, reach),
            }
        },
    ))
}

fn of_levels(levels: &[u64]) -> Answer {
    Answer {
        indices: levels.iter().map(|&count| count as usize).collect(),
        values: Vec::new(),
    }
}

/// Sixteen bins of what is dark in `image`.
///
/// # Errors
///
/// If there is not enough memory.
pub fn histogram(image: &Matrix<u8>) -> Result<Vec<Formatted>> {
    let mask: RunImage = below(image, 128)?;
    let dense: Matrix<u8> = to_grey(&mask)?;
    let bools: Matrix<bool> = below(image, 128)?;
    let image = Rc::new(image.clone());
    let gather = |levels: &[u64; 256]| -> Answer {
        let bins: Vec<u64> = levels.chunks(16).map(|bin| bin.iter().sum()).collect();
        of_levels(&bins)
    };
    let (a, b, c, d) = (Rc::clone(&image), Rc::clone(&image), Rc::clone(&image), arrays(&mask));
    let same = Rc::clone(&image);
    Ok(vec![
        (
            "bytes",
            Entrant::new("hand", [0; 256], gather, move |levels| {
                images::histogram_bytes(levels, a.values(), dense.values())
            }),
        ),
        (
            "runs",
            Entrant::new("hand", [0; 256], gather, move |levels| {
                images::histogram_runs(levels, b.values(), &d)
            }),
        ),
        (
            "bytes",
            binned(move || finch_image::histogram_where_by(POLICY, &*c, &bools, 16)),
        ),
        (
            "runs",
            binned(move || finch_image::histogram_where_by(POLICY, &*image, &mask, 16)),
        ),
        (
            "runs, mask in the time",
            binned(move || {
                let mask: RunImage = below(&*same, 128)?;
                finch_image::histogram_where_by(POLICY, &*same, &mask, 16)
            }),
        ),
    ])
}

/// A histogram that is made anew.
fn binned(make: impl Fn() -> Result<Vector<u64>> + 'static) -> Entrant {
    Entrant::new(
        "finch",
        Vector::default(),
        |bins: &Vector<u64>| of_levels(bins.values()),
        move |bins| *bins = make().expect("a histogram"),
    )
}

/// The arrays of a grey image by runs.
fn byte_runs(image: &RunMatrix<u8>) -> ByteRuns {
    let runs = image.level().child();
    ByteRuns {
        ptr: runs.ptr().clone(),
        right: runs.right().clone(),
        val: runs.child().val().clone(),
    }
}

/// All levels, with their places.
fn of_pixels(pixels: impl Iterator<Item = u8>) -> Answer {
    let (count, sum) = pixels.enumerate().fold((0, 0), |(count, sum), (place, level)| {
        (count + 1, sum + usize::from(level) * (place % 997))
    });
    Answer {
        indices: vec![count, sum],
        values: Vec::new(),
    }
}

/// Three tenths of `image` and seven tenths of its mirror image.
///
/// # Errors
///
/// If there is not enough memory.
pub fn blend(image: &Matrix<u8>) -> Result<Vec<Formatted>> {
    let (alpha, beta) = (0.3, 0.7);
    let shape = [image.shape()[0], image.shape()[1]];
    let a = Rc::new(image.clone());
    let b = Rc::new(image.flip_horizontal()?);
    let (p, q) = (
        RunMatrix::<u8>::from_dense(shape, a.values())?,
        RunMatrix::<u8>::from_dense(shape, b.values())?,
    );
    let (by_hand, other) = (byte_runs(&p), byte_runs(&q));
    let (c, d) = (Rc::clone(&a), Rc::clone(&b));
    Ok(vec![
        (
            "bytes",
            Entrant::new(
                "hand",
                Vec::new(),
                |out: &Vec<u8>| of_pixels(out.iter().copied()),
                move |out| images::blend_bytes(out, c.values(), alpha, d.values(), beta),
            ),
        ),
        (
            "runs",
            Entrant::new(
                "hand",
                ByteRuns::default(),
                |out: &ByteRuns| {
                    of_pixels((0..out.ptr.len() - 1).flat_map(|y| {
                        let mut x = 0;
                        (out.ptr[y]..out.ptr[y + 1]).flat_map(move |run| {
                            let length = out.right[run] - x;
                            x = out.right[run];
                            std::iter::repeat_n(out.val[run], length as usize)
                        })
                    }))
                },
                move |out| images::blend_runs(out, &by_hand, alpha, &other, beta),
            ),
        ),
        (
            "bytes",
            Entrant::new(
                "finch",
                Matrix::default(),
                |out: &Matrix<u8>| of_pixels(out.values().iter().copied()),
                move |out| super::done(finch_image::blend_by(POLICY, out, &*a, alpha, &*b, beta)),
            ),
        ),
        (
            "runs",
            Entrant::new(
                "finch",
                RunMatrix::default(),
                |out: &RunMatrix<u8>| of_pixels(out.to_dense().expect("room").into_iter()),
                move |out| super::done(finch_image::blend_by(POLICY, out, &p, alpha, &q, beta)),
            ),
        ),
    ])
}
