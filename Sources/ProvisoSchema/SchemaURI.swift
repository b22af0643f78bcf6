/// A URI, or a reference that is relative to one, by RFC 3986.
struct SchemaURI: Hashable, Sendable {
    private(set) var scheme: String?
    private(set) var authority: String?
    private(set) var path = ""
    private(set) var query: String?
    /// What follows `#`, with its percent signs.
    var fragment: String?

    /// Splits a reference into its parts; any string has some.
    init(_ text: String) {
        var rest = Substring(text)
        if let mark = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let start = rest.dropFirst(2)
            let end = start.firstIndex(of: "/") ?? start.endIndex
            authority = String(start[..<end])
            rest = start[end...]
        }
        path = String(rest)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
    }

    /// The URI that the reference means where `base` is the URI of what it is in.
    func resolved(against base: SchemaURI) -> SchemaURI {
        var result = self
        if scheme == nil {
            result.scheme = base.scheme
            if authority == nil {
                result.authority = base.authority
                if path.isEmpty {
                    result.path = base.path
                    result.query = query ?? base.query
                } else if !path.hasPrefix("/") {
                    result.path = base.merged(path)
                }
            }
        }
        if result.path != base.path || !path.isEmpty { result.path = Self.withoutDots(result.path) }
        return result
    }

    private func merged(_ relative: String) -> String {
        if path.isEmpty { return authority == nil ? relative : "/\(relative)" }
        guard let slash = path.lastIndex(of: "/") else { return relative }
        return path[...slash] + relative
    }

    /// The path without the parts `.` and `..`.
    private static func withoutDots(_ path: String) -> String {
        guard path.contains(".") else { return path }
        var parts: [Substring] = []
        let all = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, part) in all.enumerated() {
            let isLast = index == all.count - 1
            if part == "." || part == ".." {
                if part == "..", parts.count > 1 || parts.first.map({ !$0.isEmpty }) ?? false { parts.removeLast() }
                if isLast { parts.append("") }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// The same without its fragment.
    var document: SchemaURI {
        var uri = self
        uri.fragment = nil
        return uri
    }

    /// Whether it says where it begins: only then it names a document.
    var isAbsolute: Bool { scheme != nil }

    /// The fragment with its escaped characters, `nil` if there is none or it is empty.
    var decodedFragment: String? { fragment.flatMap { $0.isEmpty ? nil : Self.decoded($0) } }

    /// A string with its percent signs decoded.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count > 1
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SchemaURI: CustomStringConvertible {
    var description: String {
        (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path + (query.map { "?\($0)" } ?? "")
            + (fragment.map { "#\($0)" } ?? "")
    }
}

extension JSONSchema {
    /// A fragment of a reference with its percent signs decoded.
    package static func decoded(_ fragment: String) -> String { SchemaURI.decoded(fragment) }
}
