"""Where a program's instructions go, by part, from two runs of callgrind over files of different length."""
import collections, os, re, shutil, subprocess, tempfile


def instructions(command, short, long, parts, root):
    """Instructions a record by part: what the longer file costs on top of the shorter one, so without the start.

    `command` takes a file's path; `short` and `long` are (path, records). `parts` is a list of (name, pattern): a
    function belongs to the first part whose pattern is found in its name, or else where its callers belong, in
    proportion. What no pattern claims is `root`'s.
    """
    costs = [_run(command(path), parts, root) for path, _ in (short, long)]
    records = long[1] - short[1]
    return {part: (costs[1][part] - costs[0][part]) / records for part in costs[1]}


def without_debug_information(program, folder):
    """A copy of the program that valgrind can read: it gives up on some compilers' debug information."""
    copy = os.path.join(folder, os.path.basename(program) + ".stripped")
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def _run(command, parts, root):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        valgrind = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"]
        done = subprocess.run(valgrind + command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if not os.path.exists(out) or os.path.getsize(out) == 0:
            raise OSError(f"valgrind: {done.stderr.strip().splitlines()[-1:] or done.returncode}")
        own, callers = _read(out)
    return _share(own, callers, parts, root)


def _read(path):
    """Each function's own instructions, and for each function what its callers spent in it."""
    own, callers = collections.Counter(), collections.defaultdict(collections.Counter)
    names, function, callee = {}, None, None

    def name(text):
        number, _, rest = text.partition(" ")
        if rest:
            names[number] = re.sub(r"'\d+$", "", rest)
        return names[number]

    with open(path) as lines:
        for line in lines:
            key, is_setting, value = line.rstrip("\n").partition("=")
            if is_setting and key == "fn":
                function = name(value)
            elif is_setting and key == "cfn":
                callee = name(value)
            elif line[0] in "0123456789+-*" and function is not None:
                cost = int(line.split()[1])
                if callee is None:
                    own[function] += cost
                elif callee != function:
                    callers[callee][function] += cost
                callee = None
    readable = _demangled(set(own) | set(callers) | {name for edges in callers.values() for name in edges})
    merged_own, merged_callers = collections.Counter(), collections.defaultdict(collections.Counter)
    for function, cost in own.items():
        merged_own[readable[function]] += cost
    for function, edges in callers.items():
        for caller, cost in edges.items():
            if readable[caller] != readable[function]:
                merged_callers[readable[function]][readable[caller]] += cost
    return merged_own, merged_callers


def _demangled(names):
    names = sorted(names)
    tool = shutil.which("swift-demangle")
    if tool is None:
        return {name: name for name in names}
    text = subprocess.run([tool, "--simplified"], input="\n".join(names), capture_output=True, text=True).stdout
    return dict(zip(names, text.splitlines()))


def _share(own, callers, parts, root):
    functions = set(own) | set(callers)
    fixed = {}
    for function in functions:
        for part, pattern in parts:
            found = re.search(pattern, function)
            if found:
                fixed[function] = found.expand(part)
                break
    shares = {function: {fixed.get(function, root): 1.0} for function in functions}
    # Each round takes what belongs to a part one call further down.
    for _ in range(40):
        for function in functions:
            total = sum(callers[function].values()) if function in callers else 0
            if function in fixed or not total:
                continue
            share = collections.Counter()
            for caller, cost in callers[function].items():
                for part, fraction in shares.get(caller, {root: 1.0}).items():
                    share[part] += fraction * cost / total
            shares[function] = share
    costs = collections.Counter()
    for function, cost in own.items():
        for part, fraction in shares[function].items():
            costs[part] += cost * fraction
    return costs
