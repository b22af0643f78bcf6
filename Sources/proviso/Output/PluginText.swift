import Proviso
import ProvisoBulk
import ProvisoPlugins

extension RuleDefinition {
    /// The options and the codes of a type, each on one line.
    var text: String {
        var lines = ["\(type)  (\(origin))"]
        let options = self.options ?? []
        let width = options.map(\.name.count).max() ?? 0
        for option in options {
            let need = option.isRequired ? ", needed" : ""
            lines.append("    \(option.name.padded(to: width))  \(option.words)\(need): \(option.summary)")
        }
        for code in codes {
            let parameters = code.parameters.map { " {\($0)}" }.joined()
            let message = RuleManual.message(code.code).map { "  \"\($0)\"" } ?? ""
            lines.append("    → \(code.code)\(parameters)\(message)")
        }
        return lines.map { $0.visible + "\n" }.joined()
    }
}

extension [PluginManifest.Example] {
    /// The examples of a plugin's type, each on one line.
    var text: String { map { "    = " + $0.line.visible + "\n" }.joined() }
}

extension JSONWriter {
    mutating func option(_ option: OptionDescription) {
        object {
            $0.member("name", option.name)
            $0.member("kind", option.kind.rawValue)
            $0.member("required", option.isRequired)
            $0.member("summary", option.summary)
        }
    }

    mutating func code(_ code: CodeDescription) {
        object {
            $0.member("code", code.code.rawValue)
            $0.member("parameters", code.parameters)
            if let message = RuleManual.message(code.code) { $0.member("message", message) }
        }
    }
}

extension PluginCapabilities {
    /// What the plugin needs beyond what every plugin may do, such as `threads`, for people and for JSON.
    var words: [String] {
        var words: [String] = []
        if threads { words.append("threads") }
        if let patience { words.append("\(patience) for a value") }
        if let memory { words.append("\(memory >> 20) MB of memory") }
        if isWorkerOnly { words.append("workers only") }
        if readsTimeZones { words.append("time zones") }
        return words
    }
}

extension LoadedPlugin {
    /// Whether the file is locked and trusted, where it runs, and what it needs.
    var standing: String {
        if isBundled { return "comes with Proviso, \(mode.rawValue)" }
        let words = [isLocked ? "locked" : "not locked"] + (isTrusted ? ["trusted"] : []) + [mode.rawValue]
        let needed = manifest.capabilities.words
        return words.joined(separator: ", ") + (needed.isEmpty ? "" : "; needs \(needed.joined(separator: ", "))")
    }
}
