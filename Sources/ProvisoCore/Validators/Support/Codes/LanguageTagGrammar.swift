internal import ProvisoMessages

/// The parts of a well-formed language tag; the ranges are places in its bytes.
struct LanguageTagGrammar {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var language = 0..<0
    private var extended = 0..<0
    private var script = 0..<0
    private var region = 0..<0
    /// From the first variant to the end of the last.
    private var variants = 0..<0
    private var hasRepeatedSingleton = false
    private var isGrandfathered = false

    /// `nil` for a tag that is not well-formed.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if Self.grandfathered.containsFolded(bytes) {
            isGrandfathered = true
            return
        }
        let first = piece
        if first.count == 1 {
            guard isPrivateUse() else { return nil }
        } else {
            guard readLanguage() else { return nil }
            readVariants()
            guard readExtensions() else { return nil }
            if !atEnd, !isPrivateUse() { return nil }
        }
        guard atEnd else { return nil }
    }

    /// Whether CLDR knows all subtags before the singletons.
    var isKnown: Bool {
        if isGrandfathered { return true }
        if language.isEmpty || hasRepeatedSingleton { return false }
        guard KnownCodes.languages.containsFolded(bytes.part(language)),
            script.isEmpty || KnownCodes.scripts.containsFolded(bytes.part(script)),
            region.isEmpty || KnownCodes.regions.containsFolded(bytes.part(region))
        else { return false }
        return Self.each(in: bytes.part(extended)) { KnownCodes.languages.containsFolded($0) } && areVariantsKnown
    }

    /// Whether CLDR knows the script and the region, or they are for private use.
    ///
    /// Of languages in two parts, only those of Chinese are read: `zh-yue`.
    var hasKnownParts: Bool {
        if isGrandfathered || language.isEmpty { return true }
        let (script, region) = (bytes.part(script), bytes.part(region))
        return (extended.isEmpty || Self.chinese.containsFolded(bytes.part(language.lowerBound..<extended.upperBound)))
            && (script.isEmpty || KnownCodes.scripts.containsFolded(script)
                || script[0].lowercased == UInt8(ascii: "q"))
            && (region.isEmpty || KnownCodes.regions.containsFolded(region)
                || "qxz".utf8.contains(region[0].lowercased))
    }

    private static let chinese = TextTable(
        ["zh-cdo", "zh-cmn", "zh-gan", "zh-hak", "zh-hsn", "zh-lzh", "zh-nan", "zh-wuu", "zh-yue"])

    private var areVariantsKnown: Bool {
        let all = bytes.part(variants)
        var end = 0
        return Self.each(in: all) { variant in
            guard KnownCodes.variants.containsFolded(variant) else { return false }
            let before = all.part(0..<end)
            end += (end == 0 ? 0 : 1) + variant.count
            // No tag has more distinct variants than exist, so this does not become quadratic.
            return Self.each(in: before) { !Self.areEqual($0, variant) }
        }
    }

    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        left.count == right.count && left.indices.allSatisfy { left[$0].lowercased == right[$0].lowercased }
    }

    /// Whether a test passes for every subtag; true if there is none.
    private static func each(
        in bytes: UnsafeBufferPointer<UInt8>, _ test: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        if bytes.isEmpty { return true }
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "-") {
            if !test(bytes.part(start..<index)) { return false }
            start = index + 1
        }
        return true
    }

    private var atEnd: Bool { index > bytes.count }

    /// The subtag at the current place, of at most nine bytes: no subtag has more than eight.
    private var piece: Range<Int> {
        var end = min(index, bytes.count)
        while end < bytes.count, end - index < 9, bytes[end] != UInt8(ascii: "-") { end += 1 }
        return min(index, bytes.count)..<end
    }

    private mutating func take(_ range: Range<Int>) { index = range.upperBound + 1 }

    private func areLetters(_ range: Range<Int>) -> Bool { bytes.part(range).allSatisfy { $0.isLetter } }
    private func areDigits(_ range: Range<Int>) -> Bool { bytes.part(range).allSatisfy { $0.isDigit } }
    private func areEither(_ range: Range<Int>) -> Bool { bytes.part(range).allSatisfy { $0.isLetterOrDigit } }

    private mutating func readLanguage() -> Bool {
        language = piece
        guard (2...8).contains(language.count), areLetters(language) else { return false }
        take(language)
        if language.count <= 3 {
            for _ in 0..<3 where piece.count == 3 && areLetters(piece) {
                extended = (extended.isEmpty ? piece.lowerBound : extended.lowerBound)..<piece.upperBound
                take(piece)
            }
        }
        if piece.count == 4, areLetters(piece) {
            script = piece
            take(piece)
        }
        if piece.count == 2 && areLetters(piece) || piece.count == 3 && areDigits(piece) {
            region = piece
            take(piece)
        }
        return true
    }

    private mutating func readVariants() {
        while true {
            let next = piece
            let isLong = (5...8).contains(next.count)
            guard isLong || next.count == 4 && bytes[next.lowerBound].isDigit, areEither(next) else { return }
            variants = (variants.isEmpty ? next.lowerBound : variants.lowerBound)..<next.upperBound
            take(next)
        }
    }

    private mutating func readExtensions() -> Bool {
        // Bit n means the digit or letter n.
        var seen: UInt64 = 0
        while !atEnd {
            let singleton = piece
            guard singleton.count == 1, areEither(singleton) else { return false }
            let sign = bytes[singleton.lowerBound].lowercased
            if sign == UInt8(ascii: "x") { return true }
            let bit: UInt64 = 1 << UInt64(sign.isDigit ? sign - 0x30 : sign - 0x61 + 10)
            if seen & bit != 0 { hasRepeatedSingleton = true }
            seen |= bit
            take(singleton)
            guard readRest(from: 2) else { return false }
        }
        return true
    }

    /// One subtag or more after a singleton, each of at least some characters.
    private mutating func readRest(from least: Int) -> Bool {
        var count = 0
        while !atEnd, (least...8).contains(piece.count), areEither(piece) {
            take(piece)
            count += 1
        }
        return count > 0
    }

    private mutating func isPrivateUse() -> Bool {
        guard piece.count == 1, bytes[piece.lowerBound].lowercased == UInt8(ascii: "x") else { return false }
        take(piece)
        return readRest(from: 1) && atEnd
    }

    /// RFC 5646's irregular tags that are older than its grammar.
    private static let grandfathered = TextTable([
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de", "art-lojban", "cel-gaulish",
        "no-bok", "no-nyn", "zh-guoyu", "zh-hakka", "zh-min", "zh-min-nan", "zh-xiang",
    ])
}
