/// The path of an attribute: `address.city`, or `items.*.sku` for every item.
public struct ValuePath: Sendable, Hashable, CustomStringConvertible {
    /// One step of a path.
    public enum Component: Sendable, Hashable {
        /// The key of an object's member.
        case key(String)
        /// The position of a list's item, from 0.
        case index(Int)
        /// Every item of a list, or every member of an object.
        case each
    }

    /// How rules write the path of the record itself.
    package static let record = "."

    /// The components, from the outside in.
    public var components: [Component]

    /// Creates a path.
    public init(_ components: [Component]) {
        self.components = components
    }

    /// Reads a path as rules write it: names separated by dots, `*` for every item.
    ///
    /// A number is a member's name, and where a list is the position of an item, from 0. `.` is the record itself.
    /// After a backslash, a character that has a meaning in paths is part of the name: `log\\.level`.
    public init(_ text: String) {
        components = text == Self.record ? [] : PathText.parts(of: text).map { PathText.component($0) }
    }

    /// The position that a part of a path stands for where a list is, by RFC 6901: digits without leading zeros.
    package static func position(_ part: String) -> Int? {
        let digits = part.utf8
        guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            digits.count == 1 || digits.first != 0x30
        else { return nil }
        return Int(part)
    }

    package func appending(_ component: Component) -> ValuePath { ValuePath(components + [component]) }

    /// The path as rules write it; `ValuePath` reads it again as the same path.
    public var description: String {
        components.enumerated().map { index, component in
            switch component {
            case .key(let key): PathText.escaped(key, isFirst: index == 0)
            case .index(let index): String(index)
            case .each: "*"
            }
        }.joined(separator: ".")
    }

    /// The keys with dots between them, as a table names its columns: nothing is escaped.
    package var column: String {
        components.map { component in
            switch component {
            case .key(let key): key
            case .index(let index): String(index)
            case .each: "*"
            }
        }.joined(separator: ".")
    }

    /// The path that the name of a column is, if no rule has a key with a dot: each dot leads into an object.
    package init(column: String) {
        components = column.split(separator: ".", omittingEmptySubsequences: false).map { .key(String($0)) }
    }

    /// A path as it is printed, however it was written: characters that need no backslash lose it.
    package static func canonical(_ name: String) -> String {
        guard name.utf8.contains(PathText.escape) else { return name }
        return name.hasPrefix("!") ? "!" + ValuePath(String(name.dropFirst())).description : ValuePath(name).description
    }

    /// The path as a JSON Pointer (RFC 6901), such as `/items/3/sku`.
    public var pointer: String {
        components.reduce(into: "") { pointer, component in
            switch component {
            case .key(let key): pointer += "/" + Self.escape(key)
            case .index(let index): pointer += "/\(index)"
            case .each: pointer += "/*"
            }
        }
    }

    private static func escape(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        // By scalars: a slash with a combining accent is one character, but still a slash.
        return key.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "~": result += "~0"
            case "/": result += "~1"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension ValuePath {
    /// Reads a JSON Pointer (RFC 6901); positions are read as keys, which look the same.
    package init(pointer: String) {
        let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        self.init(parts.map { .key(Self.unescape($0)) })
    }

    private static func unescape(_ part: Substring) -> String {
        guard part.utf8.contains(UInt8(ascii: "~")) else { return String(part) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in part.utf8 {
            switch (isEscaped, byte) {
            case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
            case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
            case (false, UInt8(ascii: "~")): break
            default: bytes.append(byte)
            }
            isEscaped = !isEscaped && byte == UInt8(ascii: "~")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
