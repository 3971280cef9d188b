//! `measure` over images: that all agree, and what is refused.

use crate::{measured, rows};
use finch_benches::measure::idx;
use std::path::PathBuf;

/// A file of a drawing in 30 by 70 pixels.
fn drawing() -> PathBuf {
    let path = std::env::temp_dir().join(format!("finch-drawing-{}.pgm", std::process::id()));
    let mut bytes = b"P5 70 30 255\n".to_vec();
    bytes.extend((0..30 * 70).map(|at| {
        let (y, x) = (at / 70, at % 70);
        if (y * x) % 11 == 5 || !(3..60).contains(&x) {
            250
        } else {
            (y * 3) as u8
        }
    }));
    std::fs::write(&path, bytes).expect("a file");
    path
}

#[test]
fn all_agree() {
    let path = drawing();
    let file = path.to_str().expect("a path");
    for (kernel, more) in [
        ("erode", &[][..]),
        ("erode", &["--iterations", "4", "--magnify", "3"]),
        ("dilate", &["--iterations", "2"]),
        ("histogram", &["--magnify", "2"]),
        ("blend", &[]),
        ("label", &["--magnify", "2"]),
        ("distance", &["--magnify", "2"]),
    ] {
        let rows = rows(&[&[kernel, file], more].concat());
        assert!(rows.len() >= 3);
        for row in &rows {
            assert_eq!((&row["kernel"], &row["reps"]), (&kernel.into(), &1.into()));
            assert!(row["min_s"].as_f64().expect("seconds") >= 0.0);
            assert!(row["check"].as_u64().expect("a number") > 0)
        }
        let formats = rows.iter().filter(|row| row["impl"] == "finch").count();
        let wanted = match kernel {
            "erode" | "dilate" => 5,
            "blend" => 2,
            _ => 3,
        };
        assert_eq!(formats, wanted, "{kernel}")
    }
    std::fs::remove_file(path).expect("the file")
}

#[test]
fn refused() {
    for (words, what) in [
        (&["erode"][..], "are needed"),
        (&["erode", "none.png"], "none.png"),
        (&["erode", "none.png", "--iterations", "0"], "`0`"),
        (&["erode", "none.png", "--iterations"], "missing"),
        (&["erode", "none.png", "--whatever"], "--whatever"),
    ] {
        let error = measured(words).unwrap_err();
        assert!(error.contains(what), "{error}")
    }
}

#[test]
fn files_of_many_images() {
    let file = [&[0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2][..], &[0, 255, 1, 2]].concat();
    let image = idx::stacked(&file).expect("images");
    assert_eq!(
        (&image.shape()[..], image.values()),
        (&[2, 2][..], &[255, 0, 254, 253][..])
    );
    for length in 0..file.len() {
        assert!(idx::stacked(&file[..length]).is_err())
    }
    assert!(idx::stacked(&[&file[..], &[0]].concat()).is_err());
    let vast = [&[0, 0, 8, 3][..], &[255; 12]].concat();
    assert!(idx::stacked(&vast).unwrap_err().to_string().contains("4294967295"));
    let Some(folder) = std::env::var_os("FINCH_DATA").map(PathBuf::from) else {
        return;
    };
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file");
    for name in ["bad_magic", "dims_overflow", "trailing_bytes", "truncated"] {
        assert!(idx::stacked(&read(&format!("malformed/idx_{name}.idx3-ubyte"))).is_err())
    }
    let digits = idx::stacked(&read("images/mnist/images-idx3-ubyte")).expect("images");
    assert_eq!(digits.shape()[..], [28_000, 28]);
    assert_eq!(digits.values().iter().filter(|&&level| level < 255).count(), 151_376)
}
