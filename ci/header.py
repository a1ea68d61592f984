#!/usr/bin/env python3
"""Reads include/tenure.h by one regular grammar, as the author of a binding would.

  ci/header.py               every function, enum, record and constant of the header is in include/tenure.json, with the
                             same types and values, and the other way round; lengths follow the names of their arrays
                             the calls of the fuzzer, fuzz/targets/calls.rs, pass what the functions take
  ci/header.py --null FILE   calls every function of a library with each pointer NULL, and compares what happens with
                             what include/tenure.json says of it; FILE is the shared library
"""

import ctypes
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FUNCTION = re.compile(r"^(\w+) (tenure_\w+)\(([^()]*)\);$", re.M)
# Functions that are named after what they take or give: all inputs of a module.
ALL = ("tenure_tensor_all", "tenure_module_forward_all", "tenure_module_get_all")
PARAMETER = re.compile(r"^((?:const )?\w+ \**(?:const \*)?)(\w+)$")
ENUM = re.compile(r"^enum (\w+)\n#if [^\n]*\n  : int32_t\n#endif[^\n]*\n \{\n(.*?)^\};$", re.M | re.S)
VALUE = re.compile(r"^  (\w+) = (-?\d+),$", re.M)
RECORD = re.compile(r"^typedef struct \{\n(.*?)^\} (\w+);$", re.M | re.S)
FIELD = re.compile(r"^  (\w+) (\w+);$", re.M)
ALIAS = re.compile(r"^typedef ([^{};]*[ *])(Tenure\w+);$", re.M)
CONSTANT = re.compile(r"^#define (TENURE_\w+) (\S.*)$", re.M)

INVALID_ARGUMENT = 2


def without_comments(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^static inline .*?^\}$", "", text, flags=re.S | re.M)  # what macros need; nothing to bind to
    return re.sub(r"[ \t]*//[^\n]*", "", text)


def parameter(text: str) -> tuple[str, str]:
    match = PARAMETER.match(" ".join(text.split()))
    if not match:
        raise SystemExit(f"include/tenure.h: '{text.strip()}' is not a parameter")
    return match[1].strip(), match[2]


def header() -> dict:
    """All of the header; a line that the grammar does not cover ends the program."""
    text = without_comments((ROOT / "include/tenure.h").read_text(encoding="utf-8"))
    functions = {}
    for returns, name, inside in FUNCTION.findall(text):
        params = [] if inside == "void" else [parameter(part) for part in inside.split(",")]
        functions[name] = (returns, params)
    named = set(re.findall(r"^(?!#define).*?\b(tenure_\w+)\(", text, re.M))
    if named != set(functions):
        raise SystemExit(f"include/tenure.h: no prototype by the grammar: {sorted(named - set(functions))}")
    enums = {name: {value: int(code) for value, code in VALUE.findall(body)} for name, body in ENUM.findall(text)}
    return {
        "functions": functions,
        "enums": enums,
        "records": {name: [(field, ty) for ty, field in FIELD.findall(body)] for body, name in RECORD.findall(text)},
        "types": {name: ty.strip() for ty, name in ALIAS.findall(text) if name not in enums},
        "constants": dict(CONSTANT.findall(text)),
    }


def model() -> dict:
    return json.loads((ROOT / "include/tenure.json").read_text(encoding="utf-8"))


def compared(head: dict, wanted: dict) -> list[str]:
    """Where the header and the model differ."""
    functions = {
        one["name"]: (one["returns"], [(param["type"], param["name"]) for param in one["params"]])
        for one in wanted["functions"]
    }
    enums = {one["name"]: {value["name"]: value["value"] for value in one["values"]} for one in wanted["enums"]}
    records = {one["name"]: [(field["name"], field["type"]) for field in one["fields"]] for one in wanted["records"]}
    faults = []
    for what, found, expected in [
        ("function", head["functions"], functions),
        ("enum", head["enums"], enums),
        ("record", head["records"], records),
        ("type", head["types"], wanted["types"]),
    ]:
        for name in sorted(found.keys() | expected.keys()):
            if found.get(name) != expected.get(name):
                faults.append(f"{what} {name}: the header has {found.get(name)}, tenure.json {expected.get(name)}")
    for name, value in [
        ("TENURE_VERSION", json.dumps(wanted["version"])),
        ("TENURE_ABI_VERSION", str(wanted["abi"])),
        ("TENURE_MAX_RANK", str(wanted["max_rank"])),
    ]:
        if head["constants"].get(name) != value:
            faults.append(f"{name}: the header has {head['constants'].get(name)}, tenure.json {value}")
    return faults


def irregular(head: dict, wanted: dict) -> list[str]:
    """Names and types that break the rules at the top of the header."""
    faults = []
    for function in wanted["functions"]:
        params = {param["name"]: param for param in function["params"]}
        for name, param in params.items():
            where = f"{function['name']}({name})"
            if name.startswith(("n_", "cap_")):
                if param["type"] not in ("uint64_t", "uint64_t *"):
                    faults.append(f"{where} is a length of type {param['type']}")
                if name.split("_", 1)[1] not in params:
                    faults.append(f"{where} is the length of nothing")
            if param["is"] == "code" and param["of"] not in head["enums"]:
                faults.append(f"{where} is the code of {param['of']}, which the header does not define")
            if "*" in param["type"] and param.get("null") not in ("error", "none", "if_empty"):
                faults.append(f"{where} does not say what NULL does")
            if param.get("length", name) not in params:
                faults.append(f"{where} has the length {param['length']}, which there is not")
        if re.search(r"_(with|all|each)(_in_place)?$", function["name"]) and function["name"] not in ALL:
            faults.append(f"{function['name']}: the suffix does not say what it adds")
    text = (ROOT / "include/tenure.h").read_text(encoding="utf-8")
    known = head["enums"].keys() | head["records"].keys() | head["types"].keys()
    unknown = sorted(set(re.findall(r"\bTenure[A-Z]\w*", text)) - known)
    return faults + [f"{name} is named in the header and not defined" for name in unknown]


RUST = {"i64": "int64_t", "u64": "uint64_t", "i32": "int32_t", "u8": "uint8_t", "f64": "double"}


def drifted(wanted: dict) -> list[str]:
    """Calls of the fuzzer whose arguments are not those of the function: no compiler compares the two."""
    text = (ROOT / "fuzz/targets/calls.rs").read_text(encoding="utf-8")
    kinds = dict(re.findall(r"^    \((\w+)\) => \{ ([^}]*) \};$", text, re.M))
    functions = {one["name"]: [param["type"] for param in one["params"]] for one in wanted["functions"]}

    def passed(kind: str) -> str:
        return RUST.get(kinds[kind], "pointer")

    def taken(ty: str) -> str:
        return "pointer" if "*" in ty else ty.replace("TenureHandle", "uint64_t")

    faults = []
    for name, inside in re.findall(r"^    (tenure_\w+)\((.*)\);$", text, re.M):
        found = [passed(kind.strip()) for kind in inside.split(",") if kind.strip()]
        expected = [taken(ty) for ty in functions.get(name, ["nothing of this name"])]
        if found != expected:
            faults.append(f"fuzz/targets/calls.rs: {name} passes {found}, the header has {expected}")
    return faults


NUMBERS = {
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "uint8_t": ctypes.c_uint8,
    "double": ctypes.c_double,
    "TenureHandle": ctypes.c_uint64,
    "TenureText": ctypes.c_char_p,
}


def calls_with_null(path: str, wanted: dict) -> tuple[int, list[str]]:
    """How many calls there were, and which did something else than they should."""
    library = ctypes.CDLL(path)
    says = library.tenure_last_error_message
    room = ctypes.create_string_buffer(4096)  # more than any output of one element
    texts = (ctypes.c_char_p * 1)(b"")
    n, faults = 0, []

    def argument(param: dict, is_null: bool):
        ty = param["type"]
        if "*" not in ty:
            # One element where there is an array; a handle is not valid, so that no call does anything.
            return NUMBERS[ty](1 if param["is"] in ("length", "room") else 0)
        if is_null:
            return ctypes.c_void_p(None)
        return ctypes.cast(texts if ty.startswith("const TenureText") else room, ctypes.c_void_p)

    for function in wanted["functions"]:
        for param in function["params"]:
            if "*" not in param["type"]:
                continue
            n += 1
            ctypes.memset(room, 0, len(room))
            status = library[function["name"]](*[argument(one, one is param) for one in function["params"]])
            text, needed = ctypes.create_string_buffer(256), ctypes.c_uint64()
            says(text, ctypes.c_uint64(256), ctypes.byref(needed))
            message = text.value.decode() if status else ""
            refused = (status, message) == (INVALID_ARGUMENT, f"{param['name']} is NULL")
            if refused == (param["null"] == "none"):
                faults.append(f"{function['name']}: {param['name']} NULL gives status {status} '{message}'")
            if param["null"] != "if_empty":
                continue
            n += 1
            empty = [
                NUMBERS["uint64_t"](0) if one["name"] == param["length"] else argument(one, one is param)
                for one in function["params"]
            ]
            status = library[function["name"]](*empty)
            says(text, ctypes.c_uint64(256), ctypes.byref(needed))
            if status and text.value.decode() == f"{param['name']} is NULL":
                faults.append(f"{function['name']}: an empty {param['name']} may be NULL, and is refused")
    return n, faults


def main() -> None:
    head, wanted = header(), model()
    if sys.argv[1:2] == ["--null"]:
        n, faults = calls_with_null(sys.argv[2], wanted)
        print(f"{n} calls with NULL")
    else:
        faults = compared(head, wanted) + irregular(head, wanted) + drifted(wanted)
        print(f"{len(head['functions'])} functions, {len(head['enums'])} enums, {len(head['records'])} records")
    for fault in faults:
        print(fault)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
