package import Proviso

/// A violation with its place in the input and its words.
package struct Finding: Sendable {
    package let violation: Violation
    package var file: String
    package var place: SourcePlace
    /// The record's number in the run, from 1.
    package var record: Int
    package let label: String
    package let message: String
    /// Whether the label is kept from disturbing the direction of what is around it.
    package let isIsolated: Bool
    /// The value as it came, when it was asked for.
    package var value: AnyValue?

    /// `file:line:column: label: text [code /path]`, for people and editors.
    package var line: String {
        let kind = violation.severity == .error ? "" : "\(violation.severity): "
        let label = Self.visible(isIsolated ? "\u{2068}\(label)\u{2069}" : label)
        let pointer = Self.visible(violation.path.pointer)
        let where_ = pointer.isEmpty ? "" : " \(pointer)"
        let shown = valueText.map { " = \(Self.visible($0))" } ?? ""
        return
            "\(file):\(place.line):\(place.column): \(kind)\(label): \(Self.visible(message)) [\(violation.code)\(where_)]\(shown)\n"
    }

    /// The value as JSON, nil when it was not asked for.
    var valueText: String? {
        guard let value else { return nil }
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    /// A text without what would end its line or steer a terminal: data could forge lines otherwise.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    package init(
        violation: Violation, file: String, place: SourcePlace, record: Int, label: String, message: String,
        isIsolated: Bool
    ) {
        self.violation = violation
        self.file = file
        self.place = place
        self.record = record
        self.label = label
        self.message = message
        self.isIsolated = isIsolated
    }

    /// Reads what `JSONWriter.finding` wrote; nil when it is something else.
    init?(_ value: AnyValue) {
        guard let code = value["code"]?.string, let attribute = value["attribute"]?.string,
            let pointer = value["path"]?.string, let rule = value["rule"]?.string, let type = value["type"]?.string,
            let severity = value["severity"]?.string.flatMap(Severity.init), let file = value["file"]?.string,
            let line = value["line"]?.int, let column = value["column"]?.int, let record = value["record"]?.int,
            let label = value["label"]?.string, let message = value["message"]?.string
        else { return nil }
        let parameters = value["parameters"]?.members.map {
            Parameter(name: $0.key, value: ParameterValue(stored: $0.value))
        }
        let reference = RuleReference(id: rule, type: RuleType(rawValue: type), severity: severity)
        self.init(
            violation: Violation(
                code: Code(rawValue: code), parameters: Parameters(parameters ?? []), attribute: attribute,
                path: Path(pointer: pointer), rule: reference), file: file,
            place: SourcePlace(line: line, column: column), record: record, label: label, message: message,
            isIsolated: value["isolated"] == .boolean(true))
        self.value = value["value"]
    }

    /// The finding as one JSON object on one line.
    package var json: String {
        var writer = JSONWriter()
        writer.object { $0.finding(self) }
        return writer.text
    }
}

extension JSONWriter {
    /// The members of a finding.
    package mutating func finding(_ finding: Finding) {
        member("file", finding.file)
        member("line", finding.place.line)
        member("column", finding.place.column)
        member("record", finding.record)
        violation(finding.violation)
        member("label", finding.label)
        member("message", finding.message)
        if let value = finding.value { member("value") { $0.value(value) } }
    }

    /// The members of a finding, with all that is needed to read it again.
    mutating func storedFinding(_ finding: Finding) {
        self.finding(finding)
        if finding.isIsolated { member("isolated", true) }
    }
}
