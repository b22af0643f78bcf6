import TestSupport
import Testing

/// A plugin in process can end the program: that is never a verdict.
@Suite(.waitingForProcesses) struct EarlyExitTests {
    private static let call = ["check", "--rules", "rules.yaml", "--plugins", "plugins", "--plugin-mode", "inproc"]
    private static let records = Array("{\"v\":\"fine\"}\n{\"v\":\"boom\"}\n{\"v\":\"fine\"}\n".utf8)

    private static let ends = [
        "exit(0);", "_exit(0);", "_Exit(0);", "quick_exit(0);", "syscall(231, 0);", "exit(1);",
        "execl(\"/bin/true\", \"true\", (char *)0);",
    ]

    @Test(arguments: ends) func anEarlyEndIsAFailure(_ end: String) throws {
        let tool = try HostilePlugin(boom: "extern long syscall(long, ...); \(end)").tool()
        defer { tool.remove() }
        for format in ["text", "ndjson", "json"] {
            let result = try tool.run(Self.call + ["--format", format], input: Self.records)
            #expect(result.status == 3, "\(end) \(format): \(result.errors)")
            #expect(result.errors.contains("the program was ended before its end"), "\(end): \(result.errors)")
            #expect(result.errors.contains("org.evil"), "\(end): \(result.errors)")
        }
    }

    @Test func anEarlyEndOfFilterAndShardIsAFailure() throws {
        let tool = try HostilePlugin(boom: "_exit(0);").tool()
        defer { tool.remove() }
        let filter = try tool.run(["filter"] + Self.call.dropFirst(), input: Self.records)
        #expect(filter.status == 3, "\(filter.errors)")
        try tool.write(Self.records, to: "d.ndjson")
        let shard = try tool.run(
            ["shard"] + Self.call.dropFirst(), input: Array("d.ndjson 0 \(Self.records.count)\n".utf8))
        #expect(shard.status == 3, "\(shard.errors)")
        let started = try HostilePlugin(initialize: "exit(0);").tool()
        defer { started.remove() }
        #expect(try started.run(Self.call, input: Self.records).status == 3)
    }

    /// After the findings were written, the status is that of the data.
    @Test(arguments: ["atexit(leave);", "__attribute__((unused)) int unused = 0;"])
    func anEndAfterTheFindingsChangesNothing(_ place: String) throws {
        var plugin = HostilePlugin(boom: "note(call, \"x\", 1); return PROVISO_INVALID;")
        plugin.initialize = "extern void leave(void); \(place)"
        plugin.after = "void leave(void) { _exit(0); } __attribute__((destructor)) static void gone(void) { _exit(0); }"
        let tool = try plugin.tool()
        defer { tool.remove() }
        let result = try tool.run(Self.call, input: Self.records)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.output.contains("evil.note"), "\(result.output)")
    }

    @Test func aCrashStaysOne() throws {
        let tool = try HostilePlugin(boom: "abort();").tool()
        defer { tool.remove() }
        let result = try tool.run(Self.call, input: Self.records)
        #expect(result.status != 0 && result.status != 1 && result.status != 2, "\(result.status)")
    }

    @Test func verdictsAreAsBefore() throws {
        let tool = try HostilePlugin(boom: "note(call, \"x\", 1); return PROVISO_INVALID;").tool()
        defer { tool.remove() }
        #expect(try tool.run(Self.call, input: Array("{\"v\":\"fine\"}\n".utf8)).status == 0)
        #expect(try tool.run(Self.call, input: Self.records).status == 1)
        #expect(try tool.run(Self.call + ["--quiet"], input: Array("{".utf8)).status == 3)
    }
}
