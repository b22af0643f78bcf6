internal import Proviso
internal import ProvisoMessages

/// What a client sets, in `initializationOptions` or as the section `proviso` of its settings.
struct ServerSettings: Sendable {
    /// The language of messages that are shown.
    var locale = "en"
    /// More directories of plugins.
    var plugins: [String] = []
    /// A file of records, a table or a JSON Schema, whose names are completed.
    var data: String?
    /// Whether probable mistakes are shown as warnings.
    var lint = true
    /// The values of variables.
    var variables: [String: String] = [:]
}

extension LanguageServer {
    mutating func initialize(_ parameters: AnyValue) -> AnyValue {
        configure(parameters["initializationOptions"] ?? .null)
        editor = parameters["processId"]?.int.flatMap { Int32(exactly: $0) }
        let watching = parameters["capabilities"]?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]
        watchesFiles = watching?.bool ?? false
        let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.strings ?? []
        unit = offered.lazy.compactMap { ColumnUnit(rawValue: $0) }.first ?? .utf16
        var capabilities: [AnyValue.Member] = [
            AnyValue.Member("positionEncoding", .text(unit.rawValue)),
            AnyValue.Member("textDocumentSync", ["openClose": true, "change": 2, "save": true]),
            AnyValue.Member("completionProvider", ["triggerCharacters": ["[", "{", ",", " ", ".", "\"", "'", "$"]]),
            AnyValue.Member("renameProvider", ["prepareProvider": true]),
            AnyValue.Member("codeActionProvider", ["codeActionKinds": ["quickfix"]]),
        ]
        for name in ["hover", "definition", "references", "documentSymbol"] {
            capabilities.append(AnyValue.Member("\(name)Provider", true))
        }
        if tools.format != nil { capabilities.append(AnyValue.Member("documentFormattingProvider", true)) }
        return [
            "capabilities": .object(capabilities),
            "serverInfo": ["name": "proviso", "version": .text(tools.version)],
        ]
    }

    /// Takes settings; what is not as expected changes nothing, and the client shows a warning.
    mutating func configure(_ value: AnyValue) {
        let names = ["locale", "plugins", "data", "lint", "variables"]
        for member in value.members where !names.contains(member.key) {
            let hint = Suggestion.hint(Suggestion.nearest(to: member.key, in: names))
            warn("unknown setting '\(member.key)'\(hint)")
        }
        if let wanted = value["locale"], !wanted.isNull { setLocale(wanted) }
        if let plugins = value["plugins"], !plugins.isNull {
            if let names = plugins.strings ?? plugins.text.map({ [$0] }) {
                settings.plugins = names
                known = nil
            } else {
                refuse("plugins", "a list of directories", plugins)
            }
        }
        if let data = value["data"], !data.isNull {
            if let name = data.text {
                settings.data = name.isEmpty ? nil : name
            } else {
                refuse("data", "a path", data)
            }
        }
        if let lint = value["lint"], !lint.isNull {
            if let wants = lint.bool { settings.lint = wants } else { refuse("lint", "true or false", lint) }
        }
        guard let variables = value["variables"], !variables.isNull else { return }
        guard case .object(let members) = variables else { return refuse("variables", "an object", variables) }
        for member in members { settings.variables[member.key] = member.value.text ?? member.value.json }
    }

    private mutating func setLocale(_ value: AnyValue) {
        guard let locale = value.text else { return refuse("locale", "a language tag such as 'de'", value) }
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        let isKnown = Catalogs.embedded.locales.contains { $0.prefix { $0 != "-" } == language }
        if !isKnown { warn("there are no messages in '\(locale)': they are shown in English") }
        settings.locale = locale
    }

    private mutating func refuse(_ setting: String, _ expected: String, _ found: AnyValue) {
        warn("setting '\(setting)': expected \(expected), found \(found.json)")
    }

    private mutating func warn(_ text: String) {
        send([
            "jsonrpc": "2.0", "method": "window/showMessage",
            "params": ["type": 2, "message": .text("proviso: " + text)],
        ])
    }

    /// The rule types, with those of the plugins in the settings.
    mutating func registry() -> Registry {
        if let known { return known }
        let found = tools.registry(settings.plugins)
        for problem in found.problems {
            warn(problem)
        }
        known = found.registry
        return found.registry
    }
}
