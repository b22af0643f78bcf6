import Foundation
import TestSupport
import Testing

/// The plugins that come with the tool: found without an option, trusted as the tool is, and read only when needed.
@Suite(.waitingForProcesses) struct BundledPluginTests {
    private static let rules = """
        rules:
          - [account, proviso/iban]
          - [card, proviso/credit-card, { grouped: true }]
          - [phone, proviso/phone]
          - [book, proviso/isbn]
          - [link, proviso/uri]
        """
    private static let record =
        #"{"account":"DE88370400440532013000","card":"4111 1111 1111 1111","phone":"+44 1","book":"x","link":"x y"}"#
    private static let codes = [
        "[proviso/iban.checksum ", "[proviso/phone.tooShort ", "[proviso/isbn.format ", "[proviso/uri.format ",
    ]

    @Test(arguments: [[], ["--plugin-mode", "worker"], ["--locked"]])
    func areFoundWithoutAnOption(_ options: [String]) throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let result = try tool.run(["check", "--rules", "rules.yaml"] + options, input: Array(Self.record.utf8))
        #expect(result.status == 1, "\(result.errors)")
        for code in Self.codes { #expect(result.output.contains(code), "\(result.output)") }
        #expect(!result.output.contains("creditCard") && result.errors.hasPrefix("1 record: "), "\(result.errors)")
    }

    @Test func areListedWithTheirTypes() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let types = try tool.run(["types"])
        #expect(types.lines.filter { $0.hasPrefix("proviso/") }.count == 31, "\(types.errors)")
        let list = try tool.run(["plugin", "list"])
        #expect(list.lines.filter { $0.hasSuffix("  (comes with Proviso, inproc)") }.count == 5, "\(list.output)")
        let manual = try tool.run(["types", "proviso/iban"])
        #expect(manual.output.contains("\n    grouped"), "\(manual.output)")
    }

    /// What the manifest knows of an option and of values reaches every tool for authors.
    @Test func authorsSeeWhatTheManifestsSay() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [list, contains, { rule: proviso/iban, min: 2 }]
                  - [all, each, { rule: proviso/iban }]
                  - [account, proviso/iban, { countries: [DE] }]
                """)
        defer { tool.remove() }
        let lint = try tool.run(["lint", "rules.yaml"])
        #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
        let sample = try tool.run(["sample", "--rules", "rules.yaml"])
        #expect(!sample.output.contains("[null]"), "\(sample.output)")
        let doc = try tool.run(["doc", "rules.yaml", "--locale", "en"])
        let row = try #require(doc.lines.first { $0.contains("`account`") })
        #expect(row.contains("Germany") || row.contains("DE"), "\(row)")
        let types = try tool.run(["types", "proviso/phone"])
        #expect(types.output.contains("One of mobile, fixedLine, tollFree"), "\(types.output)")
        let schema = try tool.run(["schema", "rules"])
        #expect(schema.output.contains(#""enum":["mobile","fixedLine","tollFree""#))
    }

    /// Without a rule that names one, no file of them is opened.
    @Test func areNotReadWhereNoRuleNamesOne() throws {
        let tool = try Tool(rules: "rules: [[name, required], [name, email]]")
        defer { tool.remove() }
        if (try? tool.command(["which", "strace"])) == nil { try Test.cancel("no strace") }
        try tool.command(["strace", "-f", "-o", "trace", Tool.path, "check", "--rules", "rules.yaml", "/dev/null"])
        let trace = try String(contentsOf: tool.folder.appending(path: "trace"), encoding: .utf8)
        #expect(trace.contains("rules.yaml") && !trace.contains("IBAN.so") && !trace.contains("lib/proviso/bundled"))
    }

    @Test(arguments: [
        ("acme/iban", "proviso/iban", "DE88370400440532013000", "proviso/iban.checksum"),
        ("acme/credit-card", "proviso/credit-card", "4111111111111112", "proviso/creditCard.checksum"),
        ("acme/phone", "proviso/phone", "+44 1", "proviso/phone.tooShort"),
    ])
    func formerNamesGoOnWorkingWithANotice(_ former: String, _ name: String, _ value: String, _ code: String) throws {
        let tool = try Tool(rules: "rules:\n  - [v, \(former)]\n")
        defer { tool.remove() }
        let result = try tool.run(["check", "--rules", "rules.yaml"], input: Array(#"{"v":"\#(value)"}"#.utf8))
        #expect(result.status == 1 && result.output.contains("[\(code) /v]"), "\(result.output)")
        let notice =
            "warning: the rule type '\(former)' is called '\(name)' now, and so are its codes: write the new name"
        #expect(result.errors.hasPrefix("rules.yaml:2:9: \(notice)\n1 record: "), "\(result.errors)")
    }

    @Test func aMisspelledTypeIsSuggested() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/ibn]]")
        defer { tool.remove() }
        let result = try tool.run(["check", "--rules", "rules.yaml", "/dev/null"])
        #expect(result.status == 2 && result.errors.contains("did you mean 'proviso/iban'?"), "\(result.errors)")
    }

    /// Builds a plugin for which each value is valid.
    private static func build(_ id: String, _ type: String, in tool: Tool) throws {
        let source = """
            #include "proviso.h"
            PROVISO_MANIFEST({"id": "\(id)", "version": "0.0.1", "rules": [{"type": "\(type)",
                "kinds": ["text"], "invalidCode": "own.bad", "codes": {"own.bad": []}}]})
            static int32_t validate(const void *instance, const proviso_value *value, proviso_call *call) { return 0; }
            static const proviso_rule rule = {.size = sizeof rule, .type = "\(type)", .validate = validate};
            static const proviso_rule *const rules[] = {&rule};
            static const proviso_plugin plugin = {.size = sizeof plugin, .id = "\(id)", .rules = rules,
                .rule_count = 1};
            const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return &plugin; }
            """
        try tool.write(Array(source.utf8), to: "other.c")
        let headers = URL(filePath: #filePath).appending(path: "../../../Sources/ProvisoABI/include").standardized
            .path()
        try tool.command(["cc", "-w", "-shared", "-fPIC", "-I", headers, "other.c", "-o", "other.so"])
    }

    @Test func noOtherPluginTakesTheirNames() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/iban]]")
        defer { tool.remove() }
        try Self.build("org.example.other", "proviso/iban", in: tool)
        let result = try tool.run(
            ["check", "--rules", "rules.yaml", "--plugins", "."], input: Array(#"{"v":"x"}"#.utf8))
        #expect(result.status == 3 && result.errors.contains("rule type 'proviso/iban' of plugin org.example.other"))
        #expect(result.errors.contains("is already used by plugin org.proviso.iban"), "\(result.errors)")
        #expect(result.output.contains("[proviso/iban.format /v]"), "\(result.output)")
    }

    /// Nor does one with the id of one of them take its place, unless the user trusts it.
    @Test func anotherPluginWithTheirIdNeedsTrust() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/iban]]")
        defer { tool.remove() }
        let check = ["check", "--rules", "rules.yaml", "--plugins", "."]
        for (id, type, reason) in [
            ("org.proviso.iban", "proviso/iban", "run 'proviso plugin trust ./other.so'"),
            ("org.proviso.iban", "evil/x", "run 'proviso plugin trust ./other.so'"),
            ("org.evil", "proviso/new-type", "has the vendor of the plugins that come with Proviso"),
        ] {
            try Self.build(id, type, in: tool)
            let result = try tool.run(check, input: Array(#"{"v":"DE00"}"#.utf8))
            #expect(result.status == 3 && result.errors.contains(reason), "\(id) \(type): \(result.errors)")
            #expect(result.output.contains("[proviso/iban."), "\(id) \(type): \(result.output)")
        }
        try Self.build("org.proviso.iban", "proviso/iban", in: tool)
        #expect(try tool.run(["plugin", "lock", "--plugins", "."]).status == 0)
        #expect(try tool.run(check, input: Array(#"{"v":"DE00"}"#.utf8)).status == 3)
        #expect(try tool.run(["plugin", "trust", "--yes", "./other.so"]).status == 0)
        let trusted = try tool.run(check, input: Array(#"{"v":"DE00"}"#.utf8))
        #expect(trusted.status == 0, "\(trusted.errors)")
    }

    /// A catalog of the user rewords what a plugin says, also in a language that the plugin has, and is checked.
    @Test func aCatalogOfTheUserReplacesTheirMessages() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/iban]]")
        defer { tool.remove() }
        try FileManager.default.createDirectory(
            at: tool.folder.appending(path: "own"), withIntermediateDirectories: false)
        for locale in ["de", "br"] {
            let message = #""proviso/iban.format": "{subject}: IBAN falsch.""#
            let text = #"{"@@locale": "\#(locale)", "@@x-unfinished": true, \#(message)}"#
            try tool.write(Array(text.utf8), to: "own/\(locale).arb")
            let check = ["check", "--rules", "rules.yaml", "--locales", "own", "--locale", locale]
            let result = try tool.run(check, input: Array(#"{"v":"x"}"#.utf8))
            #expect(result.output.contains("V: IBAN falsch."), "\(result.output) \(result.errors)")
        }
        let checked = try tool.run(["locales", "check", "own"])
        #expect(!checked.output.contains("unknown"), "\(checked.output)")
        try tool.write(Array(#"{"@@locale": "de", "iban.format": "{subject}: falsch."}"#.utf8), to: "own/de.arb")
        let short = try tool.run(["locales", "check", "own/de.arb"])
        #expect(short.output.contains("did you mean proviso/iban.format?"), "\(short.output)")
    }

    @Test func aCopyOfOneIsUsedInstead() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/phone]]")
        defer { tool.remove() }
        let plugins = tool.folder.appending(path: "plugins")
        try FileManager.default.createDirectory(at: plugins, withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            at: URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "libPhone.so"),
            to: plugins.appending(path: "phone.so"))
        for options in [[], ["--plugin-mode", "inproc"]] {
            let result = try tool.run(
                ["check", "--rules", "rules.yaml", "--plugins", "plugins"] + options,
                input: Array(#"{"v":"+44 1"}"#.utf8))
            #expect(result.status == 1 && result.output.contains("[proviso/phone.tooShort /v]"), "\(result.errors)")
            #expect(!result.errors.contains("already used"), "\(result.errors)")
        }
        let list = try tool.run(["plugin", "list", "--plugins", "plugins"])
        let lines = list.lines.filter { $0.contains("org.proviso.phone ") }
        #expect(list.status == 0 && lines.count == 1 && lines[0].hasPrefix("plugins/phone.so "), "\(list.output)")
        try tool.write(Array("rules: [[v, required]]".utf8), to: "rules.yaml")
        let other = try tool.run(["check", "--rules", "rules.yaml", "--plugins", "plugins", "/dev/null"])
        #expect(other.status == 0 && !other.errors.contains("error"), "\(other.errors)")
    }

    /// An installed tool whose plugin others could change says so, and runs none of it.
    @Test func bundledPluginsThatOthersCanChangeAreRefused() throws {
        let tool = try Tool(rules: "rules: [[v, proviso/iban]]")
        defer { tool.remove() }
        let plugins = try tool.install(["libIBAN.so": "IBAN.so"])
        func run() throws -> String {
            try tool.command(["sh", "-c", "bin/proviso check --rules rules.yaml /dev/null >out 2>&1; echo $? >>out"])
            return try String(contentsOf: tool.folder.appending(path: "out"), encoding: .utf8)
        }
        #expect(!(try run()).contains("IBAN.so"))
        chmod(plugins.appending(path: "IBAN.so").path(), 0o666)
        let refused = try run()
        #expect(refused.contains("IBAN.so: can be changed by users other than its owner"), "\(refused)")
    }

    /// Values as people write them, then what is stored.
    @Test func aFilterRemovesTheGrouping() throws {
        let tool = try Tool(
            rules: """
                rules:
                  - [v, proviso/iban, { grouped: true }]
                  - [v, filter, { filter: [compact, upper] }]
                  - [v, proviso/iban]
                """)
        defer { tool.remove() }
        let value = #"{"v":"de89 3704 0044 0532 0130 00"}"#
        let result = try tool.run(["check", "--rules", "rules.yaml"], input: Array(value.utf8))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// What must be accepted with `grouped`, and not without; then what stays wrong with it.
    private static let groups: [(String, accepted: [String], refused: [String])] = [
        ("isbn", ["0-8044-2957-x"], ["0 306-40615-2", "0-30-6406152"]),
        ("issn", ["0317 8471"], ["03 178471", "0317-847 1"]),
        ("gtin", ["4 006381 333931", "4006381 333931"], ["4  006381 333931", "4006381333931 "]),
        ("isin", ["US 037833100 5", "us0378331005"], ["U S0378331005"]),
        ("lei", ["5493 001K JTII GC8Y 1R12"], ["549 3001KJTIIGC8Y1R12"]),
        ("bic", ["DEUT DE FF", "deutdeff"], ["DEU TDEFF"]), ("luhn", ["7992 7398 713"], ["7992--7398713"]),
        ("imei", ["49 015420 323751 8", "490154 20 323751 8"], ["4 90154203237518"]),
        ("vin", ["1m8gdm9axkp042788"], ["1 M8GDM9AXKP042788"]), ("aba", ["1110-0002-5"], ["11-1000025"]),
        ("isrc", ["aa 6q7 20 00047"], ["a a6q72000047"]),
        ("iso6346", ["CSQU 305438-3", "csqu3054383"], ["CS QU3054383"]),
        (
            "eu-vat", ["DE 136 695 976", "de136695976", "BE 0403.019.261"],
            ["DE  136695976", " DE136695976", "BE 403.019.261"]
        ),
        ("credit-card", ["4111-1111-1111-1111"], ["41 11111111111111"]),
        ("iban", ["DE89 3704 0044 0532 0130 00"], ["DE8 937040044053201300 0"]),
    ]

    @Test func groupsAreAcceptedWhereTheRuleAsksForThem() throws {
        for (type, accepted, refused) in Self.groups {
            let tool = try Tool(
                rules: "rules:\n  - [a, proviso/\(type)]\n  - [b, proviso/\(type), { grouped: true }]\n")
            defer { tool.remove() }
            let records = (accepted + refused).map { "{\"a\":\"\($0)\",\"b\":\"\($0)\"}\n" }.joined()
            let result = try tool.run(["check", "--rules", "rules.yaml"], input: Array(records.utf8))
            let plain = result.lines.filter { $0.contains(" /a]") }.count
            let grouped = result.lines.filter { $0.contains(" /b]") }
            #expect(grouped.count == refused.count, "\(type): \(grouped) \(result.errors)")
            #expect(plain == accepted.count + refused.count, "\(type): \(result.output)")
        }
    }
}
