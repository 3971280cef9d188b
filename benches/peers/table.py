"""Results as text."""

import textwrap

import plan
from summary import TARGETS, beside, compared, judged, met, others

WIDTH = 118


def cell(value):
    """A ratio in six places."""
    if value is None:
        return f"{'-':>7}"
    return f"{value:7.2f}" if value < 1000 else f"{value:7.0f}"


def about(results, native):
    """Where and when it was measured."""
    facts = results["about"]
    dates = sorted({race["date"] for race in results["races"]}) or [facts["date"]]
    peers = [
        f"{name} {peer['version']}" if peer.get("version") else f"no {name}" for name, peer in facts["peers"].items()
    ]
    threads = facts.get("threads", 1)
    each = "one thread each" if threads == 1 else f"{threads} threads for everyone who can have them: twins run on one"
    parts = [
        "Our kernels beside others: times of the others divided by those of the fastest of our formats; "
        "above 1, ours is faster.",
        f"{' to '.join(dict.fromkeys([dates[0], dates[-1]]))}, {facts['processor']}, {facts['rustc']}, "
        f"{each}; {', '.join(peers)}; C++ by {facts['compiler']} {facts['flags']}. Load of the machine "
        f"{facts['load'][0]:.1f} at the beginning, {facts['load'][-1]:.1f} at the end, on {facts['processors']} "
        "processors.",
        f"By {facts['command']}, which took {facts['minutes']:.0f} minutes; commit {facts['commit']}.",
    ]
    missing = {name: peer["missing"] for name, peer in facts["peers"].items() if peer.get("missing")}
    parts += [f"Without {name}: {text}." for name, text in missing.items()]
    if native:
        parts.append(
            "What is called native is our program built with RUSTFLAGS=-Ctarget-cpu=native, beside loops by hand and Rust "
            "libraries that are built so as well; our other rows are of a build for any x86-64."
        )
    return [line for part in parts for line in textwrap.wrap(part, WIDTH)]


def targets(subjects, native):
    """What was aimed at, and whether it was reached; by the native build too, if it was raced."""
    yield "What was aimed at"
    yield ""
    for target in TARGETS:
        found = judged(target, subjects)
        names = met(target.names, subjects.get(target.subject, ()))
        name = f"{target.subject} beside {'the best of ' * (len(names) > 1)}{', '.join(names)}"
        name += f" ({target.note})" if target.note else ""
        if found is None:
            yield from textwrap.wrap(f"  not measured  {name}", WIDTH, subsequent_indent=" " * 16)
            continue
        ratios, bounds = found
        _, again = judged(target, native) or (None, [None] * len(bounds))
        for (what, bound, reached, enough), too in zip(bounds, again):
            where = f", {ratios.least[1].input}" if what == "least" else ""
            text = f"  {'reached' if enough else 'MISSED':12}  {name}: {what} {reached:.2f} of {bound:.2f}{where}"
            text += f", {len(ratios.all)} inputs"
            if too:
                text += f"; native {too[2]:.2f}, {'reached' if too[3] else 'MISSED'}"
            yield from textwrap.wrap(text, WIDTH, subsequent_indent=" " * 16)


def means(subjects, native):
    """Geometric means and extremes for each subject and each of the others; of the native build too, if it was raced."""
    yield "Geometric means"
    yield ""
    more = f"{'native':>10}{'least':>8}  where" if native else ""
    yield f"  {'':26}{'beside':18}{'inputs':>7}{'mean':>8}{'least':>8}  {'where':30}{'most':>8}{more}"
    for subject, found in subjects.items():
        for name in others(found):
            ratios = beside(subject, found, [name])
            low, high = ratios.least, ratios.most
            too = beside(subject, native.get(subject, []), [name])
            more = f"   {cell(too.mean)} {cell(too.least[0])}  {too.least[1].input[:29]}" if too else ""
            yield (
                f"  {subject:25} {name:18}{len(ratios.all):7} {cell(ratios.mean)} {cell(low[0])}  {low[1].input[:29]:30}"
                f" {cell(high[0])}{more}"
            )


def lines(subject, found, native):
    """A line for each input: our fastest format, its time, ratios. Below it, one of the native build, if it was raced."""
    names = others([*found, *native])
    again = {line.input: line for line in native}
    heads = [name.replace("nalgebra-sparse", "nalgebra").replace("finch, all of it", "all")[:9] for name in names]
    width = max(10, *(len(line.input) for line in found))
    yield f"{subject}"
    yield ""
    yield f"  {'input':{width}} {'format':16}{'us':>12}" + "".join(f"{head:>10}" for head in heads)
    for line in found:
        for head, each in ((line.input, line), ("  native", again.get(line.input))):
            if each:
                cells = "".join("   " + cell(each.ratios.get(name)) for name in names)
                yield f"  {head:{width}} {each.ours['format'][:15]:16}{each.ours['min_s'] * 1e6:12.1f}{cells}".rstrip()


def text(results):
    """The whole table."""
    subjects, native = (dict(compared(results["races"], build)) for build in (None, plan.NATIVE))
    parts = [about(results, native), list(targets(subjects, native)), list(means(subjects, native))]
    parts += [list(lines(subject, found, native.get(subject, []))) for subject, found in subjects.items()]
    remarks = [
        f"  {race['kernel']} over {race['input']}: {remark}"
        for race in results["races"]
        for remark in race.get("remarks", [])
    ]
    if remarks:
        parts.append(
            [
                "Left out",
                "",
                *(line for remark in remarks for line in textwrap.wrap(remark, WIDTH, subsequent_indent="    ")),
            ]
        )
    return "\n\n".join("\n".join(part) for part in parts) + "\n"
