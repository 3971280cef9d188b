//! Arrays, and the tensor that they are.

use super::container::Source;
use super::format::{indices, pointers};
use super::*;
use crate::io::numpy::sparse::moved;
use crate::room::{filled, make_room, room};
use crate::tensor::entries::Entries;

/// A level as it is stored.
enum Stored {
    Dense,
    /// Where the entries of each position start, and an array of indices for each dimension.
    Sparse {
        ptr: Vec<usize>,
        idx: Vec<Vec<usize>>,
    },
}

/// Reads the tensor that arrays hold.
pub(super) fn read<L>(source: &mut Source<'_>, descriptor: &Descriptor, cells: Option<usize>) -> Result<Tensor<L>>
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let Descriptor {
        shape,
        layout,
        structure,
        ..
    } = descriptor;
    let rank = <L::Rank as Nat>::VALUE;
    ensure!(shape.len() == rank, else Mismatch,
        "a tensor of {} dimensions cannot be read into a nest of {rank}", shape.len());
    let (mut stored, count, given) = levels(source, descriptor)?;
    let mut val: Vec<L::T> = values(source, descriptor, count)?;
    if layout.is_full() {
        let mut val = in_order(shape, layout, val)?;
        if *structure != Structure::General {
            mirror_full(*structure, shape[0], &mut val)?
        }
        crate::io::check_room::<L>(shape, val.len(), cells)?;
        return Tensor::from_dense(Shape::<L::Rank>::from_iter(shape.iter().copied()), &val);
    }
    check_fill::<L>(source, descriptor)?;
    crate::io::check_room::<L>(shape, count.max(given), cells)?;
    if layout.named() == Some(Format::Csr)
        && *structure == Structure::General
        && let [_, Stored::Sparse { ptr, idx }] = &mut stored[..]
        && let Some(tensor) = moved([shape[0], shape[1]], ptr, &idx[0], &mut val)?
    {
        return Ok(tensor);
    }
    let mut index = places::<L::Rank>(source, descriptor, &stored)?;
    source.budget().charge_entries::<L::Rank, L::T>(count)?;
    if *structure != Structure::General {
        if let Some(LevelDesc::Dense(_)) = layout.levels.last() {
            leave_out_padding(*structure, L::Fill::value(), &mut index, &mut val)
        }
        // A nest that stores one half takes what is stored as it is.
        let is_half = const { !L::MIRRORED.is_none() } && structure.is_symmetric();
        mirror(source, *structure, is_half, &mut index, &mut val)?
    }
    let entries = Entries::listed(Shape::<L::Rank>::from_iter(shape.iter().copied()), index, val)?.sorted()?;
    ensure!(!let Some(index) = entries.repeated(), else Invalid, "several entries have the indices {:?}", &index[..]);
    // No two are merged.
    crate::io::in_room(count.max(given), cells, || {
        Tensor::of_entries(entries, |first, _| first)
    })
}

/// An array of one dimension.
fn list<T: FileValue>(source: &mut Source<'_>, name: &str, kind: DataType) -> Result<Vec<T>> {
    source.array(name, |mut input, budget| {
        let header = npy::head(&mut input)?;
        kind.check(header.dtype)?;
        let array = if kind.is_complex() && header.dtype.code().0 == 'f' {
            if !T::takes(Field::Complex) {
                return Err(refused::<T>(Field::Complex));
            }
            let parts = npy::values::<f64>(header, input, budget)?;
            budget.charge(parts.val.len() / 2, size_of::<T>(), "pairs of values")?;
            pairs(parts)?
        } else {
            npy::values(header, input, budget)?
        };
        match array.shape.len() {
            1 => Ok(array.val),
            order => Err(error!(Parse, "an array has {order} dimensions, and not one")),
        }
    })
}

/// Numbers of two parts each.
fn pairs<T: FileValue>(parts: npy::Array<f64>) -> Result<npy::Array<T>> {
    let (whole, rest) = parts.val.as_chunks::<2>();
    ensure!(rest.is_empty(), else Parse, "{} numbers are no pairs", parts.val.len());
    let mut val = room(whole.len())?;
    for &[re, im] in whole {
        let value = T::from_parts(re, im);
        val.push(value.ok_or_else(|| error!(TooLarge, "a value does not fit {}", T::NAME))?)
    }
    Ok(npy::Array {
        shape: parts.shape,
        val,
    })
}

/// An array of indices or pointers.
fn index_list(source: &mut Source<'_>, descriptor: &Descriptor, name: &str) -> Result<Vec<usize>> {
    let kind = descriptor.data_type(name)?;
    kind.check_index(name)?;
    list(source, name, kind)
}

/// Reads all levels: their arrays, which belong together, how many values there are below, and how many numbers the longest array has.
fn levels(source: &mut Source<'_>, descriptor: &Descriptor) -> Result<(Vec<Stored>, usize, usize)> {
    let Descriptor { shape, layout, .. } = descriptor;
    let (mut stored, mut count, mut given) = (Vec::new(), 1_usize, 0);
    for (level, axes) in layout.levels() {
        match level {
            LevelDesc::Dense(_) => {
                for axis in axes {
                    let extent = shape[layout.transpose[axis]];
                    let more = count.checked_mul(extent);
                    count = more.ok_or_else(|| error!(TooLarge, "a tensor of shape {shape:?} is too large"))?
                }
                stored.push(Stored::Dense)
            }
            LevelDesc::Sparse(_) => {
                let start = axes.start;
                let mut idx = Vec::new();
                for axis in axes {
                    idx.push(index_list(source, descriptor, &indices(axis))?)
                }
                let length = idx[0].len();
                for (further, list) in idx.iter().enumerate() {
                    ensure!(list.len() == length, else Parse,
                        "{} has {} numbers, and {} has {length}", indices(start + further), list.len(), indices(start));
                }
                // The one position at the root has all.
                let ptr = match start {
                    0 => vec![0, length],
                    _ => index_list(source, descriptor, &pointers(start))?,
                };
                check_pointers(&pointers(start), &ptr, count, length)?;
                given = given.max(length).max(ptr.len());
                count = length;
                stored.push(Stored::Sparse { ptr, idx })
            }
        }
    }
    ensure!(count == descriptor.stored, else Parse,
        "`number_of_stored_values` is {}, and arrays store {count}", descriptor.stored);
    Ok((stored, count, given))
}

/// Pointers ascend from 0 to all that there is, one more than there are positions.
fn check_pointers(name: &str, ptr: &[usize], positions: usize, stored: usize) -> Result<()> {
    ensure!(ptr.len().checked_sub(1) == Some(positions), else Parse,
        "{name} has {} numbers for {positions} positions, and not one more", ptr.len());
    ensure!(ptr[0] == 0 && ptr.is_sorted() && ptr[positions] == stored, else Invalid,
        "{name} starts with 0, does not descend, and ends with {stored}: this one does not");
    Ok(())
}

/// All values, one for each that is stored.
fn values<T: FileValue>(source: &mut Source<'_>, descriptor: &Descriptor, count: usize) -> Result<Vec<T>> {
    let kind = descriptor.data_type("values")?;
    let val: Vec<T> = list(source, "values", kind)?;
    match (&val[..], kind.iso) {
        (&[value], true) => {
            source.charge(count, size_of::<T>(), "values")?;
            filled(count, value)
        }
        ([], true) if count == 0 => Ok(val),
        (_, true) => Err(error!(Parse, "values has {} values, and `iso` says one", val.len())),
        (_, false) if val.len() == count => Ok(val),
        (_, false) => Err(error!(Parse, "values has {} values, and {count} are stored", val.len())),
    }
}

/// Refuses a file whose values where nothing is stored are others than those of the nest.
fn check_fill<L: Level<T: FileValue>>(source: &mut Source<'_>, descriptor: &Descriptor) -> Result<()> {
    if !descriptor.fill {
        return Ok(());
    }
    let found: Vec<L::T> = list(source, "fill_value", descriptor.data_type("fill_value")?)?;
    ensure!(let [found] = found[..], else Parse, "fill_value has {} values, and not one", found.len());
    let fill = L::Fill::value();
    ensure!(found == fill || found.same(fill), else Mismatch,
        "what the file does not store is {found:?}, and the fill of the nest is {fill:?}: read it into one with that fill, such as \
         `CsrWithFill`");
    Ok(())
}

/// The indices of all entries, in the order in which they are stored.
fn places<R: Rank>(source: &mut Source<'_>, descriptor: &Descriptor, stored: &[Stored]) -> Result<Vec<Shape<R>>> {
    let Descriptor { shape, layout, .. } = descriptor;
    let mut index: Vec<Shape<R>> = vec![Shape::<R>::default()];
    for ((_, axes), stored) in layout.levels().zip(stored) {
        let places = match stored {
            Stored::Dense => {
                let axes = &layout.transpose[axes];
                // It has been found to fit, unless there are no positions.
                let inside = match index.len() {
                    0 => 0,
                    _ => axes.iter().map(|&axis| shape[axis]).product(),
                };
                let count = index.len() * inside;
                source.charge(count, size_of::<Shape<R>>(), "places")?;
                let mut places = room(count)?;
                for at in &index {
                    for place in 0..inside {
                        let (mut at, mut rest) = (at.clone(), place);
                        for &axis in axes.iter().rev() {
                            at[axis] = rest % shape[axis];
                            rest /= shape[axis]
                        }
                        places.push(at)
                    }
                }
                places
            }
            Stored::Sparse { ptr, idx } => {
                for (axis, list) in axes.clone().zip(idx) {
                    let extent = shape[layout.transpose[axis]];
                    ensure!(!let Some(place) = list.iter().position(|&index| index >= extent), else OutOfBounds,
                        "{} holds {} at place {place}, and the extent is {extent}", indices(axis), list[place]);
                }
                let count = ptr[index.len()];
                source.charge(count, size_of::<Shape<R>>(), "places")?;
                let mut places = room(count)?;
                for (at, bounds) in index.iter().zip(ptr.windows(2)) {
                    for entry in bounds[0]..bounds[1] {
                        let mut at = at.clone();
                        for (axis, list) in axes.clone().zip(idx) {
                            at[layout.transpose[axis]] = list[entry]
                        }
                        places.push(at)
                    }
                }
                places
            }
        };
        index = places
    }
    Ok(index)
}

/// Removes what a dense level stores of the other half: the fill.
fn leave_out_padding<R: Rank, T: FileValue>(
    structure: Structure,
    fill: T,
    index: &mut Vec<Shape<R>>,
    val: &mut Vec<T>,
) {
    let mut kept = 0;
    for entry in 0..index.len() {
        let at = &index[entry];
        if structure.holds(at[0], at[1]) || !(val[entry] == fill || val[entry].same(fill)) {
            index.swap(kept, entry);
            val.swap(kept, entry);
            kept += 1
        }
    }
    index.truncate(kept);
    val.truncate(kept)
}

/// Puts entries behind the others at the places whose row and column are exchanged, unless one half is enough.
fn mirror<R: Rank, T: FileValue>(
    source: &mut Source<'_>,
    structure: Structure,
    is_half: bool,
    index: &mut Vec<Shape<R>>,
    val: &mut Vec<T>,
) -> Result<()> {
    let count = index.len();
    ensure!(!let Some(at) = index.iter().find(|at| !structure.holds(at[0], at[1])), else Invalid,
        "the structure is `{}`, and there is an entry at {:?}", structure.name(), &at[..]);
    if is_half {
        return Ok(());
    }
    let more = index.iter().filter(|at| at[0] != at[1]).count();
    source.charge(
        more,
        6 * size_of::<Shape<R>>() + 2 * size_of::<T>(),
        "entries of the other half",
    )?;
    make_room(index, more)?;
    make_room(val, more)?;
    for entry in 0..count {
        let mut at = index[entry].clone();
        if at[0] != at[1] {
            at.swap(0, 1);
            index.push(at);
            val.push(structure.mirror(val[entry])?)
        }
    }
    Ok(())
}

/// Writes the other half of a square of all values. There may be zeros, or what belongs there.
fn mirror_full<T: FileValue>(structure: Structure, extent: usize, val: &mut [T]) -> Result<()> {
    for row in 0..extent {
        for col in (0..extent).filter(|&col| col != row && structure.holds(row, col)) {
            let value = structure.mirror(val[row * extent + col])?;
            let other = &mut val[col * extent + row];
            ensure!(*other == value || other.same(value) || Some(*other) == T::from_integer(0), else Invalid,
                "the structure is `{}`, and the value at {:?} is {other:?}, neither 0 nor {value:?}", structure.name(), [col, row]);
            *other = value
        }
    }
    Ok(())
}

/// All values in the order of the tensor's own dimensions.
fn in_order<T: FileValue>(shape: &[usize], layout: &LevelLayout, val: Vec<T>) -> Result<Vec<T>> {
    match layout.in_order() {
        true => Ok(val),
        false => npy::c_order(shape, layout.transpose.iter().rev().copied(), val),
    }
}
