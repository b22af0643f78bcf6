package import ProvisoMessages

/// A test of the record that decides whether a rule runs.
public struct Condition: Sendable {
    package indirect enum Test: Sendable {
        case rule(attribute: String, body: Constraint)
        case closure(@Sendable (borrowing ValidationContext) -> Bool)
        case expression(String)
        case any([Condition])
        case all([Condition])
        case not(Condition)
        case items(ItemCount, Condition)
        case number(ItemCount, [Condition])
    }

    /// How many items of a list must, or must not, meet a condition, or how many conditions must be true.
    package struct ItemCount: Sendable {
        /// Whether the items that meet the condition are counted, or the others.
        var counted = true
        var least = 0
        var most = Int.max
        /// Why no number can be meant; a plan refuses such a condition.
        private(set) var fault: String?

        package static let any = ItemCount(least: 1)
        package static let every = ItemCount(counted: false, most: 0)
        package static let none = ItemCount(most: 0)

        package static func number(exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil) -> ItemCount {
            var count = ItemCount(least: exactly ?? atLeast ?? 0, most: exactly ?? atMost ?? .max)
            if exactly == nil, atLeast == nil, atMost == nil {
                count.fault = "expected 'exactly', 'atLeast' or 'atMost' with a number"
            } else if exactly != nil, atLeast != nil || atMost != nil {
                count.fault = "'exactly' cannot be used together with 'atLeast' and 'atMost'"
            } else if let negative = [exactly, atLeast, atMost].compactMap({ $0 }).first(where: { $0 < 0 }) {
                count.fault = "no number of items or conditions is \(negative)"
            } else if let least = atLeast, let most = atMost, least > most {
                count.fault = "no number is at least \(least) and at most \(most)"
            } else if atMost == nil, atLeast == 0 {
                count.fault = "every number is at least 0: the condition is always true"
            }
            return count
        }

        /// Whether the items that meet the condition are counted, and between which numbers.
        package var counts: Bool { counted }
        package var bounds: (least: Int, most: Int) { (least, most) }

        /// A copy with other bounds.
        package func with(least: Int, most: Int) -> ItemCount { ItemCount(counted: counted, least: least, most: most) }

        init(counted: Bool = true, least: Int = 0, most: Int = .max) {
            self.counted = counted
            self.least = least
            self.most = most
        }
    }

    package let test: Test
    package let position: SourcePosition?
    /// Where the text of an expression begins, if each of its characters is one of the file.
    package var text: SourcePosition?

    /// The maximum number of conditions within conditions.
    package static let maximumDepth = 16

    package init(_ test: Test, position: SourcePosition? = nil) {
        self.test = test
        self.position = position
    }

    /// A condition that is true if a rule accepts an attribute's value.
    ///
    /// An empty value does not meet the condition, unless the rule validates empty values itself.
    public init(_ attribute: String, _ body: Constraint) {
        self.init(.rule(attribute: attribute, body: body))
    }

    /// A condition that is true if a closure returns `true`.
    public init(_ closure: @escaping @Sendable (borrowing ValidationContext) -> Bool) {
        self.init(.closure(closure))
    }

    /// A condition that is true if an expression in the Common Expression Language is; see `Constraint.expr`.
    ///
    /// It is not true if an attribute that the expression reads is missing.
    public static func expr(_ expression: String) -> Condition { Condition(.expression(expression)) }

    /// A condition that is true if at least one of these is.
    public static func any(_ conditions: Condition...) -> Condition { Condition(.any(conditions)) }

    /// A condition that is true if all of these are.
    public static func all(_ conditions: Condition...) -> Condition { Condition(.all(conditions)) }

    /// A condition that is true if another one is not.
    public static func not(_ condition: Condition) -> Condition { Condition(.not(condition)) }

    /// A condition that is true if at least one item of a list meets another one, which names `items.*` or its members.
    public static func anyItem(_ condition: Condition) -> Condition { Condition(.items(.any, condition)) }

    /// A condition that is true if all items of a list meet another one; a list without items does.
    public static func everyItem(_ condition: Condition) -> Condition { Condition(.items(.every, condition)) }

    /// A condition that is true if no item of a list meets another one; a list without items does.
    public static func noItem(_ condition: Condition) -> Condition { Condition(.items(.none, condition)) }

    /// A condition that is true if a number of items of a list meets another one.
    ///
    /// A plan refuses a number that cannot be: give `exactly`, or `atLeast` and `atMost`, or one of the two.
    public static func items(
        exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil, _ condition: Condition
    ) -> Condition {
        Condition(.items(.number(exactly: exactly, atLeast: atLeast, atMost: atMost), condition))
    }
}

extension Condition {
    /// A condition that is true if a number of these are: `.number(exactly: 1, of: [email, phone])`.
    public static func number(
        exactly: Int? = nil, atLeast: Int? = nil, atMost: Int? = nil, of conditions: [Condition]
    ) -> Condition {
        Condition(.number(.number(exactly: exactly, atLeast: atLeast, atMost: atMost), conditions))
    }

    /// The attributes that the condition names, in their order.
    package var names: [String] {
        switch test {
        case .rule(let attribute, _): [attribute]
        case .closure, .expression: []
        case .any(let conditions), .all(let conditions), .number(_, let conditions): conditions.flatMap(\.names)
        case .not(let condition), .items(_, let condition): condition.names
        }
    }

    /// The number of rules and closures in the condition, and how deep they are.
    var size: (count: Int, depth: Int) {
        switch test {
        case .rule, .closure, .expression: (1, 0)
        case .any(let conditions), .all(let conditions), .number(_, let conditions):
            conditions.map(\.size).reduce((0, 1)) { ($0.0 + $1.count, max($0.1, $1.depth + 1)) }
        case .not(let condition), .items(_, let condition): (condition.size.count, condition.size.depth + 1)
        }
    }

    /// The condition about members of an item, as one about the attributes with these members.
    package func within(_ item: String) -> Condition {
        func prefixed(_ conditions: [Condition]) -> [Condition] { conditions.map { $0.within(item) } }
        let inner: Test =
            switch test {
            case .rule(ValuePath.record, let body): .rule(attribute: item, body: body)
            case .rule(let attribute, let body): .rule(attribute: "\(item).\(attribute)", body: body)
            case .closure, .expression: test
            case .any(let conditions): .any(prefixed(conditions))
            case .all(let conditions): .all(prefixed(conditions))
            case .not(let condition): .not(condition.within(item))
            case .items(let count, let condition): .items(count, condition.within(item))
            case .number(let count, let conditions): .number(count, prefixed(conditions))
            }
        return Condition(inner, position: position)
    }
}
