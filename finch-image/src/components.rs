//! Connected components, by runs.

use crate::BinaryImage;
use crate::imports::*;
use finch_kernels::formats::traits::algebra::Unary;
use finch_kernels::prelude::*;

/// Which pixels are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Those above, below, to the left and to the right.
    Four,
    /// Those that share a side or a corner.
    Eight,
}

/// An image of labels by runs, in runs of rows that are equal; 0 where a pixel belongs to no component.
pub type LabelImage = Tensor<RunList<SparseRunList<Element<u32>>>>;

/// A connected component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// The number of its pixels.
    pub area: u64,
    /// The rows of its bounding box.
    pub rows: Range<usize>,
    /// The columns of its bounding box.
    pub columns: Range<usize>,
    /// The row and the column of its first pixel in raster order: the leftmost one of its top row.
    pub first: [usize; 2],
}

/// The connected components of an image, as [`components`](components()) finds them.
#[derive(Clone, Debug, PartialEq)]
pub struct Components {
    labels: LabelImage,
    components: Vec<Component>,
}

impl Components {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Whether there is no component, since no pixel is on.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The components in the order of their labels: label `k` stands at place `k - 1`.
    pub fn as_slice(&self) -> &[Component] {
        &self.components
    }

    /// The label of each pixel, from 1 to [`len`](Self::len), and 0 where the image is off. `Matrix::<u32>::from_tensor` has them pixel
    /// by pixel.
    pub fn labels(&self) -> &LabelImage {
        &self.labels
    }

    /// The label of each pixel, see [`labels`](Self::labels).
    pub fn into_labels(self) -> LabelImage {
        self.labels
    }

    /// A binary image of those components for which `keep` returns true. It is called once for each component, in the order of
    /// labels. The format of the result is the caller's choice. Takes time linear in the runs of the image if the result is stored by
    /// runs, and linear in its pixels or words otherwise.
    ///
    /// # Errors
    ///
    #[doc = crate::refused::refused!("the result")]
    ///
    /// ```
    /// use finch_image::{Connectivity, components, prelude::*};
    ///
    /// let image = Matrix::<u8>::from_dense([2, 5], &[1, 1, 0, 0, 1, 1, 0, 0, 0, 0])?;
    /// let large: RunImage = components(&image, Connectivity::Four)?.select(|component| component.area >= 2)?;
    /// assert_eq!(large.to_dense()?, [true, true, false, false, false, true, false, false, false, false]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn select<I: NewMatrix<Value = bool>>(&self, keep: impl FnMut(&Component) -> bool) -> Result<I> {
        let mut kept = reserved(self.len() + 1, "components")?;
        kept.push(false);
        kept.extend(self.components.iter().map(keep));
        let is_kept = Unary(|label: u32| kept[label as usize]);
        let (labels, mut selected) = (&self.labels, I::default());
        let out = selected.output();
        finch! {
            out .= _;
            for y, x { out[y, x] = map1(is_kept, labels[y, x]); }
        }
        .run()?;
        Ok(selected)
    }
}

/// The connected components of the pixels that are on, for an image in any format.
///
/// Labels are given in the order in which the first pixels of components stand in the image, row by row: the component of the first
/// pixel that is on has label 1.
///
/// Runs of neighbouring rows that touch are put into one set (union-find, with the lesser run as the root and paths halved). Rows that
/// are equal are looked at once. Takes time linear in the runs of a [`RunImage`](crate::RunImage), whatever their lengths and however many rows are
/// equal, times the mean length of paths in the sets, which is at most logarithmic and short in most images. Other formats are
/// [made runs](BinaryImage::to_runs) first. Takes 12 bytes for each run, 12 for each run of equal rows and 56 for each component. After
/// Rosenfeld and Pfaltz: Sequential Operations in Digital Picture Processing, 1966; by runs, He, Chao and Suzuki: A Run-Based Two-Scan
/// Labeling Algorithm, 2008.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 runs or more, an extent does not fit 32 bits, or there is not enough memory.
///
/// ```
/// use finch_image::{Connectivity, components, prelude::*};
///
/// let image = Matrix::<u8>::from_dense([3, 5], &[
///     0, 1, 0, 1, 1, //
///     0, 1, 0, 0, 0, //
///     1, 0, 0, 1, 0,
/// ])?;
/// let four = components(&image, Connectivity::Four)?;
/// assert_eq!(four.labels().to_dense()?, [0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 3, 0, 0, 4, 0]);
/// let eight = components(&image, Connectivity::Eight)?;
/// assert_eq!(eight.labels().to_dense()?, [0, 1, 0, 2, 2, 0, 1, 0, 0, 0, 1, 0, 0, 3, 0]);
/// let first = &eight.as_slice()[0];
/// assert_eq!((first.area, &first.rows, &first.columns, first.first), (3, &(0..3), &(0..2), [0, 1]));
/// # Ok::<(), Error>(())
/// ```
pub fn components(image: &impl BinaryImage, connectivity: Connectivity) -> Result<Components> {
    let image = image.to_runs()?;
    let runs = Runs::of(&image);
    let (left, right) = (runs.left, runs.right);
    let mut sets = Sets::new(left.len())?;
    // Runs of one row do not touch, since they have been merged: only those of the row above count. Of two runs, the one that ends first
    // touches no later run of the other row.
    for above in runs.ptr.windows(3) {
        let (mut a, mut b) = (above[0], above[1]);
        while a < above[1] && b < above[2] {
            let touch = match connectivity {
                Connectivity::Four => left[a] < right[b] && left[b] < right[a],
                Connectivity::Eight => left[a] <= right[b] && left[b] <= right[a],
            };
            if touch {
                sets.join(a as u32, b as u32)
            }
            if right[a] < right[b] { a += 1 } else { b += 1 }
        }
    }

    let (labels, count) = sets.labels();
    let mut components: Vec<Component> = reserved(count, "components")?;
    for (rows, strip) in runs.strips() {
        for run in strip {
            let columns = left[run] as usize..right[run] as usize;
            let area = columns.len() as u64 * rows.len() as u64;
            match components.get_mut(labels[run] as usize - 1) {
                // Labels ascend: one that is not there yet is the next one.
                None => components.push(Component {
                    area,
                    rows: rows.clone(),
                    first: [rows.start, columns.start],
                    columns,
                }),
                Some(component) => {
                    component.area += area;
                    component.rows.end = rows.end;
                    component.columns.start = component.columns.start.min(columns.start);
                    component.columns.end = component.columns.end.max(columns.end)
                }
            }
        }
    }
    let (rows, ptr, below, runs) = image.into_level().into_parts();
    let (columns, starts, left, right, _) = runs.into_parts();
    let labels = SparseRunList::new(columns, starts, left, right, Element::new(labels));
    Ok(Components {
        labels: Tensor::new(RunList::new(rows, ptr, below, labels))?,
        components,
    })
}

/// Disjoint sets of runs: each run names one of its set that is not behind it, the first one of a set itself.
struct Sets(Vec<u32>);

impl Sets {
    /// So many runs, each in a set of its own.
    fn new(runs: usize) -> Result<Self> {
        let most = u32::try_from(runs)
            .map_err(|_| error!(TooLarge, "an image of {runs} runs: labels are numbers of 32 bits"))?;
        let mut parents = reserved(runs, "runs")?;
        parents.extend(0..most);
        Ok(Sets(parents))
    }

    /// The first one of the set of `run`. What is on the way there names what is two steps on.
    fn first(&mut self, mut run: u32) -> u32 {
        loop {
            let parent = self.0[run as usize];
            if parent == run {
                return run;
            }
            let next = self.0[parent as usize];
            self.0[run as usize] = next;
            run = next
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b) as usize] = a.min(b)
    }

    /// The label of each run, in the order of first runs, and the number of labels.
    fn labels(self) -> (Vec<u32>, usize) {
        let (mut labels, mut count) = (self.0, 0);
        for run in 0..labels.len() {
            let parent = labels[run] as usize;
            // What stands in front has its label already.
            labels[run] = if parent == run {
                count += 1;
                count
            } else {
                labels[parent]
            }
        }
        (labels, count as usize)
    }
}
