//! Programs that borrow the same tensors on several threads, some of which panic.

use finch_tests::attack::Source;
use finch_tests::attack::bytes;
use finch_tests::attack::fuse::exploding;
use finch_tests::attack::lifecycle::{entries, extents};
use finch_tests::attack::nests::subjects;
use finch_tests::attack::subject::{READINGS, Subject, WRITINGS, Writing, sound};
use std::thread;

/// Tensors of every nest, by chance.
fn borrowed() -> Vec<Box<dyn Subject>> {
    let bytes = bytes(7, 20000);
    let mut source = Source::new(&bytes);
    let mut all = subjects::<()>();
    for subject in &mut all {
        let shape = extents(&mut source, &**subject);
        let puts = entries(&mut source, &shape);
        // Some nests cannot hold them: theirs stay empty.
        let _ = subject.write(Writing::Triplets, &shape, &puts);
        subject.remember();
    }
    all
}

#[test]
fn borrowed_tensors_are_read_on_several_threads() {
    let all = borrowed();
    thread::scope(|scope| {
        for number in 0..4 {
            let all = &all;
            scope.spawn(move || {
                let mut cut_off = 0;
                for step in 0..all.len() {
                    // Each thread goes another way, so that all meet at some tensor.
                    let subject = &all[(step * (2 * number + 1) + number) % all.len()];
                    sound(&**subject).unwrap_or_else(|problem| panic!("{subject:?}: {problem}"));
                    for reading in READINGS {
                        cut_off += usize::from(exploding(1, || subject.read(reading)).is_none())
                    }
                }
                assert!(cut_off > all.len(), "{cut_off}");
            });
        }
    });
}

#[test]
fn each_thread_writes_what_it_owns() {
    let all = borrowed();
    thread::scope(|scope| {
        for number in 0..4_u32 {
            let all = &all;
            scope.spawn(move || {
                let bytes = bytes(u64::from(number), 20000);
                let mut source = Source::new(&bytes);
                for subject in all {
                    let mut own = subject.copied();
                    let shape = own.shape();
                    let puts = entries(&mut source, &shape);
                    let writing = source.pick(&WRITINGS);
                    if number % 2 == 0 {
                        let _ = own.write(writing, &shape, &puts);
                    } else {
                        let _ = exploding(5 * number, || own.write(writing, &shape, &puts));
                    }
                    sound(&*own).unwrap_or_else(|problem| panic!("{own:?}, {writing:?}: {problem}"));
                }
            });
        }
    });
    for subject in &all {
        sound(&**subject).unwrap_or_else(|problem| panic!("{subject:?}: {problem}"))
    }
}
