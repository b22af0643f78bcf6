internal import ProvisoMessages

/// A compiled regular expression: matched byte by byte if it is simple enough, otherwise by RE2.
package final class Pattern: @unchecked Sendable {
    private let simple: SimplePattern?
    private let regex: CompiledPattern?
    /// The steps for sixteen bytes of a string: see `ValidationContext.pay(forBytes:price:)`.
    ///
    /// RE2 mostly takes some nanoseconds for a byte. A pattern whose automaton has no end takes more for each of its
    /// instructions, up to ten microseconds.
    package let price: Int

    /// Throws RE2's reason, with the name of the pattern's option.
    package init(_ pattern: String, ignoreCase: Bool, option: String) throws(OptionError) {
        // Folding crosses the border of ASCII (the Kelvin sign folds to "k"), so RE2 does it.
        simple = ignoreCase ? nil : SimplePattern(pattern)
        do throws(CompiledPattern.Fault) {
            regex = simple == nil ? try CompiledPattern.make(pattern, ignoreCase: ignoreCase) : nil
        } catch {
            throw OptionError(option: option, reason: Self.explanation(of: error.reason, in: pattern))
        }
        price = regex.map { max(1, min($0.size, Self.highestPrice)) } ?? 1
    }

    private static let highestPrice = 1_024

    /// Compiles patterns, of which equal ones are compiled once, and all together are limited.
    package static func limited<Result>(_ body: () -> Result) -> Result {
        PlanPatterns.current == nil ? PlanPatterns.$current.withValue(PlanPatterns(), operation: body) : body()
    }

    /// RE2's name of a property of Unicode, which may have the name that another library has for it.
    package static func property(_ name: String) -> String? {
        compiles("\\p{\(name)}") ? name : PatternFault.knownProperty(for: name)
    }

    /// Whether RE2 accepts a pattern.
    static func compiles(_ pattern: String) -> Bool { (try? CompiledPattern.make(pattern)) != nil }

    /// What RE2 refuses, its place and what to write; RE2's own message if the place is not found.
    private static func explanation(of reason: String, in pattern: String) -> String {
        if let fault = PatternFault(pattern).description { return fault }
        if reason.hasPrefix("invalid repetition size") {
            let sign = reason.split(separator: ":", maxSplits: 1).last.map { Blanks.trim(String($0)) } ?? ""
            let place = pattern.parts(between: sign).dropLast().reduce(0) { $0 + $1.unicodeScalars.count + sign.count }
            return "at character \(max(0, place - sign.count) + 1): RE2 repeats at most 1000 times in all, "
                + "and '\(sign)' multiplies the limits of the repetitions in it"
        }
        if reason.hasPrefix("pattern too large") {
            return "the pattern takes more memory than RE2 gives it: write smaller limits for its repetitions"
        }
        return reason
    }

    var isSimple: Bool { simple != nil }

    /// Whether the pattern matches some of the bytes, or all of them.
    package func matches(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> Bool {
        // Simple patterns match whole strings anyway.
        if let simple { return simple.matches(bytes) }
        return regex?.matches(bytes, whole: whole) ?? false
    }
}
