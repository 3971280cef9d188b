//! Kernels of `measure` over graphs: everybody agrees, and with what is known of files.

use crate::{LADDER, measured, rows};
use finch_benches::measure::graphs::{GraphKernel, Problem};
use finch_benches::measure::row::check_rows;
use std::path::Path;

#[test]
fn every_kernel_has_its_rows() {
    for kernel in GraphKernel::ALL {
        let rows = rows(&[kernel.name(), "kronecker-5"]);
        assert_eq!(rows[0]["impl"], "hand");
        assert!(rows.iter().any(|row| row["impl"] == "finch"));
        for row in &rows {
            assert_eq!((&row["kernel"], &row["reps"]), (&kernel.name().into(), &1.into()));
            assert!(row["min_s"].as_f64().expect("seconds") <= row["median_s"].as_f64().expect("seconds"));
        }
        #[cfg(feature = "peers")]
        {
            let has = !matches!(
                kernel,
                GraphKernel::Triangles | GraphKernel::PageRank | GraphKernel::KCore | GraphKernel::Betweenness
            );
            assert_eq!(rows.iter().any(|row| row["impl"] == "petgraph"), has, "{kernel:?}");
        }
    }
    let table = measured(&["bfs", LADDER, "--reps", "2"]).expect("a table");
    assert!(table.contains("bfs over ladder: 480 vertices, "), "{table}");
    // Some of its values are negative, which makes a cycle of an edge.
    let error = measured(&["bellman-ford", LADDER]).unwrap_err();
    assert!(error.starts_with("a cycle of negative length"), "{error}");
    let help = measured(&["--help"]).expect("help");
    for kernel in GraphKernel::ALL {
        assert!(help.contains(&format!("\n  {} ", kernel.name())), "{help}")
    }
}

#[test]
fn what_is_no_graph_is_refused() {
    assert!(
        measured(&["bfs", "no/such.mtx"])
            .unwrap_err()
            .starts_with("no/such.mtx: ")
    );
    assert!(measured(&["bfs", "uniform-40"]).unwrap_err().contains("2^40"));
    assert!(
        measured(&["search", LADDER])
            .unwrap_err()
            .contains(", bfs, bellman-ford, ")
    );
}

/// Everybody's answers over a graph: their sum.
fn agreed(kernel: GraphKernel, name: &str) -> Option<f64> {
    let problem = Problem::of(kernel, name, Path::to_path_buf).expect("a graph");
    // A cycle of negative length.
    let mut rows = problem.rows().ok()?;
    check_rows([kernel.name(), name], problem.magnitude(), &mut rows).unwrap_or_else(|error| panic!("{error}"));
    Some(rows[0].check)
}

#[test]
fn generated_graphs() {
    for name in ["kronecker-6", "uniform-6"] {
        for kernel in GraphKernel::ALL {
            assert!(agreed(kernel, name).expect("an answer") > 0.0);
        }
    }
}

#[test]
fn small_files_give_what_is_known_of_them() {
    let Some(folder) = finch_benches::data::folder() else {
        eprintln!("FINCH_DATA is not set: answers were compared with each other only");
        return;
    };
    let facts = std::fs::read_to_string(folder.join("facts_graphs.csv")).expect("facts");
    for line in facts.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let file = folder.join("graphs").join(cells[0]);
        let wanted = |cell: usize| cells[cell].parse::<f64>().ok();
        if wanted(1) > Some(3000.0) {
            continue;
        }
        let name = file.to_string_lossy();
        assert_eq!(agreed(GraphKernel::Bfs, &name), wanted(7), "{line}");
        assert_eq!(agreed(GraphKernel::Triangles, &name), wanted(3), "{line}");
        assert_eq!(agreed(GraphKernel::Components, &name), wanted(4), "{line}");
        for kernel in [GraphKernel::PageRank, GraphKernel::KCore, GraphKernel::Betweenness] {
            agreed(kernel, &name);
        }
        let (sum, wanted) = (agreed(GraphKernel::BellmanFord, &name), wanted(9));
        if let Some(nearest) = agreed(GraphKernel::ShortestPaths, &name) {
            assert!(
                sum.is_some_and(|sum| (sum - nearest).abs() <= 1e-9 * sum),
                "{line}: {nearest}"
            )
        }
        // What is known of this one was found without its edges of length 0.
        if let (Some(sum), Some(wanted)) = (sum, wanted)
            && cells[0] != "road_monaco.mtx"
        {
            assert!((sum - wanted).abs() <= 1e-9 * wanted, "{line}: {sum}")
        }
    }
}
