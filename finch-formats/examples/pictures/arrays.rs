//! The levels of a tensor and their arrays, taken from its `Debug` text, which shows them as they are.

/// A level of a nest.
#[derive(Debug)]
pub(crate) struct LevelArrays {
    pub(crate) name: String,
    /// Names of arrays, and their items.
    pub(crate) arrays: Vec<(String, Vec<String>)>,
}

/// What derived `Debug` prints.
#[derive(Debug)]
enum Node {
    Atom(String),
    /// `[a, b]`, `(a, b)` and `{a, b}`.
    List(Vec<Node>),
    /// `Name { field: a }` and `Name(a)`, whose field has no name.
    Struct(String, Vec<(String, Node)>),
}

/// The levels of a tensor, outermost first. `text` is its `Debug` text.
pub(crate) fn levels(text: &str) -> Vec<LevelArrays> {
    let mut levels = Vec::new();
    if let Node::Struct(_, fields) = node(&mut text.trim()) {
        fields.iter().for_each(|(_, level)| gather(level, &mut levels))
    }
    levels
}

fn gather(node: &Node, levels: &mut Vec<LevelArrays>) {
    let (name, fields) = match node {
        Node::Struct(name, fields) => (name, &fields[..]),
        Node::Atom(name) => (name, &[][..]),
        Node::List(_) => return,
    };
    let (mut arrays, mut below) = (Vec::new(), Vec::new());
    let keeps = name == "Counted" || name == "SparseScalar";
    for (field, value) in fields {
        match (field.as_str(), value) {
            // Pairs hold their values; the pattern below them stores nothing.
            ("child", Node::Atom(_)) if name == "SparsePairs" => {}
            // Values that threads combine are an array, too.
            ("", Node::Struct(inner, fields)) if inner == "AtomicVec" => {
                if let Some((_, Node::List(items))) = fields.first() {
                    arrays.push(("val".into(), atoms(items)))
                }
            }
            ("child" | "list" | "level", _) | ("", Node::Struct(..)) => below.push(value),
            // One level for each fiber.
            ("levels", Node::List(each)) => below.extend(each),
            // Extents are drawn along the matrix; what is sealed is of interest only while a program writes.
            ("extents" | "sealed", _) => {}
            // What a leaf has no name for are its values, or words of 64 of them.
            ("", Node::List(items)) => arrays.push((if name == "Bit" { "words" } else { "val" }.into(), atoms(items))),
            // What is kept besides arrays, and what scalars keep.
            ("count" | "value" | "assigned", Node::Atom(text)) if keeps => {
                arrays.push((field.clone(), vec![short(text)]))
            }
            ("", Node::Atom(text)) if name == "Scalar" => arrays.push(("value".into(), vec![short(text)])),
            // Pointers that are made of lengths.
            ("ptr", Node::Struct(_, inner)) => {
                if let Some((_, Node::List(items))) = inner.first() {
                    arrays.push((inner[0].0.clone(), atoms(items)))
                }
            }
            (_, Node::List(items)) => match &items[..] {
                // A list for each dimension.
                [Node::List(_), ..] => {
                    for (axis, item) in items.iter().enumerate() {
                        if let Node::List(inner) = item {
                            arrays.push((format!("{field}[{axis}]"), atoms(inner)))
                        }
                    }
                }
                _ => arrays.push((field.clone(), atoms(items))),
            },
            _ => {}
        }
    }
    levels.push(LevelArrays {
        name: name.clone(),
        arrays,
    });
    below.into_iter().for_each(|child| gather(child, levels))
}

/// Items as they are drawn: of structs the values of their fields.
fn atoms(items: &[Node]) -> Vec<String> {
    let text = |item: &Node| match item {
        Node::Atom(text) => short(text),
        Node::List(items) => atoms(items).join(" "),
        Node::Struct(_, fields) => {
            let values: Vec<String> = fields
                .iter()
                .flat_map(|(_, value)| atoms(std::slice::from_ref(value)))
                .collect();
            values.join(":")
        }
    };
    items.iter().map(text).collect()
}

fn short(text: &str) -> String {
    match (text, text.parse::<u64>()) {
        ("true", _) => "1".into(),
        ("false", _) => "0".into(),
        // The number that stands for "none" in arrays of 32 bits.
        (_, Ok(number)) if number == u64::from(u32::MAX) => "-".into(),
        (_, Ok(number)) if number > u64::from(u32::MAX) => format!("{number:#x}"),
        _ => text.into(),
    }
}

/// Reads one node off the front of the text.
fn node(rest: &mut &str) -> Node {
    let end = rest
        .find(['{', '(', '[', ',', '}', ')', ']', '<'])
        .unwrap_or(rest.len());
    let name = rest[..end].trim().to_owned();
    *rest = &rest[end..];
    if rest.starts_with('<') {
        // A type, which may have brackets of every kind in it and is no array.
        skip_type(rest)
    }
    match rest.chars().next() {
        Some('[') => Node::List(items(rest, ']').into_iter().map(|(_, item)| item).collect()),
        Some('{') if name.is_empty() => Node::List(items(rest, '}').into_iter().map(|(_, item)| item).collect()),
        Some('(') if name.is_empty() => Node::List(items(rest, ')').into_iter().map(|(_, item)| item).collect()),
        Some('{') => Node::Struct(name, items(rest, '}')),
        Some('(') => Node::Struct(name, items(rest, ')')),
        _ => Node::Atom(name),
    }
}

fn skip_type(rest: &mut &str) {
    let mut depth = 0;
    for (at, letter) in rest.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            *rest = &rest[at + 1..];
            return;
        }
    }
}

/// What stands between brackets, with the names of fields where there are any.
fn items(rest: &mut &str, close: char) -> Vec<(String, Node)> {
    let mut items = Vec::new();
    *rest = rest[1..].trim_start();
    while !rest.is_empty() && !rest.starts_with(close) {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let mut field = String::new();
        if rest[end..].starts_with(": ") {
            field = rest[..end].into();
            *rest = &rest[end + 2..]
        }
        items.push((field, node(rest)));
        *rest = rest.trim_start_matches(',').trim_start()
    }
    *rest = rest.strip_prefix(close).unwrap_or(rest);
    items
}
