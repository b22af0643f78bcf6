internal import Proviso

/// An open rule file.
struct TextDocument: Sendable {
    let uri: String
    let path: String
    var version: Int?
    private(set) var lines: LineTable
    private(set) var outline: RuleOutline
    /// The problems of the last check.
    var problems: [RuleProblem] = []
    /// Whether advice is among the diagnostics that the editor shows.
    var showsAdvice = false
    /// The plan of the last check without errors, and its rule set.
    var plan: Plan?
    /// The files that the last check found problems in, besides this one.
    var others: Set<String> = []
    /// The files that the last check read, with their plain paths.
    var files: Set<String> = []

    init(uri: String, text: String, version: Int?) {
        (self.uri, self.version) = (uri, version)
        path = FileURI.path(uri)
        lines = LineTable(text)
        outline = RuleOutline(lines.bytes)
    }

    /// Makes the changes of a `didChange` in their order.
    mutating func change(_ changes: [AnyValue], in unit: ColumnUnit) {
        for change in changes {
            guard case .text(let text)? = change["text"] else { continue }
            guard let range = change["range"].flatMap({ self.range($0, in: unit) }) else {
                lines = LineTable(text)
                continue
            }
            var bytes = lines.bytes
            bytes.replaceSubrange(range, with: text.utf8)
            lines = LineTable(String(decoding: bytes, as: UTF8.self))
        }
        outline = RuleOutline(lines.bytes)
    }

    /// The bytes of a range of the protocol; `nil` if it is none.
    func range(_ value: AnyValue, in unit: ColumnUnit) -> Range<Int>? {
        guard let start = value["start"].flatMap({ offset($0, in: unit) }),
            let end = value["end"].flatMap({ offset($0, in: unit) })
        else { return nil }
        return min(start, end)..<max(start, end)
    }

    /// The byte of a position of the protocol; `nil` if it is none.
    func offset(_ value: AnyValue, in unit: ColumnUnit) -> Int? {
        guard let line = value["line"]?.int, let column = value["character"]?.int else { return nil }
        return lines.offset(line: line, column: column, in: unit)
    }
}

/// Paths as `file:` URIs.
enum FileURI {
    /// The path of a URI; another URI is its own path.
    static func path(_ uri: String) -> String {
        guard uri.hasPrefix("file://") else { return uri }
        let path = uri.dropFirst("file://".count).drop { $0 != "/" }
        var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], path.utf8)
        while let byte = rest.popFirst() {
            let code =
                byte == UInt8(ascii: "%") ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) : nil
            if code != nil { rest = rest.dropFirst(2) }
            bytes.append(code ?? byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func uri(_ path: String) -> String {
        var uri = "file://"
        for byte in path.utf8 {
            if byte < 0x80, byte.isNamePart || "/-.~".utf8.contains(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                uri += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return uri
    }

    /// The directory of a path.
    static func directory(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// An absolute path without `.` and `..`.
    static func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", !parts.isEmpty { parts.removeLast() } else if part != ".." { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The path of a file that another one includes.
    static func included(_ name: String, by path: String) -> String {
        plain(name.hasPrefix("/") ? name : "\(directory(path))/\(name)")
    }
}
