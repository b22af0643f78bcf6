import CommandTable

/// The commands for plugins.
enum PluginCommand: CommandGroup {
    static let name = "plugin"
    static let summary = "Create, test, list, examine, lock, trust, sign, publish, revoke and install plugins."

    static var page: CommandPage {
        CommandPage(
            examples: [
                ("proviso plugin list --plugins plugins", "List the plugins in a directory."),
                ("proviso plugin doctor ./iban.so", "Find out why a plugin is refused."),
            ],
            statuses: [
                ("0", "done"), ("1", "a case of the test failed"), ("2", "usage"),
                ("3", "a plugin was refused or failed"),
            ])
    }

    static var commands: [CommandNode] {
        [
            .command(PluginListCommand.self), .command(PluginDoctorCommand.self), .command(PluginInfoCommand.self),
            .command(PluginTestCommand.self), .command(PluginNewCommand.self), .command(PluginLockCommand.self),
            .command(PluginTrustCommand.self), .command(PluginKeygenCommand.self), .command(PluginSignCommand.self),
            .command(PluginPackCommand.self), .command(PluginPublishCommand.self), .command(PluginRevokeCommand.self),
            .command(PluginSearchCommand.self), .command(PluginInstallCommand.self),
            .command(PluginUpgradeCommand.self), .command(PluginRemoveCommand.self),
        ]
    }
}
