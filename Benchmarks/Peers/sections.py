"""What compares Proviso with the other programs: one function a section, each returns tables."""
import json, os, sys
import measure, peers
from measure import median
from page import Table, mebibytes, rate, speed
from peers import data

RECORDS = {"big": 1_000_000, "mid": 100_000}


def say(*words):
    print(*words, flush=True, file=sys.stderr)


def check(options, programs):
    """Verdicts against those the generator knows, and the edge cases on which programs differ."""
    with open(data("half") + ".labels") as labels:
        expected = labels.read()
    data("edge")
    with open(data("edge") + ".names", encoding="utf-8") as names:
        cases = [name.rstrip("\n") for name in names]
    edges, table = {}, Table(
        f"{len(expected):,} records, half of them invalid, and {len(cases)} edge cases, in which both verdicts are acceptable.",
        "program", "verdicts unlike the generator's", "edge cases unlike Proviso's")
    for program in programs:
        verdicts, edges[program.name] = (program.verdicts(data(name)) for name in ("half", "edge"))
        wrong = sum(a != b for a, b in zip(verdicts, expected)) + abs(len(verdicts) - len(expected))
        say(f"check: {program.name}: {wrong} of {len(expected)} differ")
        unlike = sum(a != b for a, b in zip(edges[program.name], edges["Proviso"]))
        table.add(program.name, wrong, unlike)
    with open(os.path.join(peers.PLACE, "edge.txt"), "w", encoding="utf-8") as page:
        print("1 accepts, 0 refuses:", *edges, sep="\n  ", file=page)
        for index, case in enumerate(cases):
            print(f"{case:36}", *(verdicts[index:index + 1] or "?" for verdicts in edges.values()), file=page)
    return [table]


def e2e(options, programs):
    """A file in, verdicts and a rendered message for every violation out, with one thread and with two."""
    tables = [_end_to_end(options, programs, "05")]
    return tables + [_end_to_end(options, programs, "00")] if options.full else tables


def _end_to_end(options, programs, share):
    files = {p: ("big" if options.full else p.records) for p in programs}
    runs = {(p, parts): [] for p in programs for parts in (1, 2)}
    floor = next((p for p in programs if p.command == [peers.FLOOR]), None)
    pairs = []
    for turn in range(options.runs):
        for program in programs:
            if turn >= (program.rounds or options.runs):
                continue
            file = data(files[program] + share)
            for parts in (1, 2):
                command = program.end_to_end(file, parts)
                runs[program, parts].append(measure.run(command, program.environment, peak=True))
        if floor:
            pairs.append(measure.side_by_side(floor.end_to_end(data("big" + share), 1)))
        say(f"e2e: round {turn + 1} of {options.runs}")

    def seconds(program, parts):
        return median(run.wall for run in runs[program, parts]) / RECORDS[files[program]]

    note = (f"1,000,000 records (* 100,000), {int(share)} % invalid; medians of up to {options.runs} runs in turn, "
            "records per second and peak memory of the largest process.")
    table = Table(note, "program", "one thread", "ours / its", "two threads", "ours / its", "two / one", "MiB",
                  "spread", "invalid", "messages")
    ours = programs[0]
    for program in programs:
        alone, both = seconds(program, 1), seconds(program, 2)
        records, invalid, messages = program.counts(runs[program, 1][0])
        if records != RECORDS[files[program]]:
            say(f"!! {program.name} saw {records} records: {runs[program, 1][0].errors[-200:]}")
        walls = [run.wall for run in runs[program, 1]]
        star = "" if files[program] == "big" else " *"
        ratios = [speed(seconds(ours, parts), seconds(program, parts)) for parts in (1, 2)]
        table.add(program.name + star, rate(alone, 1), ratios[0], rate(both, 1), ratios[1], f"{alone / both:.2f}",
                  mebibytes(median(run.peak or 0 for run in runs[program, 2])),
                  f"{(max(walls) - min(walls)) / median(walls):.0%}", f"{invalid:,}", f"{messages:,}")
    if floor:
        gain = 2 * seconds(floor, 1) * RECORDS["big"] / median(pairs)
        table.note += f" Two processes of the C++ program side by side do {gain:.2f} times what one does."
    return table


def inproc(options, programs):
    """The checks alone, of a thousand records that are parsed already."""
    if not os.path.exists(peers.BENCH):
        return []
    turns = min(3, options.runs)
    found = {(p, file): [] for p in programs for file in ("val", "inv")}
    for turn in range(turns):
        for program, file in found:
            answer = measure.text(program.in_process(data(file), options.secs), program.environment)
            found[program, file].append(json.loads(answer))
        say(f"inproc: round {turn + 1} of {turns}")

    def nanoseconds(program, file):
        return median(median(sample[1] for sample in run["samples"]) for run in found[program, file])

    table = Table(
        f"Nanoseconds of processor time per record: medians of {turns} processes of 7 samples of {options.secs:g} s.",
        "program", "valid", "ours / its", "invalid + messages", "ours / its", "errors per record", "allocations, valid")
    for program in programs:
        cells = []
        for file in ("val", "inv"):
            time = nanoseconds(program, file)
            cells += [f"{time:,.0f}", speed(nanoseconds(programs[0], file), time)]
        allocations = found[program, "val"][0].get("allocs")
        table.add(program.name, *cells, f"{found[program, 'inv'][0]['errors_per_1000'] / 1000:.2f}",
                  "" if allocations is None else f"{allocations:.1f}")
    return [table]


# Which of our messages is like a peer's: the same sentence in German with the same kinds of values.
REQUIRED, TEXTS, NUMBERS = "de required", "de range (strings)", "de range (formatted numbers)"
PLURAL, BARE_PLURAL = "de plural", "de plural (no label)"
MESSAGES = {
    "go universal-translator": {
        REQUIRED: REQUIRED, TEXTS: TEXTS, NUMBERS: NUMBERS, PLURAL: BARE_PLURAL},
    "symfony translation": {
        "de xliff required": REQUIRED, "de xliff range": TEXTS, "de xliff plural": PLURAL,
        "de intl-icu required": REQUIRED, "de intl-icu range": NUMBERS, "de intl-icu plural": PLURAL,
        "ext-intl MessageFormatter reused, required": REQUIRED, "ext-intl MessageFormatter reused, range": NUMBERS},
    "illuminate translation": {"de required": REQUIRED, "de range": TEXTS, "de plural": PLURAL},
    "hibernate interpolator": {
        "de NotBlank": REQUIRED, "de Size": TEXTS, "de java.text.MessageFormat reused, range": NUMBERS},
    "ActiveModel + I18n": {
        "de required (full_message)": REQUIRED, "de range (full_message)": TEXTS, "de plural (full_message)": PLURAL},
    "ICU4C": {
        "ICU4C MessageFormat reused, required": REQUIRED, "ICU4C MessageFormat reused, range": NUMBERS,
        "ICU4C MessageFormat reused, plural": PLURAL, "hand: precompiled segments, required": REQUIRED,
        "hand: precompiled segments + own grouping, range": NUMBERS},
}


def msg(options, programs):
    """One message, rendered in German from values."""
    commands = {
        "Proviso": [peers.MESSAGES, "--json"], "go universal-translator": [peers.GO, "msg"],
        "symfony translation": peers.PHP + [peers.source("symfony.php"), "msg"],
        "illuminate translation": peers.PHP + [peers.source("illuminate.php"), "msg"],
        "hibernate interpolator": peers.java() + ["msg"], "ActiveModel + I18n": peers.RUBY + ["msg"],
        "ICU4C": [peers.ICU],
    }
    by_peer = {"go universal-translator": "go-playground v10", "symfony translation": "symfony 5.4",
               "illuminate translation": "illuminate 8", "hibernate interpolator": "hibernate 5.3",
               "ActiveModel + I18n": "ActiveModel 6.1"}
    names = {program.name for program in programs}
    commands = {name: command for name, command in commands.items() if by_peer.get(name, "Proviso") in names}
    times, turns = {}, min(3, options.runs)
    for turn in range(turns):
        for name, command in list(commands.items()):
            try:
                answer = json.loads(measure.text(command + [str(min(options.secs, 0.1))]))
            except ValueError:
                say(f"msg: {name} is left out: {command[0]} does not answer")
                del commands[name]
                if name == "Proviso":
                    return []
                continue
            for case, time in answer["ns"].items():
                times.setdefault((name, case), []).append(float(time))
        say(f"msg: round {turn + 1} of {turns}")
    table = Table(
        f"Nanoseconds of processor time per message, medians of {turns} processes; compared with Proviso's message of the same kind.",
        "program", "message", "ns", "ours / its")
    for own in (REQUIRED, TEXTS, NUMBERS, PLURAL, BARE_PLURAL):
        if ("Proviso", own) not in times:
            continue
        ours = median(times["Proviso", own])
        table.add("Proviso", own, f"{ours:,.0f}", speed(ours, ours))
        for (name, case), taken in times.items():
            if MESSAGES.get(name, {}).get(case) == own:
                table.add(name, case, f"{median(taken):,.0f}", speed(ours, median(taken)))
    return [table]


def startup(options, programs):
    """From the start of the process to the verdict on one record and its end."""
    commands = {p.name: (p.end_to_end(data("one"), 1), p.environment) for p in programs}
    bare = {"nothing: /bin/true": ["/bin/true"], "nothing: Swift": [os.path.join(peers.BUILD, "bare")],
            "nothing: Swift, static library": [os.path.join(peers.BUILD, "bare_static")]}
    commands |= {name: (command, {}) for name, command in bare.items() if os.path.exists(command[0])}
    turns = max(options.runs * 4, 3)
    runs = {name: [] for name in commands}
    for _ in range(turns):
        for name, (command, environment) in commands.items():
            runs[name].append(measure.run(command, environment).wall * 1000)
    say(f"startup: {turns} rounds")
    table = Table(f"Milliseconds for a file of one record, medians of {turns} runs in turn.",
                  "program", "ms", "ours / its", "MiB")
    for name, (command, environment) in commands.items():
        table.add(name, f"{median(runs[name]):.1f}", speed(median(runs["Proviso"]), median(runs[name])),
                  mebibytes(measure.run(command, environment, peak=True).peak))
    return [table] + first_message(turns)


def first_message(turns):
    """The first message of a process: a localizer is made, and a catalog read."""
    if not os.path.exists(peers.MESSAGES):
        return []
    times = [json.loads(measure.text([peers.MESSAGES, "--json", "0"]))["first_ns"] / 1e6 for _ in range(turns)]
    table = Table(f"Milliseconds for the first message of a process, German with a plural: {turns} processes.",
                  "program", "median", "slowest")
    table.add("Proviso", f"{median(times):.2f}", f"{max(times):.2f}")
    return [table]
