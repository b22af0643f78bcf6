internal import Proviso

/// The records at a JSON Pointer in a whole JSON document: the items of a list, or the members of an object.
enum RecordsInJSON {
    /// Why there are no records.
    struct Missing: Error {
        let reason: String
    }

    static func spans(at pointer: String, in json: UnsafeRawBufferPointer) throws(Missing) -> [Span] {
        var value = json
        for case .key(let key) in ValuePath(pointer: pointer).components {
            var seen: [String] = []
            guard let next = self.value(of: key, in: value, &seen) else {
                switch value.first {
                case UInt8(ascii: "["): throw missing(pointer, "the list has \(seen.count) items")
                case UInt8(ascii: "{"):
                    throw missing(pointer, "there is no '\(key)'", Suggestion.nearest(to: key, in: seen))
                default: throw missing(pointer, "'\(key)' would be a member of a scalar")
                }
            }
            value = next
        }
        guard let base = json.baseAddress, let first = value.baseAddress,
            value.first == UInt8(ascii: "[") || value.first == UInt8(ascii: "{")
        else { throw missing(pointer, "it is neither a list nor an object") }
        return items(of: value).map { Span(start: first - base + $0.start, count: $0.count) }
    }

    /// The reason why there are no records at a pointer.
    static func reason(_ pointer: String, _ reason: String, _ suggestion: String? = nil) -> String {
        "no records at '\(pointer)' (records): \(reason)\(Suggestion.hint(suggestion))"
    }

    private static func missing(_ pointer: String, _ reason: String, _ suggestion: String? = nil) -> Missing {
        Missing(reason: self.reason(pointer, reason, suggestion))
    }

    private static func items(of value: UnsafeRawBufferPointer) -> [Span] {
        var spans: [Span] = []
        var items = ItemScan(isArray: true, isObject: value.first == UInt8(ascii: "{"), ignoresRest: true)
        items.run(value, isAtEnd: true, into: &spans)
        return spans
    }

    private static func value(
        of key: String, in value: UnsafeRawBufferPointer, _ seen: inout [String]
    ) -> UnsafeRawBufferPointer? {
        if value.first == UInt8(ascii: "[") {
            let spans = items(of: value)
            seen = spans.indices.map { "\($0)" }
            guard let index = Int(key), spans.indices.contains(index), "\(index)" == key else { return nil }
            return value.part(spans[index].start..<spans[index].start + spans[index].count)
        }
        var found: UnsafeRawBufferPointer?
        var names: [String] = []
        MemberNames.eachMember(of: value, limit: .max) { name, member in
            if name == key { found = member }
            if names.count < 100 { names.append(name) }
        }
        seen = names
        return found
    }
}
