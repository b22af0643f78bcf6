package import Proviso

/// The totals of a run.
package struct Summary: Sendable, Equatable {
    package var records = 0
    package var invalid = 0
    package var unreadable = 0
    package var bySeverity = SeverityCounts()
    /// The number of findings of each kind.
    package private(set) var kinds: [ViolationKind: Int] = [:]

    /// How many findings a baseline accepts, by code and attribute.
    private(set) var accepted: [String: Int] = [:]
    /// How many findings each exception names, by its place in the project file.
    package private(set) var excepted: [String: Int] = [:]
    /// The number of records with findings that count, by the highest severity.
    package private(set) var recordsByWorst = SeverityCounts()

    /// The limit of errors, if it ended the run.
    var limit: Int?

    /// Attributes of rules for which no record has a value; known at the end of a run.
    package var unseen: [UnseenAttribute] = []

    /// What was not validated; known at the end of a run.
    package var coverage = Coverage()

    /// Values of YAML files that readers of YAML 1.1 take for something else, one entry for each file.
    var otherReadings: [OtherReading] = []

    /// The plugins that the run used; `nil` if the report does not name them.
    var plugins: [AuditedPlugin]?

    /// What runs with several rules say of themselves, whose summary this is.
    private var joined: Joined?

    private struct Joined: Sendable, Equatable {
        var notes: [String] = []
        var nothing: String?
    }

    package init() {}

    /// A line for each thing that was not validated, although nothing was wrong with it.
    package var notes: [String] {
        (joined?.notes ?? ownNotes) + OtherReading.notes(otherReadings)
    }

    /// The lines about its rules.
    private var ownNotes: [String] {
        coverage.notes(
            records: records - unreadable, unseen: UnseenAttribute.notes(unseen, records: records - unreadable))
    }

    /// Whether a limit of errors ended the run.
    package var hasStopped: Bool { limit != nil }

    /// Why nothing was checked; `nil` if something was.
    package var nothingChecked: String? { joined?.nothing ?? coverage.nothing(records: records - unreadable) }

    package var byCode: [Code: Int] { kinds.reduce(into: [:]) { $0[$1.key.code, default: 0] += $1.value } }

    /// How many values could not be validated.
    package var faults: Int { byCode[.fault] ?? 0 }

    /// That values could not be validated, and by which rule types; `nil` if all were.
    package var faultNote: String? {
        if faults == 0 { return nil }
        let types = Set(kinds.keys.filter { $0.code == .fault }.map(\.type.rawValue)).sorted()
        let list = types.prefix(3).joined(separator: ", ") + (types.count > 3 ? ", …" : "")
        return "\(Self.plural(faults, "value")) could not be validated (\(list)): the findings rule.fault say why"
    }

    /// The invalid records all of whose errors a baseline accepts or an exception names.
    private var acceptedRecords: Int { invalid - recordsByWorst[.error] }

    /// How many records have a finding of one of these severities that no baseline accepts.
    ///
    /// The caller gives a severity together with all higher ones.
    package func records(with severities: [Severity]) -> Int { severities.reduce(0) { $0 + recordsByWorst[$1] } }

    /// Whether a rule about all records has a finding of one of these severities.
    package func hasTableFindings(with severities: [Severity]) -> Bool {
        kinds.keys.contains { $0.type == DatasetRule.type && severities.contains($0.severity) }
    }

    /// How many findings rules about all records have.
    package var tableFindings: Int { kinds.reduce(0) { $0 + ($1.key.type == DatasetRule.type ? $1.value : 0) } }

    /// Whether all records were read and are valid, each and together.
    package var isValid: Bool { invalid == 0 && unreadable == 0 && !hasTableFindings(with: [.error]) }

    /// All violations, of any severity.
    var findings: Int { bySeverity.total }

    /// The number that counts against the limit: errors and unreadable records.
    var errors: Int { unreadable + bySeverity[.error] }

    /// Adds findings of one kind.
    mutating func add(_ kind: ViolationKind, _ count: Int) {
        bySeverity[kind.severity] += count
        kinds[kind, default: 0] += count
    }

    /// Counts a record by the highest severity of its findings that no baseline accepts.
    mutating func addRecord(worst severity: Severity) { recordsByWorst[severity] += 1 }

    /// Counts a record of which only the findings are known.
    mutating func addStoredRecord(worst severity: Severity) {
        records += 1
        if severity == .error { invalid += 1 }
        addRecord(worst: severity)
    }

    /// Counts findings that a baseline accepts.
    mutating func accept(_ kind: ViolationKind, _ count: Int) {
        let key = kind.attribute.isEmpty ? kind.code.rawValue : "\(kind.code.rawValue) \(kind.attribute)"
        accepted[key, default: 0] += count
    }

    /// Counts findings that an exception names.
    mutating func except(_ exception: String, _ count: Int) { excepted[exception, default: 0] += count }

    /// Adds the totals of a run with other rules, about which only it can say what it did not check.
    mutating func join(_ other: Summary, by rules: String) {
        var all = joined ?? Joined()
        let start = "warning: nothing was checked: "
        all.notes += other.ownNotes.map { note in
            note.hasPrefix(start) ? "warning: nothing was checked by \(rules): \(note.dropFirst(start.count))" : note
        }
        if let nothing = other.nothingChecked { all.nothing = all.nothing ?? "\(rules): \(nothing)" }
        let (unseen, coverage) = (unseen + other.unseen, coverage.joined(other.coverage))
        add(other)
        (self.unseen, self.coverage, joined) = (unseen, coverage, all)
    }

    /// Adds the totals of a run over other records.
    package mutating func add(_ other: Summary) {
        if let others = other.plugins { plugins = ((plugins ?? []) + others).withoutRepetition() }
        coverage.add(other.coverage, before: records > unreadable, after: other.records > other.unreadable)
        if other.records > other.unreadable { unseen = records > unreadable ? common(unseen, other) : other.unseen }
        records += other.records
        invalid += other.invalid
        unreadable += other.unreadable
        for severity in Severity.allCases {
            bySeverity[severity] += other.bySeverity[severity]
            recordsByWorst[severity] += other.recordsByWorst[severity]
        }
        kinds.merge(other.kinds, uniquingKeysWith: +)
        accepted.merge(other.accepted, uniquingKeysWith: +)
        excepted.merge(other.excepted, uniquingKeysWith: +)
        limit = limit ?? other.limit
        OtherReading.add(other.otherReadings, to: &otherReadings)
    }

    /// The attributes that neither of two runs has seen.
    private func common(_ unseen: [UnseenAttribute], _ other: Summary) -> [UnseenAttribute] {
        if unseen.isEmpty || other.unseen.isEmpty { return [] }
        let others = Dictionary(other.unseen.map { ($0.attribute, $0) }) { first, _ in first }
        return unseen.compactMap { next in
            others[next.attribute].map { other in
                var next = next
                next.isRootSeen = next.isRootSeen || other.isRootSeen
                return next
            }
        }
    }

    /// A line for each plugin that the run used, if the report names them.
    var audit: [String] {
        guard let plugins else { return [] }
        return plugins.isEmpty ? ["no plugin was used"] : plugins.map(\.text)
    }

    /// A line of totals, one for each code and attribute, the most frequent first, and the lines of `audit`.
    package func lines(_ words: ReportWords = .english) -> [String] {
        let stop = limit.map { "stopped at --max-errors \($0): later records were not validated" }
        let counts = kinds.reduce(into: [String: SeverityCounts]()) {
            $0[$1.key.name, default: SeverityCounts()][$1.key.severity] += $1.value
        }
        .map { (name: $0.key, count: $0.value.total, severities: $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        let width = counts.first.map { String($0.count).count } ?? 0
        let isMixed = Severity.allCases.count { bySeverity[$0] > 0 } > 1
        return [totals(words)] + (stop.map { [$0] } ?? [])
            + counts.map { name, count, severities in
                "  \(String(count).aligned(to: width)) \(name)"
                    + (isMixed ? " (\(severities.kinds(words)))" : "")
            } + audit
    }

    /// The number of records and of findings.
    package func totals(_ words: ReportWords) -> String {
        let counts: Parameters = [
            "records": .integer(Int64(records)), "valid": .integer(Int64(records - unreadable - invalid)),
            "invalid": .integer(Int64(invalid)), "grouping": .boolean(false),
        ]
        var totals = words.text("totals", counts)
        if unreadable > 0 { totals += ", " + words.count("unreadable", unreadable) }
        if bySeverity.total > 0 { totals += words.separator + bySeverity.text(words) }
        let (accepted, excepted) = (accepted.values.reduce(0, +), excepted.values.reduce(0, +))
        if accepted > 0 { totals += "; \(Self.plural(accepted, "finding")) in the baseline" }
        return excepted == 0 ? totals : totals + "; \(Self.plural(excepted, "finding")) excepted"
    }

    /// Writes it as an object; `isPart` says that it will be added to others.
    package func write(to writer: inout JSONWriter, isPart: Bool = false) {
        writer.object {
            $0.member("records", records)
            $0.member("valid", records - unreadable - invalid)
            $0.member("invalid", invalid)
            $0.member("unreadable", unreadable)
            $0.member("severities") { bySeverity.write(to: &$0) }
            $0.member("recordsByWorst") { recordsByWorst.write(to: &$0) }
            $0.member("codes") {
                $0.object {
                    for (code, count) in byCode.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                        $0.member(code.rawValue, count)
                    }
                }
            }
            $0.member("findings") { $0.kinds(kinds) }
            if !accepted.isEmpty || !excepted.isEmpty { $0.member("acceptedRecords", acceptedRecords) }
            for (name, counts) in [("accepted", accepted), ("excepted", excepted)] where !counts.isEmpty {
                $0.member(name) {
                    $0.object { for (key, count) in counts.sorted(by: { $0.key < $1.key }) { $0.member(key, count) } }
                }
            }
            if let limit { $0.member("stoppedAfterErrors", limit) }
            if !unseen.isEmpty { $0.member("unseen") { $0.list { for next in unseen { next.write(to: &$0) } } } }
            coverage.write(to: &$0, nothingChecked: nothingChecked, isPart: isPart)
            if !otherReadings.isEmpty {
                $0.member("otherReadings") { $0.list { for next in otherReadings { next.write(to: &$0) } } }
            }
            if let plugins { $0.member("plugins") { $0.list { for plugin in plugins { plugin.write(to: &$0) } } } }
            let notes = notes
            if !notes.isEmpty { $0.member("notes", notes) }
        }
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    package init?(_ value: AnyValue) {
        guard let records = value["records"]?.count, let invalid = value["invalid"]?.count,
            let unreadable = value["unreadable"]?.count, invalid + unreadable <= records
        else { return nil }
        (self.records, self.invalid, self.unreadable) = (records, invalid, unreadable)
        unseen = value["unseen"]?.items.compactMap(UnseenAttribute.read) ?? []
        coverage = Coverage(value)
        otherReadings = value["otherReadings"]?.items.compactMap(OtherReading.init) ?? []
        limit = value["stoppedAfterErrors"]?.count
        plugins = value["plugins"].map { $0.items.compactMap(AuditedPlugin.init) }
        for member in value["accepted"]?.members ?? [] {
            guard let count = member.value.count else { return nil }
            accepted[member.key] = count
        }
        for member in value["excepted"]?.members ?? [] {
            guard let count = member.value.count else { return nil }
            excepted[member.key] = count
        }
        for severity in Severity.allCases {
            guard let count = value["recordsByWorst"]?[severity.rawValue]?.count else { return nil }
            recordsByWorst[severity] = count
        }
        guard acceptedRecords >= 0, recordsByWorst.total <= records, case .list(let items)? = value["findings"] else {
            return nil
        }
        for item in items {
            guard let kind = ViolationKind(item), let count = item["count"]?.count else { return nil }
            add(kind, count)
        }
        if !agrees(with: value) { return nil }
    }

    /// Whether the stored sums are equal to the sums of the stored findings.
    private func agrees(with value: AnyValue) -> Bool {
        let codes = byCode
        let areCodes = value["codes"]?.members.allSatisfy { codes[Code(rawValue: $0.key)] == $0.value.count } ?? false
        let areSeverities = value["severities"]?.members.allSatisfy { member in
            Severity(rawValue: member.key).map { bySeverity[$0] == member.value.count } ?? false
        }
        return areCodes && areSeverities ?? false
    }

    /// Whether all sums are in the range that one run can count.
    var isPlausible: Bool {
        let counts =
            [records] + kinds.values + accepted.values + excepted.values + Severity.allCases.map { bySeverity[$0] }
        return counts.allSatisfy { $0 <= AnyValue.maximumCount }
    }

    static func plural(_ count: Int, _ noun: String) -> String {
        count == 1 || noun == "info" ? "\(count) \(noun)" : "\(count) \(noun)s"
    }
}
