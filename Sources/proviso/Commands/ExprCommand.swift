import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct ExprCommand: Command {
    /// The expression, and the file.
    var operands: [String] = []

    static let name = "expr"
    static let summary = "Evaluate an expression over records."

    static var page: CommandPage {
        CommandPage(
            """
            The expression is in the Common Expression Language, as the rule type expr has it. Its variables are the members \
            of each record; "this" is the record. The values are written as JSON, one on each line. FILE has records in \
            NDJSON, or a list of records in JSON; "-" is standard input. Without FILE the expression is evaluated once, \
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

    static var operands: Operands<Self>? {
        Operands("expression", .any, help: "The expression; after it the file with the records.") {
            $0.operands.append($1)
        }
    }

    func validate() throws {
        if operands.isEmpty { throw UsageError("no expression: give one, such as '1 + 1'") }
        if operands.count > 2 { throw UsageError("more than an expression and a file: '\(operands[2])'") }
    }

    func run() throws {
        let program: FreeExpression
        do {
            program = try FreeExpression(operands[0])
        } catch {
            StandardError.error("expression: \(error.reason)\(Suggestion.hint(error.suggestion))")
            throw ExitCode.usage
        }
        let output = Output(descriptor: STDOUT_FILENO)
        var hasFailed = false
        for (place, record) in try records() {
            do throws(ExprError) {
                output.write(try program.value(for: record, now: ValidationClock.system.now).json + "\n")
            } catch {
                hasFailed = true
                output.write("null\n")
                StandardError.error(place.isEmpty ? error.reason : "\(place): \(error.reason)")
            }
        }
        try StandardOutput.finish(output)
        if hasFailed { throw ExitCode.failure }
    }

    /// The records with their places.
    private func records() throws -> [(place: String, record: AnyValue)] {
        guard operands.count > 1 else { return [("", .object([]))] }
        let path = operands[1]
        let name = path == "-" ? "<stdin>" : path
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path == "-" ? "/dev/stdin" : path, limit: 1 << 31)
        } catch {
            StandardError.error("\(name): \(error.reason)")
            throw ExitCode.failure
        }
        if case .list(let items)? = try? AnyValue(json: bytes) {
            return items.enumerated().map { ("\(name), item \($0.offset + 1)", $0.element) }
        }
        var records: [(place: String, record: AnyValue)] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            guard let record = try? AnyValue(json: Array(line)) else {
                StandardError.error("\(name):\(index + 1): not valid JSON")
                throw ExitCode.failure
            }
            records.append(("\(name):\(index + 1)", record))
        }
        return records
    }
}
