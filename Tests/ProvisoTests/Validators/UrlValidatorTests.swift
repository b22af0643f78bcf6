import Proviso
import Testing

struct UrlValidatorTests {
    private static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

    static func rows() throws(OptionError) -> [Row] {
        let plain = try UrlValidator()
        let withDefault = try UrlValidator(defaultScheme: "https")
        let ftp = try UrlValidator(validSchemes: ["ftp", "git+ssh"])
        let idn = try UrlValidator(enableIDN: true)
        let long = "http://a.b/" + String(repeating: "x", count: 1988)
        return [
            .accepts("http://example.com", plain),
            .accepts("HTTPS://EXAMPLE.com:8080/a?b#c", plain),
            .accepts("http://example.com?x", plain),
            .accepts("http://1.2.3.4", plain),
            .accepts("http://a.b/\u{20AC}", plain),
            .accepts("http://a_b.c_.d/", plain),
            .rejects("http://a_b.c-.d/", plain, "url.invalid"), .rejects("http://example.co-", plain, "url.invalid"),
            .rejects("http://example.co-/", plain, "url.invalid"),
            .accepts("http://a.b:0", plain), .accepts("http://a.b:65535/", plain),
            .accepts("http://a.b:000080/", plain),
            .rejects("http://a.b:65536/", plain, "url.invalid"), .rejects("http://a.b:99999", plain, "url.invalid"),
            .rejects("http://a.b:18446744073709551696/", plain, "url.invalid"),
            // A host that ends in a number is an address or nothing.
            .accepts("http://255.255.255.255/", plain), .accepts("http://0x7f.1/", plain),
            .accepts("http://1.2.3", plain),
            .accepts("http://0Xc0.0250.01", plain), .accepts("http://1.2.3.4./", plain), .accepts("http://0x.0", plain),
            .rejects("http://256.256.256.256/", plain, "url.invalid"),
            .rejects("http://1.2.3.4.5", plain, "url.invalid"),
            .rejects("http://foo.09", plain, "url.invalid"), .rejects("http://1.2.3.08", plain, "url.invalid"),
            .rejects("http://foo.0x4", plain, "url.invalid"), .rejects("http://foo.0x4.:80", plain, "url.invalid"),
            .accepts("http://1.2.65535", plain), .rejects("http://1.2.65536", plain, "url.invalid"),
            .accepts("http://1.0x1g", plain), .accepts("http://3com.com", plain), .accepts("http://foo.4a", plain),
            .rejects("http://0x100000000.0", plain, "url.invalid"), .rejects("http://1..2", plain, "url.invalid"),
            // Labels of 63 bytes and hosts of 253.
            .accepts(.text("http://\(a(63)).com"), plain), .rejects(.text("http://\(a(64)).com"), plain, "url.invalid"),
            .accepts(.text("http://\(a(63)).\(a(63)).\(a(63)).\(a(61))/"), plain),
            .rejects(.text("http://\(a(63)).\(a(63)).\(a(63)).\(a(62))/"), plain, "url.invalid"),
            .accepts(.text("http://\(a(63)).\(a(63)).\(a(63)).\(a(61))./"), plain),
            .accepts("http://a.b./", plain), .accepts("http://example.com.", plain),
            .rejects("http://a.b../", plain, "url.invalid"), .rejects("http://localhost./", plain, "url.invalid"),
            // What ends the attribute or header an address is written to, or hides what it says.
            .rejects("http://a.b/\"x", plain, "url.invalid"), .rejects("http://a.b/<x>", plain, "url.invalid"),
            .rejects("http://a.b?>", plain, "url.invalid"), .rejects("http://a.b/\u{202E}x", plain, "url.invalid"),
            .rejects("http://a.b/\u{2066}x", plain, "url.invalid"),
            .rejects("http://a.b/\u{FFFE}", plain, "url.invalid"),
            .rejects("http://a.b/\u{1FFFF}", plain, "url.invalid"),
            .rejects(.text("http://a.b/" + a(70) + "<" + a(9)), plain, "url.invalid"),
            .rejects(.text("http://a.b/" + a(70) + "\"" + a(9)), plain, "url.invalid"),
            .accepts(.text("http://a.b/" + a(70) + "!#=?'{}|^`\\;:" + a(9)), plain),
            .accepts("http://a.b/%zz%", plain), .accepts("http://a.b/'{}|^`\\[]", plain),
            .accepts(.text(long), plain),
            .rejects(.text(long + "x"), plain, "url.invalid"),
            .rejects("http://example.com\n", plain, "url.invalid"),
            .rejects("http://example.com/\n", plain, "url.invalid"),
            .rejects("http://example.com/a b", plain, "url.invalid"),
            .rejects("http://example.com/\0", plain, "url.invalid"),
            .rejects("http://example.com/\u{A0}", plain, "url.invalid"),
            .rejects("http://example.com/\u{85}", plain, "url.invalid"),
            .rejects("\nhttp://example.com", plain, "url.invalid"),
            .rejects("http://example.com:", plain, "url.invalid"),
            .rejects("http://example.com:123456", plain, "url.invalid"),
            .rejects("http://example.com:80:80", plain, "url.invalid"),
            .rejects("http://example.com:80x", plain, "url.invalid"),
            .rejects("http://user:password@a.b", plain, "url.invalid"),
            .rejects("http://[::1]/", plain, "url.invalid"),
            .rejects("http://localhost", plain, "url.invalid"),
            .rejects("http://.a.b", plain, "url.invalid"),
            .rejects("http://-a.b", plain, "url.invalid"),
            .rejects("http://", plain, "url.invalid"),
            .rejects("://a.b", plain, "url.invalid"),
            .rejects("example.com", plain, "url.invalid"),
            .rejects("ftp://example.com", plain, "url.invalid"),
            .rejects("javascript:alert(1)//http://a.b", plain, "url.invalid"),
            .rejects("http://b\u{FC}cher.example", plain, "url.invalid"),
            .rejects("", plain, "url.invalid"),
            .rejects(5, plain, "url.invalid"),
            .rejects(["http://example.com"], plain, "url.invalid"),
            .accepts("example.com/a", withDefault, becomes: "https://example.com/a"),
            .accepts("http://example.com", withDefault),
            .rejects("exam ple.com", withDefault, "url.invalid"),
            .accepts("FTP://example.com", ftp),
            .accepts("git+ssh://example.com", ftp),
            .rejects("http://example.com", ftp, "url.invalid"),
            .accepts("http://b\u{FC}cher.example:80/", idn),
            .accepts("http://xn--bcher-kva.example", idn),
            .rejects("http://xn--a.example", idn, "url.invalid"),
            .rejects("http://\u{2603}.net", idn, "url.invalid"),
            .rejects("http://b\u{FC}cher", idn, "url.invalid"),
            // Hyphens at the third and fourth place, underscores: the same answer whatever the other labels are.
            .accepts("http://r3---sn.f", plain), .accepts("http://r3---sn.f", idn),
            .accepts("http://r3---sn.\u{E9}.f", idn),
            .accepts("http://a_b.f", idn), .accepts("http://a_b.\u{E9}.f", idn),
            .rejects("http://a.\u{E9}-", idn, "url.invalid"), .rejects("http://\u{2460}.com", idn, "url.invalid"),
            .rejects("http://b\u{E9}--e.f", idn, "url.invalid"), .accepts("http://b\u{FC}cher.example./", idn),
            .rejects("http://\u{FF11}.\u{FF12}.256.3", idn, "url.invalid"), .accepts("http://\u{FF11}.2.3.4", idn),
            .accepts("http://xn--a.example", plain), .accepts("http://xn--n3h.net", plain),
            .accepts("example.com/?next=http://a.com", withDefault, becomes: "https://example.com/?next=http://a.com"),
            .accepts("example.com#http://a.com", withDefault, becomes: "https://example.com#http://a.com"),
            .rejects("htp://example.com/?next=http://a.com", withDefault, "url.invalid"),
            .accepts(.text("a.b/" + a(1987)), withDefault, becomes: .text("https://a.b/" + a(1987))),
            .rejects(.text("a.b/" + a(1988)), withDefault, "url.invalid"),
        ]
    }

    /// Who reads the report learns which schemes the rule takes, and a message of the rule may say so.
    @Test func violationsNameTheSchemes() throws {
        let plan = try Plan(
            RuleSet(
                parsing: """
                    rules:
                      - [a, url, { validSchemes: https, message: "{attribute} must begin with {validSchemes}" }]
                      - [b, url]
                    """))
        let report = try plan.validate(["a": "http://example.com", "b": "ftp://example.com"])
        #expect(
            report.violations.map { $0.parameters["validSchemes"] } == [.list(["https"]), .list(["http", "https"])])
        #expect(plan.localizer(preferring: "en").texts(report).first == "A must begin with https")
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("url", ["validSchemes": ["http:"]]), "'http:' is not a scheme"),
            RefusedOptions(.type("url", ["validSchemes": []]), "at least one"),
            RefusedOptions(.type("url", ["validSchemes": [1]]), "expected a list of strings, found 1"),
            RefusedOptions(.url(defaultScheme: "htps"), "not one of the valid schemes", suggestion: "https"),
        ]
        for row in rows { row.run() }
    }
}
