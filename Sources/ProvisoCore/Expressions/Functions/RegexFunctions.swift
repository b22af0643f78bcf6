internal import RegexBridge

/// `matches`: regular expressions of RE2, which take time in proportion to the text.
final class ExprPattern: @unchecked Sendable {
    private let regex: OpaquePointer

    /// Throws the reason why the pattern is not valid.
    init(_ pattern: String) throws(ExprError) {
        var pattern = pattern
        let made = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
            let regex = pattern.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    prv_regex_create($0.baseAddress, $0.count, 0, reason.baseAddress, reason.count)
                }
            }
            if let regex { return Result<OpaquePointer, ExprError>.success(regex) }
            let text = reason.withMemoryRebound(to: UInt8.self) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return .failure(ExprError(.regex, "not a regular expression: \(text)"))
        }
        regex = try made.get()
    }

    /// The parts of the first match from a place on: the whole, then the groups, `nil` for a group that has none.
    func groups(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [Range<Int>?]? {
        let count = 2 * (groupCount + 1)
        return withUnsafeTemporaryAllocation(of: Int64.self, capacity: count) { places in
            let isFound = bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_find(regex, $0.baseAddress, $0.count, start, places.baseAddress, Int32(groupCount + 1)) != 0
            }
            guard isFound else { return nil }
            return stride(from: 0, to: count, by: 2).map { index in
                places[index] < 0 ? nil : Int(places[index])..<Int(places[index + 1])
            }
        }
    }

    /// The number of groups in parentheses.
    var groupCount: Int { Int(prv_regex_groups(regex)) }

    deinit { prv_regex_destroy(regex) }

    func matches(_ value: ExprValue) -> ExprValue {
        let found = value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { prv_regex_matches(regex, $0.baseAddress, $0.count, 0) != 0 }
        }
        return found.map { .bool($0) } ?? .noOverload
    }

    /// Matches a pattern that is known only when the expression runs.
    static func matches(_ value: ExprValue, _ pattern: ExprValue, pay: (Int) -> Bool) -> ExprValue {
        guard let pattern = pattern.string else { return .noOverload }
        guard pay(compiling(pattern)) else { return .error(.cost) }
        do throws(ExprError) {
            return try ExprPattern(pattern).matches(value)
        } catch {
            return .error(error)
        }
    }

    /// The steps that it takes to compile a pattern.
    static func compiling(_ pattern: String) -> Int { 100 + pattern.utf8.count * 4 }
}
