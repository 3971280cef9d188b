#!/bin/bash
# How much slower programs are at `opt-level = 1`, the least that a debug build may be given: milliseconds of each kernel
# at opt-level 1 and in the release profile, alternating, the least of each. Usage: benches/opt_level.sh [kernel ..];
# without kernels, all but those that are their own twin, and the table is recorded in benches/results/opt_level.txt.
# Needs FINCH_DATA.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
cargo build -q --release -p finch-benches --bin ratios
CARGO_TARGET_DIR=$target/opt-level-1 cargo build -q --release --config profile.release.opt-level=1 \
    -p finch-benches --bin ratios

race() { # program kernel: input and milliseconds of finch
    "$1" "$2" --files 3 --seconds 0.5 2>/dev/null |
        awk '$1 == "finch" { print "generated", $2 } NF == 7 && $2 + 0 > 0 { print $1, $4 }'
}

least() { # the smaller of each line of two tables
    paste -d' ' "$1" "$2" | awk '{ print $1, ($2 < $4) ? $2 : $4 }'
}

table() {
    echo "milliseconds of programs at opt-level 1 and in the release profile, interleaved, least of two"
    echo "$(date +%F), $(awk -F': *' '/model name/ { print $2; exit }' /proc/cpuinfo), $(rustc --version | cut -d' ' -f1,2)"
    echo
    printf '%-20s %-28s %10s %10s %7s\n' kernel input release opt-1 ratio
    folder=$(mktemp -d)
    for kernel; do
        for lap in 1 2; do
            race "$target/release/ratios" "$kernel" >"$folder/release$lap"
            race "$target/opt-level-1/release/ratios" "$kernel" >"$folder/one$lap"
        done
        least "$folder/release1" "$folder/release2" >"$folder/release"
        least "$folder/one1" "$folder/one2" >"$folder/one"
        paste -d' ' "$folder/release" "$folder/one" |
            awk -v kernel="$kernel" '{ printf "%-20s %-28s %10.4f %10.4f %7.2f\n", kernel, $1, $2, $4, $4 / $2 }'
    done
    rm -r "$folder"
}

if [ $# -gt 0 ]; then
    table "$@"
else
    table dot add multiply add-three gallop-dot sum-runs dot-runs spmv-gather spmv-scatter spgemm spmspv-walk \
        spmspv-gallop matrix-add matrix-multiply sum-upper sum-band relax | tee benches/results/opt_level.txt
fi
