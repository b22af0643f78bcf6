"""A small client of the language server, for scripts."""

import json
import os
import select
import subprocess
import time


class Client:
    def __init__(self, tool, options=(), encodings=None, settings=None):
        self.process = subprocess.Popen([tool, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.buffer = b""
        self.number = 0
        self.notes = []
        general = {"positionEncodings": encodings} if encodings else {}
        self.capabilities = self.request(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": {"general": general}, "initializationOptions": settings or {}},
        )["result"]["capabilities"]
        self.note("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def note(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number:
                return message
            self.notes.append(message)

    def read(self, timeout=20):
        end = time.monotonic() + timeout
        while True:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the server did not answer")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise EOFError("the server ended")
            self.buffer += data

    def open(self, path, text):
        uri = "file://" + path
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.note("textDocument/didOpen", {"textDocument": item})
        return uri

    def diagnostics(self, uri, version=None):
        """The next diagnostics of a file, or of one version of it."""
        while True:
            for index, message in enumerate(self.notes):
                if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                    del self.notes[: index + 1]
                    if version is None or message["params"].get("version") == version:
                        return message["params"]["diagnostics"]
                    break
            self.notes.append(self.read())

    def at(self, method, uri, line, character, **more):
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more}
        return self.request("textDocument/" + method, place).get("result")

    def end(self):
        self.request("shutdown", None)
        self.note("exit", None)
        return self.process.wait(timeout=20)
