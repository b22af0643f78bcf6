import CommandTable
import Proviso

/// Where a project file says what options would say, for the places of mistakes.
struct SettingPlaces {
    /// The places by the name of a variable or collection; empty for other keys.
    private var places: [ProjectEntryKey: [String: SourcePosition]] = [:]

    mutating func add(_ setting: ProjectFile.Setting) {
        places[setting.key, default: [:]][setting.name ?? ""] = setting.position
    }

    /// Where the value of a key is.
    subscript(key: ProjectEntryKey) -> SourcePosition? { places[key]?[""] }

    /// Where the values of a key are, by their names.
    func named(_ key: ProjectEntryKey) -> [String: SourcePosition] { places[key] ?? [:] }

    /// Calls a closure; reports a mistake in an option with its place in the project file, and ends the tool.
    func mending<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as UsageError {
            // The reason begins with the option.
            let option = error.reason.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
            guard error.reason.hasPrefix("--"),
                let place = ProjectEntryKey(rawValue: String(option)).flatMap({ self[$0] })
            else { throw error }
            throw RuleSetError(position: place, reason: String(error.reason.dropFirst(2))).reported()
        }
    }
}
