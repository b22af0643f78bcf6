import JSONBridge
import Proviso
import ProvisoABI
import ProvisoPlugins
import Testing

/// What a worker process sends back is not believed: any bytes are read within their bounds, or are nonsense.
struct WorkerBytesTests {
    /// The tags of an answer, as Sources/Bridges/WorkerBridge has them.
    private static let tags: [UInt32] = [0, 1, 2, 3, 4, 0xFF, .max]

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// A part of an answer: a tag, a row, a length and so many bytes.
    private static func part(_ tag: UInt32, _ row: UInt32, _ content: [UInt8], length: UInt32? = nil) -> [UInt8] {
        bytes(tag) + bytes(row) + bytes(length ?? UInt32(content.count)) + content
    }

    @Test(
        arguments: [
            ([], nil), ([1], nil), ([1, 2, 3], nil), ([1, 0, 0, 0], 1), ([0xFF, 0xFF, 0xFF, 0xFF], .max),
            ([0, 0, 0, 0x80, 9], 0x8000_0000),
        ] as [([UInt8], UInt32?)]) func numbers(bytes: [UInt8], number: UInt32?)
    {
        var reader = WorkerBytes(bytes[...])
        #expect((try? reader.number(UInt32.self)) == number)
        #expect(reader.isAtEnd == (bytes.count == 4 || bytes.isEmpty))
    }

    @Test(
        arguments: [
            ([], nil), ([1, 0, 0], nil), ([1, 0, 0, 0], nil), ([1, 0, 0, 0, 65], [65]), ([0, 0, 0, 0], []),
            ([0xFE, 0xFF, 0xFF, 0xFF, 65], nil), ([2, 0, 0, 0, 65], nil),
        ] as [([UInt8], [UInt8]?)]) func texts(bytes: [UInt8], text: [UInt8]?)
    {
        var reader = WorkerBytes(bytes[...])
        let read = try? reader.text()
        #expect((read ?? nil).map { Array($0) } == text)
    }

    @Test func aTextOfTheGreatestLengthIsNone() throws {
        var reader = WorkerBytes([0xFF, 0xFF, 0xFF, 0xFF, 65])
        #expect(try reader.text() == nil)
        #expect(try reader.rest() == [65])
    }

    @Test func namesEndAtNUL() throws {
        var reader = WorkerBytes([65, 0, 66])
        #expect(try reader.name() == [65, 0])
        #expect(throws: WorkerBytes.Nonsense.self) { try reader.name() }
        // A slice of a larger array has no part in what is around it.
        var slice = WorkerBytes(([7, 65, 66, 0, 7] as [UInt8])[1...2])
        #expect(throws: WorkerBytes.Nonsense.self) { try slice.name() }
    }

    /// One judgement for each verdict, whatever the answer says: a hostile one makes faults of those that are not valid.
    @Test func hostileAnswers() {
        var generator = Generator(seed: 77)
        for round in 0..<20_000 {
            let verdicts = (0..<generator.below(6)).map { _ in UInt8(truncatingIfNeeded: generator.below(5)) }
            var answer: [UInt8] = []
            for _ in 0..<generator.below(5) {
                let content = (0..<generator.below(24)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                let tag = generator.pick(Self.tags)
                // The log of a plugin goes to standard error, which is not what is tested here.
                let row: UInt32 = generator.below(9) == 0 ? .max : UInt32(generator.below(7))
                let length: UInt32? = generator.below(9) == 0 ? UInt32.max - 3 : nil
                if tag != 3 || length != nil { answer += Self.part(tag, row, content, length: length) }
            }
            if generator.below(4) == 0, !answer.isEmpty { answer.removeLast(generator.below(answer.count)) }
            let isCut = generator.below(2) == 0
            let judged = WorkerJudgement.read(verdicts, answer, isCut: isCut, plugin: "test")
            #expect(judged.count == verdicts.count, "round \(round)")
            for (verdict, judgement) in zip(verdicts, judged) where WorkerJudgement.isValid(verdict) {
                guard case .valid? = judgement else {
                    Issue.record("round \(round): a valid row became \(String(describing: judgement))")
                    continue
                }
            }
        }
    }

    @Test func hostileFindings() {
        var generator = Generator(seed: 78)
        let whole: [UInt8] =
            Array("a.b\0".utf8) + Self.bytes(UInt64(2)) + Self.bytes(UInt32(2)) + Array("x\0".utf8)
            + Self.bytes(UInt32(PROVISO_TEXT)) + Self.bytes(UInt64(0)) + Self.bytes(UInt64(3)) + Self.bytes(UInt32(3))
            + Array("abcy\0".utf8) + Self.bytes(UInt32(PROVISO_INTEGER)) + Self.bytes(UInt64(5)) + Self.bytes(UInt64(0))
            + Self.bytes(UInt32.max)
        let parts = try? WorkerFinding.Parts(whole)
        #expect(parts?.parameters.count == 2)
        #expect(parts?.parameters.map(\.length) == [3, 0])
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0...generator.below(4) {
                bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
            }
            if generator.below(3) == 0 { bytes.removeLast(generator.below(bytes.count)) }
            guard let parts = try? WorkerFinding.Parts(bytes) else { continue }
            #expect(parts.code < bytes.count)
            for parameter in parts.parameters {
                #expect(bytes[parameter.name...].contains(0))
                // A text lies within the finding's bytes with all its length.
                if let text = parameter.text { #expect(text + Int(parameter.length) <= bytes.count) }
            }
        }
    }

    /// Values are packed whole or not at all, and equal values become equal bytes.
    @Test func valuesArePackedWholeOrNotAtAll() {
        let arena = prv_arena_create()
        let reader = prv_reader_create()
        defer {
            prv_reader_destroy(reader)
            prv_arena_destroy(arena)
        }
        func value(_ json: String) -> proviso_value {
            var node = prv_node()
            var offset = 0
            let bytes = Array(json.utf8) + [UInt8](repeating: 0, count: Int(PRV_JSON_PADDING))
            // Texts stand in the JSON text, which must live as long as they: the arena keeps a copy.
            let copy = prv_arena_take(arena, bytes.count)
            copy?.copyMemory(from: bytes, byteCount: bytes.count)
            let text = copy?.assumingMemoryBound(to: CChar.self)
            #expect(prv_reader_parse(reader, arena, text, json.utf8.count, &node, &offset) == Int32(PRV_JSON_OK))
            return node.value
        }
        let texts = [
            "null", "true", "0", "-1.5", "1e400", "\"\"", "\"ä\"", "[]", "{}", "[1,[2,[3]]]", "{\"a\":{\"b\":[\"c\"]}}",
            String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        ]
        let packed = PackedValues()
        for (row, text) in texts.enumerated() {
            #expect(packed.append(value(text)), "\(text)")
            #expect(packed.count == row + 1)
            let alone = PackedValues(from: packed.start(of: row))
            #expect(alone.append(value(text)))
            #expect(packed.row(row, equals: alone), "\(text)")
        }
        let large = value("\"\(String(repeating: "x", count: 8 << 20))\"")
        let (count, start) = (packed.count, packed.start(of: packed.count))
        while packed.append(large) {}
        #expect(packed.count - count < 100)
        // What did not fit has left nothing behind.
        packed.removeAll()
        #expect(packed.count == 0 && packed.append(value("[\"a\"]")))
        #expect(start > 0)
        while packed.append(value("1")) {}
        #expect(packed.isFull)
    }
}
