internal import JSONBridge
package import ProvisoABI
public import ProvisoMessages

extension ParameterValue {
    /// A value as a parameter; null and absent become an empty string, objects a list of their keys.
    public init(_ value: AnyValue) { self.init(value, depth: 0) }

    private init(_ value: AnyValue, depth: Int) {
        switch value {
        case .list where depth == AnyValue.maximumDepth: self = .text("…")
        case .absent, .null: self = .text("")
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .decimal(let text): self = .decimal(text)
        case .text(let text): self = .text(text)
        case .list(let items): self = .list(items.map { ParameterValue($0, depth: depth + 1) })
        case .object(let members): self = .list(members.map { .text($0.key) })
        }
    }

    /// A value as a violation shows it, cut where no message would show more of it: each violation keeps its own.
    package init(shown value: proviso_value) {
        var room = MessageLimit.bytes
        self.init(shown: value, room: &room, depth: 0)
    }

    private init(shown value: proviso_value, room: inout Int, depth: Int) {
        switch value.kindOrAbsent {
        case .list where depth < AnyValue.maximumDepth:
            self = .list(Self.shown(value.nodes, &room) { Self(shown: $0.value, room: &$1, depth: depth + 1) })
        case .object:
            self = .list(Self.shown(value.nodes, &room) { Self(shown: $0.keyBytes, room: &$1) })
        case .text, .bytes: self.init(shown: value.textBytes, room: &room)
        case .decimal where value.length > room: self.init(shown: value.textBytes, room: &room)
        case .list: self = .text("…")
        default: self.init(AnyValue(raw: value))
        }
    }

    private init(shown text: UnsafeBufferPointer<UInt8>, room: inout Int) {
        // One byte more than a message has: the message then says that it was cut.
        let length = MessageLimit.length(of: text, room: max(room, 0) + 4)
        room -= length
        let shown = String(decoding: text[..<length], as: UTF8.self)
        self = .text(length < text.count ? shown + "…" : shown)
    }

    private static func shown(
        _ items: UnsafeBufferPointer<prv_node>, _ room: inout Int, _ show: (prv_node, inout Int) -> Self
    ) -> [Self] {
        var shown: [Self] = []
        for item in items.prefix(MessageLimit.items + 1) where room >= 0 {
            room -= 1
            shown.append(show(item, &room))
        }
        return shown
    }

    /// A value that must be typed, as it is typed: numbers become text, so that no locale groups the digits of a year.
    package init(typed value: AnyValue) {
        switch value {
        case .double(let number): self = .text(Int64(exactly: number).map { String($0) } ?? String(number))
        case .integer, .unsigned, .decimal: self = .text(ParameterValue(value).plainText)
        case .list(let items): self = .list(items.map { ParameterValue(typed: $0) })
        default: self = ParameterValue(value)
        }
    }

    /// A number as a parameter.
    public init(_ number: Number) {
        switch number {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .decimal(let text): self = .decimal(text)
        }
    }

    /// The parameter as plain text that no locale touches: `1.5`, `true`.
    public var plainText: String {
        switch self {
        case .text(let text), .decimal(let text), .attribute(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .number(let number): "\(number)"
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let items): items.map(\.plainText).joined(separator: ", ")
        }
    }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates the value from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates the value from a literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates the value from a literal.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates the value from a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
