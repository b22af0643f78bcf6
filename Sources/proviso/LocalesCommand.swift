import CommandTable

enum LocalesCommand: CommandGroup {
    static let name = "locales"
    static let summary = "Check the catalogs of messages, count them, and pass them to translators."

    static var commands: [CommandNode] {
        [
            .command(LocalesCheckCommand.self), .command(LocalesStatsCommand.self), .command(LocalesExportCommand.self),
            .command(LocalesImportCommand.self), .command(LocalesTableCommand.self),
        ]
    }
}
