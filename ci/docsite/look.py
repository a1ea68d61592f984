"""Gives the references that Javadoc, Dokka, Scaladoc and rustdoc have written the look of the site: a bar with the way back,
docs/reference/look.css and look.js. The packages carry what the tools have written, as it is.

What a page would fetch from elsewhere is left out, so that the site can be read where there is no network.
"""

import html
import re

# Which tool has written a folder of reference.SITES, and what the bar calls it.
TOOLS = {"javadoc": ("javadoc", "Javadoc of tenure"), "junit": ("javadoc", "Javadoc of tenure-junit"),
         "micrometer": ("javadoc", "Javadoc of tenure-micrometer"),
         "foreign": ("javadoc", "Javadoc of tenure-foreign"),
         "spring": ("javadoc", "Javadoc of tenure-spring-boot-starter"),
         "kotlin": ("dokka", "Dokka of tenure-kotlin"), "scala": ("scaladoc", "Scaladoc of tenure-scala"), "rust": ("rustdoc", "rustdoc of tenure")}
FETCHED = re.compile(r'<script[^>]*\bsrc="https?://[^"]*?([\w.-]+)"[^>]*></script>')
BAR = 'class="look-bar"'


def dressed(text, name, way, jquery=None):
    """A page with the bar. `way` leads from it to the folder of the site; `jquery` is Javadoc's copy, which Scaladoc uses too."""
    tool, title = TOOLS[name]
    if not (re.search(r"(?i)<html\b", text) and re.search(r"(?i)</head>", text) and re.search(r"(?i)<body\b", text)):
        return text
    ours = f'<link rel="stylesheet" href="{way}reference/look.css"><script src="{way}reference/look.js"></script></head>'
    page = "rust" if name == "rust" else "java"
    bar = (f'<div {BAR}><a href="{way}index.html"><b>Tenure</b></a><a href="{way}reference/{page}.html">Reference</a>'
           f'<span>{html.escape(title)}</span><button type="button">Dark, light</button></div>')

    def kept(script):
        if jquery and script[1].startswith("jquery"):
            return f'<script src="{way}reference/javadoc/{jquery}" defer="true"></script>'
        return ""

    text = FETCHED.sub(kept, text)
    text = re.sub(r"(?i)<html\b", lambda tag: f'{tag[0]} data-reference="{tool}"', text, count=1)
    text = re.sub(r"(?i)</head>", lambda _: ours, text, count=1)
    return re.sub(r"(?i)<body\b[^>]*>", lambda tag: tag[0] + bar, text, count=1)


def dress(folder, name):
    """All pages of a folder, which is reference/name of the site."""
    jquery = next((f"script-dir/{file.name}" for file in (folder.parent / "javadoc/script-dir").glob("jquery-[0-9]*.min.js")), None)
    for file in folder.rglob("*.html"):
        way = "../" * (len(file.relative_to(folder).parts) + 1)
        file.write_text(dressed(file.read_text(encoding="utf-8"), name, way, jquery), encoding="utf-8")
