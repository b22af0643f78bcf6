import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoCatalogChecks
import ProvisoPlugins

struct LocalesCheckCommand: TakesPlugins {
    var plugins = PluginOptions()
    var rules: [String] = []
    var json = false
    var files: [String] = []

    static let name = "check"
    static let summary = "Check catalogs: syntax, placeholders, plural categories, script, quotation marks and more."

    static var page: CommandPage {
        CommandPage(
            """
            Without arguments it checks the embedded catalogs and those of the plugins that are found; with arguments only those \
            named, and the plugins of --plugins. Writes one line per finding: file:line:column: key: problem (solution).
            """,
            examples: [
                ("proviso locales check my-locales", "Check the catalogs of a directory."),
                ("proviso locales check --rules rules.yaml", "Check the messages and labels of a rule file."),
            ],
            statuses: [
                ("0", "no findings"), ("1", "findings"),
                ("2", "a mistake on the command line or in the rule file"), ("3", "a plugin failed"),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options() + [
            .text(
                "--rules", "-r", value: "file", kind: .file, need: .repeated,
                help: "A rule file whose messages and labels are checked too."
            ) { $0.rules.append($1) },
            .flag("--json", help: "Write the findings as a JSON array.") { $0.json = true },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("files", .any, help: "Catalogs (*.arb), directories of them, or messages files (*.json).") {
            $0.files.append($1)
        }
    }

    func validate() throws {
        for file in files where [".yaml", ".yml"].contains(where: file.hasSuffix) {
            throw UsageError("\(file) is not a catalog (*.arb): give a rule file with --rules")
        }
    }

    func run() throws {
        let loaded = try plugins.load()
        var check = LocaleCheck(registry: loaded.registry)
        if files.isEmpty, rules.isEmpty { check.checkEmbedded() }
        do {
            try check.check(files: files)
            for file in rules { check.check(try RuleSet(contentsOf: file), file: file) }
        } catch let error as CatalogError {
            throw ExitCode.usage.because(error.description)
        } catch let error as RuleSetError {
            throw error.reported()
        }
        let areRead = try read(wanted(loaded.plugins), &check)
        try write(check.findings)
        if loaded.failed || !areRead { throw ExitCode.failure }
        if !check.findings.isEmpty { throw ExitCode.invalid }
    }

    /// The plugins of the directories that are named; those of the user too only if nothing else is named.
    private func wanted(_ found: [LoadedPlugin]) -> [LoadedPlugin] {
        if files.isEmpty, rules.isEmpty, plugins.plugins.isEmpty { return found }
        let prefixes = plugins.plugins.map { PluginDirectory($0).prefix }
        return found.filter { plugin in prefixes.contains { plugin.file.hasPrefix($0) } }
    }

    /// Checks the catalogs of plugins, which a worker reads; returns false if one cannot be loaded.
    private func read(_ found: [LoadedPlugin], _ check: inout LocaleCheck) throws -> Bool {
        let policy = try plugins.policy()
        var areRead = true
        for plugin in found {
            do throws(PluginError) {
                check.check(try PluginCatalogTexts(plugin.file, policy: policy))
            } catch {
                StandardError.error(error.description)
                areRead = false
            }
        }
        return areRead
    }

    private func write(_ findings: [LocaleFinding]) throws {
        let output = Output(descriptor: STDOUT_FILENO)
        if json {
            var writer = JSONWriter()
            writer.list { for finding in findings { finding.write(to: &$0) } }
            output.write(writer.text + "\n")
        } else {
            for finding in findings { output.write("\(finding.description.visible)\n") }
        }
        try StandardOutput.finish(output)
        if json { return }
        let count = findings.count
        StandardError.line(count == 0 ? "no findings" : count == 1 ? "1 finding" : "\(count) findings")
    }
}
