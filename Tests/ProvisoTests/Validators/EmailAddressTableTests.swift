import Proviso
import Testing

/// The addresses that libraries were compared by, with our verdict: `email` as it is, and with `enableIDN`.
struct EmailAddressTableTests {
    struct Address: Sendable {
        let text: String
        let plain: Bool
        let international: Bool
        let location: SourceLocation
    }

    private static func both(_ text: String, at location: SourceLocation = #_sourceLocation) -> Address {
        Address(text: text, plain: true, international: true, location: location)
    }

    private static func idn(_ text: String, at location: SourceLocation = #_sourceLocation) -> Address {
        Address(text: text, plain: false, international: true, location: location)
    }

    private static func none(_ text: String, at location: SourceLocation = #_sourceLocation) -> Address {
        Address(text: text, plain: false, international: false, location: location)
    }

    private static func a(_ count: Int, _ letter: String = "b") -> String { String(repeating: letter, count: count) }

    static let table: [Address] = [
        both("user@example.com"), both("User@EXAMPLE.com"), none("user@example.com\n"), none("user@example.com "),
        none(" user@example.com"), none("user@localhost"), none("user@example"), none("user@[192.0.2.1]"),
        none("user@[IPv6:2001:db8::1]"), none("\"quoted local\"@example.com"), none("a..b@example.com"),
        none(".a@example.com"), none("a.@example.com"), both("user+tag@example.com"), both("o'brien@example.com"),
        idn("user@b\u{FC}cher.example"), both("user@xn--bcher-kva.example"), idn("user@B\u{DC}CHER.example"),
        idn("\u{7528}\u{6237}@\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}"), idn("\u{FC}ser@example.com"),
        idn("u\u{308}ser@example.com"), none("user@ex_ample.com"), none("user@-example.com"),
        none("user@example-.com"), none("user@example..com"), none("user@example.com."),
        both("\(a(64, "a"))@example.com"), none("\(a(65, "a"))@example.com"), none("\(a(33, "\u{E9}"))@example.com"),
        both("a@\(a(63)).\(a(63)).\(a(63)).com"), both("a@\(a(63)).\(a(63)).\(a(63)).\(a(55)).com"),
        none("user@\(a(64)).com"), both("user@example.c"), none("user@example.123"), none("user@123.45.67.89"),
        idn("user@fa\u{DF}.de"), none("user@exa\u{AD}mple.com"),
        idn("user@\u{FF45}\u{FF58}\u{FF41}\u{FF4D}\u{FF50}\u{FF4C}\u{FF45}.com"),
        // Easily taken for others, which is the business of `confusable`.
        idn("user@payp\u{430}l.com"), idn("\u{440}\u{430}ypal@example.com"), idn("\u{1F44D}@example.com"),
        none("user\u{200B}@example.com"), none("user\u{202E}@example.com"), idn("user@example\u{3002}com"),
        none("user @example.com"), none("user@exam ple.com"), none("Name <user@example.com>"),
        none("user@@example.com"), none("user"), none("@example.com"), none("user@"), none("a@b@c.com"),
        none("user@\u{2603}.net"), none("user@\u{1F600}.la"), none("user@xn--a"), none("user@xn--zzzzzz--.com"),
        none("user@example.com\0"), both("user%example.com@example.org"), none("user@\u{24D4}xample.com"),
        idn("\u{130}@example.com"), idn("\u{DF}@example.com"),
    ]

    @Test func verdicts() {
        for address in Self.table {
            let plain = EmailValidator().violation(of: .text(address.text))?.code
            #expect((plain == nil) == address.plain, sourceLocation: address.location)
            let international = EmailValidator(enableIDN: true).violation(of: .text(address.text))?.code
            #expect((international == nil) == address.international, sourceLocation: address.location)
        }
    }

    /// No two of them claim each other but those that differ in case or form alone.
    @Test func keysStayApart() {
        let keys = Dictionary(grouping: Self.table.compactMap { EmailAddress($0.text) }, by: \.foldedKey)
        let shared = keys.filter { $0.value.count > 1 }.keys.sorted()
        #expect(
            shared == ["user@example.com", "user@xn--bcher-kva.example", "\u{FC}ser@example.com"], "\(shared)")
    }

    @Test func theFormToStore() {
        #expect(EmailAddress("u\u{308}SER@B\u{DC}CHER.example")?.normalized == "\u{FC}SER@xn--bcher-kva.example")
        #expect(EmailAddress("\u{FB01}le@example.com")?.normalized == "\u{FB01}le@example.com")
    }
}
