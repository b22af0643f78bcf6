import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoEditing

/// The command that formats rule files.
struct FmtCommand: Command {
    var files: [String] = []
    var checks = false
    var diffs = false

    static let name = "fmt"
    static let summary = "Format rule files; comments and the order stay."

    static var page: CommandPage {
        CommandPage(
            """
            Writes rule files in the usual form: indentation, spaces, quotes and line breaks. Keys, values, their order and \
            all comments stay, and so do line breaks and a byte order mark; a file that would mean something else, and a file of \
            another kind, are refused. '-' is standard input, which is written to standard output.
            """,
            examples: [
                ("proviso fmt rules.yaml", "Format a file."),
                ("proviso fmt --check rules/*.yaml", "Name the files that would change, for CI."),
            ],
            statuses: [
                ("0", "the files have the usual form now"),
                ("1", "with --check or --diff: at least one file would change"),
                ("2", "a mistake on the command line, or a file of another kind"),
                ("3", "a file that cannot be read or written"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .flag("--check", help: "Change nothing; write the names of files that would change.") { $0.checks = true },
            .flag("--diff", help: "Change nothing; write the changes.") { $0.diffs = true },
        ]
    }

    static var operands: Operands<Self>? {
        Operands(
            "rules", .atLeastOne,
            help: "Rule files, or directories with rule files (*.yaml, *.yml); '-' is standard input."
        ) { $0.files.append($1) }
    }

    func run() throws {
        try StandardStreams.refuseTwice(files)
        let output = Output(descriptor: STDOUT_FILENO)
        var (changes, worst): (Bool, ExitCode?) = (false, nil)
        for (file, isFound) in files.flatMap(Self.found) {
            do {
                if try format(file, output, skipsOthers: isFound) { changes = true }
            } catch let error as RuleSetError {
                for diagnostic in error.diagnostics { StandardError.line(diagnostic.text(kind: "error: ")) }
                worst = worst ?? .usage
            } catch let error as SystemError {
                StandardError.error("\(file): \(error.reason)")
                worst = .failure
            }
        }
        try StandardOutput.finish(output)
        if let worst { throw worst }
        if changes, checks || diffs { throw ExitCode.invalid }
    }

    /// The files of a directory that may be rule files, and of those in it; another path is itself, and was not found.
    ///
    /// Links in a directory are left out: they can lead out of it, and back into it without end.
    private static func found(at path: String) -> [(file: String, isFound: Bool)] {
        guard FileTree.isDirectory(path), let names = try? CaseFiles.names(in: path) else { return [(path, false)] }
        return names.flatMap { name -> [(file: String, isFound: Bool)] in
            let inner = NamedFiles.path(of: name, from: path)
            if CaseFiles.isLink(inner) { return [] }
            if FileTree.isDirectory(inner) { return name.hasPrefix(".") ? [] : found(at: inner) }
            return name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? [(inner, true)] : []
        }
    }

    /// Formats a file; returns whether it changes.
    ///
    /// Among the files that were found in a directory may be some of another kind.
    private func format(_ file: String, _ output: Output, skipsOthers: Bool) throws -> Bool {
        let isInput = StandardStreams.isInput(file)
        let name = isInput ? "<stdin>" : file
        // More than a rule file may have, so that the formatter refuses it with the right reason.
        let limit = 8 << 20
        let bytes =
            isInput
            ? try SmallFile.read(descriptor: STDIN_FILENO, limit: limit) : try SmallFile.read(file, limit: limit)
        let old = try RuleFileFormat.text(of: bytes, file: name)
        if skipsOthers, !RuleFileFormat.isRuleFile(old) { return false }
        let new = try RuleFileFormat.formatted(ruleFile: old, file: name)
        let changes = !old.utf8.elementsEqual(new.utf8)
        if diffs {
            output.write(TextDiff.unified(old, new, name: name))
        } else if checks {
            if changes { output.write(name + "\n") }
        } else if isInput {
            output.write(new)
        } else if changes {
            try replace(file, new)
        }
        return changes
    }

    /// Replaces a file completely or not at all; a link stays a link, and the file keeps its rights.
    private func replace(_ file: String, _ text: String) throws(SystemError) {
        guard let path = realpath(file, nil) else { throw SystemError() }
        defer { free(path) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError() }
        guard access(path, W_OK) == 0 else { throw SystemError() }
        try NewFile.replace(String(cString: path), text, mode: status.st_mode & 0o7777)
    }
}
