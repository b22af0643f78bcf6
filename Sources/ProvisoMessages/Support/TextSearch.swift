internal import CLibrary

/// Finds a substring, byte by byte.
///
/// The standard library's `contains(_:)`, `firstRange(of:)` and `replace(_:with:)` link its engine for regular
/// expressions: 1.2 MB of the tool, and types to look up at every start.
extension StringProtocol {
    /// Whether the substring is in this string; the empty one always is.
    package func holds(_ text: some StringProtocol) -> Bool { place(of: text) != nil }

    /// The first range of the substring.
    package func place(of text: some StringProtocol) -> Range<Index>? {
        let (bytes, sought) = (utf8, text.utf8)
        let found = bytes.withContiguousStorageIfAvailable { bytes in
            sought.withContiguousStorageIfAvailable { Self.offset(of: $0, in: bytes) }
        }
        if case .some(.some(let offset)) = found {
            return offset.map { offset in
                let start = bytes.index(bytes.startIndex, offsetBy: offset)
                return start..<bytes.index(start, offsetBy: sought.count)
            }
        }
        var start = bytes.startIndex
        while !bytes[start...].starts(with: sought) {
            guard start < bytes.endIndex else { return nil }
            bytes.formIndex(after: &start)
        }
        return start..<bytes.index(start, offsetBy: sought.count)
    }

    /// Where bytes are in others: the loop above calls a function for each byte, this one for each first byte.
    private static func offset(of sought: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = sought.first, let wanted = sought.baseAddress else { return 0 }
        guard let base = bytes.baseAddress else { return nil }
        var place = 0
        while bytes.count - place >= sought.count {
            guard let next = memchr(base + place, Int32(first), bytes.count - place - sought.count + 1) else {
                return nil
            }
            place = UnsafeRawPointer(next) - UnsafeRawPointer(base)
            if memcmp(next, wanted, sought.count) == 0 { return place }
            place += 1
        }
        return nil
    }

    /// The last range of a substring that is not empty.
    package func lastPlace(of text: some StringProtocol) -> Range<Index>? {
        var last = place(of: text)
        while let found = last, let next = self[found.upperBound...].place(of: text), !next.isEmpty { last = next }
        return last
    }

    /// The parts of this string before, between and after the occurrences of a substring that is not empty.
    package func parts(between text: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var rest = self[...]
        while let place = rest.place(of: text), !place.isEmpty {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }

    /// This string with each occurrence of a substring, which is not empty, replaced.
    package func replaced(_ text: String, by other: String) -> String {
        parts(between: text).joined(separator: other)
    }
}
