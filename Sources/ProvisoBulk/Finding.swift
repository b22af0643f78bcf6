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
    /// Its place among the findings of its record, from 0.
    var index = 0
    /// How many findings of its record follow that are counted and not listed: only the last one listed has any.
    var omitted: [FindingKind: Int] = [:]

    /// By which findings are in the order of the data, and within a record in that of the rules.
    var position: (record: Int, index: Int) { (record, index) }

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
        guard let note = omissionNote else { return }
        output += "\(file.visible):\(place.line):\(place.column): note: \(note)\n".utf8
    }

    /// How many findings of the record are not listed, for people; nil where all are.
    var omissionNote: String? {
        if omitted.isEmpty { return nil }
        let count = omitted.values.reduce(0, +)
        return "\(LimitedTextReport.grouped(count)) more findings of record \(record) are counted and not listed"
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
        self.value = value?.cut(toLevels: Self.shownLevels)
    }

    /// How deep a finding may lie in a report or a checkpoint.
    static let depthInReports = 10
    /// What reads reports takes 512 levels; a value is a member of a finding.
    private static let shownLevels = 500

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
            path: ValuePath(pointer: pointer), rule: reference)
        let words = Words(violation, label: label, message: message, isIsolated: value["isolated"] == .boolean(true))
        self.init(
            violation: violation, file: file, place: SourcePlace(line: line, column: column), record: record,
            words: words, value: value["value"])
        fingerprint = value["fingerprint"]?.string
        index = value["index"]?.count ?? 0
        if !readMore(value) { return nil }
    }

    /// Reads how many findings of the record are not listed; false for what is never written.
    @discardableResult
    package mutating func readMore(_ value: AnyValue) -> Bool {
        for item in value["more"]?.items ?? [] {
            guard let kind = FindingKind(item), let count = item["count"]?.count else { return false }
            omitted[kind, default: 0] += count
        }
        return true
    }

    /// The finding as one JSON object on one line.
    package var json: String {
        var writer = JSONWriter(depth: Self.depthInReports)
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
        if !finding.omitted.isEmpty { member("more") { $0.kinds(finding.omitted) } }
    }

    /// A list of kinds of findings with how many there are of each, errors first.
    mutating func kinds(_ counts: [FindingKind: Int]) {
        list {
            for (kind, count) in counts.sorted(by: { FindingKind.precedes($0.key, $1.key) }) {
                kind.write(to: &$0, count: count)
            }
        }
    }

    /// The members of a finding, with all that is needed to read it again.
    mutating func storedFinding(_ finding: Finding) {
        self.finding(finding)
        if finding.words.isIsolated { member("isolated", true) }
        if finding.index > 0 { member("index", finding.index) }
        if let fingerprint = finding.fingerprint { member("fingerprint", fingerprint) }
    }
}

extension AnyValue {
    /// The value with `…` in the place of lists and objects that lie deeper.
    fileprivate func cut(toLevels levels: Int) -> AnyValue {
        switch self {
        case .list(let items) where !items.isEmpty:
            return levels == 0 ? .text("…") : .list(items.map { $0.cut(toLevels: levels - 1) })
        case .object(let members) where !members.isEmpty:
            if levels == 0 { return .text("…") }
            return .object(members.map { Member($0.key, $0.value.cut(toLevels: levels - 1)) })
        default: return self
        }
    }
}
