import Foundation
import TestSupport
import Testing

/// Attacks by what is in a plugin's file: manifests, catalogs, sizes and names.
@Suite(.waitingForProcesses) struct AttackFileTests {
    private static func listed(_ site: AttackSite) throws -> (result: AttackSite.Result, time: Duration) {
        let start = ContinuousClock().now
        return (try site.run(["plugin", "list", "--plugins", "plugins"]), ContinuousClock().now - start)
    }

    /// A plugin whose manifest was replaced by another of the same length or shorter.
    private static func file(manifest: String) throws -> AttackSite {
        let site = try AttackSite("none")
        let source = """
            #include <proviso.h>
            __asm__(".section .note.proviso,\\"a\\",%note\\n.balign 4\\n.long 8\\n.long 2f-1f\\n.long 1\\n"
                    ".asciz \\"Proviso\\"\\n1:\\n.incbin \\"\(site.workshop.path("manifest"))\\"\\n2:\\n.balign 4\\n.previous\\n");
            const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host) { return (void)host, (void *)0; }
            """
        try Data(manifest.utf8).write(to: URL(filePath: site.workshop.path("manifest")))
        try site.workshop.compile(.text(source), as: "plugins/evil.so", flags: ["-shared", "-fPIC", "-w"])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: site.workshop.path("plugins/evil.so"))
        return site
    }

    private static func manifest(rules: String, extra: String = "") -> String {
        #"{"id":"org.evil","version":"1.0"\#(extra),"rules":[\#(rules)]}"#
    }

    private static func rule(_ index: Int, codes: String = "\"evil.bad\":[]", extra: String = "") -> String {
        #"{"type":"evil/x\#(index)","kinds":["text"],"invalidCode":"evil.bad","codes":{\#(codes)}\#(extra)}"#
    }

    /// A manifest or a message, under a name that fits in a line.
    struct Bomb: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) {
            testDescription = name
            self.text = text
        }

        init(_ name: String, with extra: String) {
            self.init(name, AttackFileTests.manifest(rules: AttackFileTests.rule(0), extra: "," + extra))
        }
    }

    private static let manyRules: String = (0..<5000).map { rule($0) }.joined(separator: ",")
    private static let manyCodes: String = (0..<50_000).map { "\"evil.c\($0)\":[]," }.joined()
    private static let long = String(repeating: "x", count: 3_000_000)

    private static let nested = [
        Bomb("lists", String(repeating: "[", count: 500_000)),
        Bomb("objects", String(repeating: "{\"a\":", count: 100_000)),
        Bomb("cut", "{\"id\":\"org.evil"), Bomb("empty", ""),
        Bomb("rules", manifest(rules: manyRules)),
        Bomb("codes", manifest(rules: rule(0, codes: manyCodes + "\"evil.bad\":[]"))),
        Bomb("a code twice", manifest(rules: rule(0, codes: "\"evil.bad\":[],\"evil.bad\":[]"))),
        Bomb("a rule twice", manifest(rules: rule(0) + "," + rule(0))),
        Bomb("a rule of the host", manifest(rules: rule(0).replacingOccurrences(of: "evil/x0", with: "email"))),
        Bomb("a path for a rule", manifest(rules: rule(0).replacingOccurrences(of: "evil/x0", with: "../x"))),
        Bomb("a code of the host", manifest(rules: rule(0).replacingOccurrences(of: "evil.bad", with: "rule.fault"))),
        Bomb("a path for an id", manifest(rules: rule(0)).replacingOccurrences(of: "org.evil", with: "../../etc")),
        Bomb("spaces", String(repeating: " ", count: 4_000_000) + manifest(rules: rule(0))),
        Bomb("a byte order mark", "\u{FEFF}" + manifest(rules: rule(0))),
    ]

    private static let odd = [
        Bomb("an id twice", with: "\"id\":\"org.good\""), Bomb("a version twice", with: "\"version\":\"2.0\""),
        Bomb("memory", with: "\"capabilities\":{\"memory\":1e308}"),
        Bomb("negative patience", with: "\"capabilities\":{\"patience\":-1}"),
        Bomb("endless patience", with: "\"capabilities\":{\"patience\":99999999999999999999999}"),
        Bomb("a long vendor", with: "\"vendor\":\"" + long + "\""),
        Bomb("half a character", with: "\"vendor\":\"\\ud800\""),
        Bomb("NUL", with: "\"vendor\":\"a\0b\""),
        Bomb("a path for a locale", with: "\"locales\":[\"../../etc\",\"en\"]"),
        Bomb("a long locale", with: "\"locales\":[\"" + String(repeating: "en-", count: 10_000) + "en\"]"),
    ]

    /// Rows 67 and 137: bounded time, and no crash; a refusal names the file.
    @Test(arguments: nested + odd)
    func bombsInAManifest(_ bomb: Bomb) throws {
        let site = try Self.file(manifest: bomb.text)
        let (result, time) = try Self.listed(site)
        let shown = Comment(rawValue: "\(bomb.testDescription): \(result.status) \(result.errors.prefix(500))")
        #expect(!result.wasKilled && [0, 3].contains(result.status), shown)
        #expect(time < .seconds(10), shown)
        #expect((result.output + result.errors).utf8.count < 1_000_000, shown)
        if result.status == 3 { #expect((result.output + result.errors).contains("evil.so"), shown) }
    }

    private static func catalog(_ message: String) -> String {
        let text = "{\"@@locale\":\"en\",\"evil.bad\":\"\(message)\",\"evil.note\":\"n\"}"
        let quoted = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "-DCATALOG=\"\(quoted)\""
    }

    private static let branches: String = (0..<2000).map { "k\($0) {x} " }.joined()

    static let messages = [
        Bomb("depth", String(repeating: "{a, plural, other {", count: 200) + String(repeating: "}}", count: 200)),
        Bomb("length", String(repeating: "x", count: 100_000)), Bomb("open", "{attribute"), Bomb("closed", "}"),
        Bomb("no branch", "{attribute, plural}"), Bomb("choice", "{attribute, choice, 0#a}"),
        Bomb("zeros", "{text, number, ::" + String(repeating: "0", count: 3000) + "}"),
        Bomb("years", "{text, date, ::" + String(repeating: "y", count: 3000) + "}"),
        Bomb("branches", "{text, select, " + branches + "other {x}}"),
        Bomb("a large branch", "{attribute, plural, =99999999999999999999999 {x} other {y}}"),
        Bomb("numbers", "{0}{99999999999}{-1}"), Bomb("quotes", "'{'{attribute}''"),
        Bomb("an offset", "{attribute, plural, offset:-9223372036854775808 other {#}}"),
        Bomb("scale", "{attribute, number, ::scale/1e999999999}"),
    ]

    /// Rows 71 and 138: refused, or written as it is, and never a reason to hang.
    @Test(arguments: messages, [Attack.Mode.worker, .inProcess])
    func bombsInACatalog(_ bomb: Bomb, _ mode: Attack.Mode) throws {
        let site = try AttackSite("none", flags: [Self.catalog(bomb.text)])
        let result = try site.check(mode)
        let shown = Comment(rawValue: "\(bomb.testDescription): \(result.status) \(result.errors.prefix(800))")
        #expect(!result.wasKilled && [1, 3].contains(result.status), shown)
        #expect(result.status == 3 || result.findings.count == 5, shown)
        if result.status == 3 { #expect(result.errors.contains("evil"), shown) }
    }

    /// Row 72.
    @Test func formatsInAMessage() throws {
        let result = try AttackSite("validate parameter-missing").check()
        #expect(result.output.contains("%s%n%1$p"))
    }

    /// Row 80: hard links and hidden files; two names are not two plugins.
    @Test func otherNamesOfAFile() throws {
        let site = try AttackSite("none")
        let files = FileManager.default
        try files.linkItem(atPath: site.workshop.path("plugins/evil.so"), toPath: site.workshop.path("plugins/z.so"))
        try files.linkItem(atPath: site.workshop.path("plugins/evil.so"), toPath: site.workshop.path("plugins/.h.so"))
        let (result, _) = try Self.listed(site)
        #expect(!result.output.contains(".h.so") && !result.errors.contains(".h.so"))
        #expect(try site.check().findings.count == 5)
    }

    /// Row 81.
    @Test func aSparseFileIsNotRead() throws {
        let site = try AttackSite("none")
        let file = site.workshop.path("plugins/huge.so")
        _ = try site.workshop.write([0x7F, 0x45, 0x4C, 0x47], to: "plugins/huge.so")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        #expect(truncate(file, 1 << 30) == 0)
        let (result, time) = try Self.listed(site)
        #expect(result.status == 3 && (result.errors + result.output).contains("huge.so"), "\(result.errors)")
        #expect(time < .seconds(2), "\(time)")
    }
}
