package import Proviso
internal import ProvisoRuleFiles

/// The rule file that is written.
package struct ImportedFile {
    /// A rule for one attribute.
    package struct Rule {
        package let path: ValuePath
        package let type: String
        package var options: [AnyValue.Member]
        /// Where the original has it.
        package var position: SourcePosition?

        package init(path: ValuePath, type: String, options: [AnyValue.Member], position: SourcePosition? = nil) {
            (self.path, self.type, self.options, self.position) = (path, type, options, position)
        }
    }

    /// A rule about all records.
    package struct DatasetRule {
        package let measure: String
        package let options: [AnyValue.Member]
        package let position: SourcePosition
    }

    /// What the file is made from, for people.
    package var origin = "the JSON Schema"
    package var rules: [Rule] = []
    package var dataset: [DatasetRule] = []
    package var nulls: [String] = []
    package var table: [AnyValue.Member] = []
    /// The attributes whose columns may be missing.
    package var optional: [ValuePath] = []
    package var labels: [AnyValue.Member] = []
    package var hints: [AnyValue.Member] = []
    package var nullable: [ValuePath] = []
    /// The objects that may have other members, where the record may not.
    package var open: [ValuePath] = []
    package var isClosed = false

    package init() {}

    /// The file, which `proviso fmt` may still change.
    package func text(title: String) -> String {
        var lines = [
            "# From \(origin) \(title.unicodeScalars.filter { $0.value >= 0x20 }.map(String.init).joined())."
        ]
        // In version 2 an empty string is a value, as in JSON Schema.
        lines.append("proviso: 2")
        if isClosed {
            let paths = AnyValue.list(open.map { .text($0.description) })
            lines.append("closed: " + (open.isEmpty ? "true" : "{ \"open\": \(paths.json) }"))
        }
        for (key, paths) in [("nullable", nullable), ("optional", optional)] where !paths.isEmpty {
            lines.append("\(key): " + AnyValue.list(paths.map { .text($0.description) }).json)
        }
        if !nulls.isEmpty { lines.append("nulls: " + AnyValue.list(nulls.map { .text($0) }).json) }
        if !table.isEmpty { lines.append("table: " + AnyValue.object(table).json) }
        for (key, texts) in [("labels", labels), ("hints", hints)] where !texts.isEmpty {
            lines.append("\(key):")
            lines += texts.map { "  \(AnyValue.text($0.key).json): \($0.value.json)" }
        }
        lines.append(rules.isEmpty ? "rules: []" : "rules:")
        var last: ValuePath?
        for rule in rules {
            if let last, last != rule.path, last.components.first != rule.path.components.first { lines.append("") }
            last = rule.path
            let options = rule.options.isEmpty ? "" : ", " + AnyValue.object(rule.options).json
            lines.append("  - [\(AnyValue.text(Self.name(rule.path)).json), \(rule.type)\(options)]")
        }
        if !dataset.isEmpty { lines += ["", "dataset:"] }
        lines += dataset.map { "  - [\($0.measure), \(AnyValue.object($0.options).json)]" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The rules of the written file, with their places in the original.
    package func ruleSet(_ text: String, directory: String? = nil) throws(RuleSetError) -> RuleSet {
        var set = try RuleSet(parsing: text, directory: directory)
        for (index, rule) in rules.enumerated() where set.rules.indices.contains(index) {
            guard let place = rule.position else { continue }
            let made = set.rules[index]
            set.rules[index].position = place
            set.rules[index].attributePositions = made.attributePositions.mapValues { _ in place }
            set.rules[index].constraint = Constraint(
                type: made.constraint.type, options: made.constraint.options,
                positions: made.constraint.positions.mapValues { _ in place })
        }
        for (index, rule) in dataset.enumerated() where set.dataset.indices.contains(index) {
            set.dataset[index].position = rule.position
            set.dataset[index].positions = [:]
        }
        set.positions = [:]
        return set
    }

    private static func name(_ path: ValuePath) -> String {
        path.components.isEmpty ? ValuePath.record : path.description
    }
}
