package import Proviso

/// A violation with its place in the input and its text.
package struct LocatedViolation: Sendable {
    package let violation: Violation
    package var file: String
    package var place: SourcePlace
    /// The record's number in the run, from 1.
    package var record: Int
    package let text: ViolationText
    /// The unchanged value, if reports show values.
    package var value: AnyValue?
    /// The fingerprint, if a writer needs it.
    package var fingerprint: String?
    /// Where a project file has the files whose records it is about, if they are not one file.
    var entry: String?
    /// The source line, if a writer needs it.
    var source: SourceExcerpt?
    /// Its index among the findings of its record.
    var index = 0
    /// How many findings of its record are counted and not listed; only the last listed finding has any.
    var omitted: [ViolationKind: Int] = [:]

    /// Sorts findings in the order of the data, and within a record in the order of the rules.
    ///
    /// What is about all records comes last.
    var position: (record: Int, index: Int) { (isOfTable ? .max : record, index) }

    /// Whether it is about all records, and has no place.
    var isOfTable: Bool { record == Self.noRecord }
    /// What findings about the records of several inputs name instead of one.
    static let severalInputs = "<dataset>"

    /// Where a viewer of files shows it: what is about several inputs where a project file has them, else at the rule;
    /// `nil` if that is in no file.
    var shownPlace: (file: String, place: SourcePlace)? {
        guard entry != nil || file == Self.severalInputs else { return (file, place) }
        let position = entry.flatMap(SourcePosition.init(description:)) ?? violation.rule.position
        guard let position, let file = position.file else { return nil }
        return (file, SourcePlace(line: position.line, column: position.column))
    }

    /// The number of the record in what is about all records.
    package static let noRecord = 0

    /// `file:line:column`, or the file alone for what is about all records.
    var placeText: String { isOfTable ? file : "\(file):\(place.line):\(place.column)" }

    /// Adds findings of its record that are counted and not listed.
    package mutating func count(_ more: OmittedFindings) {
        omitted.merge(ViolationKind.counts(more), uniquingKeysWith: +)
    }

    package var label: String { text.label }
    package var message: String { text.message }

    /// `file:line:column: error: message [code /path]`, for people and editors.
    package var line: String {
        var bytes: [UInt8] = []
        appendLine(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `line` without making a string, because there can be millions of findings.
    func appendLine(to output: inout [UInt8]) {
        output += file.visible.utf8
        if !isOfTable {
            output.append(UInt8(ascii: ":"))
            output += String(place.line).utf8
            output.append(UInt8(ascii: ":"))
            output += String(place.column).utf8
        }
        output += text.lineEnd
        if let valueText {
            output += " = ".utf8
            output += valueText.visible.utf8
        }
        output.append(.lineBreak)
        guard let note = omissionNote else { return }
        output += "\(placeText.visible): note: \(note)\n".utf8
    }

    /// A sentence about the findings of the record that are not listed; `nil` if all are listed.
    var omissionNote: String? {
        if omitted.isEmpty { return nil }
        let count = omitted.values.reduce(0, +)
        let owner = isOfTable ? "the rules about all records" : "record \(record)"
        return "\(count.grouped()) more findings of \(owner) are counted and not listed"
    }

    /// The value as JSON; `nil` if reports do not show values.
    var valueText: String? {
        guard let value else { return nil }
        var writer = JSONWriter()
        writer.value(value)
        return writer.text
    }

    package init(
        violation: Violation, file: String, place: SourcePlace, record: Int, text: ViolationText, value: AnyValue? = nil
    ) {
        self.violation = violation
        self.file = file
        self.place = place
        self.record = record
        self.text = text
        self.value = value?.cut(toLevels: Self.shownLevels)
    }

    /// The largest number of a record that is read: JSON writes no larger one exactly.
    package static let largestRecord = 1 << 53
    /// The maximum depth of a finding in a report or a checkpoint.
    package static let depthInReports = 10
    /// Reading a report allows 512 levels, and a value is nested in a finding.
    private static let shownLevels = 500

    /// Reads where a finding is; without a line it is about all records.
    private static func place(_ value: AnyValue) -> (SourcePlace, Int)? {
        if value["type"]?.string == DatasetRule.type.rawValue, value["line"] == nil { return (.none, noRecord) }
        guard let line = value["line"]?.count, let column = value["column"]?.count,
            let record = value["record"]?.count, (1...largestRecord).contains(record)
        else { return nil }
        return (SourcePlace(line: line, column: column), record)
    }

    /// Reads the output of `JSONWriter.storedFinding`; `nil` if it is anything else.
    init?(_ value: AnyValue) {
        guard let code = value["code"]?.string, let attribute = value["attribute"]?.string,
            let pointer = value["path"]?.string, let rule = value["rule"]?.string, let type = value["type"]?.string,
            let severity = value["severity"]?.string.flatMap(Severity.init), let file = value["file"]?.string,
            let (place, record) = Self.place(value), let label = value["label"]?.string,
            let message = value["message"]?.string
        else { return nil }
        let parameters = value["parameters"]?.members.map {
            Parameter(name: $0.key, value: ParameterValue(stored: $0.value))
        }
        func position(_ key: String) -> SourcePosition? {
            value[key]?.string.flatMap(SourcePosition.init(description:))
        }
        let reference = RuleReference(
            id: rule, type: RuleType(rawValue: type), severity: severity, position: position("rulePosition"))
        let site = ViolationSite(
            attribute: attribute, path: ValuePath(pointer: pointer), rule: reference,
            origin: position("branch").map { ViolationOrigin(reference.position, branch: $0) })
        let violation = Violation(
            code: Code(rawValue: code), parameters: Parameters(parameters ?? []), site: site, offset: nil)
        let text = ViolationText(
            violation, label: label, message: message, isIsolated: value["isolated"] == .boolean(true))
        self.init(
            violation: violation, file: file, place: place, record: record, text: text, value: value["value"])
        fingerprint = value["fingerprint"]?.string
        index = value["index"]?.count ?? 0
        if !readMore(value) { return nil }
    }

    /// Reads the entry of a project, and how many findings of the record are not listed; false if the numbers are malformed.
    @discardableResult
    package mutating func readMore(_ value: AnyValue) -> Bool {
        entry = value["entry"]?.string
        for item in value["more"]?.items ?? [] {
            guard let kind = ViolationKind(item), let count = item["count"]?.count else { return false }
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

extension [LocatedViolation] {
    /// The highest severity of a record's findings, those that are not listed included.
    var worst: Severity? {
        func has(_ severity: Severity) -> Bool {
            // By index: copying a finding costs more than looking at it.
            indices.contains { index in
                self[index].violation.severity == severity
                    || !self[index].omitted.isEmpty && self[index].omitted.keys.contains { $0.severity == severity }
            }
        }
        return has(.error) ? .error : has(.warning) ? .warning : isEmpty ? nil : .info
    }
}

extension JSONWriter {
    /// The members of a finding.
    package mutating func finding(_ finding: LocatedViolation) {
        self.finding(
            finding.violation, in: finding.file, at: finding.isOfTable ? nil : finding.place, record: finding.record,
            label: finding.label, message: finding.message)
        if let entry = finding.entry { member("entry", entry) }
        if let value = finding.value { member("value") { $0.value(value) } }
        if !finding.omitted.isEmpty { member("more") { $0.kinds(finding.omitted) } }
    }

    /// The members of a violation with its words; without a place and a record if it is about all records.
    package mutating func finding(
        _ violation: Violation, in file: String, at place: SourcePlace?, record: Int, label: String, message: String
    ) {
        member("file", file)
        if let place {
            member("line", place.line)
            member("column", place.column)
            member("record", record)
        }
        self.violation(violation)
        member("label", label)
        member("message", message)
    }

    /// How many findings of the record are counted and not listed.
    package mutating func more(_ omitted: OmittedFindings) {
        if !omitted.isEmpty { member("more") { $0.kinds(ViolationKind.counts(omitted)) } }
    }

    /// A list of kinds of findings with their counts, errors first.
    mutating func kinds(_ counts: [ViolationKind: Int]) {
        list {
            for (kind, count) in counts.sorted(by: { ViolationKind.precedes($0.key, $1.key) }) {
                kind.write(to: &$0, count: count)
            }
        }
    }

    /// The members of a finding, with everything needed to read it again.
    mutating func storedFinding(_ finding: LocatedViolation) {
        self.finding(finding)
        if finding.text.isIsolated { member("isolated", true) }
        if finding.index > 0 { member("index", finding.index) }
        if let fingerprint = finding.fingerprint { member("fingerprint", fingerprint) }
    }
}

extension AnyValue {
    /// The value with `…` instead of lists and objects that are nested deeper.
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

extension LocatedViolation {
    /// About how many bytes the finding has in a report; exact numbers beyond the limit are not of interest.
    func size(upTo limit: Int) -> Int {
        var room = limit - message.utf8.count - label.utf8.count - text.pointer.utf8.count
        for parameter in violation.parameters.list { parameter.value.take(from: &room) }
        value?.take(from: &room)
        return limit - room
    }
}

extension ParameterValue {
    /// Subtracts the size of the value, until no room is left.
    fileprivate func take(from room: inout Int) {
        if room < 0 { return }
        switch self {
        case .text(let text), .decimal(let text), .attribute(let text): room -= text.utf8.count
        case .list(let items): for item in items where room >= 0 { item.take(from: &room) }
        default: room -= 8
        }
    }
}

extension AnyValue {
    /// Subtracts the size of the value, until no room is left.
    fileprivate func take(from room: inout Int) {
        if room < 0 { return }
        switch self {
        case .text(let text): room -= text.utf8.count
        case .list(let items): for item in items where room >= 0 { item.take(from: &room) }
        case .object(let members):
            for member in members where room >= 0 {
                room -= member.key.utf8.count
                member.value.take(from: &room)
            }
        default: room -= 8
        }
    }
}
