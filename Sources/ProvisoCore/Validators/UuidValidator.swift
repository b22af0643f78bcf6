public import ProvisoMessages

/// Requires a UUID: 32 hexadecimal digits of either case in groups of 8, 4, 4, 4 and 12 with hyphens between them.
///
/// The form, the versions 1 to 8 and the variant are those of RFC 9562; braces and `urn:uuid:` are rejected.
/// `versions` restricts the versions. The nil UUID, all zeros, has no version and passes only with `allowNil`; the
/// max UUID is always rejected.
///
/// ```yaml
/// - [id, uuid, { versions: [4, 7] }]
/// ```
public struct UuidValidator: NamedValidator, DirectValidator {
    public static let type: RuleType = "uuid"
    public static let about = RuleTypeFacts(
        chapter: .formats, place: 1,
        longest: 36,
        valid: (1...8).reversed().map { .text("123e4567-e89b-\($0)2d3-a456-426614174000") },
        invalid: [
            "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-12d3-a456-426614174000",
            "00000000-0000-0000-0000-000000000000", "x",
        ],
        familiar: ["": "guid uniqueidentifier uuid4"],
        guesses: [.init(1, signs: "-")])
    package var means: ValueMeaning { .text }
    public static let options = [
        OptionDescription("versions", .any, "the allowed versions, a number or a list; all by default"),
        OptionDescription("allowNil", .boolean, "whether the nil UUID passes"),
    ]
    public static let codes = [CodeDescription("uuid.invalid"), CodeDescription("uuid.version", "versions")]

    /// The allowed versions; empty for all.
    public let versions: [Int]
    public let allowNil: Bool
    /// Bit n stands for version n.
    private let mask: UInt16

    /// Throws for a version that is not one of 1 to 8.
    public init(versions: [Int] = [], allowNil: Bool = false) throws(OptionError) {
        if let other = versions.first(where: { !(1...8).contains($0) }) {
            throw OptionError(option: "versions", reason: "\(other) is not a version: versions are 1 to 8")
        }
        self.versions = versions
        self.allowNil = allowNil
        mask = versions.isEmpty ? 0x1FE : versions.reduce(0) { $0 | 1 << UInt16($1) }
    }

    public init(options: borrowing OptionReader) throws(OptionError) {
        let versions = try options.integers("versions")
        if versions?.isEmpty ?? false {
            throw OptionError(option: "versions", reason: "must name at least one version; leave it out to allow all")
        }
        try self.init(
            versions: versions ?? [], allowNil: try options.boolean("allowNil") ?? false)
    }

    public var kinds: ValueKindSet { .strings }

    public func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let text = value.text, Self.hasForm(text.buffer) else { return context.report("uuid.invalid") }
        let bytes = text.buffer
        if allowNil, bytes.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) { return }
        let version = bytes[14] &- UInt8(ascii: "0")
        // The variant's two bits are 10, so that the digit is one of 8, 9, a and b.
        let variant = bytes[19].lowercased
        let isVariant = variant == 0x38 || variant == 0x39 || variant == 0x61 || variant == 0x62
        guard isVariant, (1...8).contains(version) else { return context.report("uuid.invalid") }
        if mask & 1 << UInt16(version) != 0 { return }
        context.report("uuid.version", ["versions": .list(versions.map { .integer(Int64($0)) })])
    }

    /// Whether it has the form of a UUID, of whatever version.
    package static func hasForm(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        for index in 0..<36 {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            if isHyphen ? bytes[index] != UInt8(ascii: "-") : !bytes[index].isHexDigit { return false }
        }
        return true
    }
}

extension Constraint {
    /// Requires a UUID of any version.
    public static var uuid: Constraint { .type("uuid") }

    /// Requires a UUID of some versions.
    ///
    /// A version that does not exist is reported when the plan is made.
    public static func uuid(versions: [Int] = [], allowNil: Bool = false) -> Constraint {
        .type("uuid", ["versions": .list(versions.map { .integer(Int64($0)) }), "allowNil": .boolean(allowNil)])
    }
}
