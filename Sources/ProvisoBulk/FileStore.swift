internal import Glibc
package import Proviso

/// Files of records that `exist` and `unique` look in: collections by their names.
///
/// A file is read once, when it is first asked for, into one table for each set of names that rules ask about. Numbers
/// and the texts that spell them are the same here, since a CSV file knows no difference.
package final class FileStore: Store, @unchecked Sendable {
    private let monitor = Monitor()
    private let paths: [String: String]
    private let memoryLimit: Int
    private var tables: [String: KeySet] = [:]

    /// `paths` are the files by the collections' names.
    package init(_ paths: [String: String], memoryLimit: Int) {
        self.paths = paths
        self.memoryLimit = memoryLimit
    }

    package func contains(
        _ values: [String: AnyValue], in collection: String, except: [String: AnyValue]
    ) throws -> Bool {
        guard let path = paths[collection] else {
            throw Refusal(description: "no file was given for it: --collection \(collection)=FILE")
        }
        guard except.isEmpty else { throw Refusal(description: "files do not know which entry is the record's own") }
        let names = values.keys.sorted()
        let table = try monitor.locked { () throws in
            let id = ([collection] + names).joined(separator: "\u{0}")
            if let table = tables[id] { return table }
            let table = try read(path, names)
            tables[id] = table
            return table
        }
        let key = Self.key(names.map { values[$0] ?? .null })
        return try key.withUnsafeBytes { try table.contains($0) }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private static func key(_ values: [AnyValue]) -> [UInt8] {
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

    /// Reads the values of some names from all records of a file.
    private func read(_ path: String, _ names: [String]) throws -> KeySet {
        let plan = try Plan(RuleSet(rules: [Rule(names, .type("safe"))]))
        var options = Divider.Options()
        options.format = .named(path)
        options.endsAtReturns = true
        let table = KeySet(memoryLimit: memoryLimit, log: KeyLog())
        let divider: Divider
        do throws(SystemError) {
            divider = Divider(try ByteStream(path: path), options: options, plan: plan)
        } catch {
            throw Refusal(description: "\(path): \(error.reason)")
        }
        let record = Record(for: plan)
        let chunk = Chunk()
        chunk.reset(outputs: 0, size: options.size)
        var line = 0
        while divider.next(chunk, from: nil) {
            chunk.measure(keepsBlank: false)
            if let columns = chunk.columns, let missing = names.first(where: { !columns.names.contains($0) }) {
                let near = ColumnCheck.nearest(to: missing, in: columns.names)
                throw Refusal(description: "\(path): no column '\(missing)'\(Suggestion.hint(near))")
            }
            for span in chunk.spans {
                let bytes = chunk.bytes.bytes.part(span.start..<span.start + span.count)
                do {
                    if let columns = chunk.columns {
                        try columns.fill(record, with: bytes)
                    } else {
                        try record.fill(json: bytes, capacity: chunk.bytes.memory.count - span.start)
                    }
                } catch {
                    let reason = (error as? RowFault)?.reason ?? "\(error)"
                    throw Refusal(description: "\(path):\(line + span.line + 1): \(reason)")
                }
                let key = Self.key(names.map { record[$0] ?? .null })
                _ = try key.withUnsafeBytes { try table.insert($0) }
            }
            if let fault = chunk.fault { throw Refusal(description: "\(path): \(fault.reason)") }
            line += chunk.extent.lines + (chunk.origin?.lines ?? 0)
            chunk.reset(outputs: 0, size: options.size)
        }
        return table
    }
}
