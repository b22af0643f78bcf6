import Proviso
import ProvisoBulk
import ProvisoPlugins
import ProvisoProof

/// Values that only plugins and collections know: the samples in manifests, and the entries of files.
struct KnownValues {
    private var examples: [RuleType: [PluginManifest.Example]] = [:]
    private var entries: [String: [AnyValue]] = [:]

    init(_ rules: RuleOptions, _ plugins: [LoadedPlugin]) throws(RuleSetError) {
        for rule in plugins.flatMap(\.manifest.rules) { examples[rule.type] = rule.examples }
        for (name, path) in (try? rules.collections()) ?? [:] where !StandardStreams.isInput(path) {
            entries[name] = Self.records(path)
        }
    }

    /// Values to try for a rule.
    func values(_ target: ProofTarget, _ isAccepted: Bool) -> [AnyValue] {
        let constraint = target.rule.constraint
        if let examples = examples[constraint.type] {
            return examples.filter { ($0.code == nil) == isAccepted }.map(\.value)
        }
        guard ["exist", "unique"].contains(constraint.type.rawValue), let name = constraint.constant("target")?.text,
            let entries = entries[name], (constraint.type == "exist") == isAccepted
        else { return [] }
        let attribute =
            constraint.constant("targetAttribute")?.text ?? String(target.attribute.split(separator: ".").last ?? "")
        return entries.prefix(200).compactMap { $0[attribute] }.filter { $0 != .null }
    }

    /// The records of a small file in JSON, NDJSON or CSV; none if it cannot be read here.
    private static func records(_ path: String) -> [AnyValue] {
        guard let bytes = try? SmallFile.read(path, limit: 16 << 20) else { return [] }
        if case .list(let items)? = try? AnyValue(json: bytes) { return items }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(1_000)
        if bytes.first == UInt8(ascii: "{") { return lines.compactMap { try? AnyValue(json: Array($0)) } }
        let rows = lines.map { cells(String(decoding: $0, as: UTF8.self)) }
        guard let header = rows.first else { return [] }
        return rows.dropFirst().map { row in
            .object(zip(header, row).map { AnyValue.Member($0, .text($1)) })
        }
    }

    private static func cells(_ line: String) -> [String] {
        var (cells, cell, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in line where character != "\r" {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                cells.append(cell)
                cell = ""
            } else {
                cell.append(character)
            }
        }
        return cells + [cell]
    }
}
