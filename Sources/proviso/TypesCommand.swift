import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types", abstract: "List the rule types there are: where they come from, options and codes.")

    @OptionGroup var plugins: PluginArguments

    @Argument(help: "Only these rule types.")
    var names: [String] = []

    func run() throws {
        let loaded = try plugins.options.load()
        let output = Output(descriptor: STDOUT_FILENO)
        for name in names where loaded.registry[RuleType(rawValue: name)] == nil {
            let near = loaded.registry.suggestion(for: RuleType(rawValue: name))
            Messages.error("unknown rule type '\(name)'\(Suggestion.hint(near))")
            throw ExitCode.usage
        }
        for definition in loaded.registry.definitions where names.isEmpty || names.contains(definition.type.rawValue) {
            output.write(Self.text(definition))
        }
        try StandardOutput.finish(output)
        if loaded.failed { throw ExitCode.failure }
    }

    static func text(_ definition: RuleDefinition) -> String {
        var text = "\(definition.type)  (\(definition.origin))\n"
        let options = definition.options ?? []
        let width = options.map(\.name.count).max() ?? 0
        for option in options {
            let padding = String(repeating: " ", count: width - option.name.count)
            let need = option.isRequired ? ", needed" : ""
            text += "    \(option.name)\(padding)  \(option.kind.rawValue)\(need): \(option.summary)\n"
        }
        for code in definition.codes {
            let parameters = code.parameters.map { " {\($0)}" }.joined()
            text += "    → \(code.code)\(parameters)\n"
        }
        return text
    }
}
