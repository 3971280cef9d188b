//! Images: files of any bytes, and pixels of any kind through operations whose formats must agree.
#![no_main]

use finch_image::io;
use finch_image::Result;
use finch_image::prelude::*;
use finch_tests::attack::Source;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut source = Source::new(bytes);
    if source.once_in(2) {
        file(source.rest())
    } else {
        pixels(source)
    }
});

fn file(bytes: &[u8]) {
    let Ok(image) = io::decode(bytes) else { return };
    image.validate().expect("what was decoded is valid");
    let again = io::from_buffer(io::to_buffer(image.clone()).expect("the extents are those of a file"));
    assert_eq!(again.expect("a valid buffer"), image);
    let on = BitImage::from_tensor(&image).expect("room");
    let lit = image.values().iter().filter(|&&pixel| pixel != 0).count();
    assert_eq!(on.count_on(), lit);
}

fn pixels(mut source: Source<'_>) {
    let rows = source.below(20);
    let columns = if source.once_in(3) {
        source.below(300)
    } else {
        source.below(20)
    };
    let sparse = source.once_in(2);
    let levels: Vec<u8> = (0..rows * columns).map(|_| source.byte()).collect();
    let lit = |level: u8| if sparse { level > 240 } else { level > 16 };
    let bytes: Vec<u8> = levels.iter().map(|&level| if lit(level) { 255 } else { 0 }).collect();
    let grey_image = grey([rows, columns], levels).expect("the size is right");
    let image = grey([rows, columns], bytes.clone()).expect("the size is right");
    let packed = BitImage::from_bytes([rows, columns], &bytes).expect("the size is right");
    let runs = packed.to_runs().expect("room");
    runs.validate().expect("valid runs");
    assert_eq!(packed, BitImage::from_tensor(&runs).expect("room"));
    assert_eq!(packed.to_bytes().expect("room"), image);

    let size = [2 * source.below(6) + 1, 2 * source.below(6) + 1];
    let footprint = if source.once_in(2) {
        Footprint::cross(size[0], size[1])
    } else {
        Footprint::rectangle(size[0], size[1])
    };
    let outside = source.pick(&[Border::Neutral, Border::On, Border::Off]);
    let footprint = footprint.expect("odd sizes").times(source.below(4)).border(outside);
    // By bytes, by words and by runs.
    macro_rules! agree {
        ($operation:ident) => {
            agree(
                &image,
                &packed,
                &runs,
                |x| x.$operation(footprint),
                |x| x.$operation(footprint),
                |x| x.$operation(footprint),
            )
        };
    }
    match source.below(4) {
        0 => agree!(erode),
        1 => agree!(dilate),
        2 => agree!(open),
        _ => agree!(close),
    }

    let bins = 1 + source.below(256);
    let counts = histogram_where(&grey_image, &runs, bins).expect("bins, and equal extents");
    assert_eq!(counts.values().iter().sum::<u64>(), packed.count_on() as u64);
    let other = grey_image.flip_horizontal().expect("room");
    assert_eq!(other.flip_horizontal().expect("room"), grey_image);
    let mut blended = RunMatrix::<u8>::default();
    let weights = [source.value() as f32, f32::from_bits(source.number() as u32)];
    let done = blend_into(&mut blended, &grey_image, weights[0], &other, weights[1]);
    assert_eq!(done.is_ok(), weights[1].is_finite());
    blended.validate().expect("a valid blend");
}

/// An operation makes the same image of bytes, of words and of runs.
fn agree(
    image: &Matrix<u8>,
    packed: &BitImage,
    runs: &RunImage,
    of_bytes: impl FnOnce(&Matrix<u8>) -> Result<Matrix<u8>>,
    of_words: impl FnOnce(&BitImage) -> Result<BitImage>,
    of_runs: impl FnOnce(&RunImage) -> Result<RunImage>,
) {
    let bytes = of_bytes(image).expect("room");
    let words = of_words(packed).expect("room");
    let by_runs = of_runs(runs).expect("room");
    bytes.validate().expect("valid bytes");
    by_runs.validate().expect("valid runs");
    words.words().validate().expect("valid words");
    assert_eq!(words.to_bytes().expect("room"), bytes);
    assert_eq!(BitImage::from_tensor(&by_runs).expect("room"), words);
}
