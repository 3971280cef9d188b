//! Copies into nests that store one half of a square for both: the halves are compared, and one of them is written.

use crate::imports::*;
use crate::tensor::entries::Entries;

/// Values that should be the same are not.
pub(super) fn asymmetric(one: &[usize], other: &[usize]) -> Error {
    error!(
        Invalid,
        "the values at {:?} and {:?} differ, so the tensor is not symmetric",
        one.min(other),
        one.max(other)
    )
}

/// Calls `visit` with every index of `shape`, in lexicographic order.
fn all_indices(shape: &[usize], index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    match shape.get(index.len()) {
        None => visit(index),
        Some(&extent) => {
            for here in 0..extent {
                index.push(here);
                all_indices(shape, index, visit);
                index.pop();
            }
        }
    }
}

impl<L: WriteLevel> Tensor<L>
where
    L::Rank: Axes,
{
    /// Becomes a copy of `source`, of which the stored half is written, without what `keep` leaves out, if the others are the
    /// same. What is compared and written is what `source` stores, or all values if its fill is another one.
    pub(super) fn copy_half<S: Level<T = L::T, Rank = L::Rank>>(
        &mut self,
        source: &Tensor<S>,
        keep: impl Fn(&L::T) -> bool,
    ) -> Result<()>
    where
        L: Default,
    {
        let (shape, mirrored) = (source.shape(), L::MIRRORED);
        if !mirrored.is_square(&shape) {
            // Says which level is square.
            return Self::empty(shape).map(drop);
        }
        let each = |visit: &mut dyn FnMut(&[usize], L::T)| {
            if mirrored.same(&S::Fill::value(), &L::Fill::value()) {
                source.for_each(visit)
            } else {
                all_indices(&shape, &mut Vec::new(), &mut |index| {
                    if mirrored.holds(index) {
                        visit(index, source.level().get(0, index))
                    }
                })
            }
        };
        let (mut differ, mut mirror): (Option<(Vec<usize>, Vec<usize>)>, _) = (None, Vec::new());
        each(&mut |index, _| {
            mirrored.each_mirror(index, &mut mirror, |other| {
                let (one, other) = (index.min(other), index.max(other));
                let is_earlier = differ
                    .as_ref()
                    .is_none_or(|(first, second)| (one, other) < (first, second));
                if is_earlier && !mirrored.same(&source.level().get(0, one), &source.level().get(0, other)) {
                    differ = Some((one.to_vec(), other.to_vec()))
                }
            })
        });
        if let Some((one, other)) = differ {
            return Err(asymmetric(&one, &other));
        }
        let is_copied = |index: &[usize], value: &L::T| mirrored.holds(index) && keep(value);
        let mut writer = self.write(shape.clone())?;
        let mut outcome = Ok(());
        each(&mut |index, value| {
            if outcome.is_ok() && is_copied(index, &value) {
                outcome = writer.put(Shape::<L::Rank>::from_iter(index.iter().copied()), value)
            }
        });
        match outcome.and(writer.freeze()) {
            // What is stored in no order is sorted.
            Err(error) if error.kind() == ErrorKind::Order => {
                let mut entries = Vec::new();
                each(&mut |index, value| {
                    if is_copied(index, &value) {
                        entries.push((Shape::<L::Rank>::from_iter(index.iter().copied()), value))
                    }
                });
                let entries = Entries::collect(shape.clone(), entries)?.sorted()?;
                entries.write_to(self.write(shape)?)
            }
            outcome => outcome,
        }
    }

    /// The tensor of `entries`, which are sorted, unique, and in the stored half.
    pub(super) fn of_half(entries: Entries<L::Rank, L::T>) -> Result<Self>
    where
        L: Default,
    {
        let mut tensor = Self::empty(entries.shape().clone())?;
        if tensor.has_places() {
            let shape = entries.shape().clone();
            entries.write_to(tensor.write(shape)?)?
        }
        Ok(tensor)
    }

    /// The entries of the stored half that lie within `shape`.
    pub(super) fn half_within(&self, shape: Shape<L::Rank>) -> Result<Entries<L::Rank, L::T>> {
        let mut entries = Vec::new();
        self.for_each(|index, value| {
            if L::MIRRORED.holds(index) && index.iter().zip(&shape).all(|(index, extent)| index < extent) {
                entries.push((Shape::<L::Rank>::from_iter(index.iter().copied()), value))
            }
        });
        Entries::collect(shape, entries)
    }

    /// A tensor of given shape that stores `value` everywhere.
    pub(super) fn half_filled(shape: Shape<L::Rank>, value: L::T) -> Result<Self>
    where
        L: Default,
    {
        let mut entries = Vec::new();
        all_indices(&shape, &mut Vec::new(), &mut |index| {
            if L::MIRRORED.holds(index) {
                entries.push((Shape::<L::Rank>::from_iter(index.iter().copied()), value))
            }
        });
        Self::of_half(Entries::collect(shape, entries)?)
    }
}
