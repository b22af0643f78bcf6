"""Random changes of plugin files and manifests, for Scripts/mutate-plugins."""

import json
import struct

# How long a manifest may be: in the file whose manifest is changed, and in the others.
ROOM, SMALL_ROOM = 65536, 1024


def manifest(vendor):
    return {"id": f"org.example.{vendor}", "version": "1.0.0", "vendor": "Example", "locales": ["en"],
            "capabilities": {"patience": 1000, "threads": False}, "rules": [
        {"type": f"{vendor}/digits", "summary": "Digits.", "kinds": ["text"], "invalidCode": "digits.format",
         "codes": {"digits.format": []}}]}


def with_manifest(file, text):
    """A built digits.c with a manifest: the note and its headers get the right sizes."""
    file = bytearray(file)
    note = file.index(b"Proviso\0") - 12
    room = struct.unpack_from("<I", file, note + 4)[0] - 8
    size = (len(text) + 3) // 4 * 4
    if size > room:
        raise ValueError("no room for this manifest")
    struct.pack_into("<I", file, note + 4, 8 + size)
    file[note + 28:note + 28 + room] = text.ljust(room, b"\0")
    whole = 28 + room
    segments, = struct.unpack_from("<Q", file, 32)
    sections, = struct.unpack_from("<Q", file, 40)
    segment_count, _, section_count = struct.unpack_from("<HHH", file, 56)
    for index in range(segment_count):
        header = segments + index * 56
        if struct.unpack_from("<I4xQ", file, header) == (4, note) and \
                struct.unpack_from("<Q", file, header + 32)[0] == whole:
            struct.pack_into("<QQ", file, header + 32, 28 + size, 28 + size)
    for index in range(section_count):
        header = sections + index * 64
        if struct.unpack_from("<QQ", file, header + 24) == (note, whole):
            struct.pack_into("<Q", file, header + 32, 28 + size)
    return bytes(file)


ODD_NUMBERS = (0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 40, (1 << 63) - 1,
               1 << 63, (1 << 64) - 1)


def mutated_file(draw, file):
    """A few changes of bytes, numbers in headers, the note, or the length."""
    file = bytearray(file)
    note = file.index(b"Proviso\0") - 12
    sections, = struct.unpack_from("<Q", file, 40)
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        kind = draw.choice((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8))
        if len(file) < 64:
            break
        if kind == 0:
            file[draw.randrange(len(file))] = draw.randrange(256)
        elif kind == 1:
            file[draw.randrange(64)] ^= 1 << draw.randrange(8)
        elif kind in (2, 3):
            # A number in the ELF header, a program header or a section header.
            start, end = draw.choice(((16, 64), (64, 64 + 56 * 12), (sections, sections + 64 * 30)))
            at = draw.randrange(start, end) & ~3
            size = draw.choice((2, 4, 8))
            if at + size <= len(file):
                file[at:at + size] = (draw.choice(ODD_NUMBERS) & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        elif kind == 4:
            at = note + draw.randrange(28)
            if at + 4 <= len(file):
                struct.pack_into("<I", file, at & ~3, draw.choice(ODD_NUMBERS) & 0xFFFFFFFF)
        elif kind == 5:
            del file[draw.randrange(len(file)):]
        elif kind == 6:
            at, size = draw.randrange(len(file)), draw.randrange(1, 4096)
            del file[at:at + size]
        elif kind == 7:
            at = draw.randrange(len(file))
            file[at:at] = draw.randbytes(draw.randrange(1, 4096))
        else:
            at = draw.randrange(len(file))
            to, size = draw.randrange(len(file)), draw.randrange(1, 512)
            file[to:to + size] = file[at:at + size]
    return bytes(file)


ODD_VALUES = (None, True, False, 0, -1, 1e308, 1 << 70, 0.5, "", "x", [], {}, [[]], "\0", "\u202e\x1b[2J", "é" * 300,
              "a/b", "email", "control/digits", "org.example.control", "../../x", "%s%n", "text", "digits.format")


def places(value, path=()):
    yield path
    if isinstance(value, (dict, list)):
        for key in (value if isinstance(value, dict) else range(len(value))):
            yield from places(value[key], path + (key,))


def mutated_manifest(draw):
    """The text of a manifest with other values, keys, nesting, duplicates, numbers or bytes."""
    value = json.loads(json.dumps(manifest("victim")))
    changes, byte_changes = draw.choice(((1, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (1, 1), (2, 2)))
    for _ in range(changes):
        path = draw.choice(list(places(value)))
        if not path:
            continue
        parent = value
        for key in path[:-1]:
            parent = parent[key]
        kind = draw.randrange(5)
        if kind == 0:
            del parent[path[-1]]
        elif kind == 1 and isinstance(parent, dict):
            parent[draw.choice(("id", "type", "rules", "options", "codes", "capabilities", "reads", "examples", "",
                                "\0", "constructor", "é"))] = parent.pop(path[-1])
        elif kind == 2 and isinstance(parent, list):
            parent.extend(parent * draw.choice((1, 100)))
        elif kind == 3:
            for _ in range(draw.choice((1, 3, 150))):
                parent[path[-1]] = [parent[path[-1]]] if draw.randrange(2) else {"x": parent[path[-1]]}
        else:
            parent[path[-1]] = draw.choice(ODD_VALUES)
    text = bytearray(json.dumps(value, ensure_ascii=draw.randrange(2) == 0).encode("utf-8", "surrogatepass"))
    for _ in range(byte_changes):
        at = draw.randrange(len(text) + 1)
        kind = draw.randrange(7)
        if kind == 0:
            text[at:at + 1] = bytes([draw.randrange(256)])
        elif kind == 1:
            del text[at:]
        elif kind == 2:
            del text[at:at + draw.randrange(1, 40)]
        elif kind == 3:
            text[at:at] = draw.choice((b"[" * 5000, b"{\"a\":" * 3000, b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\0",
                                       b"1e999", b"\xef\xbb\xbf", b",", b":", b"\"", b"-", b"00",
                                       b"\\u0000", b" " * 1000))
        elif kind == 4:
            # The same members twice.
            text[1:1] = text[1:at] + b"," if at > 2 else b""
        elif kind == 5:
            end = min(len(text), at + draw.randrange(1, 60))
            text[at:at] = text[at:end]
        else:
            text += draw.choice((b" ", b"\0\0x", b"{}", b"x" * 100))
    return bytes(text[:ROOM - 4]) or b" "
