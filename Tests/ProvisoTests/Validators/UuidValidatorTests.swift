import Proviso
import Testing

struct UuidValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let any = try UuidValidator()
        let modern = try UuidValidator(versions: [4, 7])
        let withNil = try UuidValidator(allowNil: true)
        return [
            .accepts("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", any),
            .accepts("F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", any),
            .accepts("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", any),
            .accepts("320c3d4d-cc00-875b-8ec9-32d5f69181c0", any),
            .rejects("f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", any, "uuid.invalid"),
            .rejects("{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", any, "uuid.invalid"),
            .rejects("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae7dec11d0a76500a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-11d0-a765-00a0c91e6bg6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-91d0-a765-00a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-01d0-a765-00a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-11d0-c765-00a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-11d0-7765-00a0c91e6bf6", any, "uuid.invalid"),
            .rejects("f81d4fae-7dec-11d0-a765-00a0c91e6b\u{E9}", any, "uuid.invalid"),
            .rejects("ffffffff-ffff-ffff-ffff-ffffffffffff", any, "uuid.invalid"),
            .rejects("00000000-0000-0000-0000-000000000000", any, "uuid.invalid"),
            .accepts("00000000-0000-0000-0000-000000000000", withNil),
            .rejects("00000000-0000-0000-0000-000000000001", withNil, "uuid.invalid"),
            .rejects(5, any, "uuid.invalid"),
            .rejects(nil, any, "uuid.invalid"),
            .accepts("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", modern),
            .rejects(
                "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", modern, "uuid.version",
                ["versions": .list([.integer(4), .integer(7)])]),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() throws {
        let rows = [
            RefusedOptions(.uuid(versions: [9]), "9 is not a version"),
            RefusedOptions(.type("uuid", ["versions": "4"]), "an integer or a list"),
        ]
        for row in rows { row.run() }
        let plan = try Plan(RuleSet(rules: [Rule("a", .type("uuid", ["versions": 4]))]))
        #expect(
            try plan.validate(["a": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"]).violations.first?.code == "uuid.version")
    }
}
