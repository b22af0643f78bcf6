import CommandTable

/// What there is to do with plugins themselves.
enum PluginCommand: CommandGroup {
    static let name = "plugin"
    static let summary = "Begin, test, list, examine, lock and sign plugins."

    static var page: CommandPage {
        CommandPage(
            statuses: [
                ("0", "fine"), ("1", "a case of the test failed"), ("2", "usage"),
                ("3", "a plugin was refused or failed"),
            ])
    }

    static var commands: [CommandNode] {
        [
            .command(PluginListCommand.self), .command(PluginDoctorCommand.self), .command(PluginInfoCommand.self),
            .command(PluginTestCommand.self), .command(PluginNewCommand.self), .command(PluginLockCommand.self),
            .command(PluginKeygenCommand.self), .command(PluginSignCommand.self),
        ]
    }
}
