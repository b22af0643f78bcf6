import Proviso
import ProvisoPlugins

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
