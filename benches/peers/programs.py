"""The programs `others` and `conversions`: their ratios, taken together for each kernel and each of the others."""

import json, os, shlex, subprocess, sys

import summary

HERE = os.path.dirname(os.path.abspath(__file__))
# Groups of kernels, and the script of a peer that takes part besides.
OTHERS = {
    "graphs": (("components", "cores", "betweenness"), None),
    "images": (("city-block", "chessboard", "squared-euclidean", "label-four", "label-eight"), "opencv.py"),
}


class Failed(Exception):
    """A program ended with an error."""


def lines(path):
    """What a program wrote: a line of JSON for each ratio."""
    with open(path) as file:
        return [json.loads(line) for line in file]


def taken_together(group, lines):
    """A row for each kernel and each of the others. Of conversions, the largest ratio is the worst."""
    found = {}
    for line in lines:
        found.setdefault((line["kernel"], line["beside"]), []).append((line["ratio"], line["input"]))
    for (kernel, other), ratios in found.items():
        values = [value for value, _ in ratios]
        yield {
            "group": group,
            "kernel": kernel,
            "beside": other,
            "inputs": len(ratios),
            "mean": round(summary.mean(values), 4),
            "least": [round(min(ratios)[0], 4), min(ratios)[1]],
            "most": [round(max(ratios)[0], 4), max(ratios)[1]],
            "below": sum(value < 1 for value in values),
        }


def kept(known, run, rows):
    """Puts rows in the place of earlier ones of the same name; runs of which nothing is left are forgotten."""
    name = lambda row: (row["group"], row["kernel"], row["beside"])
    rows = {name(row): {**row, "run": len(known["runs"])} for row in rows}
    known["runs"].append(run)
    old = [rows.pop(name(row), row) for row in known["rows"]]
    known["rows"] = [*old, *rows.values()]
    used = sorted({row["run"] for row in known["rows"]})
    known["runs"] = [known["runs"][number] for number in used]
    for row in known["rows"]:
        row["run"] = used.index(row["run"])


def first_answer(python, peer):
    """A version, or what is missing."""
    said = subprocess.run([python, peer], stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout
    return json.loads(said.split("\n")[0] or "{}")


def commands(folder, python):
    """A name, a group, and the words of a command for each of the programs."""
    for group, (kernels, script) in OTHERS.items():
        words = [os.path.join(folder, "others"), *kernels]
        peer = os.path.join(HERE, script) if script else None
        if peer and "version" in first_answer(python, peer):
            words += ["--beside", f"{python} {peer}"]
        yield group, words
    yield "conversions", [os.path.join(folder, "conversions")]


def run(folder, data, facts, known, scratch, python=sys.executable):
    """Runs the programs that are in the folder, and keeps what they measured."""
    missing = True
    for group, words in commands(folder, python):
        if not os.path.exists(words[0]):
            print(f"{group}: {words[0]} is not built, README.md says how", flush=True)
            continue
        missing, file = False, os.path.join(scratch, f"{group}.json")
        ended = subprocess.run([*words, "--json", file], env={**os.environ, "FINCH_DATA": data})
        if ended.returncode:
            raise Failed(f"{words[0]} ended with status {ended.returncode}")
        said = shlex.join(word.replace(HERE, "benches/peers").replace(python, "python3") for word in words[1:])
        command = f"{os.path.basename(words[0])} {said}".strip()
        kept(known, {**facts, "command": command}, taken_together(group, lines(file)))
    if missing:
        raise Failed("neither others nor conversions is built")
