"""Uses the packages as strangers do: ci/package --verify [--out DIR] [NAME...].

Each check is a function here and, where it builds something, a folder of examples/consume. It runs in a folder outside
of the checkout, with an empty home, without a network and with the checkout out of sight, where this user may arrange
that (`unshare`); elsewhere it says so. What build tools need of their own (plugins of Maven, a runtime of F#) is fetched
before, and served from a folder. A check that cannot be made fails, but for that of Gradle, which few machines have.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import gradle as gradle_metadata
from common import PLATFORMS, ROOT, VERSION, Failure, read_zip

EXAMPLES = ROOT / "examples/consume"
# What Maven's plugins are fetched to; a repository of the checks.
CENTRAL = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "tenure/verify-central"
# The launcher of sbt, and what it has fetched: itself, and compilers.
SBT = CENTRAL.with_name("verify-sbt")
SBT_VERSION = re.search(r"sbt.version=(.+)", (EXAMPLES / "sbt/project/build.properties").read_text()).group(1)
# What a JVM prints if native access was not granted, from 24 on.
NATIVE_ACCESS = ["--enable-native-access=ALL-UNNAMED"]
CHECKS = {}
# Once for Scala 3, which the project names, and once for 2.13, which reads `import a.*` with an option.
SBT_RUN = ("run", "++2.13.18!", 'set scalacOptions += "-Xsource:3"', "run")


class Skipped(Exception):
    """A check that this machine lacks the tool for."""


def check(function):
    CHECKS[function.__name__.replace("_", "-")] = function
    return function


class Place:
    """A folder outside of the checkout with an empty home and the packages: all that a stranger has."""

    def __init__(self, folder, packages):
        self.folder = folder
        self.home = folder / "home"
        self.packages = folder / "packages"
        self.home.mkdir()
        shutil.copytree(packages, self.packages)
        self.feed = None
        if "RestoreSources" in os.environ:  # a toolchain without nuget.org: F# needs its runtime from somewhere
            self.feed = os.environ["RestoreSources"]

    def example(self, name, **files):
        """A copy of examples/consume/NAME with these files in it, without what was built there."""
        target = self.folder / Path(name).name
        shutil.copytree(EXAMPLES / name, target, ignore=shutil.ignore_patterns("target", "bin", "obj"))
        for path, text in files.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)  # git keeps no empty folder
            (target / path).write_text(text)
        return target

    def environment(self):
        kept = {name: os.environ[name] for name in ("PATH", "JAVA_HOME", "DOTNET_ROOT", "LANG") if name in os.environ}
        if "JAVA_HOME" in kept:  # the JVM that runs a program is the one that Maven compiles with
            kept["PATH"] = f"{kept['JAVA_HOME']}/bin:{kept['PATH']}"
        invariant = os.environ.get("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT")
        return {
            **kept,
            **({"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": invariant} if invariant else {}),
            "HOME": str(self.home),
            "NUGET_PACKAGES": str(self.home / ".nuget/packages"),
            "DOTNET_CLI_HOME": str(self.home),
            "DOTNET_CLI_TELEMETRY_OPTOUT": "1",
            "DOTNET_NOLOGO": "1",
            "MSBUILDDISABLENODEREUSE": "1",
            "DOTNET_CLI_USE_MSBUILD_SERVER": "0",
            "UseSharedCompilation": "false",
        }

    def run(self, folder, *command, fails=False, **more):
        """Its output. A failure fails the check, unless one is expected."""
        line = " ".join(shlex.quote(str(part)) for part in command)
        done = subprocess.run(
            alone(line), cwd=folder, env={**self.environment(), **more}, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        if (done.returncode != 0) != fails:
            raise Failure(f"{line}\n{done.stdout}\nexit status {done.returncode}")
        return done.stdout


def can_be_alone():
    return subprocess.run(["unshare", "-mn", "true"], capture_output=True).returncode == 0


ALONE = can_be_alone()


def alone(line):
    """The command without network, and with an empty folder where the checkout is."""
    if not ALONE:
        return ["bash", "-c", line]
    hide = f"mount -t tmpfs none {shlex.quote(str(ROOT))}"
    return ["unshare", "-mn", "bash", "-c", f"ip link set lo up 2>/dev/null; {hide}; exec {line}"]


def readme(language):
    """The README's example in this language."""
    return re.search(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S).group(1)


def prints(output, times=1):
    """What the ten lines print."""
    if output.count("[[20. 20. 20.]") != times or output.count("0 bytes live") < 1:
        raise Failure(f"not what the example prints:\n{output}")


def contains(output, *parts):
    for part in parts:
        if part not in output:
            raise Failure(f"'{part}' is not in:\n{output}")


def here():
    """The platform of this machine."""
    machine = {"x86_64": "linux-x86_64", "aarch64": "linux-aarch_64"}[os.uname().machine]
    return PLATFORMS[machine]


# Maven


def settings(place, central, ours=True):
    """Ours from the packages, unless the project names them itself; all else from `central`."""
    file = place.home / "settings.xml"
    mirror = ""
    if central:
        mirror = f"<mirror><id>central</id><mirrorOf>central</mirrorOf><url>{central.as_uri()}</url></mirror>"
    repository = "<repository><id>tenure</id><url>{}</url></repository>".format((place.packages / "maven").as_uri())
    if not ours:
        repository = ""
    file.write_text(
        f"<settings><mirrors>{mirror}</mirrors><profiles><profile><id>tenure</id><repositories>{repository}</repositories>"
        "</profile></profiles><activeProfiles><activeProfile>tenure</activeProfile></activeProfiles></settings>"
    )
    return file


MISSING = re.compile(r"[Cc]ould not (find|resolve|transfer)|could not be resolved|Failed to collect|PluginResolution")


def maven(place, folder, phase, ours=True, fails=False):
    """Builds offline; what is missing of Maven's own is fetched once, by another build, into CENTRAL."""
    command = ["mvn", "-B", "-ntp", "-q", "-s", str(settings(place, CENTRAL, ours))]
    command.append(f"-Dmaven.repo.local={place.home}/.m2/repository")
    try:
        output = place.run(folder, *command, phase, fails=fails)
        if not fails or not MISSING.search(output):
            return output
    except Failure as failure:
        if not MISSING.search(str(failure)):
            raise
    print(f"  fetching what Maven needs for {folder.name}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(folder, Path(scratch) / folder.name)
        fetch = ["mvn", "-B", "-ntp", "-q", "-s", str(settings(place, None)), f"-Dmaven.repo.local={CENTRAL}", phase]
        done = subprocess.run(fetch, cwd=Path(scratch) / folder.name, capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise Failure(f"{' '.join(fetch)}\n{done.stdout}{done.stderr}")
    shutil.rmtree(CENTRAL / "dev/tenure", ignore_errors=True)
    for mark in CENTRAL.rglob("_remote.repositories"):
        mark.unlink()
    shutil.rmtree(place.home / ".m2", ignore_errors=True)
    settings(place, CENTRAL, ours)
    return place.run(folder, *command, phase, fails=fails)


def java(place, folder, *arguments, fails=False):
    options = NATIVE_ACCESS if native_access_is_known(place, folder) else []
    # The JVM takes the home of the password file, whatever HOME says.
    return place.run(folder, "java", f"-Duser.home={place.home}", *options, *arguments, fails=fails)


def native_access_is_known(place, folder):
    return int(re.search(r'version "(\d+)', place.run(folder, "java", "-version")).group(1)) >= 22


def class_path(folder):
    return ":".join(["target/classes", *(f"target/lib/{jar.name}" for jar in sorted((folder / "target/lib").iterdir()))])


@check
def maven_class_path(place):
    folder = place.example("maven", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "compile")
    prints(java(place, folder, "-cp", class_path(folder), "Hello"))


@check
def maven_modules(place):
    """By the BOM and one classifier; no module requires the one with the library. Then an image of jlink."""
    files = {"src/main/java/hello/Hello.java": "package hello;\n\n" + readme("java")}
    folder = place.example("maven-modules", **files)
    pom = folder / "pom.xml"
    pom.write_text(pom.read_text().replace("linux-x86_64", here().classifier))
    maven(place, folder, "compile")
    options = ["--enable-native-access=dev.tenure"] if native_access_is_known(place, folder) else []
    prints(place.run(folder, "java", *options, "-p", "target/classes:target/lib", "-m", "hello/hello.Hello"))
    place.run(
        folder, "jlink", "-p", "target/classes:target/lib", "--output", "image",
        "--add-modules", f"hello,{here().module}",
    )  # fmt: skip
    prints(place.run(folder, "image/bin/java", *options, "-m", "hello/hello.Hello"))


@check
def memory_segments(place):
    """`tenure-foreign` on the module path and on the class path."""
    folder = place.example("maven-foreign")
    if not native_access_is_known(place, folder):
        raise Skipped("segments are of JDK 22, and JAVA_HOME names an older one")
    maven(place, folder, "compile")
    options = ["--enable-native-access=dev.tenure,dev.tenure.foreign"]
    by_module = place.run(folder, "java", *options, "-p", "target/classes:target/lib", "-m", "segments/segments.Hello")
    by_class = java(place, folder, "-cp", class_path(folder), "segments.Hello")
    for output in (by_module, by_class):
        contains(output, "the second is 4.0", "it is alive: false")


@check
def fat_jar(place):
    folder = place.example("maven-fat-jar", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "package")
    prints(place.run(folder, "java", "-jar", "target/hello-fat-jar-1.jar"))


@check
def class_loaders(place):
    folder = place.example("class-loaders", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "compile")
    jars = class_path(folder).split(":")
    prints(java(place, folder, "-cp", "target/classes", "TwoApplications", "target/classes/", *jars[1:]), times=2)


@check
def missing_native(place):
    folder = place.example("maven-missing", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "compile")
    output = java(place, folder, "-cp", class_path(folder), "Hello", fails=True)
    contains(output, f"No native library of Tenure for {here().classifier}", f"tenure:{VERSION}:{here().classifier}")


@check
def noexec(place):
    """The user's cache cannot be executed from: the next folder is taken; if none can, the message says so."""
    if not ALONE:
        raise Failure("mounting a noexec folder needs unshare, which this user may not use here")
    folder = place.example("maven", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "compile")
    mount = f"mkdir -p {place.home}/.cache && mount -t tmpfs -o noexec none {place.home}/.cache"
    run = f"java -Duser.home={place.home} -cp {shlex.quote(class_path(folder))} Hello"
    prints(place.run(folder, "bash", "-c", f"{mount} && {run}"))
    tmp = f"mkdir -p {place.folder}/tmp && mount -t tmpfs -o noexec none {place.folder}/tmp"
    run = run.replace("java ", f"java -Djava.io.tmpdir={place.folder}/tmp ")
    output = place.run(folder, "bash", "-c", f"{mount} && {tmp} && {run}", fails=True)
    contains(output, "failed to map segment", "mounted noexec")
    contains(output, f"{place.home}/.cache/tenure:", f"{place.folder}/tmp/tenure-")


@check
def error_prone(place):
    """Exactly the lines that say so are errors."""
    folder = place.example("error-prone")
    source = (folder / "src/main/java/Mistakes.java").read_text().splitlines()
    named = re.compile(r"// (CheckReturnValue|MustBeClosedChecker)$")
    wanted = [(at, named.search(line)[1]) for at, line in enumerate(source, 1) if named.search(line)]
    output = maven(place, folder, "compile", fails=True)
    found = [(int(at), name) for at, name in re.findall(r"Mistakes\.java:\[(\d+),\d+\] \[(\w+)\]", output)]
    if sorted(set(found)) != wanted:
        raise Failure(f"Error Prone found {sorted(set(found))}, not {wanted}:\n{output}")


@check
def kotlin(place):
    folder = place.example("kotlin")
    maven(place, folder, "compile")
    prints(java(place, folder, "-cp", class_path(folder), "HelloKt"))


@check
def onnx(place):
    """A model of the tests, run by the ONNX Runtime that `tenure-onnx` brings."""
    folder = place.example("onnx")
    shutil.copy(ROOT / "tests/onnx/data/affine.onnx", folder)
    maven(place, folder, "compile")
    contains(java(place, folder, "-cp", class_path(folder), "Predict"), "[6.5, 59.5]", "0 bytes live")


@check
def spring_boot(place):
    """Starts the service of the guide, and sends it requests."""
    folder = place.example("../spring-boot")
    maven(place, folder, "test")
    report = (folder / "target/surefire-reports/TEST-example.ApplicationTest.xml").read_text()
    contains(report, 'tests="4"', 'errors="0"', 'skipped="0"', 'failures="0"')


# sbt


def sbt(home, *tasks):
    """The command, with everything that sbt writes or fetches below `home`, and nothing below the user's."""
    properties = {
        "user.home": home, "sbt.boot.directory": home / "boot", "sbt.global.base": home / "global",
        "sbt.ivy.home": home / "ivy", "sbt.coursier.home": home / "coursier", "coursier.cache": home / "coursier",
        "sbt.override.build.repos": "true", "sbt.repository.config": home / "repositories",
        "sbt.server.autostart": "false", "sbt.supershell": "false", "sbt.color": "false",
    }  # fmt: skip
    launcher = home / f"sbt-launch-{SBT_VERSION}.jar"
    return ["java", *(f"-D{name}={value}" for name, value in properties.items()), "-jar", launcher, *tasks]


def fetch_sbt():
    """Once: the launcher from Maven Central, and what it fetches to compile something that does not need us."""
    print("  fetching what sbt needs", file=sys.stderr)
    shutil.rmtree(SBT, ignore_errors=True)
    SBT.mkdir(parents=True)
    (SBT / "repositories").write_text("[repositories]\nmaven-central\n")
    launcher = f"-Dartifact=org.scala-sbt:sbt-launch:{SBT_VERSION}"
    subprocess.run(["mvn", "-B", "-ntp", "-q", "dependency:copy", launcher, f"-DoutputDirectory={SBT}"], check=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "sbt"
        shutil.copytree(EXAMPLES / "sbt", folder)
        build = folder / "build.sbt"
        lines = [line for line in build.read_text().splitlines() if "dev.tenure" not in line]
        build.write_text("\n".join(lines) + "\n")
        (folder / "Hello.scala").write_text("object Hello { def main(arguments: Array[String]): Unit = () }\n")
        done = subprocess.run(sbt(SBT, *SBT_RUN), cwd=folder, capture_output=True, text=True)
        if done.returncode:
            shutil.rmtree(SBT)
            raise Failure(f"sbt\n{done.stdout}{done.stderr}")


@check
def scala(place):
    if not (SBT / f"sbt-launch-{SBT_VERSION}.jar").is_file():
        fetch_sbt()
    folder, home = place.example("sbt"), place.home / "sbt"
    resolver, *rest = documented("Java, Kotlin, Scala: Maven", "sbt")[0].splitlines()
    for line in rest:
        contains((folder / "build.sbt").read_text(), line)
    with (folder / "build.sbt").open("a") as build:
        build.write(resolver.replace("/path/to/target/packages", str(place.packages)) + "\n")
    shutil.copytree(SBT, home)
    ours = (place.packages / "maven").as_uri()
    (home / "repositories").write_text(f"[repositories]\nmaven-central\ntenure: {ours}\n")
    prints(place.run(folder, *sbt(home, *SBT_RUN), TENURE_CACHE=str(place.home / "cache")), times=2)


# Gradle


@check
def gradle(place):
    """With whatever Gradle is there; only one from version 6 on reads the metadata, which the next check looks at."""
    if not shutil.which("gradle"):
        raise Skipped("there is no gradle; install one with: apt-get install gradle")
    folder = place.example("gradle", **{"src/main/java/Hello.java": readme("java")})
    build = folder / "build.gradle"
    for line in documented("Gradle", "groovy")[0].splitlines():
        contains(build.read_text(), line)
    text = build.read_text().replace("/path/to/target/packages", str(place.packages))
    version = re.search(r"Gradle (\d+)\.(\d+)", place.run(folder, "gradle", "--version"))
    if tuple(map(int, version.groups())) < (6, 4):  # Debian's, which has another name for the main class
        text = text.replace("application { mainClass = 'Hello' }", "mainClassName = 'Hello'")
    build.write_text(text)
    options = ["--offline", "--no-daemon", "-g", place.home / ".gradle"]
    prints(place.run(folder, "gradle", *options, "run", TENURE_CACHE=str(place.home / "cache")))


@check
def gradle_modules(place):
    found = list(gradle_metadata.faults(place.packages / "maven"))
    offered = (place.packages / f"maven/dev/tenure/tenure/{VERSION}/tenure-{VERSION}.module").read_text()
    for one in re.findall(r'requireCapability\("dev.tenure:(.+?)"\)', documented("Gradle", "kts")[0]):
        if json.dumps(one.replace("linux-x86_64", here().classifier)) not in offered:
            found.append(f"docs/packages.md asks for {one}, which the metadata does not offer")
    if found:
        raise Failure("\n".join(found))


# .NET


def dotnet(place, name, **files):
    folder = place.example(name, **files)
    more = f'<add key="toolchain" value="{place.feed}" />' if place.feed else ""
    (folder / "nuget.config").write_text(
        "<configuration><packageSources><clear />"
        f'<add key="tenure" value="{place.packages}/nuget" />{more}</packageSources></configuration>'
    )
    return folder


@check
def csharp(place):
    folder = dotnet(place, "csharp", **{"Hello.cs": readme("csharp")})
    prints(place.run(folder, "dotnet", "run"))


@check
def logging(place):
    """A record of the library at a logger of a container, with the package that does that."""
    prints = place.run(dotnet(place, "logging"), "dotnet", "run")
    contains(prints, "Information Tenure.Workspace[400]: workspace 'batches' has learned a size of ")


@check
def fsharp(place):
    prints(place.run(dotnet(place, "fsharp"), "dotnet", "run"))


@check
def memory_tool(place):
    """Installs the tool from the feed, and makes a page of a snapshot that a program has saved."""
    program = 'Tenure.Reports.MemorySnapshot.Take().Save("a.tenure-memory.json");\n'
    folder = dotnet(place, "csharp", **{"Hello.cs": program})
    place.run(folder, "dotnet", "run")
    line = re.search(r"^dotnet tool install .*$", (ROOT / "docs/guides/seeing-memory.md").read_text(), re.M).group(0)
    line = line.replace("--global", f"--tool-path {shlex.quote(str(place.folder / 'tools'))}")
    place.run(folder, *shlex.split(line.replace("/path/to/target/packages/nuget", str(place.packages / "nuget"))))
    tool = place.folder / "tools/tenure-memory"
    contains(place.run(folder, tool, "a.tenure-memory.json"), "a.tenure-memory.json.html")
    contains((folder / "a.tenure-memory.json.html").read_text(), "<h1>Native memory</h1>")
    contains(place.run(folder, tool, "absent.json", fails=True), "absent.json")


@check
def aspnet(place):
    """Compiles the service of the guide: there is ASP.NET Core's reference pack here, and no runtime of it."""
    place.run(dotnet(place, "../aspnet"), "dotnet", "build")


@check
def old_dotnet(place):
    """A project for .NET 9 is told so when it is restored."""
    folder = dotnet(place, "csharp", **{"Hello.cs": readme("csharp")})
    project = folder / "Hello.csproj"
    project.write_text(project.read_text().replace("net10.0", "net9.0"))
    contains(place.run(folder, "dotnet", "restore", fails=True), "NU1202", f"Tenure {VERSION}", "net9.0", "net10.0")


# Containers


def contained(place, file, app, **bound):
    """Runs /app as the last stage of a Dockerfile says: its user, its environment, nothing writable but /tmp.

    There is no container engine here: these are the name spaces that one would make, around this machine's /usr.
    """
    if not ALONE:
        raise Skipped("a read-only root needs unshare, which this user may not use here")
    last = (EXAMPLES / "container" / file).read_text().split("\nFROM ")[-1]
    user, group = re.search(r"^USER (\d+):(\d+)$", last, re.M).groups()
    entry = json.loads(re.search(r"^ENTRYPOINT (.+)$", last, re.M).group(1))
    settings = dict(re.findall(r"^ENV (\w+)=(.+)$", last, re.M), HOME="/", PATH=f"{os.environ['PATH']}:/mnt/dotnet")
    run = shlex.join(part.replace("/app/", "/mnt/app/") for part in entry)
    mounts = ["mount -t tmpfs none /mnt"]
    for name, folder in {"app": app, **bound}.items():
        mounts.append(f"mkdir /mnt/{name} && mount --bind {shlex.quote(str(folder))} /mnt/{name}")
    mounts += ["mount -t tmpfs none /tmp", "mount -o remount,ro /mnt", "mount -o remount,ro,bind /", "! touch /written 2>/dev/null"]
    rights = f"setpriv --reuid {user} --regid {group} --clear-groups --no-new-privs"
    variables = shlex.join(f"{name}={value}" for name, value in settings.items())
    return place.run("/", "bash", "-c", " && ".join([*mounts, f"exec {rights} env -i {variables} {run}"]))


@check
def container_java(place):
    folder = place.example("maven", **{"src/main/java/Hello.java": readme("java")})
    maven(place, folder, "compile")
    if not native_access_is_known(place, folder):
        raise Skipped("the Dockerfile is of JDK 25, and JAVA_HOME names an older one")
    prints(contained(place, "Dockerfile", folder / "target"))


@check
def container_csharp(place):
    folder = dotnet(place, "csharp", **{"Hello.cs": readme("csharp")})
    place.run(folder, "dotnet", "publish", "-c", "Release", "-o", folder / "out")
    sdk = Path(shutil.which("dotnet")).resolve().parent
    prints(contained(place, "csharp.Dockerfile", folder / "out", dotnet=sdk))


# C


def unpacked(place):
    name = f"tenure-{VERSION}-{here().classifier}"
    place.run(place.folder, "tar", "xf", f"packages/c/{name}.tar.gz")
    return place.folder / name


def prints_sum(output):
    contains(output, "[[20. 20. 20.]")


@check
def c_pkg_config(place):
    folder = place.example("c-pkg-config", **{"hello.c": readme("c")})
    place.run(folder, "make", "hello", PKG_CONFIG_PATH=str(unpacked(place) / "lib/pkgconfig"))
    prints_sum(place.run(folder, "./hello"))


@check
def c_cmake(place):
    folder = place.example("c-cmake", **{"hello.c": readme("c")})
    place.run(folder, "cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={unpacked(place)}")
    place.run(folder, "cmake", "--build", "build")
    prints_sum(place.run(folder, "build/hello"))
    lists = folder / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace("Tenure 0.1", "Tenure 99"))
    output = place.run(folder, "cmake", "-S", ".", "-B", "again", f"-DCMAKE_PREFIX_PATH={unpacked(place)}", fails=True)
    contains(output, f"version: {VERSION}")


# What docs/packages.md says, line by line


def documented(section, language=""):
    """The blocks of a section."""
    text = (ROOT / "docs/packages.md").read_text()
    body = re.search(rf"^## {re.escape(section)}\n(.*?)^## ", text, re.M | re.S).group(1)
    return re.findall(rf"^```{language}\n(.*?)^```$", body, re.M | re.S)


def started(place, page, *before, **more):
    """Does what a start page says, in its order: saves the files, and runs the shell lines as they stand.

    Left out are the line that builds the packages, and Gradle, which few machines have.
    """
    text = (ROOT / f"docs/start/{page}.md").read_text()
    text = re.sub(r"(/path/to/)?target/packages", str(place.packages), text).replace("linux-x86_64", here().classifier)
    steps, name = ["set -e", *before], None
    step = r'(?:Save it as|Put this into) `(.+?)`|Save \[this POM\]\(\.\./\.\./(.+?)\)|^```(\w+)( title="[^"\n]*/(.+?)")?\n(.*?)^```$'
    for saved, pom, language, _, file, code in re.findall(step, text, re.M | re.S):
        if saved:
            name = saved
        elif pom:
            steps.append(written("pom.xml", (ROOT / pom).read_text()))
        elif language == "sh":
            steps += [line for line in code.splitlines() if not line.startswith(("ci/package", "gradle "))]
        elif name or language in ("make", "cmake"):
            steps.append(written(name or file, code))
            name = None
    folder = place.folder / "start"
    folder.mkdir()
    (place.folder / "steps.sh").write_text("\n".join(steps))
    return place.run(folder, "bash", place.folder / "steps.sh", **more)


def written(path, text):
    """Shell that writes a file."""
    return f"mkdir -p {shlex.quote(os.path.dirname(path) or '.')}\ncat >{shlex.quote(path)} <<'END_OF_FILE'\n{text}END_OF_FILE"


def started_with_maven(place, page, example, **files):
    maven(place, place.example(example, **files), "compile")  # fetches what it lacks
    shutil.rmtree(place.home / ".m2", ignore_errors=True)
    (place.home / ".m2").mkdir()
    settings(place, CENTRAL).rename(place.home / ".m2/settings.xml")
    # Maven and the JVM take the home of the password file, whatever HOME says.
    home = {"MAVEN_OPTS": f"-Duser.home={place.home}", "XDG_CACHE_HOME": str(place.home / "cache")}
    prints(started(place, page, **home))


def started_with_dotnet(place, page):
    sources = ["dotnet nuget remove source nuget.org"]  # which cannot be reached from here
    if place.feed:
        sources.append(f"dotnet nuget add source {shlex.quote(place.feed)} --name toolchain")
    prints(started(place, page, *sources))


@check
def start_java(place):
    started_with_maven(place, "java", "maven", **{"src/main/java/Hello.java": readme("java")})


@check
def start_kotlin(place):
    started_with_maven(place, "kotlin", "kotlin")


@check
def start_csharp(place):
    started_with_dotnet(place, "csharp")


@check
def start_fsharp(place):
    started_with_dotnet(place, "fsharp")


@check
def start_c(place):
    """By make, then by CMake."""
    output = started(place, "c")
    if output.count("[[20. 20. 20.]") != 2:
        raise Failure(f"not what the example prints twice:\n{output}")


@check
def docs_maven(place):
    blocks = documented("Java, Kotlin, Scala: Maven", "xml")
    repository, dependency = (block.replace("/path/to/target/packages", str(place.packages)) for block in blocks)
    folder = place.example("maven", **{"src/main/java/Hello.java": readme("java")})
    pom = folder / "pom.xml"
    text = re.sub(r"<dependency>.*?</dependency>", lambda _: dependency, pom.read_text(), flags=re.S)
    pom.write_text(text.replace("  <build>", f"{repository}\n  <build>"))
    maven(place, folder, "compile", ours=False)
    prints(java(place, folder, "-cp", class_path(folder), "Hello"))


@check
def docs_nuget(place):
    lines = documented("C# and F#: NuGet")[0].replace("/path/to/target/packages", str(place.packages)).splitlines()
    place.run(place.folder, "dotnet", "new", "console", "-o", "hello", "--no-restore")
    folder = place.folder / "hello"
    (folder / "Program.cs").write_text(readme("csharp"))
    place.run(folder, "dotnet", "nuget", "remove", "source", "nuget.org")  # which cannot be reached from here
    for line in lines:
        place.run(folder, *shlex.split(line))
    prints(place.run(folder, "dotnet", "run"))


@check
def docs_c(place):
    script = documented("C")[0].replace("target/packages", "packages").replace("linux-x86_64", here().classifier)
    (place.folder / "hello.c").write_text(readme("c"))
    prints_sum(place.run(place.folder, "bash", "-ec", script))


# What needs no user


@check
def complete(place):
    """Every package has licences and a list of contents, and the jar of the classes no library."""
    repository = place.packages / "maven/dev/tenure"
    jar = read_zip(repository / f"tenure/{VERSION}/tenure-{VERSION}.jar")
    if any(name.endswith((".so", ".dylib", ".dll")) for name in jar):
        raise Failure("the jar of the classes has a native library")
    needs(jar, "META-INF/LICENSE", "META-INF/sbom/tenure.cdx.json", "module-info.class")
    needs(jar, "META-INF/native-image/dev.tenure/tenure/reachability-metadata.json")
    sisters = [path.name for path in repository.iterdir() if path.name not in ("tenure", "tenure-all", "tenure-bom")]
    if "tenure-onnx" not in sisters:
        raise Failure(f"there is no tenure-onnx among {', '.join(sorted(sisters))}")
    for artifact in sisters:
        entries = read_zip(repository / f"{artifact}/{VERSION}/{artifact}-{VERSION}.jar")
        needs(entries, "META-INF/LICENSE", f"META-INF/sbom/{artifact}.cdx.json")
    for native in repository.glob(f"tenure/{VERSION}/tenure-{VERSION}-*-*.jar"):
        classifier = native.stem.removeprefix(f"tenure-{VERSION}-")
        entries = read_zip(native)
        inside = f"META-INF/native/tenure/{classifier}"
        needs(entries, f"{inside}/{PLATFORMS[classifier].library}", f"{inside}/THIRD-PARTY-NOTICES.txt")
        needs(entries, "META-INF/LICENSE", f"META-INF/sbom/tenure-{classifier}.cdx.json", "module-info.class")
    package = read_zip(place.packages / f"nuget/Tenure.{VERSION}.nupkg")
    needs(package, f"runtimes/{here().rid}/native/libtenure.so", "THIRD-PARTY-NOTICES.txt", "tenure.cdx.json", "icon.png")
    needs(package, "README.md", "lib/net10.0/Tenure.xml")
    needs(package, *(f"{build}/net10.0/Tenure.targets" for build in ("build", "buildTransitive")))
    needs(package, *(f"analyzers/dotnet/cs/Tenure.Analyzers{part}.dll" for part in ("", ".CodeFixes")))
    for name in ("Tenure.Xunit", "Tenure.Extensions.Logging"):
        package = read_zip(place.packages / f"nuget/{name}.{VERSION}.nupkg")
        needs(package, "tenure.cdx.json", "README.md", "icon.png", f"lib/net10.0/{name}.xml")
    needs(read_zip(place.packages / f"nuget/Tenure.{VERSION}.snupkg"), "lib/net10.0/Tenure.pdb")
    tool = read_zip(place.packages / f"nuget/Tenure.Memory.Tool.{VERSION}.nupkg")
    needs(tool, "tools/net10.0/any/tenure-memory.dll", "tools/net10.0/any/Tenure.dll", "THIRD-PARTY-NOTICES.txt", "tenure.cdx.json")
    needs(tool, f"tools/net10.0/any/runtimes/{here().rid}/native/libtenure.so", "README.md", "icon.png")


def needs(entries, *names):
    for name in names:
        if not entries.get(name):
            raise Failure(f"a package has no {name}, or an empty one; it has {', '.join(sorted(entries))}")


def main():
    parser = argparse.ArgumentParser(prog="ci/package --verify")
    parser.add_argument("--out", type=Path, default=ROOT / "target/packages")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names, packages = options.names, options.out.resolve()
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        raise Failure(f"no check {', '.join(unknown)}; there are {', '.join(CHECKS)}")
    absent = [kind for kind in ("maven", "nuget", "c") if not any((packages / kind).glob("*"))]
    if absent:
        raise Failure(f"{packages} has no {', '.join(absent)}: run ci/package first")
    if not ALONE:
        print("verify: this user may not use unshare: the network and the checkout can be seen")
    failed = []
    for name in names or CHECKS:
        with tempfile.TemporaryDirectory(prefix="tenure-verify-") as folder:
            try:
                CHECKS[name](Place(Path(folder), packages))
                print(f"ok    {name}", flush=True)
            except Skipped as why:
                print(f"skip  {name}: {why}", flush=True)
            except Failure as failure:
                failed.append(name)
                print(f"FAIL  {name}\n      " + str(failure).replace("\n", "\n      "), flush=True)
    if failed:
        raise Failure(f"{len(failed)} of {len(names or CHECKS)} failed: {', '.join(failed)}")


try:
    main()
except Failure as failure:
    sys.exit(f"verify: {failure}")
