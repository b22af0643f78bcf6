import PackagePlugin

/// Writes the list of built-in validators from the names of their files: the directory is the registry.
@main
struct ValidatorIndex: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let files = target.sourceFiles(withSuffix: "Validator.swift").map(\.url)
            .filter { $0.deletingLastPathComponent().lastPathComponent == "Validators" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInValidators.swift")
        let entries = files.map {
            "        RuleDefinition(builtIn: \($0.deletingPathExtension().lastPathComponent).self),"
        }
        let source =
            ([
                "/// The built-in validators, one for each file of Validators/.", "enum BuiltInValidators {",
                "    static let all: [RuleDefinition] = [",
            ] + entries + ["    ]", "}", ""]).joined(separator: "\n")
        return [
            .buildCommand(
                displayName: "Listing \(files.count) built-in validators",
                executable: .init(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", "printf '%s' \"$1\" > \"$2\"", "sh", source, output.path()],
                inputFiles: files, outputFiles: [output])
        ]
    }
}
