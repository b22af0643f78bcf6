import Proviso
import Testing

struct Base64ValidatorTests {
    private static let plain = Base64Validator()
    private static let free = Base64Validator(padding: .optional)
    private static let bare = Base64Validator(url: true, padding: .forbidden)

    static let rows: [Row] = [
        .accepts("", plain),
        .accepts("Zg==", plain),
        .accepts("Zm8=", plain),
        .accepts("Zm9vYmFy", plain),
        .accepts("+/+/", plain),
        .rejects("-_-_", plain, "base64.invalid"),
        .rejects("Zg", plain, "base64.invalid"),
        .rejects("Zg=", plain, "base64.invalid"),
        .rejects("Zg===", plain, "base64.invalid"),
        .rejects("Zm9v====", plain, "base64.invalid"),
        .rejects("Z", plain, "base64.invalid"),
        .rejects("====", plain, "base64.invalid"),
        .rejects("=", plain, "base64.invalid"),
        .rejects("Zg==\n", plain, "base64.invalid"),
        .rejects("Zm9v Zm9v", plain, "base64.invalid"),
        .rejects("Zm=v", plain, "base64.invalid"),
        // The bits behind the end are not zero: a second spelling of "f" and of "fo".
        .rejects("Zh==", plain, "base64.invalid"),
        .rejects("Zm9=", plain, "base64.invalid"),
        .rejects("Zm\u{F6}=", plain, "base64.invalid"),
        .rejects(5, plain, "base64.invalid"),
        .accepts("Zg", free),
        .accepts("Zg==", free),
        .rejects("Zg=", free, "base64.invalid"),
        .accepts("-_-_Zg", bare),
        .rejects("-_-_Zg==", bare, "base64.invalid"),
        .rejects("+/+/", bare, "base64.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("base64", ["padding": "option"]), "one of required", suggestion: "optional").run()
    }
}
