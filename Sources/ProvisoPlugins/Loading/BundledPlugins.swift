internal import Glibc
internal import ProvisoCore
internal import Synchronization

/// The plugins that come with this program: `proviso/iban` and its kin.
///
/// They are trusted as the program is, because a user who can change them can change the program. Nothing of them is read
/// before a rule names one of their types, and then only the manifests and that plugin.
final class BundledPlugins: LateRuleTypes {
    /// The vendor of all their rule types.
    private static let vendor = "proviso"
    /// How their ids begin.
    private static let prefix = "org.proviso."
    /// The names that rule files may still have.
    private static let formerNames: [RuleType: RuleType] = [
        "acme/credit-card": "proviso/credit-card", "acme/iban": "proviso/iban", "acme/phone": "proviso/phone",
    ]
    private static let names = ["CreditCard", "IBAN", "Identifiers", "Phone", "Web"]

    private let policy: PluginPolicy
    /// Where they may be, relative to the program: installed, or built.
    private let places: [String]
    private let state = Mutex(State())

    private struct State {
        var files: [File]?
        var plugins: [String: FoundPlugin] = [:]
        var refused: [String] = []
    }

    private struct File {
        let path: String
        let id: String
        let types: [RuleType]
    }

    convenience init(_ policy: PluginPolicy) {
        self.init(policy, beside: WorkerProgram.folders)
    }

    /// Those of a program in these directories.
    init(_ policy: PluginPolicy, beside folders: [String]) {
        var own = PluginPolicy(mode: policy.mode, trust: PluginTrust([]))
        own.worker = policy.worker
        own.isOfProgram = true
        self.policy = own
        places = folders.flatMap { ["\($0)/../lib/proviso/bundled/", "\($0)/lib"] }
    }

    func definition(of type: RuleType) -> RuleDefinition? {
        let name = Self.formerNames[type] ?? type
        guard name.vendor == Self.vendor[...] else { return nil }
        return state.withLock { state in
            guard let file = files(&state).first(where: { $0.types.contains(name) }) else { return nil }
            return plugin(file, &state)?.definitions.first { $0.type == name }
        }
    }

    /// The reason why a plugin may not take the id of one of them or their vendor's name; `nil` if it may.
    ///
    /// A copy of one may, and so may one that the user trusts, which is a decision of a person about this file.
    func refusal(of plugin: FoundPlugin) -> String? {
        let id = plugin.manifest.id
        let type = Self.ownType(plugin.manifest.rules.map(\.type))
        guard type != nil || id.hasPrefix(Self.prefix) else { return nil }
        let own = state.withLock { state in files(&state).first { $0.id == id } }
        guard let own else { return type.map { Self.refusal($0, id) } }
        if plugin.file.trust != nil { return nil }
        if let copy = try? PluginFile(own.path, policy: policy), copy.digest == plugin.file.digest { return nil }
        return
            "it has the id \(id) of a plugin that comes with Proviso, and other contents: to use it in place of "
            + "that one, run 'proviso plugin trust \(plugin.file.name)'"
    }

    /// The reason why no host takes a plugin, whether it has these plugins or not: a type of their vendor under another id.
    static func refusalEverywhere(of id: String, _ types: [RuleType]) -> String? {
        id.hasPrefix(prefix) ? nil : ownType(types).map { refusal($0, id) }
    }

    private static func ownType(_ types: [RuleType]) -> RuleType? { types.first { $0.vendor == vendor[...] } }

    private static func refusal(_ type: RuleType, _ id: String) -> String {
        "rule type '\(type)' of plugin \(id) has the vendor of the plugins that come with Proviso: give it another"
    }

    var sources: [any RuleSource] { plugins }

    /// All of them.
    var plugins: [FoundPlugin] {
        state.withLock { state in files(&state).compactMap { plugin($0, &state) } }
    }

    var used: [any RuleSource] {
        state.withLock { state in state.plugins.sorted { $0.key < $1.key }.map(\.value) }
    }

    var refused: [String] { state.withLock(\.refused) }

    /// The files with the rule types in their manifests; looks for them the first time.
    private func files(_ state: inout State) -> [File] {
        if let files = state.files { return files }
        var files: [File] = []
        for name in Self.names {
            let paths: [String] = places.map { $0 + name + ".so" }
            guard let path = paths.first(where: { access($0, F_OK) == 0 }) else { continue }
            do throws(PluginFault) {
                let manifest = try Self.manifest(path)
                files.append(File(path: path, id: manifest.id, types: manifest.rules.map(\.type)))
            } catch {
                state.refused.append("\(path): \(error.reason)")
            }
        }
        state.files = files
        return files
    }

    private func plugin(_ file: File, _ state: inout State) -> FoundPlugin? {
        if let plugin = state.plugins[file.path] { return plugin }
        do throws(PluginFault) {
            let (folder, name) = try TrustedFolder.containing(file.path)
            let plugin = FoundPlugin(
                try PluginFile(file.path, name, in: folder, lock: nil, policy, noSteps), policy: policy)
            state.plugins[file.path] = plugin
            return plugin
        } catch {
            state.refused.append("\(file.path): \(error.reason)")
            return nil
        }
    }

    /// Reads a manifest without copying the file: it is checked when a rule needs the plugin.
    private static func manifest(_ path: String) throws(PluginFault) -> PluginManifest {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw PluginFault(PluginFault.reason(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PluginFault("is not a regular file") }
        let headers = ELFFile(file, size: Int(status.st_size))
        if let reason = headers.fault { throw PluginFault(reason) }
        return try headers.manifest()
    }
}

extension Registry {
    /// The plugins that come with this program and are not replaced by another file; looks for them.
    package var bundledPlugins: [LoadedPlugin] {
        let others = Set(ownReleases.map(\.id))
        return (late as? BundledPlugins)?.plugins.filter { !others.contains($0.manifest.id) }.map(LoadedPlugin.init)
            ?? []
    }
}
