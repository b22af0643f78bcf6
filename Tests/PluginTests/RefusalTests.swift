import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Every way to be refused, and what is said then.
@Suite(.waitingForProcesses) struct RefusalTests {
    struct Row: Sendable {
        let make: @Sendable (Workshop) throws -> String
        let reason: String
        let location: SourceLocation

        init(
            _ reason: String, location: SourceLocation = #_sourceLocation,
            _ make: @escaping @Sendable (Workshop) throws -> String
        ) {
            self.make = make
            self.reason = reason
            self.location = location
        }

        init(fixture: String, _ reason: String, location: SourceLocation = #_sourceLocation) {
            self.init(reason, location: location) { try $0.compile(.fixture(fixture), as: "x.so") }
        }

        /// A plugin of refused.c.
        init(_ number: Int, _ reason: String, location: SourceLocation = #_sourceLocation) {
            self.init(reason, location: location) {
                try $0.compile(.fixture("refused"), as: "x.so", flags: ["-shared", "-fPIC", "-DREFUSED=\(number)"])
            }
        }
    }

    static let files = [
        Row("does not exist") { $0.path("none.so") },
        Row("is not a regular file") { workshop in
            try FileManager.default.createDirectory(atPath: workshop.path("x.so"), withIntermediateDirectories: false)
            return workshop.path("x.so")
        },
        Row("is not a shared library (it has no ELF header)") { try $0.write([], to: "x.so") },
        Row("is not a shared library (it has no ELF header)") { try $0.write("#!/bin/sh\nexit 0\n".utf8, to: "x.so") },
        Row("is truncated: was it copied or built completely?") { try $0.even { Array($0.prefix(63)) } },
        Row("is truncated: was it copied or built completely?") { try $0.even { Array($0.prefix(100)) } },
        Row("is truncated: was it copied or built completely?") { try $0.even { Array($0.prefix($0.count / 4)) } },
        Row("is damaged: its ELF headers contradict each other") { try $0.even(54, [55]) },
        Row("is damaged: its ELF headers contradict each other") { try $0.even(56, [0, 0]) },
        Row("is truncated: was it copied or built completely?") { try $0.even(32, Array(repeating: 0xFF, count: 8)) },
        Row("is built for 64-bit ARM (aarch64), but this program runs on x86-64") { try $0.even(18, [183, 0]) },
        Row("is built for S/390, but this program runs on x86-64") {
            try $0.even(5, [2]) {
                $0.swapAt(18, 19); $0[19] = 22
            }
        },
        Row("is built for another processor (machine 999), but this program runs on x86-64") {
            try $0.even(18, [231, 3])
        },
        Row("is built for another variant of x86-64") { try $0.even(4, [1]) },
        Row("is not a shared library") { try $0.even(16, [4]) },
        Row("is an object file, not a shared library: link it with -shared") {
            try $0.compile(.fixture("fifteen"), as: "x.so", flags: ["-c"])
        },
        Row("is a program, not a shared library") {
            try $0.compile(.text("int main(void) { return 0; }"), as: "x.so", flags: ["-no-pie"])
        },
        Row("is a program, not a shared library") {
            try $0.compile(.text(manifest + "int main(void) { return 0; }"), as: "x.so", flags: ["-pie", "-fPIE"])
        },
        Row("needs an executable stack, which would weaken the whole process: link it with -z noexecstack") {
            try $0.compile(.fixture("fifteen"), as: "x.so", flags: ["-shared", "-fPIC", "-z", "execstack"])
        },
        Row(
            "needs memory that is both writable and executable: "
                + "link it without -N and without a linker script"
        ) { workshop in
            try workshop.even { bytes in
                var bytes = bytes
                // The flags of the segment with the code, which come after its kind.
                let headers = stride(from: 64, to: 64 + 56 * Int(bytes[56]), by: 56)
                for start in headers where bytes[start] == 1 && bytes[start + 4] & 1 != 0 { bytes[start + 4] |= 2 }
                return bytes
            }
        },
        Row("needs the library libprovisogone.so, which cannot be found") { workshop in
            let library = try workshop.compile(
                .text("int gone(void) { return 1; }"), as: "libprovisogone.so",
                flags: ["-shared", "-fPIC", "-Wl,-soname,libprovisogone.so"])
            defer { unlink(library) }
            return try workshop.compile(
                .text(manifest + "int gone(void); int here(void) { return gone(); }"), as: "x.so", libraries: [library])
        },
        Row("needs the function or variable 'proviso_gone', which is in none of its libraries") {
            try $0.compile(
                .text(manifest + "int proviso_gone(void); int here(void) { return proviso_gone(); }"), as: "x.so",
                flags: ["-shared", "-fPIC"])
        },
    ]

    private static let manifest = """
        #include "proviso.h"
        PROVISO_MANIFEST({"id": "a.b", "version": "1", "rules": [
            {"type": "a/b", "kinds": ["text"], "invalidCode": "a.b", "codes": {"a.b": []}}]})

        """

    static let descriptors = [
        Row("has no manifest: add PROVISO_MANIFEST, as proviso.h describes it") {
            try $0.compile(.text("int nothing(void) { return 0; }"), as: "x.so")
        },
        Row("needs a newer host: it supports only version 2 of the plugin interface, not version 1") {
            try $0.even { bytes in bytes.replacing(Array("Proviso\0\u{1}".utf8), with: Array("Proviso\0\u{2}".utf8)) }
        },
        Row("has a manifest that is not valid JSON: not valid UTF-8, before '�\": \"org.example.eve'") {
            try $0.even { bytes in
                bytes.replacing(Array("\"id\": \"org".utf8), with: Array("\"i".utf8) + [0xFF] + Array("\": \"org".utf8))
            }
        },
        Row(
            fixture: "no_entry",
            "is a shared library, but not a Proviso plugin: it does not export 'proviso_plugin_entry_v1'"),
        Row(
            fixture: "entry_v2",
            "needs a newer host: it supports only version 2 of the plugin interface, not version 1"),
        Row(fixture: "null_entry", "refuses to work with this host (its entry function returned null)"),
        Row(
            fixture: "newer_host",
            "needs a newer host: version 1.4294967295 of the plugin interface; this host has 1.1"),
        Row(fixture: "short_descriptor", "has a descriptor of only 24 bytes: did it forget to set 'size'?"),
        Row(fixture: "init_fails", "failed to initialize: its 'init' returned -3 (out of memory)"),
        Row(1, "has a descriptor of a rule type of only 16 bytes: did it forget to set 'size'?"),
        Row(2, "has the rule type '', which is not in its manifest"),
        Row(3, "has the rule type 'acme/other', which is not in its manifest"),
        Row(4, "has options but no 'create' for the rule type 'acme/refused'"),
        Row(5, "has no 'validate' for the rule type 'acme/refused'"),
        Row(6, "has a null pointer among its rule types"),
        Row(7, "has the id '', not 'org.example.refused' as in its manifest"),
        Row(8, "has the id 'org.example.other', not 'org.example.refused' as in its manifest"),
        Row(9, "does not have the rule type 'acme/refused' that is in its manifest"),
        Row(10, "has the rule type 'acme/refused' twice"),
        Row(13, "does not have a catalog for 'de' that is in its manifest"),
        Row(14, "has a catalog for 'fr', which is not in its manifest"),
        Row(15, "has a catalog for 'not a tag', which is not a BCP 47 tag"),
        Row(16, "has an empty catalog for 'de'"),
        Row(17, "has an empty catalog for 'de'"),
        Row(18, "has a catalog for 'de' that is not UTF-8"),
        Row(22, "has a catalog for 'de' whose locale is 'fr'"),
        Row(23, "has a message for 'required.blank' in its catalog for 'de', but no such code"),
        Row(
            24,
            "has the placeholder '{missing}' in its message for 'refused.wrong' in 'de', "
                + "but the code has no such parameter"),
        Row(
            25,
            "has a catalog that cannot be used (de:1:19: message refused.wrong: at character 1: this { is not closed)"),
        Row(
            fixture: "broken_catalog",
            "has a catalog that cannot be used (en:1:20: expected a key in double quotes, found the word 'wrong')"),
        Row(19, "has two catalogs for 'de'"),
        Row(20, "has 1 rule types, but a null pointer to them"),
        Row(21, "has 1099511627776 rule types; at most 1024 are allowed"),
    ]

    @Test(arguments: files + descriptors)
    func refuses(_ row: Row) throws {
        let workshop = try Workshop()
        let file = try row.make(workshop)
        var registry = Registry.standard
        let error = #expect(throws: PluginError.self, sourceLocation: row.location) { try registry.load(plugin: file) }
        let reason = row.reason.replacing("$", with: file)
        #expect(error?.file == file, sourceLocation: row.location)
        #expect(error?.reason == reason, sourceLocation: row.location)
        #expect(error?.description == "\(file): \(reason)", sourceLocation: row.location)
        #expect(registry.definitions.count == Registry.standard.definitions.count, sourceLocation: row.location)
        // A second try is told the same, without entering the plugin again.
        let again = #expect(throws: PluginError.self, sourceLocation: row.location) { try registry.load(plugin: file) }
        #expect(again == error, sourceLocation: row.location)
    }

    struct Taken: Sendable {
        let old: String
        let new: String
        let reason: String
        let location: SourceLocation

        init(replacing old: String, with new: String, _ reason: String, location: SourceLocation = #_sourceLocation) {
            self.old = old
            self.new = new
            self.reason = reason
            self.location = location
        }
    }

    /// A second plugin, made from fifteen.c (the first) by changing a word; # is its file and $ that of the first.
    static let taken = [
        Taken(
            replacing: "org.example.even", with: "org.example.other",
            "cannot be added: rule type 'acme/even' of plugin org.example.other (#) is already used by plugin org.example.even ($)"
        ),
        Taken(
            replacing: "acme/even", with: "acme/other",
            "cannot be added: code 'acme/even.odd' of plugin org.example.even (#) is already used by 'acme/even' "
                + "of plugin org.example.even ($)"),
        Taken(
            replacing: "even\"", with: "other\"",
            "cannot be added: code 'acme/even.odd' of plugin org.example.other (#) is already used by 'acme/even' "
                + "of plugin org.example.even ($)"),
    ]

    @Test(arguments: taken)
    func namesTheOwner(_ row: Taken) throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/fifteen.c", encoding: .utf8)
        let first = try workshop.compile(.fixture("fifteen"), as: "first.so")
        let second = try workshop.compile(.text(source.replacing(row.old, with: row.new)), as: "second.so")
        var registry = Registry.standard
        try registry.load(plugin: first)
        let error = #expect(throws: PluginError.self, sourceLocation: row.location) {
            try registry.load(plugin: second)
        }
        let reason = row.reason.replacing("$", with: first).replacing("#", with: second)
        #expect(error?.reason == reason, sourceLocation: row.location)
    }
}

extension Workshop {
    /// A copy of a good plugin with other bytes.
    fileprivate func even(_ change: ([UInt8]) -> [UInt8]) throws -> String {
        let bytes = Array(try Data(contentsOf: URL(filePath: compile(.fixture("fifteen"), as: "good.so"))))
        return try write(change(bytes), to: "x.so")
    }

    fileprivate func even(_ offset: Int, _ new: [UInt8], _ change: (inout [UInt8]) -> Void = { _ in }) throws -> String
    {
        try even { bytes in
            var bytes = bytes
            change(&bytes)
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
            return bytes
        }
    }
}
