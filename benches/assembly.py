#!/usr/bin/env python3
"""Shows the innermost loops of programs that should be vectors, as the compiler made them.

    benches/assembly.py            prints them, and records them in benches/results/assembly.txt

Builds the programs of benches/assembly/main.rs, and looks for the loops of each that hold no other loop and work on packed
numbers: a jump back, and what lies between its target and itself. Fails if a program has none.
"""

import datetime, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Arithmetic on all lanes of a register: of doubles, and bit by bit.
PACKED = re.compile(r"^v?(addpd|mulpd|fmadd\d+pd|pand|andps|andpd|por|orps|psllq|psrlq)\w*\b")


def run(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def functions(listing):
    """Names with lists of (address, instruction)."""
    name, lines, found = None, [], {}
    for line in listing.splitlines():
        head = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if head:
            name, lines = head[1], []
            found[name] = lines
        else:
            parts = re.match(r"^\s*([0-9a-f]+):\s+(.*?)\s*(#.*)?$", line)
            if parts and name:
                lines.append((int(parts[1], 16), parts[2]))
    return found


def loops(lines):
    """The innermost ones: from the target of a jump back to the jump."""
    spans = []
    for address, text in lines:
        jump = re.match(r"^j\w+\s+([0-9a-f]+)", text)
        if jump and lines[0][0] <= int(jump[1], 16) <= address:
            spans.append((int(jump[1], 16), address))
    inner = [s for s in set(spans) if not any(o != s and s[0] <= o[0] and o[1] <= s[1] for o in spans)]
    return [[text for address, text in lines if start <= address <= end] for start, end in sorted(inner)]


def vectors(name, found):
    """The packed loops of a program: of what it calls to drive its loops, or of itself."""
    own = next((lines for other, lines in found.items() if re.fullmatch(rf"_ZN8assembly{len(name)}{name}17h\w+", other)), [])
    driven = [m[1] for _, text in own if (m := re.match(r"^call\s+[0-9a-f]+ <(.*[Dd]rive.*)>$", text))]
    bodies = [found[callee] for callee in driven] or [own]
    packed = [l for body in bodies for l in loops(body) if any(PACKED.match(text) for text in l)]
    return packed


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    run("cargo", "build", "--release", "--quiet", "-p", "finch-benches", "--no-default-features", "--features", "growth", "--bin", "assembly")
    listing = run("objdump", "-d", "-M", "intel", "--no-show-raw-insn", os.path.join(target, "release", "assembly"))
    found = functions(listing)
    with open(os.path.join(ROOT, "benches", "assembly", "main.rs")) as file:
        programs = re.findall(r"/// (.*)\n#\[inline\(never\)\]\nfn (\w+)", file.read())
    compiler = run("rustc", "--version").split(" (")[0]
    out = [
        "the innermost loops of programs over blocks, bands, dense rows and words of bits, by benches/assembly.py",
        f"{datetime.date.today()}, {compiler}, release profile, x86-64 baseline (two doubles or words in a register)",
    ]
    missing = []
    for comment, name in programs:
        packed = vectors(name, found)
        out += ["", f"{name}: {comment}"]
        if not packed:
            missing.append(name)
        # The longest one is the unrolled one that most indices go through.
        for text in max(packed, key=len, default=["nothing packed"]):
            out.append("    " + re.sub(r"\s*<.*>$", "", text))
    print("\n".join(out))
    with open(os.path.join(ROOT, "benches", "results", "assembly.txt"), "w") as file:
        file.write("\n".join(out) + "\n")
    if missing:
        sys.exit(f"no packed loop in {', '.join(missing)}")


main()
