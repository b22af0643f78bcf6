import Foundation
import TestSupport
import Testing

/// The table of attacks, run by run.
@Suite(.waitingForProcesses) struct AttackTests {
    private typealias Finding = AttackSite.Finding

    /// What is found when nothing attacks, besides the value `boom` itself.
    private static let others: [String] = [
        "2 v \(AttackTable.bad)", "3 w string.tooShort", "4 v \(AttackTable.bad)", "4 w string.tooShort",
        "6 w string.tooShort",
    ]

    private static func name(_ finding: Finding) -> String {
        "\(finding.line) \(finding.path.drop { $0 == "/" }) \(finding.code)"
    }

    @Test(arguments: AttackTable.attacks)
    func givesWhatTheTableSays(_ attack: Attack) throws {
        _ = FileManager.default.createFile(atPath: "/tmp/proviso-victim", contents: nil)
        let site = try AttackSite(attack.what, flags: attack.flags)
        let result = try site.check(attack.mode, attack.options, patience: attack.patience)
        let about = Comment(
            rawValue: "\(attack): \(result.status) \(result.output.prefix(2000)) \(result.errors.prefix(2000))")
        let place = attack.location
        let findings = result.findings
        let own = findings.filter { $0.line == 3 && $0.path.hasSuffix("v") }
        let others = findings.filter { $0.line != 3 || !$0.path.hasSuffix("v") }.map(Self.name)
        var status: Int32 = 1
        switch attack.outcome {
        case .fault(let reason):
            status = 3
            #expect(own.map(\.code) == ["rule.fault"], about, sourceLocation: place)
            #expect(own.first?.reason.contains(reason) == true, about, sourceLocation: place)
        case .finds(let codes):
            status = codes.contains("rule.fault") ? 3 : 1
            #expect(own.map(\.code) == codes, about, sourceLocation: place)
        case .denied:
            #expect(own.map(\.code) == [AttackTable.note] && own.first?.reason == "", about, sourceLocation: place)
        case .refused(let reason), .declined(let reason):
            if case .declined = attack.outcome { status = 2 } else { status = 3 }
            #expect(findings.isEmpty && result.errors.contains(reason), about, sourceLocation: place)
        case .stops(let reason):
            status = 3
            #expect(result.errors.contains(reason), about, sourceLocation: place)
        case .ownVerdictsOnly:
            status = result.status == 3 ? 3 : 1
            let built = Self.others.filter { $0.hasSuffix("tooShort") }
            #expect(others.filter { $0.hasSuffix("tooShort") } == built, about, sourceLocation: place)
        case .ends:
            #expect(result.wasKilled || result.status > 2, about, sourceLocation: place)
            return
        case .endsLate:
            #expect(others == Self.others, about, sourceLocation: place)
            #expect(result.wasKilled || result.status == 1 || result.status > 2, about, sourceLocation: place)
            return
        }
        #expect(!result.wasKilled && result.status == status, about, sourceLocation: place)
        switch attack.outcome {
        case .fault, .finds, .denied: #expect(others == Self.others, about, sourceLocation: place)
        default: break
        }
        // Nothing raw reaches a terminal.
        let controls = result.errors.unicodeScalars.filter {
            $0.value < 32 && $0 != "\n" || "\u{202E}\u{2028}".unicodeScalars.contains($0)
        }
        #expect(controls.isEmpty, about, sourceLocation: place)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/proviso-attack"), about, sourceLocation: place)
    }

    /// Every one of the hundred rows is a run, or a test of its own, or a sentence of the page.
    @Test func everyRowIsAnswered() throws {
        let rows = AttackTable.attacks.map(\.row) + AttackTable.elsewhere.map(\.row) + AttackTable.documented.map(\.row)
        #expect(Set(1...100).subtracting(rows).isEmpty, "\(Set(1...100).subtracting(rows).sorted())")
        let tests = URL(filePath: #filePath).appending(path: "../../..").standardized
        for answer in AttackTable.elsewhere {
            let parts = answer.test.split(separator: ".").map(String.init)
            let text = try Self.source(of: parts[0], below: tests)
            #expect(text.contains("func \(parts[1])("), "\(answer)")
        }
        let pages = try ["Plugins", "PluginUse", "PluginSecurity"].map {
            try String(contentsOf: tests.appending(path: "../Docs/\($0).md"), encoding: .utf8)
        }
        let words = pages.joined(separator: " ").split { $0.isWhitespace }.joined(separator: " ")
        for answer in AttackTable.documented { #expect(words.contains(answer.sentence), "\(answer)") }
    }

    private static func source(of suite: String, below tests: URL) throws -> String {
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.lastPathComponent == suite + ".swift" { return try String(contentsOf: file, encoding: .utf8) }
        }
        Issue.record("no \(suite).swift")
        return ""
    }
}
