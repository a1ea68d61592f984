"""Writes each Java snippet as classes whose lines have the numbers that they have on the page; compiles and runs all."""

import os
import re
import subprocess
from pathlib import Path

from pages import ROOT
from source import only, wrap_throws
from unit import Failed, lay, run_all

IMPORTS = ("dev.tenure.*", "dev.tenure.data.*", "dev.tenure.models.*", "dev.tenure.nn.*", "dev.tenure.nn.Module", "dev.tenure.onnx.*", "dev.tenure.optim.*", "dev.tenure.options.*", "dev.tenure.reports.*",
           "dev.tenure.results.*", "dev.tenure.workspaces.*", "java.nio.*", "java.nio.file.*", "java.time.*", "java.util.*",
           "java.util.concurrent.*", "java.util.function.*", "java.util.stream.*")
TEST_IMPORTS = ("dev.tenure.junit.*", "org.junit.jupiter.api.*", "org.junit.jupiter.api.extension.*")


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def before(page):
    return lambda one: (f'snippets.Run.expect("{page}:{one.line}", {quoted(one.text)}, {quoted(one.part)}); try {{ ')


def after(_):
    return " snippets.Run.missed(); } catch (Throwable tenureThrown) { snippets.Run.thrown(tenureThrown); }"


def write(unit, folder):
    """The files of one unit, and the class to run."""
    package = f"snippets.{unit.name}"
    where = folder / package.replace(".", "/")
    where.mkdir(parents=True, exist_ok=True)
    wrapped = [(fence.line, unit.wrapped(fence, lambda code, line: wrap_throws(code, line, before(fence.page), after)))
               for fence in unit.fences]
    if unit.whole:
        line, code = wrapped[0]
        name = re.search(r"\b(?:class|record|interface|enum)\s+(\w+)", only(code, {"type"}))[1]
        (where / f"{name}.java").write_text(lay([(line, code)], f"package {package};"))
        return f"{package}.{name}"
    usual = IMPORTS + (TEST_IMPORTS if any("@Test" in code for _, code in wrapped) else ())
    imports = "".join(f"import {one};" for one in usual)
    imports += "".join(" ".join(only(code, {"import"}).split()).replace("; ", ";") for _, code in wrapped)
    members = [(one.line, one.text) for one in unit.given("given class")]
    members += [(line, unhidden(only(code, {"type", "method", "member"}))) for line, code in wrapped]
    bodies = [(one.line, one.text) for one in unit.given("given")]
    bodies += [(line, only(code, {"statement"})) for line, code in wrapped]
    top = f"package {package};{imports}"
    (where / "Members.java").write_text(lay(members, f"{top} abstract class Members {{", "}"))
    (where / "Snippet.java").write_text(
        lay(bodies, f"{top} public class Snippet extends Members {{ public void run() throws Exception {{", unit.behind() + "}}"))
    return f"{package}.Snippet"


def unhidden(code):
    """Without `private` at the top level: the method of the snippet stands in a subclass."""
    return re.sub(r"(?m)^private ", "        ", code)


def classpath():
    version = re.search(r'(?m)^version = "(.+?)"', (ROOT / "Cargo.toml").read_text()).group(1)
    modules = ("tenure/target/tenure", "junit/target/tenure-junit", "micrometer/target/tenure-micrometer")
    jars = [ROOT / f"java/{name}-{version}.jar" for name in modules]
    for jar in jars:
        if not jar.is_file():
            raise Failed(f"no {jar.relative_to(ROOT)}: ci/docs --snippets builds it")
    others = Path(os.environ.get("MAVEN_REPOSITORY", Path.home() / ".m2/repository"))
    for group in ("org/junit/jupiter/junit-jupiter-api", "org/opentest4j/opentest4j", "org/apiguardian/apiguardian-api",
                  "org/junit/platform/junit-platform-commons", "io/micrometer/micrometer-core", "io/micrometer/micrometer-commons",
                  "io/micrometer/micrometer-observation", "org/hdrhistogram/HdrHistogram"):
        jars += sorted((others / group).rglob("*[0-9].jar"))[-1:]
    return ":".join(map(str, jars))


def run(units, folder):
    """Yields (unit, complaint) for what fails; a unit without a complaint has passed."""
    folder.mkdir(parents=True)
    classes = {unit: write(unit, folder) for unit in units}
    home = os.environ.get("JAVA_HOME")
    tool = (lambda name: f"{home}/bin/{name}") if home else (lambda name: name)
    sources = [*map(str, folder.rglob("*.java")), str(Path(__file__).parent / "Run.java")]
    result = subprocess.run(
        [tool("javac"), "-g", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-Xmaxerrs", "1000", "-Xdiags:compact",
         "-cp", classpath(), "-d", str(folder / "out"), *sources],
        capture_output=True, text=True)
    if result.returncode:
        yield from refused(units, classes, result.stderr)
        return
    native = os.environ.get("TENURE_LIBRARY", str(ROOT / "target/release/libtenure.so"))
    version = subprocess.run([tool("java"), "-version"], capture_output=True, text=True).stderr
    access = ["--enable-native-access=ALL-UNNAMED"] if int(re.search(r'"(\d+)', version)[1]) >= 22 else []
    command = [tool("java"), *access, "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
               "-cp", f"{folder / 'out'}:{classpath()}", "snippets.Run"]
    yield from run_all(units, classes, command, folder, {"TENURE_LIBRARY": native})


def refused(units, classes, output):
    """What javac says, by the unit in whose files it says it."""
    told = False
    for match in re.finditer(r"(?m)^(\S+\.java):(\d+): error: (.*(?:\n(?!\S+\.java:\d+:|\d+ errors?).*)*)", output):
        for unit in units:
            if f"/{classes[unit].rpartition('.')[0].replace('.', '/')}/" in match[1]:
                told = True
                yield unit, f"{unit.page}:{match[2]}: {match[3].splitlines()[0]}" + "".join(
                    f"\n    {row.strip()}" for row in match[3].splitlines()[1:] if row.strip() not in ("", "^"))
    if not told:
        yield None, f"javac: {output[-2000:]}"
