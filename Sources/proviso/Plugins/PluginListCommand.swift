import CommandTable
import Glibc
import Proviso
import ProvisoPlugins

struct PluginListCommand: TakesPlugins {
    var plugins = PluginOptions()
    var json = false

    static let name = "list"
    static let summary = "List the loaded plugins, and refused ones with the reason."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin list --plugins plugins", "List the plugins in a directory."),
                ("proviso plugin list --plugins plugins --json", "Write the same as a JSON object."),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [.flag("--json", help: "Write one JSON object.") { $0.json = true }]
    }

    func run() throws {
        let policy = try plugins.policy()
        let search = Registry.withSchemas.loadingPlugins(policy)
        try StandardOutput.write(json ? Self.json(search) : Self.text(search, policy.allDirectories.map(\.path)))
        if !search.errors.isEmpty { throw ExitCode.failure }
    }

    private static func text(_ search: PluginLoadResult, _ directories: [String]) -> String {
        var text = ""
        for plugin in search.plugins + search.registry.bundledPlugins {
            let name = "\(plugin.file)  \(plugin.manifest.id) \(plugin.manifest.version)"
            text += "\(name)  (\(plugin.standing))".visible + "\n"
            let width = plugin.manifest.rules.map(\.type.rawValue.count).max() ?? 0
            for rule in plugin.manifest.rules {
                let name = rule.type.rawValue
                text +=
                    "    \(rule.summary.isEmpty ? name : name.padded(to: width) + "  " + rule.summary)".visible + "\n"
            }
        }
        for plugin in search.shadowed { text += plugin.description.visible + "\n" }
        for error in search.errors { text += "\(error.file)  refused: it \(error.reason)".visible + "\n" }
        if !text.isEmpty { return text }
        return "no plugins in \(directories.joined(separator: ", "))".visible + "\n"
    }

    private static func json(_ search: PluginLoadResult) -> String {
        var writer = JSONWriter()
        writer.object {
            let plugins = search.plugins + search.registry.bundledPlugins
            $0.member("plugins") { $0.list { for plugin in plugins { $0.plugin(plugin) } } }
            $0.member("shadowed") { $0.list { for plugin in search.shadowed { $0.shadowed(plugin) } } }
            $0.member("refused") { $0.list { for error in search.errors { $0.refusal(error) } } }
        }
        return writer.text + "\n"
    }
}

extension JSONWriter {
    fileprivate mutating func plugin(_ plugin: LoadedPlugin) {
        object {
            $0.member("file", plugin.file)
            $0.member("id", plugin.manifest.id)
            $0.member("version", plugin.manifest.version)
            $0.member("sha256", plugin.digest.description)
            $0.member("locked", plugin.isLocked)
            $0.member("trusted", plugin.isTrusted)
            $0.member("bundled", plugin.isBundled)
            $0.member("mode", plugin.mode.rawValue)
            $0.member("types", plugin.manifest.rules.map(\.type.rawValue))
            $0.member("locales", plugin.manifest.locales)
            $0.member("needs", plugin.manifest.capabilities.words)
        }
    }

    fileprivate mutating func shadowed(_ plugin: ShadowedPlugin) {
        object {
            $0.member("file", plugin.file)
            $0.member("id", plugin.id)
            $0.member("version", plugin.version)
            $0.member("by", plugin.by)
        }
    }

    fileprivate mutating func refusal(_ error: PluginError) {
        object {
            $0.member("file", error.file)
            $0.member("reason", error.reason)
        }
    }
}
