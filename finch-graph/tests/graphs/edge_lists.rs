//! Lists of edges, as the example `rank` reads them, and arguments, as all examples take them.

use crate::examples::command::Arguments;
use crate::examples::read;
use finch_graph::prelude::*;
use std::path::PathBuf;

/// A file that is removed when it is dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("finch-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn vertices_have_names_and_lines_may_be_separated_in_many_ways() {
    let file = File::new(
        "edges.txt",
        b"# a comment\nhome,shop\nshop\thome 3.5\n\n% another\r\nhome; forest\n",
    );
    let named = read(&file.0, Direction::Directed).unwrap();
    assert_eq!((named.graph.vertices(), named.graph.edges()), (3, 3));
    let names: Vec<String> = (0..4).map(|vertex| named.name(vertex)).collect();
    assert_eq!(names, ["home", "shop", "forest", "3"]);
    assert_eq!(named.graph.targets(0), [1, 2]);
    let named = read(&file.0, Direction::Undirected).unwrap();
    assert_eq!(named.graph.targets(2), [0]);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let cases: [(&str, &[u8], &str); 4] = [
        (
            "one.txt",
            b"a b\n# c\n a\n",
            "one.txt: line 3: an edge is two vertices, not `a`",
        ),
        ("bytes.txt", b"a b\n\xff c\n", "bytes.txt: line 2: invalid utf-8"),
        (
            "packed.txt.gz",
            b"",
            "packed.txt.gz: of compressed files only .mtx.gz is read",
        ),
        (
            "wrong.mtx",
            b"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n",
            "wrong.mtx: line 3: ",
        ),
    ];
    for (name, text, wanted) in cases {
        let file = File::new(name, text);
        let message = read(&file.0, Direction::Directed).map(|_| ()).unwrap_err().to_string();
        assert!(message.contains(wanted), "{message}")
    }
    let nowhere = PathBuf::from("there/is/no/such.txt");
    let message = read(&nowhere, Direction::Directed).map(|_| ()).unwrap_err().to_string();
    assert!(message.starts_with("there/is/no/such.txt: "), "{message}");
}

#[test]
fn arguments_are_those_that_the_help_lists() {
    let help = "walk [file]\n  --far        go far\n  --steps <n>  how many (3)";
    let parse = |words: &str| Arguments::read(help, words.split_whitespace().map(Into::into).collect());
    let arguments = parse("a.txt --steps 5 b.txt --far").unwrap();
    assert_eq!(arguments.files, [PathBuf::from("a.txt"), PathBuf::from("b.txt")]);
    assert!(arguments.has("--far") && !arguments.has("--steep"));
    assert_eq!(arguments.number("--steps", 3).unwrap(), 5);
    assert_eq!(parse("").unwrap().number("--steps", 3).unwrap(), 3);
    assert_eq!(
        arguments.at_most(1).unwrap_err().to_string(),
        "b.txt is one file too many"
    );
    for (words, wanted) in [
        ("--near", "there is no option --near; --help lists those that there are"),
        ("--steps", "--steps takes a value, <n>"),
    ] {
        assert_eq!(parse(words).unwrap_err().to_string(), wanted)
    }
    let message = parse("--steps many")
        .unwrap()
        .number("--steps", 3)
        .unwrap_err()
        .to_string();
    assert!(message.starts_with("--steps many: "), "{message}");
}
