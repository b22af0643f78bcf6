"""Tables, and the page of the documentation they are written into."""
import os, re
import measure, peers

PAGE = os.path.join(peers.REPOSITORY, "Docs", "Performance.md")


class Table:
    """A Markdown table, with a sentence about how it was measured above it."""

    def __init__(self, note, *columns):
        self.note, self.columns, self.rows = note, columns, []

    def add(self, *cells):
        self.rows.append([str(cell) for cell in cells])

    def __str__(self):
        def line(cells):
            return "| " + " | ".join(cells) + " |"

        rule = ["---"] + ["---:"] * (len(self.columns) - 1)
        return "\n".join([self.note, "", line(self.columns), line(rule)] + [line(row) for row in self.rows])


def speed(ours, theirs):
    """How many times as fast Proviso is, of two durations for the same work."""
    ratio = theirs / ours
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"


def rate(seconds, records):
    """Records a second, to three digits: the rest is noise."""
    return f"{float(f'{records / seconds:.3g}'):,.0f}"


def mebibytes(kilobytes):
    return "" if not kilobytes else f"{kilobytes / 1024:.0f}"


def machine():
    """What the figures were measured on."""
    def value(path, key):
        with open(path) as lines:
            return next(line.split(sep, 1)[1].strip().strip('"') for line in lines
                        for sep in ":=" if line.startswith(key) and sep in line)

    def first_line(*command):
        return (measure.text(list(command)).splitlines() or ["?"])[0]

    processor, system = value("/proc/cpuinfo", "model name"), value("/etc/os-release", "PRETTY_NAME")
    swift = re.search(r"Swift version \S+", first_line("swift", "--version"))
    commit = first_line("git", "-C", peers.REPOSITORY, "rev-parse", "--short", "HEAD")
    return f"{os.cpu_count()} × {processor}, {system}, {swift[0] if swift else 'Swift'}, commit {commit}."


def write(section, tables):
    """Puts a section's tables between its two markers."""
    with open(PAGE) as page:
        text = page.read()
    begin, end = f"<!-- {section}: written by Benchmarks/Peers/run -->", f"<!-- {section}: end -->"
    body = "\n\n".join(str(table) for table in tables)
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
    text, count = pattern.subn(lambda _: f"{begin}\n\n{body}\n\n{end}", text)
    if count != 1:
        raise SystemExit(f"{PAGE} has no place for '{section}': {begin} … {end}")
    with open(PAGE, "w") as page:
        page.write(text)
