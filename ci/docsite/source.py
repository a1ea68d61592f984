"""Cuts a snippet of Java or C# apart: statements, members, imports; and reads the comments that say what it does.

A comment is an expectation in these forms, and in no other:

    // prints TEXT             a line of the output is TEXT
    // [[1. 2.] or // 0 bytes  the same, at the end of a line that prints, or on lines of their own directly below it,
                               where the text starts with a bracket or a digit
    // throws X: PART          the statement that ends on this line throws X, or a subclass, and PART is in the message

An ellipsis (... or U+2026) in TEXT stands for anything.
"""

import re
from dataclasses import dataclass

PRINTS = re.compile(r"\b(println!?|printf|print|puts|Console\s*\.\s*Write(Line)?)\s*\(")
THROWS = re.compile(r"throws (\w+)(?:: (.+))?$")
NOT_METHODS = {"if", "for", "while", "switch", "try", "synchronized", "do", "else", "catch", "finally", "return", "new",
               "throw", "lock", "using", "foreach", "fixed", "await", "unsafe", "checked", "case", "default", "yield"}
MODIFIERS = r"(?:(?:public|private|protected|internal|static|final|abstract|sealed|readonly|partial|async|override|virtual|" \
            r"unsafe|synchronized|non-sealed|ref|file)\s+)*"
ANNOTATIONS = r"(?:@\w+(?:\.\w+)*(?:\([^)]*\))?\s*|\[[^\]]*\]\s*)*"
TYPE = re.compile(ANNOTATIONS + MODIFIERS + r"(class|record|interface|enum|struct|@interface)\s+\w")
METHOD = re.compile(ANNOTATIONS + MODIFIERS + r"(?:<[^{;=]*?>\s*)?[\w.<>\[\],? ]+\s+\w+\s*(?:<[^>]*>)?\s*\([^{]*\)\s*"
                    r"(?:throws[\w\s.,]*)?\{")
ACCESS = re.compile(r"(public|private|protected|internal|static)\b")


@dataclass
class Expected:
    line: int
    kind: str  # prints, throws
    text: str
    part: str = ""


def blank(code):
    """The code with the insides of strings and comments blanked, each character in its place; and its line comments."""
    out, comments, at = list(code), [], 0
    token = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|@"(?:[^"]|"")*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
    while match := token.search(code, at):
        text, at = match[0], match.end()
        if text.startswith("//"):
            comments.append((match.start(), text[2:]))
        keep = 0 if text.startswith("/") else 1
        for index in range(match.start() + keep, match.end() - keep):
            if code[index] != "\n":
                out[index] = " "
    return "".join(out), comments


def chunks(code):
    """The pieces of the top level as (start, end): each ends with a semicolon, or with the brace of a block."""
    plain, _ = blank(code)
    found, depth, start = [], 0, None
    for index, char in enumerate(plain):
        if start is None:
            if char.isspace():
                continue
            start = index
        depth += (char in "{([") - (char in "})]")
        rest = plain[index + 1 :].lstrip()[:1]
        block = char == "}" and "=" not in head(plain[start:index]) and (not rest or rest not in ";,.)")
        if depth == 0 and (char == ";" or block):
            found.append((start, index + 1))
            start = None
    if start is not None:
        found.append((start, len(code)))
    return found


def head(text):
    """What stands before the first brace."""
    return text.split("{")[0].replace("=>", "").replace("==", "")


def kind_of(plain):
    """What a piece of the top level is, from its text without strings and comments."""
    text = plain.strip()
    first = re.match(r"\w*", text)[0]
    if re.match(r"import\s|using\s+(static\s+)?[\w.]+(\s*=\s*[\w.<>, ]+)?\s*;", text):
        return "import"
    if TYPE.match(text):
        return "type"
    if first not in NOT_METHODS and METHOD.match(text):
        return "method"
    if ACCESS.match(text) or re.match(r"\[\w", text):
        return "member"
    return "statement"


def only(code, keep):
    """The code with everything but the pieces of these kinds blanked."""
    plain, _ = blank(code)
    out = [char if char == "\n" else " " for char in code]
    for start, end in chunks(code):
        if kind_of(plain[start:end]) in keep:
            out[start:end] = code[start:end]
    return "".join(out).rstrip(" ")


def kinds(code):
    plain, _ = blank(code)
    return {kind_of(plain[start:end]) for start, end in chunks(code)}


def expected(code, line):
    """What the comments of a snippet promise; `line` is that of its first line on the page."""
    plain, comments = blank(code)
    rows, found, printing = code.split("\n"), [], -2
    for at, text in comments:
        row = code.count("\n", 0, at)
        before = plain.split("\n")[row][: at - (code.rfind("\n", 0, at) + 1)]
        text = text.strip()
        if match := THROWS.match(text):
            found.append(Expected(line + row, "throws", match[1], match[2] or ""))
        elif text.startswith("prints "):
            found.append(Expected(line + row, "prints", text[len("prints "):]))
        elif re.match(r"\[|-?\d", text):
            if PRINTS.search(before) or not before.strip() and (printing == row - 1 or prints(plain, rows, row - 1)):
                printing = row
                found.append(Expected(line + row, "prints", text))
    return found


def prints(plain, rows, row):
    return row >= 0 and PRINTS.search(plain.split("\n")[row]) is not None and rows[row].rstrip().endswith(";")


def statements(code):
    """Where the statement starts that a semicolon ends, by the position of the semicolon."""
    plain, _ = blank(code)
    starts, stack, found = [None], [], {}
    for index, char in enumerate(plain):
        if char.isspace():
            continue
        if starts[-1] is None:
            starts[-1] = index
        if char in "{([":
            stack.append(char)
            starts.append(None)
        elif char in "})]" and stack:
            stack.pop()
            starts.pop()
            rest = plain[index + 1 :].lstrip()[:1]
            if char == "}" and rest not in set(";,.)") and (not stack or stack[-1] == "{"):
                starts[-1] = None
        elif char == ";" and (not stack or stack[-1] == "{"):
            found[index] = starts[-1]
            starts[-1] = None
    return found


def wrap_throws(code, line, before, after):
    """Puts `before` and `after` around each statement whose comment says that it throws. Both take an Expected."""
    plain, comments = blank(code)
    starts, edits, wrong = statements(code), [], []
    for at, text in comments:
        match = THROWS.match(text.strip())
        if not match:
            continue
        one = Expected(line + code.count("\n", 0, at), "throws", match[1], match[2] or "")
        end = len(plain[:at].rstrip()) - 1
        if end in starts and "\n" not in code[end:at]:
            edits += [(end + 1, after(one)), (starts[end], before(one))]
        else:
            wrong.append((one.line, "'throws' stands at the end of a statement, behind its semicolon"))
    for at, text in sorted(edits, key=lambda edit: -edit[0]):
        code = code[:at] + text + code[at:]
    return code, wrong


def matches(text, output):
    """Is the text a line of the output, except for what an ellipsis stands for?"""
    pattern = ".*".join(re.escape(part) for part in re.split(r"\.\.\.|…", text.strip()))
    return any(re.fullmatch(pattern, row.strip()) for row in output.split("\n"))
