"""Refusals of ci/docs that need no compiler: prints a line "NAME<tab>ok" for each that is as it should be."""

import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cookbook
import csharp
import layout
import links
import look
import reference
import settings
import snippets
import tabs
import versions
from pages import ROOT, fences
from source import expected, kinds, matches, only, wrap_throws
from unit import Unit


def page(text):
    return fences("docs/try.md", text)


def complaints(text):
    """What is wrong with a page before anything of it runs."""
    found, wrong = page(text)
    _, more = snippets.units_of(found)
    files = [snippets.of_a_file(one) for one in found if one.file]
    tests = [snippets.elsewhere(one) for one in found if one.language in snippets.ELSEWHERE and not one.file and not one.theirs]
    return " ".join(filter(None, [*wrong, *more, *files, *tests]))


def unit(language, code):
    return Unit(page(f"```{language}\n{code}\n```")[0], False)


def link_complaints(text):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "docs").mkdir()
        (root / "docs/one.md").write_text(text)
        (root / "docs/two.md").write_text("# A `t` heading\n")
        return " ".join(complaint for _, complaint in links.check(root) if complaint)


def wrapped(code):
    return wrap_throws(code, 1, lambda one: "<", lambda one: ">")


def recipe_complaints(heading="How?", text=None, index="- [How?](cookbook/one.md#how)"):
    text = f"{JAVA}\n\n{CSHARP}\n\nSee [x](y.md).\n" if text is None else text
    return " ".join(one for _, one in cookbook.check(index, [("docs/cookbook/one.md", f"# T\n\n## {heading}\n\n{text}")]) if one)


def published(*added):
    """What the lists say after these versions of a site were published, and whether each has its page."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        site.mkdir()
        (site / "index.html").write_text("page")
        (site / "versions.js").write_text((ROOT / "docs/versions.js").read_text())
        for one in added:
            versions.publish(f"{folder}/all", site, one)
        names = [one["version"] for one in json.loads(Path(f"{folder}/all/versions.json").read_text())]
        script = Path(f"{folder}/all/versions.js").read_text()
        first = re.search("url=(.*)/index", Path(f"{folder}/all/index.html").read_text())[1]
        whole = all("PUBLISHED = true" in Path(f"{folder}/all/{one}/versions.js").read_text() for one in names)
        return names, first, whole and script.startswith("window.tenureVersions = [") and all(f'"{one}"' in script for one in names)


PAGE = '<!DOCTYPE html><html lang="en"><head><script src="https://x.org/jquery-3.5.1.min.js" defer></script></head><body class="a">x</body></html>'
MIXED = "import a.B;\nint twice(int x) {\n  return x;\n}\nrecord R(int i) {}\nint[] a = {1};\nfor (;;) { twice(1); }\n"
JAVA, CSHARP = '```java title="Java"\na();\n```', '```csharp title="C#"\nA();\n```'
TESTS = {
    "languages that become tabs": lambda: tabs.tabbed(f"x\n\n{JAVA}\n\n{CSHARP}\n\ny") ==
        'x\n\n=== "Java"\n\n    ```java\n    a();\n    ```\n\n=== "C#"\n\n    ```csharp\n    A();\n    ```\n\ny',
    "a language alone": lambda: tabs.tabbed(f"{JAVA}\n\ntext\n\n{CSHARP}") == f"{JAVA}\n\ntext\n\n{CSHARP}",
    "a file is no language": lambda: tabs.tabbed('```java title="Hello.java"\n```\n\n' + CSHARP) == '```java title="Hello.java"\n```\n\n' + CSHARP,
    "two fences of a language in a tab": lambda: tabs.tabbed(f"{JAVA}\n\n{JAVA}\n\n{CSHARP}") ==
        '=== "Java"\n\n    ```java\n    a();\n    ```\n\n    ```java\n    a();\n    ```\n\n=== "C#"\n\n    ```csharp\n    A();\n    ```',
    "files of two languages": lambda: '=== "C#"\n\n    ```csharp title="b/B.cs"' in tabs.tabbed(
        '```java title="a/A.java"\n```\n\n```csharp title="b/B.cs"\n```'),
    "a file that is not there": lambda: "docs/try.md:2: there is no ci/nothing" in complaints('```java title="ci/nothing"\nx\n```'),
    "a file without the snippet": lambda: "does not stand in ci/docs" in complaints('```java title="ci/docs"\nnot there\n```'),
    "a rival's snippet": lambda: complaints('```kotlin title="DJL"\nnot ours\n```') == "",
    "Kotlin that no test has": lambda: "docs/try.md:2: stands in none of" in complaints("```kotlin\nval nothing = 1\n```"),
    "a fence without an end": lambda: "the fence has no end" in complaints("```java\nx"),
    "a comment without a fence": lambda: "docs/try.md:1: no fence" in complaints("<!-- given: int x; -->\ntext\n"),
    "nothing to continue": lambda: "docs/try.md:3: there is no fence" in complaints("<!-- continues -->\n```java\nx();\n```"),
    "a line that was not printed": lambda: any("docs/try.md:2: no line" in one for one in unit("c", "// prints 5").missing("4\n")),
    "a line that was printed": lambda: not list(unit("c", "puts(x); // [[1. ...").missing("a\n[[1. 2.]\n")),
    "an ellipsis stands for anything": lambda: matches("a ... c", "a b c") and not matches("a c", "a b c"),
    "prose behind a statement is no promise": lambda: expected("f(); // 5 of them", 1) == [],
    "lines below one that prints": lambda: len(expected("puts(x);\n// [1.\n//  2.]\nf();\n// 3.", 1)) == 2,
    "a statement that throws": lambda: wrapped("a();\nb(\n 1); // throws X: y")[0] == "a();\n<b(\n 1);> // throws X: y",
    "throws without a statement": lambda: wrapped("if (a) { // throws X")[1] != [],
    "kinds of code": lambda: kinds(MIXED) == {"import", "method", "type", "statement"},
    "lines stay": lambda: only(MIXED, {"type"}).split("\n")[4] == "record R(int i) {}",
    "a warning that nobody says": lambda: any("warns of TENURE002" in one for _, one in csharp.warned(
        [unit("csharp", "t.Add(u);")], [("docs/try.md", 2, "warning", "TENURE002", "")])),
    "a warning that does not come": lambda: any("does not warn" in one for _, one in csharp.warned(
        [unit("csharp", "t.Add(u); // TENURE002")], [])),
    "a link to no file": lambda: "docs/one.md:1: there is no three.md" in link_complaints("[x](three.md)"),
    "a link to no heading": lambda: "has no heading #b" in link_complaints("[x](two.md#b)"),
    "a heading in a table": lambda: "has no heading #b" in link_complaints("[x](#b)\n\n|a|\n|-|\n|b|\n## b\n"),
    "a heading that loses its #": lambda: "docs/one.md:1: 'Use C#' loses its last #" in link_complaints("# Use C#"),
    "a heading that keeps its #": lambda: link_complaints("# Use C\\#\n```\n# x#\n```") == "",
    "links that lead": lambda: link_complaints("[x](two.md#a-t-heading) `[y](z.md)`\n```\n[z](z.md)\n```") == "",
    "a recipe as it should be": lambda: recipe_complaints() == "",
    "a recipe that is not listed": lambda: "does not list 'How?'" in recipe_complaints(index="- [Other](cookbook/one.md#how)"),
    "a recipe in one language": lambda: "has no C#" in recipe_complaints(text=f"{JAVA}\n\n[x](y.md)\n"),
    "a recipe without a link": lambda: "does not end with a link" in recipe_complaints(text=f"{JAVA}\n\n{CSHARP}\n\nx\n"),
    "a recipe that is no question": lambda: "is no question" in recipe_complaints("How."),
    "a section of another page": lambda: "| Tenure | DJL |" in layout.shown(
        "docs/x.md", "<!-- shows: README.md#beside-djl-torchsharp-and-nd4j -->\nSee there.\n"),
    "a page of a reference has the way back": lambda: all(one in look.dressed(PAGE, "junit", "../../") for one in (
        '<html data-reference="javadoc" lang="en">',
        'href="../../reference/look.css"', '<body class="a"><div class="look-bar"><a href="../../index.html">')),
    "a page of a reference fetches nothing": lambda: "https:" not in look.dressed(PAGE, "kotlin", "../") and
        'src="../reference/javadoc/script-dir/jquery-3.min.js"' in look.dressed(PAGE, "scala", "../", "script-dir/jquery-3.min.js"),
    "what is no page stays": lambda: look.dressed("<p>x</p>", "rust", "../") == "<p>x</p>",
    "two types of one name have two pages": lambda: reference.file_of("T.Predictor") != reference.file_of("T.Predictor`2"),
    "parameters of a type are in its title": lambda: reference.title("T.Predictor`2", "sealed class Predictor<TIn, TOut> : Owner") ==
    "Predictor<TIn, TOut>",
    "a type names where it has members from": lambda: "[`Base<A>`](t.base-1.md)" in reference.inherited(
        "class A : Base<A>, IDisposable", {"T:T.Base`1": "class Base<A>", "T:T.Base": "class Base", "T:T.A": ""}),
    "a member that F# adds to a type": lambda: reference.owner("T.Slices.Tensor.GetSlice(T.Tensor,System.Object[])", {"T.Slices": 0}) ==
    "T.Slices",
    "a bar is escaped in a table alone": lambda: (text := reference.inner(reference.xml.fromstring("<p><c>|x|</c></p>"))) == "`|x|`"
    and reference.in_a_table(text) == "`\\|x\\|`",
    "a declaration as a heading": lambda: reference.heading_of("M:T.A.op_LessThan(T.A,T.A)", "A operator <(A left, A right)") ==
        "### `A operator <(A left, A right)` { data-toc-label='operator &lt;' }\n",
    "versions, newest first": lambda: published("0.9.0", "0.10.0", "0.2.0", "0.10.0") == (["0.10.0", "0.9.0", "0.2.0"], "0.10.0", True),
    "a preview comes before its release": lambda: published("1.0.0-rc2", "1.0.0", "1.0.0-rc10", "1.1.0-rc1") ==
        (["1.1.0-rc1", "1.0.0", "1.0.0-rc10", "1.0.0-rc2"], "1.0.0", True),
    "a setting that no page names": lambda: any(one for _, one in settings.check(page="")),
    "a setting that nothing reads": lambda: any("no source reads TENURE_X" in (one or "") for _, one in settings.check(
        page="| `TENURE_X` | `A.java` |")),
}

for name, test in TESTS.items():
    print(f"{name}\t{'ok' if test() else 'not refused, or refused for another reason'}")
