//! What the outputs of a program are in the parts of a parallel loop.

use super::{Declared, Introduced, IntroducedWorkspace, Outputs, Updated, Which};
use crate::lifecycle::Private;
use crate::upper::*;

/// One part of a parallel loop, for which outputs make storage: its indices, and the extents of all outputs.
#[derive(Clone, Debug)]
pub struct PartOf<'c> {
    /// The extents of all outputs. They are not asked for any more while others write them.
    pub(super) shapes: &'c [Vec<usize>],
    /// The outputs of which the part has storage for its own indices alone.
    pub(super) pieces: Which,
    /// Its indices; of the first part, those before the loop, too.
    pub(super) indices: Range<usize>,
    /// It is the last part, and has the indices behind the loop, too.
    pub(super) is_last: bool,
}

impl PartOf<'_> {
    /// The indices of the first dimension that the piece of output number `number` is for.
    fn piece(&self, number: usize) -> Range<usize> {
        let Range { start, end } = self.indices;
        match self.shapes[number].first() {
            Some(&extent) if self.is_last => start..end.max(extent),
            _ => start..end,
        }
    }

    /// The extents that output number `number` has there.
    fn shape<H: Private>(&self, number: usize) -> Vec<usize> {
        let mut shape = self.shapes[number].clone();
        if self.pieces.has(number) {
            H::cut(&mut shape, &self.piece(number))
        }
        shape
    }
}

/// Outputs that the parts of a parallel loop can write: each part has storage of its own for them, unless all can write the output itself.
pub trait IntroducedInParts: Introduced + Send + Sync {
    /// Storage of a part.
    type Part: Send;
    /// Whether it is a workspace, whose statement declares it.
    const IS_WORKSPACE: bool;
    /// Whether all parts can write the output itself.
    const APART: bool;
    /// Whether all parts can combine the same value of it.
    const ATOMIC: bool;
    /// What parts but the first one start at multiples of.
    const CUT_BY: usize;
    /// Storage of a part, of output number `number`.
    fn part(self, number: usize, of: &PartOf<'_>) -> Result<Self::Part>;
    /// Empties the storage of a part that was joined, for another one.
    fn again(self, number: usize, part: &mut Self::Part, of: &PartOf<'_>) -> Result<()>;
    /// Seals the storage of a part.
    fn seal(self, part: &mut Self::Part);
    /// Puts what a part holds behind what those before it have held.
    fn append(self, number: usize, part: &mut Self::Part, of: &PartOf<'_>) -> Result<(), Fault>;
    /// Where the storage is.
    fn pointer(part: &mut Self::Part) -> *mut ();
    /// The extents.
    fn shape(self) -> Vec<usize>;
}

macro_rules! in_parts {
    ($($name:ident is workspace $is:literal;)*) => { $(
        impl<H: Private> IntroducedInParts for $name<H> {
            type Part = H::Part;
            const IS_WORKSPACE: bool = $is;
            const APART: bool = H::APART;
            const ATOMIC: bool = H::ATOMIC;
            const CUT_BY: usize = if $is { 1 } else { H::CUT_BY };
            fn part(self, number: usize, of: &PartOf<'_>) -> Result<H::Part> {
                let mut part = self.0.part(Driver::new(), &of.shape::<H>(number))?;
                if $is {
                    self.seal(&mut part)
                }
                Ok(part)
            }
            fn again(self, number: usize, part: &mut H::Part, of: &PartOf<'_>) -> Result<()> {
                if !$is {
                    let shape = of.shape::<H>(number);
                    // SAFETY: this is storage that was made for it, and the handle is not kept.
                    unsafe { self.0.on(H::pointer(part)) }.declare(Driver::new(), &shape)?
                }
                Ok(())
            }
            fn seal(self, part: &mut H::Part) {
                // SAFETY: as above.
                unsafe { self.0.on(H::pointer(part)) }.freeze(Driver::new())
            }
            fn append(self, number: usize, part: &mut H::Part, of: &PartOf<'_>) -> Result<(), Fault> {
                self.0.append(Driver::new(), part, &of.piece(number))
            }
            fn pointer(part: &mut H::Part) -> *mut () {
                H::pointer(part)
            }
            fn shape(self) -> Vec<usize> {
                self.0.shape(Driver::new())
            }
        }
    )* };
}

in_parts! {
    Declared is workspace false;
    Updated is workspace false;
    IntroducedWorkspace is workspace true;
}

/// The outputs and workspaces of a program, in the parts of a parallel loop.
pub trait OutputsInParts: Outputs + Send + Sync {
    /// Storage of a part, for those that have some.
    type Storage: Send;
    /// The numbers of workspaces: a bit for each.
    const WORKSPACES: u32;
    /// The numbers of those that all parts can write: a bit for each.
    const APART: u32;
    /// The numbers of those whose values all parts can combine at the same time: a bit for each.
    const ATOMIC: u32;
    /// What parts but the first one start at multiples of.
    const CUT_BY: usize;
    /// Storage of a part, of those in `which`.
    fn storage(self, which: Which, of: &PartOf<'_>) -> Result<Self::Storage>;
    /// Empties the storage of a part that was joined, for another one.
    fn again(self, storage: &mut Self::Storage, of: &PartOf<'_>) -> Result<()>;
    /// Seals the pieces of outputs that a part has written.
    fn seal(self, storage: &mut Self::Storage, of: &PartOf<'_>);
    /// Puts the pieces of outputs behind those of the parts before.
    fn append(self, storage: &mut Self::Storage, of: &PartOf<'_>) -> Result<(), Fault>;
    /// Where the storage of a part is.
    fn pointers(storage: &mut Self::Storage) -> [*mut (); 16];
    /// The extents of all.
    fn shapes(self) -> Vec<Vec<usize>>;
}

/// A multiple of two numbers, which are not 0: the least one, if that can be counted.
const fn common_multiple(a: usize, b: usize) -> usize {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest)
    }
    (a / divisor).saturating_mul(b)
}

macro_rules! outputs_in_parts {
    ($($o:ident $number:tt)*) => {
        impl<$($o: IntroducedInParts),*> OutputsInParts for ($($o,)*)
        where
            Self: Outputs,
        {
            type Storage = ($(Option<$o::Part>,)*);
            const WORKSPACES: u32 = 0 $(| ($o::IS_WORKSPACE as u32) << $number)*;
            const APART: u32 = 0 $(| ($o::APART as u32) << $number)*;
            const ATOMIC: u32 = 0 $(| ($o::ATOMIC as u32) << $number)*;
            const CUT_BY: usize = {
                let by = 1;
                $(let by = common_multiple(by, $o::CUT_BY);)*
                by
            };
            fn storage(self, which: Which, of: &PartOf<'_>) -> Result<Self::Storage> {
                Ok(($(
                    match which.has($number) {
                        true => Some(self.$number.part($number, of)?),
                        false => None,
                    },
                )*))
            }
            fn again(self, storage: &mut Self::Storage, of: &PartOf<'_>) -> Result<()> {
                $(
                    if let Some(part) = &mut storage.$number {
                        self.$number.again($number, part, of)?
                    }
                )*
                Ok(())
            }
            fn seal(self, storage: &mut Self::Storage, of: &PartOf<'_>) {
                $(
                    if let Some(part) = &mut storage.$number
                        && of.pieces.has($number)
                    {
                        self.$number.seal(part)
                    }
                )*
            }
            fn append(self, storage: &mut Self::Storage, of: &PartOf<'_>) -> Result<(), Fault> {
                $(
                    if let Some(part) = &mut storage.$number
                        && of.pieces.has($number)
                    {
                        self.$number.append($number, part, of)?
                    }
                )*
                Ok(())
            }
            fn pointers(storage: &mut Self::Storage) -> [*mut (); 16] {
                let mut pointers = [core::ptr::null_mut(); 16];
                $(
                    if let Some(part) = &mut storage.$number {
                        pointers[$number] = $o::pointer(part)
                    }
                )*
                pointers
            }
            fn shapes(self) -> Vec<Vec<usize>> {
                vec![$(self.$number.shape()),*]
            }
        }
    };
}

macro_rules! up_to_sixteen {
    ([$($o:ident $number:tt)*] $next:ident $at:tt $($more:tt)*) => {
        outputs_in_parts! { $($o $number)* $next $at }
        up_to_sixteen! { [$($o $number)* $next $at] $($more)* }
    };
    ([$($done:tt)*]) => {};
}

up_to_sixteen! {
    [] O0 0 O1 1 O2 2 O3 3 O4 4 O5 5 O6 6 O7 7 O8 8 O9 9 O10 10 O11 11 O12 12 O13 13 O14 14 O15 15
}
