#!/bin/sh
# One product or sum per format, over a generated matrix of its own kind, beside a loop over the same arrays: instructions
# counted by valgrind's callgrind. Usage: benches/formats.sh [kernel ..]; without kernels, all of them. Prints a table; what
# is recorded, with remarks, is benches/results/formats.txt. A run before the counted one allocates outputs.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
stored=${STORED:-100000}
cargo build -q --release -p finch-benches --no-default-features --features cases --bin ratios
ratios=$target/release/ratios

. benches/count.sh

if [ $# -eq 0 ]; then
    set -- spmv-gather-list spmv-scatter-list spmv-gather-byte-map spmv-scatter-byte-map spmv-gather-coo spmv-scatter-coo \
        spmv-gather-hybrid spmv-scatter-hybrid spmv-gather-lil spmv-gather-separate spmv-gather-pairs spmv-scatter-pairs \
        spmv-gather-dict look-up-dict spgemm-dict spmv-gather-pattern sum-where-bits spmv-gather-point spmv-scatter-point \
        spmv-gather-interval sum-interval spmv-gather-run-list sum-run-list sum-runs spmv-gather-sparse-run-list \
        sum-sparse-run-list spmv-gather-segments spmv-gather-blocks spmv-gather-blocks-fast spmv-scatter-blocks \
        spmv-gather-bands spmv-gather-bands-fast spmv-scatter-bands spmv-gather-bcsr-2 spmv-scatter-bcsr-2 \
        spmv-gather-bcsr-4 spmv-scatter-bcsr-4 spmv-gather-ragged spmv-gather-ragged-fast spmv-scatter-ragged \
        spmv-gather-lower spmv-gather-lower-fast spmv-scatter-lower spmv-gather-symmetric
fi
echo "$(date +%F), $(rustc --version | cut -d' ' -f1,2), $(uname -m), release profile, about $stored stored"
printf '  %-28s %12s %12s %7s\n' kernel hand finch ratio
for kernel; do
    count "$kernel" "$stored" | awk -v name="$kernel" '{ printf "  %-28s %12d %12d %7.3f\n", name, $1, $2, $2 / $1 }'
done
