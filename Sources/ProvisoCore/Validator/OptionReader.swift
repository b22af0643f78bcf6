internal import ProvisoMessages

/// The options of one rule, read by name.
public struct OptionReader: Sendable {
    package let values: [String: OptionValue]
    /// The services of the registry that the rule is resolved by.
    public let services: Services

    package init(_ values: [String: OptionValue], services: Services = Services()) {
        self.values = values
        self.services = services
    }

    /// The option's value, `nil` if the rule does not set it.
    public func value(_ name: String) -> AnyValue? {
        guard case .value(let value)? = values[name] else { return nil }
        return value
    }

    /// Throws when an option is not of the kind it is described as.
    package func check(_ option: OptionDescription) throws(OptionError) {
        switch option.kind {
        case .any: break
        case .boolean: _ = try boolean(option.name)
        case .integer: _ = try integer(option.name)
        case .number: _ = try number(option.name)
        case .text, .pattern: _ = try text(option.name)
        case .list: _ = try list(option.name)
        case .texts: _ = try texts(option.name)
        case .rule: _ = try rule(option.name)
        case .condition: _ = try condition(option.name)
        case .shapes: _ = try shapes(option.name)
        case .message:
            switch value(option.name) {
            case nil, .text, .object: break
            default: throw OptionError(option: option.name, reason: "must be a string, or strings by locale")
            }
        }
    }

    /// A Boolean option, `nil` if the rule does not set it.
    public func boolean(_ name: String) throws(OptionError) -> Bool? {
        switch value(name) {
        case nil: return nil
        case .boolean(let truth): return truth
        case let other?:
            let meant = Suggestion.truth(other.text)
            throw OptionError.expected(
                "true or false", at: name, found: other,
                suggestion: meant == other.text ? meant.map { "'\($0)' without quotes" } : meant)
        }
    }

    /// An integer option, `nil` if the rule does not set it.
    public func integer(_ name: String) throws(OptionError) -> Int? {
        switch value(name) {
        case nil: return nil
        case .integer(let number): return Int(number)
        case .text(let text) where Int(text) != nil:
            throw OptionError(option: name, reason: "expected an integer, found '\(text)': write it without quotes")
        case let other?:
            let bounds = Self.isTooLarge(other) ? " from \(Int.min) to \(Int.max)" : ""
            throw OptionError.expected("an integer\(bounds)", at: name, found: other)
        }
    }

    /// Whether the value is a number beyond 64 bits.
    private static func isTooLarge(_ value: AnyValue) -> Bool {
        switch value {
        case .unsigned: true
        case .double(let number): number.magnitude >= 0x1p63
        case .decimal(let digits): (Double(digits)?.magnitude ?? 0) >= 0x1p63
        default: false
        }
    }

    /// An integer that is not negative.
    public func count(_ name: String) throws(OptionError) -> Int? {
        guard let number = try integer(name) else { return nil }
        guard number >= 0 else { throw OptionError(option: name, reason: "must not be negative") }
        return number
    }

    /// A number option, `nil` if the rule does not set it.
    public func number(_ name: String) throws(OptionError) -> Number? {
        guard let value = value(name) else { return nil }
        guard let number = Number(value), number.isFinite else {
            throw OptionError.expected("a number", at: name, found: value)
        }
        return number
    }

    /// A string option, `nil` if the rule does not set it.
    public func text(_ name: String) throws(OptionError) -> String? {
        switch value(name) {
        case nil: return nil
        case .text(let text): return text
        case let other?: throw OptionError.expected("a string", at: name, found: other)
        }
    }

    /// A list option, `nil` if the rule does not set it.
    public func list(_ name: String) throws(OptionError) -> [AnyValue]? {
        switch value(name) {
        case nil: return nil
        case .list(let items): return items
        case let other?: throw OptionError.expected("a list", at: name, found: other)
        }
    }

    /// A list of strings; a single string is a list of one.
    public func texts(_ name: String) throws(OptionError) -> [String]? {
        switch value(name) {
        case nil: return nil
        case .text(let text): return [text]
        case .list(let items):
            var texts: [String] = []
            for item in items {
                guard case .text(let text) = item else {
                    throw OptionError.expected("a list of strings", at: name, found: item)
                }
                texts.append(text)
            }
            return texts
        case let other?: throw OptionError.expected("a string or a list of strings", at: name, found: other)
        }
    }

    /// A string option that must be one of a type's raw values, `nil` if the rule does not set it.
    public func choice<Word: RawRepresentable & CaseIterable>(_ name: String, of type: Word.Type) throws(OptionError)
        -> Word?
    where Word.RawValue == String {
        guard let text = try text(name) else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue)
            throw OptionError(
                option: name, reason: "'\(text)' is not one of \(words.joined(separator: ", "))",
                suggestion: Suggestion.word(for: text, in: words))
        }
        return word
    }

    /// A rule without attributes, for validators that apply another one.
    public func rule(_ name: String) throws(OptionError) -> Constraint? {
        guard let value = values[name] else { return nil }
        guard case .rule(let body) = value else { throw OptionError(option: name, reason: "must be a rule") }
        return body
    }

    /// A condition, for validators that test the items of a list.
    public func condition(_ name: String) throws(OptionError) -> Condition? {
        guard let value = values[name] else { return nil }
        guard case .condition(let condition) = value else {
            throw OptionError(option: name, reason: "must be a condition")
        }
        return condition
    }

    /// Shapes by name, for validators that apply one of them.
    public func shapes(_ name: String) throws(OptionError) -> [NamedShape]? {
        guard let value = values[name] else { return nil }
        guard case .shapes(let shapes) = value else {
            throw OptionError(option: name, reason: "must be shapes by name")
        }
        return shapes
    }
}

/// The value of an option.
public enum OptionValue: Sendable {
    /// A value.
    case value(AnyValue)
    /// A rule without attributes.
    case rule(Constraint)
    /// A condition about the members of an item.
    case condition(Condition)
    /// Shapes by name, in their order.
    case shapes([NamedShape])
}
