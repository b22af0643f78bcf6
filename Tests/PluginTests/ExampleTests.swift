import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// The plugins in Examples, built as their authors would.
@Suite(.waitingForProcesses) struct ExampleTests {
    static let folder = URL(filePath: Workshop.fixtures).appending(path: "../../../Examples").path()

    @Test(.enabled(if: Workshop.tool("rustc") != nil, "no rustc"))
    func rust() throws {
        let workshop = try Workshop()
        let file = workshop.path("isbn.so")
        let compiler = try #require(Workshop.tool("rustc"))
        try Workshop.run(
            compiler, ["--edition", "2021", "--crate-type", "cdylib", Self.folder + "/rust-plugin/isbn.rs", "-o", file])
        var registry = Registry.standard
        try registry.load(plugin: file)
        let rows: [(String, [String: AnyValue], [Code])] = [
            ("978-3-16-148410-0", [:], []), ("9783161484100", ["form": "isbn13"], []), ("316148410X", [:], []),
            ("9783161484101", [:], ["example/isbn.checksum"]),
            ("9783161484100", ["form": "isbn10"], ["example/isbn.format"]),
            ("", [:], ["example/isbn.format"]), ("-", [:], ["example/isbn.format"]),
            ("97831614841000", [:], ["example/isbn.format"]),
        ]
        eachRow(rows) { text, options, codes in
            let found = try registry.codes("example/isbn", options, in: .text(text))
            #expect(found == codes, "\(text)")
        }
        try expect(registry, "example/isbn", "9783161484101", "N hat eine falsche Prüfziffer.")
    }

    /// A package that depends on nothing of this repository.
    @Test(.enabled(if: Workshop.tool("swift") != nil, "no swift"))
    func thirdPartyPackage() throws {
        let workshop = try Workshop()
        let package = workshop.path("package")
        try FileManager.default.copyItem(atPath: Self.folder + "/third-party-plugin", toPath: package)
        let swift = try #require(Workshop.tool("swift"))
        try Workshop.run(swift, ["build", "--package-path", package, "--product", "Roman"])
        var registry = Registry.standard
        try registry.load(plugin: package + "/.build/debug/libRoman.so")
        let rows = ["I": true, "MMMCMXCIX": true, "XLIX": true, "VIII": true, "": false, "IIII": false, "VX": false]
        eachRow(rows) { text, isValid in
            let found = try registry.codes("example/roman", in: .text(text))
            #expect(found.isEmpty == isValid, "\(text)")
        }
        try expect(registry, "example/roman", "IC", "N muss eine römische Zahl sein.")
    }

    private func expect(_ registry: Registry, _ type: RuleType, _ value: String, _ message: String) throws {
        let plan = try Plan(RuleSet(rules: [Rule("n", .type(type))]), registry: registry)
        let report = try plan.validate(["n": .text(value)])
        #expect(plan.localizer(preferring: "de").texts(report) == [message])
    }
}
