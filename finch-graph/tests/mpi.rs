//! Ranks that are processes of MPI: what they find together, and how they end.
//!
//! Started by itself, this starts itself under `mpirun` with 1, 2 and 5 ranks, and says so if there is none.

#[path = "distributed/checks/mod.rs"]
mod checks;

use finch_kernels::distributed::mpi::{self, MpiCommunicator};
use finch_kernels::distributed::{Communicator, all_sum};
use finch_kernels::{Error, ErrorKind};
use std::process::{Command, Output};

/// What the processes under `mpirun` are to do.
const ROLE: &str = "FINCH_MPI_ROLE";

fn main() -> Result<(), Error> {
    match std::env::var(ROLE).as_deref() {
        Ok("checks") => mpi::run(|ranks| {
            for (name, check) in checks::all::<MpiCommunicator>() {
                check(ranks).map_err(|error| error.context(name))?
            }
            assert!(all_sum(ranks, 1.0)? == ranks.count() as f64);
            Ok(())
        }),
        Ok("error") => mpi::run(|ranks| {
            all_sum(ranks, 1.0)?;
            if ranks.rank() == 1 {
                return Err(Error::new(ErrorKind::Invalid, "the only one that fails"));
            }
            all_sum(ranks, 1.0).map(drop)
        }),
        Ok("panic") => mpi::run(|ranks| {
            assert!(ranks.rank() != 1, "the only one that panics");
            all_sum(ranks, 1.0).map(drop)
        }),
        Ok("twice") => {
            mpi::run(|_| Ok(()))?;
            let again = mpi::run(|_| Ok(())).unwrap_err();
            assert_eq!(again.kind(), ErrorKind::Lifecycle);
            Ok(())
        }
        _ => {
            start_all();
            Ok(())
        }
    }
}

fn start_all() {
    if Command::new("mpirun").arg("--version").output().is_err() {
        println!("test result: there is no `mpirun`: what ranks of MPI do was not tested");
        return;
    }
    let mut passed = 0;
    let mut expect = |ranks: usize, role: &str, code: Option<i32>, message: &str| {
        let output = start(ranks, role);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), code, "{role} on {ranks} ranks: {text}");
        assert!(text.contains(message), "{role} on {ranks} ranks: {text}");
        passed += 1
    };
    for ranks in [1, 2, 5] {
        expect(ranks, "checks", Some(0), "")
    }
    expect(2, "error", Some(1), "rank 1 of 2: the only one that fails");
    expect(3, "panic", Some(101), "the only one that panics");
    expect(2, "twice", Some(0), "");
    println!("test result: ok. {passed} passed; 0 failed");
}

fn start(ranks: usize, role: &str) -> Output {
    let mut command = Command::new("mpirun");
    command.args([
        "--oversubscribe",
        "--allow-run-as-root",
        "--timeout",
        "300",
        "-n",
        &ranks.to_string(),
    ]);
    command.arg(std::env::current_exe().unwrap()).env(ROLE, role);
    command.output().unwrap()
}
