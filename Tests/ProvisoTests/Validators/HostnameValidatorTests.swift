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
        // Valid by the exceptions of RFC 5892: the tsheg of Tibetan, two Sindhi signs, the Han zero.
        .accepts("\u{F40}\u{F0B}\u{F41}.com", idn), .accepts("\u{6FD}\u{6FE}", idn),
        .accepts("\u{DF}\u{3C2}\u{F0B}\u{3007}", idn),
        // Disallowed, whatever their category is.
        .rejects("\u{2776}\u{2777}.com", idn, "hostname.invalid"), .rejects("\u{3031}.com", idn, "hostname.invalid"),
        .rejects("\u{640}\u{628}.com", idn, "hostname.invalid"),
        .rejects("\u{C2E4}\u{302E}.kr", idn, "hostname.invalid"),
        .rejects("\u{12400}.com", idn, "hostname.invalid"), .rejects("\u{1100}.com", idn, "hostname.invalid"),
        .rejects("a\u{20DD}.com", idn, "hostname.invalid"), .rejects("a\u{FE0F}.com", idn, "hostname.invalid"),
        // Mapping would show another name than is used.
        .rejects("\u{2460}\u{2461}.com", idn, "hostname.invalid"), .rejects("a\u{B2}.com", idn, "hostname.invalid"),
        .rejects("a\u{207F}.com", idn, "hostname.invalid"), .rejects("\u{BD}.com", idn, "hostname.invalid"),
        .accepts("\u{FF41}\u{FF11}.com", idn), .accepts("\u{FB01}x\u{3002}com", idn),
        // Hyphens at the third and fourth place: the same answer whatever the other labels are.
        .accepts("bc--de.f", plain), .rejects("bc--de.f", idn, "hostname.invalid"),
        .rejects("bc--de.\u{E9}.f", idn, "hostname.invalid"), .rejects("b\u{E9}--e.f", idn, "hostname.invalid"),
        .accepts("b--d.f", idn), .accepts("bcd--e.\u{E9}.f", idn),
        // Labels that say they are international are looked into, with and without the option.
        .rejects("xn--X", plain, "hostname.invalid"), .rejects("xn--a.example", plain, "hostname.invalid"),
        .rejects("www.XN--AA---o47jg78q.com", plain, "hostname.invalid"),
        .rejects("xn--n3h.net", plain, "hostname.invalid"), .accepts("xn--bcher-kva.r3---sn.example", plain),
        .rejects("xn--example-", plain, "hostname.invalid"), .rejects("xn--example-", idn, "hostname.invalid"),
        .rejects("xn---9uc", idn, "hostname.invalid"), .rejects("xn--", plain, "hostname.invalid"),
        // Joiners and context.
        .accepts("\u{915}\u{94D}\u{200D}\u{937}", idn), .rejects("\u{915}\u{200D}\u{937}", idn, "hostname.invalid"),
        .accepts("l\u{B7}l", idn), .rejects("a\u{B7}l", idn, "hostname.invalid"),
        .rejects("\u{628}\u{660}\u{6F0}", idn, "hostname.invalid"), .rejects("0a.\u{5D0}", idn, "hostname.invalid"),
        .rejects("example.com\u{3002}", idn, "hostname.invalid"), .rejects("*.example.com", plain, "hostname.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("hostname", ["minLabels": 128]), "no name has more").run()
    }
}
