# shellcheck shell=sh disable=SC1091
# The wheel in an empty environment of the system's Python.
. /packages/checks/verdict.sh
python3 -m venv /opt/env
seconds /opt/env/bin/pip install -q --no-index /packages/proviso-*.whl
seconds verdict /opt/env/bin/proviso
plugin /opt/env/bin/proviso
bundled /opt/env/bin/proviso
/opt/env/bin/python -m proviso --version
mkdir /tmp/empty
(cd /tmp/empty && env -i HOME=/tmp/empty /opt/env/bin/python -I /packages/checks/wheel.py)
/opt/env/bin/python - <<'P'
import proviso, sys
findings = list(proviso.check("data.ndjson", rules="rules.yaml", locale="de"))
assert [f["code"] for f in findings] == ["required.blank", "date.tooBig"], findings
try:
    list(proviso.check("data.ndjson", rules={"rules": [["username", "emial"]]}))
except proviso.UsageError as error:
    assert "did you mean 'email'" in str(error), error
else:
    sys.exit("expected a UsageError")
print("module: ok, with Python", sys.version.split()[0])
P
# A million findings in constant memory.
/opt/env/bin/python - <<'P'
import proviso, resource, time
with open("million.ndjson", "w") as file:
    for _ in range(1_000_000):
        file.write('{"email":"x@"}\n')
findings = proviso.check("million.ndjson", rules={"rules": [["email", "email"]]})
next(findings)
before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
count = 1 + sum(1 for _ in findings)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
tool = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(f"{count} findings: {time.monotonic() - begin:.1f} s, {grown} KiB more in Python, {tool} KiB in the tool")
assert count == 1_000_000 and grown < 4_000 and tool < 100_000
P
/opt/env/bin/pip uninstall -q -y proviso
expect "" "$(find /opt/env -name '*proviso*')"
