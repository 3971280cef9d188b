#!/bin/sh
# Runs the suites `parallel` and `all_parallel` under ThreadSanitizer, with a nightly compiler and gcc: tests/tsan/run.sh [runs] [suite ..]
#
# It takes no sources of std. What std does is not instrumented then, and looks like races: `std.c` says what its locks do, and
# `suppressions` names what the harness of tests does. Everything else is built for it: rayon, the engine, the programs of the tests.
#
# Each program runs `runs` times, or 3, in each of three pools, of two and three threads, and for each of the three or four ways in which its
# work is cut; those that end in panics and errors once. `tests/tsan/run.sh 112` is a thousand runs of each at least. Programs that run
# for several inputs, two of `levels` and twenty of `formats` at least, run less often for each. A finding ends it with status 66.
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
runs=${1:-3}
[ $# = 0 ] || shift
suites=${*:-parallel all_parallel}

# run how_often suite [tests]
run() {
    FINCH_RUNS=$1 RUSTFLAGS="$flags" RUST_MIN_STACK=16777216 FINCH_POOLS=2,3,3 \
        TSAN_OPTIONS="suppressions=$PWD/tests/tsan/suppressions history_size=4" \
        cargo +nightly test --config profile.dev.opt-level=1 --target "$target" --target-dir "$made" -p finch-tests --features exhaustive --test "$2" -- $3 --test-threads=1 --nocapture
}
for suite in $suites; do
    case $suite in
    all_parallel)
        run "$runs" all_parallel kernels::
        run $(((runs + 1) / 2)) all_parallel levels::
        run $(((runs + 19) / 20)) all_parallel formats::
        ;;
    *) run "$runs" "$suite" ;;
    esac
done
