import Proviso
import Testing

struct PasswordStrengthValidatorTests {
    private static let usual = PasswordStrengthValidator()
    private static let long = PasswordStrengthValidator(minLength: 15, minClasses: 1, maxRepeats: 64)

    static let rows: [Row] = [
        .accepts("Tr0ub4dor", usual), .accepts("correct Horse 1", usual),
        .accepts("\u{44F}\u{42F}9\u{44F}\u{44F}\u{44F}xyz", usual),
        .accepts("\u{5BC6}\u{7801}Aa\u{5BC6}\u{7801}\u{5BC6}\u{7801}", usual),
        .rejects("Tr0ub4d", usual, "passwordStrength.tooShort", ["min": .integer(8)]),
        .rejects("troub4dor", usual, "passwordStrength.tooFewClasses", ["min": .integer(3)]),
        .rejects("Tr0uuuub4dor", usual, "passwordStrength.tooManyRepeats", ["max": .integer(3)]),
        .accepts("Tr0uuub4dor", usual),
        .rejects("Password123", usual, "passwordStrength.common"),
        .rejects("P@ssw0rd", usual, "passwordStrength.common"),
        .accepts("Password123", PasswordStrengthValidator(allowCommon: true)),
        .rejects(12_345_678, usual, "passwordStrength.type"),
        .rejects(nil, usual, "passwordStrength.type"),
        .accepts("correct horse battery", long),
        .rejects("correct horse", long, "passwordStrength.tooShort", ["min": .integer(15)]),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func reportsEverythingAtOnce() {
        let codes = Self.usual.violations(of: "111111").map(\.code)
        #expect(
            codes == [
                "passwordStrength.tooShort", "passwordStrength.tooFewClasses", "passwordStrength.tooManyRepeats",
                "passwordStrength.common",
            ])
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("passwordStrength", ["minClasses": 5]), "expected 1 to 4 character classes, found 5").run()
        RefusedOptions(.type("passwordStrength", ["maxRepeats": 0]), "at least 1").run()
    }
}
