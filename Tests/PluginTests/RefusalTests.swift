import Foundation
import Proviso
import Testing

/// Every way to be refused, and what is said then.
struct RefusalTests {
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
        Row("is cut short: was it copied or built completely?") { try $0.even { Array($0.prefix(63)) } },
        Row("is cut short: was it copied or built completely?") { try $0.even { Array($0.prefix(100)) } },
        Row("is cut short: was it copied or built completely?") { try $0.even { Array($0.prefix($0.count / 4)) } },
        Row("is damaged: its ELF headers contradict each other") { try $0.even(54, [55]) },
        Row("is damaged: its ELF headers contradict each other") { try $0.even(56, [0, 0]) },
        Row("is cut short: was it copied or built completely?") { try $0.even(32, Array(repeating: 0xFF, count: 8)) },
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
        Row("is an object file, not a shared library: it has to be linked with -shared") {
            try $0.compile(.fixture("fifteen"), as: "x.so", flags: ["-c"])
        },
        Row("is a program, not a shared library") {
            try $0.compile(.text("int main(void) { return 0; }"), as: "x.so", flags: ["-no-pie"])
        },
        Row("is a program, not a shared library") {
            try $0.compile(.text("int main(void) { return 0; }"), as: "x.so", flags: ["-pie", "-fPIE"])
        },
        Row("wants an executable stack, which would weaken the whole process: link it with -z noexecstack") {
            try $0.compile(.fixture("fifteen"), as: "x.so", flags: ["-shared", "-fPIC", "-z", "execstack"])
        },
        Row(
            "wants memory that can be written and executed at once: "
                + "link it without -N and without a script of its own"
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
                .text("int gone(void); int here(void) { return gone(); }"), as: "x.so", libraries: [library])
        },
        Row("needs the function or variable 'proviso_gone', which none of its libraries has") {
            try $0.compile(
                .text("int proviso_gone(void); int here(void) { return proviso_gone(); }"), as: "x.so",
                flags: ["-shared", "-fPIC"])
        },
    ]

    static let descriptors = [
        Row(fixture: "no_entry", "is a shared library, but no Proviso plugin: it exports no 'proviso_plugin_entry_v1'"),
        Row(
            fixture: "entry_v2",
            "needs a newer host: it speaks only version 2 of the plugin interface, and this one version 1"),
        Row(fixture: "null_entry", "says that it cannot work with this host (its entry function returned null)"),
        Row(
            fixture: "newer_host",
            "needs a newer host: version 1.4294967295 of the plugin interface, and this one has 1.0"),
        Row(fixture: "short_descriptor", "has a descriptor of only 24 bytes: did it forget to set 'size'?"),
        Row(fixture: "init_fails", "failed to initialise: its 'init' returned -3 (out of memory)"),
        Row(
            fixture: "bare_type",
            "has the rule type 'bare': a plugin's is 'vendor/name' in lower-case letters, digits and hyphens"),
        Row(
            fixture: "taken_type", "rule type 'required' of plugin org.example.bad.taken-type ($) is taken by built-in"),
        Row(
            fixture: "taken_code",
            "code 'required.blank' of plugin org.example.bad.taken-code ($) is taken by 'required' of built-in"),
        Row(1, "has the id '': it must be reverse DNS, as 'org.example.payments'"),
        Row(2, "has the id 'two words': it must be reverse DNS, as 'org.example.payments'"),
        Row(3, "offers no rule type"),
        Row(4, "has a null pointer among its rule types"),
        Row(5, "has the rule type 'acme/refused' twice"),
        Row(6, "has a descriptor of a rule type of only 40 bytes: did it forget to set 'size'?"),
        Row(7, "has no 'validate' for the rule type 'acme/refused'"),
        Row(8, "has the code 'wrong' for 'acme/refused': it must be '<rule>.<problem>'"),
        Row(9, "has an 'invalid_code' of the rule type 'acme/refused' that is none of its codes"),
        Row(10, "has an option of 'acme/refused' without a name of its own: 'message'"),
        Row(11, "has the option 'limit' of 'acme/refused' that takes no kind"),
        Row(
            12,
            "has the rule type 'Acme/Refused': a plugin's is 'vendor/name' in lower-case letters, digits and hyphens"),
        Row(13, "has options but no 'create' for the rule type 'acme/refused'"),
        Row(14, "has a rule type without a name"),
        Row(15, "has a catalog for 'not a tag', which is no language tag"),
        Row(16, "has an empty catalog for 'de'"),
        Row(17, "has an empty catalog for 'de'"),
        Row(18, "has a catalog for 'de' that is not UTF-8"),
        Row(22, "has a catalog for 'de' that says it is for 'fr'"),
        Row(23, "has a message for 'required.blank' in its catalog for 'de', but no such code"),
        Row(
            24,
            "has the placeholder '{value}' in its message for 'refused.wrong' in 'de', but the code no such parameter"),
        Row(25, "has a catalog that cannot be used (de:1:19: message refused.wrong: this { is not closed at byte 0)"),
        Row(26, "has an option of 'acme/refused' without a name of its own: 'wrong'"),
        Row(fixture: "broken_catalog", "has a catalog that cannot be used (en:1:20: a name in quotes belongs here)"),
        Row(19, "has two catalogs for 'de'"),
        Row(20, "claims 1 rule types, but does not say where"),
        Row(21, "claims 1099511627776 rule types; at most 1024 are taken"),
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
            "rule type 'acme/even' of plugin org.example.other (#) is taken by plugin org.example.even ($)"),
        Taken(
            replacing: "acme/even", with: "acme/other",
            "code 'even.odd' of plugin org.example.even (#) is taken by 'acme/even' of plugin org.example.even ($)"),
        Taken(
            replacing: "even\"", with: "other\"",
            "code 'even.odd' of plugin org.example.other (#) is taken by 'acme/even' of plugin org.example.even ($)"),
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

    @Test func theCodesOfEveryRuleSetAreTaken() throws {
        let workshop = try Workshop()
        let source = try String(contentsOfFile: Workshop.fixtures + "/fifteen.c", encoding: .utf8)
        let file = try workshop.compile(.text(source.replacing("even.odd", with: "rule.fault")), as: "x.so")
        var registry = Registry.standard
        let error = #expect(throws: PluginError.self) { try registry.load(plugin: file) }
        #expect(error?.reason == "code 'rule.fault' of plugin org.example.even (\(file)) is taken by every rule set")
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
