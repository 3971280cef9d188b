#!/bin/sh
# What programs cost the compiler: seconds of processor time and bytes of code, on top of an empty program over the same
# operands. Usage: benches/growth.sh [name ..]; without names, all programs of benches/growth/main.rs, and the table is
# recorded in benches/results/growth.txt.
set -eu
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}

build() { # name: builds it, and prints seconds and bytes
    touch benches/growth/main.rs
    log=$(mktemp)
    # The least of three, since other things run on the machine too.
    best=
    for _ in 1 2 3; do
        touch benches/growth/main.rs
        { /usr/bin/time -p cargo rustc -q --release -p finch-benches --no-default-features --features growth --bin growth -- \
            --cfg growth --cfg "growth=\"$1\""; } 2>"$log" || { cat "$log" >&2; exit 1; }
        seconds=$(awk '$1 == "user" { print $2 }' "$log")
        best=$(echo "$seconds ${best:-$seconds}" | awk '{ print ($1 < $2) ? $1 : $2 }')
    done
    rm -f "$log"
    echo "$best $(size "$target/release/growth" | awk 'NR == 2 { print $1 + $2 }')"
}

table() {
    echo "what programs cost the compiler, on top of an empty one: seconds of processor time, and kilobytes of code"
    echo "$(date +%F), $(awk -F': *' '/model name/ { print $2; exit }' /proc/cpuinfo), $(rustc --version | cut -d' ' -f1,2), release profile"
    echo
    # Once for the dependencies.
    build empty >/dev/null
    set -- "$(build empty)" "$@"
    empty=$1
    shift
    printf '%-28s %8s %10s\n' program seconds kilobytes
    printf '%-28s %8.2f %10.1f   (alone)\n' empty $(echo "$empty" | awk '{ print $1, $2 / 1000 }')
    for name; do
        figures=$(build "$name")
        printf '%-28s %8.2f %10.1f\n' "$name" \
            $(echo "$figures $empty" | awk '{ print $1 - $3, ($2 - $4) / 1000 }')
    done
}

if [ $# -gt 0 ]; then
    table "$@"
else
    names=$(sed -n 's/^    "\([a-z0-9-]*\)" [a-z_0-9]*: |o|.*/\1/p' benches/growth/main.rs)
    table $names | tee benches/results/growth.txt
fi
