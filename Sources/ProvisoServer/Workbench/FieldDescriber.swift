#if Server
internal import Proviso
internal import ProvisoProof

/// What a form needs to know of one attribute.
struct Field {
    /// The control for a value.
    enum Control: String {
        case text, longText, number, integer, boolean, date, datetime, time, choice, file, list, group
    }

    let path: String
    let label: String
    let hint: String
    /// Whether the attribute is always required.
    var isRequired = false
    var control: Control?
    /// The type of its form, such as `email`; `nil` for plain text.
    var format: String?
    var pattern: String?
    var choices: [AnyValue] = []
    /// The bounds by the names that HTML and JSON Schema have for them.
    var limits: [(name: String, value: AnyValue)] = []
    var types: [String] = []
}

/// Finds what a form needs in what each rule type says of itself.
struct FieldDescriber {
    private let plan: Plan
    private let localizer: ReportLocalizer
    /// A longer text has more than one line.
    private static let line = 200

    init(_ plan: Plan, _ localizer: ReportLocalizer) { (self.plan, self.localizer) = (plan, localizer) }

    /// The attributes of a scenario, in the order of the rules; objects and lists before what is in them.
    func fields(in scenario: String) -> [Field] {
        var fields: [Field] = []
        var places: [String: Int] = [:]
        func place(_ path: String, _ control: Field.Control? = nil) -> Int {
            let index = places[path] ?? fields.count
            if index == fields.count {
                places[path] = index
                fields.append(Field(path: path, label: localizer.label(path), hint: localizer.hint(path)))
            }
            if let control { fields[index].control = control }
            return index
        }
        for target in plan.ruleSet.targets(in: scenario) {
            let path = ValuePath(target.path)
            guard !path.components.isEmpty else { continue }
            for count in path.components.indices.dropFirst() {
                let next = path.components[count]
                let outer = ValuePath(Array(path.components[..<count])).description
                _ = place(outer, next == .each ? .list : .group)
            }
            let index = place(path.description)
            for part in target.writtenOut(in: plan) { read(part.rule, into: &fields[index]) }
        }
        for index in fields.indices { Self.finish(&fields[index]) }
        return fields
    }

    private func read(_ rule: Rule, into field: inout Field) {
        let body = rule.constraint
        let about = plan.registry.about(body.type)
        if !field.types.contains(body.type.rawValue) { field.types.append(body.type.rawValue) }
        let isAlways = rule.when.isEmpty && rule.unless.isEmpty
        if about.subject == .required, rule.severity == .error, isAlways { field.isRequired = true }
        // What holds only sometimes, or only warns, must not keep anybody from typing.
        guard rule.severity == .error, isAlways, !about.neverRejects else { return }
        switch about.subject {
        case .boolean: field.control = .boolean
        case .number(let isWhole, let within):
            field.control = isWhole ? .integer : .number
            add("min", within.map { .double($0.lowerBound) }, to: &field)
            add("max", within.map { .double($0.upperBound) }, to: &field)
            bounds(body, "min", "max", to: &field)
        case .multiple: add("step", body.value(.step), to: &field)
        case .length: bounds(body, "minLength", "maxLength", to: &field)
        case .count:
            field.control = .list
            bounds(body, "minItems", "maxItems", to: &field)
        case .items, .order, .difference: field.control = .list
        case .pattern where !body.isReversed: field.pattern = body.pattern
        case .choice where !body.isReversed:
            field.control = .choice
            field.choices = body.value(.choices)?.list ?? []
        case .date: field.control = .date
        case .datetime: field.control = .datetime
        case .time: field.control = .time
        case .file: field.control = .file
        case .shape, .union, .keys: field.control = field.control ?? .group
        case .form:
            field.control = field.control ?? .text
            field.format = body.type.rawValue
        default: break
        }
        if let longest = about.longest { add("maxLength", .integer(Int64(longest)), to: &field) }
    }

    private func bounds(_ body: Constraint, _ least: String, _ most: String, to field: inout Field) {
        add(least, body.value(.minimum) ?? body.value(.size), to: &field)
        add(most, body.value(.maximum) ?? body.value(.size), to: &field)
    }

    /// Adds a bound that is a constant; that of another attribute is known only with the record.
    private func add(_ name: String, _ value: AnyValue?, to field: inout Field) {
        guard let value, value.number != nil else { return }
        field.limits.removeAll { $0.name == name }
        field.limits.append((name, value))
    }

    private static func finish(_ field: inout Field) {
        let length = field.limits.first { $0.name == "maxLength" }?.value.int
        guard field.control == nil || field.control == .text else { return }
        field.control = field.format == nil && (length ?? 0) > line ? .longText : .text
    }
}

extension JSONWriter {
    /// The members of a field.
    mutating func field(_ field: Field) {
        member("path", field.path)
        member("label", field.label)
        if !field.hint.isEmpty { member("hint", field.hint) }
        member("required", field.isRequired)
        member("control", (field.control ?? .text).rawValue)
        if let format = field.format { member("format", format) }
        if let pattern = field.pattern { member("pattern", pattern) }
        if !field.choices.isEmpty { member("choices") { $0.value(.list(field.choices)) } }
        for limit in field.limits { member(limit.name) { $0.value(limit.value) } }
        member("types", field.types)
    }
}
#endif
