#!/usr/bin/env python3
"""Erosion, masked histograms and blending beside OpenCV, one thread each.

    python3 -m venv venv && venv/bin/pip install opencv-python-headless numpy
    cargo build --release -p finch-benches --bin measure --no-default-features --features cases
    venv/bin/python benches/peers/opencv.py target/release/measure $FINCH_DATA/images

Both sides work on the same pixels: what is below 128 is on, outside counts as on. Images of one size are stacked into one tall image
(MNIST, Omniglot, the sketches), and any image of less than 2^18 pixels is stacked with itself, so that what a call costs
flatters nobody. The two run in turns, and the least time of each counts. Numbers of pixels that are on must agree.
Ratios are OpenCV's time divided by ours: above 1 ours is faster.
"""

import argparse, json, math, os, subprocess, sys, tempfile, time

try:
    import cv2
    import numpy as np
except ImportError as missing:
    sys.exit(f"{missing.name} is not installed: pip install opencv-python-headless numpy")

SMALL = 1 << 18


def images(folder):
    """Pairs of a set and a name, with pixels."""
    with open(os.path.join(folder, "mnist", "images-idx3-ubyte"), "rb") as file:
        data = np.frombuffer(file.read(), np.uint8)
    count, rows, columns = (int(n) for n in data[4:16].view(">u4"))
    # Light on dark: turned round, so that strokes are ink.
    yield "mnist", "mnist", 255 - data[16:].reshape(count * rows, columns)
    for part in ("omniglot", "sketches"):
        files = sorted(os.listdir(os.path.join(folder, part)))
        stack = [cv2.imread(os.path.join(folder, part, name), cv2.IMREAD_GRAYSCALE) for name in files]
        yield part, part, np.vstack(stack)
    for part in ("dip3e_masks", "masks", "documents"):
        for name in sorted(os.listdir(os.path.join(folder, part))):
            yield part, os.path.splitext(name)[0], cv2.imread(os.path.join(folder, part, name), cv2.IMREAD_GRAYSCALE)


def of_runs(length):
    """A grey image whose rows are runs of `length` pixels of random levels."""
    random = np.random.default_rng(length)
    levels = random.integers(0, 256, (512, -(-4096 // length)), dtype=np.uint8)
    return np.ascontiguousarray(levels.repeat(length, axis=1)[:, :4096])


def best(work, seconds):
    """The least time of at least seven calls, behind one that is not timed."""
    work()
    least, end, laps = math.inf, time.perf_counter() + seconds, 0
    while laps < 7 or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
        laps += 1
    return least


def ours(measure, kernel, path, magnify, iterations, reps):
    words = [measure, kernel, path, "--json", "--reps", str(reps), "--magnify", str(magnify), "--iterations", str(iterations)]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return {(row["impl"], row["format"]): row["min_s"] for row in rows}, rows[0]["check"]


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def peer(kernel, grey, iterations):
    """What OpenCV does, and the check."""
    ink = ((grey < 128) * 255).astype(np.uint8)
    out = np.empty_like(ink)
    if kernel == "erode":
        square = np.ones((3, 3), np.uint8)
        work = lambda: cv2.erode(ink, square, out, iterations=iterations)
        work()
        return work, int((out != 0).sum())
    if kernel == "histogram":
        work = lambda: cv2.calcHist([grey], [0], ink, [16], [0, 256])
        return work, int(work().sum())
    mirror = np.ascontiguousarray(grey[:, ::-1])
    return lambda: cv2.addWeighted(grey, 0.3, mirror, 0.7, 0, out), grey.size


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measure")
    parser.add_argument("folder")
    parser.add_argument("--kernels", default="erode,histogram,blend")
    parser.add_argument("--magnify", default="1,4,16")
    parser.add_argument("--iterations", default="1,2,4")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--most", type=int, default=70_000_000, help="pixels; of larger images, the middle, marked by *")
    parser.add_argument("--sets", default="", help="only these, by commas")
    parser.add_argument("--runs", default="", help="blends images of runs of these lengths instead")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"OpenCV {cv2.__version__}, {time.strftime('%Y-%m-%d')}, one thread; milliseconds, and OpenCV's time divided by ours")
    with tempfile.TemporaryDirectory() as scratch:
        for length in [int(n) for n in options.runs.split(",") if n]:
            line(options, length, scratch)
        for kernel in [] if options.runs else options.kernels.split(","):
            for iterations in [int(n) for n in options.iterations.split(",")] if kernel == "erode" else [1]:
                for magnify in [int(n) for n in options.magnify.split(",")] if kernel == "erode" else [1]:
                    table(options, kernel, iterations, magnify, scratch)


def line(options, length, scratch):
    """Blending of an image of runs and its mirror image."""
    grey, path = of_runs(length), os.path.join(scratch, "runs.pgm")
    with open(path, "wb") as file:
        file.write(b"P5 %d %d 255\n" % (grey.shape[1], grey.shape[0]) + grey.tobytes())
    work, _ = peer("blend", grey, 1)
    theirs, least = math.inf, math.inf
    for _ in range(options.rounds):
        theirs = min(theirs, best(work, 0.05))
        rows, _ = ours(options.measure, "blend", path, 1, 1, 30)
        least = min(least, rows["finch", "runs"])
    print(f"blend, runs of {length:5}: opencv {theirs * 1e3:8.4f}, finch runs {least * 1e3:8.4f}, {theirs / least:7.2f}x", flush=True)


def table(options, kernel, iterations, magnify, scratch):
    print(f"\n{kernel}, {iterations} iterations, magnified {magnify} times")
    header, ratios = None, {}
    for part, name, grey in images(options.folder):
        if options.sets and part not in options.sets.split(","):
            continue
        if grey.size < SMALL:
            grey = np.vstack([grey] * -(-SMALL // grey.size))
        if grey.size * magnify**2 > options.most:
            # The middle of what is too large.
            shrink = math.sqrt(options.most / (grey.size * magnify**2))
            rows, columns = (max(1, int(extent * shrink)) for extent in grey.shape)
            top, left = (grey.shape[0] - rows) // 2, (grey.shape[1] - columns) // 2
            grey = np.ascontiguousarray(grey[top : top + rows, left : left + columns])
            name += "*"
        path = os.path.join(scratch, f"{part}.pgm")
        with open(path, "wb") as file:
            file.write(b"P5 %d %d 255\n" % (grey.shape[1], grey.shape[0]) + grey.tobytes())
        large = grey.repeat(magnify, 0).repeat(magnify, 1) if magnify > 1 else grey
        work, check = peer(kernel, large, iterations)
        reps = max(7, min(300, int(3e7 / large.size)))
        theirs, least = math.inf, {}
        for _ in range(options.rounds):
            theirs = min(theirs, best(work, 0.05))
            rows, count = ours(options.measure, kernel, path, magnify, iterations, reps)
            if count != check:
                sys.exit(f"{name}: {count} pixels are on, by OpenCV {check}")
            for row, seconds in rows.items():
                least[row] = min(seconds, least.get(row, math.inf))
        if header is None:
            header = list(least)
            print(f"{'':28}{'pixels':>11}{'opencv':>10}" + "".join(f"{impl + ' ' + form:>19}" for impl, form in header))
        cells = ""
        for row in header:
            ratios.setdefault(part, {}).setdefault(row, []).append(theirs / least[row])
            cells += f"{least[row] * 1e3:11.4f}{theirs / least[row]:7.2f}x"
        print(f"{name[:27]:28}{large.size:11}{theirs * 1e3:10.4f}{cells}", flush=True)
    everything = {}
    for part, rows in ratios.items():
        print(f"{'mean of ' + part:49}" + "".join(f"{mean(rows[row]):18.2f}x" for row in header))
        for row in header:
            everything.setdefault(row, []).extend(rows[row])
    if header:
        print(f"{'geometric mean':49}" + "".join(f"{mean(everything[row]):18.2f}x" for row in header))
        print(f"{'least':49}" + "".join(f"{min(everything[row]):18.2f}x" for row in header))


main()
