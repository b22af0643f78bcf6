"""Random rule sets and data for `compare-paths`.

The rule types, their options and the kinds of these are what `proviso types --json` says; which values an option takes
is asked of the tool, a few thousand rules at a time, so that a new rule type is covered as soon as it is registered.
"""

import json
import random
import re

# What needs a network, files or the time gives other answers in other places.
LEFT_OUT = {("email", "checkDNS"), ("email", "timeout"), ("file", "directory"), ("image", "directory")}
# They change values, which rules of shapes and types may not.
CHANGING = {"trim", "default", "filter", "transliterate", "ip", "url"}

SCALARS = ["a", "b", "c", "d"]
NESTED = ["n.x", "n.y"]
ITEMS = ["items.*.sku", "items.*.qty", "items.*.kind"]
LISTS = ["tags", "items"]
MAPS = ["m.*.v"]
PLACES = ["items.0.sku", "tags.*", "n", "m", "."]
NAMES = SCALARS + NESTED + ITEMS + LISTS + MAPS + PLACES
LOCALES = ["en", "de", "fr", "ar", "ja", "pl", "hi"]

TEXTS = [
    "a", "abc", "ABC", "a-b", "x y", "ä", "é\u0301", "\U0001F600", "1", "12", "-3", "0.5", "1e3", "007", "true", "false", "no", "null", "NA",
    "2024-02-29", "2024-02-30", "2024-02-29T10:00:00Z", "10:30", "10:30:15", "de", "de-CH", "DE", "USA", "EUR", "US", "Europe/Berlin", "UTC",
    "a@b.example", "https://a.example/b", "b.example", "192.0.2.1", "10.0.0.0/8", "2001:db8::1", "#fff", "1.2.3", "{}", "[1]", "aGk=", "NBSWY3DP",
    "d41d8cd98f00b204e9800998ecf8427e", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "00:1b:44:11:3a:b7", "123e4567-e89b-12d3-a456-426614174000", "1234", "Pa55-word!xyz",
    "{value}", "<b>&\"'", "a,b;c\td", "=1+1", "line\nbreak", "%", " ", "",
]
NUMBERS = [0, 1, 2, 3, 5, 7, 10, -1, 100, 0.1, 0.5, 2.5, -0.0, 1e3, 9007199254740993, 18446744073709551615, 1.2345678901234567, 8080]
WORDS = re.compile(r"[A-Za-z0-9<>=!][A-Za-z0-9/_.:<>=+!-]*")
QUOTED = re.compile(r"`([^`]+)`|\"([^\"]+)\"|'([^']+)'")
QUOTED_CODE = re.compile(r"`([A-Za-z0-9]+)`")
SAMPLED = re.compile(r"(\w+): *(\"(?:[^\"\\]|\\.)*\"|'[^']*'|\[[^\]]*\]|[^,}\n]+)")


def scalar(text):
    """A YAML scalar of a sample, roughly."""
    text = text.strip()
    if text[:1] == "'" and text[-1:] == "'":
        return text[1:-1]
    if text[:1] == "[" and text[-1:] == "]":
        return [scalar(item) for item in text[1:-1].split(",") if item.strip()]
    try:
        return json.loads(text)
    except ValueError:
        return text


class Vocabulary:
    """The rule types with options that the tool accepts."""

    def __init__(self, tool, seed=0):
        self.types = {entry["type"]: entry for entry in tool.json(["types", "--json"]) if entry["origin"] == "built-in"}
        generator = random.Random(seed)
        single = [(name, {}) for name in self.types if name != "exist"]
        for name, entry in self.types.items():
            needed = [option for option in entry["options"] if option["required"]]
            if needed:
                for _ in range(24):
                    single.append((name, {o["name"]: generator.choice(self.candidates(entry, o)) for o in needed}))
            else:
                single += [(name, {o["name"]: value}) for o in entry["options"] for value in self.candidates(entry, o)[:6]]
        bases = {}
        for name, options in self.accepted(tool, single):
            bases.setdefault(name, []).append(options)
        # Its collection must have the attribute: the rules of a rule set say which one.
        bases["exist"] = [{"target": "c"}]
        # Those without options first; a type such as `contains` has none.
        self.bases = {name: sorted(found, key=len)[:1] + generator.sample(found, min(4, len(found))) for name, found in bases.items()}
        more = []
        for name, found in self.bases.items():
            for option in self.types[name]["options"]:
                for value in self.candidates(self.types[name], option):
                    if option["name"] not in found[0]:
                        more.append((name, {**found[0], option["name"]: value}, option["name"]))
        kept = self.accepted(tool, [(name, options) for name, options, _ in more])
        known = {(name, json.dumps(options, sort_keys=True)) for name, options in kept}
        self.options = {}
        for name, options, option in more:
            if (name, json.dumps(options, sort_keys=True)) in known:
                self.options.setdefault(name, {}).setdefault(option, []).append(options[option])

    @staticmethod
    def candidates(entry, option):
        if (entry["type"], option["name"]) in LEFT_OUT:
            return []
        kind, text = option["kind"], option.get("summary") or ""
        words = [next(filter(None, found)) for found in QUOTED.findall(text)] + WORDS.findall(text)
        if kind == "texts":
            words += QUOTED_CODE.findall(entry.get("description") or "")
        words += [option["default"]] if option.get("default") else []
        sampled = [scalar(value) for key, value in SAMPLED.findall(entry.get("sample", "")) if key == option["name"]]
        texts = list(dict.fromkeys([value for value in words if "now" not in value and "today" not in value]))[:20]
        texts += ["a", "b", "de", "1", "2024-02-29", "P1D", "^[a-z]+$"]
        if kind == "boolean":
            return [True, False]
        if kind in ("integer", "number"):
            found = sampled + [0, 1, 2, 3, 5] + ([0.5, -1, 100, {"attribute": "b"}] if kind == "number" else [{"attribute": "n.y"}])
        elif kind == "text":
            found = sampled + texts + ([{"attribute": "b"}] if option.get("acceptsAttribute") else [])
        elif kind in ("texts", "list"):
            found = sampled + [["a", "b"], ["1", "EUR"], [text for text in texts[:3]]] + texts + [[1, 2, "a"]]
        elif kind == "rule":
            found = ["string", "integer", "required", ["string", {"max": 2}], ["in", {"range": ["a", 1]}], ["number", {"min": 2}]]
        elif kind == "condition":
            found = [["sku", "required"], ["qty", "integer", {"min": 2}]]
        elif kind == "shapes":
            found = [
                {"string": [[".", "string", {"max": 2}]], "integer": [[".", "integer"]], "object": {"rules": [["x", "required"]]}},
                {"p": {"closed": True, "rules": [["x", "required"], ["x", "integer"]]}, "q": {"rules": [["y", "string"]]}},
            ]
        else:
            found = sampled + texts + [True, 1, ["a", "b"], {"a": 1}, [1, 2]]
        return found

    @staticmethod
    def accepted(tool, trials):
        """Those of many rules that the tool takes, each as the only rule of an attribute."""
        left = list(enumerate(trials))
        while left:
            lines = [json.dumps([f"p{number}", name, options]) for number, (name, options) in left]
            wrong = tool.wrong_lines('{"shapes":{"s":[["x","string"]]},"rules":[\n' + ",\n".join(lines) + "\n]}\n")
            if not wrong:
                break
            left = [entry for line, entry in enumerate(left, 2) if line not in wrong]
        return [trial for _, trial in left]

    def rule(self, generator, without=()):
        """A type with options, as a pair."""
        name = generator.choice([name for name in self.bases if name not in without])
        options = dict(generator.choice(self.bases[name]))
        more = self.options.get(name, {})
        for option in generator.sample(sorted(more), min(len(more), generator.choice([0, 0, 1, 1, 2]))):
            options[option] = generator.choice(more[option])
        return name, options


class RuleSet:
    """A rule file as entries, each on a line of its own, so that the tool can say which ones are wrong."""

    def __init__(self):
        self.parts = {}

    def add(self, part, entry):
        self.parts.setdefault(part, []).append(entry)

    def copy(self):
        other = RuleSet()
        other.parts = {part: list(entries) for part, entries in self.parts.items()}
        return other

    @property
    def entries(self):
        return [(part, index) for part, entries in self.parts.items() for index in range(len(entries))]

    def without(self, gone):
        other = RuleSet()
        for part, entries in self.parts.items():
            kept = [entry for index, entry in enumerate(entries) if (part, index) not in gone]
            if kept:
                other.parts[part] = kept
        return other

    def document(self):
        """The file as a value."""
        return json.loads(self.json()[0])

    def json(self):
        """The text, and the entry on each line."""
        lines, places = ["{"], {}
        for number, (part, entries) in enumerate(self.parts.items()):
            comma = "," if number + 1 < len(self.parts) else ""
            if part.startswith("="):
                lines.append(f"{json.dumps(part[1:])}: {json.dumps(entries[-1])}{comma}")
                places[len(lines)] = (part, len(entries) - 1)
                continue
            isList = part in ("rules", "optional", "include")
            lines.append(f"{json.dumps(part)}: {'[' if isList else '{'}")
            for index, entry in enumerate(entries):
                text = json.dumps(entry) if isList else f"{json.dumps(entry[0])}: {json.dumps(entry[1])}"
                lines.append(text + ("," if index + 1 < len(entries) else ""))
                places[len(lines)] = (part, index)
            lines.append(f"{']' if isList else '}'}{comma}")
        return "\n".join(lines + ["}"]) + "\n", places


def yaml(value, indent=0):
    """A document in block style, with scalars as JSON writes them."""
    pad = "  " * indent
    if isinstance(value, dict) and value:
        return "".join(f"{pad}{json.dumps(key, ensure_ascii=False)}:{nested(item, indent)}" for key, item in value.items())
    if isinstance(value, list) and value:
        return "".join(f"{pad}-{nested(item, indent)}" for item in value)
    return pad + json.dumps(value, ensure_ascii=False) + "\n"


def nested(value, indent):
    if isinstance(value, (dict, list)) and value:
        return "\n" + yaml(value, indent + 1)
    return " " + json.dumps(value, ensure_ascii=False) + "\n"


class Maker:
    """One random rule set with its data."""

    def __init__(self, vocabulary, seed):
        self.vocabulary = vocabulary
        self.random = random.Random(seed)

    def expression(self, depth=2):
        pick = self.random.choice
        number = lambda: pick(["a", "b", "n.x", "n.y", "1", "2.5", "c", "-1", "a + 1", "10 / b", "size(tags)"])
        atoms = [
            lambda: f"{number()} {pick(['<', '<=', '==', '!=', '>', '>='])} {number()}",
            lambda: f"has({pick(['a', 'n.x', 'n.z', 'd'])})",
            lambda: pick(['a', 'c', 'n.x']) + ' in ' + pick(['[1, 2]', '["a", "b"]', 'tags']),
            lambda: f"{pick(['a', 'b', 'd'])}.{pick(['startsWith', 'contains', 'endsWith', 'matches'])}('a')",
            lambda: f"items.{pick(['all', 'exists', 'exists_one'])}(i, i.qty > {pick(['0', '1', 'a'])})",
            lambda: f"size({pick(['a', 'tags', 'items', 'd'])}) > {pick(['0', '1', '2'])}",
            lambda: pick(["c", "d", "true", "a == null", "type(a) == int", "n.x == n.y"]),
        ]
        if depth == 0 or self.random.random() < 0.4:
            return pick(atoms)()
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        return pick([f"({left}) && ({right})", f"({left}) || ({right})", f"!({left})", f"({left}) ? ({right}) : {pick(['true', 'false'])}"])

    def condition(self, depth=1):
        kind = self.random.random()
        if depth and kind < 0.25:
            parts = [self.condition(depth - 1) for _ in range(self.random.randint(1, 2))]
            return self.random.choice([{"any": parts}, {"all": parts}, {"not": parts[0]}])
        if kind < 0.35:
            return {"expr": self.expression(1)}
        name, options = self.rule(CHANGING | {"unique", "exist"})
        if kind < 0.5:
            about = [self.random.choice(ITEMS), name] + ([options] if options else [])
            return self.random.choice([{"anyItem": about}, {"everyItem": about}, {"noItem": about}, {"atLeast": 1, "atMost": 2, "item": about}])
        return [self.random.choice(SCALARS + NESTED), name] + ([options] if options else [])

    def rule(self, without=()):
        name, options = self.vocabulary.rule(self.random, without)
        if name == "expr":
            options["must"] = self.expression()
        if name == "shape":
            options["name"] = "s"
        if name == "exist":
            options = {"target": "c", "targetAttribute": self.random.choice(["a", "b"])}
        if name == "unique":
            options = {}
        return name, options

    def whole(self, attributes, without=()):
        """A rule with its keys."""
        pick, chance = self.random.choice, self.random.random
        name, options = self.rule(without)
        rule = {"attributes": attributes, "type": name, "options": options}
        if chance() < 0.25:
            rule[pick(["when", "unless"])] = self.condition() if chance() < 0.7 else [self.condition(), self.condition()]
        if chance() < 0.2:
            rule["severity"] = pick(["warning", "info", "error"])
        if chance() < 0.1:
            rule["bail"] = True
        if chance() < 0.1:
            rule[pick(["skipOnEmpty", "skipOnError"])] = pick([True, False])
        if chance() < 0.12:
            rule[pick(["on", "except"])] = pick(["strict", ["strict", "late"]])
        if chance() < 0.25:
            text = pick(["{attribute} is wrong.", "{value} in {attribute}?", "No: {value, quoted}.", "{subject} is bad, {attribute}"])
            rule["message"] = text if chance() < 0.7 else {"en": text, "de": "Falsch: {attribute}, {value}"}
        if chance() < 0.1:
            rule["id"] = f"id{self.random.randrange(1 << 30)}"
        return rule

    def rules(self):
        chance, rules = self.random.random, RuleSet()
        for name in SCALARS + ["n", "items", "tags", "m"]:
            rules.add("optional", name)
        if chance() < 0.3:
            rules.add("=nulls", self.random.sample(["NA", "-", "null", ""], self.random.randint(1, 2)))
        if chance() < 0.2:
            rules.add("=closed", True)
        if chance() < 0.4:
            rules.add("labels", ("a", {"en": "First", "de": {"text": "Erster", "gender": "masculine"}}))
            rules.add("labels", ("items.*.sku", "SKU “1”"))
        if chance() < 0.3:
            rules.add("messages", ("en", {"required.blank": "{attribute} is missing: {value}", "string.tooLong": "{attribute} > {max}"}))
        shape = [["x", *self.rule(CHANGING | {"unique", "exist", "shape"})], [".", "keys", {"prohibited": ["z"]}], ["y", *self.rule(CHANGING | {"unique", "exist", "shape"})]]
        rules.add("shapes", ("s", {"closed": chance() < 0.3, "rules": shape}))
        name, options = self.rule(CHANGING | {"unique", "exist", "shape", "required"})
        rules.add("types", ("own", {"rules": [["string", {"max": 4}], [name, options]], **({"code": "own.invalid"} if chance() < 0.5 else {})}))
        if chance() < 0.3:
            rules.add("messages", ("de", {"own.invalid": "Eigenes: {attribute} ({value})"}))
        for _ in range(self.random.choice([1, 2, 3, 4, 6, 9])):
            attributes = self.random.choice(NAMES) if chance() < 0.8 else self.random.sample(NAMES, 2)
            rule = self.whole(attributes)
            if chance() < 0.1:
                rule.update(type="own", options={})
            rules.add("rules", rule)
        return rules

    def repaired(self, tool, rules):
        """The rule set without what the tool refuses; `None` if nothing is left."""
        for _ in range(8):
            text, places = rules.json()
            wrong = tool.wrong_lines(text)
            if not wrong:
                return rules if rules.parts.get("rules") else None
            gone = {places[line] for line in wrong if line in places}
            if not gone:
                return None
            rules = rules.without(gone)
        return None

    def value(self, depth=1):
        kind = self.random.random()
        if kind < 0.5:
            return self.random.choice(TEXTS)
        if kind < 0.75:
            return self.random.choice(NUMBERS)
        if kind < 0.85:
            return self.random.choice([True, False, None])
        if depth == 0:
            return self.random.choice(TEXTS)
        return self.random.choice([[self.value(0) for _ in range(self.random.randint(0, 3))], {"x": self.value(0), "y": self.value(0)}, [], {}])

    def record(self):
        chance, record = self.random.random, {}
        for name in SCALARS:
            if chance() < 0.8:
                record[name] = self.value()
        if chance() < 0.7:
            record["n"] = {"x": self.value(), "y": self.value(0)} if chance() < 0.8 else self.value()
        if chance() < 0.6:
            record["items"] = [
                {"sku": self.value(0), "qty": self.value(0), **({"kind": self.value(0)} if chance() < 0.6 else {})} if chance() < 0.9 else self.value()
                for _ in range(self.random.randint(0, 4))
            ]
        if chance() < 0.5:
            record["tags"] = [self.value(0) for _ in range(self.random.randint(0, 4))] if chance() < 0.8 else self.value()
        if chance() < 0.4:
            record["m"] = {key: {"v": self.value(0)} for key in self.random.sample(["k", "ü", "a b", "0"], self.random.randint(0, 3))}
        if chance() < 0.2:
            record[self.random.choice(["more", "aa", "é"])] = self.value()
        return record

    def lines(self, count):
        """Lines of JSON; now and then one that is none, or blank."""
        lines = []
        for _ in range(count):
            record = self.record()
            if lines and self.random.random() < 0.1:
                lines.append(self.random.choice(lines))
                continue
            text = json.dumps(record, ensure_ascii=self.random.random() < 0.5, separators=self.random.choice([(",", ":"), (", ", ": ")]))
            if self.random.random() < 0.02:
                text = self.random.choice(["{oops", "", " ", "[1]", "5", text[:-1]])
            lines.append(text)
        return lines
