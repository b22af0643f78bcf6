import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// A command that loads plugins.
protocol TakesPlugins: Command {
    var plugins: PluginOptions { get set }
}

/// Which plugins are loaded, and how they run.
struct PluginOptions {
    var plugins: [String] = []
    var lock: String?
    var locked = false
    var pluginKeys: String?
    var pluginMode: Mode?
    var unconfinedWorkers = false
    var patience: Int?
    var threads = false
    /// Whether the report names the plugins that the run used.
    var audit = false
    /// Whether all plugins run in workers, whatever the options say and whom the user trusts.
    var isConfined = false

    static func directories<Taker: TakesPlugins>() -> Option<Taker> {
        .text(
            "--plugins", value: "directory", kind: .directory, need: .repeated,
            help: "A directory of plugins (*.so, *.wasm), in addition to those in PROVISO_PLUGINS (A:B)."
        ) { $0.plugins.plugins.append($1) }
    }

    static func keys<Taker: TakesPlugins>() -> Option<Taker> {
        .text(
            "--plugin-keys", value: "directory", kind: .directory,
            help: "A directory of public keys (*.pub): plugins without a signature by one of them are refused."
        ) { $0.plugins.pluginKeys = $1 }
    }

    static func options<Taker: TakesPlugins>() -> [Option<Taker>] {
        [
            directories(),
            .text(
                "--lock", value: "file", kind: .file,
                help: "A lock file for all plugins, instead of proviso-plugins.lock in each directory."
            ) { $0.plugins.lock = $1 },
            .flag("--locked", help: "Refuse plugins that are not in a lock file.") { $0.plugins.locked = true },
            keys(),
            .choice(
                "--plugin-mode", value: "mode", of: Mode.self,
                help: """
                    How plugins run: 'inproc', or 'worker' for a confined process; by default trusted plugins run in process, \
                    and the others in workers.
                    """
            ) { $0.plugins.pluginMode = $1 },
            .flag(
                "--unconfined-workers",
                help: "Run workers also if this system cannot confine them, because it has no Landlock or seccomp."
            ) { $0.plugins.unconfinedWorkers = true },
            .number(
                "--plugin-patience", value: "seconds", in: 1...3600,
                help:
                    "How long a plugin in a worker may take for a value; by default 2, or up to 10 that its manifest requests."
            ) { $0.plugins.patience = $1 },
            .flag(
                "--plugin-threads", help: "Let plugins in workers start threads if their manifest requests it."
            ) { $0.plugins.threads = true },
        ].grouped(.plugins)
    }

    /// The option of commands that write a summary.
    static func auditOption<Taker: TakesPlugins>() -> Option<Taker> {
        .flag(
            "--audit",
            help:
                "Name each plugin that the rules use in the summary: its file, SHA-256, signer, mode, and who trusted it."
        ) { $0.plugins.audit = true }
    }

    enum Mode: String, CaseIterable {
        case inproc, worker

        var mode: PluginMode { self == .inproc ? .inProcess : .worker }
    }

    /// Which plugins are loaded; ends the tool if the lock or the keys are invalid.
    func policy() throws -> PluginPolicy {
        try Self.refuseMissing(plugins)
        do {
            var policy = PluginPolicy(
                directories: plugins, includingStandardDirectories: true,
                lock: try lock.map { try PluginLock(contentsOf: $0) },
                isLocked: locked,
                keys: try pluginKeys.map { try PublicKey.keys(in: $0) } ?? [], mode: pluginMode?.mode)
            // They say who made a plugin, and are not required.
            if audit { policy.knownKeys = PublicKey.ofUser }
            policy.readRevoked(and: pluginKeys)
            if isConfined { (policy.mode, policy.trust) = (.worker, PluginTrust([])) }
            policy.worker.mayBeUnconfined = unconfinedWorkers && !isConfined
            policy.worker.allowsThreads = threads
            policy.worker.isInterrupted = { Run.isInterrupted }
            if let patience {
                policy.worker.patience = .seconds(patience)
                policy.worker.longestPatience = .seconds(patience)
            }
            return policy
        } catch let error as PluginError {
            throw ExitCode.usage.because(error.description)
        }
    }

    /// Refuses a directory that `--plugins` names and that is none, before anything is validated.
    static func refuseMissing(_ directories: [String]) throws {
        for path in directories {
            var status = stat()
            if stat(path, &status) == 0 {
                if status.st_mode & S_IFMT == S_IFDIR { continue }
                throw UsageError("--plugins \(path): expected a directory, found a file")
            }
            // A directory that exists and cannot be read is not a usage error: it is reported when it is read.
            guard [ENOENT, ENOTDIR].contains(errno) else { continue }
            throw UsageError("--plugins \(path): the directory does not exist")
        }
    }

    /// Plugins that were loaded.
    struct Loaded {
        var registry: Registry
        let plugins: [LoadedPlugin]
        /// Whether one was refused in a directory that the command line or PROVISO_PLUGINS names.
        let failed: Bool
    }

    /// Loads the plugins, and reports refused ones on standard error.
    ///
    /// One in a directory that every run searches is a warning: rules that need it cannot be read.
    func load() throws -> Loaded {
        let search = Registry.withSchemas.loadingPlugins(try policy())
        let warnings = search.errorsInStandardDirectories
        for error in search.errors {
            if warnings.contains(error) {
                StandardError.line("warning: \(error)")
            } else {
                StandardError.error(error.description)
            }
        }
        for notice in search.notices { StandardError.line("note: \(notice)") }
        Supervision.start(for: search.plugins)
        return Loaded(
            registry: search.registry, plugins: search.plugins,
            failed: search.errors.contains { !warnings.contains($0) })
    }

    /// The file that a name means: a file, an id, or one of the rule types of a plugin.
    ///
    /// A name that is not an id of a plugin may be another file.
    static func file(named name: String, _ policy: PluginPolicy) throws -> String {
        let hasSlash = name.utf8.contains(UInt8(ascii: "/"))
        let isFile = hasSlash && access(name, F_OK) == 0
        if isFile || PluginDirectory.endings.contains(where: name.hasSuffix) { return name }
        let found = Registry.withSchemas.loadingPlugins(policy)
        let plugins = found.plugins + found.registry.bundledPlugins
        let meant = plugins.first { plugin in
            plugin.manifest.id == name || plugin.manifest.rules.contains { $0.type.rawValue == name }
        }
        if let meant { return meant.file }
        if hasSlash { return name }
        if access(name, F_OK) == 0 { return name }
        // A refused one has no id, but an installed one has the name of its id.
        let file = "/" + name + PluginPackage.ending
        if let refused = found.errors.first(where: { $0.file.hasSuffix(file) }) { return refused.file }
        let near = Suggestion.nearest(to: name, in: plugins.map(\.manifest.id))
        throw UsageError(
            "expected the file of a plugin, or an id that 'proviso plugin list' shows; found '\(name)'"
                + Suggestion.hint(near))
    }
}
