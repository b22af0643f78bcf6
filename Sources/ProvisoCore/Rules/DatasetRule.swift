public import ProvisoMessages

/// A rule about all records together: a figure of the table, and the bounds that it must keep.
///
/// ```swift
/// RuleSet(
///     rules: [Rule("amount", .number)],
///     dataset: [
///         DatasetRule(.rows, min: 1_000),
///         DatasetRule(.share, of: "email", is: .absent, max: 0.01),
///         DatasetRule(.sum, of: "amount", equals: .number(120), by: ["region"]),
///     ])
/// ```
public struct DatasetRule: Sendable {
    /// What is measured.
    public enum Measure: String, Sendable, CaseIterable {
        /// The number of records.
        case rows
        /// The number of values, or of records for which a test holds.
        case count
        /// The share of the records for which a test holds, from 0 to 1.
        case share
        /// The number of different values.
        case distinct
        /// The minimum.
        case min
        /// The maximum.
        case max
        /// The sum of the numbers, exact however many digits they have.
        case sum
        /// The mean of the numbers.
        case mean
        /// The standard deviation of the numbers, as that of a sample.
        case deviation
        /// The number below which a share of the numbers is.
        case quantile
        /// The last date or time.
        case freshest
        /// How many integers are missing between the first and the last one.
        case gaps
        /// How many days are missing between the first and the last date.
        case missingDays
        /// How many values are less than the one before them.
        case unsorted
        /// How many intervals, from one attribute to another, begin before one that began earlier has ended.
        case overlaps
        /// How far the shares of the values are from those of an earlier run: the largest difference, from 0 to 1.
        case drift
    }

    /// What `drift` compares with.
    public enum Reference: Sendable {
        /// The file of the profile that an earlier run has written, which only the tool reads.
        case profile(String)
        /// The shares of the values, or how many there were of each; they are divided by their sum.
        case shares([String: Number])
    }

    /// What `share` and `count` test in a record.
    public enum Test: Sendable {
        /// The attribute has no value, or an empty one.
        case absent
        /// The attribute has a value that is not empty.
        case present
        /// The attribute's value meets a rule.
        case rule(Constraint)
        /// An expression is true.
        case expression(String)
        /// The rule with this `id`, or without one with this number, finds something in the record.
        case fails(rule: String)
    }

    /// The number that a figure must be.
    public enum Expected: Sendable {
        /// A number.
        case number(Number)
        /// The same measure over a column of another file, or its number of records; only the tool reads files.
        case file(String, column: String?)
    }

    /// The limits of a figure, and the severity of a figure beyond them.
    public struct Bounds: Sendable {
        /// The minimum.
        public var min: Number?
        /// The maximum.
        public var max: Number?
        /// The only number that is allowed.
        public var equals: Expected?
        /// The severity of a figure beyond the limits.
        public var severity: Severity

        /// Makes limits.
        public init(min: Number? = nil, max: Number? = nil, equals: Expected? = nil, severity: Severity = .error) {
            (self.min, self.max, self.equals, self.severity) = (min, max, equals, severity)
        }

        /// Whether it compares with another file.
        package var readsFile: Bool { if case .file? = equals { true } else { false } }

        /// Whether there is no limit.
        package var isEmpty: Bool { min == nil && max == nil && equals == nil }
    }

    /// What is measured.
    public var measure: Measure
    /// The attribute that is measured.
    public var of: String?
    /// For `overlaps`: the attribute with the end of the interval that begins with `of`.
    public var until: String?
    /// The test of `share` and `count`.
    public var test: Test?
    /// The records that are measured are those for which all of these hold.
    public var conditions: [Condition]
    /// The attributes whose values make groups, each with a figure of its own.
    public var by: [String]
    /// The limits, the most severe first.
    public var bounds: [Bounds]
    /// The share of a quantile: 0.5 is the median.
    public var at: Double?
    /// For `freshest`: how old the last value may be, as a duration in ISO 8601.
    public var within: String?
    /// For `drift`: what the values are compared with.
    public var from: Reference?
    /// A name for reports; without one, reports show its number.
    public var id: String?
    /// The rule's own messages.
    public var messages: RuleMessages
    /// What people call the figure, by locale; "" means all others.
    public var labels: [String: String]
    /// The rule's position in its file.
    public var position: SourcePosition?
    /// The positions of its keys.
    package var positions: [String: SourcePosition] = [:]

    /// Makes a rule about all records.
    public init(
        _ measure: Measure, of: String? = nil, until: String? = nil, is test: Test? = nil, min: Number? = nil,
        max: Number? = nil,
        equals: Expected? = nil, where conditions: [Condition] = [], by: [String] = [], at: Double? = nil,
        within: String? = nil, from reference: Reference? = nil, severity: Severity = .error, id: String? = nil,
        message: RuleMessages = RuleMessages(), labels: [String: String] = [:]
    ) {
        (self.measure, self.of, self.until, self.test) = (measure, of, until, test)
        (self.conditions, self.by) = (conditions, by)
        (self.at, self.within, self.from, self.id) = (at, within, reference, id)
        (messages, self.labels) = (message, labels)
        bounds = [Bounds(min: min, max: max, equals: equals, severity: severity)]
    }

    /// The type of the rule in reports.
    package static let type: RuleType = "dataset"

    /// The codes of figures beyond their limits, which no rule type reports.
    private static let limitCodes = [
        CodeDescription("dataset.tooSmall", parameters: ["min"] + parameters),
        CodeDescription("dataset.tooBig", parameters: ["max"] + parameters),
        CodeDescription("dataset.notEqual", parameters: ["equals"] + parameters),
    ]

    /// Those codes, and that of figures without any value.
    package static let codes = limitCodes + [noValue]

    private static let noValue = CodeDescription("dataset.noValue", parameters: ["measure", "group"])
    private static let parameters = [
        "found", "kind", "measure", "group", "precision", "sign", "missing", "first", "most",
    ]

    /// The file of the profile that it compares with.
    package var profile: String? { if case .profile(let path)? = from { path } else { nil } }

    /// What it compares with, as rule files say it.
    package var origin: String? {
        switch from {
        case .profile(let path)?: path
        case .shares(let shares)?:
            "{ \(shares.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")) }"
        case nil: nil
        }
    }

    /// Whether it compares with another file.
    package var readsFile: Bool { profile != nil || bounds.contains(where: \.readsFile) }

    /// Where the number is that a figure must be, or the thresholds that have it.
    package var equalsPosition: SourcePosition? {
        ["equals", "error", "warn"].lazy.compactMap { positions[$0] }.first ?? position
    }

    /// The figure as reports name it: `sum(amount)`.
    package var name: String {
        var subject = [of, until].compactMap(\.self).joined(separator: " to ")
        switch test {
        case .absent?: subject += " is absent"
        case .present?: subject += " is present"
        case .rule(let rule)?: subject += " is \(rule.type)"
        case .expression(let text)?: subject += subject.isEmpty ? text : ", \(text)"
        case .fails(let rule)?: subject += "\(subject.isEmpty ? "" : " ")fails \(rule)"
        case nil: break
        }
        if let at { subject += ", \(at)" }
        if !conditions.isEmpty {
            let texts = conditions.map(ConditionText.text).joined(separator: " and ")
            subject += "\(subject.isEmpty ? "" : " ")where \(texts)"
        }
        return measure.rawValue + (subject.isEmpty ? "" : "(\(subject))")
    }
}

extension RuleSet {
    /// What reports call a rule about all records without an id, by its place in `dataset`.
    package static func idOfTableRule(_ index: Int) -> String { "dataset.\(index + 1)" }
}

extension Code {
    /// The codes that every rule set may report in addition to those of its rule types.
    package static let ofEveryRuleSet = ofEveryPlan + DatasetRule.codes
}
