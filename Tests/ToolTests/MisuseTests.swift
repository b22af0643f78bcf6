import Foundation
import TestSupport
import Testing

/// What is wrong with a command line is said at the command it is about, with exit status 2.
@Suite(.waitingForProcesses) struct MisuseTests {
    struct Row: Sendable {
        let arguments: [String]
        let message: String
        /// How the usage line begins.
        let usage: String
        let location: SourceLocation

        init(
            _ arguments: String, _ message: String, usage: String, at location: SourceLocation = #_sourceLocation
        ) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.message = message
            self.usage = "Usage: proviso \(usage)"
            self.location = location
        }
    }

    private static let check = "check --rules rules.yaml"

    static let rows = [
        // An option that takes one value is not overwritten silently, in any command and under any of its names.
        Row("\(check) -o a -o b a", "error: '--output' is given twice", usage: "check"),
        Row("\(check) -f csv --format json a", "error: '--format' is given twice", usage: "check"),
        Row("\(check) --scenario a --scenario a b", "error: '--scenario' is given twice", usage: "check"),
        Row("\(check) --jobs 1 --jobs 2 a", "error: '--jobs' is given twice", usage: "check"),
        Row("merge --format csv --format csv", "error: '--format' is given twice", usage: "merge"),
        Row("types --lock a --lock b", "error: '--lock' is given twice", usage: "types"),
        Row("plugin test --seed 1 --seed 2 a", "error: '--seed' is given twice", usage: "plugin test"),
        Row("locales import --into a --into b c", "error: '--into' is given twice", usage: "locales import"),
        Row("\(check) --collection a=rules.yaml --collection a=rules.yaml a", "a is given twice", usage: "check"),

        Row("chek --rules rules.yaml a", "error: unknown command 'chek'; did you mean 'check'?", usage: "<subcommand>"),
        Row("wrong", "error: unknown command 'wrong'; there are check, diff, explain,", usage: "<subcommand>"),
        Row("help nope", "error: unknown command 'nope'; there are", usage: "<subcommand>"),
        Row("help plugin nope", "error: unknown command 'nope'; there are list", usage: "plugin <subcommand>"),
        Row("plugin tset a", "error: unknown command 'tset'; did you mean 'test'?", usage: "plugin <subcommand>"),
        Row("locales chek", "error: unknown command 'chek'; did you mean 'check'?", usage: "locales <subcommand>"),

        Row("\(check) --fromat csv", "error: unknown option '--fromat'; did you mean '--format'?", usage: "check"),
        // An option of another command.
        Row("\(check) --into x", "error: unknown option '--into': it belongs to 'locales import'\n", usage: "check"),
        Row("filter --rules a -f json", "unknown option '-f': it belongs to 'check'\n", usage: "filter"),
        Row(
            "lint --rules a",
            "error: unknown option '--rules': it belongs to 'check'; this command takes <rules> without an option\n",
            usage: "lint"),
        Row("plugin list -r rules.yaml", "unknown option '-r': it belongs to 'check'\n", usage: "plugin list"),
        Row("plugin info --seed 1 a", "unknown option '--seed': it belongs to 'test'\n", usage: "plugin info"),

        // A directory that is none, before anything is validated.
        Row("\(check) --plugins nope a", "error: --plugins nope: the directory does not exist\n", usage: "check"),
        Row("\(check) --plugins a a", "--plugins a: expected a directory, found a file\n", usage: "check"),
        Row("\(check) --plugins a/b a", "--plugins a/b: the directory does not exist\n", usage: "check"),
        Row("filter --rules rules.yaml --plugins nope", "--plugins nope: the directory does not", usage: "filter"),
        Row("plugin lock --plugins nope", "--plugins nope: the directory does not exist\n", usage: "plugin lock"),
        Row("plugin list --plugins nope", "--plugins nope: the directory does not exist\n", usage: "plugin list"),

        // Options that have no effect, or the wrong one, together or alone.
        Row(
            "\(check) --max-errors 1 --write-baseline b a",
            "--max-errors and --write-baseline: give one of them, or the baseline would be incomplete", usage: "check"),
        Row("\(check) --checkpoint-interval 5 a", "--checkpoint-interval is for --checkpoint,", usage: "check"),
        Row(
            "\(check) - -", "standard input is named twice, as - and as -: it can be read only once\n", usage: "check"),
        Row("\(check) - a /dev/stdin", "standard input is named twice, as - and as /dev/stdin", usage: "check"),
        Row("merge - -", "standard input is named twice", usage: "merge"),
        Row("render - -", "standard input is named twice", usage: "render"),

        Row(
            "\(check) --locale d a", "--locale: 'd' is not a BCP 47 language tag, such as de or pt-BR\n",
            usage: "check"),
        Row("\(check) --locale de,xx_YY! a", "--locale: 'xx_YY!' is not a BCP 47 language tag, such", usage: "check"),
        Row("locales export --format po --locale d", "such as de or pt-BR", usage: "locales export"),
        Row("locales check rules.yaml", "rules.yaml is not a catalog (*.arb): give a rule", usage: "locales check"),
        Row("\(check) --nil NA", "error: unknown option '--nil'\n", usage: "check"),
        Row(
            "\(check) --jobs 0 a", "error: --jobs: expected an integer from 1 to 1024, found '0'\n", usage: "check"),
        Row("\(check) --jobs -1 a", "from 1 to 1024, found '-1'\n", usage: "check"),
        Row(
            "\(check) --max-errors -1 a", "error: --max-errors: expected an integer of at least 1, found '-1'",
            usage: "check"),
        Row(
            "\(check) --memory 1 a", "error: --memory: expected a size from 8M to 1048576G, such as 256M; without",
            usage: "check"),
        Row(
            "\(check) --input-format csv --delimiter ab a", "error: --delimiter: expected one ASCII character",
            usage: "check"),
        Row(
            "\(check) --collection p=none.csv a",
            "error: --collection p=none.csv: cannot read none.csv: No such file or directory", usage: "check"),
        Row("\(check) --collection p a", "error: --collection: expected NAME=FILE", usage: "check"),
        Row(
            "\(check) --report xml=x a",
            "found 'xml=x'; the formats are text, json, ndjson, csv, junit, sarif, github, html\n",
            usage: "check"),
        Row("\(check) --report problem=x a", "--report problem: it is for one record", usage: "check"),
        Row("\(check) --report html= a", "error: --report: expected FORMAT=FILE", usage: "check"),
        Row("check a", "error: the option '--rules <file>' is missing", usage: "check"),
        Row("check -rules rules.yaml a", "unknown option '-rules'; did you mean '--rules'?", usage: "check"),
        Row("check --Rules rules.yaml a", "unknown option '--Rules'; did you mean '--rules'?", usage: "check"),
        Row("\(check) --localle de a", "unknown option '--localle'; did you mean '--locale'?", usage: "check"),
        Row("\(check) --plugin-mode wrker a", "inproc, worker, found 'wrker'; did you mean 'worker'?", usage: "check"),
        Row("--rules rules.yaml check", "unknown option '--rules' before the command;", usage: "<subcommand>"),
        Row("--halp", "unknown option '--halp'; did you mean '--help'?", usage: "<subcommand>"),
        Row("check --rules", "error: '--rules <file>' needs a value\n", usage: "check"),
        Row("check --rules --locale de a", "needs a value, found '--locale'; write --rules=--locale", usage: "check"),
        Row("check --rules= a", "error: '--rules' needs a value, but the one given is empty", usage: "check"),
        Row("\(check) --output= a", "error: '--output' needs a value, but the one given is empty", usage: "check"),
        Row("\(check) --plugins= a", "error: '--plugins' needs a value, but the one given is empty", usage: "check"),
        Row("\(check) --locale= a", "error: --locale: expected a BCP 47 language tag", usage: "check"),
        Row("\(check) --quiet=yes a", "error: '--quiet' takes no value", usage: "check"),
        Row("data x", "error: unexpected argument 'x': this command takes none", usage: "data"),
        Row("plugin info a b", "error: unexpected argument 'b': this command takes one <file>", usage: "plugin info"),
        Row("plugin new x", "error: the option '--language <language>' is missing", usage: "plugin new"),
        Row("plugin new --language go x", "expected one of c, c++, rust, swift, found 'go'", usage: "plugin new"),
        Row("plugin test --case exprts a", "found 'exprts'; did you mean 'exports'?", usage: "plugin test"),
        Row("completion ksh", "error: expected one of bash, zsh, fish, found 'ksh'", usage: "completion"),
        Row("--generate-completion-script ksh", "error: expected one of bash", usage: "completion"),
    ]

    @Test func errorsAreSaidAtTheirCommand() throws {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array("{}\n".utf8), to: "a")
        eachRow(Self.rows, at: \.location) { row in
            let result = try tool.run(row.arguments)
            #expect(result.status == 2, "\(row.arguments)", sourceLocation: row.location)
            #expect(result.output.isEmpty, sourceLocation: row.location)
            #expect(result.errors.contains(row.message), "\(result.errors)", sourceLocation: row.location)
            #expect(result.errors.contains("\n\(row.usage)"), "\(result.errors)", sourceLocation: row.location)
        }
    }

    /// An option whose help says so may be given more than once; no other that takes a value may.
    @Test func theHelpSaysWhichOptionsRepeat() throws {
        let tool = try Tool()
        defer { tool.remove() }
        for command in ["check", "render", "plugin test", "locales check"] {
            let words = command.split(separator: " ").map(String.init)
            let help = try tool.run(words + ["--help"]).output
            let parts = help.components(separatedBy: "\n  -").dropFirst()
            for part in parts where part.split(separator: "\n")[0].contains("<") {
                let name = "-" + (try #require(part.firstMatch(of: /-[a-z-]+(?= <)/)).output.drop { $0 == "-" })
                let text = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let result = try tool.run(words + ["-\(name)=1", "-\(name)=1"])
                let isRefused = result.errors.contains("'-\(name)' is given twice")
                #expect(isRefused != text.contains("may be given more than once"), "\(command) -\(name)")
            }
        }
    }

    @Test func aMissingFileHasNoSummary() throws {
        let tool = try Tool()
        defer { tool.remove() }
        let result = try tool.run(["check", "--rules", "rules.yaml", "none.ndjson"])
        #expect(result.status == 3)
        #expect(result.errors == "error: none.ndjson: No such file or directory\n")
    }
}
