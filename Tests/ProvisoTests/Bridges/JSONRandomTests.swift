import JSONBridge
import Proviso
import Testing

struct JSONRandomTests {
    @Test func readsRandomDocuments() {
        var random = RandomJSON(generator: Generator(seed: 3))
        let reader = JSONReader()
        for number in 0..<1500 {
            let (text, value) = random.document()
            let bytes = Array(text.utf8)
            #expect((try? reader.value(bytes)) == value, "document \(number): \(text)")
            #expect((try? StrictJSON.value(bytes)) == value, "document \(number): \(text)")
        }
    }

    /// Documents with a few bytes changed: accepted by all or by none, and with the same meaning.
    @Test func judgesDamagedDocumentsStrictly() {
        var random = RandomJSON(generator: Generator(seed: 4))
        let bytes = Array("{}[]\",:0123-+.eEtrufalsn\\/ \n\u{0}xé😀".utf8) + [0x80, 0xC3, 0xFF, 0x1F]
        let reader = JSONReader()
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
                let value = try? reader.value(damaged)
                #expect(
                    value == expected,
                    "document \(number): \(String(decoding: damaged, as: UTF8.self).debugDescription)")
            }
        }
    }

    /// Lines looked at together are what they are one by one, damaged ones among them too.
    @Test func scannedLinesAreReadLikeSingleOnes() throws {
        var random = RandomJSON(generator: Generator(seed: 6))
        let names = ["a", "ab", "items", "items.*.a", "b.b.a"]
        let plan = try Plan(RuleSet(rules: [Rule(names, .type("safe"))]))
        let (record, other) = (Record(for: plan), Record(for: plan))
        for round in 0..<150 {
            var bytes: [UInt8] = []
            var ranges: [Range<Int>] = []
            for _ in 0..<8 {
                var line = Array(random.object(depth: 0).text.utf8.filter { $0 != UInt8(ascii: "\n") })
                if round % 3 == 0, random.generator.below(6) == 0 {
                    line.remove(at: random.generator.below(line.count))
                }
                ranges.append(bytes.count..<bytes.count + line.count)
                bytes += line + [UInt8(ascii: "\n")]
            }
            let count = bytes.count
            bytes += [UInt8](repeating: UInt8(ascii: "}"), count: Int(PRV_JSON_PADDING))
            bytes.withUnsafeBytes { memory in
                record.scan(lines: UnsafeRawBufferPointer(rebasing: memory[..<count]))
                for range in ranges + [ranges[2]] {
                    let line = UnsafeRawBufferPointer(rebasing: memory[range])
                    let together = Result { () throws(InputError) in
                        try record.fill(json: line, capacity: memory.count - range.lowerBound)
                    }
                    let alone = Result { () throws(InputError) in try other.fill(json: line) }
                    let text = String(decoding: line, as: UTF8.self)
                    #expect(together.error == alone.error, "\(text)")
                    for name in names { #expect(record[name] == other[name], "\(name) of \(text)") }
                }
                record.forgetLines()
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

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
