"""The NuGet packages, in a folder that is a feed.

`dotnet pack` makes them; here they get what it cannot give them: the same bytes each time. It names one part of a
package at random and stamps every entry with the time.
"""

import json
import re
import shutil
import subprocess

import licences
import notices
from common import ROOT, VERSION, Failure, natives, read_zip, sha256, write_zip

# Each with the ending of its project file.
PROJECTS = {
    "Tenure": "csproj", "Tenure.Extensions.Logging": "csproj", "Tenure.FSharp": "fsproj", "Tenure.Memory.Tool": "csproj",
    "Tenure.Xunit": "csproj",
}
# A program, which brings along what others refer to: the libraries, and its symbols.
TOOL = "Tenure.Memory.Tool"
CORE = re.compile(r"package/services/metadata/core-properties/\w+\.psmdcp")


def stage(content, folder, platforms):
    """Lays out what each package takes beside its assembly."""
    shutil.rmtree(content, ignore_errors=True)
    for project in PROJECTS:
        (content / project).mkdir(parents=True)
    libraries = natives(folder, platforms)
    for platform in platforms:
        place = content / "Tenure/runtimes" / platform.rid / "native" / platform.library
        place.parent.mkdir(parents=True)
        shutil.copyfile(libraries[platform.classifier], place)
    for project in ("Tenure", TOOL):
        (content / project / "THIRD-PARTY-NOTICES.txt").write_text(notices.third_party(platforms))
    (content / "Tenure/tenure.cdx.json").write_text(notices.bill(f"pkg:nuget/Tenure@{VERSION}", "Tenure", platforms))
    for project in (project for project in PROJECTS if project != "Tenure"):
        also = [notices.needed(f"pkg:nuget/Tenure@{VERSION}", "Tenure", VERSION, "Apache-2.0"), *references(project)]
        text = notices.bill(f"pkg:nuget/{project}@{VERSION}", project, platforms if project == TOOL else (), also)
        (content / project / "tenure.cdx.json").write_text(text)


def endings(project):
    """Of the packages of a project."""
    return ("nupkg",) if project == TOOL else ("nupkg", "snupkg")


def source(project):
    return f"dotnet/src/{project}/{project}.{PROJECTS[project]}"


def references(project):
    """The packages of others that a project needs, those too that an SDK adds."""
    command = ["dotnet", "msbuild", str(ROOT / source(project)), "-getItem:PackageReference", "-p:Configuration=Release"]
    said = subprocess.run(command, cwd=ROOT / "dotnet", capture_output=True, text=True)
    if said.returncode:
        raise Failure(f"{' '.join(command)}\n{said.stdout}{said.stderr}")
    for reference in json.loads(said.stdout)["Items"]["PackageReference"]:
        name, version = reference["Identity"], reference["Version"]
        yield notices.needed(f"pkg:nuget/{name}@{version}", name, version, licences.NUGET[project][name])


def build(out, work, folder, platforms):
    stage(work / "content", folder, platforms)
    raw = work / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    for project in PROJECTS:
        options = ["-c", "Release", "-nodeReuse:false", "-v:q", "-nologo", "-p:ContinuousIntegrationBuild=true"]
        options += [f"-p:TenurePackageContent={work}/content/", str(ROOT / source(project))]
        # Anew: what was built for the tests names this checkout's folder. All refer to the first alone, which is new then.
        referred = [] if project == "Tenure" else ["-p:BuildProjectReferences=false"]
        run("dotnet", "build", "--no-incremental", *referred, *options)
        run("dotnet", "pack", "--no-build", "-o", str(raw), *options)
    for project in PROJECTS:
        for ending in endings(project):
            settle(raw / f"{project}.{VERSION}.{ending}", out)


def run(*command):
    if subprocess.run(command, cwd=ROOT / "dotnet").returncode:
        raise Failure(f"{' '.join(command)} failed")


def settle(package, out):
    """The same package with bytes that depend on its content only."""
    entries = read_zip(package)
    core = next(name for name in entries if CORE.fullmatch(name))
    fixed = re.sub(r"\w+(?=\.psmdcp)", sha256(entries[core])[:32], core)
    entries[fixed] = entries.pop(core)
    relations = entries["_rels/.rels"].decode().replace(core, fixed)
    # The names of relations are random too.
    for number, name in enumerate(re.findall(r'Id="(\w+)"', relations)):
        relations = relations.replace(f'Id="{name}"', f'Id="R{number}"')
    entries["_rels/.rels"] = relations
    write_zip(out / package.name, entries, first=("[Content_Types].xml", "_rels/.rels"))
