"""Validates in this process with what the wheel brings and nothing else: Scripts/check-wheel and wheel.sh run it.

It starts in an empty directory. No program may be started, so nothing here is the tool's work.
"""

import gzip
import os
import sys
import threading
import unicodedata


def forbid(event, arguments):
    if event.startswith(("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system")):
        raise RuntimeError(f"expected a validation in this process, found {event} {arguments}")


sys.addaudithook(forbid)
import proviso  # noqa: E402
from proviso import _engine  # noqa: E402

# Every bundled plugin, and what uses each library inside: ICU, RE2, libyaml, simdjson, libsodium, zlib, libphonenumber.
RULES = """
labels: { account: { en: Account, de: Konto } }
rules:
  - [email, email]
  - [age, integer, { min: 18 }]
  - [born, date, { max: today }]
  - [name, match, { pattern: '^\\p{Lu}' }]
  - [account, proviso/iban]
  - [card, proviso/credit-card]
  - [phone, proviso/phone]
  - [book, proviso/isbn]
  - [link, proviso/uri]
"""
BAD = {"email": "x@", "age": 7, "born": "9999-12-31", "name": "ärger", "account": "DE88370400440532013000", "card": "4111",
       "phone": "+44 1", "book": "x", "link": "x y"}
GOOD = {"email": "a@b.com", "age": 18, "born": "2001-02-03", "name": "Ärger", "account": "DE89370400440532013000",
        "card": "4111111111111111", "phone": "+442079460958", "book": "9783161484100", "link": "https://example.org/u"}


def equal(expected, found):
    if expected != found:
        sys.exit(f"expected {expected!r}, found {found!r}")


def scripts(text):
    """The writing systems of a text: LATIN, ARABIC, HIRAGANA …"""
    return {unicodedata.name(character, "").split(" ")[0] for character in text if character.isalpha()}


place = os.path.realpath(_engine.library()._name)
if not place.startswith(os.path.realpath(sys.prefix) + os.sep):
    sys.exit(f"expected the library of the wheel, found {place}")
rules = proviso.Rules.from_text(RULES)
equal([], rules.check(GOOD).findings)
report = rules.check(BAD, locale="de")
equal([False, ["/" + name for name in BAD]], [report.valid, [finding["path"] for finding in report.findings]])
equal("Age muss mindestens 18 sein.", report.findings[1]["message"])
equal(["proviso/iban.checksum", "Konto"], [report.findings[4][key] for key in ("code", "label")])
for locale, script in [("de", "LATIN"), ("ar", "ARABIC"), ("ja", "HIRAGANA"), ("ru-RU", "CYRILLIC"), ("de;q=0.1, th", "THAI")]:
    for finding in report.render(locale):
        if script not in scripts(finding["message"]):
            sys.exit(f"expected a message in {locale} for {finding['code']}, found {finding['message']!r}")

# A file in several pieces, read by the threads of the library, and the same rules in threads of Python.
with gzip.open("people.csv.gz", "wt") as file:
    file.write("email,age\n" + "a@b.com,7\n" * 100_000)
people = proviso.Rules({"rules": [["email", "email"], ["age", "integer", {"min": 18}]]})
findings = people.check_file("people.csv.gz", locale="ja")
equal(100_000, sum(1 for finding in findings if finding["code"] == "number.tooSmall"))
equal([False, 100_000], [findings.valid, findings.summary["invalid"]])
found = []
threads = [threading.Thread(target=lambda: found.extend(rules.check(BAD).valid for _ in range(200))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
equal([False] * 800, found)

# Mistakes are exceptions, and the process lives on.
for text in ["rules: [[a, emial]]", "rules: [", "\0", "rules: [[a, match, { pattern: '(' }]]", "rules: [[a, proviso/iban, { x: 1 }]]"]:
    try:
        proviso.Rules.from_text(text)
    except proviso.UsageError:
        continue
    sys.exit(f"expected an error for {text!r}")
try:
    rules.check_bytes(b'{"email":')
except proviso.RunError as error:
    equal(1, error.details["line"])
else:
    sys.exit("expected an error for JSON that ends too early")
kind = "by the extension in C" if "proviso._native" in sys.modules else "by ctypes"
print(f"in process, {kind}: ok, with Python {sys.version.split()[0]}")
