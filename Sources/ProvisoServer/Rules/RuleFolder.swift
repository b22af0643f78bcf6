#if Server
internal import Logging
internal import Proviso
internal import ProvisoPlugins
internal import ServiceLifecycle
internal import Synchronization

/// The rule files of a directory, by name, each with what answers for it.
///
/// A file that changes is put in use between two requests. One with a mistake is left out, and what it had before stays in use.
final class RuleFolder: Service {
    /// What a file has come to.
    enum State: Sendable {
        case served(ServedRules)
        /// Never usable so far, with the reasons.
        case broken([String])
    }

    /// A file of the directory with what answers for it, if anything does.
    struct Entry {
        let name: String
        let rules: ServedRules?
        /// Why the file is not in use as it is now.
        var reasons: [String] = []
        /// What else is worth knowing.
        var notes: [String] = []
    }

    /// The path of the directory, with a slash at the end; empty for the current one, so that no path shows more.
    private let prefix: String
    private let policy: PluginPolicy
    private let log: Logger
    private let metrics: Metrics
    private let files = Mutex(Files())

    private struct Files {
        var states: [String: State] = [:]
        /// The names whose file was not there at the last look: editors replace files.
        var gone: Set<String> = []
        /// Why the directory itself cannot be read; `nil` if it can.
        var failure: String?
        /// Files that cannot be served, with the reason.
        var refused: [String: String] = [:]
    }

    init(_ path: String, policy: PluginPolicy, log: Logger, metrics: Metrics) {
        prefix = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
        (self.policy, self.log, self.metrics) = (policy, log, metrics)
        look(isFirst: true)
    }

    /// What answers for a name; `nil` if the directory has no such file.
    func state(_ name: String) -> State? { files.withLock { $0.states[name] } }

    /// All files, by name.
    var entries: [Entry] {
        files.withLock { $0.states }.sorted { $0.key < $1.key }.map { name, state in
            switch state {
            case .served(let rules): entry(name, rules)
            case .broken(let reasons): Entry(name: name, rules: nil, reasons: reasons)
            }
        }
    }

    private func entry(_ name: String, _ rules: ServedRules) -> Entry {
        let notices = rules.source.notices
        var entry = Entry(name: name, rules: rules)
        for warning in rules.source.warnings {
            let text = Self.shown(warning, prefix)
            if notices.contains(warning) { entry.notes.append(text) } else { entry.reasons.append(text) }
        }
        return entry
    }

    /// Why the directory cannot be read, and files in it that cannot have a name here.
    var notes: [String] {
        files.withLock { ($0.failure.map { [$0] } ?? []) + $0.refused.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Whether every file has rules in force.
    var isReady: Bool {
        files.withLock { files in
            files.failure == nil
                && files.states.values.allSatisfy { if case .served = $0 { true } else { false } }
        }
    }

    /// Looks for new files and for deleted ones until the program ends.
    func run() async throws {
        // A sleep that the end of the program cancels is not a failure.
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                self.look()
            }
        }
    }

    /// Compares the directory with what is known of it.
    func look(isFirst: Bool = false) {
        var found: [String: String] = [:]
        var refused: [String: String] = [:]
        do throws(SystemError) {
            for file in try SmallFile.names(in: prefix.isEmpty ? "." : prefix).sorted() {
                guard let ending = RuleSet.fileEndings.first(where: file.hasSuffix) else { continue }
                let name = String(file.dropLast(ending.count))
                if name.isEmpty || name.hasPrefix("_") || name.hasPrefix(".") { continue }
                if let reason = Self.fault(of: name) ?? (found[name].map { "\($0) has the same name" }) {
                    refused[file] = "\(file) is not served: \(reason)"
                } else {
                    found[name] = file
                }
            }
        } catch {
            let reason = "the directory of the rules cannot be read: \(error.reason)"
            if files.withLock({ $0.failure }) != reason { log.error("\(reason)") }
            return files.withLock { $0.failure = reason }
        }
        take(found, refused, isFirst: isFirst)
    }

    private func take(_ found: [String: String], _ refused: [String: String], isFirst: Bool) {
        let known = files.withLock { files in
            for (file, reason) in refused where files.refused[file] == nil { log.warning("\(reason)") }
            (files.failure, files.refused) = (nil, refused)
            return files.states
        }
        for (name, file) in found.sorted(by: { $0.key < $1.key }) {
            if case .served? = known[name] { continue }
            let state = load(name, file)
            var before: [String]?
            if case .broken(let reasons)? = known[name] { before = reasons }
            switch state {
            case .broken(let reasons) where before != reasons:
                log.error("\(name): no rules are in force: \(reasons.joined(separator: "; "))")
                if !isFirst { metrics.changed(name, .refused) }
            case .served where !isFirst: metrics.changed(name, .new)
            default: break
            }
            files.withLock { $0.states[name] = state }
        }
        let missing = Set(known.keys).subtracting(found.keys)
        let removed = files.withLock { files in
            let removed = missing.intersection(files.gone)
            for name in removed { files.states[name] = nil }
            files.gone = missing.subtracting(removed)
            return removed
        }
        for name in removed.sorted() { log.notice("\(name): the file was deleted, and is no longer served") }
    }

    private func load(_ name: String, _ file: String) -> State {
        do {
            let rules = try ServedRules(name, path: prefix + file, policy: policy) {
                [log, metrics, prefix] reload, notices in
                let isFaultless = reload.warnings.allSatisfy(notices.contains)
                metrics.changed(name, reload.isNew ? .new : isFaultless ? .restored : .refused)
                if reload.isNew { log.notice("\(name): version \(reload.generation.version) is in force") }
                for warning in reload.warnings { log.warning("\(name): \(Self.shown(warning, prefix))") }
            }
            log.notice("\(name): version \(rules.source.current.version) is in force")
            for warning in rules.source.warnings { log.warning("\(name): \(Self.shown(warning, prefix))") }
            return .served(rules)
        } catch let error as RuleSetError {
            return .broken(error.diagnostics.map { Self.shown($0.text(kind: ""), prefix) })
        } catch {
            return .broken([Self.shown("\(error)", prefix)])
        }
    }

    /// A reason without the place of the directory.
    func shown(_ reason: String) -> String { Self.shown(reason, prefix) }

    /// A reason without the place of the directory, which no client needs.
    private static func shown(_ reason: String, _ prefix: String) -> String {
        prefix.isEmpty ? reason : reason.replaced(prefix, by: "").replaced(String(prefix.dropLast()), by: ".")
    }

    /// Why a name cannot be a part of an address; `nil` if it can.
    private static func fault(of name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        }
        return isPlain && name.utf8.count <= 100 ? nil : "name it with letters, digits, '-', '_' and '.'"
    }
}
#endif
