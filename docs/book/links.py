"""A preprocessor of mdBook that makes pages of rustdoc pages of the book.

The pages of the book are files that rustdoc includes. Their links are paths of Rust, which rustdoc checks: a path of a page becomes a link
to its chapter, any other one a search on docs.rs. Listings without a language are Rust.
"""

import json, pathlib, re, sys

# What crates call each other.
REEXPORTS = {
    "kernels": "finch-kernels",
    "formats": "finch-formats",
    "traits": "finch-traits",
    "algebra": "finch-algebra",
}
# A link in its place, or the definition of one that has a name.
LINK = re.compile(r"(\]\(|^\[[^\]]+\]: )(?:mod@)?(crate|finch_\w+)((?:::\w+(?:!|\(\))?)*)((?:#[\w-]+)?)(\)|$)")
INCLUDE = re.compile(r"\{\{#include\s+(\S+\.md)\s*\}\}")
FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
# What rustdoc takes for Rust.
RUST = {"", "compile_fail", "no_run", "should_panic", "ignore"}


def target(path, fragment, crate, chapters):
    """Where the link `crate::path#fragment` of a page in `crate` leads."""
    parts = [part for part in path.split("::") if part]
    while parts and parts[0] in REEXPORTS:
        crate = REEXPORTS[parts.pop(0)]
    chapter = parts[-1] if parts else ""
    if chapter in chapters and parts[:-1] == ["guide"]:
        return f"{chapter}.md{fragment}"
    page = f"https://docs.rs/{crate}/latest/{crate.replace('-', '_')}/"
    return f"{page}?search={'::'.join(parts).rstrip('!()')}" if parts else page


def root(name, crate):
    """The crate that the first word of a path names, on a page of `crate`."""
    return crate if name == "crate" else name.replace("_", "-")


def rewritten(text, crate, chapters):
    """The text of a page of `crate` as that of a chapter."""
    lines, inside = [], False
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if fence and not inside and fence[2] in RUST:
            line = f"{fence[1]}```{','.join(['rust'] + [fence[2]] * bool(fence[2]))}"
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            line = LINK.sub(
                lambda link: link[1] + target(link[3], link[4], root(link[2], crate), chapters) + link[5], line
            )
        lines.append(line)
    return "\n".join(lines)


def crate_of(chapter, source):
    """The folder of the crate whose page a chapter includes."""
    if chapter.get("path") and (include := INCLUDE.search((source / chapter["path"]).read_text())):
        path = (source / include[1]).resolve()
        for folder in path.parents:
            if (folder / "Cargo.toml").exists():
                return folder.name
    return "finch-kernels"


def walk(items, visit):
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            visit(item["Chapter"])
            walk(item["Chapter"].get("sub_items", []), visit)


def main():
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    # mdBook 0.5 leaves out what the configuration says as a default does.
    source = pathlib.Path(context["root"]) / context["config"]["book"].get("src", "src")
    # mdBook has called the list of chapters by either name.
    items, chapters = book.get("items", book.get("sections", [])), set()
    walk(items, lambda chapter: chapters.add(pathlib.Path(chapter.get("path") or "").stem))

    def rewrite(chapter):
        chapter["content"] = rewritten(chapter["content"], crate_of(chapter, source), chapters)

    walk(items, rewrite)
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
