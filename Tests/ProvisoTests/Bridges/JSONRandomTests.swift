import JSONBridge
import Proviso
import Testing

struct JSONRandomTests {
    @Test func readsRandomDocuments() {
        var random = RandomJSON(generator: Generator(seed: 3))
        let readers = JSONReader.all
        for number in 0..<1500 {
            let (text, value) = random.document()
            let bytes = Array(text.utf8)
            for reader in readers {
                #expect((try? reader.value(bytes)) == value, "document \(number): \(text)")
            }
            #expect((try? StrictJSON.value(bytes)) == value, "document \(number): \(text)")
        }
    }

    /// Documents with a few bytes changed: accepted by all or by none, and with the same meaning.
    @Test func judgesDamagedDocumentsStrictly() {
        var random = RandomJSON(generator: Generator(seed: 4))
        let bytes = Array("{}[]\",:0123-+.eEtrufalsn\\/ \n\u{0}xé😀".utf8) + [0x80, 0xC3, 0xFF, 0x1F]
        let readers = JSONReader.all
        for number in 0..<1500 {
            let document = Array(random.document().text.utf8)
            for _ in 0..<4 {
                var damaged = document
                for _ in 0...random.generator.below(3) {
                    let place = random.generator.below(damaged.count + 1)
                    switch random.generator.below(3) {
                    case 0 where place < damaged.count: damaged.remove(at: place)
                    case 1 where place < damaged.count: damaged[place] = random.generator.pick(bytes)
                    default: damaged.insert(random.generator.pick(bytes), at: place)
                    }
                }
                let expected = try? StrictJSON.value(damaged)
                for (build, reader) in readers.enumerated() {
                    let value = try? reader.value(damaged)
                    #expect(
                        value == expected,
                        "build \(build), document \(number): \(String(decoding: damaged, as: UTF8.self).debugDescription)"
                    )
                }
            }
        }
    }

    /// The same records through the slots of a plan, from JSON and from values.
    @Test func fillsSlotsLikeValues() throws {
        let names = [
            "a", "ab", "abc", "b", "", "a\"b", "a\\b", "é", "items", "items.a", "a b.items.a", "b.a", "b.b.a", "A.*.a",
            "~.*",
        ]
        .filter { !$0.isEmpty }
        let plan = try Plan(RuleSet(rules: [Rule(names, .type("safe"))]))
        var random = RandomJSON(generator: Generator(seed: 5))
        let (one, other) = (Record(for: plan), Record(for: plan))
        for number in 0..<1500 {
            let (text, value) = random.object(depth: 0)
            try one.fill(json: text)
            other.fill(value)
            for name in names { #expect(one[name] == other[name], "document \(number), \(name): \(text)") }
        }
    }

    /// Damaged documents are refused by a plan that looks at some members only, and by one that looks at none.
    @Test func judgesWhatNoRuleAsksFor() throws {
        let plans = try [["a"], ["zzz"], ["a.b", "ab.a", "items.*.a"]].map {
            Record(for: try Plan(RuleSet(rules: [Rule($0, .type("safe"))])))
        }
        var random = RandomJSON(generator: Generator(seed: 6))
        let bytes = Array("{}[]\",:01-.etn\\ \u{0}x".utf8)
        for number in 0..<1500 {
            var damaged = Array(random.object(depth: 0).text.utf8)
            let place = random.generator.below(damaged.count)
            if random.generator.below(2) == 0 {
                damaged.remove(at: place)
            } else {
                damaged[place] = random.generator.pick(bytes)
            }
            let isJSON = (try? StrictJSON.value(damaged)) != nil
            for record in plans {
                let accepted = damaged.withUnsafeBytes { bytes in (try? record.fill(json: bytes)) != nil }
                #expect(
                    accepted == isJSON,
                    "document \(number): \(String(decoding: damaged, as: UTF8.self).debugDescription)")
            }
        }
    }
}
