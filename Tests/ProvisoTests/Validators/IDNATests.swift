import Foundation
import ICUBridge
import Proviso
import Testing

/// Domain names by IDNA2008, over all code points.
struct IDNATests {
    private static let validator = HostnameValidator(enableIDN: true)

    /// Assigned code points as old as ICU's data.
    private static let scalars: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }.filter
    {
        guard let age = $0.properties.age else { return false }
        return (age.major, age.minor) <= (15, 0)
    }

    private static let letterDigits: Set<Unicode.GeneralCategory> = [
        .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
        .spacingMark,
    ]
    private static let valid: Set<UInt32> = [0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007]
    private static let context = Set<UInt32>([0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x200C, 0x200D])
        .union(0x660...0x669).union(0x6F0...0x6F9)
    private static let disallowed: Set<UInt32> = [
        0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B,
    ]
    private static let ignorableBlocks: [ClosedRange<UInt32>] = [0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F]
    private static let oldHangul: [ClosedRange<UInt32>] = [0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB]

    /// RFC 5892, section 3, step by step.
    private static func expected(_ scalar: Unicode.Scalar) -> prv_icu_idna_class {
        let value = scalar.value
        if valid.contains(value) { return PRV_ICU_IDNA_VALID }
        if context.contains(value) { return PRV_ICU_IDNA_CONTEXT }
        if disallowed.contains(value) { return PRV_ICU_IDNA_DISALLOWED }
        if scalar.isASCII {
            return "-0123456789abcdefghijklmnopqrstuvwxyz".unicodeScalars.contains(scalar)
                ? PRV_ICU_IDNA_VALID : PRV_ICU_IDNA_DISALLOWED
        }
        let properties = scalar.properties
        guard letterDigits.contains(properties.generalCategory), !properties.isDefaultIgnorableCodePoint,
            !properties.isWhitespace, !properties.isNoncharacterCodePoint,
            !(ignorableBlocks + oldHangul).contains(where: { $0.contains(value) })
        else { return PRV_ICU_IDNA_DISALLOWED }
        let text = String(scalar)
        let stable = UnicodeText.nfkc(text).flatMap { UnicodeText.foldedCase($0) }.flatMap { UnicodeText.nfkc($0) }
        return stable?.utf8.elementsEqual(text.utf8) == true ? PRV_ICU_IDNA_VALID : PRV_ICU_IDNA_DISALLOWED
    }

    @Test func everyCodePointHasTheClassOfTheStandard() {
        #expect(Self.scalars.count > 280_000)
        let wrong = Self.scalars.filter { prv_icu_idna_class_of($0.value) != Self.expected($0) }
        #expect(wrong == [])
        #expect(prv_icu_idna_class_of(0x378) == PRV_ICU_IDNA_UNASSIGNED)
        #expect(prv_icu_idna_class_of(0xFFFE) == PRV_ICU_IDNA_DISALLOWED)
    }

    /// A valid code point is accepted in a label that suits it; another one only where mapping makes valid ones of it.
    @Test func labelsHoldWhatTheStandardAllows() {
        var (refused, accepted): ([Unicode.Scalar], [Unicode.Scalar]) = ([], [])
        for scalar in Self.scalars where !scalar.isASCII {
            // Right-to-left labels begin and end with letters of that direction.
            let labels = [
                "a\(scalar)", "\(scalar)", "\u{5D0}\(scalar)", "\u{5D0}\(scalar)\u{5D0}", "\u{628}\(scalar)\u{628}",
            ]
            let isAccepted = labels.contains { Self.validator.violations(of: .text($0)).isEmpty }
            switch prv_icu_idna_class_of(scalar.value) {
            case PRV_ICU_IDNA_VALID: if !isAccepted { refused.append(scalar) }
            case PRV_ICU_IDNA_CONTEXT: break
            default:
                let mapped = UnicodeText.domainToUnicode(String(scalar))?.name ?? ""
                let isMapped = !mapped.utf8.elementsEqual(String(scalar).utf8)
                let mayBeMapped =
                    Self.letterDigits.contains(scalar.properties.generalCategory)
                    || scalar.properties.generalCategory == .titlecaseLetter
                let isDot = ["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains(scalar)
                if isAccepted, !isDot, !isMapped || !mayBeMapped { accepted.append(scalar) }
            }
        }
        #expect(refused == [])
        #expect(accepted == [])
    }

    /// The ASCII and the Unicode form of a name are taken for the same name, in all rule types.
    @Test(arguments: [
        "b\u{FC}cher.example", "fa\u{DF}.de", "\u{3B2}\u{3CC}\u{3BB}\u{3BF}\u{3C2}.com", "\u{F40}\u{F0B}\u{F41}.com",
        "\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}",
        "\u{645}\u{62B}\u{627}\u{644}.\u{625}\u{62E}\u{62A}\u{628}\u{627}\u{631}",
        "\u{915}\u{94D}\u{200D}\u{937}.example", "l\u{B7}l.cat",
    ])
    func formsAreOneName(name: String) throws {
        let ascii = try #require(EmailAddress("a@\(name)")).domain
        #expect(ascii.hasPrefix("xn--") || ascii.contains(".xn--"))
        let url = try UrlValidator(enableIDN: true)
        for form in [name, ascii, ascii.uppercased()] {
            #expect(Self.validator.violations(of: .text(form)).isEmpty, "\(form)")
            #expect(EmailAddress("a@\(form)")?.domain == ascii)
            #expect(url.violations(of: .text("http://\(form)/")).isEmpty)
        }
        #expect(HostnameValidator().violations(of: .text(ascii)).isEmpty)
    }

    /// What a label is, is decided without its neighbours: but for right-to-left names (RFC 5893).
    @Test func labelsAreJudgedAlone() {
        let labels = [
            "a", "bc--de", "-a", "a-", "a--b", "xn--a", "xn--bcher-kva", "xn--n3h", "\u{E9}", "\u{2460}", "\u{2603}",
            "a_b",
            "b\u{E9}--c", "\u{F0B}\u{F40}", "3", "", String(repeating: "a", count: 64), "a\u{AD}b", "\u{628}",
        ]
        func isValid(_ name: String) -> Bool { Self.validator.violations(of: .text(name)).isEmpty }
        for one in labels {
            for other in labels {
                let isExpected = isValid("\(one).com") && isValid("\(other).com")
                // A digit must not stand first where another label is right-to-left.
                if [one, other].contains("3"), [one, other].contains("\u{628}") { continue }
                #expect(isValid("\(one).\(other).com") == isExpected, "\(one).\(other).com")
            }
        }
    }

    /// The public suite of JSON Schema, where it is beside the package.
    private static let suite: URL? = {
        let suites = VectorRow.folder?.deletingLastPathComponent().appending(path: "suites")
        let formats = suites?.appending(path: "json-schema/draft2020-12/optional/format")
        return formats.flatMap { FileManager.default.fileExists(atPath: $0.path()) ? $0 : nil }
    }()

    @Test(.enabled(if: suite != nil, "the suite of JSON Schema is not here"), arguments: ["hostname", "idn-hostname"])
    func theSuiteOfJSONSchema(format: String) throws {
        let data = try Data(contentsOf: try #require(Self.suite).appending(path: "\(format).json"))
        let groups = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let validator = HostnameValidator(enableIDN: format == "idn-hostname")
        var count = 0
        for test in groups.flatMap({ $0["tests"] as? [[String: Any]] ?? [] }) {
            guard let text = test["data"] as? String, let isValid = test["valid"] as? Bool else { continue }
            count += 1
            #expect(validator.violations(of: .text(text)).isEmpty == isValid, "\(test["description"] ?? "") \(text)")
        }
        #expect(count > 15)
    }
}
