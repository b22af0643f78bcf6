internal import Proviso
internal import ProvisoBulk

/// The options of a call: a JSON object whose members are taken one by one.
struct CallOptions {
    private var members: [String: AnyValue] = [:]
    private var known: [String] = []

    /// Null and an empty string mean no options.
    init(_ text: String?) throws(EngineFault) {
        guard let text, !text.isEmpty else { return }
        let value: AnyValue
        do throws(InputError) {
            value = try AnyValue(json: text)
        } catch {
            throw .argument("options: \(error) at byte \(error.offset)")
        }
        guard let members = value.object else {
            throw .argument("options: expected a JSON object, such as {\"locale\": \"de\"}")
        }
        self.members = members.filter { !$0.value.isNull }
    }

    private mutating func take<Value>(
        _ name: String, _ expected: String, _ read: (AnyValue) -> Value?
    ) throws(EngineFault) -> Value? {
        known.append(name)
        guard let value = members.removeValue(forKey: name) else { return nil }
        if let result = read(value) { return result }
        throw .argument("option '\(name)': expected \(expected), found \(value)")
    }

    mutating func text(_ name: String) throws(EngineFault) -> String? { try take(name, "a string") { $0.text } }

    mutating func flag(_ name: String) throws(EngineFault) -> Bool? { try take(name, "true or false") { $0.bool } }

    mutating func number(_ name: String, in range: ClosedRange<Int>) throws(EngineFault) -> Int? {
        try take(name, "an integer from \(range.lowerBound) to \(range.upperBound)") {
            $0.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The formats of reports in the order of the interface's errors.
    static let formats: [ReportFormat] = [.json, .ndjson, .text, .csv, .junit, .sarif, .github, .html, .problem]

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type, _ choices: [Choice] = Array(Choice.allCases)
    ) throws(EngineFault) -> Choice? where Choice.RawValue == String {
        let names = choices.map(\.rawValue).joined(separator: ", ")
        return try take(name, "one of \(names)") { $0.text.flatMap(Choice.init(rawValue:)) }
    }

    mutating func texts(_ name: String) throws(EngineFault) -> [String]? {
        try take(name, "a list of strings") { value in
            value.list.flatMap { items in
                let texts = items.compactMap(\.text)
                return texts.count == items.count ? texts : nil
            }
        }
    }

    mutating func values(_ name: String) throws(EngineFault) -> [String: AnyValue]? {
        try take(name, "an object") { $0.object }
    }

    mutating func textsByName(_ name: String) throws(EngineFault) -> [String: String]? {
        try take(name, "an object of strings") { value in
            value.object.flatMap { members in
                let texts = members.compactMapValues(\.text)
                return texts.count == members.count ? texts : nil
            }
        }
    }

    /// Refuses options that the call does not have; to be called after all were taken.
    func end() throws(EngineFault) {
        guard let name = members.keys.min() else { return }
        throw .argument(
            "unknown option '\(name)' (known: \(known.sorted().joined(separator: ", ")))"
                + Suggestion.hint(Suggestion.nearest(to: name, in: known)))
    }
}
