//! How many bytes the processes of a distributed product would send, of matrices in files and of generated ones that nobody stores.
//!
//!     cargo run --release -p finch-kernels --features distributed,files --example scaling -- matrix.mtx other.mtx.gz
//!
//! For each number of ranks: the most entries that one has, the most bytes that one sends or gets for a product with a vector, and with how many
//! others; and how long this takes, beside the product itself, where a network carries, and memory delivers, as many gigabytes a second as
//! the options say. Rows are cut by work; files are as they are, their rows in no better order.

mod common;

use common::command::{Arguments, Outcome, run};
use common::{Progress, read};
use finch_kernels::distributed::{Partition, traffic};
use finch_kernels::prelude::*;
use std::process::ExitCode;

const HELP: &str = "scaling [matrices] [options]
  matrices           Matrix Market files (.mtx, .mtx.gz); without any, generated matrices
  --entries <n>      about how many entries generated matrices have (10^7)
  --most <n>         the most ranks (1024)
  --network <g>      gigabytes a second that a rank can send and get (12.5)
  --memory <g>       gigabytes a second that a rank reads from its memory (10)";

/// Calls a function for the column of each entry of a row.
type EachColumn<'a> = &'a dyn Fn(usize, &mut dyn FnMut(usize));

fn main() -> ExitCode {
    run(HELP, |arguments| {
        println!("                              entries             bytes  with     milliseconds");
        println!("                    ranks      of one  of one, sent or got  others   network   product");
        for path in &arguments.files {
            let a: Csr<f64> = read(path)?;
            let list = a.level().child();
            let (ptr, idx) = (list.ptr(), list.idx());
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let each = |row: usize, need: &mut dyn FnMut(usize)| {
                idx[ptr[row]..ptr[row + 1]]
                    .iter()
                    .for_each(|&column| need(column as usize))
            };
            let work: Vec<usize> = ptr
                .windows(2)
                .take(a.shape()[0])
                .map(|pair| pair[1] - pair[0] + 1)
                .collect();
            let cut = |ranks| Partition::by_work(&work, ranks);
            tell(&arguments, &name, [a.shape()[0], a.shape()[1]], &cut, &each)?
        }
        if arguments.files.is_empty() {
            generated(&arguments)?
        }
        Outcome::Ok(())
    })
}

/// A plane with five points, a space with seven and with 27, and rows of eight columns by chance.
fn generated(arguments: &Arguments) -> Outcome {
    let entries: usize = arguments.number("--entries", 10_000_000)?;
    let side = (entries as f64 / 5.0).sqrt() as usize;
    let plane = |at: usize, need: &mut dyn FnMut(usize)| {
        let (y, x) = (at / side, at % side);
        need(at);
        let near = [
            (y > 0, at.wrapping_sub(side)),
            (y + 1 < side, at + side),
            (x > 0, at.wrapping_sub(1)),
            (x + 1 < side, at + 1),
        ];
        near.iter().filter(|(inside, _)| *inside).for_each(|&(_, at)| need(at))
    };
    even(arguments, "plane, 5 points", side * side, &plane)?;
    for (name, points) in [("space, 7 points", 7), ("space, 27 points", 27)] {
        let side = (entries as f64 / points as f64).cbrt() as usize;
        let space = |at: usize, need: &mut dyn FnMut(usize)| {
            let [z, y, x] = [at / (side * side), at / side % side, at % side];
            let around = |middle: usize| middle.saturating_sub(1)..(middle + 2).min(side);
            for (w, v) in around(z).flat_map(|w| around(y).map(move |v| (w, v))) {
                for u in around(x) {
                    if points == 27 || usize::from(w != z) + usize::from(v != y) + usize::from(u != x) < 2 {
                        need((w * side + v) * side + u)
                    }
                }
            }
        };
        even(arguments, name, side.pow(3), &space)?
    }
    let rows = entries / 8;
    let chance = |row: usize, need: &mut dyn FnMut(usize)| {
        // By the numbers of Steele, Lea and Flood (SplitMix64, 2014).
        for number in 0..8_u64 {
            let mut bits = (row as u64 * 8 + number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            need(((u128::from(bits ^ (bits >> 31)) * rows as u128) >> 64) as usize)
        }
    };
    even(arguments, "8 columns by chance", rows, &chance)
}

fn even(arguments: &Arguments, name: &str, rows: usize, each: EachColumn<'_>) -> Outcome {
    tell(arguments, name, [rows; 2], &|ranks| Partition::even(rows, ranks), each)
}

fn tell(
    arguments: &Arguments,
    name: &str,
    [rows, columns]: [usize; 2],
    cut: &dyn Fn(usize) -> Partition,
    each: EachColumn<'_>,
) -> Outcome {
    let (network, memory) = (
        arguments.number("--network", 12.5)?,
        arguments.number("--memory", 10.0)?,
    );
    let (most, mut ranks) = (arguments.number("--most", 1024)?, 2);
    let mut line = Progress::new();
    println!("{name}: {rows} by {columns}");
    while ranks <= most {
        line.tell(|| format!("{name} on {ranks} ranks"));
        let rows = cut(ranks);
        let columns = if rows.extent() == columns {
            rows.clone()
        } else {
            Partition::even(columns, ranks)
        };
        let traffic = traffic::of_rows(&rows, &columns, each);
        let entries = (0..ranks).map(|rank| traffic.entries(rank)).max().unwrap_or(0);
        let others = (0..ranks).map(|rank| traffic.neighbours(rank)).max().unwrap_or(0);
        let bytes = 8 * traffic.most();
        // A product reads a value of 8 bytes and an index of 4 for each entry.
        let (sent, multiplied) = (bytes as f64 / network / 1e6, 12.0 * entries as f64 / memory / 1e6);
        println!("{ranks:>25} {entries:>11} {bytes:>20} {others:>7} {sent:>9.3} {multiplied:>9.3}");
        ranks *= 4
    }
    Ok(())
}
