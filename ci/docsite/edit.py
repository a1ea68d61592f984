"""A hook of MkDocs: the button to edit a page leads to the file that it is written in, and a generated page has none."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = {"reference/changes.md": "CHANGELOG.md"}


def on_page_context(context, page, config, nav):
    path = ELSEWHERE.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    edit = config["edit_uri"].removesuffix("docs/")
    page.edit_url = f"{config['repo_url']}/{edit}{path}" if (ROOT / path).is_file() else None
    return context
