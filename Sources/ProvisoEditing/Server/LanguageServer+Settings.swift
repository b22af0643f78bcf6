internal import Proviso

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

    /// Takes settings; what has another type than expected changes nothing.
    mutating func configure(_ value: AnyValue) {
        if let locale = value["locale"]?.text { settings.locale = locale }
        if let plugins = value["plugins"]?.strings ?? value["plugins"]?.text.map({ [$0] }) {
            settings.plugins = plugins
            known = nil
        }
        if let data = value["data"]?.text { settings.data = data.isEmpty ? nil : data }
        if let lint = value["lint"]?.bool { settings.lint = lint }
        for member in value["variables"]?.members ?? [] {
            settings.variables[member.key] = member.value.text ?? member.value.json
        }
    }

    /// The rule types, with those of the plugins in the settings.
    mutating func registry() -> Registry {
        if let known { return known }
        let found = tools.registry(settings.plugins)
        for problem in found.problems {
            send([
                "jsonrpc": "2.0", "method": "window/showMessage", "params": ["type": 2, "message": .text(problem)],
            ])
        }
        known = found.registry
        return found.registry
    }
}
