//! Lists of edges, also as examples read them, and arguments, as all examples take them.

use crate::common::Small;
use crate::examples::command::Arguments;
use crate::examples::read;
use finch_graph::ErrorKind;
use finch_graph::graph::edge_list::Options;
use finch_graph::prelude::*;
use finch_kernels::formats::io::Watched;
use flate2::Compression;
use flate2::write::GzEncoder;
use quickcheck::quickcheck;
use std::io::Write;
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
    let names: Vec<_> = (0..4).map(|vertex| named.name(vertex)).collect();
    assert_eq!(names, ["home", "shop", "forest", "3"]);
    assert_eq!(named.graph.targets(0), [1, 2]);
    let named = read(&file.0, Direction::Undirected).unwrap();
    assert_eq!(named.graph.targets(2), [0]);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let cases: [(&str, &[u8], &str); 3] = [
        (
            "one.txt",
            b"a b\n# c\n a\n",
            "one.txt: line 3: an edge is two vertices, not `a`",
        ),
        ("bytes.txt", b"a b\n\xff c\n", "bytes.txt: line 2: invalid utf-8"),
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

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn vertices_are_numbers_unless_they_have_names() {
    let text = "\u{feff}% a comment\r\n0 3\r\n\r\n3;1 behind it stands what counts for nothing\r\n  1,0";
    let graph = Options::default().read(text.as_bytes()).unwrap().graph;
    assert_eq!(
        graph,
        Graph::from_edges(4, [[0, 3], [3, 1], [1, 0]], Direction::Directed).unwrap()
    );
    let read = Options::default().first(1).vertices(5).direction(Direction::Undirected);
    let named = read.read("1 2\n2 1\n".as_bytes()).unwrap();
    assert_eq!(
        (named.graph.vertices(), named.graph.edges(), &*named.name(4)),
        (5, 1, "5")
    );
    for text in ["", "\n\n", "# nothing", "\u{feff}"] {
        let graph = Options::default().read(text.as_bytes()).unwrap().graph;
        assert_eq!((graph.vertices(), graph.edges()), (0, 0), "{text:?}")
    }
}

#[test]
fn the_third_field_is_a_length() {
    let text = "0 1 2.5\n1 2\n0 1 1.5e0 x\n2 0 -3\n";
    let graph = Options::default().read_weighted::<f64>(text.as_bytes()).unwrap().graph;
    let edges = [([0, 1], 1.5), ([1, 2], 1.0), ([2, 0], -3.0)];
    assert_eq!(graph, WeightedGraph::from_edges(3, edges, Direction::Directed).unwrap());
    for (length, wanted) in [
        ("nan", "line 2: `nan` is no finite length"),
        ("-inf", "`-inf`"),
        ("1e999", "`1e999`"),
        ("one", "`one`"),
    ] {
        let text = format!("0 1 1\n0 1 {length}\n");
        let error = Options::default().read_weighted::<f64>(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Parse);
        assert!(error.to_string().contains(wanted), "{error}")
    }
    // The greatest integer is infinite.
    assert!(Options::default().read_weighted::<u8>(&b"0 1 254"[..]).is_ok());
    for length in ["255", "256", "-1", "1.5"] {
        let text = format!("0 1 {length}");
        assert!(
            Options::default().read_weighted::<u8>(text.as_bytes()).is_err(),
            "{length}"
        )
    }
}

#[test]
fn hostile_lines_are_errors_that_name_them() {
    let long = format!("0 1\n{}", "7".repeat(2 << 20));
    let word = format!("0 {}", "x".repeat(1000));
    let largest = format!("0 1\n5 {}\n0 1\n", usize::MAX);
    for (text, kind, wanted) in [
        ("0 1\n2\n", ErrorKind::Parse, "line 2: an edge is two vertices, not `2`"),
        ("0 one\n", ErrorKind::Parse, "line 1: `one` is no number of a vertex"),
        ("0 -1\n", ErrorKind::Parse, "line 1: `-1` is no number"),
        ("0 1.0\n", ErrorKind::Parse, "line 1: `1.0` is no number"),
        ("0 99999999999999999999999\n", ErrorKind::Parse, "line 1: `9999"),
        (
            &largest,
            ErrorKind::OutOfBounds,
            "line 2: there is no vertex 18446744073709551615: ",
        ),
        (
            "0 4294967295\n",
            ErrorKind::OutOfBounds,
            "line 1: there is no vertex 4294967295: there are at most 4294967295",
        ),
        (
            "0 1\n4294967294 0\n3 4\n",
            ErrorKind::TooLarge,
            "line 2: 4294967295 vertices are many for 3 edges",
        ),
        ("0 1\n0 1048576\n", ErrorKind::TooLarge, "line 2: 1048577 vertices"),
        (&long, ErrorKind::Parse, "line 2: it is longer than 1048576 bytes"),
        (&word, ErrorKind::Parse, "xxx..` is no number"),
    ] {
        let error = Options::default().read(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(wanted), "{error}");
        assert!(error.to_string().len() < 250, "{error}")
    }
    // What may be asked for.
    let read = |options: Options, text: &str| options.read(text.as_bytes()).map(|named| named.graph.vertices());
    let options = Options::default;
    assert_eq!(read(options(), "0 1048575"), Ok(1 << 20));
    assert_eq!(read(options().max_vertices(1 << 21), "0 1048576"), Ok((1 << 20) + 1));
    for (options, text, words) in [
        (options().max_vertices(10), "0 10", "at most 10"),
        (options().vertices(2), "0 2", "line 1: there is no vertex 2"),
        (options().first(1), "1 0", "numbered from 1"),
        (
            options().named().max_vertices(2),
            "a b\nb c",
            "line 2: there is no vertex c",
        ),
    ] {
        let error = read(options, text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}")
    }
}

#[test]
fn compressed_lists_are_recognised_by_how_they_start() {
    let text = "0 1 4\n1 2 5\n";
    let file = File::new("packed.txt", &packed(text));
    let graph = Graph::read_edge_list(&file.0, Direction::Undirected).unwrap();
    assert_eq!((graph.vertices(), graph.edges()), (3, 2));
    let graph = WeightedGraph::<u32>::read_edge_list(&file.0, Direction::Directed).unwrap();
    assert_eq!(graph.rows().get([1, 2]), Some(5));
    assert_eq!(read(&file.0, Direction::Directed).unwrap().name(2), "2");
    // One member behind the other; and a file that is cut off, or no text.
    let both = [packed("0 1\n"), packed("1 2\n")].concat();
    assert_eq!(Options::default().read(&both[..]).unwrap().graph.edges(), 2);
    let cut = &packed(text)[..15];
    let error = Options::default().read(cut).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().starts_with("line "), "{error}");
    assert!(Options::default().read(&[0x1f][..]).is_err());
    let error = Graph::read_edge_list("there/is/no/such.txt", Direction::Directed).unwrap_err();
    assert!(error.to_string().starts_with("there/is/no/such.txt: "), "{error}");
}

#[test]
fn how_much_was_read_is_told() {
    let text = "0 1\n".repeat(100_000);
    let mut told = Vec::new();
    let read = Options::default().read(Watched::new(text.as_bytes(), |bytes| told.push(bytes)));
    assert_eq!(read.unwrap().graph.edges(), 1);
    assert!(told.len() > 2 && told.is_sorted());
    assert_eq!(told.last(), Some(&(text.len() as u64)));
}

quickcheck! {
    fn lists_are_read_as_their_edges(small: Small) -> bool {
        let lines = small.edges.iter().map(|([from, to], length)| format!("{from} {to} {length}\n"));
        let text: String = lines.collect();
        let options = Options::default().vertices(small.vertices).direction(small.direction);
        let read = options.read_weighted::<i64>(text.as_bytes()).unwrap().graph;
        read == WeightedGraph::from_edges(small.vertices, small.edges.iter().copied(), small.direction).unwrap()
            && options.read(text.as_bytes()).unwrap().graph == read.unweighted()
    }
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
