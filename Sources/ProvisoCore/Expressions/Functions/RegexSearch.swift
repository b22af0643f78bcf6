/// `find`, `findAll` and the functions of `regex`: what a pattern finds in a string.
///
/// `find` and `findAll` are those of Kubernetes; `regex.extract`, `regex.extractAll` and `regex.replace` those of cel-go.
extension ExprPattern {
    /// The bytes that RE2 looks at in a step, if it looks for a longer match up to the end, and then back for its start.
    private static let bytesOfAStep = 32
    /// The most matches of one call.
    private static let mostMatches = 100_000

    /// `known` is the pattern if the expression has it as a literal; `pay` takes steps before work is done.
    private static func run(
        _ known: ExprPattern?, _ value: ExprValue, _ pattern: ExprValue, _ pay: (Int) -> Bool,
        _ body: (ExprPattern, UnsafeBufferPointer<UInt8>) -> ExprValue
    ) -> ExprValue {
        guard let text = pattern.string else { return .noOverload }
        do throws(ExprError) {
            let pattern = if let known { known } else { try ExprPattern(text, pay: pay) }
            return value.withUTF8 { body(pattern, $0) } ?? .noOverload
        } catch {
            return .error(error)
        }
    }

    /// The matches one after the other, at most `limit`, until `body` returns false; false if they are too much work.
    ///
    /// Each search may look at all that follows before it finds a match at its start.
    private func each(
        in bytes: UnsafeBufferPointer<UInt8>, limit: Int, _ pay: (Int) -> Bool,
        _ body: ([Range<Int>?], Range<Int>) -> Bool
    ) -> Bool {
        var (place, count) = (0, 0)
        while count < limit, place <= bytes.count {
            guard pay(10 + (bytes.count - place) / Self.bytesOfAStep) else { return false }
            guard let groups = groups(bytes, from: place), let whole = groups[0] else { break }
            guard body(groups, whole) else { break }
            count += 1
            place = whole.upperBound
            guard whole.isEmpty else { continue }
            // After an empty match, on to the next character.
            place += 1
            while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
        }
        return true
    }

    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ExprValue {
        .string(String(decoding: bytes[range], as: UTF8.self))
    }

    /// Whether there is a match.
    static func matches(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        run(known, arguments[0], arguments[1], pay) { pattern, bytes in .bool(pattern.matches(bytes)) }
    }

    /// The first match; an empty string if there is none.
    static func find(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        run(known, arguments[0], arguments[1], pay) { pattern, bytes in
            guard let whole = pattern.groups(bytes, from: 0)?[0] else { return .string("") }
            return string(bytes, whole)
        }
    }

    /// All matches, or the first ones.
    static func findAll(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        var limit = mostMatches
        if arguments.count > 2 {
            guard case .int(let count) = arguments[2] else { return .noOverload }
            limit = count < 0 ? limit : Int(min(count, Int64(limit)))
        }
        return run(known, arguments[0], arguments[1], pay) { pattern, bytes in
            var found: [ExprValue] = []
            let isDone = pattern.each(in: bytes, limit: limit, pay) { _, whole in
                found.append(string(bytes, whole))
                return true
            }
            return isDone ? .list(ExprList(found)) : .error(.cost)
        }
    }

    private static var tooManyGroups: ExprValue { .failure(.argument, "the pattern has more than one group") }

    /// The group of the first match, or the whole match where the pattern has no group, as an optional.
    static func extract(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        run(known, arguments[0], arguments[1], pay) { pattern, bytes in
            guard pattern.groupCount <= 1 else { return tooManyGroups }
            guard let groups = pattern.groups(bytes, from: 0), let found = groups[groups.count - 1] else {
                return .optional(ExprOptional(nil))
            }
            return .optional(ExprOptional(string(bytes, found)))
        }
    }

    /// The group of each match.
    static func extractAll(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        run(known, arguments[0], arguments[1], pay) { pattern, bytes in
            guard pattern.groupCount <= 1 else { return tooManyGroups }
            var found: [ExprValue] = []
            let isDone = pattern.each(in: bytes, limit: mostMatches, pay) { groups, _ in
                if let range = groups[groups.count - 1] { found.append(string(bytes, range)) }
                return true
            }
            return isDone ? .list(ExprList(found)) : .error(.cost)
        }
    }

    /// The string with its matches, or the first ones, replaced; `\\1` stands for the first group.
    static func replace(_ known: ExprPattern?, _ arguments: [ExprValue], pay: (Int) -> Bool) -> ExprValue {
        guard let replacement = arguments[2].string else { return .noOverload }
        var limit = mostMatches
        if arguments.count > 3 {
            guard case .int(let count) = arguments[3] else { return .noOverload }
            limit = count < 0 ? limit : Int(min(count, Int64(limit)))
        }
        return run(known, arguments[0], arguments[1], pay) { pattern, bytes in
            guard let parts = Replacement(replacement, groups: pattern.groupCount) else {
                return .failure(.argument, "the replacement names a group that the pattern does not have")
            }
            var (result, place): ([UInt8], Int) = ([], 0)
            let isDone = pattern.each(in: bytes, limit: limit, pay) { groups, whole in
                result += bytes[place..<whole.lowerBound]
                parts.append(to: &result, groups, bytes)
                place = whole.upperBound
                return result.count <= 16 << 20
            }
            guard isDone, result.count <= 16 << 20 else { return .error(.cost) }
            return .string(String(decoding: result + bytes[place...], as: UTF8.self))
        }
    }

    /// The text that replaces a match.
    private struct Replacement {
        private var parts: [(text: [UInt8], group: Int?)] = []

        /// `nil` for a group that there is not, and for a backslash before anything else.
        init?(_ text: String, groups: Int) {
            var bytes = Array(text.utf8)[...]
            var plain: [UInt8] = []
            while let byte = bytes.popFirst() {
                guard byte == UInt8(ascii: "\\") else {
                    plain.append(byte)
                    continue
                }
                guard let next = bytes.popFirst() else { return nil }
                if next == byte {
                    plain.append(byte)
                    continue
                }
                let group = Int(next) - Int(UInt8(ascii: "0"))
                guard (0...9).contains(group), group <= groups else { return nil }
                parts.append((plain, group))
                plain = []
            }
            parts.append((plain, nil))
        }

        func append(to result: inout [UInt8], _ groups: [Range<Int>?], _ bytes: UnsafeBufferPointer<UInt8>) {
            for part in parts {
                result += part.text
                if let group = part.group, let range = groups[group] { result += bytes[range] }
            }
        }
    }
}
