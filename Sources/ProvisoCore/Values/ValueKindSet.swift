/// A set of kinds of values.
public struct ValueKindSet: OptionSet, Sendable, Hashable {
    /// One bit for each kind, by its number.
    public let rawValue: UInt32

    /// Creates the value from its raw value.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates a set of kinds.
    public init(_ kinds: ValueKind...) {
        rawValue = kinds.reduce(0) { $0 | 1 << $1.rawValue }
    }

    /// Whether the set has a kind.
    public func contains(_ kind: ValueKind) -> Bool { rawValue >> kind.rawValue & 1 != 0 }

    /// Strings.
    public static let strings = ValueKindSet(.text)
    /// Strings, numbers and Booleans.
    public static let scalars = ValueKindSet(.boolean, .integer, .unsigned, .double, .decimal, .text)
    /// Numbers, and strings, which may spell one.
    public static let numbers = scalars.subtracting(ValueKindSet(.boolean))
    /// Lists.
    public static let lists = ValueKindSet(.list)
    /// Objects.
    public static let objects = ValueKindSet(.object)
    /// Lists and objects.
    public static let collections: ValueKindSet = [.lists, .objects]
    /// Every kind of value that is there, null excepted.
    public static let values: ValueKindSet = [.scalars, .collections, ValueKindSet(.bytes)]
    /// Every kind of value that is there, null too.
    public static let anything: ValueKindSet = [.values, ValueKindSet(.null)]
    /// The kinds that have an empty value.
    package static let emptiable: ValueKindSet = [.strings, .collections, ValueKindSet(.bytes)]

    /// In words for people, such as "a string or a list".
    package var words: String {
        var words: [String] = []
        for word in ValueKind.allCases.filter(contains).map(Self.word) where !words.contains(word) {
            words.append(word)
        }
        return words.isEmpty ? "left out" : words.joined(separator: " or ")
    }

    private static func word(_ kind: ValueKind) -> String {
        switch kind {
        case .absent: "left out"
        case .null: "null"
        case .boolean: "true or false"
        case .integer, .unsigned: "an integer"
        case .double, .decimal: "a number"
        case .text: "a string"
        case .bytes: "bytes"
        case .list: "a list"
        case .object: "an object"
        }
    }
}
