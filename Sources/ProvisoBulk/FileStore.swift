package import Proviso

/// Files of records that `exist` and `unique` look in: collections by their names.
///
/// It is told what rules are going to ask while their plan is made. `load` then reads each file once, before the first
/// record, into one table for each set of names; afterwards tables are only looked at. Numbers and the texts that spell
/// them are the same here, since a CSV file knows no difference.
package final class FileStore: ExpectingStore, @unchecked Sendable {
    private let paths: [String: String]
    private let memoryLimit: Int
    private var needs: [StoreNeed] = []
    private var tables: [String: [[String]: KeySet]] = [:]

    /// `paths` are the files by the collections' names.
    package init(_ paths: [String: String], memoryLimit: Int) {
        self.paths = paths
        self.memoryLimit = memoryLimit
    }

    /// Why rules cannot look in collections: one line for each reason.
    package struct Fault: Error {
        package let reasons: [String]
        /// Whether the rules or the options are wrong, and not what is read.
        package let isUsage: Bool
    }

    package func expect(_ need: StoreNeed) { needs.append(need) }

    /// Reads the collections that the rules of a scenario look in, and returns remarks about them.
    package func load(for steps: StepList) throws(Fault) -> [String] {
        let asked = needs.filter { $0.isAsked(by: steps) }
        let wrong = unused + asked.compactMap(misuse)
        if !wrong.isEmpty { throw Fault(reasons: wrong.withoutRepetition(), isUsage: true) }
        var remarks: [String] = []
        var faults: [String] = []
        for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
            let needs = asked.filter { $0.collection == name }
            if needs.isEmpty { continue }
            do throws(CollectionFile.Fault) {
                let file = try CollectionFile(path, needs: needs, memoryLimit: memoryLimit)
                try file.read()
                tables[name] = file.tables
                if file.records == 0 {
                    remarks.append("remark: the collection '\(name)' has no records: \(file.shown)")
                }
            } catch {
                switch error {
                case .wrong(let reasons): faults += reasons
                case .unreadable(let reason): throw Fault(reasons: [reason], isUsage: false)
                }
            }
        }
        if !faults.isEmpty { throw Fault(reasons: faults, isUsage: true) }
        return remarks
    }

    /// What is said of collections that no rule looks in, whatever the scenario.
    private var unused: [String] {
        let known = Set(needs.map(\.collection)).sorted()
        let names = known.prefix(20).map { "'\($0)'" }.joined(separator: ", ") + (known.count > 20 ? ", …" : "")
        let what = known.isEmpty ? "no rule looks in a collection" : "the rules look in \(names)"
        return paths.keys.sorted().filter { !known.contains($0) }.map { name in
            "--collection \(name): no rule looks in '\(name)': \(what)"
                + Suggestion.hint(ColumnCheck.nearest(to: name, in: known))
        }
    }

    /// Why a rule cannot be answered, whatever the file holds; nil when it can.
    private func misuse(_ need: StoreNeed) -> String? {
        let place = need.position.map { "\($0): " } ?? ""
        if paths[need.collection] == nil {
            let near = ColumnCheck.nearest(to: need.collection, in: paths.keys.sorted())
            return "\(place)no file was given for the collection '\(need.collection)': "
                + "--collection \(need.collection)=FILE\(Suggestion.hint(near))"
        }
        if !need.identity.isEmpty {
            return "\(place)option 'except' of 'unique': a file does not know which record is the record's own entry"
        }
        if let name = need.names.first(where: { ValuePath($0).components.contains(.each) }) {
            return "\(place)'\(name)' is many items: values of a collection's records are looked up by one name each"
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
