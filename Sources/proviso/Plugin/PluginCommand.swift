import ArgumentParser

/// What there is to do with plugins themselves.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "Begin, test, list, examine, lock and sign plugins.",
        discussion: "Exit status: 0 fine, 1 a case of the test failed, 2 usage, 3 a plugin was refused or failed.",
        subcommands: [
            PluginListCommand.self, PluginDoctorCommand.self, PluginInfoCommand.self, PluginTestCommand.self,
            PluginNewCommand.self,
            PluginLockCommand.self, PluginKeygenCommand.self, PluginSignCommand.self,
        ])
}
