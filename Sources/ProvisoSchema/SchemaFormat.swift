internal import ProvisoCore
internal import ProvisoMessages

/// A format that strings may be required to have.
struct SchemaFormat: Sendable {
    let name: String
    let accepts: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
    let code: Code
    let parameters: Parameters

    private init(
        _ name: String, _ code: Code = "match.invalid", _ parameters: Parameters? = nil,
        accepts: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Bool
    ) {
        (self.name, self.code, self.accepts) = (name, code, accepts)
        self.parameters =
            parameters ?? ["pattern": .text(""), "not": false, "kind": "named", "name": .text(name)]
    }

    private static func time(_ name: String, _ kind: DateKind, _ example: String) -> SchemaFormat {
        let parameters: Parameters = [
            "format": .text(kind.isoForm), "example": .text(example), "kind": .text(kind.word),
        ]
        return SchemaFormat(name, "date.invalid", parameters) {
            ISOReader.read($0, kind, strict: true, leapSeconds: true) != nil
        }
    }

    /// The format of a name; `nil` for one that the drafts do not define, which asserts nothing.
    static func named(_ name: String) -> SchemaFormat? { table[name] }

    static var names: [String] { all.map(\.name) }

    private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let all: [SchemaFormat] = [
        time("date", .date, "2026-12-31"), time("time", .time, "23:59:00Z"),
        time("date-time", .datetime, "2026-12-31T23:59:00Z"),
        SchemaFormat("duration") { FormatGrammar.isDuration($0) },
        SchemaFormat("email", "email.invalid", [:]) { FormatGrammar.isMailbox($0, international: false) },
        SchemaFormat("idn-email", "email.invalid", [:]) { FormatGrammar.isMailbox($0, international: true) },
        SchemaFormat("hostname", "hostname.invalid", [:]) { FormatGrammar.isHost($0, international: false) },
        SchemaFormat("idn-hostname", "hostname.invalid", [:]) { FormatGrammar.isHost($0, international: true) },
        SchemaFormat("ipv4", "ip.invalid", [:]) { IPAddress($0).map { !$0.isVersion6 } ?? false },
        SchemaFormat("ipv6", "ip.invalid", [:]) { bytes in
            IPAddress(bytes).map { $0.isVersion6 && $0.zoneStart == bytes.count } ?? false
        },
        SchemaFormat("uri") { URIGrammar.accepts($0, international: false, relative: false) },
        SchemaFormat("uri-reference") { URIGrammar.accepts($0, international: false, relative: true) },
        SchemaFormat("iri") { URIGrammar.accepts($0, international: true, relative: false) },
        SchemaFormat("iri-reference") { URIGrammar.accepts($0, international: true, relative: true) },
        SchemaFormat("uri-template") { FormatGrammar.isTemplate($0) },
        SchemaFormat("uuid", "uuid.invalid", [:]) { UuidValidator.hasForm($0) },
        SchemaFormat("json-pointer") { FormatGrammar.isPointer($0[...]) },
        SchemaFormat("relative-json-pointer") { FormatGrammar.isRelativePointer($0) },
        SchemaFormat("regex") { SchemaPattern.isRegex(String(decoding: $0, as: UTF8.self)) },
    ]
}

/// The forms of strings that only schemas name.
enum FormatGrammar {
    /// A duration by RFC 3339, appendix A: units in their order without gaps, or weeks alone.
    static func isDuration(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "P"), text.count > 1 else { return false }
        let parts = text[1...].split(separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 1, units(parts[0]) == [UInt8(ascii: "W")] { return true }
        let (days, times) = (units(parts[0]), parts.count == 2 ? units(parts[1]) : nil)
        if parts.count == 2 {
            guard let times, isRun(times, of: "HMS") else { return false }
            return parts[0].isEmpty || days.map { isRun($0, of: "YMD") } ?? false
        }
        return days.map { isRun($0, of: "YMD") } ?? false
    }

    /// The units after the numbers; `nil` if there are others, or something else.
    private static func units(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        var units: [UInt8] = []
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isDigit }
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, let unit = rest.popFirst() else { return nil }
            units.append(unit)
        }
        return units
    }

    private static func isRun(_ units: [UInt8], of all: String) -> Bool {
        let all = Array(all.utf8)
        guard let first = units.first, let start = all.firstIndex(of: first) else { return false }
        return all[start...].starts(with: units)
    }

    /// An address by RFC 5321, with quoted local parts and address literals, or by RFC 6531.
    static func isMailbox(_ text: UnsafeBufferPointer<UInt8>, international: Bool) -> Bool {
        guard let at = text.lastIndex(of: UInt8(ascii: "@")), at > 0, at <= 64 else { return false }
        var (local, domain) = (
            String(decoding: text[..<at], as: UTF8.self), String(decoding: text[(at + 1)...], as: UTF8.self)
        )
        if local.hasPrefix("\"") {
            guard isQuoted(local, international: international) else { return false }
            local = "quoted"
        }
        if domain.hasPrefix("["), domain.hasSuffix("]") {
            let literal = domain.dropFirst().dropLast()
            let isTagged = literal.lowercased().hasPrefix("ipv6:")
            guard let address = IPAddress(String(isTagged ? literal.dropFirst(5) : literal)) else { return false }
            if address.isVersion6 != isTagged { return false }
            domain = "example.com"
        }
        var address = "\(local)@\(domain)"
        return address.withUTF8 { EmailValidator(enableIDN: international).isAddress($0) }
    }

    private static func isQuoted(_ local: String, international: Bool) -> Bool {
        guard local.utf8.count > 1, local.hasSuffix("\"") else { return false }
        var isEscaped = false
        for byte in local.utf8.dropFirst().dropLast() {
            if byte < 0x20 || byte == 0x7F || byte >= 0x80 && !international { return false }
            if byte == UInt8(ascii: "\""), !isEscaped { return false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return !isEscaped
    }

    static func isHost(_ text: UnsafeBufferPointer<UInt8>, international: Bool) -> Bool {
        guard text.allSatisfy({ $0 < 0x80 }) || international else { return false }
        let plain = HostGrammar.labels(text)
        if plain.count > 0, !plain.hasDoubledHyphen { return true }
        // Of ASCII names only those with reserved labels have more to them.
        if plain.count == 0, text.allSatisfy({ $0 < 0x80 }) { return false }
        return DomainName.withASCII(text, international ? .international : .plain) {
            HostGrammar.labels($0).count > 0
        } ?? false
    }

    static func isPointer(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = text.first else { return true }
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "~"), rest.first != UInt8(ascii: "0"), rest.first != UInt8(ascii: "1") {
                return false
            }
        }
        return first == UInt8(ascii: "/")
    }

    static func isRelativePointer(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = text.prefix { $0.isDigit }
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return false }
        let rest = text.dropFirst(digits.count)
        return rest.elementsEqual([UInt8(ascii: "#")]) || isPointer(rest)
    }

    /// A template by RFC 6570.
    static func isTemplate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch Unicode.Scalar(byte) {
            case "{":
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")), isExpression(rest[..<end]) else { return false }
                rest = rest[(end + 1)...]
            case "%":
                guard rest.count > 1, rest.prefix(2).allSatisfy({ $0.isHexDigit }) else { return false }
            case "}", "<", ">", "\\", "^", "`", "|", "\"": return false
            default: if byte <= 0x20 || byte == 0x7F { return false }
            }
        }
        return true
    }

    private static func isExpression(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let hasOperator = text.first.map { "+#./;?&=,!@|".utf8.contains($0) } ?? false
        let variables = hasOperator ? text.dropFirst() : text
        return variables.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy { variable in
            if variable.last == UInt8(ascii: "*") { return isVariable(variable.dropLast()) }
            guard let colon = variable.firstIndex(of: UInt8(ascii: ":")) else { return isVariable(variable) }
            let digits = variable[(colon + 1)...]
            return isVariable(variable[..<colon]) && (1...4).contains(digits.count) && digits.allSatisfy { $0.isDigit }
                && digits.first != UInt8(ascii: "0")
        }
    }

    private static func isVariable(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            var rest = part
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%") {
                    guard rest.count > 1, rest.prefix(2).allSatisfy({ $0.isHexDigit }) else { return false }
                    rest = rest.dropFirst(2)
                } else if !byte.isLetterOrDigit, byte != UInt8(ascii: "_") {
                    return false
                }
            }
            return !part.isEmpty
        }
    }
}

/// URIs by RFC 3986, and international ones by RFC 3987.
enum URIGrammar {
    private typealias Part = Slice<UnsafeBufferPointer<UInt8>>

    static func accepts(_ text: UnsafeBufferPointer<UInt8>, international: Bool, relative: Bool) -> Bool {
        var rest = text[...]
        func cut(_ sign: Character) -> Part? {
            guard let mark = rest.firstIndex(of: sign.asciiValue ?? 0) else { return nil }
            defer { rest = rest[..<mark] }
            return rest[(mark + 1)...]
        }
        let (fragment, query) = (cut("#"), cut("?"))
        for part in [fragment, query] where !(part.map { isText($0, "/?", international) } ?? true) { return false }
        let scheme = scheme(of: rest)
        if let scheme { rest = rest.dropFirst(scheme.count + 1) } else if !relative { return false }
        if rest.starts(with: "//".utf8) {
            let start = rest.dropFirst(2)
            let end = start.firstIndex(of: UInt8(ascii: "/")) ?? start.endIndex
            return isAuthority(start[..<end], international) && isText(start[end...], "/", international)
        }
        // Without a scheme, a colon in the first part would look like one.
        if scheme == nil, rest.prefix(while: { $0 != UInt8(ascii: "/") }).contains(UInt8(ascii: ":")) { return false }
        return isText(rest, "/", international)
    }

    private static func scheme(of text: Part) -> Part? {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let first = text.first,
            (first | 0x20).isLowercase
        else { return nil }
        let scheme = text[..<colon]
        return scheme.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) } ? scheme : nil
    }

    private static func isAuthority(_ text: Part, _ international: Bool) -> Bool {
        var host = text
        if let at = text.lastIndex(of: UInt8(ascii: "@")) {
            let user = text[..<at]
            if user.contains(UInt8(ascii: "@")) || !isText(user, "", international) { return false }
            host = text[(at + 1)...]
        }
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")), isLiteral(host[..<end].dropFirst()) else {
                return false
            }
            let port = host[(end + 1)...]
            return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { $0.isDigit }
        }
        let colon = host.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
        return isText(host[..<colon], "", international) && host[colon...].dropFirst().allSatisfy { $0.isDigit }
    }

    /// What is in brackets: an address of version 6, or of a later one.
    private static func isLiteral(_ text: Part) -> Bool {
        if let first = text.first, first | 0x20 == UInt8(ascii: "v") {
            let parts = text.dropFirst().split(
                separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && parts[0].allSatisfy { $0.isHexDigit } && !parts[1].isEmpty
                && isText(parts[1], "", false)
        }
        guard let address = IPAddress(String(decoding: text, as: UTF8.self)) else { return false }
        return address.isVersion6 && address.zoneStart == text.count
    }

    /// Whether all characters may be in a part that may have some more.
    private static func isText(_ text: Part, _ more: String, _ international: Bool) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            if byte >= 0x80 {
                if !international { return false }
            } else if byte == UInt8(ascii: "%") {
                guard rest.count > 1, rest.prefix(2).allSatisfy({ $0.isHexDigit }) else { return false }
            } else if !byte.isLetterOrDigit, !"-._~!$&'()*+,;=:@".utf8.contains(byte), !more.utf8.contains(byte) {
                return false
            }
        }
        return true
    }
}
