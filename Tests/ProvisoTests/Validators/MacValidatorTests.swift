import Proviso
import Testing

struct MacValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let any = try MacValidator()
        let dots = try MacValidator(separators: ["."])
        let bare = try MacValidator(separators: ["", ":"], bits: [48])
        let long = try MacValidator(bits: [64])
        return [
            .accepts("00:1b:63:84:45:e6", any),
            .accepts("00-1B-63-84-45-E6", any),
            .accepts("00:1b:63:ff:fe:84:45:e6", any),
            .rejects("00:1b-63:84:45:e6", any, "mac.invalid"),
            .rejects("00:1b:63:84:45", any, "mac.invalid"),
            .rejects("00:1b:63:84:45:e6:", any, "mac.invalid"),
            .rejects("00:1b:63:84:45:e6\n", any, "mac.invalid"),
            .rejects("00:1b:63:84:45:eg", any, "mac.invalid"),
            .rejects("001b:6384:45e6", any, "mac.invalid"),
            .rejects("001b.6384.45e6", any, "mac.invalid"),
            .rejects("001b638445e6", any, "mac.invalid"),
            .rejects("", any, "mac.invalid"),
            .rejects(5, any, "mac.invalid"),
            .accepts("001b.6384.45e6", dots),
            .accepts("001b.63ff.fe84.45e6", dots),
            .rejects("00:1b:63:84:45:e6", dots, "mac.invalid"),
            .accepts("001b638445e6", bare),
            .accepts("00:1b:63:84:45:e6", bare),
            .rejects("001b63fffe8445e6", bare, "mac.invalid"),
            .accepts("00:1b:63:ff:fe:84:45:e6", long),
            .rejects("00:1b:63:84:45:e6", long, "mac.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.mac(separators: ["/"]), "'/' is not one of"),
            RefusedOptions(.mac(separators: []), "at least one"),
            RefusedOptions(.mac(bits: [32]), "48, 64 or a list"),
            RefusedOptions(.mac(bits: []), "48, 64 or a list"),
        ]
        for row in rows { row.run() }
    }
}
