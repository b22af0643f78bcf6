import Glibc
import Proviso

/// The German messages that the programs in Benchmarks/Peers are measured with, under their names there.
struct PeerMessages {
    private struct Message {
        let name: String
        let pattern: String
        let label: String
        var parameters: [Parameter] = []
    }

    private static let range = "{attribute} muss zwischen {min} und {max} liegen."
    private static let numberRange = "{attribute} muss zwischen {min, number} und {max, number} liegen."
    private static let messages = [
        Message(name: "de required", pattern: "{attribute} darf nicht leer sein.", label: "Benutzername"),
        Message(
            name: "de range (strings)", pattern: range, label: "Alter",
            parameters: values(("min", .text("13")), ("max", .text("120")))),
        Message(
            name: "de range (formatted numbers)", pattern: numberRange, label: "Kontostand",
            parameters: values(("min", .integer(0)), ("max", .integer(1_000_000)))),
        Message(
            name: "de number", pattern: "{attribute} darf nicht größer als {max, number} sein.", label: "Kontostand",
            parameters: values(("max", .integer(1_000_000)))),
        Message(
            name: "de plural",
            pattern: "{attribute} muss mindestens {n, plural, one {# Zeichen} other {# Zeichen}} lang sein.",
            label: "Benutzername", parameters: values(("n", .integer(3)))),
        Message(
            name: "de plural, large number",
            pattern: "{attribute} muss mindestens {n, plural, one {# Zeichen} other {# Zeichen}} lang sein.",
            label: "Benutzername", parameters: values(("n", .integer(1_234_567)))),
        Message(
            name: "de plural, fraction",
            pattern: "{attribute} muss mindestens {n, plural, one {# Meter} other {# Meter}} lang sein.",
            label: "Das Seil", parameters: values(("n", .number(1.5)))),
        Message(
            name: "de plural (no label)", pattern: "{n, plural, one {# Zeichen} other {# Zeichen}}", label: "",
            parameters: values(("n", .integer(3)))),
        Message(
            name: "de date", pattern: "{attribute} darf nicht vor dem {min, date, long} liegen.", label: "Geburtstag",
            parameters: values(("min", .integer(1_767_225_600_000)))),
        Message(
            name: "de list", pattern: "{attribute} muss {range} sein.", label: "Größe",
            parameters: values(("range", .list([.text("klein"), .text("mittel"), .text("groß")])))),
    ]

    private static func values(_ values: (String, ParameterValue)...) -> [Parameter] {
        values.map { Parameter(name: $0.0, value: $0.1) }
    }

    /// Measure everything, each message for some seconds seven times, and print it as JSON.
    static func printJSON(seconds: Double) throws {
        let first = nanoseconds(of: CLOCK_MONOTONIC) {
            let localizer = Localizer(preferring: ["de"])
            let minimum = [Parameter(name: "min", value: .integer(8))]
            return localizer.text(for: "string.tooShort", parameters: minimum, label: "Benutzername").utf8.count
        }
        if seconds <= 0 { return print(#"{"first_ns":\#(Int(first))}"#) }
        let before = residentBytes()
        let locales = try loadEverything()
        let after = residentBytes()
        var times: [String] = []
        for (message, localizer) in try localizers() {
            let (parameters, label) = (message.parameters, message.label)
            let time = median(seconds: seconds) {
                localizer.text(for: message.name, parameters: parameters, label: label).utf8.count
            }
            times.append("\"\(message.name)\":\(Double(Int(time * 10)) / 10)")
        }
        let memory = #""locales":\#(locales),"locales_bytes":\#(after - before)"#
        print(#"{"ns":{\#(times.joined(separator: ","))},"first_ns":\#(Int(first)),\#(memory)}"#)
    }

    /// Render one message many times and do nothing else, for counting instructions.
    static func render(_ name: String, times: Int) throws {
        for (message, localizer) in try localizers() where message.name == name {
            var bytes = 0
            for _ in 0..<times {
                let text = localizer.text(for: name, parameters: message.parameters, label: message.label)
                bytes &+= text.utf8.count
            }
            print("\(bytes / max(times, 1)) bytes")
        }
    }

    /// Among all the library's own messages, as a program's would be.
    private static func localizers() throws -> [(Message, Localizer)] {
        let patterns = Dictionary(uniqueKeysWithValues: messages.map { ($0.name, $0.pattern) })
        let catalogs = Catalogs.embedded.adding(try Catalog(locale: "de", messages: patterns))
        let localizer = Localizer(preferring: ["de"], in: catalogs)
        for message in messages {
            let text = localizer.text(for: message.name, parameters: message.parameters, label: message.label)
            writeError(text)
        }
        return messages.map { ($0, localizer) }
    }

    /// Compile every message of every locale and write a number, a plural and a list in each.
    private static func loadEverything() throws -> Int {
        precondition(Catalogs.embedded.problems().isEmpty)
        let values = values(("min", .integer(1_234_567)), ("range", .list([.text("a"), .text("b")])))
        for locale in Catalogs.embedded.locales {
            let localizer = Localizer(preferring: [locale])
            _ = localizer.text(for: "string.tooShort", parameters: values, label: "x")
            _ = localizer.text(
                for: "", parameters: values, label: "x", override: try MessagePattern("{min, number} {range}"))
        }
        return Catalogs.embedded.locales.count
    }
}

/// The process's resident memory in bytes.
private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = line.split(separator: CChar(32)).compactMap {
        Int(String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return fields.count > 1 ? fields[1] * Int(getpagesize()) : 0
}

private func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private func nanoseconds(of clock: clockid_t, _ body: () -> Int) -> Double {
    let start = now(clock)
    precondition(body() > 0)
    return now(clock) - start
}

/// The processor time of one call in nanoseconds, as the peers' programs take it.
private func median(seconds: Double, _ body: () -> Int) -> Double {
    var sum = body()
    let samples = (0..<7).map { _ -> Double in
        let start = now(CLOCK_PROCESS_CPUTIME_ID)
        var rounds = 0
        var spent = 0.0
        repeat {
            for _ in 0..<200 { sum &+= body() }
            rounds += 200
            spent = now(CLOCK_PROCESS_CPUTIME_ID) - start
        } while spent < seconds * 1e9
        return spent / Double(rounds)
    }
    precondition(sum != 0)
    return samples.sorted()[3]
}

/// Write a line to standard error.
func writeError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
