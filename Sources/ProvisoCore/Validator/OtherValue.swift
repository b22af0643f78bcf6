internal import JSONBridge
package import ProvisoABI
internal import ProvisoMessages

/// The value of another attribute in place of a constant in an option: `max: { attribute: limit }`.
package struct OtherValue: Sendable {
    package let name: String
    /// What is added to a date, and subtracted from it: a duration in ISO 8601.
    package let plus: String?
    package let minus: String?
    /// `nil` until the rule is bound.
    private var reference: AttributeReference?
    /// How the rules for the other attribute read its values; `nil` if none says.
    private(set) var reading: ValueReading?

    /// The value that an option's value means; `nil` if it is a constant.
    ///
    /// Throws if it is an object that means nothing.
    package init?(_ value: AnyValue?, option: String, shifts: Bool = false) throws(OptionError) {
        guard case .object(let members)? = value else { return nil }
        var texts: [String: String] = [:]
        let known = shifts ? ["attribute", "plus", "minus"] : ["attribute"]
        for member in members {
            guard known.contains(member.key) else {
                let isShift = ["plus", "minus"].contains(member.key)
                throw OptionError(
                    option: option,
                    reason: isShift
                        ? "'\(member.key)' applies only to dates"
                        : "expected a constant or '{ attribute: name }', found the key '\(member.key)'",
                    suggestion: isShift ? nil : Suggestion.nearest(to: member.key, in: known))
            }
            guard case .text(let text) = member.value, !text.isEmpty else {
                throw OptionError.expected("a string for '\(member.key)'", at: option, found: member.value)
            }
            texts[member.key] = text
        }
        guard let name = texts["attribute"] else {
            throw OptionError(option: option, reason: "expected a constant or '{ attribute: name }'")
        }
        if texts.count == 3 {
            throw OptionError(option: option, reason: "has 'plus' or 'minus', not both")
        }
        (self.name, plus, minus) = (name, texts["plus"], texts["minus"])
    }

    package mutating func bind(to binding: borrowing BindingContext, option: String) throws(OptionError) {
        let reference = try binding.reference(to: name, option: option)
        (self.reference, reading) = (reference, binding.reading(of: reference.attribute))
    }

    /// What the rules for the other attribute read in its value, if they have a format for it.
    func found(_ context: borrowing ValidationContext) -> ValueReading.Found? {
        guard let reading, reading.format != nil else { return nil }
        return reading.found(unsafe Value(unsafe: raw(context)), context.record.locale)
    }

    /// The number in the record; `nil` if it is none.
    func number(_ context: borrowing ValidationContext) -> Number? {
        if let reading, reading.isOwn {
            if case .number(let number)? = found(context) { return number }
            return nil
        }
        let raw = raw(context)
        return raw.kindOrAbsent == .boolean ? nil : Number(spelledBy: unsafe Value(unsafe: raw))
    }

    /// The value in the record; absent if the rule was not bound.
    package func raw(_ context: borrowing ValidationContext) -> proviso_value {
        guard let reference else { return .absent }
        let value = context.record.node(at: reference, depth: context.depth)?.pointee.value ?? .absent
        context.charge(forReading: value)
        return value
    }
}

/// The options of a rule that take the values of other attributes.
package struct OtherValues: Sendable {
    private var values: [(option: String, value: OtherValue)] = []

    package init() {}

    /// Reads the options with these names, as far as they are not constants.
    package init(_ options: borrowing OptionReader, _ names: [String]) throws(OptionError) {
        for name in names {
            if let other = try OtherValue(options.value(name), option: name) { values.append((name, other)) }
        }
    }

    package var isEmpty: Bool { values.isEmpty }

    package func contains(_ option: String) -> Bool { values.contains { $0.option == option } }

    /// The other options of the rule.
    package func rest(of options: borrowing OptionReader) -> OptionReader {
        let names = values.map(\.option)
        return OptionReader(options.values.filter { !names.contains($0.key) }, services: options.services)
    }

    package mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {
        for index in values.indices { try values[index].value.bind(to: binding, option: values[index].option) }
    }

    /// The number that another attribute has for an option; `nil` if it has none, or the option is a constant.
    package func number(_ option: String, _ context: borrowing ValidationContext) -> Number? {
        for value in values where value.option == option {
            guard let number = value.value.number(context), number.isFinite else { return nil }
            return number
        }
        return nil
    }

    /// The same for an option that counts something.
    package func count(_ option: String, _ context: borrowing ValidationContext) -> Int? {
        guard let number = number(option, context) else { return nil }
        switch number {
        case .integer(let count): return count < 0 ? nil : Int(count)
        case .double(let count) where count >= 0 && count < 0x1p53 && count == count.rounded(.towardZero):
            return Int(count)
        default: return nil
        }
    }
}
