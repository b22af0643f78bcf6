import Proviso
import Testing

struct EmailValidatorTests {
    private static let named = EmailValidator(allowName: true)
    private static let idn = EmailValidator(enableIDN: true)
    private static let idnDomain = EmailValidator(enableIDN: true, enableLocalIDN: false)
    private static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

    static let rows: [Row] = [
        .accepts("user@example.com", EmailValidator()),
        .accepts("User+tag@EXAMPLE.com", EmailValidator()),
        .accepts("!#$%&'*+-/=?^_`.{|}~@example.com", EmailValidator()),
        .accepts("a@b.c", EmailValidator()),
        .accepts("user@xn--bcher-kva.example", EmailValidator()),
        .rejects("user@example.com\n", EmailValidator(), "email.invalid"),
        .rejects("user@example.com\0", EmailValidator(), "email.invalid"),
        .rejects("us\0er@example.com", EmailValidator(), "email.invalid"),
        .rejects(" user@example.com", EmailValidator(), "email.invalid"),
        .rejects("user@example.com ", EmailValidator(), "email.invalid"),
        .rejects("user@exam ple.com", EmailValidator(), "email.invalid"),
        .rejects("user@localhost", EmailValidator(), "email.invalid"),
        .rejects("user@[192.0.2.1]", EmailValidator(), "email.invalid"),
        .rejects("user@192.0.2.1", EmailValidator(), "email.invalid"),
        .rejects("user@example.123", EmailValidator(), "email.invalid"),
        .rejects("\"quoted\"@example.com", EmailValidator(), "email.invalid"),
        .rejects("a..b@example.com", EmailValidator(), "email.invalid"),
        .rejects(".a@example.com", EmailValidator(), "email.invalid"),
        .rejects("a.@example.com", EmailValidator(), "email.invalid"),
        .rejects("a@b@c.com", EmailValidator(), "email.invalid"),
        .rejects("@example.com", EmailValidator(), "email.invalid"),
        .rejects("user@", EmailValidator(), "email.invalid"),
        .rejects("@", EmailValidator(), "email.invalid"),
        .rejects("", EmailValidator(), "email.invalid"),
        .rejects("user@-example.com", EmailValidator(), "email.invalid"),
        .rejects("user@example-.com", EmailValidator(), "email.invalid"),
        .rejects("user@example.com-", EmailValidator(), "email.invalid"),
        .rejects("user@example..com", EmailValidator(), "email.invalid"),
        .rejects("user@example.com.", EmailValidator(), "email.invalid"),
        .rejects("user@ex_ample.com", EmailValidator(), "email.invalid"),
        .rejects("user@b\u{FC}cher.example", EmailValidator(), "email.invalid"),
        .rejects("\u{FC}ser@example.com", EmailValidator(), "email.invalid"),
        .rejects("Name <user@example.com>", EmailValidator(), "email.invalid"),
        .rejects(5, EmailValidator(), "email.invalid"),
        .rejects(["user@example.com"], EmailValidator(), "email.invalid"),
        .rejects(nil, EmailValidator(), "email.invalid"),
        .accepts(.text("\(a(64))@example.com"), EmailValidator()),
        .rejects(.text("\(a(65))@example.com"), EmailValidator(), "email.invalid"),
        .accepts(.text("user@\(a(63)).com"), EmailValidator()),
        .rejects(.text("user@\(a(64)).com"), EmailValidator(), "email.invalid"),
        .accepts(.text("a@\(a(63)).\(a(63)).\(a(63)).\(a(56)).com"), EmailValidator()),
        .rejects(.text("a@\(a(63)).\(a(63)).\(a(63)).\(a(57)).com"), EmailValidator(), "email.invalid"),
        .rejects(.text(a(1_000_000)), EmailValidator(), "email.invalid"),
        // The letter has three bytes, and six in normalization form C.
        .accepts(.text("\u{FB2C}\(a(19))@\(a(63)).\(a(63)).\(a(63)).\(a(32)).com"), idn),
        .rejects(.text("\u{FB2C}\(a(20))@\(a(63)).\(a(63)).\(a(63)).\(a(32)).com"), idn, "email.invalid"),
        .accepts("Ada Lovelace <ada@example.org>", named),
        .accepts("<ada@example.org>", named),
        .accepts("ada@example.org", named),
        .accepts("\u{410}\u{434}\u{430} <ada@example.org>", named),
        .rejects("Ada\r\nBcc: x <ada@example.org>", named, "email.invalid"),
        .rejects("a@b <ada@example.org>", named, "email.invalid"),
        .rejects("Ada <ada@example.org>\n", named, "email.invalid"),
        .rejects("Ada <ada@example.org> x", named, "email.invalid"),
        .accepts("user@b\u{FC}cher.example", idn),
        .accepts("user@B\u{DC}CHER.example", idn),
        .accepts("user@fa\u{DF}.de", idn),
        .accepts("\u{7528}\u{6237}@\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}", idn),
        .accepts("u\u{308}ser@example.com", idn),
        .accepts("user@xn--bcher-kva.example", idn),
        .rejects("user@xn--a.example", idn, "email.invalid"),
        .rejects("user@exa\u{AD}mple.com", idn, "email.invalid"),
        .rejects("user@\u{24D4}xample.com", idn, "email.invalid"),
        .rejects("user@\u{2603}.net", idn, "email.invalid"),
        .rejects("user@xn--n3h.net", idn, "email.invalid"),
        .rejects("user\u{200B}@example.com", idn, "email.invalid"),
        .rejects("user\u{202E}@example.com", idn, "email.invalid"),
        .rejects("us\u{A0}er@example.com", idn, "email.invalid"),
        .rejects("\u{301}user@example.com", idn, "email.invalid"),
        .rejects("user@b\u{FC}cher.example\n", idn, "email.invalid"),
        .rejects(.text("\(String(repeating: "\u{E9}", count: 33))@example.com"), idn, "email.invalid"),
        // What normalization makes of the part before the @ must be one, too.
        .rejects("me.\u{37E}@example.com", idn, "email.invalid"),
        .rejects("me\u{FE6B}x@example.com", idn, "email.invalid"),
        .rejects("me\u{2474}@example.com", idn, "email.invalid"),
        .rejects("me\u{B4}@example.com", idn, "email.invalid"),
        .rejects(.text(String(repeating: "\u{FB2C}", count: 21) + "@example.com"), idn, "email.invalid"),
        .accepts(.text(String(repeating: "\u{FB2C}", count: 10) + "@example.com"), idn),
        // One grammar of hosts, whatever the other labels are.
        .accepts("a@bc--de.f", EmailValidator()), .rejects("a@bc--de.f", idn, "email.invalid"),
        .rejects("a@bc--de.\u{E9}.f", idn, "email.invalid"), .accepts("a@\u{F40}\u{F0B}\u{F41}.com", idn),
        .rejects("a@\u{2776}.com", idn, "email.invalid"), .rejects("a@xn--example-.com", idn, "email.invalid"),
        .accepts("user@b\u{FC}cher.example", idnDomain),
        .rejects("\u{FC}ser@example.com", idnDomain, "email.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("email", ["timeout": 0]), "more than 0"),
            RefusedOptions(.type("email", ["timeout": 61]), "at most 60"),
            RefusedOptions(.type("email", ["checkDns": true]), "unknown option", suggestion: "checkDNS"),
            RefusedOptions(.type("email", ["enableIdn": true]), "unknown option", suggestion: "enableIDN"),
        ]
        for row in rows { row.run() }
    }

    struct Resolver: MailResolver {
        struct Unreachable: Error {}
        func acceptsMail(for domain: String, timeout: Duration) throws -> Bool {
            if domain == "down.example" { throw Unreachable() }
            return ["gmail.com", "xn--bcher-kva.example"].contains(domain)
        }
    }

    private func codes(_ text: String, _ body: Constraint) throws -> [String] {
        var registry = Registry.standard
        registry.services.resolver = Resolver()
        let plan = try Plan(RuleSet(rules: [Rule("a", body)]), registry: registry)
        return try plan.validate(["a": .text(text)]).violations.map(\.code.rawValue)
    }

    @Test func domainsAreLookedUp() throws {
        let body = Constraint.email(allowName: true, enableIDN: true, checkDNS: true)
        #expect(try codes("ada@gmail.com", body) == [])
        #expect(try codes("ada@GMAIL.com", body) == [])
        #expect(try codes("Ada <ada@gmail.com>", body) == [])
        #expect(try codes("ada@b\u{FC}cher.example", body) == [])
        #expect(try codes("ada@nonesuch.example", body) == ["email.domain"])
        #expect(try codes("ada@down.example", body) == ["rule.fault"])
        #expect(try codes("ada@@gmail.com", body) == ["email.invalid"])
        #expect(try codes("ada@nonesuch.example", .email) == [])
    }

    /// Whether there is a network or not, the answer is there when its time is over: without a limit, a resolver that
    /// cannot reach its server takes more than 20 seconds for the two.
    @Test func theSystemsResolverKeepsItsTime() {
        let start = ContinuousClock.now
        for domain in ["nonesuch.invalid", "a.invalid"] {
            let answer = try? SystemResolver().acceptsMail(for: domain, timeout: .milliseconds(300))
            #expect(answer != true)
        }
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(throws: ResolverError.self) { try SystemResolver().acceptsMail(for: "a.invalid", timeout: .zero) }
    }

    @Test func keysForComparing() {
        let rows: [(String, String?)] = [
            ("Ada@Example.COM", "ada@example.com"),
            ("ada+tag@example.com", "ada+tag@example.com"),
            ("\u{C4}da@example.com", "\u{E4}da@example.com"),
            ("A\u{308}da@example.com", "\u{E4}da@example.com"),
            ("ada@B\u{DC}CHER.example", "ada@xn--bcher-kva.example"),
            ("\u{3A3}\u{3C2}@example.com", "\u{3C3}\u{3C3}@example.com"),
            // What folds to ASCII would claim somebody else's address.
            ("\u{FB01}le@example.com", "\u{FB01}le@example.com"),
            ("\u{212A}evin@example.com", "\u{212A}evin@example.com"),
            ("\u{17F}am\u{C9}@example.com", "\u{17F}am\u{E9}@example.com"),
            ("stra\u{DF}e@example.com", "stra\u{DF}e@example.com"),
            ("stra\u{1E9E}e@example.com", "stra\u{DF}e@example.com"),
            ("STRA\u{1E9E}E@example.com", "stra\u{DF}e@example.com"),
            ("\u{17F}\u{307}@example.com", "\u{1E61}@example.com"), ("\u{1E9B}@example.com", "\u{1E61}@example.com"),
            ("\u{130}@example.com", "i\u{307}@example.com"),
            ("\u{131}@example.com", "\u{131}@example.com"),
            ("ada", nil), ("ada@", nil), ("a b@example.com", nil), ("Ada <ada@example.com>", nil),
        ]
        for (text, key) in rows {
            let found = EmailAddress(text)?.foldedKey
            #expect(found.map { Array($0.utf8) } == key.map { Array($0.utf8) }, "\(text) \(found ?? "")")
        }
        let address = EmailAddress("A\u{308}da@B\u{DC}CHER.example")
        #expect(address?.local == "A\u{308}da" && address?.domain == "xn--bcher-kva.example")
    }
}
