"""What shows how Proviso's own cost grows, what it is made of, and how far it is from the machine's limits."""
import os, re, tempfile
import callgrind, measure, peers
from measure import median
from page import Table, mebibytes
from peers import data
from sections import say

MILLION = 1_000_000


def floor(options, programs):
    """What the machine does at best with the same file."""
    if not os.path.exists(peers.FLOOR):
        return []
    file = data("big05")
    size = os.path.getsize(file)
    table = Table(f"The file of {MILLION:,} records, {size / 1e6:.0f} MB; medians of {options.runs} runs.",
                  "what", "ns per record", "MB/s")
    commands = {
        "newlines counted (wc -l)": ["wc", "-l", file], "read in blocks of 1 MiB": [peers.FLOOR, "read", file],
        "newlines found": [peers.FLOOR, "scan", file],
        "simdjson on demand, one line at a time, every value touched": [peers.FLOOR, "odline", file],
        "simdjson on demand, many lines at a time, every value touched": [peers.FLOOR, "od", file],
    }
    runs = {what: [] for what in commands}
    for _ in range(options.runs):
        for what, command in commands.items():
            runs[what].append(measure.run(command).wall)
    for what, times in runs.items():
        table.add(what, f"{median(times) / MILLION * 1e9:.0f}", f"{size / median(times) / 1e6:,.0f}")
    say("floor: done")
    return [table]


def linear(options, programs):
    """Whether time grows with records and with rules, and no faster."""
    turns = min(3, options.runs)
    return [_by_records(turns), _by_rules(turns)]


def _by_records(turns):
    table = Table(f"One file of that many records, 5 % invalid, one thread; medians of {turns} runs.",
                  "records", "seconds", "ns per record", "against one million")
    first = None
    with tempfile.TemporaryDirectory(dir=peers.PLACE) as folder:
        file = os.path.join(folder, "many.ndjson")
        written = 0
        for millions in (1, 2, 4, 8):
            while written < millions:
                measure.run(["sh", "-c", f"cat '{data('big05')}' >> '{file}'"])
                written += 1
            seconds = median(measure.run(peers.Proviso().end_to_end(file, 1)).wall for _ in range(turns))
            first = first or seconds
            table.add(f"{millions},000,000", f"{seconds:.2f}", f"{seconds / millions * 1000:.0f}",
                      f"{seconds / first:.2f}")
            say(f"linear: {millions} million records in {seconds:.2f} s")
    return table


def _by_rules(turns):
    table = Table(
        "A million valid records, one thread. Ten rules, repeated 1, 2, 4 and 8 times, each time with other "
        f"limits, for the same nine attributes; medians of {turns} runs.",
        "rules", "seconds", "ns per record", "ns per additional rule")
    before = None
    with tempfile.TemporaryDirectory() as folder:
        counts = (10, 20, 40, 80)
        times = {count: [] for count in counts}
        for count in counts:
            with open(os.path.join(folder, f"{count}.yaml"), "w") as rules:
                rules.write(rule_set(count))
        for _ in range(turns):
            for count in counts:
                command = [peers.TOOL, "check", "--rules", os.path.join(folder, f"{count}.yaml"), "--jobs", "1"]
                run = measure.run(command + [data("big00")])
                if run.status != 0:
                    raise SystemExit(f"linear: {run.errors.strip()}")
                times[count].append(run.wall)
    for count in counts:
        nanoseconds = median(times[count]) * 1000
        more = "" if before is None else f"{(nanoseconds - before[1]) / (count - before[0]):.1f}"
        table.add(count, f"{nanoseconds / 1000:.2f}", f"{nanoseconds:.0f}", more)
        say(f"linear: {count} rules in {nanoseconds / 1000:.2f} s")
        before = (count, nanoseconds)
    return table


def rule_set(count):
    """Rules that all valid records of the workload keep, ten at a time."""
    lines = ["proviso: 1", "rules:"]
    for turn in range(count // 10):
        lines += [
            f"- [username, string, {{ min: 3, max: {24 + turn} }}]",
            '- [username, match, { pattern: "^[a-z0-9_]+$" }]',
            "- [email, email]",
            f"- [age, integer, {{ min: {13 - turn}, max: {120 + turn} }}]",
            "- [country, in, { range: [US, CA, MX, BR, AR, GB, IE, FR, DE, NL, BE, ES, PT, IT, CH, AT, SE, \"NO\", JP, "
            f"AU, X{turn}] }}]",
            "- [website, url]",
            f"- [password, string, {{ min: {8 - turn}, max: {72 + turn} }}]",
            "- [password_repeat, compare, { compareAttribute: password }]",
            f"- [balance, number, {{ min: {-turn}, max: {MILLION + turn} }}]",
            f"- {{ attributes: tags, type: each, rule: [string, {{ max: {20 + turn} }}] }}",
        ]
    return "\n".join(lines) + "\n"


def memory(options, programs):
    """The peak of long runs: a stream that is generated, not stored, and a million invalid records."""
    check = [peers.TOOL, "check", "--rules", peers.RULES]
    big = os.path.getsize(data("big05"))
    times = max(1, round(options.gigabytes * 1e9 / big))
    invalid = f"for i in $(seq 1000); do cat '{data('inv')}'; done"
    cases = [(f"{times * big / 1e9:.1f} GB through a pipe", f"for i in $(seq {times}); do cat '{data('big05')}'; done",
              "text")]
    cases += [(f"a million invalid records, {form}", invalid, form) for form in ("text", "json", "html")]
    table = Table("Peak memory of `proviso check -` with all processors.", "run", "records", "violations", "MiB")
    for name, feed, form in cases:
        run = measure.run(check + ["--format", form, "-"], feed=feed, peak=True)
        records, _, errors = peers.Proviso().counts(run)
        table.add(name, f"{records:,}", f"{errors:,}", mebibytes(run.peak))
        say(f"memory: {name}: {mebibytes(run.peak)} MiB, {records / run.wall:,.0f} records/s")
    return [table]


PARTS = [
    ("simdjson stage 1: finding the structure of the text", r"simdjson::.*stage1|Record\.scan|prv_reader_scan"),
    ("filling slots", r"Walk::|prv_reader_|Record\.fill|prv_number_parse"),
    (r"rules: \1", r"\b(\w+)Validator\b"),
    ("rules, all: quick tests, and going from rule to rule", r"StepList\.|Step\.|Plan\.run"),
    ("violations: recording", r"ValidationContext\.report|Violation"),
    ("messages: rendering", r"Localizer\."),
    ("output: writing lines", r"Report\.write|TextReport|Worker\.(write|deliver)|Collector|Finding|Outcome"),
    ("reading and dividing into lines", r"Chunk\.|Feed|Divider|ByteStream|Worker\.check"),
]


def profile(options, programs):
    """Instructions per record by part, from callgrind: the same on every run, whatever else the machine does."""
    counts = (2_000, 22_000)
    rest = "the rest"
    with tempfile.TemporaryDirectory() as folder:
        try:
            tool = callgrind.without_debug_information(peers.TOOL, folder)
            files = []
            for count in counts:
                files.append((os.path.join(folder, f"{count}.ndjson"), count))
                with open(data("mid05"), "rb") as records, open(files[-1][0], "wb") as part:
                    part.writelines(record for record, _ in zip(records, range(count)))
            costs = callgrind.instructions(
                lambda file: [tool, "check", "--rules", peers.RULES, "--jobs", "1", file], *files, PARTS, rest)
        except OSError as error:
            say(f"profile: left out: {error}")
            return []
    total = sum(costs.values())
    table = Table(
        f"{total:,.0f} instructions per record, 5 % invalid, one thread: the difference of two runs of {counts[0]:,} and "
        f"{counts[1]:,} records, so without the start. The part of a rule is the work after its quick test.",
        "part", "instructions per record", "share")
    small = [part for part in costs if part != rest and costs[part] < total * 0.002]
    costs[rest] = costs.get(rest, 0) + sum(costs[part] for part in small)
    listed = [part for part in costs if part != rest and part not in small]
    for part in sorted(listed, key=lambda part: -costs[part]) + [rest]:
        # A validator's name is its rule type with an uppercase first letter.
        name = re.sub(r"rules: (\w)", lambda found: "rules: " + found[1].lower(), part)
        table.add(name, f"{costs[part]:,.0f}", f"{costs[part] / total:.1%}")
    say(f"profile: {total:,.0f} instructions per record")
    return [table]
