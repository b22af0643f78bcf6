internal import Proviso
internal import ProvisoRuleFiles

/// Makes rules about all records of a quality rule of an Open Data Contract.
struct QualityReader {
    private let node: RuleNode
    private let path: ValuePath?

    /// Reads the quality rule of a property, or without a path that of an object.
    init(_ node: RuleNode, _ path: ValuePath?) { (self.node, self.path) = (node, path) }

    /// The metrics of the contract's library, with their names in version 3.0.
    private enum Metric: String, CaseIterable {
        case rowCount, nullValues, missingValues, invalidValues, duplicateValues
        case duplicateCount, validValues
    }

    private static let operators = [
        "mustBe", "mustNotBe", "mustBeGreaterThan", "mustBeGreaterOrEqualTo", "mustBeLessThan", "mustBeLessOrEqualTo",
        "mustBeBetween", "mustNotBeBetween",
    ]

    private static let keys =
        operators + [
            "id", "name", "type", "metric", "rule", "description", "dimension", "severity", "businessImpact", "unit",
            "arguments", "validValues", "method", "scheduler", "schedule", "customProperties",
            "authoritativeDefinitions", "tags",
        ]

    func read(into made: inout ContractFindings) {
        let type = node["type"]?.text ?? "library"
        guard type == "library" else { return made.leave(node, "quality rules of the type '\(type)'") }
        // Limits have an error of their own.
        let limits = (node.mapping ?? []).compactMap(\.key.scalar).filter { $0.hasPrefix("must") }
        made.checkKeys(of: node, Self.keys + limits, in: "a quality rule")
        guard let written = node["metric"] ?? node["rule"] else {
            return made.report(node, "a quality rule of the library needs a 'metric'")
        }
        let names = Metric.allCases.map(\.rawValue)
        guard let metric = Metric(rawValue: written.text ?? "") else {
            return made.report(
                written, "unknown metric '\(written.scalar ?? "")' (\(names.joined(separator: ", ")))",
                suggestion: Suggestion.nearest(to: written.scalar ?? "", in: names))
        }
        if path == nil, ![.rowCount, .duplicateValues, .duplicateCount].contains(metric) {
            return made.report(written, "the metric '\(metric.rawValue)' is for a property")
        }
        switch metric {
        case .rowCount: figure("rows", [], &made)
        case .nullValues: figure(measure, of(["is": "absent"]), &made)
        case .missingValues: missing(&made)
        case .invalidValues, .validValues: values(isValid: metric == .validValues, &made)
        case .duplicateValues, .duplicateCount: duplicates(&made)
        }
    }

    // MARK: Metrics

    private var isPercent: Bool { node["unit"]?.text == "percent" }
    private var measure: String { isPercent ? "share" : "count" }

    private func of(_ more: KeyValuePairs<String, AnyValue>) -> [AnyValue.Member] {
        [.init("of", .text(path?.description ?? ""))] + more.map { .init($0, $1) }
    }

    private func missing(_ made: inout ContractFindings) {
        let values = node["arguments"]?["missingValues"]?.list ?? []
        let strings = values.map(\.value).filter { $0 != .null && $0 != "" }
        if strings.isEmpty { return figure(measure, of(["is": "absent"]), &made) }
        guard strings.count == values.count else {
            return made.leave(node, "missing values that are strings or null")
        }
        figure(measure, of(["is": ["in", ["range": .list(strings)]]]), &made)
    }

    private func values(isValid: Bool, _ made: inout ContractFindings) {
        let arguments = node["arguments"]
        if let list = (arguments?["validValues"] ?? node["validValues"])?.list {
            let range = AnyValue.list(list.map(\.value))
            figure(measure, of(["is": ["in", isValid ? ["range": range] : ["range": range, "not": true]]]), &made)
        } else if let pattern = arguments?["pattern"]?.scalar {
            let text = AnyValue.text(pattern)
            figure(
                measure, of(["is": ["match", isValid ? ["pattern": text] : ["pattern": text, "not": true]]]), &made)
        } else {
            made.leave(node, "values that are invalid by nothing that the contract names")
        }
    }

    /// Values that occur twice are refused one by one, as `unique` does; other limits have no rule.
    private func duplicates(_ made: inout ContractFindings) {
        let names = node["arguments"]?["properties"]?.strings ?? []
        let paths = path.map { [$0] } ?? names.map { ValuePath([.key($0)]) }
        let limit = node["mustBe"] ?? node["mustBeLessOrEqualTo"]
        guard let first = paths.first, first.components.count == 1, limit?.value == 0 else {
            return made.leave(node, "a number of duplicates other than 0")
        }
        let together = AnyValue.list(paths.map { .text($0.description) })
        var options: [AnyValue.Member] = paths.count == 1 ? [] : [.init("targetAttribute", together)]
        if let severity { options.append(.init("severity", .text(severity))) }
        made.add(first, "unique", options, at: node)
    }

    private var severity: String? {
        node["severity"]?.text.flatMap { ["error", "warning", "info"].contains($0) ? $0 : nil }
    }

    // MARK: Limits

    private func figure(_ measure: String, _ options: [AnyValue.Member], _ made: inout ContractFindings) {
        let limits = limits(measure, &made)
        if limits.isEmpty { return }
        let more = severity.map { [AnyValue.Member("severity", .text($0))] } ?? []
        made.file.dataset.append(.init(measure: measure, options: options + limits + more, position: node.position))
    }

    private func limits(_ measure: String, _ made: inout ContractFindings) -> [AnyValue.Member] {
        var limits: [AnyValue.Member] = []
        for (key, value) in node.mapping ?? [] {
            let name = key.scalar ?? ""
            guard name.hasPrefix("must") else { continue }
            guard Self.operators.contains(name) else {
                made.report(
                    key, "unknown key '\(name)'", suggestion: Suggestion.nearest(to: name, in: Self.operators))
                continue
            }
            let numbers = (value.list ?? [value]).compactMap { Number($0.value) }
            guard numbers.count == (name.hasSuffix("Between") ? 2 : 1) else {
                made.report(value, name.hasSuffix("Between") ? "expected two numbers" : "expected a number")
                continue
            }
            if let found = self.limit(name, numbers) {
                limits += found
            } else {
                made.leave(key, "'\(name)' of the metric")
            }
        }
        if limits.isEmpty, !(node.mapping ?? []).contains(where: { ($0.key.scalar ?? "").hasPrefix("must") }) {
            made.report(node, "a quality rule of the library needs a limit, such as 'mustBe: 0'")
        }
        return limits
    }

    /// The limits of a figure; those that a number of rows or a share must not reach have none if the number is broken.
    private func limit(_ name: String, _ numbers: [Number]) -> [AnyValue.Member]? {
        func written(_ number: Number) -> AnyValue {
            isPercent ? .text("\(number.plainText)%") : AnyValue(number)
        }
        func next(_ step: Int64) -> AnyValue? {
            guard !isPercent, let whole = Int64(numbers[0].plainText) else { return nil }
            let (sum, overflows) = whole.addingReportingOverflow(step)
            return overflows ? nil : .integer(sum)
        }
        switch name {
        case "mustBe": return [.init("equals", written(numbers[0]))]
        case "mustBeGreaterOrEqualTo": return [.init("min", written(numbers[0]))]
        case "mustBeLessOrEqualTo": return [.init("max", written(numbers[0]))]
        case "mustBeBetween": return [.init("min", written(numbers[0])), .init("max", written(numbers[1]))]
        case "mustBeGreaterThan": return next(1).map { [.init("min", $0)] }
        case "mustBeLessThan": return next(-1).map { [.init("max", $0)] }
        default: return nil
        }
    }
}
