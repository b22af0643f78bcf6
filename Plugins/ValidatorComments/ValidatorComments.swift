import Foundation
import PackagePlugin

/// Generates the doc comments of the built-in validators as Swift, for `proviso types` and SARIF.
@main
struct ValidatorComments: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folders = ["Sources/ProvisoCore/Validators", "Sources/ProvisoSchema"]
        let files = try folders.map { context.package.directoryURL.appending(path: $0) }
            .flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
            .filter { $0.lastPathComponent.hasSuffix("Validator.swift") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInComments.swift")
        return [
            .buildCommand(
                displayName: "Reading the comments of \(files.count) validators",
                executable: .init(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", "out=$1; shift; awk \"$0\" \"$@\" > \"$out\"", Self.script, output.path()]
                    + files.map { $0.path() },
                inputFiles: files, outputFiles: [output])
        ]
    }

    /// Prints the `///` lines before the type that has the name of the file.
    private static let script = #"""
        BEGIN {
            print "/// The doc comments of the built-in validators, by the names of their types in lowercase."
            print "enum BuiltInComments {"
            print "    static let all: [String: String] = ["
        }
        FNR == 1 { comment = ""; name = FILENAME; sub(/.*\//, "", name); sub(/\.swift$/, "", name) }
        /^\/\/\// { line = $0; sub(/^\/\/\/ ?/, "", line); comment = comment line "\n"; next }
        index($0, "struct " name ":") { print "        \"" tolower(name) "\": #\"\"\"\n" comment "\"\"\"#,"; comment = "" }
        !/^@/ { comment = "" }
        END { print "    ]\n}" }
        """#
}
