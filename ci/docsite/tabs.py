"""Fences of several languages that follow each other, as tabs: what a reader chooses on one page holds on all.

The pages have them one below the other, so that they read well where there are no tabs. A fence takes part by a title that
is a language, which becomes the tab's, or by one that is a path, which stays.
"""

from pages import FENCE

LANGUAGES = {"Java": "java", "Kotlin": "kotlin", "Scala": "scala", "C#": "csharp", "F#": "fsharp", "C": "c", "Rust": "rust"}
NAMES = {code: name for name, code in LANGUAGES.items()}


def tabbed(text):
    """The text with tabs in the place of two fences or more of different languages."""
    out, group = [], []
    for kind, lines in blocks(text.split("\n")):
        if kind in LANGUAGES and group and group[-1][0] == kind:
            group[-1][1].extend(lines)  # it goes on with what the one before it begins
        elif kind in LANGUAGES and kind not in [title for title, _ in group]:
            group.append((kind, lines))
        elif kind is None and group and not any(line.strip() for line in lines):
            group[-1][1].extend(lines)  # blank lines between two of them, or behind the last
        else:
            out += flat(group)
            group = []
            if kind in LANGUAGES:
                group.append((kind, lines))
            else:
                out += lines
    return "\n".join(out + flat(group))


def blocks(lines):
    """The fences, by their titles, and what stands between them, by None; a fence without such a title has another name."""
    plain, fence, end, title = [], [], None, None
    for line in lines:
        match = FENCE.match(line)
        if end is None and match and not match[1]:
            if plain:
                yield None, plain
            plain, fence, end = [], [line], match[2]
            named = match[4].strip().removeprefix('title="').removesuffix('"')
            title = NAMES.get(match[3], "other") if named == NAMES.get(match[3]) or "/" in named else "other"
        elif end is not None:
            fence.append(line)
            if line.strip() == end:
                yield title, fence
                end = None
        else:
            plain.append(line)
    rest = fence if end is not None else plain
    if rest:
        yield None if end is None else "other", rest


def flat(group):
    """Fences of one language as they are; of several as tabs."""
    if len(group) < 2:
        return [line for _, lines in group for line in lines]
    out = []
    for title, lines in group:
        lines = [line.replace(f' title="{title}"', "") if FENCE.match(line) else line for line in lines]
        out += [f'=== "{title}"', "", *(f"    {line}" if line else "" for line in lines)]
    return out
