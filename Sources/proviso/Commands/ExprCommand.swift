import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct ExprCommand: TakesInputs {
    /// The expression, and the file.
    var operands: [String] = []
    var reading = RunOptions()

    static let name = "expr"
    static let summary = "Evaluate an expression over records."

    static var page: CommandPage {
        CommandPage(
            """
            The expression is in the Common Expression Language, as the rule type expr has it. Its variables are the members \
            of each record; "record" is the whole one. The values are written as JSON, one on each line. FILE has records in \
            NDJSON, JSON or CSV, whose fields are strings; "-" is standard input. Without FILE the expression is evaluated once, \
            without variables.
            """,
            examples: [
                ("proviso expr '[1, 2, 3].map(i, i * i).sum()'", "Compute something: 14."),
                (
                    "proviso expr 'total - items.map(i, i.price).sum()' orders.ndjson",
                    "Show by how much totals are wrong."
                ),
            ],
            statuses: [
                ("0", "done"), ("1", "the expression has no value for at least one record"),
                ("2", "a mistake on the command line or in the expression"), ("3", "a file could not be read"),
            ])
    }

    static var options: [Option<Self>] { RunOptions.forms() }

    static var operands: Operands<Self>? {
        Operands("expression", .any, help: "The expression; after it the file with the records.") {
            $0.operands.append($1)
        }
    }

    func validate() throws {
        // The values of an expression are those of the data.
        if !reading.data.nulls.isEmpty {
            throw UsageError("--null is for rules; compare with the string: code == 'NA'")
        }
        if operands.isEmpty { throw UsageError("no expression: give one, such as '1 + 1'") }
        if operands.count > 2 { throw UsageError("more than an expression and a file: '\(operands[2])'") }
    }

    func run() throws {
        try FileConflicts.check(Array(operands.dropFirst()))
        let program: FreeExpression
        do {
            program = try FreeExpression(operands[0])
        } catch {
            throw ExitCode.usage.because("expression: \(error.reason)\(Suggestion.hint(error.suggestion))")
        }
        let output = Output(descriptor: STDOUT_FILENO)
        var hasFailed = false
        func write(_ place: String, _ record: AnyValue) {
            do throws(ExprError) {
                output.write(try program.value(for: record, now: ValidationClock.system.now).json + "\n")
            } catch {
                hasFailed = true
                output.write("null\n")
                StandardError.error(place.isEmpty ? error.reason : "\(place): \(error.reason)")
            }
        }
        if operands.count > 1 {
            do {
                try RecordReader(operands[1], settings: reading.settings).each(write)
            } catch let fault as RecordReader.Fault {
                try StandardOutput.finish(output)
                throw ExitCode.failure.because(fault.reason)
            }
        } else {
            write("", .object([]))
        }
        try StandardOutput.finish(output)
        if hasFailed { throw ExitCode.invalid }
    }
}
