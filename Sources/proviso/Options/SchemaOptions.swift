import CommandTable
import Proviso
import ProvisoBulk

/// The JSON Schemas that a run validates records by, beside its rule files or without any.
struct SchemaOptions {
    var files: [String] = []
    /// The directories of other schemas, as typed.
    var directories: [String] = []
    var assertsFormats = false
    var isStrict = false
    var operation: String?
    /// Makes rules that say the same, for commands that look at single rules.
    var writingOut: (@Sendable (SchemaOptions) throws -> RuleSet)?

    /// The files without the places in them.
    var paths: [String] { files.map { JSONSchema.split($0).path } }

    static func options<Taker: TakesRules>() -> [Option<Taker>] {
        [
            .text(
                "--schema", value: "file", kind: .file, need: .repeated,
                help:
                    "A JSON Schema that each record must meet, beside the rules or without them; FILE#/PLACE is one in a file, "
                    + "such as an OpenAPI description."
            ) { $0.rules.schemas.files.append($1) },
            .text(
                "--operation", value: "name",
                help: "The operation of the OpenAPI description in --schema whose JSON body each record is: its "
                    + "operationId, or 'POST /orders'."
            ) { $0.rules.schemas.operation = $1 },
            .text(
                "--schema-path", value: "uri=directory", kind: .directory, need: .repeated,
                help: "The directory of the schemas that references to URIs with this beginning lead to."
            ) { $0.rules.schemas.directories.append($1) },
            .flag("--schema-formats", help: "Reject strings that have not the 'format' that a schema says.") {
                $0.rules.schemas.assertsFormats = true
            },
            .flag("--schema-strict", help: "Refuse schemas with unknown keywords.") {
                $0.rules.schemas.isStrict = true
            },
        ]
    }

    /// How schemas are read.
    func options() throws -> JSONSchema.Options {
        var options = JSONSchema.Options()
        (options.assertsFormats, options.refusesUnknown) = (assertsFormats, isStrict)
        options.operation = operation
        for text in directories {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw UsageError(
                    "--schema-path: expected URI=DIRECTORY, such as http://example.com/=schemas, found '\(text)'")
            }
            options.sources.add(directory: parts[1], as: parts[0])
        }
        return options
    }

    /// Refuses an operation without the description that has it.
    func validate() throws {
        if let operation, files.isEmpty {
            throw UsageError("--operation \(operation): name the OpenAPI description too: --schema FILE")
        }
    }

    /// The rule of each schema; warnings about schemas go to standard error.
    func rules() throws -> [Rule] {
        let options = try options()
        return try files.map { file in
            let schema = try JSONSchema(contentsOf: file, options: options)
            for warning in schema.warnings { StandardError.line(warning.text(kind: "warning: ")) }
            let position = SourcePosition(file: JSONSchema.split(file).path, line: 1, column: 1)
            return Rule([ValuePath.record], .schema(schema), position: position)
        }
    }
}
