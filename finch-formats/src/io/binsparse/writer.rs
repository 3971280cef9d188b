//! The arrays of a tensor in each format.

use super::container::Sink;
use super::descriptor::Facts;
use super::format::{indices, pointers};
use super::*;
use crate::room::{copied, push, room};
use crate::tensor::full::places;

/// How a tensor is written.
pub(super) struct Plan {
    pub(super) layout: LevelLayout,
    pub(super) structure: Structure,
    pub(super) index_type: Option<IndexType>,
    /// Whether one value stands for all, where it can. By default, where all are true.
    pub(super) iso: Option<bool>,
}

/// The layout and structure that are most like how the tensor is stored.
pub(super) fn like<L: Level>(tensor: &Tensor<L>) -> (LevelLayout, Structure) {
    let shape = tensor.shape();
    let rank = shape.len();
    if rank == 2 && L::IS_SYMMETRIC {
        return (Format::Csr.layout(), Structure::SymmetricLower);
    }
    let cells = places(&shape);
    let least = cells.and_then(|cells| cells.checked_mul(size_of::<L::T>()));
    // Values of all indices, and no arrays besides.
    let is_full = cells == Some(tensor.count_stored()) && least.is_some_and(|least| tensor.bytes() <= least);
    let levels = if is_full {
        vec![LevelDesc::Dense(1); rank]
    } else if L::LISTS_COORDINATES {
        vec![LevelDesc::Sparse(rank)]
    } else {
        let mut levels = vec![LevelDesc::Sparse(1); rank];
        if rank > 1 && L::STORES_EVERY_INDEX {
            levels[0] = LevelDesc::Dense(1)
        }
        levels
    };
    (LevelLayout::new(levels, None), Structure::General)
}

/// What a tensor stores: the indices along each dimension, and the values.
struct Listed<T> {
    shape: Vec<usize>,
    index: Vec<Vec<usize>>,
    val: Vec<T>,
    fill: T,
}

/// Writes the arrays to `sink`: the text of the descriptor.
pub(super) fn write<L: Level<T: FileValue>>(tensor: &Tensor<L>, plan: &Plan, sink: &mut Sink<'_>) -> Result<String> {
    let shape = tensor.shape().to_vec();
    plan.layout.check(shape.len())?;
    plan.structure.check(&shape)?;
    ensure!(plan.structure == Structure::General || !plan.layout.is_full(), else Mismatch,
        "all values are written, so that none is left out by the structure `{}`: write entries, as in `Format::Csr`", plan.structure.name());
    ensure!(!plan.structure.is_hermitian() || L::T::FIELD == Field::Complex, else Mismatch,
        "values of type {} are not complex, so that the structure is `symmetric`", L::T::NAME);
    let mut listed = listed(tensor, shape, plan.structure)?;
    listed.sort(&plan.layout)?;
    let facts = put(&listed, plan, sink)?;
    Ok(facts.text())
}

/// The entries of the half that is written, if the other one is as its structure has it.
fn listed<L: Level<T: FileValue>>(tensor: &Tensor<L>, shape: Vec<usize>, structure: Structure) -> Result<Listed<L::T>> {
    let (index, val) = tensor.lists(|at, value| {
        if let ([row, col], true) = (at, structure != Structure::General)
            && row != col
        {
            let mirrored = tensor.level().get(0, &[*col, *row]);
            let wanted = structure.mirror(value)?;
            ensure!(mirrored == wanted || mirrored.same(wanted), else Invalid,
                "the matrix is not `{}`: {value:?} is at {at:?}, and {mirrored:?} at {:?}", structure.name(), [*col, *row]);
        }
        Ok(structure == Structure::General || structure.holds(at[0], at[1]))
    })?;
    Ok(Listed {
        shape,
        index,
        val,
        fill: L::Fill::value(),
    })
}

impl<T: FileValue> Listed<T> {
    /// Sorts the entries in the order in which they are stored.
    fn sort(&mut self, layout: &LevelLayout) -> Result<()> {
        if layout.in_order() {
            return Ok(());
        }
        let mut order = room(self.val.len())?;
        order.extend(0..self.val.len());
        let index = &self.index;
        let stored = |entry: usize| layout.transpose.iter().map(move |&axis| index[axis][entry]);
        order.sort_unstable_by(|&entry, &other| stored(entry).cmp(stored(other)));
        let val = copied(&self.val)?;
        for (place, &entry) in order.iter().enumerate() {
            self.val[place] = val[entry]
        }
        for index in &mut self.index {
            let unsorted = copied(index)?;
            for (place, &entry) in order.iter().enumerate() {
                index[place] = unsorted[entry]
            }
        }
        Ok(())
    }
}

/// Writes the arrays of entries that are sorted.
fn put<'f, T: FileValue>(listed: &'f Listed<T>, plan: &'f Plan, sink: &mut Sink<'_>) -> Result<Facts<'f>> {
    let Listed {
        shape,
        index,
        val,
        fill,
    } = listed;
    let layout = &plan.layout;
    let is_wide = shape
        .iter()
        .chain([&val.len()])
        .any(|&number| u32::try_from(number).is_err());
    let widest = if is_wide { IndexType::Uint64 } else { IndexType::Uint32 };
    let index_type = plan.index_type.unwrap_or(widest);
    let mut types: Vec<(String, DataType)> = Vec::new();
    let mut put_indices = |name: String, numbers: &[usize]| -> Result<()> {
        let bytes = index_type.bytes(numbers).map_err(|error| error.context(&name))?;
        sink.put(&name, &bytes)?;
        types.push((name, index_type.data_type()));
        Ok(())
    };
    // Position `p` of a level has the entries `starts[p]..starts[p + 1]`.
    let mut starts = vec![0, val.len()];
    for (level, axes) in layout.levels() {
        let stored = &layout.transpose[axes.clone()];
        match level {
            LevelDesc::Dense(_) => starts = dense(listed, stored, &starts)?,
            LevelDesc::Sparse(_) => {
                let (ptr, further) = sparse(listed, stored, &starts)?;
                if axes.start > 0 {
                    put_indices(pointers(axes.start), &ptr)?
                }
                for (axis, &stored) in axes.zip(stored) {
                    let mut list = room(further.len())?;
                    list.extend(further.iter().map(|&entry| index[stored][entry]));
                    put_indices(indices(axis), &list)?
                }
                starts = further;
                push(&mut starts, val.len())?
            }
        }
    }
    let mut values = room(starts.len() - 1)?;
    values.extend(
        starts
            .windows(2)
            .map(|bounds| val[bounds[0]..bounds[1]].first().copied().unwrap_or(*fill)),
    );
    let mut kind = DataType::of::<T>()?;
    let dtype = kind.dtype();
    let width = if kind.is_complex() { 2 } else { 1 };
    let file = |values: &[T]| npy::bytes_as(&dtype, &[width * values.len()], values);
    sink.put("fill_value", &file(&[*fill]))?;
    types.push(("fill_value".into(), kind));
    kind.iso = match values.split_first() {
        Some((first, others)) => {
            let is_pattern = T::FIELD == Field::Pattern && first.same(T::ONE) && !layout.is_full();
            plan.iso.unwrap_or(is_pattern) && others.iter().all(|other| other.same(*first))
        }
        None => false,
    };
    let stored = values.len();
    values.truncate(if kind.iso { 1 } else { stored });
    sink.put("values", &file(&values))?;
    types.push(("values".into(), kind));
    let diagonal = || match layout.levels.last() {
        // Each row that is stored has all of its values.
        Some(LevelDesc::Dense(_)) => stored / shape[0].max(1),
        _ => (0..val.len())
            .filter(|&entry| index[0][entry] == index[1][entry])
            .count(),
    };
    Ok(Facts {
        shape,
        layout,
        structure: plan.structure,
        stored,
        diagonal: (plan.structure != Structure::General).then(diagonal),
        types,
    })
}

/// Where the entries of each position below a dense level start, and where the last ones end.
fn dense<T>(listed: &Listed<T>, axes: &[usize], starts: &[usize]) -> Result<Vec<usize>> {
    let Listed { shape, index, .. } = listed;
    let positions = starts.len() - 1;
    let count = axes
        .iter()
        .try_fold(positions, |count, &axis| count.checked_mul(shape[axis]));
    let count = count.and_then(|count| Some((count, count.checked_add(1)?)));
    let (count, length) = count.ok_or_else(|| error!(TooLarge, "a tensor of shape {shape:?} is too large"))?;
    let place = |entry: usize| {
        axes.iter()
            .fold(0, |place, &axis| place * shape[axis] + index[axis][entry])
    };
    let mut inner = room(length)?;
    for bounds in starts.windows(2) {
        let mut at = bounds[0];
        for here in 0..count / positions {
            inner.push(at);
            while at < bounds[1] && place(at) == here {
                at += 1
            }
        }
    }
    inner.push(starts[positions]);
    Ok(inner)
}

/// Pointers of a sparse level, and the first entry of each position below.
fn sparse<T>(listed: &Listed<T>, axes: &[usize], starts: &[usize]) -> Result<(Vec<usize>, Vec<usize>)> {
    let index = &listed.index;
    let mut ptr = room(starts.len())?;
    let mut first = Vec::new();
    ptr.push(0);
    for bounds in starts.windows(2) {
        for entry in bounds[0]..bounds[1] {
            if entry == bounds[0] || axes.iter().any(|&axis| index[axis][entry] != index[axis][entry - 1]) {
                push(&mut first, entry)?
            }
        }
        ptr.push(first.len())
    }
    Ok((ptr, first))
}
