package import Proviso

/// A violation with its place in the input and its words.
package struct Finding: Sendable {
    package let violation: Violation
    package var file: String
    package var place: SourcePlace
    /// The record's number in the run, from 1.
    package var record: Int
    package let words: Words
    /// The value as it came, when it was asked for.
    package var value: AnyValue?
    /// What tells it from others, when it was asked for.
    package var fingerprint: String?
    /// The line it is in, when it was asked for.
    var source: SourceExcerpt?

    package var label: String { words.label }
    package var message: String { words.message }

    /// `file:line:column: error: message [code /path]`, for people and editors.
    package var line: String {
        var bytes: [UInt8] = []
        appendLine(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes `line`, which a million findings do not make a string of.
    func appendLine(to output: inout [UInt8]) {
        output += file.visible.utf8
        output.append(UInt8(ascii: ":"))
        output += String(place.line).utf8
        output.append(UInt8(ascii: ":"))
        output += String(place.column).utf8
        output += words.lineEnd
        if let valueText {
            output += " = ".utf8
            output += valueText.visible.utf8
        }
        output.append(.lineBreak)
    }

    /// The value as JSON, nil when it was not asked for.
    var valueText: String? {
        guard let value else { return nil }
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    package init(
        violation: Violation, file: String, place: SourcePlace, record: Int, words: Words, value: AnyValue? = nil
    ) {
        self.violation = violation
        self.file = file
        self.place = place
        self.record = record
        self.words = words
        self.value = value
    }

    /// Reads what `JSONWriter.finding` wrote; nil when it is something else.
    init?(_ value: AnyValue) {
        guard let code = value["code"]?.string, let attribute = value["attribute"]?.string,
            let pointer = value["path"]?.string, let rule = value["rule"]?.string, let type = value["type"]?.string,
            let severity = value["severity"]?.string.flatMap(Severity.init), let file = value["file"]?.string,
            let line = value["line"]?.count, let column = value["column"]?.count, let record = value["record"]?.count,
            record > 0,
            let label = value["label"]?.string, let message = value["message"]?.string
        else { return nil }
        let parameters = value["parameters"]?.members.map {
            Parameter(name: $0.key, value: ParameterValue(stored: $0.value))
        }
        let position = value["rulePosition"]?.string.flatMap(SourcePosition.init(description:))
        let reference = RuleReference(
            id: rule, type: RuleType(rawValue: type), severity: severity, position: position)
        let violation = Violation(
            code: Code(rawValue: code), parameters: Parameters(parameters ?? []), attribute: attribute,
            path: Path(pointer: pointer), rule: reference)
        let words = Words(violation, label: label, message: message, isIsolated: value["isolated"] == .boolean(true))
        self.init(
            violation: violation, file: file, place: SourcePlace(line: line, column: column), record: record,
            words: words, value: value["value"])
        fingerprint = value["fingerprint"]?.string
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
        if finding.words.isIsolated { member("isolated", true) }
        if let fingerprint = finding.fingerprint { member("fingerprint", fingerprint) }
    }
}
