"""Reads the report files of test runners: JUnit's XML (nextest, Surefire, our own programs) and Microsoft's TRX.

    reports.py count FOLDER       "PASSED FAILED SKIPPED", summed over every .xml and .trx file below it
    reports.py failures FOLDER    each failed test with the first lines of its message
    reports.py skipped FOLDER     the name of each skipped test
    reports.py listed             of what `cargo nextest list` says in JSON: each test that matches, as skipped, for `write`
    reports.py write FILE NAME    writes a JUnit report from lines "ok|FAIL|skip<tab>TEST<tab>MESSAGE" on standard input

A file that is no report, or that lists fewer tests than it says it has, counts as one failure: the runner that wrote
it did not come to its end. (More than it says is ordinary: Surefire says 0 of a class with a nested one.)
"""

import json
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

MESSAGE_LINES = 12
TRX = "{http://microsoft.com/schemas/VisualStudio/TeamTest/2010}"


def junit(root):
    """Yields (name, outcome, message) of each test case, then checks the total of each suite."""
    suites = [root] if root.tag == "testsuite" else root.findall("testsuite")
    for suite in suites:
        cases = suite.findall("testcase")
        for case in cases:
            name = " ".join(filter(None, [case.get("classname"), case.get("name")]))
            bad = next((e for kind in ("failure", "error") for e in case.findall(kind)), None)
            if bad is not None:
                yield name, "failed", text(bad.get("message"), bad.text)
            else:
                yield name, "skipped" if case.find("skipped") is not None else "passed", ""
        said = suite.get("tests")
        if said is not None and int(said) > len(cases):
            yield suite.get("name", "?"), "failed", f"the report says {said} tests and lists {len(cases)}"


def trx(root):
    """The same for a TRX file; a result that is neither passed nor left out has failed."""
    results = root.findall(f"{TRX}Results/{TRX}UnitTestResult")
    for result in results:
        outcome = result.get("outcome")
        if outcome in ("Passed", "NotExecuted"):
            yield result.get("testName"), "passed" if outcome == "Passed" else "skipped", ""
        else:
            info = f"{TRX}Output/{TRX}ErrorInfo/{TRX}"
            message = text(result.findtext(info + "Message"), result.findtext(info + "StackTrace"))
            yield result.get("testName"), "failed", message
    counters = root.find(f"{TRX}ResultSummary/{TRX}Counters")
    said = counters.get("total") if counters is not None else None
    if said is None or int(said) > len(results):
        yield "ResultSummary", "failed", f"the report says {said} tests and lists {len(results)}"


def text(*parts):
    lines = []
    for part in parts:
        for line in (part or "").strip().splitlines():
            if line.strip() and line not in lines:
                lines.append(line)
    return "\n".join(lines)


def tests(folder):
    """Every test of every report file below the folder."""
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix not in (".xml", ".trx") or not path.is_file():
            continue
        try:
            root = xml.parse(path).getroot()
            if root.tag in ("testsuite", "testsuites"):
                yield from junit(root)
            elif root.tag == f"{TRX}TestRun":
                yield from trx(root)
            else:
                yield path.name, "failed", f"no test report: its root is <{root.tag}>"
        except (xml.ParseError, ValueError) as error:
            yield path.name, "failed", f"no whole report: {error}"


def write(path, name, lines):
    suite = xml.Element("testsuite", name=name)
    for line in lines:
        outcome, test, message = (line.rstrip("\n") + "\t\t").split("\t")[:3]
        case = xml.SubElement(suite, "testcase", classname=name, name=test)
        if outcome == "skip":
            xml.SubElement(case, "skipped")
        elif outcome != "ok":
            xml.SubElement(case, "failure", message=message)
    suite.set("tests", str(len(suite)))
    xml.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def listed(stream):
    """A line for `write` of each test that the filter of the list matches."""
    for suite in json.load(stream)["rust-suites"].values():
        for name, case in suite["testcases"].items():
            if case["filter-match"]["status"] == "matches":
                print("skip", f"{suite['binary-id']} {name}", sep="\t")


def main(arguments):
    if arguments[0] == "listed":
        return listed(sys.stdin)
    if arguments[0] == "write":
        return write(arguments[1], arguments[2], sys.stdin)
    found = list(tests(arguments[1]))
    if arguments[0] == "count":
        print(*(sum(outcome == which for _, outcome, _ in found) for which in ("passed", "failed", "skipped")))
    elif arguments[0] == "skipped":
        for name, outcome, _ in found:
            if outcome == "skipped":
                print(name)
    else:
        for name, outcome, message in found:
            if outcome == "failed":
                print(name)
                for line in message.splitlines()[:MESSAGE_LINES]:
                    print("   ", line)


main(sys.argv[1:])
