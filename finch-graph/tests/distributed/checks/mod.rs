//! What ranks find together is what one process finds. Each check runs on every rank, whatever ranks are.

use finch_graph::distributed::{DistributedGraph, search};
use finch_graph::generate::Xorshift;
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_kernels::Result;
use finch_kernels::distributed::{
    Communicator, DistributedMatrix, DistributedVector, Exchange, Partition, all_gather, all_sum, fetch, planned_bytes,
    read_matrix_market, spgemm as product, traffic,
};
use finch_kernels::formats::io::matrix_market;
use std::path::{Path, PathBuf};

mod graphs;
mod solving;

use graphs::{graphs, page_ranks, searches};
use solving::conjugate_gradients;

/// Each check, and its name.
pub(crate) fn all<R: Communicator>() -> Vec<(&'static str, fn(&R) -> Result<()>)> {
    vec![
        ("products_with_vectors", products_with_vectors),
        ("products_over_semirings", products_over_semirings),
        ("transposed_products", transposed_products),
        ("other_formats", other_formats),
        ("products_of_matrices", products_of_matrices),
        ("rows_for_another_matrix", rows_for_another_matrix),
        ("other_cuts", other_cuts),
        ("entries_of_any_rank", entries_of_any_rank),
        ("sums_and_gathering", sums_and_gathering),
        ("what_is_told", what_is_told),
        ("conjugate_gradients", conjugate_gradients),
        ("files", files),
        ("searches", searches),
        ("page_ranks", page_ranks),
        ("mistakes", mistakes),
    ]
}

/// Matrices of many shapes: full and empty rows, none at all, fewer rows than ranks, more columns than rows and fewer.
fn matrices() -> Vec<Csr<f64>> {
    let mut numbers = Xorshift::new(7);
    let mut random = |rows: usize, cols: usize, many: usize| {
        let mut entries = Vec::new();
        for _ in 0..many {
            let place = [numbers.below(rows), numbers.below(cols)];
            entries.push((place, numbers.below(1000) as f64 / 7.0 - 70.0))
        }
        Csr::from_triplets([rows, cols], entries, Add).unwrap()
    };
    let mut matrices = vec![
        random(40, 40, 300),
        random(100, 23, 400),
        random(23, 100, 400),
        random(3, 3, 5),
        random(1, 50, 30),
        random(50, 1, 30),
        Csr::from_triplets([0, 0], Vec::<([usize; 2], f64)>::new(), Add).unwrap(),
        Csr::from_triplets([9, 0], Vec::<([usize; 2], f64)>::new(), Add).unwrap(),
        Csr::from_triplets([12, 12], Vec::<([usize; 2], f64)>::new(), Add).unwrap(),
        grid(6),
        // All entries in one row.
        Csr::from_triplets(
            [30, 30],
            (0..30).map(|i| ([11, i], 1.5 + i as f64)).collect::<Vec<_>>(),
            Add,
        )
        .unwrap(),
    ];
    matrices.extend(
        real()
            .into_iter()
            .map(|path| matrix_market::read(std::fs::File::open(path).unwrap()).unwrap()),
    );
    matrices
}

/// Some files, if there is data: a small one unoptimised.
fn real() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("FINCH_DATA") else {
        return Vec::new();
    };
    let names = [
        "HB_nos1.mtx",
        "HB_nos7.mtx",
        "HB_sherman5.mtx.gz",
        "HB_bcsstk18.mtx.gz",
        "Bates_Chem97Zt.mtx.gz",
        "Meszaros_NSR8K.mtx.gz",
    ];
    let names = if cfg!(debug_assertions) { &names[..1] } else { &names };
    names
        .iter()
        .map(|name| Path::new(&folder).join("matrices").join(name))
        .collect()
}

/// The Laplacian of a square grid.
fn grid(side: usize) -> Csr<f64> {
    let mut entries = Vec::new();
    for (y, x) in (0..side * side).map(|at| (at / side, at % side)) {
        let at = y * side + x;
        entries.push(([at, at], 4.0));
        if x + 1 < side {
            entries.extend([([at, at + 1], -1.0), ([at + 1, at], -1.0)])
        }
        if y + 1 < side {
            entries.extend([([at, at + side], -1.0), ([at + side, at], -1.0)])
        }
    }
    Csr::from_triplets([side * side; 2], entries, Add).unwrap()
}

fn value(index: usize) -> f64 {
    (index * 37 % 101) as f64 / 3.0 - 11.0
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// What ranks send, all together, while `work` runs.
fn sent<R: Communicator, T>(ranks: &R, work: impl FnOnce() -> Result<T>) -> Result<(T, u64)> {
    let before = ranks.bytes_sent();
    let result = work()?;
    Ok((result, ranks.bytes_sent() - before))
}

fn products_with_vectors<R: Communicator>(ranks: &R) -> Result<()> {
    for a in matrices() {
        let x = Vector::from((0..a.shape()[1]).map(value).collect::<Vec<_>>());
        let expected = spmv(&a, &x)?;
        let spread = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
        assert_eq!(spread.shape(), a.shape()[..]);
        let x = DistributedVector::from_fn(ranks, spread.columns(), value)?;
        let (y, bytes) = sent(ranks, || spread.spmv(ranks, &x))?;
        assert_eq!(bits(&y.all_gather(ranks)?), bits(expected.values()));
        // As many bytes as were planned, and as a planner counts that has no ranks.
        assert_eq!(bytes, spread.exchange().planned_bytes(8));
        let list = a.level().child();
        let planned = traffic::of_rows(spread.rows(), spread.columns(), |row, need| {
            list.idx()[list.ptr()[row]..list.ptr()[row + 1]]
                .iter()
                .for_each(|&column| need(column as usize))
        });
        assert_eq!(bytes, 8 * planned.sent(ranks.rank()) as u64);
        assert_eq!(spread.exchange().needed().len(), planned.received(ranks.rank()));
        // Memory is used again.
        let (mut again, mut all) = (y.clone(), Vec::new());
        again.own_mut().fill(f64::NAN);
        for _ in 0..2 {
            spread.spmv_semiring_into(ranks, PlusTimes, &mut again, &x, &mut all)?;
            assert_eq!(bits(again.own()), bits(y.own()))
        }
        assert_eq!(spread.all_gather::<Csr<f64>>(ranks)?, a)
    }
    Ok(())
}

/// The entries of `a` that this rank has, of which each rank has some of all rows.
fn some_entries<R: Communicator>(ranks: &R, a: &Csr<f64>) -> Vec<([usize; 2], f64)> {
    let (mut entries, mut at) = (Vec::new(), 0);
    a.for_each(|place, value| {
        if at % ranks.count() == ranks.rank() {
            entries.push(([place[0], place[1]], value))
        }
        at += 1
    });
    entries
}

fn products_over_semirings<R: Communicator>(ranks: &R) -> Result<()> {
    let mut entries = Vec::new();
    matrices()[0].for_each(|at, value| entries.push(([at[0], at[1]], value as i64)));
    let a = CsrWithFill::<i64, Inf>::from_triplets([40, 40], entries, Min)?;
    let x = VectorWithFill::<i64, Inf>::from_parts(40, (0..40).map(|i| i * i % 19).collect::<Vec<_>>())?;
    let mut expected = VectorWithFill::<i64, Inf>::default();
    spmv_semiring_into(MinPlus, &mut expected, &a, &x)?;
    let spread = DistributedMatrix::<CsrWithFill<i64, Inf>>::from_tensor(ranks, &a)?;
    let x = DistributedVector::from_fn(ranks, spread.columns(), |i| (i * i % 19) as i64)?;
    let mut y = DistributedVector::from_fn(ranks, spread.rows(), |_| 0)?;
    spread.spmv_semiring_into(ranks, MinPlus, &mut y, &x, &mut Vec::new())?;
    assert_eq!(y.all_gather(ranks)?, expected.values());
    Ok(())
}

fn transposed_products<R: Communicator>(ranks: &R) -> Result<()> {
    for a in matrices() {
        // Sums of whole numbers are the same however they are cut.
        let mut entries = Vec::new();
        a.for_each(|at, value| entries.push(([at[0], at[1]], value.round())));
        let whole = Csr::from_triplets([a.shape()[0], a.shape()[1]], entries, Add)?;
        let x = Vector::from((0..a.shape()[0]).map(|i| value(i).round()).collect::<Vec<_>>());
        let expected = spmv_transposed(&whole, &x)?;
        let spread = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &whole)?;
        let x = DistributedVector::from_fn(ranks, spread.rows(), |i| value(i).round())?;
        assert_eq!(spread.spmv_transposed(ranks, &x)?.all_gather(ranks)?, expected.values())
    }
    Ok(())
}

fn other_formats<R: Communicator>(ranks: &R) -> Result<()> {
    let a = grid(5);
    let x = Vector::from((0..25).map(value).collect::<Vec<_>>());
    let expected = bits(spmv(&a, &x)?.values());
    macro_rules! over {
        ($($format:ident)*) => { $(
            let spread = DistributedMatrix::<$format<f64>>::from_tensor(ranks, &a)?;
            let x = DistributedVector::from_fn(ranks, spread.columns(), value)?;
            assert_eq!(bits(&spread.spmv(ranks, &x)?.all_gather(ranks)?), expected, stringify!($format));
            assert_eq!(spread.all_gather::<Csr<f64>>(ranks)?, a);
        )* };
    }
    over!(Matrix Dcsr Coo BandMatrix);
    Ok(())
}

fn products_of_matrices<R: Communicator>(ranks: &R) -> Result<()> {
    let matrices = matrices();
    let pairs = [
        (0, 0),
        (1, 2),
        (2, 1),
        (3, 3),
        (4, 5),
        (5, 4),
        (6, 6),
        (8, 8),
        (9, 9),
        (10, 10),
        (0, 0),
    ];
    let larger = (11..matrices.len()).filter(|&at| matrices[at].shape()[0] == matrices[at].shape()[1]);
    let larger = larger.map(|at| (at, at));
    for (one, other) in pairs.into_iter().chain(larger) {
        let (a, b) = (&matrices[one], &matrices[other]);
        let expected: Csr<f64> = spgemm::gustavson(a, b)?;
        let left = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, a)?;
        // The rows of the one on the right are cut like the columns of the other.
        let columns = if a.shape() == b.shape() {
            left.columns().clone()
        } else {
            Partition::even(b.shape()[1], ranks.count())
        };
        let cut = [left.columns().clone(), columns];
        let right = DistributedMatrix::<Csr<f64>>::from_triplets_cut(ranks, cut, some_entries(ranks, b), Add)?;
        let (fetched, bytes) = sent(ranks, || fetch(ranks, &left, &right))?;
        assert_eq!(bytes, planned_bytes(&left, &right)?);
        let c = fetched.multiply(ranks, &left)?;
        assert_eq!(c.all_gather::<Csr<f64>>(ranks)?, expected, "{one} times {other}");
        // The product is a matrix like others.
        let x = DistributedVector::from_fn(ranks, c.columns(), value)?;
        let whole = Vector::from((0..b.shape()[1]).map(value).collect::<Vec<_>>());
        assert_eq!(
            bits(&c.spmv(ranks, &x)?.all_gather(ranks)?),
            bits(spmv(&expected, &whole)?.values())
        );
        if one == other {
            let cube: Csr<f64> = spgemm::gustavson(&expected, b)?;
            assert_eq!(product(ranks, &c, &right)?.all_gather::<Csr<f64>>(ranks)?, cube)
        }
    }
    Ok(())
}

/// Rows that were fetched for one matrix are of no use to one that needs others, and are to one that needs the same.
fn rows_for_another_matrix<R: Communicator>(ranks: &R) -> Result<()> {
    let cut = || [Partition::even(12, ranks.count()), Partition::even(12, ranks.count())];
    let shifted = |by: usize, times: f64| {
        let mine = (0..12)
            .filter(|i| i % ranks.count() == ranks.rank())
            .map(move |i| ([i, (i + by) % 12], times * value(i)));
        DistributedMatrix::<Csr<f64>>::from_triplets_cut(ranks, cut(), mine, Add)
    };
    let (a, other, same) = (shifted(3, 1.0)?, shifted(4, 1.0)?, shifted(3, 2.0)?);
    let fetched = fetch(ranks, &a, &a)?;
    let expected: Csr<f64> =
        spgemm::gustavson(&same.all_gather::<Csr<f64>>(ranks)?, &a.all_gather::<Csr<f64>>(ranks)?)?;
    assert_eq!(fetched.multiply(ranks, &same)?.all_gather::<Csr<f64>>(ranks)?, expected);
    let refused = fetched.multiply(ranks, &other);
    if a.exchange().needed() == other.exchange().needed() {
        // One rank needs nothing of others.
        refused?;
    } else {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Mismatch)
    }
    Ok(())
}

/// The same entries on other ranks.
fn other_cuts<R: Communicator>(ranks: &R) -> Result<()> {
    for a in matrices() {
        let spread = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
        let work: Vec<usize> = (0..a.shape()[0]).map(|row| row * row % 7).collect();
        let cut = [
            Partition::by_work(&work, ranks.count()),
            Partition::even(a.shape()[1], ranks.count()),
        ];
        let again = spread.redistribute(ranks, cut.clone())?;
        assert_eq!(
            ([again.rows(), again.columns()], again.all_gather::<Csr<f64>>(ranks)?),
            ([&cut[0], &cut[1]], a.clone())
        );
        let x = DistributedVector::from_fn(ranks, spread.columns(), value)?;
        let recut = x.redistribute(ranks, &cut[1])?;
        assert_eq!(
            (recut.partition(), recut.all_gather(ranks)?),
            (&cut[1], x.all_gather(ranks)?)
        );
        let same = DistributedVector::from_own(ranks, &cut[1], recut.own().to_vec())?;
        assert_eq!(
            bits(&again.spmv(ranks, &same)?.all_gather(ranks)?),
            bits(&spread.spmv(ranks, &x)?.all_gather(ranks)?)
        );
        let longer = Partition::even(a.shape()[1] + 1, ranks.count());
        assert_eq!(x.redistribute(ranks, &longer).unwrap_err().kind(), ErrorKind::Mismatch);
        let cut = [cut[0].clone(), longer];
        assert_eq!(spread.redistribute(ranks, cut).unwrap_err().kind(), ErrorKind::Mismatch)
    }
    Ok(())
}

/// Entries come from any rank, some of them from several, and are combined in the order of ranks.
fn entries_of_any_rank<R: Communicator>(ranks: &R) -> Result<()> {
    for a in matrices() {
        let shape = [a.shape()[0], a.shape()[1]];
        let spread = DistributedMatrix::<Csr<f64>>::from_triplets(ranks, shape, some_entries(ranks, &a), Add)?;
        assert_eq!(spread.all_gather::<Csr<f64>>(ranks)?, a);
        // Cut as one process cuts that knows all rows.
        let whole = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
        assert_eq!((spread.rows(), spread.columns()), (whole.rows(), whole.columns()))
    }
    let same = [([1, 2], ranks.rank() as i64)];
    let least = DistributedMatrix::<Csr<i64>>::from_triplets(ranks, [3, 4], same, Overwrite)?;
    assert_eq!(
        least.all_gather::<Csr<i64>>(ranks)?.get([1, 2]),
        Some(ranks.count() as i64 - 1)
    );
    Ok(())
}

fn sums_and_gathering<R: Communicator>(ranks: &R) -> Result<()> {
    let numbers = all_gather(ranks, ranks.rank() as u32 * 3)?;
    assert_eq!(
        numbers,
        (0..ranks.count() as u32).map(|rank| rank * 3).collect::<Vec<_>>()
    );
    let flags = all_gather(ranks, ranks.rank() % 2 == 1)?;
    assert!(flags.iter().enumerate().all(|(rank, &flag)| flag == (rank % 2 == 1)));
    let mut in_order = 0.0;
    for rank in 0..ranks.count() {
        in_order += value(rank)
    }
    assert_eq!(all_sum(ranks, value(ranks.rank()))?.to_bits(), in_order.to_bits());
    let cut = Partition::by_work(&[9, 1, 1, 1, 1, 1, 1, 1, 1, 1], ranks.count());
    let x = DistributedVector::from_fn(ranks, &cut, value)?;
    assert_eq!(x.all_gather(ranks)?, (0..10).map(value).collect::<Vec<_>>());
    let dot: f64 = (0..10).map(|i| value(i) * value(i)).sum();
    assert!((x.dot(ranks, &x)? - dot).abs() < 1e-9);
    Ok(())
}

/// Every rank needs every third entry, and tells the owners.
fn what_is_told<R: Communicator>(ranks: &R) -> Result<()> {
    let cut = Partition::even(31, ranks.count());
    let own = cut.range(ranks.rank());
    let needed = (0..31).filter(|i| i % 3 == 0 && !own.contains(i)).collect();
    let exchange = Exchange::new(ranks, &cut, needed)?;
    assert!((0..exchange.places()).all(|place| exchange.place(exchange.index(place)) == Some(place)));
    let told = exchange
        .needed()
        .iter()
        .map(|&index| (exchange.place(index).unwrap(), [index as u64, ranks.rank() as u64]));
    let mut heard = 0;
    exchange.tell(ranks, told.collect::<Vec<_>>(), |rank, at, [index, teller]| {
        assert_eq!((own.start + at, rank), (index as usize, teller as usize));
        heard += 1
    })?;
    let thirds = own.clone().filter(|i| i % 3 == 0).count();
    assert_eq!(heard, thirds * (ranks.count() - 1));
    // The way back adds up what all have for an entry.
    let ones = vec![1_i32; exchange.places()];
    let mut sums = Vec::new();
    exchange.give_back(ranks, &ones, &mut sums, |one, other| one + other)?;
    let expected = own.map(|i| if i % 3 == 0 { ranks.count() as i32 } else { 1 });
    assert_eq!(sums, expected.collect::<Vec<_>>());
    Ok(())
}

fn files<R: Communicator>(ranks: &R) -> Result<()> {
    let header = "%%MatrixMarket matrix coordinate real";
    let texts = [
        ("general", "3 4 3\n1 4 2.5\n3 1 -1\n3 1 4\n"),
        ("symmetric", "3 3 3\n1 1 2.5\n3 1 -1\n3 2 4\n"),
        ("skew-symmetric", "3 3 2\n2 1 2.5\n3 1 -1\n"),
    ];
    let folder = std::env::temp_dir().join(format!("finch-distributed-{}-{}", std::process::id(), ranks.rank()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut paths = real();
    for (symmetry, text) in texts {
        let path = folder.join(format!("{symmetry}-{}.mtx", ranks.count()));
        std::fs::write(&path, format!("{header} {symmetry}\n{text}")).unwrap();
        paths.push(path)
    }
    for path in paths {
        // Later entries of a place replace earlier ones.
        let expected: Csr<f64> =
            matrix_market::Options::default().read_with(std::fs::File::open(&path).unwrap(), Overwrite)?;
        let spread: DistributedMatrix<Csr<f64>> = read_matrix_market(ranks, &path, Overwrite)?;
        assert_eq!(spread.all_gather::<Csr<f64>>(ranks)?, expected, "{}", path.display());
        if expected.shape()[0] == expected.shape()[1] {
            let (graph, spread) = (
                Graph::read_matrix_market(&path)?,
                DistributedGraph::read_matrix_market(ranks, &path)?,
            );
            assert_eq!(spread.rows().all_gather::<CsrPattern>(ranks)?, *graph.rows());
            assert_eq!(spread.columns().all_gather::<CsrPattern>(ranks)?, *graph.columns())
        }
    }
    // A size that a few entries do not justify is refused before anything is allocated for it.
    let path = folder.join("claims.mtx");
    for (size, message) in [
        ("9000000 9000000 1", "9000000 rows are too many to have a pointer each"),
        ("9000000000000 9000000000000 1", "9000000000000 rows are more than"),
        ("3 4 1", "has as many rows as columns, not 3 and 4"),
    ] {
        std::fs::write(&path, format!("{header} general\n{size}\n1 1 1\n")).unwrap();
        let error = DistributedGraph::read_matrix_market(ranks, &path)
            .unwrap_err()
            .to_string();
        assert!(error.contains(message) && error.contains("claims.mtx"), "{error}")
    }
    std::fs::remove_dir_all(&folder).unwrap();
    Ok(())
}

/// What all ranks are told alike.
fn mistakes<R: Communicator>(ranks: &R) -> Result<()> {
    let even = Partition::even(10, ranks.count());
    let kind = |result: Result<()>| result.unwrap_err().kind();
    let a = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &matrices()[1])?;
    let other = DistributedVector::from_fn(ranks, &even, value)?;
    assert_eq!(kind(a.spmv(ranks, &other).map(drop)), ErrorKind::Mismatch);
    assert_eq!(kind(a.spmv_transposed(ranks, &other).map(drop)), ErrorKind::Mismatch);
    assert_eq!(kind(product(ranks, &a, &a).map(drop)), ErrorKind::Mismatch);
    let all = Partition::even(10, ranks.count() + 1);
    assert_eq!(
        kind(DistributedVector::from_fn(ranks, &all, value).map(drop)),
        ErrorKind::Invalid
    );
    assert_eq!(
        kind(Exchange::new(ranks, &all, Vec::new()).map(drop)),
        ErrorKind::Invalid
    );
    assert_eq!(
        kind(Exchange::new(ranks, &even, vec![10]).map(drop)),
        ErrorKind::OutOfBounds
    );
    assert_eq!(
        kind(Exchange::new(ranks, &even, vec![3, 3]).map(drop)),
        ErrorKind::Invalid
    );
    let outside = DistributedMatrix::<Csr<f64>>::from_triplets(ranks, [2, 2], [([2, 0], 1.0)], Add);
    assert_eq!(kind(outside.map(drop)), ErrorKind::OutOfBounds);
    let own = vec![0.0; even.range(ranks.rank()).len() + 1];
    assert_eq!(
        kind(DistributedVector::from_own(ranks, &even, own).map(drop)),
        ErrorKind::Mismatch
    );
    let huge = DistributedMatrix::<Csr<f64>>::from_triplets(ranks, [1 << 60, 3], [], Add);
    assert_eq!(kind(huge.map(drop)), ErrorKind::TooLarge);
    let rows = DistributedMatrix::<CsrPattern>::from_triplets(ranks, [4, 5], [([1, 4], true)], Or)?;
    assert_eq!(
        kind(DistributedGraph::from_rows(ranks, rows).map(drop)),
        ErrorKind::Mismatch
    );
    let graph = DistributedGraph::from_graph(ranks, &graphs()[4])?;
    assert_eq!(kind(search(ranks, &graph, &[5]).map(drop)), ErrorKind::OutOfBounds);
    assert_eq!(
        kind(PageRank::new().damping(1.0).run_distributed(ranks, &graph).map(drop)),
        ErrorKind::Invalid
    );
    assert_eq!(
        kind(Partition::from_starts(vec![0, 3, 2]).map(drop)),
        ErrorKind::Invalid
    );
    Ok(())
}
