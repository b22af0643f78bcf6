import Foundation
import Proviso
import ProvisoPlugins
import ProvisoProof
import Testing

/// What messages say is true of the rules that report them.
@Suite struct MessageProofTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The rule files that the reference of rule types shows.
    private static let samples: [String] = {
        let page = (try? String(contentsOf: root.appending(path: "Docs/Rules.md"), encoding: .utf8)) ?? ""
        return page.components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }()

    private static let registry: Registry = {
        var registry = Registry.withSchemas
        registry.services.comparesRecords = true
        for name in ["IBAN", "CreditCard", "Phone", "Identifiers", "Web"] {
            let file = root.appending(path: ".build/debug/lib\(name).so").path()
            _ = try? registry.load(plugin: file, policy: PluginPolicy(mode: .inProcess))
        }
        return registry
    }()

    /// Rules of all types: without options, with each truth value, and with each word that an option accepts.
    private static let rules: [String] = {
        var rules: [String] = []
        for definition in registry.definitions {
            rules.append("rules: [[value, \(definition.type)]]")
            // What DNS says of example.com is not known here.
            for option: OptionDescription in definition.options ?? [] where option.name != "checkDNS" {
                let values = option.kind == .boolean ? ["true"] : option.choices.map { "\"\($0)\"" }
                for value in values {
                    rules.append("rules: [[value, \(definition.type), { \(option.name): \(value) }]]")
                }
            }
        }
        return rules
    }()

    /// Rules whose options exclude the usual example.
    private static let narrow = [
        "countryCode, { alpha: 3 }", "url, { validSchemes: [ftp] }", "url, { validSchemes: [HTTPS] }",
        "date, { max: '2020-12-31' }", "date, { min: '2030-01-01' }", "time, { max: '09:00' }",
        "date, { format: dd.MM.yyyy, max: '2020-12-31' }", "datetime, { min: '2030-01-01T00:00:00Z' }",
        "date, { format: short, locale: de, max: '2020-12-31' }", "ip, { ipv4: false }", "ip, { subnet: required }",
        "number, { min: 10, max: 20 }", "string, { length: 4 }", "proviso/phone, { region: DE }",
        "proviso/phone, { region: JP, types: [mobile] }", "proviso/uri, { schemes: [ftp] }",
        "proviso/iban, { countries: [DE] }", "currencyCode", "locale", "semver", "color",
    ].map { "rules: [[value, \($0)]]" }

    private static func proof(_ text: String, _ locales: [String]) -> MessageProof? {
        // Not all combinations are rules: some need another option, a store or a file.
        guard let set = try? RuleSet(parsing: text), let plan = try? Plan(set, registry: registry),
            var proof = try? MessageProof(plan, locales: locales)
        else { return nil }
        proof.run()
        return proof
    }

    @Test func messagesOfAllRuleTypesAreTrue() throws {
        #expect(Self.samples.count > 60 && Self.registry.definitions.count > 95)
        let isThorough = ProcessInfo.processInfo.environment["PROVISO_THOROUGH"] == "1"
        let locales = isThorough ? Catalogs.embedded.locales : ["en", "de", "ar", "ja", "hi"]
        var (proven, codes): ([String: Int], Set<Code>) = ([:], [])
        for text in Self.rules + Self.narrow + Self.samples {
            guard let proof = Self.proof(text, locales) else { continue }
            #expect(
                proof.faults.isEmpty,
                "\(text)\n\(Set(proof.faults.map(\.description)).sorted().joined(separator: "\n"))")
            proven.merge(proof.proven) { $0 + $1 }
            codes.formUnion(proof.codes)
        }
        print(
            "sentences proven: \(proven["en"] ?? 0) in English, \(proven.values.reduce(0, +)) in all; codes: \(codes.count)"
        )
        #expect(proven["en"] ?? 0 > 400 && codes.count > 120)
    }

    @Test(arguments: [
        ("[v, match, { pattern: '^[A-Z]{3}$', message: '{attribute} must be a code, such as AB1.' }]", "AB1"),
        ("[v, in, { range: [a, b], message: '{attribute} must be a letter, such as c; see the list.' }]", "c"),
        ("[v, number, { max: 3, message: '{attribute} is too much, such as 7.' }]", "7"),
    ])
    func aWrongExampleIsFound(rule: String, example: String) throws {
        let proof = try #require(Self.proof("rules: [\(rule)]", ["en", "de"]))
        #expect(proof.faults.contains { $0.claim == .text(example) })
    }

    @Test(arguments: [
        "[v, match, { pattern: '^[A-Z]{3}$', message: '{attribute} must be a code, such as ABC.' }]",
        "[v, string, { min: 3 }]", "[v, in, { range: [a, b], not: true }]", "[v, integer, { min: 3, max: 3 }]",
    ])
    func trueSentencesAreProven(rule: String) throws {
        let proof = try #require(Self.proof("rules: [\(rule)]", ["en", "ar"]))
        #expect(proof.faults.isEmpty && proof.proven["en"] ?? 0 > 0 && proof.proven["ar"] == proof.proven["en"])
    }
}
