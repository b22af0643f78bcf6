import Proviso
import Testing

struct HostnameValidatorTests {
    private static let plain = HostnameValidator()
    private static let dotted = HostnameValidator(minLabels: 2)
    private static let idn = HostnameValidator(enableIDN: true)
    private static let label = String(repeating: "a", count: 63)

    static let rows: [Row] = [
        .accepts("localhost", plain),
        .accepts("www.Example.com", plain),
        .accepts("3com.com", plain),
        .accepts("1.2.3.4a", plain),
        .accepts("xn--bcher-kva.example", plain),
        .accepts(.text(label), plain),
        .accepts(.text([label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")), plain),
        .rejects(
            .text([label, label, label, String(repeating: "b", count: 62)].joined(separator: ".")), plain,
            "hostname.invalid"),
        .rejects(.text(label + "a"), plain, "hostname.invalid"),
        .rejects(.text(label + "a.b"), plain, "hostname.invalid"),
        .rejects("1.2.3.4", plain, "hostname.invalid"),
        .rejects("example.com.", plain, "hostname.invalid"),
        .rejects(".example.com", plain, "hostname.invalid"),
        .rejects("a..b", plain, "hostname.invalid"),
        .rejects("-a.b", plain, "hostname.invalid"),
        .rejects("a-.b", plain, "hostname.invalid"),
        .rejects("a.b-", plain, "hostname.invalid"),
        .rejects("a_b.c", plain, "hostname.invalid"),
        .rejects("example.com\n", plain, "hostname.invalid"),
        .rejects("example.com:80", plain, "hostname.invalid"),
        .rejects("", plain, "hostname.invalid"),
        .rejects("b\u{FC}cher.example", plain, "hostname.invalid"),
        .rejects(5, plain, "hostname.invalid"),
        .accepts("a.b", dotted),
        .rejects("localhost", dotted, "hostname.tooFewLabels", ["min": .integer(2)]),
        .accepts("b\u{FC}cher.example", idn),
        .accepts("xn--bcher-kva.example", idn),
        .accepts("localhost", idn),
        .rejects("\u{2603}.net", idn, "hostname.invalid"),
        .rejects("xn--a.example", idn, "hostname.invalid"),
        .rejects("b\u{FC}cher.example\n", idn, "hostname.invalid"),
        .rejects(.text(String(repeating: "\u{FC}", count: 100_000)), idn, "hostname.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("hostname", ["minLabels": 128]), "no name has more").run()
    }
}
