internal import ICUBridge

/// Finds the best of a fixed list of locales for a reader's preferences, by CLDR's rules.
final class LocaleMatcher: Sendable {
    /// A match, as indices into the supported and the desired tags.
    struct Match: Sendable {
        let supported: Int
        let desired: Int
        /// Whether language and script are the desired ones, not those of a related locale (`zh-Hans` for `zh-TW`).
        let isClose: Bool
    }

    private let handle: BridgeHandle

    init?(supported: [String]) {
        let pointer = BridgeText.lend(supported) { prv_icu_matcher_create($0.baseAddress, Int32($0.count)) }
        guard let pointer else { return nil }
        handle = BridgeHandle(pointer: pointer)
    }

    deinit { prv_icu_matcher_destroy(handle.pointer) }

    /// The best match for tags in descending order of preference; malformed tags are skipped, and at most 32 are read.
    func best(for desired: [String]) -> Match? {
        var supported: Int32 = -1
        var place: Int32 = -1
        let kind = BridgeText.lend(desired) {
            prv_icu_matcher_best(handle.pointer, $0.baseAddress, Int32(clamping: $0.count), &supported, &place)
        }
        guard kind != PRV_ICU_MATCH_NONE else { return nil }
        return Match(supported: Int(supported), desired: Int(place), isClose: kind == PRV_ICU_MATCH_CLOSE)
    }
}

/// Reads an `Accept-Language` header (RFC 9110 §12.5.4).
package enum AcceptLanguage {
    package static let mostTags = 32

    /// The tags by descending weight, without `*` and tags of weight 0; malformed parts are skipped and never an error.
    package static func tags(in header: String) -> [String] {
        // The sort is stable: tags of equal weight keep their order in the header.
        weighted(in: header).filter { $0.weight > 0 && $0.tag != "*" }.sorted { $0.weight > $1.weight }.map(\.tag)
    }

    /// The tags of weight 0, which the reader refuses; `*` means every language that is not listed.
    package static func refused(in header: String) -> [String] {
        weighted(in: header).filter { $0.weight == 0 }.map(\.tag)
    }

    private static func weighted(in header: String) -> [(tag: String, weight: Int)] {
        var weighted: [(tag: String, weight: Int)] = []
        for entry in header.utf8.prefix(4_096).split(separator: UInt8(ascii: ","), maxSplits: 256) {
            guard weighted.count < mostTags else { break }
            let pieces = entry.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = pieces.first, let tag = String(trimmed(first)), isTag(tag) else { continue }
            let weight = pieces.count > 1 ? weight(of: pieces[1]) : 1_000
            if let weight { weighted.append((tag, weight)) }
        }
        return weighted
    }

    /// The weight of ` q=0.8` in thousandths; `nil` if it is malformed.
    private static func weight(of parameter: Substring.UTF8View) -> Int? {
        let text = trimmed(parameter)
        guard let name = text.first, name | 0x20 == UInt8(ascii: "q") else { return nil }
        let afterName = trimmed(text.dropFirst())
        guard afterName.first == UInt8(ascii: "=") else { return nil }
        guard let value = String(trimmed(afterName.dropFirst())) else { return nil }
        guard let first = value.utf8.first, first == 0x30 || first == 0x31, value.utf8.count <= 5 else { return nil }
        guard let number = Double(value), (0...1).contains(number) else { return nil }
        return Int((number * 1_000).rounded())
    }

    private static func isTag(_ text: String) -> Bool {
        text == "*"
            || (1...100).contains(text.utf8.count)
                && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return text.prefix(0) }
        return text[first...last]
    }
}
