//! Every tensor of the data, beside what is known of it, read and written again.

use crate::data;
use finch_formats::SparseCoo;
use finch_formats::fill::Zero;
use finch_formats::io::tensor_market::{Dialect, Options, Reader, WriteOptions, read};
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_formats::traits::algebra::typenum::{U3, U4};
use finch_formats::traits::lifecycle::WriteLevel;
use std::path::Path;

type Coo4<T> = Tensor<SparseCoo<U4, Element<T, Zero>>>;

/// What `facts_tensors.csv` says of a file.
struct Facts {
    order: usize,
    stored: usize,
    distinct: usize,
    sum: f64,
    norm: f64,
}

fn check<L>(path: &Path, facts: &Facts)
where
    L: WriteLevel<T = f64> + Default,
    L::Rank: Axes,
{
    let name = path.display();
    let tensor: Tensor<L> = Tensor::read_tensor_market(path).unwrap_or_else(|error| panic!("{error}"));
    tensor.validate().expect("a valid tensor");
    assert_eq!(tensor.count_stored(), facts.distinct, "{name}");
    let (mut sum, mut squares) = (0.0, 0.0);
    tensor.for_each(|_, value| {
        sum += value;
        squares += value * value
    });
    let close = |found: f64, wanted: f64| (found - wanted).abs() <= 1e-9 * wanted.abs().max(1.0);
    assert!(close(sum, facts.sum), "{name}: the sum is {sum}");
    assert!(
        close(squares.sqrt(), facts.norm),
        "{name}: the norm is {}",
        squares.sqrt()
    );
    // Written and read again, it has the same entries; without extents those of a FROSTT file are the same, too.
    for dialect in [Dialect::Frostt, Dialect::TensorMarket] {
        // Large ones once.
        if facts.stored > 50_000 && (dialect == Dialect::Frostt) == (facts.order == 3) {
            continue;
        }
        let mut file = Vec::new();
        let options = WriteOptions::default().dialect(dialect);
        options.write(&tensor, &mut file).expect("a file");
        let again: Tensor<L> = read(&file[..]).expect("what was written");
        assert!(again == tensor, "{name}: {dialect:?}")
    }
}

#[test]
fn tensors_have_the_facts_that_are_known() {
    let Some(folder) = data::folder("tensors that are written here show it") else {
        return;
    };
    let facts = std::fs::read_to_string(folder.join("facts_tensors.csv")).expect("facts");
    let mut count = 0;
    for line in facts.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let whole = |cell: usize| cells[cell].parse::<usize>().expect("a number");
        let real = |cell: usize| cells[cell].parse::<f64>().expect("a number");
        let facts = Facts {
            order: whole(1),
            stored: whole(2),
            distinct: whole(3),
            sum: real(4),
            norm: real(5),
        };
        let path = folder.join(cells[0]);
        let reader = Reader::open(&path).expect("a tensor");
        assert_eq!(reader.header().order, facts.order, "{}", cells[0]);
        let mut stored = 0;
        reader.for_each(|_, _: f64| stored += 1).expect("entries");
        assert_eq!(stored, facts.stored, "{}", cells[0]);
        match facts.order {
            3 => check::<SparseCoo<U3, Element<f64, Zero>>>(&path, &facts),
            _ => check::<SparseCoo<U4, Element<f64, Zero>>>(&path, &facts),
        }
        count += 1
    }
    assert!(count > 0, "no facts")
}

#[test]
fn files_of_tensor_market_are_read() {
    let Some(folder) = data::folder("files that are written here show it") else {
        return;
    };
    let folder = folder.join("tensors");
    let read = |name: &str| Csr::<f64>::read_tensor_market(folder.join(name)).expect(name);
    assert_eq!(read("finch_Trec4.ttx").to_triplets().len(), 3);
    assert_eq!(
        read("taco_d33.ttx").to_dense().expect("values"),
        [0.0, 0.0, 3.0, 2.0, 0.0, 0.0, 0.0, 0.0, 4.0]
    );
    let simple = read("taco_qcd_theta_simple.ttx");
    assert_eq!(
        simple.to_dense().expect("values"),
        [1.0, 4.0, 7.0, 2.0, 5.0, 8.0, 3.0, 6.0, 9.0]
    );
    assert_eq!(&read("taco_qcd_theta.ttx").shape()[..], [25, 25]);
    // Narrow indices and other values.
    let integers = Csr::<i8>::read_tensor_market(folder.join("finch_Trec4.ttx")).expect("integers");
    assert_eq!(integers.get([0, 1]), Some(3));
    let _: Coo4<f64> = Options::default()
        .shape([1, 1, 1, 1])
        .read(&b""[..])
        .expect("an empty tensor");
}
