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
        value.withUTF8 { .bool(matches($0)) } ?? .noOverload
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.withMemoryRebound(to: CChar.self) { prv_regex_matches(regex, $0.baseAddress, $0.count, 0) != 0 }
    }

    /// A pattern that is known only when the expression runs, which pays for it.
    ///
    /// A short text can be a large pattern, such as `\pL{400}`, whose size is known only then.
    convenience init(_ text: String, pay: (Int) -> Bool) throws(ExprError) {
        guard pay(100 + text.utf8.count * 4) else { throw .cost }
        try self.init(text)
        guard pay(Int(prv_regex_size(regex)) * 16) else { throw .cost }
    }
}
