//! Runs of pixels, in runs of rows.

use super::{Geometry, magnified};
use crate::arrays::Arrays;
use crate::imports::*;
use std::collections::BTreeMap;

/// `end - at`, for each place in an array, the last one first.
fn mirrored(places: &mut [u32], end: usize) {
    places.reverse();
    places.iter_mut().for_each(|at| *at = end as u32 - *at)
}

impl Geometry for RunImage {
    /// From left to right, column by column where something changes, what is on in a column: runs of rows by where they start.
    fn transposed(&self) -> Result<Self> {
        let image = Arrays::of(self);
        let mut changes = reserved(2 * image.left.len(), "ends of runs")?;
        let mut top = 0;
        for (strip, &bottom) in image.below.iter().enumerate() {
            for run in image.ptr[strip]..image.ptr[strip + 1] {
                // Of runs that touch, the one that ends goes first.
                changes.push((image.left[run], true, top, bottom));
                changes.push((image.right[run], false, top, bottom))
            }
            top = bottom
        }
        changes.sort_unstable();

        let mut turned = Arrays::empty([image.columns, image.rows])?;
        let mut on = BTreeMap::new();
        for at in changes.chunk_by(|a, b| a.0 == b.0) {
            // What has been on up to here.
            if at[0].0 > 0 {
                append(&mut turned, &on, at[0].0)?
            }
            for &(_, starts, top, bottom) in at {
                match starts {
                    true => add(&mut on, top, bottom),
                    false => remove(&mut on, top, bottom),
                }
            }
        }
        if turned.below.last().map_or(0, |&end| end as usize) < image.columns {
            append(&mut turned, &on, image.columns as u32)?
        }
        turned.into_image()
    }

    fn flip_vertical(&self) -> Result<Self> {
        let image = Arrays::of(self);
        let (mut left, mut right) = (reserved(image.left.len(), "runs")?, reserved(image.left.len(), "runs")?);
        let (mut ptr, mut below) = (
            reserved(image.ptr.len(), "runs of rows")?,
            reserved(image.below.len(), "runs of rows")?,
        );
        ptr.push(0);
        for strip in (0..image.below.len()).rev() {
            let runs = image.ptr[strip]..image.ptr[strip + 1];
            left.extend_from_slice(&image.left[runs.clone()]);
            right.extend_from_slice(&image.right[runs]);
            ptr.push(left.len());
            let top = if strip == 0 { 0 } else { image.below[strip - 1] };
            below.push(image.rows as u32 - top)
        }
        Arrays {
            below,
            ptr,
            left,
            right,
            ..image
        }
        .into_image()
    }

    fn flip_horizontal(&self) -> Result<Self> {
        let mut image = Arrays::of(self);
        for runs in image.ptr.windows(2) {
            let (left, right) = (&mut image.left[runs[0]..runs[1]], &mut image.right[runs[0]..runs[1]]);
            mirrored(left, image.columns);
            mirrored(right, image.columns);
            left.swap_with_slice(right)
        }
        image.into_image()
    }

    fn magnify(&self, by: [usize; 2]) -> Result<Self> {
        let shape @ [rows, columns] = magnified([self.shape()[0], self.shape()[1]], by)?;
        ensure!(shape.iter().all(|&extent| u32::try_from(extent).is_ok()), else TooLarge,
            "an image of {rows} by {columns} by runs: ends of runs are numbers of 32 bits");
        let mut image = Arrays {
            rows,
            columns,
            ..Arrays::of(self)
        };
        // Where there is an end, the extent is not 0, and the factor is not greater than the extent.
        image.below.iter_mut().for_each(|end| *end *= by[0] as u32);
        let ends = image.left.iter_mut().chain(&mut image.right);
        ends.for_each(|end| *end *= by[1] as u32);
        image.into_image()
    }
}

/// Rows up to `end` of which these pixels are on.
fn append(image: &mut Arrays, on: &BTreeMap<u32, u32>, end: u32) -> Result<()> {
    on.iter().try_for_each(|(&left, &right)| image.push(left, right))?;
    image.end_rows(end)
}

/// Makes `top..bottom`, which is off, on: together with what ends where it starts, and what starts where it ends.
fn add(on: &mut BTreeMap<u32, u32>, top: u32, bottom: u32) {
    let bottom = on.remove(&bottom).unwrap_or(bottom);
    match on.range_mut(..top).next_back() {
        Some((_, end)) if *end == top => *end = bottom,
        _ => {
            on.insert(top, bottom);
        }
    }
}

/// Makes `top..bottom`, which is on, off: what holds it is cut in two.
fn remove(on: &mut BTreeMap<u32, u32>, top: u32, bottom: u32) {
    if let Some((&start, end)) = on.range_mut(..=top).next_back() {
        let old = core::mem::replace(end, top);
        if start == top {
            on.remove(&start);
        }
        if bottom < old {
            on.insert(bottom, old);
        }
    }
}
