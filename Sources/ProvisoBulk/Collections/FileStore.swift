package import Proviso

/// The collections of `exist` and `unique`: files of records, by name.
///
/// While a plan is compiled, its rules register the attributes they need. Then `load` reads each file once, before the
/// first record, into one table for each set of names. After that the tables do not change. A number and a string that
/// spells it are the same value here, because a CSV file cannot distinguish them.
package final class FileStore: ExpectingStore, LookupStore, @unchecked Sendable {
    private let paths: [String: String]
    /// Where a project file names collections.
    private let places: [String: SourcePosition]
    private let memoryLimit: Int
    private var needs: [StoreNeed] = []
    private var tables: [String: [[String]: KeySet]] = [:]
    private var entries: [String: [[String]: [[UInt8]: [String: AnyValue]]]] = [:]

    /// `paths` are the files, by the names of the collections.
    package init(_ paths: [String: String], at places: [String: SourcePosition] = [:], memoryLimit: Int) {
        (self.paths, self.places) = (paths, places)
        self.memoryLimit = memoryLimit
    }

    /// Why rules cannot use the collections: each reason, with the place of the rule where one is at fault.
    package struct Fault: Error {
        package let reasons: [RuleSetError.Diagnostic]
        /// Whether the rules or the options are wrong, rather than the data.
        package let isUsage: Bool
    }

    package func expect(_ need: StoreNeed) { needs.append(need) }

    /// Reads the collections that the rules of a scenario use, and returns notes about them.
    package func load(for steps: StepList) throws(Fault) -> [String] {
        let asked = needs.filter { $0.isAsked(by: steps) }
        let wrong = unused + asked.compactMap(misuse)
        if !wrong.isEmpty { throw Fault(reasons: wrong.withoutRepetition(), isUsage: true) }
        var notes: [String] = []
        var faults: [RuleSetError.Diagnostic] = []
        for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
            let needs = asked.filter { $0.collection == name }
            if needs.isEmpty { continue }
            do throws(CollectionFile.Fault) {
                let file = try CollectionFile(path, needs: needs, memoryLimit: memoryLimit)
                try file.read()
                tables[name] = file.tables
                entries[name] = file.entries
                if file.records == 0 {
                    notes.append("note: the collection '\(name)' has no records: \(file.shown)")
                }
            } catch {
                switch error {
                case .wrong(let reasons): faults += reasons.map { RuleSetError.Diagnostic(reason: $0) }
                case .refused(let diagnostics): faults += diagnostics
                case .unreadable(let reason):
                    throw Fault(reasons: [RuleSetError.Diagnostic(reason: reason)], isUsage: false)
                }
            }
        }
        if !faults.isEmpty { throw Fault(reasons: faults, isUsage: true) }
        return notes
    }

    /// Errors for collections that no rule of any scenario uses.
    private var unused: [RuleSetError.Diagnostic] {
        let known = Set(needs.map(\.collection)).sorted()
        let names = known.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (known.count > 20 ? ", …" : "")
        let what = known.isEmpty ? "no rule uses a collection" : "the rules use \(names)"
        return paths.keys.sorted().filter { !known.contains($0) }.map { name in
            RuleSetError.Diagnostic(
                position: places[name],
                reason: "\(places[name] == nil ? "--" : "")collection \(name): no rule uses '\(name)': \(what)",
                suggestion: ColumnCheck.nearest(to: name, in: known))
        }
    }

    /// Why a rule cannot be evaluated, independent of the data; `nil` if it can.
    private func misuse(_ need: StoreNeed) -> RuleSetError.Diagnostic? {
        func fault(_ reason: String) -> RuleSetError.Diagnostic {
            RuleSetError.Diagnostic(position: need.position, reason: reason)
        }
        if paths[need.collection] == nil {
            let near = ColumnCheck.nearest(to: need.collection, in: paths.keys.sorted())
            return RuleSetError.Diagnostic(
                position: need.place,
                reason: "no file was given for the collection '\(need.collection)': "
                    + "--collection \(need.collection)=FILE", suggestion: near)
        }
        if !need.identity.isEmpty {
            return fault("option 'except' of 'unique': a file cannot tell which of its records is the validated one")
        }
        if let name = need.names.first(where: { ValuePath($0).components.contains(.each) }) {
            return fault("'\(name)' names several items: a value in a collection is found by a name for one value")
        }
        return nil
    }

    package func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool {
        let names = values.keys.sorted()
        guard except.isEmpty, let table = tables[collection]?[names] else {
            throw Unloaded(collection: collection)
        }
        let key = Self.key(names.map { values[$0] ?? .null })
        return try key.withUnsafeBytes { try table.contains($0) }
    }

    /// The first record of a file with these values: what the rules read of it.
    package func entry(with values: [String: AnyValue], in collection: String) throws -> [String: AnyValue]? {
        let names = values.keys.sorted()
        guard let table = entries[collection]?[names] else { throw Unloaded(collection: collection) }
        return table[Self.key(names.map { values[$0] ?? .null })]
    }

    private struct Unloaded: Error, CustomStringConvertible {
        let collection: String
        var description: String { "the collection '\(collection)' was not read for this rule" }
    }

    static func key(_ values: [AnyValue]) -> [UInt8] {
        var key = ClaimKey()
        for value in values {
            switch value {
            case .integer, .unsigned, .double, .decimal: key.append(Number(value)?.canonicalText ?? "")
            case .boolean(let truth): key.append(truth ? "true" : "false")
            default: key.append(value)
            }
        }
        return key.bytes
    }
}
