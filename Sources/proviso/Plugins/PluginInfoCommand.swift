import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginInfoCommand: TakesPlugins {
    var plugins = PluginOptions()
    var json = false
    var file = ""

    static let name = "info"
    static let summary = "Show what a plugin offers: rule types, options, codes and locales."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin info ./iban.so", "Show the rule types of a plugin."),
                (
                    "proviso plugin info --json org.example.isbn",
                    "Write those of a plugin that is installed as a JSON object."
                ),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [.flag("--json", help: "Write one JSON object.") { $0.json = true }]
    }

    static var operands: Operands<Self>? { PackageOptions.file { $0.file = $1 } }

    func run() throws {
        let policy = try plugins.policy()
        let file = try PluginOptions.file(named: file, policy)
        var registry = Registry()
        let plugin: LoadedPlugin
        do throws(PluginError) {
            plugin = try registry.find(plugin: file, policy: policy)
        } catch {
            throw ExitCode.failure.because(error.description)
        }
        try StandardOutput.write(json ? Self.json(plugin, registry) : Self.text(plugin, registry))
    }

    private static func text(_ plugin: LoadedPlugin, _ registry: Registry) -> String {
        let manifest = plugin.manifest
        let locales = manifest.locales.isEmpty ? "none" : manifest.locales.joined(separator: " ")
        var lines = ["\(manifest.id) \(manifest.version)"]
        if !manifest.vendor.isEmpty { lines.append("vendor   \(manifest.vendor)") }
        lines += ["SHA-256  \(plugin.digest)", "place    \(plugin.standing)", "messages \(locales)"]
        if !manifest.capabilities.words.isEmpty {
            lines.append("requests " + manifest.capabilities.words.joined(separator: ", "))
        }
        lines += manifest.readings.map { "reads    \($0)" }
        lines.append("")
        var text = lines.map { $0.visible + "\n" }.joined()
        for rule in manifest.rules {
            if !rule.summary.isEmpty { text += rule.summary.visible + "\n" }
            if let definition = registry[rule.type] { text += definition.text }
            text += rule.examples.text
        }
        return text
    }

    private static func json(_ plugin: LoadedPlugin, _ registry: Registry) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("id", plugin.manifest.id)
            $0.member("version", plugin.manifest.version)
            $0.member("vendor", plugin.manifest.vendor)
            if !plugin.manifest.readings.isEmpty { $0.member("reads", plugin.manifest.readings) }
            $0.member("sha256", plugin.digest.description)
            $0.member("locked", plugin.isLocked)
            $0.member("trusted", plugin.isTrusted)
            $0.member("mode", plugin.mode.rawValue)
            $0.member("needs", plugin.manifest.capabilities.words)
            $0.member("locales", plugin.manifest.locales)
            $0.member("capabilities", plugin.manifest.capabilities.words)
            $0.member("types") { $0.list { for rule in plugin.manifest.rules { $0.rule(rule, registry[rule.type]) } } }
        }
        return writer.text + "\n"
    }
}

extension JSONWriter {
    fileprivate mutating func rule(_ rule: PluginManifest.Rule, _ definition: RuleDefinition?) {
        object {
            $0.member("type", rule.type.rawValue)
            $0.member("summary", rule.summary)
            $0.member("options") { $0.list { for option in definition?.options ?? [] { $0.option(option) } } }
            $0.member("codes") { $0.list { for code in definition?.codes ?? [] { $0.code(code) } } }
            $0.member("examples") { $0.list { for example in rule.examples { example.write(to: &$0) } } }
        }
    }
}
