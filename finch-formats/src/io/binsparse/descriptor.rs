//! Descriptors: what a tensor is, in JSON.

use super::*;
use serde_json::{Map, Value as Json, json};

/// The longest descriptor that is read. Those that this module writes have some hundred bytes.
const MAX_BYTES: usize = 1 << 20;

/// What a descriptor says.
pub(super) struct Descriptor {
    pub(super) shape: Vec<usize>,
    pub(super) layout: LevelLayout,
    pub(super) structure: Structure,
    /// How many values the arrays hold.
    pub(super) stored: usize,
    /// There is an array `fill_value`.
    pub(super) fill: bool,
    types: Map<String, Json>,
}

/// What a value of JSON is called in messages, and the value, if it is short.
fn shown(value: &Json) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        None => text,
        Some((end, _)) => format!("{}..", &text[..end]),
    }
}

#[cold]
fn wrong(key: &str, wanted: &str, found: &Json) -> Error {
    match found {
        Json::Null => error!(Parse, "there is no `{key}`, which is {wanted}"),
        found => error!(Parse, "`{key}` is {wanted}, and not `{}`", shown(found).escape_debug()),
    }
}

fn number(key: &str, value: &Json) -> Result<usize> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| wrong(key, "a number from 0 on that fits 64 bits", value))
}

fn numbers(key: &str, value: &Json) -> Result<Vec<usize>> {
    let list = value.as_array().ok_or_else(|| wrong(key, "a list of numbers", value))?;
    list.iter().map(|value| number(key, value)).collect()
}

fn text<'j>(key: &str, value: &'j Json) -> Result<&'j str> {
    value.as_str().ok_or_else(|| wrong(key, "a text", value))
}

fn object<'j>(key: &str, value: &'j Json) -> Result<&'j Map<String, Json>> {
    value.as_object().ok_or_else(|| wrong(key, "an object", value))
}

/// The bytes of a descriptor, of one that is too long only so many that this is seen.
pub(super) fn read_bytes(input: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(npy::unreadable)?;
    Ok(bytes)
}

impl Descriptor {
    /// Parses a descriptor: what stands under `binsparse`, or all of it.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        ensure!(bytes.len() <= MAX_BYTES, else TooLarge, "the descriptor is longer than {MAX_BYTES} bytes");
        let parsed: Json = serde_json::from_slice(bytes).map_err(|error| error!(Parse, "this is no JSON: {error}"))?;
        let found = match parsed.get("binsparse") {
            Some(inside) => object("binsparse", inside)?,
            None => object("binsparse", &parsed)?,
        };
        let of = |key: &str| found.get(key).unwrap_or(&Json::Null);
        let version = text("version", of("version"))?;
        ensure!(version.split('.').next() == Some("0"), else Parse,
            "version `{}` of Binsparse is not read, only those that begin with 0", version.escape_debug());
        let shape = numbers("shape", of("shape"))?;
        let layout = layout(of("format"), of("custom"))?;
        layout.check(shape.len())?;
        let structure = match of("structure") {
            Json::Null => Structure::General,
            name => {
                let name = text("structure", name)?;
                let known = Structure::of_name(name);
                known.ok_or_else(|| error!(Parse, "the structure `{}` is not known", name.escape_debug()))?
            }
        };
        structure.check(&shape)?;
        let fill = match of("fill") {
            Json::Null => false,
            fill => fill.as_bool().ok_or_else(|| wrong("fill", "true or false", fill))?,
        };
        let descriptor = Descriptor {
            stored: number("number_of_stored_values", of("number_of_stored_values"))?,
            types: object("data_types", of("data_types"))?.clone(),
            shape,
            layout,
            structure,
            fill,
        };
        ensure!(!structure.is_hermitian() || descriptor.data_type("values")?.is_complex(), else Parse,
            "the structure is `{}`, and values are not complex", structure.name());
        Ok(descriptor)
    }

    /// The type of an array.
    pub(super) fn data_type(&self, array: &str) -> Result<DataType> {
        let name = self.types.get(array).unwrap_or(&Json::Null);
        let name = name
            .as_str()
            .ok_or_else(|| wrong(array, "the name of a type in `data_types`", name))?;
        DataType::parse(array, name)
    }
}

/// The layout that a descriptor names, or describes, or both.
fn layout(format: &Json, custom: &Json) -> Result<LevelLayout> {
    let format = match format {
        Json::Null if custom.is_null() => return Err(wrong("format", "the name of a format", format)),
        Json::Null => "custom",
        format => text("format", format)?,
    };
    let named = Format::named(format).map(Format::layout);
    if custom.is_null() {
        ensure!(let Some(named) = named, else Parse,
            "the format `{}` is not known, and `custom` does not describe it", format.escape_debug());
        return Ok(named);
    }
    let custom = object("custom", custom)?;
    let mut levels = Vec::new();
    let mut level = custom.get("level").unwrap_or(&Json::Null);
    loop {
        let inside = object("level", level)?;
        let of = |key: &str| inside.get(key).unwrap_or(&Json::Null);
        let rank = || number("rank", of("rank"));
        match text("level_desc", of("level_desc"))? {
            "element" => break,
            "dense" => levels.push(LevelDesc::Dense(rank()?)),
            "sparse" => levels.push(LevelDesc::Sparse(rank()?)),
            other => {
                return Err(error!(
                    Parse,
                    "`level_desc` is `dense`, `sparse` or `element`, and not `{}`",
                    other.escape_debug()
                ));
            }
        }
        level = of("level")
    }
    let transpose = match custom.get("transpose") {
        None | Some(Json::Null) => None,
        Some(order) => Some(numbers("transpose", order)?),
    };
    let described = LevelLayout::new(levels, transpose);
    ensure!(named.is_none_or(|named| named == described), else Parse,
        "the format is `{format}`, and `custom` describes another one");
    Ok(described)
}

/// What a descriptor is made of.
pub(super) struct Facts<'f> {
    pub(super) shape: &'f [usize],
    pub(super) layout: &'f LevelLayout,
    pub(super) structure: Structure,
    pub(super) stored: usize,
    /// How many of the stored values are on the diagonal.
    pub(super) diagonal: Option<usize>,
    /// Names of arrays, and their types.
    pub(super) types: Vec<(String, DataType)>,
}

impl Facts<'_> {
    /// The text of the descriptor.
    pub(super) fn text(self) -> String {
        let types: Map<String, Json> = self
            .types
            .into_iter()
            .map(|(array, kind)| (array, kind.name().into()))
            .collect();
        let mut inside = json!({
            "version": "0.1",
            "shape": self.shape,
            "number_of_stored_values": self.stored,
            "fill": true,
            "data_types": types,
        });
        match self.layout.named() {
            Some(format) => inside["format"] = format.name().into(),
            None => {
                inside["format"] = "custom".into();
                inside["custom"] = custom(self.layout)
            }
        }
        if self.structure != Structure::General {
            inside["structure"] = self.structure.name().into()
        }
        if let Some(diagonal) = self.diagonal {
            inside["attributes"] = json!({ "number_of_diagonal_elements": diagonal })
        }
        format!("{:#}\n", json!({ "binsparse": inside }))
    }
}

fn custom(layout: &LevelLayout) -> Json {
    let element = json!({ "level_desc": "element" });
    let level = layout.levels.iter().rfold(
        element,
        |inside, level| json!({ "level_desc": level.name(), "rank": level.rank(), "level": inside }),
    );
    match layout.in_order() {
        true => json!({ "level": level }),
        false => json!({ "level": level, "transpose": layout.transpose }),
    }
}
