#!/bin/sh
# Instructions of kernels and of their hand-written twins, counted by valgrind's callgrind, over the files that `ratios`
# races over. Usage: benches/instructions.sh [--files n] [kernel ..]; without kernels, those that have targets, and the
# table is recorded in benches/results/instructions.txt. Needs FINCH_DATA. A run before the counted one allocates outputs.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
files=20
if [ "${1:-}" = --files ]; then
    files=$2
    shift 2
fi
cargo build -q --release -p finch-benches --bin ratios
ratios=$target/release/ratios

. benches/count.sh

row() { # name hand finch
    echo "$2 $3" | awk -v name="$1" '{ printf "  %-32s %14d %14d %7.3f\n", name, $1, $2, $2 / $1 }'
}

over_files() { # kernel
    printf '\n%s\n  %-32s %14s %14s %7s\n' "$1" input hand finch ratio
    "$ratios" --list --files "$files" | while read -r file; do
        name=$(basename "$file" .gz)
        row "${name%.mtx}" $(count "$1" "$file")
    done | awk '
        { print; sum += log($4); if ($4 > most) most = $4 }
        END { printf "  %-32s %14s %14s %7.3f   at most %.3f\n", "geometric mean", "", "", exp(sum / NR), most }
    '
}

over_tensors() { # kernel file ..
    kernel=$1
    shift
    printf '\n%s\n  %-32s %14s %14s %7s\n' "$kernel" input hand finch ratio
    for file; do
        name=${file%.gz}
        row "${name%.tns}" $(count "$kernel" "$FINCH_DATA/tensors/$file")
    done
}

table() {
    echo "instructions of kernels and of their hand-written twins, counted by callgrind"
    echo "$(date +%F), $(rustc --version | cut -d' ' -f1,2), $(uname -m), release profile"
    for kernel; do
        case $kernel in
        *-lower | *-lower-* | *-symmetric | *-symmetric-* | *-ragged | *-ragged-*)
            printf '\n%s, 2001000 stored\n' "$kernel"
            row "" $(count "$kernel" 2001000)
            ;;
        dot | add | multiply | add-three | sum-three | gallop-dot | gallop-or-walk | sum-runs | dot-runs | prefix-sums | \
            recurrence)
            printf '\n%s, 100000 stored\n' "$kernel"
            row "" $(count "$kernel" 100000)
            ;;
        enter-*)
            printf '\n%s, 100000 times\n' "$kernel"
            row "" $(count "$kernel" 100000)
            ;;
        mttkrp-* | einsum-mttkrp-*) over_tensors "$kernel" kg_nations.tns kg_kinships.tns snap_CollegeMsg_day.tns.gz \
            splatt_med.tns.gz icews18_test.tns.gz splatt_med4.tns.gz ;;
        einsum-batched-*) over_tensors "$kernel" kg_nations.tns kg_kinships.tns snap_CollegeMsg_day.tns.gz splatt_med.tns.gz ;;
        *) over_files "$kernel" ;;
        esac
    done
}

if [ $# -gt 0 ]; then
    table "$@"
else
    table spmv-gather spmv-scatter spgemm moments dot add add-three gallop-dot multiply sum-three | tee benches/results/instructions.txt
fi
