"""Compiles each C and each Rust snippet as a program of its own, and runs it: it must end with status 0.

Behind the snippet it looks what is alive: the handles of C, the bytes of Rust.
"""

import os
import re
import subprocess

from pages import ROOT
from unit import indented, lay

C_TOP = ("#include <inttypes.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
         "#include <tenure.h>\n")
# Linked into each program: says on its way out what is still alive.
C_GUARD = """#include <stdio.h>
#include <tenure.h>
#include <unistd.h>
__attribute__((destructor)) static void ended(void) {
    TenureMemoryStats stats;
    fflush(stdout);
    if (tenure_memory_stats(0, &stats) == 0 && stats.live_handles != 0) {
        fprintf(stderr, "alive after the snippet: %lld handles\\n", (long long)stats.live_handles);
        _exit(120);
    }
}
"""


# The same for Rust, whose snippet is a module with a public main.
RUST_GUARD = """fn main() -> std::process::ExitCode {
    let ended = std::process::Termination::report(page::main());
    let live = tenure::memory::stats(tenure::Device::Cpu).map_or(0, |stats| stats.live_bytes);
    if live == 0 {
        return ended;
    }
    eprintln!("alive after the snippet: {live} bytes");
    std::process::ExitCode::from(120)
}
"""


def mark(page):
    return lambda line: f'\n#line {line} "{page}"\n'


def c_program(unit, folder):
    source, program = folder / f"{unit.name}.c", folder / unit.name
    bodies = [(one.line, one.text) for one in unit.given("given")] + [(one.line, one.code) for one in unit.fences]
    if unit.whole:
        text = "".join(mark(unit.page)(line) + code for line, code in bodies)
    else:
        members = [(one.line, one.text) for one in unit.given("given class")]
        text = C_TOP + "".join(mark(unit.page)(line) + code for line, code in members) + "\nint main(void) {\n"
        text += "".join(mark(unit.page)(line) + code for line, code in bodies) + f"\n{unit.behind()}\nreturn 0;\n}}\n"
    source.write_text(text)
    guard = [] if unit.leaves else [str(folder / "guard.c")]
    (folder / "guard.c").write_text(C_GUARD)
    library = ROOT / "target/release"
    return program, ["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", f"-I{ROOT}/include", str(source),
                     *guard, "-o", str(program), f"-L{library}", "-ltenure", "-lm", f"-Wl,-rpath,{library}"]


def rust_program(unit, folder):
    source, program = folder / f"{unit.name}.rs", folder / unit.name
    parts = [(one.line, one.text) for one in unit.given("given")] + [(one.line, one.code) for one in unit.fences]
    if unit.whole:
        first, last = "#![allow(dead_code)] mod page {", "}"
        parts = [(line, re.sub(r"\bfn main\s*\(", "pub fn main(", code)) for line, code in parts]
    else:
        members = " ".join(one.text for one in unit.given("given class"))
        first = f"#![allow(unused)] mod page {{ {members} pub fn main() -> Result<(), Box<dyn std::error::Error>> {{"
        last = unit.behind() + "Ok(()) } }"
    guard = "fn main() -> impl std::process::Termination { page::main() }" if unit.leaves else RUST_GUARD
    source.write_text(lay(parts, first, last + "\n" + guard))
    library = ROOT / "target/release"
    return program, ["rustc", "--edition", "2024", "--crate-name", "snippet", "-Cdebuginfo=0", str(source), "-o", str(program),
                     "-L", f"dependency={library}/deps", "--extern", f"tenure={library}/libtenure.rlib"]


def run(units, folder, make):
    """Yields (unit, complaint) for what fails; a unit without a complaint has passed."""
    (folder / "work").mkdir(parents=True)
    for unit in units:
        program, compiler = make(unit, folder)
        built = subprocess.run(compiler, cwd=ROOT, capture_output=True, text=True)
        if built.returncode:
            at = re.search(r"(?:\.md|\.rs):(\d+):", built.stderr)
            yield unit, f"{unit.page}:{at[1] if at else unit.fences[0].line}: does not compile:\n" + indented(built.stderr)
            continue
        try:
            ended = subprocess.run([str(program)], cwd=folder / "work", capture_output=True, text=True, timeout=60,
                                   env=os.environ | {"LD_LIBRARY_PATH": str(ROOT / "target/release")})
        except subprocess.TimeoutExpired:
            yield unit, f"{unit.place}: still runs after 60 s"
            continue
        if ended.returncode:
            yield unit, f"{unit.place}: exit status {ended.returncode}:\n" + indented(ended.stdout + ended.stderr)
        for complaint in unit.missing(ended.stdout + ended.stderr):
            yield unit, complaint
