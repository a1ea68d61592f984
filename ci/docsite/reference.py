"""Pages of the reference that are written from what the compilers leave: the C# documentation, and include/tenure.h."""

import html
import re
import subprocess
import xml.etree.ElementTree as xml
from collections import defaultdict
from pathlib import Path

from pages import ROOT

# Each with the project whose build has beside it what it needs.
VERSION = re.search(r'(?m)^version = "(.+)"', (ROOT / "Cargo.toml").read_text())[1]
ASSEMBLIES = {"Tenure": "src/Tenure", "Tenure.Extensions.Logging": "tests/Tenure.Tests", "Tenure.Xunit": "tests/Tenure.Tests",
              "Tenure.FSharp": "tests/Tenure.FSharp.Tests"}
# What Javadoc, Dokka, Scaladoc and rustdoc have written, by its folder below reference/ on the site.
SITES = {"javadoc": "java/tenure/target/reports/apidocs", "junit": "java/junit/target/reports/apidocs",
         "micrometer": "java/micrometer/target/reports/apidocs", "spring": "java/spring/target/reports/apidocs",
         "foreign": "java/foreign/target/reports/apidocs",
         "kotlin": "java/kotlin/target/dokka", "scala": "java/scala/3/target/site/scaladocs", "rust": "target/doc"}
# The reference comes behind the pages that explain in what the search finds.
GENERATED = "---\nsearch:\n  boost: 0.3\n---\n"


def generated():
    """Yields (page, text)."""
    yield "docs/reference/java.md", java_page()
    yield from csharp_pages()
    yield "docs/reference/c.md", c_page()
    yield "docs/reference/rust.md", rust_page()


def java_page():
    return f"""{GENERATED}
# Reference of Java, Kotlin and Scala

| artifact | reference | |
|---|---|---|
| `tenure` | [Javadoc](javadoc/index.html) | every public class of the module `dev.tenure` |
| `tenure-junit` | [Javadoc](junit/index.html) | `dev.tenure.junit.NoLeaks` |
| `tenure-micrometer` | [Javadoc](micrometer/index.html) | `dev.tenure.micrometer.TenureMetrics` |
| `tenure-spring-boot-starter` | [Javadoc](spring/index.html) | its properties, `dev.tenure.spring.TenureProperties`, and its configurations |
| `tenure-foreign` | [Javadoc](foreign/index.html) | `dev.tenure.foreign.Segments` |
| `tenure-kotlin` | [Dokka](kotlin/index.html) | what [Kotlin](../kotlin.md) has besides |
| `tenure-scala_3`, `tenure-scala_2.13` | [Scaladoc](scala/index.html) | what [Scala](../scala.md) has besides |

The same pages are in the packages whose names end with `-javadoc.jar`, where an IDE finds them. The
packages of `tenure`:

| package | what is in it |
|---|---|
| `dev.tenure` | tensors, scopes, workspaces, tapes, exceptions |
| `dev.tenure.models` | `Trainer`, `Metric`, `Predictor`, `Translator`, `Batcher` |
| `dev.tenure.data` | data loaders; tables, images and `.idx` files |
| `dev.tenure.nn` | modules: `Module`, and a class for each kind of layer |
| `dev.tenure.onnx` | models of ONNX Runtime: `OnnxModel` and its options |
| `dev.tenure.optim` | `Optimizer`, `Scheduler` |
| `dev.tenure.options` | options of operations: `PadMode`, `Reduction`, `FftNorm` and others |
| `dev.tenure.reports` | counts, leaks, scopes that grow |
| `dev.tenure.results` | results of operations that give several tensors: `Svd`, `Topk` and others |
| `dev.tenure.workspaces` | settings and counts of a workspace |
"""


def rust_page():
    """The modules of the crate, as its own page lists them."""
    whole = (ROOT / SITES["rust"] / "tenure/index.html").read_text(encoding="utf-8")
    rows = re.findall(r'<dt><a class="mod" href="([\w/]+\.html)"[^>]*>(.*?)</a></dt><dd>(.*?)</dd>', whole, re.DOTALL)
    if not rows:
        raise SystemExit("rustdoc's page of the crate lists no module: its form has changed")
    about = lambda text: re.sub("<.*?>", "", text.replace("<code>", "`").replace("</code>", "`")).replace("\n", " ")
    modules = "\n".join(f"| [`{re.sub('<.*?>', '', name)}`](rust/tenure/{target}) | {about(text)} |" for target, name, text in rows)
    return f"""{GENERATED}
# Reference of Rust

[rustdoc](rust/tenure/index.html) has every public item of the crate `tenure`. [Start with
Rust](../start/rust.md) says how a program uses it.

| module | what is in it |
|---|---|
{modules}
"""


def csharp_pages():
    types, members, documented = {}, defaultdict(list), []
    shown = shown_by([ROOT / f"dotnet/{beside}/bin/Release/net10.0/{name}.dll" for name, beside in ASSEMBLIES.items()])
    functions = {bare(name): declared for name, declared in shown.items() if name.startswith("M:Tenure.FSharp.")}
    for assembly in ASSEMBLIES:
        file = ROOT / f"dotnet/src/{assembly}/bin/Release/net10.0/{assembly}.xml"
        for member in xml.parse(file).getroot().iter("member"):
            kind, name = member.get("name").split(":", 1)
            # To an inline function F#'s compiler adds parameters in the documentation alone; a module of F# has no overloads.
            declared = shown.get(member.get("name")) or assembly == "Tenure.FSharp" and functions.get(bare(member.get("name")))
            if not declared:
                continue
            if kind == "T":
                types[name] = member
            else:
                documented.append((kind, name, declared, member))
    for one in documented:
        members[owner(one[1], types)].append(one)
    if bare_types := [name for name in shown if name.startswith("T:") and name[2:] not in types]:
        raise SystemExit(f"without documentation, and so without a page: {', '.join(bare_types)}")
    groups = defaultdict(list)
    for name in types:
        groups[namespace(name, types)].append(name)
    index = [GENERATED, "# C# reference\n", "All public types of the packages `Tenure`, `Tenure.Extensions.Logging`, "
             "`Tenure.Xunit` and `Tenure.FSharp`, by namespace. How they are used: [the log](../../guides/logging.md), "
             "[tests with leak checks](../../guides/testing.md), [F#](../../fsharp.md).\n"]
    for group in sorted(groups):
        index += [f"## {group}\n", "| type | |\n|---|---|"]
        index += [f"| [`{title(name, shown[f'T:{name}'])}`]({file_of(name)}) | {in_a_table(summary(types[name]))} |" for name in sorted(groups[group])]
        index.append("")
    yield "docs/reference/csharp/index.md", "\n".join(index)
    for name in types:
        yield "docs/reference/csharp/" + file_of(name), csharp_page(name, types[name], members[name], shown[f"T:{name}"], namespace(name, types), shown)


def bare(name):
    """The compiler's name of a member without its parameters."""
    return re.sub(r"``.*|\(.*", "", name)


def shown_by(files):
    """What users of the assemblies see, by the compiler's name, and how it is declared: the compiler documents internal
    things too, does not say which, and leaves out results, names of parameters and defaults."""
    done = subprocess.run(["dotnet", "run", "Public.cs", "--", *map(str, files)], cwd=Path(__file__).parent, check=True,
                          stdout=subprocess.PIPE, text=True)
    return dict(row.split("\t") for row in done.stdout.splitlines())


def csharp_page(name, element, members, declared, group, shown):
    text = [GENERATED, f"# {html.escape(title(name, declared))}\n", f"`{declared}`, in namespace `{group}`.{inherited(declared, shown)}\n",
            body(element)]
    for heading, wanted in CHAPTERS.items():
        mine = [one for one in members if wanted(one[0], one[1])]
        if mine:
            text.append(f"## {heading}\n")
        for _, full, declared, one in mine:
            # A record's constructor has the documentation of the record.
            text += [heading_of(full, declared), body(one) if body(one) != body(element) else ""]
    return "\n".join(text)


def inherited(declared, shown):
    """Where the members are that a type has from its base class or interface here."""
    bases = re.findall(r"(\w+)(?:<(.*?)>)?", declared.partition(" : ")[2])
    wanted = {name + (f"`{inside.count(',') + 1}" if inside else "") for name, inside in bases}
    found = [full[2:] for full in shown if full.startswith("T:") and full.rpartition(".")[2] in wanted]
    links = [f"[`{title(full, shown[f'T:{full}'])}`]({file_of(full)})" for full in found]
    return f" It also has the members of {' and '.join(links)}." if links else ""


# Of kind and name of a member.
CHAPTERS = {
    "Constructors": lambda kind, name: kind == "M" and "#ctor" in name,
    "Properties": lambda kind, name: kind == "P",
    "Methods": lambda kind, name: kind == "M" and "#ctor" not in name and not OPERATOR.search(name),
    "Operators": lambda kind, name: kind == "M" and OPERATOR.search(name) is not None,
    "Values": lambda kind, name: kind == "F",
    "Events": lambda kind, name: kind == "E",
}
OPERATOR = re.compile(r"\.op_\w+(?=[(~]|$)")


def heading_of(full, declared):
    """How a member is declared, as a heading; the contents of the page have its name alone."""
    declared = re.sub(r"\bFSharp(?=Func|List|Async|Option)", "", declared)
    sign = re.search(r"operator (\S+?)\(", declared)
    index = "this[]" if " this[" in declared else None
    short = index or (f"operator {sign[1]}" if sign else declared_name(full))
    return f"### `{declared}` {{ data-toc-label='{html.escape(short)}' }}\n"


def declared_name(full):
    """Add of M:Tenure.Tensor.Add(Tenure.Tensor); Scope of a constructor."""
    parts = re.sub(r"`+\d+", "", full.split("(")[0]).split(".")
    return parts[-2] if parts[-1] == "#ctor" else parts[-1]


def body(element):
    """Summary, remarks, parameters, result and exceptions of one member."""
    text = [summary(element)]
    if element.find("remarks") is not None:
        text.append(inner(element.find("remarks")))
    rows = [f"- `{one.get('name')}`: {inner(one)}" for one in element.findall("param")]
    if (returns := element.find("returns")) is not None:
        rows.append(f"- Returns: {inner(returns)}")
    rows += [f"- Throws `{last(one.get('cref'))}`: {inner(one)}" for one in element.findall("exception")]
    if rows:
        text.append("\n".join(rows))
    for example in element.findall("example"):
        code = "".join(example.itertext())
        text.append("```csharp\n" + dedent(code) + "\n```")
    return "\n\n".join(one for one in text if one) + "\n"


def dedent(code):
    rows = [row for row in code.split("\n")]
    depth = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
    return "\n".join(row[depth:] for row in rows).strip("\n ")


def summary(element):
    found = element.find("summary")
    if found is not None:
        return inner(found)
    return "As in its base class or interface." if element.find("inheritdoc") is not None else ""


def in_a_table(text):
    return text.replace("|", "\\|")


def inner(element):
    """The text of an element in one line, with its code as code."""
    out = [(element.text or "").replace("<", "&lt;")]
    for one in element:
        if one.tag in ("c", "code"):
            out.append(f"`{''.join(one.itertext())}`")
        elif one.tag in ("see", "seealso"):
            out.append(f"`{last(one.get('cref') or one.get('langword') or one.get('href') or '')}`")
        elif one.tag in ("paramref", "typeparamref"):
            out.append(f"`{one.get('name')}`")
        else:
            out.append(" " + inner(one) + " ")
        out.append((one.tail or "").replace("<", "&lt;"))
    return " ".join("".join(out).split())


def last(cref):
    """The name that a reference ends with."""
    return re.sub(r"``?\d+", "", cref.split("(")[0].split(":")[-1]).rpartition(".")[2]


def owner(name, types):
    """The type that has this member. The name of one that F# adds to a type of C# has a dot of its own."""
    full = name.split("(")[0]
    while full := full.rpartition(".")[0]:
        if full in types:
            return full
    raise SystemExit(f"{name} belongs to no type that has a page")


def namespace(name, types):
    head = name.rpartition(".")[0]
    return head if head not in types else namespace(head, types)


def title(name, declared):
    """What a page calls a type. The compiler of F# adds a word to a module beside a type of its name."""
    if name.startswith("Tenure.FSharp.") and name.endswith("Module"):
        return name.rpartition(".")[2].removesuffix("Module") + " (module)"
    plain, *arity = name.rpartition(".")[2].split("`")
    return re.search(rf"\b{plain}<.*?>", declared)[0] if arity else plain


def file_of(name):
    """Beside a type Predictor there may be a Predictor<TIn, TOut>: two pages."""
    return name.replace("`", "-").lower() + ".md"


def c_page():
    """The functions of the header by noun, each as it is declared."""
    text = (ROOT / "include/tenure.h").read_text(encoding="utf-8")
    groups, about = defaultdict(list), re.search(r"/\* (.*?)\*/", text, re.DOTALL)[1]
    for match in re.finditer(r"(?m)((?:^//.*\n)*)^((?:TenureStatus|u?int\d+_t|const char \*|void) ?\*?tenure_(\w+?)\([^;]*\);)", text):
        groups[match[3].split("_")[0]].append((match[2], comment_of(match[1]), f"tenure_{match[3]}"))
    about = " ".join(row.strip(" *") for row in about.split("\n")[2:]).strip()
    out = [GENERATED, "# C header\n", f"`#include <tenure.h>`. {about}\n"]
    out += ["Types, statuses and codes are in [`include/tenure.h`](../../include/tenure.h) itself. What operations compute "
            "is on the page [operations](../operations.md).\n"]
    for noun in sorted(groups):
        out.append(f"## {noun}\n")
        for declaration, comment, name in groups[noun]:
            out += [f"### {name}\n", comment + "\n", f"```c\n{declaration}\n```\n"]
    return "\n".join(out)


def comment_of(text):
    """A comment of the header as Markdown: its lists stay lists, and its heading a sentence of its own."""
    rows = [row.removeprefix("//").strip() for row in text.strip().split("\n")]
    text = "\n".join(rows).replace("<", "&lt;").replace("# Safety", "*Safety:*")
    return re.sub(r"(?<=[^\n])\n(?=- )", "\n\n", text, count=1)
