import Proviso
import ProvisoBulk

/// Plans made from files.
enum PlanFile {
    /// Runs what makes a plan; everything wrong with its files is said, and ends the tool.
    static func read(pluginsFailed: Bool, _ make: () throws -> Plan) throws -> Plan {
        do {
            return try make()
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { Messages.line(diagnostic.text(kind: "error: ")) }
            // A rule type that is missing because its plugin was refused is the plugin's failure.
            throw pluginsFailed ? ExitCode.failure : ExitCode.usage
        } catch let error as CatalogError {
            Messages.error(error.description)
            throw ExitCode.usage
        }
    }
}
