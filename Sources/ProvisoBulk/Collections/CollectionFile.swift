internal import Proviso

/// The file of one collection, read once for all rules that use it.
final class CollectionFile {
    /// Why a collection cannot be used.
    enum Fault: Error {
        /// The rules need attributes that its records do not have.
        case wrong([String])
        /// The rules name what no collection has.
        case refused([RuleSetError.Diagnostic])
        case unreadable(String)
    }

    /// The maximum number of records that are searched for names, and of names in a message.
    private static let searchedRecords = 100
    private static let shownNames = 30

    private(set) var tables: [[String]: KeySet] = [:]
    /// What `lookup` reads of each record, by the names that find it and then by their values.
    private(set) var entries: [[String]: [[UInt8]: [String: AnyValue]]] = [:]
    /// The names that find records.
    ///
    /// A loop over the keys of `entries` would hold its tables, so that each record copies them.
    private let lookups: [[String]]
    private(set) var records = 0
    /// The path in messages.
    let shown: String
    private let path: String
    private let needs: [StoreNeed]
    private let names: [String]
    /// What an expression may read of a record.
    private let others: [String]
    private let plan: Plan
    /// The names that no record so far has.
    private var unseen: [String]
    /// The names that the first records have, for suggestions.
    private var found: [String] = []

    init(_ path: String, needs: [StoreNeed], memoryLimit: Int) throws(Fault) {
        self.path = path
        self.needs = needs
        shown = path == "-" ? "standard input" : path
        names = Set(needs.flatMap { $0.names + $0.values }).sorted()
        others = Set(needs.flatMap(\.others)).subtracting(names).sorted()
        unseen = names
        lookups = Set(needs.filter(\.isLookup).map(\.names)).sorted { $0.lexicographicallyPrecedes($1) }
        for names in lookups { entries[names] = [:] }
        for need in needs where tables[need.names] == nil {
            tables[need.names] = KeySet(memoryLimit: memoryLimit, log: KeyLog())
        }
        do throws(RuleSetError) {
            plan = try Plan(RuleSet(rules: [Rule(names + others, .type("safe"))]))
        } catch {
            throw .refused(
                error.diagnostics.map {
                    RuleSetError.Diagnostic(position: needs[0].position, reason: $0.reason, suggestion: $0.suggestion)
                })
        }
    }

    /// Reads all records into the tables.
    func read() throws(Fault) {
        var options = RecordSplitter.Options()
        options.format = .named(path)
        options.endsAtReturns = true
        options.isCollection = true
        let splitter: RecordSplitter
        do throws(SystemError) {
            splitter = RecordSplitter(try ByteStream(path: path), options: options, plan: plan)
        } catch {
            throw .unreadable("\(shown): \(error.reason)")
        }
        let record = Record(for: plan)
        let chunk = InputChunk()
        chunk.reset(size: options.size)
        var line = 0
        while splitter.next(chunk, from: nil) {
            chunk.measure(keepsBlank: false)
            if let columns = chunk.columns { try check(columns, line: chunk.origin?.lines ?? 1) }
            line += chunk.origin?.lines ?? 0
            for span in chunk.spans {
                do {
                    try add(span, of: chunk, by: record)
                } catch {
                    let reason = (error as? RowFault)?.reason ?? (error as? SystemError)?.reason ?? "\(error)"
                    throw .unreadable("\(shown):\(line + span.line + 1): \(reason)")
                }
            }
            if let fault = chunk.fault { throw .unreadable("\(shown): \(fault.reason)") }
            line += chunk.extent.lines
            chunk.reset(size: options.size)
        }
        try checkNames(isTable: [.csv, .tsv].contains(options.format))
    }

    private func add(_ span: Span, of chunk: InputChunk, by record: Record) throws {
        if let reason = chunk.documents?.fault(of: span) { throw RowFault(offset: 0, reason: reason) }
        let bytes = chunk.bytes.bytes.part(span.start..<span.start + span.count)
        if let columns = chunk.columns {
            try columns.fill(record, with: bytes)
        } else {
            try record.fill(json: bytes, capacity: chunk.bytes.memory.count - span.start)
        }
        records += 1
        if !unseen.isEmpty { look(at: record, bytes) }
        for (names, table) in tables {
            let key = FileStore.key(names.map { record[$0].flatMap { $0 == .absent ? nil : $0 } ?? .null })
            _ = try key.withUnsafeBytes { try table.insert($0) }
        }
        for names in lookups {
            let key = FileStore.key(names.map { record[$0].flatMap { $0 == .absent ? nil : $0 } ?? .null })
            // The first record of a key counts.
            if entries[names]?[key] == nil { entries[names]?[key] = entry(record) }
        }
    }

    /// What expressions read of a record; absent values are left out.
    private func entry(_ record: Record) -> [String: AnyValue] {
        var entry: [String: AnyValue] = [:]
        for name in names + others {
            if let value = record[name], value != .absent { entry[name] = value }
        }
        return entry
    }

    /// Registers the names that a record has.
    ///
    /// Null is a value here.
    private func look(at record: Record, _ bytes: UnsafeRawBufferPointer) {
        unseen.removeAll { (record[$0] ?? .absent) != .absent }
        guard !unseen.isEmpty, records <= Self.searchedRecords else { return }
        found = (found + MemberNames.paths(in: bytes, levels: 4)).withoutRepetition()
    }

    /// Throws if a table lacks a column that a rule needs.
    private func check(_ columns: Columns, line: Int) throws(Fault) {
        unseen.removeAll { columns.attributes.contains(ValuePath.canonical($0)) }
        if unseen.isEmpty { return }
        let count = columns.names.count == 1 ? "1 column" : "\(columns.names.count) columns"
        let hint = delimiterHint(columns.names)
        let known = hint.isEmpty ? columns.names : []
        throw .wrong(
            unseen.map { "\(shown):\(max(line, 1)): no column '\($0)'\(asked($0, known))" }
                + ["\(shown):\(max(line, 1)): the header has \(count): \(Self.list(columns.names))"]
                + hint)
    }

    /// Advice for a table that seems to have another delimiter.
    private func delimiterHint(_ names: [String]) -> [String] {
        guard names.count == 1, let sign = [";", "\t", "|"].first(where: { names[0].holds($0) }) else { return [] }
        let advice = sign == "\t" ? "give the file a name that ends in .tsv" : "write 'sep=\(sign)' in its first line"
        return ["\(shown): the fields seem to be separated by \(sign == "\t" ? "tabs" : "'\(sign)'"): \(advice)"]
    }

    /// Throws if no record has an attribute that a rule needs.
    ///
    /// An empty collection is allowed.
    private func checkNames(isTable: Bool) throws(Fault) {
        if isTable, records == 0, !unseen.isEmpty {
            throw .wrong(unseen.map { "\(shown): the table is empty: no column '\($0)'\(asked($0, []))" })
        }
        if records == 0 || unseen.isEmpty { return }
        let count = records == 1 ? "its record does not have" : "none of its \(records) records has"
        throw .wrong(
            unseen.map { "\(shown): \(count) '\($0)'\(asked($0, found))" }
                + (found.isEmpty ? [] : ["\(shown): the records have \(Self.list(found))"]))
    }

    /// The rule that needs a name, and a suggestion.
    private func asked(_ name: String, _ known: [String]) -> String {
        let position = needs.first { $0.names.contains(name) || $0.values.contains(name) }?.position
        let near = ColumnCheck.nearest(to: name, in: known)
        return ", which \(position.map { "the rule at \($0)" } ?? "a rule") needs" + Suggestion.hint(near)
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > shownNames ? ", … and \(names.count - shownNames) more" : ""
        return names.prefix(shownNames).map { "'\($0.prefix(60))'" }.joined(separator: ", ") + more
    }
}
