//! Lists of lists: matrices that are made of the lengths of their rows.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::buffer::Buffer;
use finch_formats::prelude::*;

type List = SparseList<Value, Lengths>;

#[test]
fn lengths_are_summed_and_given_back() {
    let lengths = Lengths::<u8>::new(&[2_i64, 0, 250]).unwrap();
    assert_eq!(lengths.as_slice(), [0, 2, 2, 252]);
    assert_eq!((lengths.len(), lengths.is_empty()), (3, false));
    assert_eq!(
        [0, 1, 2, 3].map(|row| lengths.get(row)),
        [Some(2), Some(0), Some(250), None]
    );
    assert_eq!(lengths.iter().collect::<Vec<_>>(), [2, 0, 250]);
    assert_eq!(lengths.to_lengths::<u8>().unwrap(), [2, 0, 250]);
    let error = lengths.to_lengths::<i8>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(
        error
            .to_string()
            .contains("fiber 2 has length 250, which does not fit i8"),
        "{error}"
    );
    let none = Lengths::<usize>::default();
    assert_eq!((none.len(), none.is_empty(), none.get(0)), (0, true, None));
    assert_eq!(Lengths::<usize>::new::<u8>(&[]).unwrap(), none);
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let error = Lengths::<u8>::new(&[200_u8, 55, 1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let message = error.to_string();
    assert!(
        message.contains("fiber 2 has length 1 and starts at 255") && message.contains("u8"),
        "{message}"
    );
    for lengths in [[usize::MAX, 1, 0], [1, usize::MAX, 0], [usize::MAX; 3]] {
        let error = Lengths::<usize>::new(&lengths).unwrap_err();
        assert!(error.to_string().contains("fiber 1 has length"), "{error}")
    }
    assert!(
        Lengths::<u32>::new(&[0, -1_i32])
            .unwrap_err()
            .to_string()
            .contains("length -1")
    );
}

#[test]
fn matrices_are_made_of_lengths() {
    let a = Lil::<i64>::from_lengths(
        5,
        &[4_u8, 0, 3, 1, 0],
        vec![1, 2, 3, 4, 0, 1, 2, 3],
        vec![1, 2, 2, 3, 1, 1, 2, 3],
    );
    let a = a.unwrap();
    assert_eq!(a.to_dense().unwrap(), M5.as_flattened());
    assert_eq!((a.get([0, 4]), a.get([1, 1]), a.count_stored()), (Some(3), Some(0), 8));
    // By programs, from and to others.
    let csr: Csr<i64> = a.convert().unwrap();
    let lil = Lil::from_tensor(&csr).unwrap();
    assert_eq!(lil, a);
    assert_eq!(lil.bytes(), csr.bytes());
    let coo: Coo<i64> = lil.convert().unwrap();
    assert_eq!(coo.to_dense().unwrap(), M5.as_flattened());
    let (cols, lengths, idx, val) = lil.into_lengths::<u16>().unwrap();
    assert_eq!((cols, lengths), (5, vec![4, 0, 3, 1, 0]));
    assert_eq!((idx, val), (vec![1, 2, 3, 4, 0, 1, 2, 3], vec![1, 2, 2, 3, 1, 1, 2, 3]));
    // Borrowed columns and values, and more of them than the rows need.
    let (idx, val) = ([2_u32, 0, 7, 8], [1.0, 2.0, 3.0]);
    let a = Tensor::<Dense<SparseList<Element<f64, Zero, &[f64]>, Lengths<u8>, &[u32]>>>::from_lengths(
        3,
        &[1_u64, 1],
        &idx[..],
        &val[..],
    );
    assert_eq!(a.unwrap().to_dense().unwrap(), [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let make = |lengths: &[u8], idx: &[u32], len: usize| {
        Lil::<i64>::from_lengths(3, lengths, idx.to_vec(), vec![0; len])
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let refused = |made: Result<(), String>, says: &str| {
        let message = made.unwrap_err();
        assert!(message.contains(says), "{message}")
    };
    assert_eq!(make(&[1, 0, 2], &[2, 0, 1], 3), Ok(()));
    assert_eq!(make(&[], &[], 0), Ok(()));
    refused(make(&[1, 0, 3], &[2, 0, 1], 3), "end at 4, beyond its 3 entries");
    refused(make(&[1, 0, 2], &[2, 0, 1], 2), "2 values where 3 are needed");
    refused(
        make(&[1, 0, 2], &[2, 1, 1], 3),
        "fiber 2 of a SparseList level are not strictly ascending",
    );
    refused(make(&[1, 0, 2], &[3, 0, 1], 3), "index 3 of fiber 0");
    // Fewer lengths than rows.
    let level = SparseList::new(
        3,
        Lengths::<usize>::new(&[0_u8]).unwrap(),
        Vec::<u32>::new(),
        Value::default(),
    );
    let error = Tensor::new(Dense::new(2, level)).unwrap_err();
    assert!(error.to_string().contains("2 where 2 fibers need one more"), "{error}");
}

#[test]
fn is_written_as_a_list_is() {
    indices!(j, i);
    let mut m = some2::<Dense<List>>([3, 4], &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let later = some2::<Lists>([3, 4], &[0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    program()
        .update(&mut m)
        .body(|(m,)| forall(j, forall(i, m.at((j, i)).add(later.at((j, i))))))
        .run()
        .unwrap();
    m.validate().unwrap();
    assert_eq!(m.to_dense().unwrap(), [1, 0, 2, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    assert_eq!(m.level().child().ptr().to_lengths::<usize>().unwrap(), [3, 0, 2]);
    let again = program()
        .update(&mut m)
        .body(|(m,)| forall(j, forall(i, m.at((j, i)).add(later.at((j, i))))));
    assert_eq!(again.run().unwrap_err().kind(), ErrorKind::Order);
    m.validate().unwrap();
    m.copy_from(&later).unwrap();
    assert_eq!(m.level().child().ptr().to_lengths::<usize>().unwrap(), [1, 0, 2]);
    type Short = SparseList<Value, Lengths<u8>>;
    let long = Vector::<i64>::from(vec![1; 300]);
    let error = Tensor::<Short>::from_tensor(&long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn nests() {
    merges::<Dense<List>>();
    merges::<SparseList<List, Lengths<u16>, Vec<u8>>>();
    assert_eq!(
        some2::<RunList<List>>([3, 2], &[1, 2, 1, 2, 0, 0])
            .level()
            .child()
            .ptr()
            .to_lengths::<u8>()
            .unwrap(),
        [2, 0]
    );
    for shape in [[0, 3], [3, 0], [0, 0]] {
        assert_eq!(some2::<Dense<List>>(shape, &[]).count_stored(), 0);
    }
    assert!(Lil::<f64>::default().to_dense().unwrap().is_empty());
}
