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

    /// The first records of a file; none if it cannot be read here.
    private static func records(_ path: String) -> [AnyValue] {
        var records: [AnyValue] = []
        do {
            try RecordReader(path, settings: Run.Settings(progress: .none)).each(broken: { _ in }) { _, record in
                records.append(record)
                if records.count == 1_000 { throw Enough() }
            }
        } catch is Enough {
            return records
        } catch {
            return []
        }
        return records
    }

    private struct Enough: Error {}
}
