public import ProvisoMessages

/// Requires a string with the form of a hash: hexadecimal digits of either case, as many as the algorithm yields.
///
/// What was hashed is not known, so that only length and characters can be wrong. Lengths are those of FIPS 180-4
/// (`sha1` to `sha512`), FIPS 202 (`sha3-256` and others), RFC 1320 and 1321 (`md4`, `md5`), RFC 7693 (`blake2b`,
/// `blake2s`) and ISO 10118-3 (`ripemd160`). `encoding` is `hex` (the default), `base64`, or `base64url` without
/// padding. Combine `hash` with `lowercase` for digits of one case.
///
/// ```yaml
/// - [checksum, hash, { algorithm: sha256 }]
/// - [digest, hash, { algorithm: sha512, encoding: base64 }]
/// ```
public struct HashValidator: NamedValidator, DirectValidator {
    /// A hash function, for the length of what it yields.
    public enum Algorithm: String, Sendable, CaseIterable {
        case crc32, adler32
        case md4, md5, ripemd128, tiger128
        case sha1, ripemd160, tiger160
        case tiger192
        case sha224, sha3_224 = "sha3-224"
        case sha256, sha3_256 = "sha3-256", blake2s, blake3
        case sha384, sha3_384 = "sha3-384"
        case sha512, sha3_512 = "sha3-512", blake2b

        /// The length of a hash in bytes.
        public var byteCount: Int {
            switch self {
            case .crc32, .adler32: 4
            case .md4, .md5, .ripemd128, .tiger128: 16
            case .sha1, .ripemd160, .tiger160: 20
            case .tiger192: 24
            case .sha224, .sha3_224: 28
            case .sha256, .sha3_256, .blake2s, .blake3: 32
            case .sha384, .sha3_384: 48
            case .sha512, .sha3_512, .blake2b: 64
            }
        }
    }

    /// How the bytes of a hash are written.
    public enum Encoding: String, Sendable, CaseIterable {
        case hex, base64, base64url
    }

    public static let type: RuleType = "hash"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 6,
        valid: lengths,
        invalid: ["xyz", "a1", "g1g1g1g1g1g1g1g1g1g1g1g1g1g1g1g1"],
        familiar: [" with 'algorithm'": "md5 sha sha1 sha256 sha384 sha512 checksum digest"])

    /// Digests of each length, in hexadecimal and in base 64.
    private static let lengths: [AnyValue] =
        [32, 40, 48, 56, 64, 96, 128].map { .text(String(repeating: "a1", count: $0 / 2)) } + [
            .text(String(repeating: "YWJj", count: 28) + "YQ=="), .text(String(repeating: "YWJj", count: 21) + "YQ=="),
            .text(String(repeating: "YWJj", count: 16)), "XUFAKrxLKna5cZ2REBfFkg==", "qvTGHdzF6KLavt4PO0gs2a6pQ00=",
            "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
        ]
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription(
            "algorithm", .text, "the hash function, such as md5, sha1 or sha256", isRequired: true,
            choices: Algorithm.allCases.map(\.rawValue)),
        OptionDescription("encoding", .text, "hex, base64 or base64url", choices: Encoding.allCases.map(\.rawValue)),
    ]
    public static let codes = [
        CodeDescription("string.type"), CodeDescription("string.notEqual", "length"),
        CodeDescription("characters.invalid", "characters"), CodeDescription("base64.invalid"),
    ]

    public let algorithm: Algorithm
    public let encoding: Encoding
    private let length: Int

    public init(_ algorithm: Algorithm, encoding: Encoding = .hex) {
        self.algorithm = algorithm
        self.encoding = encoding
        let count = algorithm.byteCount
        length =
            switch encoding {
            case .hex: count * 2
            case .base64: (count + 2) / 3 * 4
            case .base64url: (count * 4 + 2) / 3
            }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        guard let algorithm = try options.choice("algorithm", of: Algorithm.self) else {
            throw OptionError(option: "algorithm", reason: "is required")
        }
        self.init(algorithm, encoding: try options.choice("encoding", of: Encoding.self) ?? .hex)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text else { return context.report("string.type") }
        if encoding != .hex {
            let findings = context.findings
            let isURL = encoding == .base64url
            Base64Validator(url: isURL, padding: isURL ? .forbidden : .required).validate(value, &context)
            if context.findings != findings { return }
        } else if !text.buffer.allSatisfy({ $0.isHexDigit }) {
            let others = Self.hexDigits.others(in: text.buffer, most: 5)
            return CharactersValidator.report(others, &context)
        }
        if text.buffer.count != length { context.report("string.notEqual", ["length": .integer(Int64(length))]) }
    }

    private static let hexDigits = CharacterTable([.hex])
}

extension Constraint {
    /// Requires a string with the form of a hash.
    public static func hash(_ algorithm: HashValidator.Algorithm, encoding: HashValidator.Encoding = .hex) -> Constraint
    {
        .validator(HashValidator(algorithm, encoding: encoding))
    }
}
