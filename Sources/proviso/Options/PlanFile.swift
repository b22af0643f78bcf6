import Proviso
import ProvisoBulk

/// Compiles plans from files.
enum PlanFile {
    /// Calls a closure that compiles a plan; reports its errors and ends the tool.
    static func read(pluginsFailed: Bool, _ make: () throws -> Plan) throws -> Plan {
        do {
            return try make()
        } catch let error as RuleSetError {
            for diagnostic in error.diagnostics { StandardError.line(diagnostic.text(kind: "error: ")) }
            // Of a refused plugin in a directory of the user or the system, only what needs it is a failure.
            throw pluginsFailed || error.isFailure ? ExitCode.failure : ExitCode.usage
        } catch let error as CatalogError {
            StandardError.error(error.description)
            throw ExitCode.usage
        }
    }
}
