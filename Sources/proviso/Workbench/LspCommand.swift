import CommandTable
import Glibc
import Proviso
import ProvisoEditing
import ProvisoPlugins
import ProvisoProof

/// The command that helps editors with rule files.
struct LspCommand: TakesRules, TakesPlugins {
    var plugins = PluginOptions()
    var rules = RuleOptions()

    static let name = "lsp"
    static let summary = "Help an editor with rule files: a language server."

    static var page: CommandPage {
        CommandPage(
            """
            Speaks the Language Server Protocol 3.17 over standard input and output: diagnostics, completion, manuals, \
            definitions, renaming and quick fixes for rule files. Editors start it: Docs/LanguageServer.md has their settings.
            """,
            examples: [
                ("proviso lsp", "Serve an editor."),
                ("proviso lsp --plugins plugins", "Know the rule types of plugins."),
            ],
            statuses: [
                ("0", "the editor ended the session ('shutdown', then 'exit')"),
                ("1", "the input or the editor ended, or 'exit' came before 'shutdown'"),
                ("2", "a mistake on the command line"), ("3", "an output failed"),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [
                .flag("--stdio", help: "Use standard input and output, as always: for editors that add it.") { _ in }
            ] + RuleOptions.reading()
    }

    static var operands: Operands<Self>? { nil }

    func run() throws {
        var tools = LanguageTools(variables: try rules.typed(), version: "\(Version.current)")
        tools.includeRoot = rules.includeRoot
        // What an editor opens may be a stranger's: neither its settings nor the user's trust give a plugin rights here.
        var plugins = plugins
        plugins.isConfined = true
        let found = try plugins.load()
        var loaded = found.plugins
        tools.registry = { [plugins] directories in
            guard !directories.isEmpty else { return (found.registry, []) }
            var more = plugins
            more.plugins += directories
            guard let policy = try? more.policy() else {
                return (found.registry, ["proviso: the directories of plugins cannot be used: \(directories)"])
            }
            let search = Registry.withSchemas.loadingPlugins(policy)
            Supervision.start(for: search.plugins)
            loaded = search.plugins
            return (search.registry, search.errors.map(\.description))
        }
        let bundled = found.registry
        tools.manual = { TypesCommand.markdown($0, loaded + bundled.bundledPlugins) }
        tools.advice = { RuleLint.advice(on: $0, searches: false) }
        tools.format = { try? RuleFileFormat.formatted($0) }
        try serve(LanguageServer(tools))
    }

    /// Reads messages and writes answers until the editor ends it.
    private func serve(_ server: LanguageServer) throws {
        // An editor that closed its end is a failed output with a status, not a signal.
        _ = signal(SIGPIPE, SIG_IGN)
        var (server, frames) = (server, MessageFrames())
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            while let frame = frames.next() {
                switch frame {
                case .message(let bytes): try write(server.receive(bytes))
                case .refused(let reason): try write(server.refuse(reason))
                }
                if let status = server.exitStatus {
                    if status != 0 { throw ExitCode.invalid }
                    return
                }
            }
            // What is typed is checked when no other key waits; advice comes when no key was pressed for a moment.
            while server.hasWork, !Self.hasInput(within: server.canWait ? 50 : 0) { try write(server.work()) }
            // An editor that was killed may leave the input open in another of its children.
            while !Self.hasInput(within: 2000) {
                if let editor = server.editor, kill(editor, 0) < 0, errno == ESRCH { throw ExitCode.invalid }
            }
            let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ExitCode.invalid }
            frames.append(buffer[..<count])
        }
    }

    private static func hasInput(within milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    private func write(_ messages: [String]) throws {
        if messages.isEmpty { return }
        try StandardOutput.write(messages.map(MessageFrames.framed).joined())
    }
}
