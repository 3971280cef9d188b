//! What is drawn: for each level a matrix that suits it.

use super::drawing::{picture, scalars};
use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::*;
use typenum::U2;

/// Few entries anywhere.
const SCATTERED: &str = "\
    .1...2..
    ........
    3..4....
    .....5.6
    ........
    .78....9";
/// One row that is nearly full.
const HUB: &str = "\
    .1......
    .......2
    345.6789
    ........
    ....1...
    2.......";
/// Entries side by side.
const STRETCHES: &str = "\
    123...45
    ........
    .67.....
    .....89.
    12..34..
    ...5678.";
/// Entries near the diagonal.
const BAND: &str = "\
    12......
    345.....
    .678....
    ..912...
    ....34..
    ....567.";
/// Sequences of different lengths.
const SEQUENCES: &str = "\
    1234....
    56......
    ........
    78912345
    6.......
    789.....";
/// Entries in squares of two by two.
const SQUARES: &str = "\
    12......
    3.......
    ....45..
    ....67..
    ..8....9
    ..1...23";
/// A few rows.
const ROWS: &str = "\
    .1...2..
    ........
    345...6.";
/// A picture of few colours.
const COLOURS: &str = "\
    11112222
    11133222
    11333322
    44333322
    44433222
    44442222";
/// Strokes on paper.
const STROKES: &str = "\
    ..111...
    .11.22..
    11...222
    33333333
    33....44
    .......4";
/// Flat stretches and texture.
const TEXTURE: &str = "\
    11111111
    11234511
    16234571
    12345678
    18889999
    99999999";
/// At most one entry in a row.
const SELECTION: &str = "\
    ..1.....
    2.......
    .....3..
    ........
    .......4
    .5......";
/// At most one run in a row.
const SPANS: &str = "\
    ..111...
    .222222.
    .......3
    ........
    44444444
    55......";
/// The lower half of a square.
const LOWER: &str = "\
    1.....
    23....
    456...
    7891..
    23456.
    789123";
/// A square that is its own transpose.
const MIRRORED: &str = "\
    124723
    235684
    456915
    769356
    281567
    345678";
/// Yes and no.
const FLAGS: &str = "\
    .1...1..
    11.1111.
    .1...1..
    ........
    1.1.1.1.
    11111111";

/// The matrix that a drawing shows, without its zeros where the format stores none; a dot is zero.
fn of<L: WriteLevel<T = u8, Rank = U2> + Default>(drawing: &str) -> Result<Tensor<L>> {
    let rows: Vec<&str> = drawing.lines().map(str::trim).collect();
    let digit = |letter: u8| if letter == b'.' { 0 } else { letter - b'0' };
    let values: Vec<u8> = rows.iter().flat_map(|row| row.bytes().map(digit)).collect();
    Tensor::from_dense([rows.len(), rows.first().map_or(0, |row| row.len())], &values)
}

/// The page of the book that shows all pictures: `all.md` beside them.
pub(crate) fn page(pictures: &[(&str, String)]) -> String {
    let shown: Vec<String> = pictures
        .iter()
        .map(|(name, _)| format!("{{{{#include {name}.svg}}}}\n"))
        .collect();
    shown.join("\n")
}

/// The names of the pictures, which are those of the modules of the levels, and the pictures, in the order of the list of levels.
pub(crate) fn pictures() -> Result<Vec<(&'static str, String)>> {
    let mut pictures = Vec::new();
    macro_rules! draw {
        ($($name:literal: $nest:ty = $tensor:expr;)*) => { $(
            let tensor: Tensor<$nest> = $tensor?;
            pictures.push(($name, picture(stringify!($nest), &tensor)));
        )* };
    }
    draw! {
        "dense": Dense<Dense<Element<u8>>> = of(SCATTERED);
        "sparse_list": Dense<SparseList<Element<u8>>> = of(SCATTERED);
        "sparse_pairs": Dense<SparsePairs<u8>> = of(SCATTERED);
        "lengths": Dense<SparseList<Element<u8>, Lengths>> = of(SCATTERED);
        "unsorted_list": Dense<UnsortedList<Element<u8>>> = product();
        "sparse_coo": SparseCoo<U2, Element<u8>> = of(SCATTERED);
        "sparse_byte_map": Dense<SparseByteMap<Element<u8>>> = of(SCATTERED);
        "sparse_dict": Dense<SparseDict<Element<u8>>> = of(SCATTERED);
        "separate": Dense<Separate<SparseList<Element<u8>>>> = of(ROWS);
        "hybrid": Dense<Hybrid<Element<u8>>> = of(HUB);
        "sparse_block_list": Dense<SparseBlockList<Element<u8>>> = of(STRETCHES);
        "sparse_band": Dense<SparseBand<Element<u8>>> = of(BAND);
        "ragged": Dense<Ragged<Element<u8>>> = of(SEQUENCES);
        "sparse_blocks": SparseBlocks<U2, U2, Element<u8>> = of(SQUARES);
        "triangular": Triangular<Lower, Element<u8>> = of(LOWER);
        "symmetric": Symmetric<Lower, Element<u8>> = SymmetricMatrix::from_tensor(&of::<Dense<Dense<Element<u8>>>>(MIRRORED)?);
        "sparse_point": Dense<SparsePoint<Element<u8>>> = of(SELECTION);
        "sparse_interval": Dense<SparseInterval<Element<u8>>> = of(SPANS);
        "run_list": Dense<RunList<Element<u8>>> = of(COLOURS);
        "sparse_run_list": Dense<SparseRunList<Element<u8>>> = of(STROKES);
        "pack_bits": Dense<PackBits<Element<u8>>> = of(TEXTURE);
        "element": SparseList<Element<u8>> = Tensor::from_dense([8], &[0, 1, 2, 0, 0, 3, 0, 0]);
        "bit": Dense<Dense<Bit>> = Tensor::from_tensor(&of::<Dense<SparseList<Element<u8>>>>(FLAGS)?.pattern());
        "pattern": Dense<SparseList<Pattern>> = Ok::<_, Error>(of::<Dense<SparseList<Element<u8>>>>(SCATTERED)?.pattern());
        "atomic": Dense<AtomicElement<u8>> = counts();
        "counted": Dense<Counted<SparseList<Element<u8>>>> = read_by_rows();
    }
    pictures.push(("scalar", scalars("Scalar<u8>", &[(Scalar::<u8>::new(3), Some(3))])));
    let mut assigned = SparseScalar::<u8>::default();
    finch! { assigned .= 0; assigned[] = 3; }.run()?;
    let sparse = [(assigned, Some(3)), (SparseScalar::default(), None)];
    pictures.push(("sparse_scalar", scalars("SparseScalar<u8>", &sparse)));
    Ok(pictures)
}

/// How often each number comes.
fn counts() -> Result<AtomicVector<u8>> {
    let x = Vector::from(vec![3_usize, 0, 3, 5, 3, 1]);
    let mut count = AtomicVector::<u8>::empty([8])?;
    finch! { count .= 0; parallel for i { count[x[i]] += 1 } }.run()?;
    Ok(count)
}

/// A matrix of which each row was read once.
fn read_by_rows() -> Result<Tensor<Dense<Counted<SparseList<Element<u8>>>>>> {
    let a = of(ROWS)?;
    let mut sums = Vector::<u8>::default();
    finch! { sums .= 0; for j, i { sums[j] += a[j, i] } }.run()?;
    Ok(a)
}

/// Rows of sums, written in the order in which they come.
fn product() -> Result<UnsortedCsr<u8>> {
    let a = Csr::from_dense([6, 3], &[1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0])?;
    let b = Csr::from_dense(
        [3, 8],
        &[0, 0, 0, 0, 1, 2, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0, 5, 0, 0, 0, 1, 0, 0, 6],
    )?;
    let mut c = UnsortedCsr::default();
    finch! {
        c .= 0;
        for j, k, i { c[j, i] += a[j, k] * b[k, i]; }
    }
    .run()?;
    Ok(c)
}
