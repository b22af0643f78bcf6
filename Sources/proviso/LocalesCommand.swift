import ArgumentParser

struct LocalesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locales", abstract: "Check the catalogs of messages, count them, and pass them to translators.",
        subcommands: [
            LocalesCheckCommand.self, LocalesStatsCommand.self, LocalesExportCommand.self, LocalesImportCommand.self,
            LocalesTableCommand.self,
        ])
}
