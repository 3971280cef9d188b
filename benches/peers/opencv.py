#!/usr/bin/env python3
"""OpenCV: erosion and dilation by a square of 3 by 3, masked histograms, blending, distance transforms, components.

    pip install opencv-python-headless numpy
    python benches/peers/opencv.py erode image.png 0.5 2 4        # twice, after each pixel became a square of 4 by 4

Both sides work on the same pixels: what is below 128 is on, outside counts as on. Images of one size are stacked into
one tall image (MNIST, Omniglot, the sketches), and any image of less than 2^18 pixels is stacked with itself, so that
what a call costs flatters nobody. `check` is the number of pixels that are on.

The request `images` writes the images of a folder as PGM files, and lists them: nobody else has to read PNG.
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import cv2
    import numpy as np
except ImportError as error:
    serve.missing("opencv", error.name, "pip install opencv-python-headless numpy")

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
    for length in (5, 20, 100, 500):
        yield "runs", f"runs of {length}", of_runs(length)


def of_runs(length):
    """A grey image whose rows are runs of `length` pixels of random levels."""
    random = np.random.default_rng(length)
    levels = random.integers(0, 256, (512, -(-4096 // length)), dtype=np.uint8)
    return np.ascontiguousarray(levels.repeat(length, axis=1)[:, :4096])


def written(folder, scratch):
    """Writes all images as PGM files, and says where they are."""
    for part, name, grey in images(folder):
        if grey.size < SMALL:
            grey = np.vstack([grey] * -(-SMALL // grey.size))
        path = os.path.join(scratch, f"{part}-{name}.pgm".replace(" ", "-"))
        with open(path, "wb") as file:
            file.write(b"P5 %d %d 255\n" % (grey.shape[1], grey.shape[0]) + grey.tobytes())
        yield {"set": part, "name": name, "path": path, "rows": grey.shape[0], "columns": grey.shape[1]}


class Files:
    """The last file that was read."""

    path = None

    def read(self, path):
        if path != self.path:
            self.image = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
            if self.image is None:
                raise ValueError(f"{path} cannot be read")
            self.path = path
        return self.image


files = Files()


# What distances are measured by, the mask with which they are exact, and what is summed.
DISTANCES = {
    "city-block": (cv2.DIST_L1, cv2.DIST_MASK_3, lambda distances: distances),
    "chessboard": (cv2.DIST_C, cv2.DIST_MASK_3, lambda distances: distances),
    "squared-euclidean": (cv2.DIST_L2, cv2.DIST_MASK_PRECISE, lambda distances: np.rint(distances.astype(float) ** 2)),
}
NEIGHBOURS = {"label-four": 4, "label-eight": 8}


def labels_or_distances(kernel, path):
    """What `others` races: distances of ink to what is not ink, as floats, and labels. Each call makes its result."""
    ink = ((files.read(path) < 128) * 255).astype(np.uint8)
    if kernel in NEIGHBOURS:
        work = lambda: cv2.connectedComponents(ink, connectivity=NEIGHBOURS[kernel])
        # What is not ink counts as a component, of label 0.
        check = lambda: work()[0] - 1
    else:
        metric, mask, summed = DISTANCES[kernel]
        work = lambda: cv2.distanceTransform(ink, metric, mask)
        check = lambda: float(summed(work()).sum(dtype=float))
    return [serve.Run("bytes", "new", work, lambda: (check(), check()))]


def prepare(kernel, path, iterations="1", magnify="1"):
    if kernel in DISTANCES or kernel in NEIGHBOURS:
        return labels_or_distances(kernel, path)
    if kernel not in ("erode", "dilate", "histogram", "blend"):
        return []
    iterations, magnify, grey = int(iterations), int(magnify), files.read(path)
    if magnify > 1:
        grey = grey.repeat(magnify, 0).repeat(magnify, 1)
    ink = ((grey < 128) * 255).astype(np.uint8)
    out = np.empty_like(ink)
    if kernel in ("erode", "dilate"):
        square, operation = np.ones((3, 3), np.uint8), cv2.erode if kernel == "erode" else cv2.dilate
        work, check = lambda: operation(ink, square, out, iterations=iterations), lambda: int((out != 0).sum())
    elif kernel == "histogram":
        work = lambda: cv2.calcHist([grey], [0], ink, [16], [0, 256])
        check = lambda: int(work().sum())
    else:
        mirror = np.ascontiguousarray(grey[:, ::-1])
        work, check = lambda: cv2.addWeighted(grey, 0.3, mirror, 0.7, 0, out), lambda: grey.size
    return [serve.Run("bytes", "reused", work, lambda: (check(), check()))]


cv2.setNumThreads(serve.THREADS)
serve.main("opencv", cv2.__version__, prepare, {"images": written})
