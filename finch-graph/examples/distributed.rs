//! PageRank and breadth-first search over a graph that is spread over processes.
//!
//!     cargo build --release -p finch-graph --features mpi --example distributed
//!     mpirun -n 4 target/release/examples/distributed links.mtx
//!
//! Without MPI, ranks are threads:
//!
//!     cargo run --release -p finch-graph --features distributed --example distributed -- links.mtx --ranks 4

mod common;

use common::command::{Arguments, Outcome, Progress as Line, run};
use finch_graph::distributed::{DistributedGraph, search};
use finch_graph::generate;
use finch_graph::page_rank::PageRank;
use finch_graph::prelude::*;
use finch_kernels::distributed::{Communicator, all_gather, on_threads};
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "distributed [edges] [options]
  edges              a Matrix Market file (.mtx, .mtx.gz), whose entries are edges, directed unless it is symmetric; without one, a generated graph of 2^16 vertices
  --ranks <n>        on how many threads, where `mpirun` has not started this (2)
  --tolerance <t>    the sum of changes at which PageRank stops (1e-9)
  --rounds <n>       how many steps it takes at most (200)";

fn main() -> ExitCode {
    run(HELP, |arguments| {
        arguments.at_most(1)?;
        // Open MPI, MPICH and Slurm set one of these for the processes that they start.
        #[cfg(feature = "mpi")]
        if ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"]
            .iter()
            .any(|name| std::env::var_os(name).is_some())
        {
            return Ok(finch_kernels::distributed::mpi::run(|ranks| work(ranks, &arguments))?);
        }
        let count = arguments.number("--ranks", 2)?;
        if count == 0 {
            return Err("--ranks is at least 1".into());
        }
        on_threads(count, |ranks| work(ranks, &arguments))?;
        Outcome::Ok(())
    })
}

/// What every rank does; the first one tells of it.
fn work(ranks: &impl Communicator, arguments: &Arguments) -> Result<(), Error> {
    let wrong = |error: Box<dyn std::error::Error>| Error::new(ErrorKind::Invalid, error.to_string());
    let begin = Instant::now();
    let graph = match arguments.files.first() {
        Some(path) => DistributedGraph::read_matrix_market(ranks, path)?,
        None => DistributedGraph::from_graph(ranks, &generate::kronecker(16, 16, 1)?)?,
    };
    let first = ranks.rank() == 0;
    let edges = all_gather(ranks, graph.rows().local().count_stored() as u64)?;
    let vertices = (0..ranks.count()).map(|rank| graph.partition().range(rank).len());
    if first {
        println!(
            "{} vertices and {} edges, in {:.1?}",
            graph.vertices(),
            edges.iter().sum::<u64>(),
            begin.elapsed()
        );
        for (rank, (vertices, edges)) in vertices.zip(&edges).enumerate() {
            println!("  rank {rank}: {vertices} vertices, {edges} edges")
        }
    }

    let (begin, before) = (Instant::now(), ranks.bytes_sent());
    let mut line = Line::new();
    let mut tell = |progress: finch_graph::Progress| {
        if first {
            line.tell(|| format!("step {} of at most {}", progress.round, progress.total))
        }
    };
    let found = PageRank::new()
        .tolerance(arguments.number("--tolerance", 1e-9).map_err(wrong)?)
        .rounds(arguments.number("--rounds", 200).map_err(wrong)?)
        .progress(&mut tell)
        .run_distributed(ranks, &graph)?;
    drop(line);
    let took = begin.elapsed();
    let sent = all_gather(ranks, ranks.bytes_sent() - before)?;
    let planned = graph.columns().exchange().planned_bytes(8) + 16 * (ranks.count() as u64 - 1);
    let planned = all_gather(ranks, planned * found.rounds() as u64)?;
    // The greatest rank, and the lowest vertex that has it.
    let own = found.values().own().iter().zip(found.values().range());
    let best = own.fold(
        (0.0, u64::MAX),
        |best, (&rank, at)| if rank > best.0 { (rank, at as u64) } else { best },
    );
    let (greatest, of) = (all_gather(ranks, best.0)?, all_gather(ranks, best.1)?);
    let best = greatest.iter().zip(of).fold(
        (0.0, 0),
        |best, (&rank, at)| if rank > best.0 { (rank, at) } else { best },
    );
    if first {
        println!(
            "PageRank {} after {} steps in {took:.1?}: vertex {} has the highest rank, {:.3e}",
            if found.converged() { "converged" } else { "stopped" },
            found.rounds(),
            best.1,
            best.0
        );
        tell_bytes(&sent, &planned)
    }

    let (begin, before) = (Instant::now(), ranks.bytes_sent());
    let sources: Vec<usize> = if graph.vertices() > 0 {
        vec![best.1 as usize]
    } else {
        Vec::new()
    };
    let reached = search(ranks, &graph, &sources)?;
    let took = begin.elapsed();
    let sent = all_gather(ranks, ranks.bytes_sent() - before)?;
    let planned = all_gather(ranks, graph.planned_search_bytes(ranks, reached.depth() + 1))?;
    let expected: u64 = all_gather(ranks, graph.search_bytes(ranks, &reached))?.iter().sum();
    let own = reached
        .levels()
        .own()
        .iter()
        .filter(|&&level| level != NO_VERTEX)
        .count();
    let all: u64 = all_gather(ranks, own as u64)?.iter().sum();
    if first {
        println!(
            "a search from there reaches {all} vertices in {} levels, in {took:.1?}",
            reached.depth() + 1
        );
        tell_bytes(&sent, &planned);
        println!(
            "  all sent {} bytes, where {expected} are expected for these vertices",
            sent.iter().sum::<u64>()
        )
    }
    Ok(())
}

fn tell_bytes(sent: &[u64], planned: &[u64]) {
    for (rank, (sent, planned)) in sent.iter().zip(planned).enumerate() {
        println!("  rank {rank} sent {sent} bytes, of {planned} that were planned at most")
    }
}
