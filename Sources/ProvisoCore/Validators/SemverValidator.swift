public import ProvisoMessages

/// Requires a version of Semantic Versioning 2.0.0, such as `1.4.0`, `2.0.0-rc.1` or `1.0.0+build.5`.
///
/// All three numbers are required and have no leading zeros. A `v` before them is rejected.
///
/// ```yaml
/// - [version, semver]
/// ```
public struct SemverValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "semver"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 3,
        valid: ["1.2.3", "0.1.0", "1.0.0-rc.1+build.5"],
        invalid: ["1.2", "01.2.3", "x", "v1.2.3"],
        familiar: ["": "version semanticversion"],
        guesses: [.init(38, signs: ".", names: ["version"])])
    package var means: ValueMeaning { .text }
    public static let codes = [CodeDescription("semver.invalid")]

    public init() {}

    public init(options: borrowing OptionReader) throws(OptionError) {}

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let text = value.text, Self.isVersion(text.buffer) { return }
        context.report("semver.invalid")
    }

    private static func isVersion(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let build = bytes.firstIndex(of: UInt8(ascii: "+")) ?? bytes.count
        let core = bytes.part(0..<build)
        if build < bytes.count, !isList(bytes.part((build + 1)..<bytes.count), isRelease: false) { return false }
        let release = core.firstIndex(of: UInt8(ascii: "-")) ?? core.count
        if release < core.count, !isList(core.part((release + 1)..<core.count), isRelease: true) { return false }
        var numbers = 0
        return eachPiece(core.part(0..<release)) { piece in
            numbers += 1
            return isNumber(piece)
        } && numbers == 3
    }

    /// Identifiers with dots between them; in a pre-release the numeric ones have no leading zeros.
    private static func isList(_ bytes: UnsafeBufferPointer<UInt8>, isRelease: Bool) -> Bool {
        eachPiece(bytes) { piece in
            guard !piece.isEmpty, piece.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
                return false
            }
            return !isRelease || isNumber(piece) || !piece.allSatisfy { $0.isDigit }
        }
    }

    private static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, bytes.allSatisfy({ $0.isDigit }) else { return false }
        return bytes.count == 1 || first != UInt8(ascii: "0")
    }

    private static func eachPiece(
        _ bytes: UnsafeBufferPointer<UInt8>, _ test: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ".") {
            if !test(bytes.part(start..<index)) { return false }
            start = index + 1
        }
        return true
    }
}

extension Constraint {
    /// Requires a version by Semantic Versioning.
    public static var semver: Constraint { .validator(SemverValidator()) }
}
