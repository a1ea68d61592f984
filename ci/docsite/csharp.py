"""Writes each C# snippet as a method of a class, with the lines of its page; builds all as one project and runs them.

The analyzer of the package looks on. What it says must be in a comment on the same line (`// TENURE002`, with a text
or without), and nothing may be in such a comment that it does not say. Two exceptions: a line that throws may drop its
result, and TENURE004 looks only where a program begins, which here is the runner; the analyzer's own tests have it.
"""

import os
import re
import subprocess
from pathlib import Path

from pages import ROOT
from source import blank, expected, only, wrap_throws
from unit import run_all

USINGS = ("Tenure", "Tenure.Data", "Tenure.Models", "Tenure.Nn", "Tenure.Onnx", "Tenure.Optim", "Tenure.Options", "Tenure.Reports", "Tenure.Results", "Tenure.Workspaces")
PROJECT = """<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
    <UseAppHost>false</UseAppHost>
    <StartupObject>Snippets.Run</StartupObject>
    <NoWarn>$(NoWarn);CS</NoWarn>
    <RunAnalyzersDuringBuild>true</RunAnalyzersDuringBuild>
    <InvariantGlobalization>true</InvariantGlobalization>
    <GenerateAssemblyInfo>false</GenerateAssemblyInfo>
    <AnalysisLevel>none</AnalysisLevel>
    <EnableNETAnalyzers>false</EnableNETAnalyzers>
    <DisableTransitiveFrameworkReferenceDownloads>true</DisableTransitiveFrameworkReferenceDownloads>
  </PropertyGroup>
  <ItemGroup>
    <Using Include="%s" />
    <PackageReference Include="xunit.v3.extensibility.core" Version="3.2.2" />
    <PackageReference Include="xunit.v3.assert" Version="3.2.2" />
    <PackageReference Include="Microsoft.Extensions.Logging" Version="10.0.14" />
    <Reference Include="%s" />
    <Reference Include="%s" />
    <Reference Include="%s" />
    <Analyzer Include="%s" />
  </ItemGroup>
</Project>
"""


def quoted(text):
    return '@"' + text.replace('"', '""') + '"'


def before(page):
    return lambda one: (f'global::Snippets.Run.Expect("{page}:{one.line}", {quoted(one.text)}, {quoted(one.part)}); try {{ ')


def after(_):
    return (" global::Snippets.Run.Missed(); } catch (global::System.Exception tenureThrown) "
            "{ global::Snippets.Run.Thrown(tenureThrown); }")


def write(unit, folder):
    """The file of one unit, and the class to run."""
    name = "P_" + unit.name
    usings, types, members, bodies = [], [], [], []

    def part(to, line, code):
        if code.strip():
            to.append(f'#line {line} "{ROOT / unit.page}"\n{code.rstrip()}\n')

    for one in unit.given("given class"):
        part(members, one.line, only(one.text, {"method", "member", "statement"}))
        part(types, one.line, only(one.text, {"type"}))
    for one in unit.given("given"):
        part(bodies, one.line, one.text)
    for fence in unit.fences:
        code = unit.wrapped(fence, lambda code, line: wrap_throws(code, line, before(fence.page), after))
        part(usings, fence.line, only(code, {"import"}))
        part(types, fence.line, only(code, {"type"}))
        part(members, fence.line, only(code, {"member"}))
        part(bodies, fence.line, only(code, {"statement", "method"}))
    for one in unit.given("then"):
        part(bodies, one.line, one.text)
    body = "".join(bodies)
    signature = "async Task" if re.search(r"\bawait\b", blank(body)[0]) else "void"
    start = "" if unit.whole else f"public static {signature} Start()\n{{\n{body}}}\n"
    for again in USINGS:
        usings = [re.sub(rf"(?m)^using {re.escape(again)};", "", text) for text in usings]
    (folder / f"{name}.cs").write_text(
        f"{''.join(usings)}namespace Snippets.{name}\n{{\n{''.join(types)}"
        + (f"public static partial class Snippet\n{{\n{''.join(members)}{start}}}\n" if not unit.whole else "") + "}\n")
    return f"Snippets.{name}"


def run(units, folder):
    """Yields (unit, complaint) for what fails; a unit without a complaint has passed."""
    folder.mkdir(parents=True)
    classes = {unit: write(unit, folder) for unit in units}
    (folder / "Run.cs").write_text((Path(__file__).parent / "Run.cs").read_text())
    source = ROOT / "dotnet/src"
    (folder / "Snippets.csproj").write_text(PROJECT % (
        ";".join(USINGS), source / "Tenure/bin/Release/net10.0/Tenure.dll", source / "Tenure.Xunit/bin/Release/net10.0/Tenure.Xunit.dll",
        source / "Tenure.Extensions.Logging/bin/Release/net10.0/Tenure.Extensions.Logging.dll",
        source / "Tenure.Analyzers/bin/Release/netstandard2.0/Tenure.Analyzers.dll"))
    for name in ("Directory.Build.props", "Directory.Build.targets"):
        (folder / name).write_text("<Project />\n")
    result = subprocess.run(["dotnet", "build", str(folder / "Snippets.csproj"), "-c", "Release", "-nodeReuse:false", "-v:q",
                             "-clp:NoSummary"], cwd=folder, capture_output=True, text=True)
    said = [said_of(match) for match in
            re.finditer(r"(?m)^(.+?)\((\d+),\d+\): (error|warning) (\w+): (.*?)(?: \[[^\]]*\])?$", result.stdout)]
    yield from warned(units, said)
    errors = dict.fromkeys((place, line, code, text) for place, line, kind, code, text in said if kind == "error")
    for place, line, code, text in errors:
        unit = next((one for one in units if place == one.page and last(one) >= line >= first(one)), None)
        yield unit, f"{place}:{line}: {code}: {text}"
    if result.returncode:
        if not errors:
            yield None, f"dotnet build: {(result.stdout + result.stderr)[-2000:]}"
        return
    native = os.environ.get("TENURE_LIBRARY", str(ROOT / "target/release/libtenure.so"))
    yield from run_all(units, classes, ["dotnet", str(folder / "bin/Release/net10.0/Snippets.dll")], folder,
                       {"TENURE_LIBRARY": native})


def said_of(match):
    place = match[1].removeprefix(f"{ROOT}/")
    return place, int(match[2]), match[3], match[4], match[5]


def first(unit):
    return min([unit.fences[0].line, *(one.line for one in unit.given("given") + unit.given("given class"))])


def last(unit):
    return unit.fences[-1].line + unit.fences[-1].code.count("\n")


def warned(units, said):
    """Compares what the analyzer says with the comments."""
    found = {(place, line, code) for place, line, _, code, _ in said if code.startswith("TENURE")}
    for unit in units:
        told = {(fence.page, fence.line + fence.code.count("\n", 0, at), code)
                for fence in unit.fences for at, text in blank(fence.code)[1] for code in re.findall(r"TENURE\d{3}\b", text)
                if code != "TENURE004"}
        throws = {one.line for fence in unit.fences for one in expected(fence.code, fence.line) if one.kind == "throws"}
        mine = {one for one in found if one[0] == unit.page and first(unit) <= one[1] <= last(unit) and one[1] not in throws}
        for place, line, code in sorted(mine - told):
            yield unit, f"{place}:{line}: the compiler warns of {code}, and no comment on the line says so"
        for place, line, code in sorted(told - mine):
            yield unit, f"{place}:{line}: the comment says {code}, and the compiler does not warn"
