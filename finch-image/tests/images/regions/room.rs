//! Images whose arrays are longer than what they hold, and images without rows or columns.

use finch_image::prelude::*;
use finch_image::{Connectivity, Geometry, Metric, Result, StructuringElement, components, distance_transform};
use finch_kernels::formats::{Pattern, RunList, SparseRunList, Tensor};

/// Two rows of runs, behind which there is more that counts for nothing.
fn with_room() -> RunImage {
    let (starts, left, right) = (vec![0_usize, 2, 3, 1], vec![0_u32, 2, 1, 9], vec![1_u32, 3, 3, 8]);
    let runs = SparseRunList::new(4, starts, left, right, Pattern);
    Tensor::new(RunList::new(3, vec![0, 2], vec![1_u32, 3, 77], runs)).unwrap()
}

/// An image of a type of its own, which says what `with_room` says.
struct Mine;

/// An image that says other extents than its runs have.
struct Lies;

macro_rules! images {
    ($($name:ident $extents:expr;)*) => { $(
        impl BinaryImage for $name {
            fn extents(&self) -> [usize; 2] {
                $extents
            }
            fn to_runs(&self) -> Result<RunImage> {
                Ok(with_room())
            }
        }
    )* };
}

images! {
    Mine [3, 4];
    Lies [2, 40];
}

fn dense(image: &RunImage) -> Vec<bool> {
    image.to_dense().unwrap()
}

#[test]
fn arrays_with_room() {
    let roomy = with_room();
    let pixels = [1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0].map(|pixel| pixel != 0);
    assert_eq!(dense(&roomy), pixels);
    let tight = RunImage::from_dense([3, 4], &pixels).unwrap();
    let both = |of: &dyn Fn(&RunImage) -> Result<RunImage>| {
        let [roomy, tight] = [&roomy, &tight].map(|image| of(image).unwrap());
        assert_eq!(roomy.shape(), tight.shape());
        assert_eq!(dense(&roomy), dense(&tight))
    };
    both(&|image| image.transposed());
    both(&|image| image.flip_vertical());
    both(&|image| image.flip_horizontal());
    both(&|image| image.magnify([2, 3]));
    assert!(roomy.magnify([1 << 30, 1 << 29]).is_ok());
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let [one, other, mine] = [
            components(&roomy, connectivity),
            components(&tight, connectivity),
            components(&Mine, connectivity),
        ]
        .map(|found| found.unwrap().labels().to_dense().unwrap());
        assert_eq!((&one, &mine), (&other, &other))
    }
    let elements = [
        StructuringElement::new(&roomy, [1, 1]),
        StructuringElement::new(&tight, [1, 1]),
        StructuringElement::new(&Mine, [1, 1]),
    ]
    .map(|element| tight.dilate(element.unwrap()).unwrap());
    assert!(elements[0] == elements[1] && elements[2] == elements[1]);
    let overlap = roomy.overlap(&tight).unwrap();
    assert_eq!((overlap.both, overlap.hamming()), (6, 0));
    assert_eq!(Mine.overlap(&Mine).unwrap().both, 6);
    for metric in [Metric::CityBlock, Metric::Chessboard, Metric::SquaredEuclidean] {
        for border in [Border::Off, Border::Neutral] {
            let expected = distance_transform(&tight, metric, border).unwrap();
            assert_eq!(distance_transform(&roomy, metric, border).unwrap(), expected);
            assert_eq!(distance_transform(&Mine, metric, border).unwrap(), expected);
            // An error, or wrong values.
            drop(distance_transform(&Lies, metric, border))
        }
    }
}

/// There is nothing to be done for them, and no memory that is needed.
#[test]
fn images_without_pixels() {
    for [rows, columns] in [[0, 1 << 40], [1 << 40, 0], [0, 0], [0, usize::MAX >> 1]] {
        let image = Matrix::<u8>::from_parts(rows, columns, Vec::new()).unwrap();
        let packed = BitImage::from_tensor(&image).unwrap();
        assert_eq!(packed.shape(), [rows, columns]);
        assert_eq!(packed.count_on(), 0)
    }
    for shape @ [rows, columns] in [[0, 1 << 31], [1 << 31, 0]] {
        let image = Matrix::<u8>::from_parts(rows, columns, Vec::new()).unwrap();
        let runs = image.to_runs().unwrap();
        assert_eq!(&runs.shape()[..], shape);
        assert_eq!(runs.count_stored(), 0)
    }
}
