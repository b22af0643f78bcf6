"""The paths that one rule set and its data can take, and what must be equal for each.

A comparison is a function of a trial and a generator of random numbers. It returns nothing if the trial does not fit, and
otherwise pairs of what was expected and what was found.
"""

import collections
import gzip
import json
import os
import re
import signal
import struct
import subprocess
import time

from rulesets import CHANGING, RuleSet, yaml

RULE_PLACE = re.compile(r"\S+\.(json|yaml):\d+:\d+")
FORMATS = ["text", "json", "ndjson", "csv", "junit", "sarif", "github", "html", "problem"]
DATA = "d.ndjson"


class Trial:
    """A rule set with data in a folder, and the report of the plain way: one thread, one file, JSON."""

    def __init__(self, tool, folder, rules, lines, options):
        self.tool, self.folder, self.rules, self.lines, self.options = tool, folder, rules, lines, options
        self.text = rules.json()[0]
        self.data = "".join(line + "\n" for line in lines).encode()
        self.write("rules.json", self.text)
        self.write("c.ndjson", '{"a":1,"b":"a"}\n{"a":"abc","b":2}\n')
        self.write(DATA, self.data)
        self.plain = self.check("-f", "json")
        self.report = json.loads(self.plain[1]) if self.plain[0] in (0, 1, 3) and self.plain[1] else None

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def uses(self, *types):
        return any(f'"{name}"' in self.text for name in types)

    @property
    def asks(self):
        """The collection, if a rule asks for it; an unused one is a mistake."""
        return ["--collection", "c=c.ndjson"] if '"target": "c"' in self.text else []

    def check(self, *arguments, rules="rules.json", data=DATA, input=None, jobs="1", options=None, collection=None, folder=None):
        options = self.options if options is None else options
        collection = self.asks if collection is None else collection
        files = [data] if data else []
        call = ["check", "--rules", rules, "--jobs", jobs, *collection, *options, *arguments, *files]
        return self.tool.run(call, folder or self.folder, input)

    @property
    def values(self):
        """The records that can be read; `None` if a line cannot."""
        values = []
        for line in self.lines:
            try:
                value = json.loads(line)
            except ValueError:
                return None
            if not isinstance(value, dict):
                return None
            values.append(value)
        return values


def stripped(report, *left_out):
    """The findings and the summary of a JSON report, without some members."""
    if not report:
        return report
    value = json.loads(report, parse_float=str, parse_int=str)
    keys = set(left_out)
    hasPlaces = "rulePosition" not in keys

    def walk(part):
        if isinstance(part, dict):
            return {key: walk(item) for key, item in part.items() if key not in keys}
        if isinstance(part, str) and not hasPlaces:
            return RULE_PLACE.sub("a rule", part)
        return [walk(item) for item in part] if isinstance(part, list) else part

    return walk(value)


PLACE = ("file", "line", "column")


def threads(trial, random):
    form, jobs = random.choice(FORMATS), random.choice(["2", "3", "4"])
    plain, other = trial.check("-f", form), trial.check("-f", form, jobs=jobs)
    yield plain, other, f"-f {form} --jobs {jobs}"


def memory(trial, random):
    yield trial.plain, trial.check("-f", "json", "--memory", "32M"), "--memory 32M"


def reports(trial, random):
    """One run with several reports is several runs."""
    forms = random.sample(["csv", "junit", "sarif", "html", "ndjson"], 2)
    names = [trial.write(f"report.{form}", "") for form in forms]
    trial.check("-f", "json", *[word for form, name in zip(forms, names) for word in ("--report", f"{form}={name}")])
    for form, name in zip(forms, names):
        yield trial.check("-f", form)[1], trial.read(name), f"--report {form}"


def statistics(trial, random):
    yield trial.plain[:2], trial.check("-f", "json", "--stats")[:2], "--stats"


def yaml_rules(trial, random):
    trial.write("rules.yaml", yaml(trial.rules.document()))
    drop = ("rulePosition",)
    other = trial.check("-f", "json", rules="rules.yaml")
    yield (trial.plain[0], stripped(trial.plain[1], *drop)), (other[0], stripped(other[1], *drop)), "YAML"
    trial.tool.run(["fmt", "rules.yaml"], trial.folder)
    other = trial.check("-f", "json", rules="rules.yaml")
    yield (trial.plain[0], stripped(trial.plain[1], *drop)), (other[0], stripped(other[1], *drop)), "YAML after fmt"


def zstandard(data):
    """A frame of raw blocks."""
    blocks = [data[at:at + 100_000] for at in range(0, len(data), 100_000)] or [b""]
    body = b"".join(struct.pack("<I", len(block) << 3 | (index + 1 == len(blocks)))[:3] + block for index, block in enumerate(blocks))
    return b"\x28\xb5\x2f\xfd\x00\x58" + body


def encodings(trial, random):
    """The same name with other bytes."""
    text = trial.data.decode()
    cut = random.randint(0, len(trial.data))
    forms = {
        "gzip": (gzip.compress(trial.data), []),
        "gzip, two members": (gzip.compress(trial.data[:cut]) + gzip.compress(trial.data[cut:]), []),
        "zstd": (zstandard(trial.data), []),
        "UTF-16": (text.encode("utf-16"), ["--encoding", "UTF-16"]),
        "UTF-16BE": (text.encode("utf-16-be"), ["--encoding", "UTF-16BE"]),
        "byte order mark": (b"\xef\xbb\xbf" + trial.data, []),
    }
    name = random.choice(sorted(forms))
    data, options = forms[name]
    trial.write("other/" + DATA, data)
    trial.write("other/rules.json", trial.text)
    trial.write("other/c.ndjson", trial.read("c.ndjson"))
    other = trial.check("-f", "json", *options, folder=os.path.join(trial.folder, "other"))
    yield trial.plain[:2], other[:2], name


def standard_input(trial, random):
    if not trial.data:
        # It is named in the sentence that nothing was checked.
        return
    # Without a name, what begins with a bracket is a list of records.
    form = ["--input-format", "ndjson"] if trial.data.lstrip().startswith(b"[") else []
    plain, other = trial.plain, trial.check("-f", "json", *form, data="-", input=trial.data)
    yield (plain[0], stripped(plain[1], "file")), (other[0], stripped(other[1], "file")), "-"


def arrays(trial, random):
    if trial.values is None:
        return
    plain = trial.plain[0], stripped(trial.plain[1], *PLACE)
    items = ",\n".join(trial.lines)
    members = ",\n".join(f'"r{index}":{line}' for index, line in enumerate(trial.lines))
    forms = {
        "array": (f"[{items}]", []), "pointer to a list": (f'{{"q":"]","x":{{"y":[{items}],"z":1}}}}', ["--records", "/x/y"]),
        "pointer to an object": (f'{{"q":[{{}}],"x":{{{members}}}}}', ["--records", "/x"]),
        "documents": ("\n\n".join(json.dumps(json.loads(line), indent=1) if not needs_exact(line) else line for line in trial.lines), []),
    }
    name = random.choice(sorted(forms))
    text, options = forms[name]
    trial.write("d.json", text)
    options += ["--input-format", "json"]
    for source, found in (
        ("file", trial.check("-f", "json", *options, data="d.json")),
        ("pipe", trial.check("-f", "json", *options, data="-", input=text.encode())),
    ):
        yield plain, (found[0], stripped(found[1], *PLACE)), f"{name}, {source}"


def listed(value):
    return value if isinstance(value, list) else [value]


def needs_exact(line):
    """Whether Python would change a number of a line, or has no text for it."""
    value = json.loads(line)
    return json.loads(json.dumps(value), parse_float=str, parse_int=str) != json.loads(line, parse_float=str, parse_int=str)


def tables(trial, random):
    """Records of texts in a table; an empty field is not a text."""
    # A table has no column for an object, and `nulls` are other values there.
    if trial.values is None or '"nulls"' in trial.text or any("n" in listed(rule["attributes"]) for rule in trial.rules.parts["rules"]):
        return
    names = ["a", "b", "c", "d", "n.x", "n.y"]
    rows = []
    for record in trial.values:
        nested = record.get("n") if isinstance(record.get("n"), dict) else {}
        found = [record.get("a"), record.get("b"), record.get("c"), record.get("d"), nested.get("x"), nested.get("y")]
        rows.append([value if isinstance(value, str) and value else f"t{index}" for index, value in enumerate(found)])
    if not rows:
        return
    delimiter, ending = random.choice(",;\t|"), random.choice(["\n", "\r\n"])
    quote = lambda field: '"' + field.replace('"', '""') + '"' if random.random() < 0.3 or any(c in field for c in delimiter + "\"\r\n") or field.strip() != field else field
    table = ending.join(delimiter.join(map(quote, row)) for row in [names] + rows) + ending
    trial.write("t.csv", table)
    objects = "".join(json.dumps({"a": r[0], "b": r[1], "c": r[2], "d": r[3], "n": {"x": r[4], "y": r[5]}}) + "\n" for r in rows)
    trial.write("t.ndjson", objects)
    plain = trial.check("-f", "json", data="t.ndjson")
    found = trial.check("-f", "json", "--delimiter", delimiter, data="t.csv")
    if found[0] == 2:
        return
    yield (plain[0], stripped(plain[1], *PLACE)), (found[0], stripped(found[1], *PLACE)), f"table with {delimiter!r}"


def shards(trial, random):
    if trial.uses("unique"):
        return
    size = len(trial.data)
    cuts = sorted({0, size, *(random.randint(0, size) for _ in range(random.randint(0, 4)))})
    parts = [f"{DATA} {start} {end}\n" for start, end in zip(cuts, cuts[1:])] or [f"{DATA} 0 0\n"]
    random.shuffle(parts)
    options = [word for word in trial.options]
    if "--show-values" in options:
        options.remove("--show-values")
    lines = b""
    for part in parts:
        status, output, errors = trial.tool.run(["shard", "--rules", "rules.json", *trial.asks, *options], trial.folder, part.encode())
        if status == 2:
            return
        lines += output
    form = random.choice(["json", "text", "csv", "ndjson", "sarif", "junit"])
    merged = trial.tool.run(["merge", "-f", form], trial.folder, lines)
    plain = trial.check("-f", form, options=options)
    yield plain[:2], merged[:2], f"shard, merge -f {form}"


def locale(trial):
    at = trial.options.index("--locale") if "--locale" in trial.options else -1
    return trial.options[at:at + 2] if at >= 0 else []


def resumed(trial, random):
    """A run that is killed again and again."""
    data = trial.data * max(1, 300_000 // max(len(trial.data), 1))
    trial.write("long.ndjson", data)
    forms = random.sample(["json", "csv", "html", "ndjson"], 2)
    trial.write("whole", "")
    whole = trial.check("-f", forms[0], "-o", "whole." + forms[0], "--report", f"{forms[1]}=whole2.{forms[1]}", data="long.ndjson")
    if whole[0] == 2:
        return
    for name in ("state", "state.keys", "state.new"):
        if os.path.exists(os.path.join(trial.folder, name)):
            os.remove(os.path.join(trial.folder, name))
    call = [trial.tool.path, "check", "--rules", "rules.json", "--jobs", random.choice(["1", "2"]), *trial.asks, *trial.options, "-f", forms[0]]
    call += ["-o", "part." + forms[0], "--report", f"{forms[1]}=part2.{forms[1]}", "--checkpoint", "state", "--checkpoint-interval", "0", "long.ndjson"]
    for attempt in range(12):
        process = subprocess.Popen(call, cwd=trial.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(random.choice([0.03, 0.06, 0.1, 0.2]) if attempt < 8 else 60)
            break
        except subprocess.TimeoutExpired:
            process.send_signal(random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            process.wait(30)
    yield whole[0], process.returncode, "exit status after kills"
    yield trial.read("whole." + forms[0]), trial.read("part." + forms[0]), f"-f {forms[0]} after kills"
    yield trial.read("whole2." + forms[1]), trial.read("part2." + forms[1]), f"--report {forms[1]} after kills"


def rendered(trial, random):
    if trial.report is None or trial.report["summary"].get("unreadable"):
        return
    language, form = ["--locale", random.choice(["en", "de", "fr", "ar", "ja", "pl"])], random.choice(["text", "json", "csv", "junit", "html", "github"])
    options = [word for word in trial.options if word not in ("--locale", *locale(trial))]
    stored = trial.check("-f", "json", options=options + ["--locale", "ja"])
    plain = trial.check("-f", form, options=options + language)
    # A report without findings names neither its input, nor whether values are shown.
    if form in ("csv", "html") and not trial.report["violations"]:
        return
    shown = trial.tool.run(["render", "-f", form, "--rules", "rules.json", *language], trial.folder, stored[1])
    yield plain[1], shown[1], f"render -f {form} {language[1]}"


def findings(violations, *members):
    members = members or ("code", "path", "rule", "severity", "message", "parameters")
    return sorted(json.dumps([violation.get(member) for member in members], sort_keys=True) for violation in violations)


def explained(trial, random):
    if trial.report is None or trial.values is None or not trial.values:
        return
    for number in random.sample(range(1, len(trial.lines) + 1), min(2, len(trial.lines))):
        if trial.uses("unique"):
            return
        call = ["explain", "--rules", "rules.json", *trial.asks, *[word for word in trial.options if word != "--show-values"], "-f", "json"]
        status, output, _ = trial.tool.run(call + ["--record", str(number), DATA], trial.folder)
        if status > 1 or not output:
            yield trial.plain[0], status, "explain ends as check does"
            continue
        explanation = json.loads(output)
        found = [violation for rule in explanation["rules"] for violation in rule.get("violations", [])]
        mine = [violation for violation in trial.report["violations"] if violation["record"] == number]
        # An expression without a value is explained, but not reported if the record has another error.
        if not any("expression" in violation["parameters"] for violation in mine) and any(violation["severity"] == "error" for violation in mine):
            found = [violation for violation in found if not (violation["code"] == "rule.fault" and "expression" in violation["parameters"])]
        yield findings(mine), findings(found), f"explain --record {number}"
        yield not any(violation["severity"] == "error" for violation in mine), explanation["valid"], f"the verdict of explain about {number}"


def filtered(trial, random):
    if trial.report is None:
        return
    options = [word for word in trial.options if word != "--show-values"]
    plain = json.loads(trial.check("-f", "json", options=options)[1])
    if trial.uses("unique"):
        return
    status, output, _ = trial.tool.run(["filter", "--rules", "rules.json", *trial.asks, *options, "--jobs", random.choice("123")], trial.folder, trial.data)
    verdicts = [json.loads(line) for line in output.splitlines()]
    found = [violation for verdict in verdicts for violation in verdict.get("violations", [])]
    yield findings(plain["violations"]), findings(found), "filter"
    yield len(trial.lines), len(verdicts), "one verdict for each line"
    valid = sum(verdict["valid"] for verdict in verdicts)
    blank = sum(1 for line in trial.lines if not line.strip())
    yield plain["summary"]["valid"], valid - sum(1 for line, verdict in zip(trial.lines, verdicts) if not line.strip() and verdict["valid"]), "valid lines of filter"


def sorted_out(trial, random):
    """Each line is in one of two files, unchanged."""
    if trial.values is None:
        return
    status, output, _ = trial.check("-f", "json", "--valid", "valid", "--invalid", "invalid", jobs=random.choice("13"))
    if status == 2:
        return
    valid, invalid = trial.read("valid").splitlines(), trial.read("invalid").splitlines()
    yield sorted(trial.data.splitlines()), sorted(valid + invalid), "--valid and --invalid"
    yield trial.report["summary"]["valid"], len(valid), "lines of --valid"


def cases(trial, random):
    """What check finds are cases that pass."""
    if trial.report is None or trial.values is None or trial.uses("unique"):
        return
    scenario = trial.options[trial.options.index("--scenario") + 1] if "--scenario" in trial.options else None
    by_record = collections.defaultdict(list)
    for violation in trial.report["violations"]:
        by_record[violation["record"]].append(violation)
    lines = []
    for number, line in enumerate(trial.lines, 1):
        found = by_record[number]
        if any(violation["code"] == "rule.fault" or set("~. ") & set(violation["path"]) for violation in found):
            continue
        finds = [{"path": violation["path"][1:].replace("/", ".") or ".", "code": violation["code"], "rule": violation["rule"]} for violation in found]
        # A finding of no rule, such as that of a closed rule set, names none.
        finds = [{key: value for key, value in find.items() if value is not None} for find in finds if "rule" in find]
        extra = f',"scenario":{json.dumps(scenario)}' if scenario else ""
        lines.append(f'{{"record":{line},"finds":{json.dumps(finds)}{extra}}}\n')
    if not lines:
        return
    trial.write("cases.ndjson", "".join(lines))
    status, output, errors = trial.tool.run(["test", "--no-coverage", "--cases", "cases.ndjson", *trial.asks, "rules.json"], trial.folder)
    yield 0, status if not status else (status, output[:2000], errors[:2000]), "test of what check found"


def rewritten(trial, random, change, what, *drop):
    """The same findings by rules that are written in another way; `drop` are members that tell the way."""
    rules = trial.rules.copy()
    files = change(rules)
    if files is None:
        return
    for name, content in files.items():
        trial.write(name, content)
    trial.write("other.json", rules.json()[0])
    plain, other = trial.plain, trial.check("-f", "json", rules="other.json")
    if other[0] == 2:
        yield "a rule set that is accepted", other[2].decode()[:2000], what
        return
    drop = ("rulePosition", *drop)
    left, right = stripped(plain[1], *drop), stripped(other[1], *drop)
    yield (plain[0], findings(left["violations"], "record", "code", "path", "parameters", "severity", "message")), (
        other[0], findings(right["violations"], "record", "code", "path", "parameters", "severity", "message")), what
    yield left["summary"]["codes"], right["summary"]["codes"], what + ", counts"


def types(trial, random):
    if trial.report is None:
        return

    def change(rules):
        places = [index for index, rule in enumerate(rules.parts["rules"]) if rule["type"] not in CHANGING | {"unique", "exist", "shape", "own", "required", "compare", "expr"}]
        places = [index for index in places if '"attribute"' not in json.dumps(rules.parts["rules"][index]["options"]) and "skipOnEmpty" not in rules.parts["rules"][index]]
        if not places:
            return None
        index = random.choice(places)
        rule = dict(rules.parts["rules"][index])
        rules.add("types", ("wrapped", {"rules": [[rule["type"], rule["options"]]]}))
        rules.parts["rules"][index] = {**rule, "type": "wrapped", "options": {}}
        return {}

    yield from rewritten(trial, random, change, "a rule by a type", "rule", "type")


def included(trial, random):
    if trial.report is None:
        return

    def change(rules):
        count = random.randint(1, len(rules.parts["rules"]))
        first = RuleSet()
        for part in ("types", "shapes"):
            if part in rules.parts and random.random() < 0.5:
                first.parts[part] = rules.parts.pop(part)
        first.parts["rules"] = rules.parts["rules"][:count]
        rules.parts["rules"] = rules.parts["rules"][count:]
        rules.add("include", "first.json")
        if not rules.parts["rules"]:
            del rules.parts["rules"]
        return {"first.json": first.json()[0]}

    yield from rewritten(trial, random, change, "rules of an included file")


def variables(trial, random):
    if trial.report is None:
        return

    def change(rules):
        places = [(rule, key) for rule in rules.parts["rules"] for key, value in rule["options"].items()
                  if isinstance(value, (int, float, str, list)) and not isinstance(value, bool) and rule["type"] != "expr" and "$" not in json.dumps(value) and value != ""]
        if not places:
            return None
        rule, key = random.choice(places)
        value = rule["options"][key]
        # The text of a variable is quoted in a pattern, and cannot be the whole of it unless it is one.
        if isinstance(value, str) and (rule["type"], key) in {("match", "pattern"), ("each", "keys")}:
            value = {"type": "pattern", "default": value}
        at = rules.parts["rules"].index(rule)
        rules.parts["rules"][at] = {**rule, "options": {**rule["options"], key: "${var}"}}
        rules.add("variables", ("var", value))
        return {}

    yield from rewritten(trial, random, change, "an option by a variable")


def shapes(trial, random):
    """Rules for members are rules of a shape, if all of them are about members of one object that is always there."""
    if trial.report is None or trial.values is None or not trial.values:
        return
    simple = [rule for rule in trial.rules.parts["rules"] if isinstance(rule["attributes"], str) and rule["attributes"] in ("n.x", "n.y")
              and not set(rule) & {"when", "unless", "on", "except", "id", "bail", "skipOnError", "message"} and rule["type"] not in CHANGING | {"unique", "exist", "shape", "expr", "compare"}
              and '"attribute"' not in json.dumps(rule["options"]) and "Attribute" not in json.dumps(rule["options"])]
    if not simple:
        return
    inline, shape = RuleSet(), RuleSet()
    for rules in (inline, shape):
        for part in ("labels", "messages", "=nulls", "types", "shapes"):
            if part in trial.rules.parts:
                rules.parts[part] = list(trial.rules.parts[part])
    inline.parts["rules"] = simple
    shape.add("shapes", ("members", [{**rule, "attributes": rule["attributes"][2:]} for rule in simple]))
    shape.add("rules", {"attributes": "n", "type": "shape", "options": {"name": "members"}})
    records = [{"n": {"x": value.get("a", 1), "y": value.get("b")}} for value in trial.values]
    trial.write("n.ndjson", "".join(json.dumps(record) + "\n" for record in records))
    trial.write("inline.json", inline.json()[0])
    trial.write("shape.json", shape.json()[0])
    left, right = (trial.check("-f", "json", rules=name, data="n.ndjson", collection=[]) for name in ("inline.json", "shape.json"))
    if left[0] == 2 and right[0] == 2:
        return
    if 2 in (left[0], right[0]):
        yield (left[0], left[2][:500]), (right[0], right[2][:500]), "both are accepted"
        return
    members = ("record", "code", "path", "parameters", "severity")
    yield (left[0], findings(json.loads(left[1])["violations"], *members)), (right[0], findings(json.loads(right[1])["violations"], *members)), "rules by a shape"


def accepted(trial, random):
    """A baseline accepts what it was made of."""
    if trial.report is None or trial.plain[0] == 3:
        return
    trial.check("-q", "--write-baseline", "base")
    status, output, errors = trial.check("-f", "json", "--baseline", "base")
    yield (0, []), (status, json.loads(output)["violations"] if output else errors), "--baseline"


def differences(trial, random):
    """A rule file does not differ from itself in another form."""
    if trial.report is None or trial.report["summary"].get("unreadable"):
        return
    trial.write("rules.yaml", yaml(trial.rules.document()))
    options = [word for word in trial.options if word != "--show-values"]
    status, output, errors = trial.tool.run(["diff", *trial.asks, *options, "rules.json", "rules.yaml", DATA], trial.folder)
    if status == 2:
        return
    yield 0 if trial.plain[0] != 3 else 3, status if status != 1 else (status, output[:1500]), "diff"


ALL = {
    "threads": threads, "memory": memory, "reports": reports, "stats": statistics, "yaml": yaml_rules, "encodings": encodings,
    "stdin": standard_input, "arrays": arrays, "tables": tables, "shards": shards, "resume": resumed, "render": rendered,
    "explain": explained, "filter": filtered, "valid": sorted_out, "cases": cases, "types": types, "include": included,
    "variables": variables, "shapes": shapes, "baseline": accepted, "diff": differences,
}
