/// Strict JSON by RFC 8259: no comments, no trailing commas, no unpaired surrogates, limited depth.
///
/// Catalogs, manifests and rule files are read by `read`, which keeps the place of each value and refuses repeated
/// keys. Records are read by simdjson instead (JSONBridge); `failure(in:)` explains the problem of a record that
/// simdjson refused, and `isValid` serves the rule `json`. All three use one scanner, `JSONScanner`.
package enum StrictJSON {
    /// A value and where it begins.
    package struct Node: Sendable {
        /// The offset of the value's first byte.
        package let offset: Int
        package let value: Value

        package init(offset: Int = 0, value: Value) {
            self.offset = offset
            self.value = value
        }
    }

    package enum Value: Sendable {
        case string(String)
        case object([Member])
        case array([Node])
        case boolean(Bool)
        /// A number, exactly as it is written.
        case number(String)
        case null
    }

    /// A key of an object with its value.
    package struct Member: Sendable {
        package let key: String
        /// The offset of the key's opening quote.
        package let offset: Int
        package let node: Node

        package init(key: String, offset: Int = 0, node: Node) {
            self.key = key
            self.offset = offset
            self.node = node
        }
    }

    /// The first problem of a JSON text.
    package struct Failure: Error {
        package enum Kind: Equatable, Sendable {
            case encoding, syntax
            /// Nested too deep, or too many values.
            case limit
            case repeatedKey(String)
        }

        package let kind: Kind
        /// Where the problem is, in bytes.
        package let offset: Int
        /// What was expected and what was found, such as `expected ':' after a key, found '1'`.
        package let reason: String
    }

    /// How many lists and objects may be nested in records and in values that are written as JSON.
    package static let maximumDepth = 512

    /// Reads JSON, which must be one value.
    ///
    /// `depth` is how many lists and objects may be nested, up to `maximumDepth`; `nodes` is how many values and keys
    /// there may be.
    package static func read(
        _ text: UnsafeBufferPointer<UInt8>, depth: Int = 16, nodes: Int = .max
    ) throws(Failure) -> Node {
        do {
            _ = try UTF8Span(validating: text.span)
        } catch {
            throw Failure(kind: .encoding, offset: error.byteOffsets.lowerBound, reason: "not valid UTF-8")
        }
        return try root(of: text, depth: depth, nodes: nodes)
    }

    /// The same for a string.
    package static func read(_ text: String, depth: Int = 16, nodes: Int = .max) throws(Failure) -> Node {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(Failure) in try root(of: bytes, depth: depth, nodes: nodes) }
        }
        return try result.get()
    }

    private static func root(
        of text: UnsafeBufferPointer<UInt8>, depth: Int, nodes: Int
    ) throws(Failure) -> Node {
        var scanner = JSONScanner(text, depth: depth, builder: JSONNodeBuilder(maximumNodes: nodes))
        do throws(JSONProblem) { try scanner.scan() } catch { throw error.failure(in: text) }
        return scanner.builder.root ?? Node(value: .null)
    }

    /// Whether valid UTF-8 is one JSON value; keys may be repeated.
    ///
    /// Allocates nothing.
    package static func isValid(_ text: UnsafeBufferPointer<UInt8>) -> Bool { problem(in: text) == nil }

    /// The first problem of a JSON text, `nil` if it is valid; keys may be repeated, and the encoding is not checked.
    package static func failure(in text: UnsafeRawBufferPointer) -> Failure? {
        text.withMemoryRebound(to: UInt8.self) { problem(in: $0)?.failure(in: $0) }
    }

    private static func problem(in text: UnsafeBufferPointer<UInt8>) -> JSONProblem? {
        var scanner = JSONScanner(text, depth: maximumDepth, builder: JSONChecker())
        do throws(JSONProblem) { try scanner.scan() } catch { return error }
        return nil
    }
}
