import CommandTable
import Testing

/// Command lines of a small tool, and what is made of them.
@Suite struct CommandCallTests {
    enum Color: String, CaseIterable {
        case red, green, blue
    }

    struct Part {
        var locale: String?
    }

    /// Ends by throwing what was read.
    struct Read: Error {
        let text: String
    }

    struct Paint: Command {
        var rules = ""
        var part = Part()
        var words: [String] = []
        var color = Color.red
        var isQuiet = false
        var isVerbose = false
        var jobs = 0
        var seconds = 0.0
        var files: [String] = []

        static let name = "paint"
        static let summary = "Paint something."

        static var options: [Option<Self>] {
            [
                .text("--rules", "-r", value: "file", kind: .file, need: .required, help: "A file.") { $0.rules = $1 },
                .text("--word", value: "text", need: .repeated, help: "A word.") { $0.words.append($1) },
                .choice("--color", "-c", value: "color", of: Color.self, help: "A color.") { $0.color = $1 },
                .flag("--quiet", "-q", help: "Say nothing.") { $0.isQuiet = true },
                .flag("--verbose", "-v", help: "Say all.") { $0.isVerbose = true },
                .flag("--inside", need: .hidden, help: "For the tool.") { $0.isQuiet = true },
                .number("--jobs", in: 1...8, help: "Threads.") { $0.jobs = $1 },
                .parsed(
                    "--every", value: "seconds", help: "Seconds.", expected: "a number of seconds", NumberText.decimal
                ) { $0.seconds = $1 },
                .text("--locale", value: "tag", help: "A language.") { $0.part.locale = $1 },
            ]
        }

        static var operands: Operands<Self>? { Operands("files", .any, help: "Files.") { $0.files.append($1) } }

        func validate() throws {
            if isQuiet, isVerbose { throw UsageError("--quiet and --verbose: give one of them") }
        }

        func run() throws {
            let parts = [
                rules, part.locale.map { "locale=\($0)" },
                words.isEmpty ? nil : "words=\(words.joined(separator: ","))",
                color == .red ? nil : color.rawValue, isQuiet ? "quiet" : nil, isVerbose ? "verbose" : nil,
                jobs == 0 ? nil : "jobs=\(jobs)", seconds == 0 ? nil : "every=\(seconds)",
                files.isEmpty ? nil : "files=\(files.joined(separator: ","))",
            ]
            throw Read(text: parts.compactMap { $0 }.joined(separator: " "))
        }
    }

    struct Single: Command {
        var file = ""

        static let name = "single"
        static let summary = "Take one file."
        static var operands: Operands<Self>? { Operands("file", .one, help: "A file.") { $0.file = $1 } }

        func run() throws { throw Read(text: "single \(file)") }
    }

    struct Plain: Command {
        static let name = "plain"
        static let summary = "Take nothing."
        static var page: CommandPage { CommandPage(isHidden: true) }

        func run() throws { throw Read(text: "plain") }
    }

    enum Group: CommandGroup {
        static let name = "group"
        static let summary = "More commands."
        static var commands: [CommandNode] { [.command(Single.self), .command(Plain.self)] }
    }

    enum Root: CommandGroup {
        static let name = "demo"
        static let summary = "A demo."
        static var commands: [CommandNode] { [.command(Paint.self), .group(Group.self)] }
    }

    /// What a call gives: what was read, the page that is shown, or the mistake with the command it is about.
    static func answer(_ words: [String]) -> String {
        var call = CommandCall(Root.self, words[...]) { name, known in
            known.first { $0.lowercased().drop { $0 == "-" } == name.lowercased().drop { $0 == "-" } }
        }
        do {
            switch try call.run() {
            case .help: return "help of \(call.path.joined(separator: " "))"
            case .shortHelp: return "short help of \(call.path.joined(separator: " "))"
            case .version: return "version"
            case .done: return "done"
            }
        } catch let error as UsageError {
            return "\(call.path.joined(separator: " ")): \(error.reason)"
        } catch {
            return (error as? Read)?.text ?? "\(error)"
        }
    }

    static let rows: [(line: String, answer: String)] = [
        // Values: the next word, or what follows an equals sign.
        ("paint --rules a", "a"), ("paint --rules=a", "a"), ("paint -r a", "a"), ("paint -r=a", "a"),
        ("paint --rules=a=b", "a=b"), ("paint --rules -", "-"), ("paint --rules=-x", "-x"), ("paint --rules=--", "--"),
        ("paint -r a --locale ", "a locale="), ("paint -r a --locale=", "a locale="),
        ("paint -r a --locale -1", "a locale=-1"), ("paint -r a --locale -.5", "a locale=-.5"),
        ("paint -r a --word x --word=y --word x", "a words=x,y,x"), ("paint -r a -c green", "a green"),
        // Operands, before and behind options.
        ("paint x -r a y", "a files=x,y"), ("paint -r a -", "a files=-"),
        ("paint -r a -- -r --help -", "a files=-r,--help,-"),
        ("paint -r a -- --", "a files=--"), ("group single x", "single x"), ("group single -- -x", "single -x"),
        ("group plain", "plain"),
        // Flags, alone and joined.
        ("paint -q -r a", "a quiet"), ("paint -q -q -r a", "a quiet"), ("paint -qr a", "a quiet"),
        ("paint -qc=blue -r a", "a blue quiet"), ("paint --inside -r a", "a quiet"),
        ("paint -r a -qv", "demo paint: --quiet and --verbose: give one of them"),
        // Help and version, at each command and whatever else is wrong.
        ("", "help of demo"), ("help", "help of demo"), ("-h", "short help of demo"), ("--help", "help of demo"),
        ("group", "help of demo group"), ("help group", "help of demo group"), ("group help", "help of demo group"),
        ("help group single", "help of demo group single"), ("group help single", "help of demo group single"),
        ("help paint --bogus", "help of demo paint"), ("paint --help", "help of demo paint"),
        ("paint -h x", "short help of demo paint"), ("paint --bogus --help", "help of demo paint"),
        ("paint --bogus -h", "short help of demo paint"), ("paint --help -h", "help of demo paint"),
        ("paint --rules --help", "help of demo paint"), ("paint -r a help", "a files=help"),
        ("paint -r a --word=--help", "a words=--help"), ("--version", "version"), ("group --version", "version"),
        ("paint --version", "version"), ("-V", "version"), ("group -V", "version"), ("paint -V", "version"),
        ("group single -V x", "version"),
        ("paint --bogus -- --help", "demo paint: unknown option '--bogus'"),
        // Names that are unknown.
        ("pant", "demo: unknown command 'pant'; there are paint, group, help"),
        ("Paint", "demo: unknown command 'Paint'; did you mean 'paint'?"),
        ("help nope", "demo: unknown command 'nope'; there are paint, group, help"),
        ("group nope", "demo group: unknown command 'nope'; there are single, help"),
        ("--Help", "demo: unknown option '--Help'; did you mean '--help'?"),
        ("--rules a", "demo: unknown option '--rules' before the command; the commands are paint, group, help"),
        ("paint -rules a", "demo paint: unknown option '-rules'; did you mean '--rules'?"),
        ("paint --Rules=a", "demo paint: unknown option '--Rules'; did you mean '--rules'?"),
        ("paint -Q", "demo paint: unknown option '-Q'; did you mean '-q'?"),
        ("paint -ra", "demo paint: unknown option '-ra'"), ("paint -qz", "demo paint: unknown option '-qz'"),
        ("paint --help=1", "demo paint: '--help' takes no value"),
        // Values that are missing, given twice, or wrong.
        ("paint", "demo paint: the option '--rules <file>' is missing"),
        ("paint x", "demo paint: the option '--rules <file>' is missing"),
        ("paint --rules", "demo paint: '--rules <file>' needs a value"),
        ("paint x -r", "demo paint: '--rules <file>' needs a value"),
        (
            "paint --rules --quiet",
            "demo paint: '--rules <file>' needs a value, found '--quiet'; write --rules=--quiet if it is meant"
        ),
        ("paint --rules=", "demo paint: '--rules' needs a value, but the one given is empty: --rules <file>"),
        ("paint -r ", "demo paint: '-r' needs a value, but the one given is empty: --rules <file>"),
        ("paint -r a --quiet=1", "demo paint: '--quiet' takes no value"),
        ("paint -r a -q=1", "demo paint: '-q' takes no value"),
        ("paint -r a -r a", "demo paint: '--rules' is given twice, but takes one value"),
        ("paint -r a --rules=b", "demo paint: '--rules' is given twice, but takes one value"),
        ("paint -r a -c pink", "demo paint: -c: expected one of red, green, blue, found 'pink'"),
        ("paint -r a -c Red", "demo paint: -c: expected one of red, green, blue, found 'Red'; did you mean 'red'?"),
        ("paint -r a ", "demo paint: the argument <files> needs a value, but the one given is empty"),
        ("group single", "demo group single: the argument '<file>' is missing"),
        ("group single a b", "demo group single: unexpected argument 'b': this command takes one <file>"),
        ("group plain a", "demo group plain: unexpected argument 'a': this command takes none"),
    ]

    @Test(arguments: rows.indices)
    func readsACommandLine(index: Int) {
        let row = Self.rows[index]
        // Two spaces, or one at the end, make an empty word.
        let words = row.line.isEmpty ? [] : row.line.split(separator: " ", omittingEmptySubsequences: false)
        #expect(Self.answer(words.map(String.init)) == row.answer, "\(row.line)")
    }

    static let badNumbers = [
        "0", "9", "-1", "+1", "nan", "inf", "1e99", "0x1", "１", "1.0", " 1", "1 ", "", "99999999999999999999", "-0",
        "1_0",
    ]

    @Test(arguments: badNumbers)
    func refusesWhatIsNoNumberInItsRange(text: String) {
        let found = Self.answer(["paint", "-r", "a", "--jobs=\(text)"])
        #expect(found == "demo paint: --jobs: expected an integer from 1 to 8, found '\(text)'")
        #expect(Self.answer(["paint", "-r", "a", "--jobs", "8"]) == "a jobs=8")
    }

    @Test(arguments: [
        "nan", "inf", "-inf", "-1", "+1", "1e3", "0x1", "１", " 1", "", ".", "1.2.3", String(repeating: "9", count: 400),
    ])
    func refusesWhatIsNoDecimalNumber(text: String) {
        let found = Self.answer(["paint", "-r", "a", "--every=\(text)"])
        #expect(found == "demo paint: --every: expected a number of seconds, found '\(text)'")
    }

    @Test(arguments: ["5", "0.5", ".5", "5."])
    func takesADecimalNumber(text: String) throws {
        let number = try #require(Double(text))
        #expect(Self.answer(["paint", "-r", "a", "--every", text]) == "a every=\(number)")
    }

    /// Help, reference and completion show the same commands and options, without those for the tool itself.
    @Test func whatIsHiddenIsShownNowhere() {
        let completion = Completion(Root.self)
        let pages = [CommandReference(Root.self).markdown] + Shell.allCases.map { completion.script(for: $0) }
        for page in pages {
            for shown in ["paint", "single", "rules", "locale", "quiet"] { #expect(page.contains(shown)) }
            for hidden in ["inside", "plain"] { #expect(!page.contains(hidden), "\(page)") }
        }
        let help = HelpPage(["demo", "group"], .group(Group.self)).text
        #expect(help.contains("\n  single                  Take one file.\n") && !help.contains("plain"))
    }

    /// The order of groups is that of use, not that of the table of options; options without a group come last.
    @Test func helpHasTheOptionsInGroups() {
        enum Grouped: CommandGroup {
            static let name = "demo"
            static let summary = "A demo."
            static var commands: [CommandNode] { [.command(Sorted.self)] }
        }
        struct Sorted: Command {
            static let name = "sort"
            static let summary = "Sort something."
            static var page: CommandPage { CommandPage(usual: ["--rules", "--own"]) }
            static var options: [Option<Self>] {
                [Option.flag("--jobs", help: "Threads.") { _ in }].grouped(.run) + [
                    .flag("--own", help: "Own.") { _ in }
                ]
                    + [Option.flag("--rules", help: "A file.") { _ in }].grouped(.rules)
            }
            func run() throws {}
        }
        let page = HelpPage(["demo", "sort"], .command(Sorted.self))
        let titles = page.text.split(separator: "\n").filter { $0.hasSuffix(":") }
        #expect(titles == ["Rules:", "Run:", "Options:"])
        #expect(
            page.short == """
                Sort something.

                Usage: demo sort [options]

                Options, the most used of 3:
                  --rules                 A file.
                  --own                   Own.

                  demo sort --help shows all of them, and examples.

                """)
        #expect(HelpPage(["demo", "single"], .command(Single.self)).short.contains("Take one file."))
        let reference = CommandReference(Grouped.self).markdown
        #expect(reference.contains("| rules | meaning |\n|---|---|\n| `--rules` | A file. |\n\n| run | meaning |"))
        #expect(
            ManualPage(Grouped.self, version: "1").text.contains("\n.PP\n\\fIRules\\fR\n.TP\n\\fB\\-\\-rules\\fR\n"))
    }

    @Test func helpIsAtMostEightyColumnsWide() {
        for line in HelpPage(["demo", "paint"], .command(Paint.self)).text.split(separator: "\n") {
            #expect(line.count <= 80)
        }
        let usage = HelpPage(["demo", "paint"], .command(Paint.self)).usage
        #expect(usage == "demo paint --rules <file> [options] [<files> ...]")
    }
}
