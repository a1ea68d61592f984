"""Holds the cookbook to its form: each recipe is a question in Java and in C#, ends with a link to the page that has more, and
stands in the list of docs/cookbook.md under its own words."""

import re
from pathlib import PurePosixPath

from pages import fences, pages, read
from tabs import NAMES

INDEX = "docs/cookbook.md"


def complaint(page, heading, text):
    """What a recipe lacks, or None."""
    found, _ = fences(page, text)
    missing = [NAMES[one] for one in ("java", "csharp") if one not in {fence.language for fence in found}]
    if missing:
        return f"{page}: '{heading}' has no {' and no '.join(missing)}"
    if not heading.endswith("?"):
        return f"{page}: '{heading}' is no question"
    if "](" not in text.rstrip().rsplit("```", 1)[1]:
        return f"{page}: '{heading}' does not end with a link"
    return None


def check(index=None, recipes=None):
    """Yields (name of the check, complaint or None), one for each recipe."""
    listed = re.findall(r"(?m)^- \[(.*)\]\((\S+?)#", read(INDEX) if index is None else index)
    if recipes is None:
        recipes = [(page, read(page)) for page in pages() if page.startswith("docs/cookbook/")]
    for page, text in recipes:
        entry = str(PurePosixPath(page).relative_to("docs"))
        for part in re.split(r"(?m)^## ", text)[1:]:
            heading, _, body = part.partition("\n")
            wrong = complaint(page, heading, body)
            if not wrong and (heading, entry) not in listed:
                wrong = f"{INDEX} does not list '{heading}' of {page}"
            yield f"{page} {heading}", wrong
