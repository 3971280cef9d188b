//! Image files, sound and malformed.

#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/src/memory.rs"]
mod memory;

use finch_image::io;
use finch_image::prelude::*;
use finch_oracle::{Extreme, Image};
use image::{GrayImage, ImageBuffer, Luma, Rgb, RgbImage, Rgba};
use memory::{Counting, counted, limited};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

#[global_allocator]
static COUNTING: Counting = Counting;

fn folder() -> Option<PathBuf> {
    std::env::var_os("FINCH_DATA").map(PathBuf::from)
}

#[test]
fn kinds_of_files() {
    assert_eq!(
        io::decode(b"P1\n# ink is black\n3 2\n101010").unwrap().values(),
        [0, 255, 0, 255, 0, 255]
    );
    // Rows of raw bits end where bytes do.
    assert_eq!(
        io::decode(b"P4 3 2\n\xa0\x40").unwrap().values(),
        [0, 255, 0, 255, 0, 255]
    );
    assert_eq!(io::decode(b"P5 2 1 255\n\x07\x09").unwrap().values(), [7, 9]);
}

/// Buffers and images are the same memory, whatever way they are taken.
#[test]
fn buffers() {
    let image = grey([2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    check_buffer(&image);
    let start = image.values().as_ptr();
    let mut buffer = io::to_buffer(image.clone()).unwrap();
    assert_eq!((buffer.dimensions(), buffer.get_pixel(2, 0).0), ((3, 2), [3]));
    let view = io::view(&buffer).unwrap();
    assert_eq!(
        (view.values(), view.values().as_ptr()),
        (image.values(), buffer.as_ptr())
    );
    let (at, mut out) = (buffer.as_ptr(), io::view_mut(&mut buffer).unwrap());
    assert_eq!(out.values().as_ptr(), at);
    finch! { out .= 0; for y, x { out[y, x] = image[y, x] * 2; } }
        .run()
        .unwrap();
    assert_eq!(buffer.as_raw(), &[2, 4, 6, 8, 10, 12]);
    let again = io::from_buffer(buffer).unwrap();
    assert_eq!(again.values().as_ptr(), at);
    // By value too.
    let buffer = io::to_buffer(image).unwrap();
    assert_eq!(buffer.as_ptr(), start);

    // Samples of 16 bits and floats, and no pixels.
    let deep: ImageBuffer<Luma<u16>, _> = ImageBuffer::from_raw(1, 3, vec![500, 600, 700]).unwrap();
    assert_eq!(io::view(&deep).unwrap().to_dense().unwrap(), [500, 600, 700]);
    assert_eq!(io::to_buffer(io::from_buffer(deep.clone()).unwrap()).unwrap(), deep);
    let float: ImageBuffer<Luma<f32>, _> = ImageBuffer::from_raw(1, 1, vec![0.5]).unwrap();
    assert_eq!(io::from_buffer(float).unwrap().get([0, 0]), Some(0.5));
    let none = GrayImage::new(0, 4);
    assert_eq!(&io::view(&none).unwrap().shape()[..], [4, 0]);
    assert_eq!(
        io::to_buffer(io::from_buffer(none).unwrap()).unwrap().dimensions(),
        (0, 4)
    );
}

/// A buffer may have room for more than its pixels.
#[test]
fn buffers_with_room() {
    let room = || (0..20).collect::<Vec<u8>>();
    let mut buffer = GrayImage::from_raw(3, 2, room()).unwrap();
    assert_eq!(io::view(&buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(io::view_mut(&mut buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(io::from_buffer(buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
    let mut buffer = RgbImage::from_raw(1, 2, room()).unwrap();
    assert_eq!(io::view_channels(&buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(io::view_channels_mut(&mut buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(io::from_channels(buffer).unwrap().values(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn channels() {
    let mut buffer = RgbImage::from_fn(2, 3, |x, y| Rgb([x as u8, y as u8, 9]));
    let start = buffer.as_ptr();
    let cube = io::view_channels(&buffer).unwrap();
    assert_eq!((&cube.shape()[..], cube.values().as_ptr()), (&[3, 2, 3][..], start));
    assert_eq!([0, 1, 2].map(|c| cube.get([2, 1, c])), [Some(1), Some(2), Some(9)]);
    let source = buffer.clone();
    let source = io::view_channels(&source).unwrap();
    let mut out = io::view_channels_mut(&mut buffer).unwrap();
    finch! { out .= 0; for y, x, c { out[y, x, c] = source[y, x, c] + 1; } }
        .run()
        .unwrap();
    assert_eq!(buffer.get_pixel(1, 2), &Rgb([2, 3, 10]));
    let cube = io::from_channels(buffer.clone()).unwrap();
    let at = cube.values().as_ptr();
    let again: RgbImage = io::to_channels(cube).unwrap();
    assert_eq!((again.as_ptr(), &again), (at, &buffer));
    let four = io::from_channels(again)
        .and_then(io::to_channels::<Rgba<u8>>)
        .unwrap_err();
    assert_eq!(four.kind(), ErrorKind::Mismatch);
}

/// Through a buffer and back an image is the same, where it was.
fn check_buffer(image: &Matrix<u8>) {
    let copy = image.clone();
    let at = copy.values().as_ptr();
    let buffer = io::to_buffer(copy).unwrap();
    let view = io::view(&buffer).unwrap();
    assert_eq!(
        (view.shape(), view.values(), view.values().as_ptr()),
        (image.shape(), image.values(), at)
    );
    let back = io::from_buffer(buffer).unwrap();
    // Values are compared rather than the tensors, which are read place by place: of a collection most pixels are compared here.
    assert_eq!(
        (back.shape(), back.values(), back.values().as_ptr()),
        (image.shape(), image.values(), at)
    )
}

#[test]
fn written_and_read() {
    let folder = std::env::temp_dir().join(format!("finch-image-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let image = grey([7, 5], (0..35).map(|at| at * 7).collect()).unwrap();
    for (name, starts) in [
        ("a.png", &b"\x89PNG"[..]),
        ("a.pgm", b"P5\n5 7 255\n"),
        ("a.PGM", b"P5"),
    ] {
        let path = folder.join(name);
        io::write(&path, image.clone()).unwrap();
        assert_eq!(io::read(&path).unwrap(), image, "{name}");
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(starts), "{name}");
        // What fails leaves the file that was there: no PNG file has no pixels, and a PGM file may.
        let none = io::write(&path, grey([0, 4], Vec::new()).unwrap());
        if name == "a.png" {
            let error = none.unwrap_err();
            assert!(
                error.kind() == ErrorKind::Io && error.to_string().contains(name),
                "{error}"
            );
            assert_eq!(std::fs::read(&path).unwrap(), bytes)
        } else {
            none.unwrap();
            assert!(std::fs::read(&path).unwrap().starts_with(b"P5\n4 0 "))
        }
    }
    for name in ["a.xyz", "a.ppm", "a.pbm", "a.pnm", "a.jpg", "a"] {
        let error = io::write(folder.join(name), image.clone()).unwrap_err();
        assert!(
            error.kind() == ErrorKind::Parse && error.to_string().contains(name),
            "{error}"
        );
        assert!(!folder.join(name).exists())
    }
    let nowhere = io::write(folder.join("none/a.png"), image).unwrap_err();
    assert_eq!(nowhere.kind(), ErrorKind::Io);
    let missing = io::read(folder.join("none.png")).unwrap_err();
    assert!(missing.kind() == ErrorKind::Io && missing.to_string().contains("none.png"));
    std::fs::remove_dir_all(&folder).unwrap()
}

#[test]
fn malformed() {
    for bytes in [
        &b""[..],
        b"P",
        b"P5",
        b"P5 2 2 255\n\x01\x02\x03",
        b"P5 2 2 0\n\x01\x02\x03\x04",
        b"P5 2 2 70000\n\x01\x02\x03\x04",
        b"P5 99999999999999999999 2 255\n",
        b"P5 4294967295 4294967295 255\n",
        b"P4 4294967295 4294967295\n",
        b"P1 2 2 1 2 1 1",
        b"P2 2 2 255 1 2 3",
        b"P2 2 2 255 1 2 3 x",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"BM",
    ] {
        let error = io::decode(bytes).unwrap_err();
        assert!(!error.to_string().is_empty())
    }
    for cut in [&b"P5 2 2 255\n\x01\x02\x03"[..], b"P4 9 2\n\0\0\0"] {
        let error = io::decode(cut).unwrap_err().to_string();
        assert_eq!(error, "the image is cut short")
    }
    // A sound header of a large image, and hardly any data.
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(0x7fff_ffff_u32.to_be_bytes());
    png.extend(0x7fff_ffff_u32.to_be_bytes());
    png.extend(b"\x01\0\0\0\0");
    png.extend(b"\0\0\0\0");
    assert!(io::decode(&png).is_err())
}

/// The start of a PNG file of these extents, bits of a sample, and kind of samples.
fn png(width: u32, height: u32, depth: u8, samples: u8) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([depth, samples, 0, 0, 0]);
    let check = header.iter().fold(u32::MAX, |check, &byte| {
        (0..8).fold(check ^ u32::from(byte), |check, _| {
            (check >> 1) ^ if check & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    });
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    file.extend(header);
    file.extend((!check).to_be_bytes());
    file.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    file
}

/// No header makes us take memory for pixels that the file cannot hold, whatever a pixel takes.
#[test]
fn little_memory_is_taken() {
    // As many bytes as there are, but for what Deflate saves.
    for (depth, samples, bits) in [(1, 0, 1), (8, 0, 8), (8, 2, 24), (16, 0, 16), (16, 2, 48), (16, 6, 64)] {
        let pixels = |bytes: usize| (8 * 1032 * bytes / bits) as u32;
        let length = png(1, 1, depth, samples).len();
        let possible = png(pixels(length), 1, depth, samples);
        let (read, taken, _) = counted(|| io::decode(&possible));
        assert!(
            read.is_err() && taken < 20 * 1032 * length,
            "{depth} {samples}: {taken}"
        );
        let claims = png(pixels(length) / 100, 101, depth, samples);
        let (read, taken, _) = counted(|| io::decode(&claims));
        assert_eq!(read.unwrap_err().kind(), ErrorKind::TooLarge, "{depth} {samples}");
        assert!(taken < 1 << 20, "{depth} {samples}: {taken}");
    }
    for header in [
        "P6 4000 4000 65535\n",
        "P4 99999 99999\n",
        "P5 4000 4000 255\n",
        "P3 4000 4000 255\n",
    ] {
        let (read, taken, _) = counted(|| io::decode(header.as_bytes()));
        assert!(read.is_err() && taken < 1 << 16, "{header}: {taken}")
    }
    match folder() {
        Some(folder) => {
            for file in std::fs::read_dir(folder.join("malformed")).unwrap() {
                let path = file.unwrap().path();
                let (_, taken, _) = counted(|| drop(io::read(&path)));
                assert!(taken < 64 << 20, "{}: {taken}", path.display())
            }
        }
        None => eprintln!("FINCH_DATA is not set: only files that are made here are read"),
    }
}

/// An image that there is no memory for is an error.
#[test]
fn reading_fails_where_memory_ends() {
    let colours = [b"P6 300 300 255\n".to_vec(), vec![40; 3 * 300 * 300]].concat();
    let wide = [b"P5 300 300 65535\n".to_vec(), vec![40; 2 * 300 * 300]].concat();
    let grey = [b"P5 300 300 255\n".to_vec(), vec![40; 300 * 300]].concat();
    for (file, level) in [(colours, 40), (wide, 40), (grey, 40)] {
        let mut refused = 0;
        loop {
            match limited((1 << 16) + refused * 10_000, || io::decode(&file)) {
                Ok(image) => break assert_eq!(image.values(), [level; 90_000]),
                Err(error) => assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}"),
            }
            refused += 1;
            assert!(refused < 100)
        }
        assert!(refused > 1)
    }
}

#[test]
fn malformed_files() {
    let Some(folder) = folder() else { return };
    for name in ["pbm_bad_digit.pbm", "pgm_bad_maxval.pgm", "pgm_truncated.pgm"] {
        let error = io::read(folder.join("malformed").join(name)).unwrap_err();
        assert!(error.to_string().contains(name), "{error}")
    }
    for name in [
        "pbm_plain_no_blanks.pbm",
        "pbm_row_padding.pbm",
        "pgm_comments.pgm",
        "pgm_maxval.pgm",
    ] {
        let image = io::read(folder.join("malformed").join(name)).unwrap();
        assert!(image.values().len() == image.shape()[0] * image.shape()[1] && !image.values().is_empty())
    }
}

/// Every image of the collection, unoptimised every second one: two formats agree on every pixel, there and back. On as many threads as there
/// are processors.
#[test]
fn collection() {
    let Some(folder) = folder() else { return };
    let mut paths = Vec::new();
    for part in ["documents", "dip3e_masks", "masks", "omniglot", "sketches", "gray"] {
        let entries = std::fs::read_dir(folder.join("images").join(part)).unwrap();
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    if cfg!(debug_assertions) {
        paths.sort();
        paths = paths.into_iter().step_by(2).collect();
    }
    let (next, checked) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(number) else { break };
                    checked.fetch_add(usize::from(check_image(path, number)), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(checked.into_inner() >= if cfg!(debug_assertions) { 70 } else { 200 })
}

/// Whether the image is checked: without optimisation large ones take minutes. Those that are not small are then eroded by one
/// footprint each, in turn by their number.
fn check_image(path: &Path, number: usize) -> bool {
    let page = io::read(path).unwrap_or_else(|error| panic!("{error}"));
    check_buffer(&page);
    if cfg!(debug_assertions) && page.values().len() > 1 << 17 {
        return false;
    }
    let ink: RunImage = below(&page, 128).unwrap();
    let bytes = Matrix::from_dense([page.shape()[0], page.shape()[1]], &binary(&page)).unwrap();
    let packed = BitImage::from_tensor(&ink).unwrap();
    assert_eq!(packed, BitImage::from_tensor(&bytes).unwrap());
    assert!(ink == packed.to_runs().unwrap());
    let levels = bytes.values();
    assert!(to_grey(&ink).unwrap().values() == levels);
    let all = [Footprint::SQUARE, Footprint::SQUARE.times(4), Footprint::CROSS.times(2)];
    let (pixels, optimised) = (levels.len(), !cfg!(debug_assertions));
    let is_small = pixels < 1 << 12 || optimised;
    for footprint in if is_small { &all[..] } else { &all[number % 3..][..1] } {
        let footprint = *footprint;
        let expected = naive(&bytes, footprint);
        let packed = packed.erode(footprint).unwrap().to_bytes().unwrap();
        let runs = to_grey(&ink.erode(footprint).unwrap()).unwrap();
        let expected = expected.values();
        assert!(
            packed.values() == expected && runs.values() == expected,
            "{}",
            path.display()
        );
        // Byte by byte, unoptimised, large ones are not eroded more than once.
        if footprint == Footprint::SQUARE || pixels < 1 << 14 || optimised {
            assert!(
                bytes.erode(footprint).unwrap().values() == expected,
                "{}",
                path.display()
            )
        }
    }
    true
}

fn binary(page: &Matrix<u8>) -> Vec<u8> {
    page.values()
        .iter()
        .map(|&level| if level < 128 { 255 } else { 0 })
        .collect()
}

/// Erosion by a square or cross of 3 by 3, as often as the footprint says; nothing outside the image counts.
fn naive(image: &Matrix<u8>, footprint: Footprint) -> Matrix<u8> {
    let shape @ [rows, columns] = [image.nrows(), image.ncols()];
    let square = footprint == Footprint::SQUARE.times(footprint.repetitions());
    let offsets: Vec<_> = (0..9)
        .map(|at| (at / 3 - 1, at % 3 - 1))
        .filter(|&(down, across)| square || down == 0 || across == 0)
        .collect();
    let pixels = image.values().to_vec();
    let eroded = (0..footprint.repetitions()).fold(Image { rows, columns, pixels }, |image, _| {
        image.extreme(Extreme::Least, &offsets, 255)
    });
    Matrix::from_dense(shape, &eroded.pixels).unwrap()
}
