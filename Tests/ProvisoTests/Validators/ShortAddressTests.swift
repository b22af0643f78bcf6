import Proviso
import Testing

/// Addresses of up to 64 bytes are judged all bytes at once: that must not change what passes.
struct ShortAddressTests {
    @Test func mailAddressesAreThoseOfTheGrammar() throws {
        var generator = Generator(seed: 11)
        let validator = EmailValidator()
        var passed = 0
        for _ in 0..<20_000 {
            let local = Self.text(of: ["a", "7", "b", ".", ".", "~", "_", "a", "\"", "@"], &generator)
            let text = local + "@" + Self.text(of: ["a", "7", "b", ".", ".", "-", "a", "_", "\u{E9}"], &generator)
            let isAddress = Self.isMailAddress(text)
            if isAddress { passed += 1 }
            #expect(validator.violations(of: .text(text)).isEmpty == isAddress, "\(text)")
        }
        #expect(passed > 300)
    }

    @Test func webAddressesAreThoseOfTheGrammar() throws {
        var generator = Generator(seed: 12)
        let validator = try UrlValidator()
        var passed = 0
        for _ in 0..<20_000 {
            let text =
                "http://"
                + Self.text(
                    of: ["a", "7", "b", ".", "-", "_", ":", "/", "?", "#", "@", " ", "%", "<", "0x", "\""],
                    &generator)
            let isAddress = Self.isWebAddress(text)
            if isAddress { passed += 1 }
            #expect(validator.violations(of: .text(text)).isEmpty == isAddress, "\(text)")
        }
        #expect(passed > 200)
    }

    /// One grammar of hosts: what `email` takes for a domain is a host name of two labels, and a host of `url`.
    @Test func hostsAreTheSameInAllRuleTypes() throws {
        var generator = Generator(seed: 13)
        let (hostname, email, url) = (HostnameValidator(minLabels: 2), EmailValidator(), try UrlValidator())
        var passed = 0
        for _ in 0..<20_000 {
            let name = Self.text(of: ["a", "7", "b", ".", ".", "-", "aB3", "_"], &generator)
            let isHost = hostname.violations(of: .text(name)).isEmpty
            if isHost { passed += 1 }
            #expect(email.violations(of: .text("a@\(name)")).isEmpty == isHost, "\(name)")
            if isHost { #expect(url.violations(of: .text("http://\(name)/")).isEmpty, "\(name)") }
        }
        #expect(passed > 300)
    }

    /// Mostly plain pieces, so that a fair share passes; now and then longer than 64 bytes.
    private static func text(of pieces: [String], _ generator: inout Generator) -> String {
        let count = generator.below(generator.below(10) == 0 ? 70 : 10)
        return (0..<count).map { _ in generator.below(10) < 6 ? pieces[0] : generator.pick(pieces) }.joined()
    }

    private static func isMailAddress(_ text: String) -> Bool {
        let sides = text.split(separator: "@", omittingEmptySubsequences: false)
        guard sides.count == 2, text.utf8.count <= 254, sides[0].utf8.count <= 64 else { return false }
        let atom = Set("abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~")
        let pieces = sides[0].split(separator: ".", omittingEmptySubsequences: false)
        guard pieces.allSatisfy({ !$0.isEmpty && $0.allSatisfy(atom.contains) }) else { return false }
        let labels = sides[1].split(separator: ".", omittingEmptySubsequences: false)
        let name = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        return labels.count > 1
            && labels.allSatisfy {
                !$0.isEmpty && $0.count < 64 && $0.allSatisfy(name.contains) && $0.first != "-" && $0.last != "-"
            } && labels.last?.allSatisfy { ("0"..."9").contains($0) } == false
    }

    private static func isWebAddress(_ text: String) -> Bool {
        let rest = text.dropFirst("http://".count)
        guard rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F && !"\"<>".contains(Character($0)) })
        else { return false }
        let host = rest.prefix { !":/?#".contains($0) }
        let name = Set("abcdefghijklmnopqrstuvwxyz0123456789-_")
        let labels = (host.last == "." ? host.dropLast() : host).split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1,
            labels.allSatisfy({
                $0.allSatisfy(name.contains) && $0.first.map { !"-_".contains($0) } == true && $0.last != "-"
                    && $0.count < 64
            }), labels.last.map({ number($0) == nil }) == true || isNumericAddress(labels.map { number($0) })
        else { return false }
        let tail = rest.dropFirst(host.count)
        guard tail.first == ":" else { return true }
        let port = tail.dropFirst().prefix { ("0"..."9").contains($0) }
        let next = tail.dropFirst(1 + port.count).first
        return UInt16(port) != nil && (next == nil || "/?#".contains(next ?? " "))
    }

    /// What a label stands for in an address, as in C; nil for a name.
    private static func number(_ label: Substring) -> Double? {
        if label.hasPrefix("0x") { return label.count == 2 ? 0 : Int(label.dropFirst(2), radix: 16).map { Double($0) } }
        guard label.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        if !label.hasPrefix("0") { return Double(label) }
        // Digits alone make it a number, but not one that stands for anything.
        return label.count == 1 ? 0 : Int(label, radix: 8).map { Double($0) } ?? .infinity
    }

    private static func isNumericAddress(_ numbers: [Double?]) -> Bool {
        guard numbers.count <= 4, let last = numbers.last, let last else { return false }
        return numbers.dropLast().allSatisfy { $0.map { $0 < 256 } == true }
            && (0..<(5 - numbers.count)).reduce(1.0) { size, _ in size * 256 } > last
    }
}
