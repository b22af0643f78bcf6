internal import ProvisoCore

/// What a key of a rule file takes.
///
/// With the keys it is the grammar of rule files: the reader, the JSON Schema, the language server and the tables of
/// Docs/RuleFiles.md are made from it.
package indirect enum RuleFileValue: Hashable, Sendable {
    case any, version, string, word, text, truth, number, object, pattern, expression
    /// One of some words; `literal` takes no variable.
    case oneOf([String]), literal([String])
    /// Names of attributes or scenarios: a list, or one string with commas.
    case attributes, scenarios
    case attribute, scenario, locale, path, code, newCode, fileName
    case nulls, pointer, column, encoding
    /// What people read: a string, or strings by locale; those of a label may have forms.
    case message, label, labelText
    case list(RuleFileValue)
    /// A mapping with names that the file chooses.
    case map(Name, RuleFileValue)

    // Parts with keys; many have a short form, too.
    case file, rule, inner, innerRules, conditions, options, type
    /// An option of a rule type.
    case option(String)
    case dataset, limits, expected
    /// The name of a file, or shares by value.
    case profile
    /// An expression, or conditions.
    case filter
    case shape, closed, ruleType, typeOption, variable, includes, include, table, test, finding
    /// `{ attribute: name }` as the value of an option.
    case reference
    /// A record of a case.
    case record

    /// What the names of a mapping are.
    package enum Name: Hashable, Sendable {
        case attribute, scenario, locale, code, shape, type, option, variable, definition, plugin
    }

    /// What the names are where the value is a mapping with names that the file chooses.
    package var names: Name? {
        switch self {
        case .map(let name, _): name
        case .message, .label: .locale
        default: nil
        }
    }

    private static let tables: [RuleFileValue: [RuleFileKey]] = [
        .file: FileKey.keys, .rule: RuleKey.keys + [.fault],
        .inner: RuleKey.keys(of: [.type] + RuleKey.inner + [.options]) + [.fault],
        .options: RuleKey.keys(of: RuleKey.allCases.filter { $0 != .attributes && $0 != .type }) + [.fault],
        .conditions: ConditionKey.keys, .shape: ShapeKey.keys, .closed: ClosedKey.keys, .ruleType: TypeKey.keys,
        .typeOption: TypeOptionKey.keys, .variable: VariableKey.keys, .includes: IncludeKey.keys,
        .include: IncludeKey.keys, .table: TableKey.keys, .test: TestKey.keys, .finding: FindingKey.keys,
        .dataset: DatasetKey.keys, .limits: LimitKey.keys, .expected: TotalKey.keys,
        .reference: ReferenceKey.keys, .labelText: FormKey.keys,
    ]
    private static let values = tables.mapValues { keys in
        Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.value) })
    }

    /// The keys where the value is a mapping with known keys.
    package var keys: [RuleFileKey] { Self.tables[self] ?? [] }

    /// What a key of a mapping takes.
    package func value(of key: String) -> RuleFileValue? {
        if case .map(_, let value) = self { return value }
        return Self.values[self]?[key]
    }

    static var emptiness: RuleFileValue { .oneOf(Emptiness.allCases.map(\.rawValue)) }
    static var severity: RuleFileValue { .oneOf(Severity.allCases.map(\.rawValue)) }
}

/// A key of a rule file with what it takes, and with words for people.
package struct RuleFileKey: Sendable {
    package fileprivate(set) var name = ""
    package let value: RuleFileValue
    /// What an editor shows, in Markdown.
    package let words: String
    /// What Docs/RuleFiles.md adds to the words.
    package let more: String

    init(_ value: RuleFileValue, _ words: String, _ more: String = "") {
        (self.value, self.words, self.more) = (value, words, more)
    }

    /// The words as a sentence.
    package var sentence: String { (words.first?.uppercased() ?? "") + words.dropFirst() + "." }

    /// The message for a fault of a rule, which is a key although it is the name of a code.
    static let fault: RuleFileKey = {
        var key = RuleFileKey(
            .message, "the message if the rule could not validate the value", "; it may show `{reason}`")
        key.name = "rule.fault"
        return key
    }()
}

/// The keys of a mapping in a rule file.
package protocol RuleFileKeys: RawRepresentable<String>, CaseIterable {
    /// What has these keys, for errors.
    static var subject: String { get }
    /// The names that other tools have for the keys, in lowercase letters only.
    static var familiar: [String: String] { get }
    /// What the key takes, and what it is for.
    var about: RuleFileKey { get }
}

extension RuleFileKeys {
    package static var familiar: [String: String] { [:] }
    /// The names in the order of the schema.
    package static var names: [String] { allCases.map(\.rawValue) }
    package static var keys: [RuleFileKey] { keys(of: Array(allCases)) }

    package static func keys(of chosen: [Self]) -> [RuleFileKey] {
        chosen.map { key in
            var about = key.about
            about.name = key.rawValue
            return about
        }
    }
}

/// Reads a part of a rule file, and collects the errors in it.
protocol PartReader {
    var diagnostics: [RuleSetError.Diagnostic] { get set }
}

extension PartReader {
    /// Reads a share: `1%`, or `0.01`; one that may be whole can be 1.
    mutating func share(_ node: RuleNode, mayBeWhole: Bool = false) -> Number? {
        if !mayBeWhole, case .integer(1) = node.value {
            report(node, "1 is the share of all records: write '100%', or '1%' for one in a hundred", suggestion: "1%")
            return nil
        }
        if let number = Number(node.value) { return number }
        let text = node.text ?? ""
        if let number = text.hasSuffix("%") ? Number("\(text.dropLast())e-2") : Number(text) { return number }
        report(node, "expected a share, such as 1% or 0.01")
        return nil
    }

    mutating func report(_ node: RuleNode, _ reason: String, suggestion: String? = nil) {
        diagnostics.append(RuleSetError.Diagnostic(position: node.position, reason: reason, suggestion: suggestion))
    }

    /// The key of a mapping if it is one that the grammar has there; another one is reported.
    mutating func known<Key: RuleFileKeys>(_ node: RuleNode, _: Key.Type) -> Key? {
        let name = node.scalar ?? ""
        if let key = Key(rawValue: name) { return key }
        let list = Key.names.joined(separator: Key.names.count == 2 ? " and " : ", ")
        report(
            node, "\(Key.subject) has no key '\(name)' (it has \(list))",
            suggestion: Key.familiar[name.lowercased().filter { $0.isLetter }]
                ?? FamiliarNames.near(name, in: Key.names))
        return nil
    }
}
