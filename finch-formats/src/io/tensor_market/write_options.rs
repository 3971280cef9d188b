//! Writing files.

use super::*;
use crate::io::check_fill;
use crate::io::files::{replace_by, unwritten};
use crate::io::matrix_market::write_options::{is_of, natural, show};

/// How much is written at a time.
const BLOCK: usize = 1 << 16;

/// How a file of a tensor is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Lines of indices and value, and nothing else: no extents, no complex numbers.
    #[default]
    Frostt,
    /// Entries as in a FROSTT file, behind a banner and a size line.
    TensorMarket,
    /// A matrix behind a banner and a size line, as [Matrix Market](crate::io::matrix_market) has it.
    MatrixMarket,
}

impl Dialect {
    /// What a file of this name is.
    pub(in crate::io) fn of(path: &Path) -> Dialect {
        match super::super::extension(path).as_deref() {
            Some("ttx") => Dialect::TensorMarket,
            Some("mtx") => Dialect::MatrixMarket,
            _ => Dialect::Frostt,
        }
    }
}

/// How a file is written: by default as FROSTT, all entries that are stored, in the order of their indices. Writing takes time linear in
/// the entries, and no memory for them.
///
/// ```
/// use finch_formats::io::tensor_market::{Dialect, WriteOptions};
/// use finch_formats::prelude::*;
///
/// let a = Coo3::<f64>::from_triplets([2, 1, 3], [([0, 0, 2], 2.0), ([1, 0, 0], 4.0)], Add)?;
/// let mut file = Vec::new();
/// WriteOptions::default().dialect(Dialect::TensorMarket).write(&a, &mut file)?;
/// let wanted = "%%MatrixMarket tensor coordinate real general\n2 1 3 2\n1 1 3 2.0\n2 1 1 4.0\n";
/// assert_eq!(file, wanted.as_bytes());
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    dialect: Dialect,
    comment: String,
    any_fill: bool,
}

impl WriteOptions {
    settings! {
        /// Sets how the file is laid out: by default as FROSTT.
        dialect(dialect: Dialect) = dialect;

        /// Sets a comment: the first lines, or those below the banner, which readers skip.
        comment(comment: impl Into<String>) = comment.into();

        /// Sets whether a tensor is written whose fill is not zero: by default it is refused. The file does not say what the fill is: it is that of the nest
        /// which the file is read into.
        any_fill(allowed: bool) = allowed;
    }

    /// Writes `tensor` to a file, as [`write`](Self::write) does, compressed if its name ends in `.gz`. A file of that name is replaced when the
    /// new one is complete. Errors are those of [`write`](Self::write). The message starts with the name of the file.
    pub fn create<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
        replace_by(path.as_ref(), None, &mut |file| self.write(tensor, file))
    }

    /// Writes `tensor` to `output`, by these options: takes time linear in the entries, and no memory for them. Large blocks are
    /// written at a time, so `output` needs no buffer of its own.
    ///
    #[doc = include_str!("errors/write.md")]
    pub fn write<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, mut output: impl Write) -> Result<()> {
        let shape = tensor.shape();
        ensure!(!shape.is_empty(), else Mismatch, "a tensor without dimensions has no entries that could be listed");
        ensure!(self.dialect != Dialect::MatrixMarket || shape.len() == 2, else Mismatch,
            "a tensor of {} dimensions is no matrix", shape.len());
        if !self.any_fill {
            check_fill::<L>("coordinates", "set `any_fill` if whoever reads the file knows it")?
        }
        let field = self.field(tensor)?;
        let mut text = self.head(tensor, field);
        let mut written = Ok(());
        tensor.for_each(|index, value| {
            for &index in index {
                natural(&mut text, index + 1);
                text.push(b' ')
            }
            match field {
                Field::Pattern => drop(text.pop()),
                field => show(&mut text, field, value),
            }
            text.push(b'\n');
            if text.len() > BLOCK && written.is_ok() {
                written = output.write_all(&text).map_err(unwritten);
                text.clear()
            }
        });
        written?;
        let written = output.write_all(&text).and_then(|()| output.flush());
        written.map_err(unwritten)
    }

    /// The field of all entries.
    fn field<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>) -> Result<Field> {
        let all = |field| {
            let mut all = true;
            tensor.for_each(|_, value| all = all && is_of(field, value));
            all
        };
        match (L::T::FIELD, self.dialect) {
            (Field::Complex, Dialect::Frostt) => Err(error!(
                Mismatch,
                "FROSTT has no complex numbers: write the tensor as `Dialect::TensorMarket`"
            )),
            (Field::Pattern, Dialect::TensorMarket | Dialect::MatrixMarket) if all(Field::Pattern) => {
                Ok(Field::Pattern)
            }
            (Field::Pattern, _) => Ok(Field::Integer),
            (Field::Integer, _) if !all(Field::Integer) => Ok(Field::Unsigned),
            (field, _) => Ok(field),
        }
    }

    /// What stands in front of the entries.
    fn head<L: Level<T: FileValue>>(&self, tensor: &Tensor<L>, field: Field) -> Vec<u8> {
        let mut text = Vec::with_capacity(BLOCK);
        let object = match self.dialect {
            Dialect::Frostt => None,
            Dialect::TensorMarket => Some("tensor"),
            Dialect::MatrixMarket => Some("matrix"),
        };
        if let Some(object) = object {
            text.extend(format!("%%MatrixMarket {object} coordinate {field} general\n").bytes())
        }
        let mark = if object.is_some() { '%' } else { '#' };
        for line in self.comment.split(['\r', '\n']) {
            if !self.comment.is_empty() {
                text.extend(format!("{mark} {line}\n").bytes())
            }
        }
        if object.is_some() {
            for &extent in &tensor.shape() {
                text.extend(format!("{extent} ").bytes())
            }
            let mut entries = 0_usize;
            tensor.for_each(|_, _| entries += 1);
            text.extend(format!("{entries}\n").bytes())
        }
        text
    }
}
