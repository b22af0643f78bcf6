import Proviso
import ProvisoBulk
import ProvisoProof

/// Values that only collections know: the entries of files.
struct KnownValues {
    private var entries: [String: [AnyValue]] = [:]

    init(_ rules: RuleOptions) throws(RuleSetError) {
        for (name, path) in (try? rules.collections()) ?? [:] where !StandardStreams.isInput(path) {
            entries[name] = Self.records(path)
        }
    }

    /// Values to try for a rule.
    func values(_ target: ProofTarget, _ isAccepted: Bool) -> [AnyValue] {
        let constraint = target.rule.constraint
        guard let name = constraint.text(.collection), let entries = entries[name],
            (constraint.about.subject == .existing) == isAccepted
        else { return [] }
        let attribute =
            constraint.text(.mappedAttributes) ?? String(target.attribute.split(separator: ".").last ?? "")
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
