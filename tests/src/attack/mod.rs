//! An attack on the library, by decisions that come out of bytes: those of a fixed seed in the suite, those of a fuzzer in
//! the targets of `tests/fuzz`.
//!
//! | module | |
//! |---|---|
//! | [`source`](Source) | decisions from bytes |
//! | [`mod@arrays`], [`maker`] | levels of random arrays |
//! | [`lent`] | levels over slices |
//! | [`fuse`] | numbers and operators that panic at any call, or lie |
//! | [`rings`] | semirings of a user's own |
//! | [`mod@lifecycle`] | what happens to a tensor |
//! | [`nests`] | which nests are attacked |
//! | [`subject`], [`tensors`] | tensors of any nest behind one interface |
//! | [`places()`] | places that are sums of indices and numbers |
//! | [`mod@products`] | programs that read what they write: products of matrices, in workspaces |
//!
//! Functions here that are generic over `impl AsRef<[u8]>` are so for the sake of compile time: they bring many programs
//! along, which are compiled where they are called, not for every suite.

pub mod arrays;
pub mod fuse;
pub mod lent;
pub mod lifecycle;
pub mod maker;
pub mod nests;
mod places;
pub mod products;
pub mod rings;
mod source;
pub mod subject;
pub mod tensors;

pub use places::places;
pub use source::{Source, bytes};

use lifecycle::{bombed, entries, extents, step};
use maker::Maker;
use subject::{Found, Subject, sound};

/// Random arrays through the constructors of a nest: what is accepted goes through every program. Returns the name of the nest
/// then.
///
/// # Panics
///
/// If a program finds something else than is there, or reads beyond arrays in checked mode.
pub fn arrays<Bytes: AsRef<[u8]>>(bytes: Bytes) -> Option<String> {
    let mut source = Source::new(bytes.as_ref());
    let stored = source.pick(&nests::stored::<Bytes>());
    let mut name = None;
    stored(&mut Maker::new(&mut source), &mut |found| {
        expect(found, "of random arrays");
        name = Some(format!("{found:?}"))
    });
    name
}

/// One of the nests that are written, empty.
fn subject<Bytes>(source: &mut Source<'_>) -> Box<dyn Subject> {
    let mut all = nests::subjects::<Bytes>();
    all.swap_remove(source.below(all.len()))
}

/// The tensor is sound.
#[track_caller]
fn expect(found: &dyn Found, what: impl std::fmt::Debug) {
    sound(found).unwrap_or_else(|problem| panic!("{found:?}, {what:?}: {problem}"))
}

/// A tensor goes through a life by chance, whatever may happen to it.
///
/// # Panics
///
/// If it is not valid then, or holds something else than it should.
pub fn lifecycle<Bytes: AsRef<[u8]>>(bytes: Bytes) {
    let mut source = Source::new(bytes.as_ref());
    let mut subject = subject::<Bytes>(&mut source);
    for _ in 0..16 {
        if source.is_done() {
            break;
        }
        step(&mut subject, &mut source)
    }
}

/// A bomb in every call of user code of one step.
///
/// # Panics
///
/// If the tensor is then not valid, or neither empty nor as it was.
pub fn bombs<Bytes: AsRef<[u8]>>(bytes: Bytes) {
    let mut source = Source::new(bytes.as_ref());
    let mut subject = subject::<Bytes>(&mut source);
    step(&mut subject, &mut source);
    bombed(&*subject, &mut source);
}

/// Laws that lie, by types and when they are asked.
///
/// # Panics
///
/// If the tensor is then not valid, or a program reads beyond arrays in checked mode.
pub fn laws<Bytes: AsRef<[u8]>>(bytes: Bytes) {
    let mut source = Source::new(bytes.as_ref());
    let mut subject = subject::<Bytes>(&mut source);
    for _ in 0..4 {
        let seed = source.number();
        let shape = extents(&mut source, &*subject);
        let puts = entries(&mut source, &shape);
        if source.once_in(2) {
            let twist = source.pick(&subject.twists());
            let lies = source.once_in(2);
            let outcome = match lies {
                true => fuse::lying(seed, || subject.twist(twist, &shape, &puts)),
                false => subject.twist(twist, &shape, &puts),
            };
            expect(&*subject, (twist, lies, outcome));
        } else {
            let writing = source.pick(&subject::WRITINGS);
            let outcome = fuse::lying(seed, || subject.write(writing, &shape, &puts));
            expect(&*subject, (writing, outcome));
        }
        for reading in subject::READINGS {
            // Whatever it finds.
            let _ = fuse::lying(seed ^ 1, || subject.read(reading));
        }
    }
}

/// Products over semirings of a user's own, in workspaces: as they should be, cut off by panics, and lied about.
///
/// # Panics
///
/// If what is written is not valid, or a product other than it should be.
pub fn products<Bytes: AsRef<[u8]>>(bytes: Bytes) {
    let mut source = Source::new(bytes.as_ref());
    let mut all = products::products::<Bytes>();
    let mut product = all.swap_remove(source.below(all.len()));
    for _ in 0..4 {
        product.take(&mut source);
        match source.below(4) {
            0 => drop(products::bombed(&*product)),
            1 => products::lied_about(&mut *product, source.number()),
            2 => product.shrink(),
            _ => {}
        }
        products::multiply(&mut *product)
    }
}
