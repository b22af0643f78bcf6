import Foundation
import Proviso
import Testing

/// The sign-up rules with one letter of one key wrong: never read as if nothing had been said.
struct MisspelledRulesTests {
    private struct Key {
        let name: String
        let range: Range<Int>
    }

    /// Stands in for the example's plugins: takes what they take.
    private struct PluginLike: Sendable {
        static func definition(_ type: RuleType, _ options: String...) -> RuleDefinition {
            RuleDefinition(
                type: type, origin: .plugin(id: "test", file: "test.so"),
                options: options.map { OptionDescription($0, .any, "") }, codes: []
            ) { (_: OptionReader) throws(OptionError) -> Check in Check(EvenValidator()) }
        }
    }

    private let registry: Registry
    private let text: [UInt8]
    private let keys: [Key]

    init() throws {
        var registry = Registry.standard
        try registry.register(PluginLike.definition("proviso/credit-card", "accept"))
        try registry.register(PluginLike.definition("proviso/iban", "countries", "spaces"))
        self.registry = registry
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Examples/signup/rules.yaml")
        let string = try String(contentsOf: file, encoding: .utf8)
        text = Array(string.utf8)
        // Locales and ids are free to choose, and what is quoted is data.
        let pattern = /(?m)(?:^ *|[{,] *|- )(?<key>[A-Za-z][A-Za-z_.*]{3,}):(?= |$)/
        keys = string.matches(of: pattern).map { match in
            let start = string.utf8.distance(from: string.startIndex, to: match.key.startIndex)
            return Key(name: String(match.key), range: start..<start + match.key.utf8.count)
        }
    }

    private func outline(_ bytes: [UInt8]) throws(RuleSetError) -> [String] {
        let ruleSet = try RuleSet(parsing: String(decoding: bytes, as: UTF8.self), file: "rules.yaml")
        _ = try Plan(ruleSet, registry: registry)
        return ruleSet.outline
    }

    private func misspelled(_ key: [UInt8], _ generator: inout Generator) -> [UInt8] {
        var key = key
        let place = generator.below(key.count)
        let letter = UInt8(ascii: "a") + UInt8(generator.below(26))
        switch generator.below(4) {
        case 0: key.remove(at: place)
        case 1: key.insert(letter, at: place)
        case 2: key[place] = letter
        default: if place + 1 < key.count { key.swapAt(place, place + 1) }
        }
        return key
    }

    @Test func misspelledKeysAreRefused() throws {
        let original = try outline(text)
        #expect(keys.count > 100)
        var generator = Generator(seed: 8)
        var (refused, suggested, placed) = (0, 0, 0)
        for _ in 0..<200 {
            let key = generator.pick(keys)
            let wrong = misspelled(Array(key.name.utf8), &generator)
            let mutant = Array(text[..<key.range.lowerBound]) + wrong + Array(text[key.range.upperBound...])
            let spelling = String(decoding: wrong, as: UTF8.self)
            do throws(RuleSetError) {
                #expect(try outline(mutant) == original, "\(key.name) as \(spelling)")
            } catch {
                refused += 1
                let line = text[..<key.range.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
                if error.diagnostics.contains(where: { $0.suggestion == key.name }) { suggested += 1 }
                if error.diagnostics.contains(where: { $0.position?.line == line }) { placed += 1 }
            }
        }
        #expect(refused > 180)
        #expect(placed == refused)
        #expect(suggested * 100 >= refused * 95, "\(suggested) of \(refused) with the right suggestion")
    }
}
