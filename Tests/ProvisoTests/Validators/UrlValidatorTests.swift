import Proviso
import Testing

struct UrlValidatorTests {
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
            .accepts("http://a_b.c-.d/", plain),
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
            .rejects("http://a.b./", plain, "url.invalid"),
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
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("url", ["validSchemes": ["http:"]]), "'http:' is no scheme"),
            RefusedOptions(.type("url", ["validSchemes": []]), "at least one"),
            RefusedOptions(.type("url", ["validSchemes": [1]]), "must be a list of texts"),
            RefusedOptions(.url(defaultScheme: "htps"), "not among the valid schemes", suggestion: "https"),
        ]
        for row in rows { row.run() }
    }
}
