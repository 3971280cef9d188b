//! Conversions, `with_format!`, and enums of one's own.

use super::cases;
use finch_kernels::advise::Structure;
use finch_kernels::prelude::*;

/// Equal, or neither is a number.
fn same(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

fn check(name: &str, any: &AnyMatrix<f64>, rows: &Csr<f64>) {
    let shape = rows.shape();
    assert_eq!(any.shape(), [shape[0], shape[1]], "{name} as {any:?}");
    for row in 0..shape[0] {
        for col in 0..shape[1] {
            let (got, wanted) = (any.get([row, col]).expect("inside"), rows[[row, col]]);
            assert!(
                same(got, wanted),
                "{name} as {any:?}: {got} at {row}, {col}, not {wanted}"
            )
        }
    }
    assert_eq!(any.get([shape[0], 0]), None, "{name} as {any:?}");
}

#[test]
fn every_format_holds_the_matrix_and_takes_the_bytes_predicted() {
    let mut held = [0; MatrixFormat::ALL.len()];
    for case in cases() {
        let structure = Structure::of(&case.rows).expect("memory");
        for &format in MatrixFormat::ALL {
            let made = AnyMatrix::from_tensor(format, &case.rows);
            let Some(bytes) = structure.bytes(format) else {
                let kinds = [ErrorKind::Mismatch, ErrorKind::Invalid, ErrorKind::Order];
                match made {
                    Err(error) => assert!(kinds.contains(&error.kind()), "{} as {format}: {error}", case.name),
                    // A zero that is stored equals one that is not.
                    Ok(any) => {
                        assert_eq!((format, case.name), (MatrixFormat::FullSymmetric, "zeros"));
                        check(case.name, &any, &case.rows)
                    }
                }
                continue;
            };
            let any = made.unwrap_or_else(|error| panic!("{} as {format}: {error}", case.name));
            assert_eq!((any.format(), any.bytes()), (format, bytes), "{}", case.name);
            check(case.name, &any, &case.rows);
            held[format as usize] += 1;
            for &other in MatrixFormat::ALL {
                if structure.bytes(other).is_some() && other != MatrixFormat::Points {
                    let again = any
                        .convert(other)
                        .unwrap_or_else(|error| panic!("{} as {other}: {error}", case.name));
                    assert_eq!(again.format(), other);
                    check(case.name, &again, &case.rows)
                }
            }
        }
    }
    assert!(held.iter().all(|&count| count >= 4), "{held:?}");
}

#[test]
fn code_runs_on_whichever_format_it_is() {
    let rows = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 3.0)], Add).expect("entries");
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    for format in [
        MatrixFormat::Full,
        MatrixFormat::Coo,
        MatrixFormat::Band,
        MatrixFormat::Points,
    ] {
        let mut a = AnyMatrix::from_tensor(format, &rows).expect("a copy");
        // By reference, with what is around it.
        let y = with_format!(&a, |a| spmv(a, &x)).expect("a product");
        assert_eq!(y.values(), [20.0, 300.0], "{format}");
        // By mutable reference.
        with_format!(&mut a, |a| a.shrink_to_fit());
        let before = with_format!(&mut a, |a| std::mem::take(a).count_stored());
        assert!(before >= 2 && a.shape() == [0, 0] && a.format() == format, "{a:?}");
        // By value; what is in the middle of an expression, and returns.
        let early = |a: AnyMatrix<f64>| -> Result<usize, Error> {
            let stored = 1 + with_format!(a, |a| if a.shape()[0] == 0 {
                a.count_stored()
            } else {
                return Ok(0);
            });
            Ok(stored)
        };
        assert_eq!(early(a).expect("no error"), 1)
    }
}

#[test]
fn tensors_move_in_and_out() {
    let rows = Csr::from_triplets([2, 2], [([0, 1], 2.0)], Add).expect("entries");
    let any = AnyMatrix::from(rows.clone());
    assert_eq!(format!("{any:?}"), "AnyMatrix::Csr([2, 2], 1 stored)");
    let error = Matrix::try_from(any.clone()).expect_err("another format");
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(error.to_string(), "the tensor is in the format Csr, not Full");
    let again: Csr<f64> = any.try_into().expect("this format");
    assert!(again.same_storage(&rows));
    let error = AnyMatrix::from(rows)
        .convert(MatrixFormat::FullSymmetric)
        .expect_err("not symmetric");
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn formats_have_names() {
    for format in MatrixFormat::ALL {
        assert_eq!(
            format.name().to_lowercase().parse::<MatrixFormat>().expect("a name"),
            *format
        );
        assert_eq!(format.to_string(), format.name())
    }
    let error = "csc".parse::<VectorFormat>().expect_err("no format");
    assert_eq!(
        (error.kind(), error.to_string()),
        (
            ErrorKind::Parse,
            "there is no format `csc`, but Full, Sparse, Stretches, Band, Runs".into()
        )
    );
}

#[test]
fn vectors() {
    let x = SparseVector::from_triplets([6], [([2], 1.5), ([3], 1.5), ([5], 0.5)], Add).expect("entries");
    for &format in VectorFormat::ALL {
        let any = AnyVector::from_tensor(format, &x).expect("a copy");
        assert_eq!((any.format(), any.shape()), (format, [6]));
        let dense = any.convert(VectorFormat::Full).expect("a copy");
        let dense: Vector<f64> = dense.try_into().expect("dense");
        assert_eq!(dense.values(), [0.0, 0.0, 1.5, 1.5, 0.0, 0.5], "{format}");
        let mut visited = Vec::new();
        any.for_each(|at, value| visited.push((at[0], value)));
        assert_eq!(visited.iter().map(|entry| entry.1).sum::<f64>(), 3.5)
    }
}

any_tensor! {
    /// Lengths of roads.
    enum Roads of [u16; 2];
    enum RoadFormat;
    {
        Table(MatrixWithFill<u16, Inf>),
        Lists(CsrWithFill<u16, Inf>),
    }
}

any_tensor! {
    /// A cube of one format.
    pub enum OneCube<V: finch_kernels::traits::algebra::number::Number> of [V; 3];
    /// Its name.
    pub enum CubeFormat;
    { /// Coordinates.
      Listed(Coo3<V>) }
}

#[test]
fn enums_of_ones_own() {
    let lists = CsrWithFill::from_triplets([2, 2], [([0, 1], 5)], Min).expect("entries");
    let roads = Roads::from(lists);
    let table = roads.convert(RoadFormat::Table).expect("a copy");
    assert_eq!((table.get([0, 1]), table.get([1, 0])), (Some(5), Some(u16::MAX)));
    assert_eq!((roads.count_stored(), table.count_stored()), (1, 4));
    assert_eq!(with_format!(&table, |table| table.fill()), u16::MAX);
    let back = table.convert(RoadFormat::Lists).expect("a copy");
    assert_eq!(back.count_stored(), 4);

    let cube: OneCube<i32> = Coo3::from_triplets([1, 2, 3], [([0, 1, 2], 7)], Add)
        .expect("entries")
        .into();
    assert_eq!(
        (cube.shape(), cube.get([0, 1, 2]), cube.bytes() > 0),
        ([1, 2, 3], Some(7), true)
    );
    let cube: Coo3<i32> = cube.try_into().expect("the only format");
    assert_eq!(cube.count_stored(), 1);
}

#[test]
fn what_is_too_large_is_refused() {
    let wide = Csr::from_triplets(
        [1 << 14, 1 << 32],
        [([5, 1 << 31], 1.0), ([7, (1 << 32) - 1], 2.0)],
        Add,
    );
    let wide = wide.expect("a sparse matrix");
    let structure = Structure::of(&wide).expect("memory");
    // Blocks keep a number for each block column while they are written.
    let blocks = [MatrixFormat::Blocks2, MatrixFormat::Blocks3, MatrixFormat::Blocks4];
    for &format in MatrixFormat::ALL.iter().filter(|format| !blocks.contains(format)) {
        match AnyMatrix::from_tensor(format, &wide) {
            Ok(any) => assert_eq!(
                (any.get([7, (1 << 32) - 1]), Some(any.bytes())),
                (Some(2.0), structure.bytes(format))
            ),
            Err(error) => {
                let kinds = [ErrorKind::TooLarge, ErrorKind::Mismatch];
                assert!(kinds.contains(&error.kind()), "{format}: {error}")
            }
        }
    }
    let error = AnyMatrix::from_tensor(MatrixFormat::Full, &wide).expect_err("2^49 bytes");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}
