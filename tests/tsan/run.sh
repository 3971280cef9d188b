#!/bin/sh
# Runs the suites `parallel` and `all_parallel` under ThreadSanitizer, with a nightly compiler and gcc: tests/tsan/run.sh [how often]
#
# It takes no sources of std. What std does is not instrumented then, and looks like races: `std.c` says what its locks do, and
# `suppressions` names what the harness of tests does. Everything else is built for it: rayon, the engine, the programs of the tests. The
# suites run in three pools, of two and three threads, each program three times in each, or as often as FINCH_RUNS says, for each of the three or
# four ways in which its work is cut and for each input; those that end in panics and errors once. `FINCH_RUNS=6 tests/tsan/run.sh 19` makes that
# a thousand runs at least. A finding ends it with status 66.
set -e
cd "$(dirname "$0")"
target=$(rustc +nightly -vV | sed -n 's/host: //p')
made=${CARGO_TARGET_DIR:-$PWD/../../target}/tsan
mkdir -p "$made"

# How this compiler calls these functions.
rustc +nightly -O --crate-name names -o "$made/names" - <<'PROGRAM'
use std::sync::{Condvar, Mutex, Once};
fn main() {
    let (mutex, condvar, once) = (Mutex::new(0), Condvar::new(), Once::new());
    once.call_once(|| condvar.notify_one());
    if std::env::args().count() > 1 {
        drop(condvar.wait(mutex.lock().unwrap()))
    }
}
PROGRAM
flags="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
defined=
for name in LOCK:mutex5futex:14lock_contended WAIT:condvar5futex:4wait ONCE:once5futex:4call; do
    pattern="_R[A-Za-z0-9_]*$(echo "$name" | cut -d: -f2)[A-Za-z0-9_]*$(echo "$name" | cut -d: -f3)"
    symbol=$(nm "$made/names" | grep -oE "$pattern\$" | head -n 1)
    defined="$defined -D${name%%:*}=$symbol"
    flags="$flags -Clink-arg=-Wl,--wrap=$symbol"
done
gcc -c -O1 $defined std.c -o "$made/std.o"
flags="$flags -Clink-arg=$made/std.o"

cd ../..
runs=${1:-1}
while [ "$runs" -gt 0 ]; do
    RUSTFLAGS="$flags" RUST_MIN_STACK=16777216 FINCH_POOLS=2,3,3 FINCH_RUNS=${FINCH_RUNS:-3} \
        TSAN_OPTIONS="suppressions=$PWD/tests/tsan/suppressions history_size=4" \
        cargo +nightly test --config profile.dev.opt-level=1 --target "$target" --target-dir "$made" -p finch-tests --features exhaustive --test parallel --test all_parallel -- --test-threads=1 --nocapture
    runs=$((runs - 1))
done
