import Proviso
import Testing

struct Base32ValidatorTests {
    private static let plain = Base32Validator()
    private static let hex = Base32Validator(hex: true)
    private static let free = Base32Validator(padding: .optional)
    private static let bare = Base32Validator(padding: .forbidden, ignoreCase: true)

    /// The test vectors of RFC 4648, section 10.
    private static let vectors = [
        ("", ""), ("MY======", "CO======"), ("MZXQ====", "CPNG===="), ("MZXW6===", "CPNMU==="),
        ("MZXW6YQ=", "CPNMUOG="), ("MZXW6YTB", "CPNMUOJ1"), ("MZXW6YTBOI======", "CPNMUOJ1E8======"),
    ]

    static let rows: [Row] =
        vectors.flatMap { plain, hex -> [Row] in
            let bare = String(plain.prefix { $0 != "=" })
            return [
                .accepts(.text(plain), Self.plain), .accepts(.text(hex), Self.hex), .accepts(.text(plain), free),
                .accepts(.text(bare), free), .accepts(.text(bare), Self.bare),
                .accepts(.text(bare.lowercased()), Self.bare),
            ]
        } + [
            .rejects("MZXW6", plain, "base32.invalid"), .rejects("my======", plain, "base32.invalid"),
            .rejects("MY=====", plain, "base32.invalid"), .rejects("MY=======", plain, "base32.invalid"),
            .rejects("MY=====", free, "base32.invalid"), .rejects("MY======", bare, "base32.invalid"),
            .rejects("M", free, "base32.invalid"), .rejects("MZX", free, "base32.invalid"),
            .rejects("MZXW6Y", free, "base32.invalid"), .rejects("========", plain, "base32.invalid"),
            .rejects("=", free, "base32.invalid"), .rejects("MZXW6YT1", plain, "base32.invalid"),
            .rejects("MZXW6YT8", plain, "base32.invalid"), .rejects("CPNMUOJW", hex, "base32.invalid"),
            .rejects("MZXW 6YTB", plain, "base32.invalid"), .rejects("MZXW6YTB\n", plain, "base32.invalid"),
            .rejects("M=XW6YTB", plain, "base32.invalid"), .rejects("MZXW6YT\u{C9}", plain, "base32.invalid"),
            // The bits after the end are not zero: second spellings of the first four vectors.
            .rejects("MZ======", plain, "base32.invalid"), .rejects("MZXR====", plain, "base32.invalid"),
            .rejects("MZXW7===", plain, "base32.invalid"), .rejects("MZXW6YR=", plain, "base32.invalid"),
            .rejects(5, plain, "base32.invalid"), .rejects(nil, plain, "base32.invalid"),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("base32", ["padding": "option"]), "not one of required", suggestion: "optional").run()
    }
}
