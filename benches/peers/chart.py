"""Results as a picture: the geometric mean and the range of ratios beside each of the others, on a logarithmic axis."""

import math
from xml.sax.saxutils import escape

import plan
from summary import WHOLE, beside, compared, others

# In pixels: where columns begin, how high rows are.
WIDTH, LEFT, RIGHT, ROW, GAP, TOP = 960, 330, 760, 18, 12, 118
TICKS = [digit * 10.0**power for power in range(-4, 6) for digit in (1, 2, 5)]

STYLE = """
  text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #24292f; }
  .title { font-size: 17px; font-weight: 600; }
  .kernel { font-weight: 600; }
  .faint { fill: #57606a; }
  .small { font-size: 11px; }
  .right { text-anchor: end; }
  .middle { text-anchor: middle; }
  .grid { stroke: #d0d7de; stroke-width: 1; }
  .even { stroke: #24292f; stroke-width: 1.5; }
  .band { fill: #f6f8fa; }
  .page { fill: #ffffff; }
  .hand { fill: #6e7781; stroke: #6e7781; }
  .ours { fill: #8250df; stroke: #8250df; }
  .rust { fill: #bc4c00; stroke: #bc4c00; }
  .rest { fill: #0969da; stroke: #0969da; }
  .range { stroke-width: 5; stroke-opacity: 0.35; stroke-linecap: round; }
  .mean { stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .faint { fill: #9198a1; }
    .grid { stroke: #30363d; }
    .even { stroke: #e6edf3; }
    .band { fill: #161b22; }
    .page { fill: #0d1117; }
    .hand { fill: #9198a1; stroke: #9198a1; }
    .ours { fill: #ab7df8; stroke: #ab7df8; }
    .rust { fill: #f0883e; stroke: #f0883e; }
    .rest { fill: #4493f8; stroke: #4493f8; }
    .mean { stroke: none; }
  }
"""

KINDS = {"hand": "loops by hand", "ours": "our other ways", "rust": "libraries in Rust", "rest": "others"}


def kind(name):
    """Which colour a name has."""
    if name == "hand":
        return "hand"
    if name.startswith("finch") or name == WHOLE:
        return "ours"
    return "rust" if name in plan.RUST else "rest"


def short(value):
    """A ratio in few digits."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


class Axis:
    """From ratios to pixels. It does not reach for what is very far away, which stands at its edge."""

    def __init__(self, values):
        low, high = max(min(values) * 0.9, 0.02), min(max(values) * 1.1, 100.0)
        self.low, self.high = math.log10(low), math.log10(high)

    def __call__(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        share = min(1.0, max(0.0, share))
        return LEFT + share * (RIGHT - LEFT)

    def ticks(self):
        """Round numbers, as many as have room."""
        inside = [tick for tick in TICKS if self.low <= math.log10(tick) <= self.high]
        for kept in (("1", "2", "5"), ("1",)):
            chosen = [tick for tick in inside if f"{tick:e}"[0] in kept]
            places = [self(tick) for tick in chosen]
            if all(right - left > 34 for left, right in zip(places, places[1:])):
                return chosen
        return chosen


def groups(races, build=None):
    """Subjects that were raced, each with its ratios beside each of the others."""
    for subject, found in compared(races, build):
        ratios = [beside(subject, found, [name]) for name in others(found)]
        if ratios:
            yield subject, ratios


def span(row):
    """From the least to the largest ratio; where one of them is not known, the mean stands for it."""
    return (row.least or (row.mean,))[0], (row.most or (row.mean,))[0]


def extremes(row):
    """The same in words."""
    low, high = span(row)
    if not row.least:
        return f"at most {short(high)}"
    return f"{short(low)} to {short(high)}" if row.most else f"at least {short(low)}"


def picture(results):
    """All that was raced."""
    facts = results["about"]
    date = max((race["date"] for race in results["races"]), default=facts["date"])
    return drawn(
        "Times of others divided by ours: right of 1, ours is faster",
        f"{date}, {facts['processor']}, one thread each",
        list(groups(results["races"])),
    )


def drawn(title, facts, groups):
    """The text of an SVG file; it follows the colours of the page that shows it."""
    every = [value for _, ratios in groups for row in ratios for value in span(row)] or [1.0]
    axis = Axis([*every, 0.8, 1.25])
    height = TOP + sum(len(ratios) * ROW + GAP for _, ratios in groups) + 34
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title.split(':')[0])}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="6"/>',
        f'<text class="title" x="20" y="32">{escape(title)}</text>',
        f'<text class="faint" x="20" y="53">{escape(facts)}; '
        "dot: geometric mean over all inputs; bar: from the least to the largest, or to the edge</text>",
    ]
    at = 20
    there = {kind(row.beside) for _, ratios in groups for row in ratios}
    for name, text in KINDS.items():
        if name not in there:
            continue
        out.append(f'<circle class="{name} mean" cx="{at + 5}" cy="73" r="5"/><text x="{at + 16}" y="77">{text}</text>')
        at += round(44 + 6.5 * len(text))
    bottom = height - 30
    rows, y = [], TOP
    for number, (subject, ratios) in enumerate(groups):
        tall = len(ratios) * ROW + GAP
        if number % 2 == 0:
            out.append(f'<rect class="band" x="8" y="{y - GAP / 2}" width="{WIDTH - 16}" height="{tall}" rx="4"/>')
        for place, row in enumerate(ratios):
            middle, colour = y + place * ROW + ROW / 2, kind(row.beside)
            if place == 0:
                rows.append(f'<text class="kernel" x="20" y="{middle + 4}">{escape(subject)}</text>')
            low, high = span(row)
            rows += [
                f'<text class="faint right" x="{LEFT - 12}" y="{middle + 4}">{escape(row.beside)}</text>',
                f'<line class="{colour} range" x1="{axis(low):.1f}" x2="{axis(high):.1f}" '
                f'y1="{middle}" y2="{middle}"/>',
                f'<circle class="{colour} mean" cx="{axis(row.mean):.1f}" cy="{middle}" r="5"/>',
                f'<text class="right" x="{RIGHT + 62}" y="{middle + 4}">{short(row.mean)}</text>',
                f'<text class="faint small" x="{RIGHT + 78}" y="{middle + 4}">{extremes(row)}</text>',
            ]
        y += tall
    for tick in axis.ticks():
        line = "even" if tick == 1 else "grid"
        x = f"{axis(tick):.1f}"
        out.append(f'<line class="{line}" x1="{x}" x2="{x}" y1="{TOP - 12}" y2="{bottom}"/>')
        for level in (TOP - 17, bottom + 16):
            out.append(f'<text class="faint small middle" x="{x}" y="{level}">{tick:g}</text>')
    out.append(f'<text class="faint small right" x="{RIGHT + 62}" y="{TOP - 17}">mean</text>')
    out.append(f'<text class="faint small" x="{RIGHT + 78}" y="{TOP - 17}">least to largest</text>')
    return "\n".join([*out, *rows, "</svg>"]) + "\n"
