//! Tensors in Binsparse: a descriptor and arrays that belong together, but for what is wrong now and then.

use finch_formats::io::binsparse::Structure;
use finch_formats::io::matrix_market::{Field, FileValue};
use finch_tests::attack::Source;

/// A type of numbers: its name, and the letter and the size that NumPy has for it.
pub type Kind = (&'static str, char, usize);

const KINDS: [Kind; 11] = [
    ("bint8", 'u', 1),
    ("uint8", 'u', 1),
    ("uint16", 'u', 2),
    ("uint32", 'u', 4),
    ("uint64", 'u', 8),
    ("int8", 'i', 1),
    ("int16", 'i', 2),
    ("int32", 'i', 4),
    ("int64", 'i', 8),
    ("float32", 'f', 4),
    ("float64", 'f', 8),
];

/// An array: a list of small numbers, or of pairs of them.
pub struct Array {
    pub name: String,
    pub kind: Kind,
    pub is_pairs: bool,
    pub numbers: Vec<i64>,
}

/// What a file holds.
pub struct Made<T> {
    pub descriptor: Vec<u8>,
    pub arrays: Vec<Array>,
    /// If nothing is wrong, the extents, and the values of all cells.
    pub wanted: Option<(Vec<usize>, Vec<T>)>,
}

/// How many dimensions a level stores, and whether it stores every index.
type Level = (bool, usize);

/// An entry: where it is, and the parts of its value.
type Entry = (Vec<usize>, [i64; 2]);

struct Parts {
    shape: Vec<usize>,
    levels: Vec<Level>,
    transpose: Vec<usize>,
    structure: Structure,
    entries: Vec<Entry>,
}

/// A tensor of this rank, in any layout.
pub fn made<T: FileValue>(source: &mut Source<'_>, rank: usize) -> Made<T> {
    let is_right = source.once_in(2);
    let mut parts = parts::<T>(source, rank);
    let values = match T::FIELD {
        Field::Pattern => 0..1,
        Field::Real | Field::Complex => 1..KINDS.len(),
        _ => 1..KINDS.len() - 2,
    };
    let kind = source.pick(&KINDS[values]);
    let is_pairs = T::FIELD == Field::Complex && kind.1 == 'f' && source.once_in(2);
    let (mut arrays, stored) = parts.arrays(source, kind, is_pairs);
    let width = if is_pairs { 2 } else { 1 };
    let mut is_iso = false;
    if let Some(values) = arrays.last_mut()
        && let Some((first, others)) = values.numbers.split_at_checked(width)
        && others.chunks(width).all(|value| value == first)
        && source.once_in(2)
    {
        values.numbers.truncate(width);
        is_iso = true
    }
    let has_fill = source.once_in(2);
    if has_fill {
        let numbers = vec![if source.once_in(20) && !is_right { 1 } else { 0 }; width];
        let name = "fill_value".into();
        arrays.push(Array {
            name,
            kind,
            is_pairs,
            numbers,
        })
    }
    let wanted = if is_right && (is_pairs || !is_hermitian(parts.structure)) {
        parts.cells()
    } else {
        None
    };
    let mut descriptor = parts.descriptor(source, &arrays, is_iso, has_fill, stored);
    if !is_right {
        for _ in 0..=source.below(2) {
            spoil(source, &mut descriptor, &mut arrays)
        }
    }
    Made {
        descriptor,
        arrays,
        wanted,
    }
}

/// Something is wrong.
fn spoil(source: &mut Source<'_>, descriptor: &mut Vec<u8>, arrays: &mut Vec<Array>) {
    if arrays.is_empty() || source.once_in(2) {
        let at = source.below(descriptor.len());
        match source.below(4) {
            0 => drop(descriptor.remove(at)),
            1 => descriptor.insert(at, source.byte()),
            _ => descriptor[at] = source.pick(b"0123456789\"{[]},:-+.eE \\ufsn"),
        }
        return;
    }
    let which = source.below(arrays.len());
    let numbers = &mut arrays[which].numbers;
    let at = source.below(numbers.len());
    match source.below(6) {
        0 | 1 if !numbers.is_empty() => numbers[at] = source.number() as i64 >> source.below(64),
        0..=2 => numbers.insert(at, source.byte().into()),
        3 if !numbers.is_empty() => drop(numbers.remove(at)),
        3 | 4 => arrays[which].kind = source.pick(&KINDS),
        _ => drop(arrays.swap_remove(which)),
    }
}

fn is_hermitian(structure: Structure) -> bool {
    matches!(structure, Structure::HermitianLower | Structure::HermitianUpper)
}

fn is_skew(structure: Structure) -> bool {
    matches!(structure, Structure::SkewSymmetricLower | Structure::SkewSymmetricUpper)
}

/// Whether the half that is stored has this place.
fn holds(structure: Structure, at: &[usize]) -> bool {
    match structure.name() {
        "general" => true,
        name if name.ends_with("lower") => at[0] >= at[1],
        _ => at[0] <= at[1],
    }
}

/// Levels of so many dimensions.
pub fn levels(source: &mut Source<'_>, mut rank: usize) -> Vec<Level> {
    let mut levels = Vec::new();
    while rank > 0 {
        let count = 1 + source.below(rank);
        levels.push((source.once_in(2), count));
        rank -= count
    }
    levels
}

/// So many dimensions in any order.
pub fn order(source: &mut Source<'_>, rank: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rank).collect();
    for axis in 1..rank {
        order.swap(axis, source.below(axis + 1))
    }
    order
}

fn parts<T: FileValue>(source: &mut Source<'_>, rank: usize) -> Parts {
    let mut shape: Vec<usize> = (0..rank).map(|_| source.below(6)).collect();
    let mut structure = Structure::General;
    if rank == 2 && source.once_in(3) {
        structure = source.pick(Structure::ALL);
        shape[1] = shape[0]
    }
    let levels = levels(source, rank);
    let transpose = if source.once_in(2) {
        order(source, rank)
    } else {
        (0..rank).collect()
    };
    let (rarely, same) = (1 + source.below(4), source.once_in(4));
    let mut entries = Vec::new();
    for mut place in 0..shape.iter().product() {
        let mut at = vec![0; rank];
        for (at, &extent) in at.iter_mut().zip(&shape).rev() {
            *at = place % extent;
            place /= extent
        }
        if holds(structure, &at) && source.once_in(rarely) {
            let most = if T::FIELD == Field::Pattern { 2 } else { 4 };
            let value = if same {
                [1, 0]
            } else {
                [source.below(most) as i64, source.below(3) as i64]
            };
            entries.push((at, value))
        }
    }
    entries.sort_by(|(one, _), (other, _)| {
        let stored = |at: &[usize]| transpose.iter().map(|&axis| at[axis]).collect::<Vec<_>>();
        stored(one).cmp(&stored(other))
    });
    if source.once_in(4) {
        entries.reverse()
    }
    Parts {
        shape,
        levels,
        transpose,
        structure,
        entries,
    }
}

impl Parts {
    /// All arrays, those of the values last, and how many values there are.
    fn arrays(&mut self, source: &mut Source<'_>, kind: Kind, is_pairs: bool) -> (Vec<Array>, usize) {
        let Parts {
            shape,
            levels,
            transpose,
            entries,
            ..
        } = self;
        if !is_pairs {
            entries.iter_mut().for_each(|(_, value)| value[1] = 0)
        }
        let mut arrays = Vec::new();
        let mut push = |source: &mut Source<'_>, name: String, numbers: Vec<usize>| {
            let numbers = numbers.into_iter().map(|number| number as i64).collect();
            let kind = source.pick(&KINDS[1..9]);
            arrays.push(Array {
                name,
                kind,
                is_pairs: false,
                numbers,
            })
        };
        let (mut fibers, mut start) = (vec![(0..entries.len()).collect::<Vec<usize>>()], 0);
        for &(is_dense, rank) in &*levels {
            let axes = &transpose[start..start + rank];
            let place = |entry: usize| {
                axes.iter()
                    .fold(0, |place, &axis| place * shape[axis] + entries[entry].0[axis])
            };
            let mut inner = Vec::new();
            if is_dense {
                let cells: usize = axes.iter().map(|&axis| shape[axis]).product();
                for fiber in &fibers {
                    let of = |here| fiber.iter().copied().filter(move |&entry| place(entry) == here);
                    inner.extend((0..cells).map(|here| of(here).collect()))
                }
            } else {
                let mut ptr = vec![0];
                for fiber in &fibers {
                    let groups = fiber.chunk_by(|&one, &other| place(one) == place(other));
                    inner.extend(groups.map(|group| group.to_vec()));
                    ptr.push(inner.len())
                }
                if start > 0 {
                    push(source, format!("pointers_to_{start}"), ptr)
                }
                for (further, &axis) in axes.iter().enumerate() {
                    let list = inner.iter().map(|group| entries[group[0]].0[axis]).collect();
                    push(source, format!("indices_{}", start + further), list)
                }
            }
            fibers = inner;
            start += rank
        }
        let value = |fiber: &Vec<usize>| fiber.first().map_or([0; 2], |&entry| entries[entry].1);
        let width = if is_pairs { 2 } else { 1 };
        let numbers = fibers
            .iter()
            .flat_map(|fiber| value(fiber).into_iter().take(width))
            .collect();
        let name = "values".into();
        arrays.push(Array {
            name,
            kind,
            is_pairs,
            numbers,
        });
        (arrays, fibers.len())
    }

    /// The values of all cells, if there are such values.
    fn cells<T: FileValue>(&self) -> Option<(Vec<usize>, Vec<T>)> {
        let Parts {
            shape,
            structure,
            entries,
            ..
        } = self;
        let place = |at: &[usize]| {
            at.iter()
                .zip(shape)
                .fold(0, |place, (&at, &extent)| place * extent + at)
        };
        let zero = T::from_integer(0)?;
        // Truth values have no negatives.
        if is_skew(*structure) && T::FIELD == Field::Pattern {
            return None;
        }
        let mut cells = vec![zero; shape.iter().product()];
        for (at, [re, im]) in entries {
            let value = match T::FIELD {
                Field::Complex => T::from_parts(*re as f64, *im as f64)?,
                _ => T::from_integer((*re).into())?,
            };
            cells[place(at)] = value;
            if *structure != Structure::General && at[0] != at[1] {
                cells[place(&[at[1], at[0]])] = match structure {
                    _ if is_hermitian(*structure) => value.conjugate(),
                    _ if is_skew(*structure) => value.negative()?,
                    _ => value,
                }
            }
        }
        Some((shape.clone(), cells))
    }

    /// The name of the format, if it has one.
    fn name(&self) -> Option<&'static str> {
        Some(match (&self.levels[..], &self.transpose[..]) {
            ([(true, 1)], _) => "DVEC",
            ([(false, 1)], _) => "CVEC",
            ([(true, 1), (true, 1)], [0, 1]) => "DMATR",
            ([(true, 1), (true, 1)], _) => "DMATC",
            ([(true, 1), (false, 1)], [0, 1]) => "CSR",
            ([(true, 1), (false, 1)], _) => "CSC",
            ([(false, 1), (false, 1)], [0, 1]) => "DCSR",
            ([(false, 1), (false, 1)], _) => "DCSC",
            ([(false, 2)], [0, 1]) => "COO",
            ([(false, 2)], _) => "COOC",
            _ => return None,
        })
    }

    fn descriptor(
        &self,
        source: &mut Source<'_>,
        arrays: &[Array],
        is_iso: bool,
        has_fill: bool,
        stored: usize,
    ) -> Vec<u8> {
        let types: Vec<String> = arrays
            .iter()
            .map(|array| {
                let mut kind = array.kind.0.to_owned();
                for (word, used) in [("complex", array.is_pairs), ("iso", is_iso && array.name == "values")] {
                    if used {
                        kind = format!("{word}[{kind}]")
                    }
                }
                format!("\"{}\": \"{kind}\"", array.name)
            })
            .collect();
        let name = self.name();
        let mut text = format!(
            "\"version\": \"0.1\", \"format\": \"{}\", \"shape\": {:?}, \"number_of_stored_values\": {stored}, \"data_types\": {{{}}}",
            name.unwrap_or("custom"),
            self.shape,
            types.join(", ")
        );
        if name.is_none() || source.once_in(4) {
            let element = "{\"level_desc\": \"element\"}".to_owned();
            let level = self.levels.iter().rfold(element, |inside, &(is_dense, rank)| {
                let level = if is_dense { "dense" } else { "sparse" };
                format!("{{\"level_desc\": \"{level}\", \"rank\": {rank}, \"level\": {inside}}}")
            });
            text += &format!(
                ", \"custom\": {{\"level\": {level}, \"transpose\": {:?}}}",
                self.transpose
            )
        }
        if self.structure != Structure::General || source.once_in(4) {
            text += &format!(", \"structure\": \"{}\"", self.structure.name())
        }
        if has_fill {
            text += ", \"fill\": true"
        }
        if source.once_in(2) {
            text = format!("\"binsparse\": {{{text}}}")
        }
        format!("{{{text}}}").into_bytes()
    }
}
