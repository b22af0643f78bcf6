import Glibc
import MessageOracle
import Proviso

/// The minimum time of one call in nanoseconds, over 15 batches.
func time(_ rounds: Int = 50_000, _ body: () -> Int) -> Double {
    let clock = ContinuousClock()
    var sum = 0
    let batches = (0..<15).map { _ -> Double in
        let spent = clock.measure { for _ in 0..<rounds { sum &+= body() } }
        return Double(spent.components.attoseconds) / 1e9 / Double(rounds) + Double(spent.components.seconds) * 1e9
    }
    precondition(sum != 0)
    return batches.min() ?? 0
}

func oracle(_ locale: String, _ pattern: String, min: Int64, max: Double, utf8: Bool) -> Double {
    "Department name".withCString { label in
        let arguments = [
            oracle_argument(name: strdup("attribute"), kind: ORACLE_TEXT, text: label, integer: 0, number: 0),
            oracle_argument(name: strdup("min"), kind: ORACLE_INT, text: nil, integer: min, number: 0),
            oracle_argument(name: strdup("max"), kind: ORACLE_DOUBLE, text: nil, integer: 0, number: max),
        ]
        let times = (0..<15).map { _ in oracle_time(locale, pattern, arguments, 3, 20_000, utf8) }
        return times.min() ?? 0
    }
}

func row(_ name: String, _ ours: Double, _ icu: Double, _ utf8: Double) {
    let cells = [ours, icu, utf8].map { value in
        let text = String(Int(value.rounded()))
        return String(repeating: " ", count: Swift.max(0, 8 - text.count)) + text
    }
    print(name + String(repeating: " ", count: Swift.max(0, 34 - name.count)) + cells.joined())
}

/// Our engine beside ICU's, to be read by people.
func printTable() {
    print("ns per message                        ours     ICU ICU+UTF8")
    for (locale, min) in [("en", Int64(8)), ("en", 1_234_567), ("ru", 21), ("ar", 11)] {
        let localizer = Localizer(preferring: [locale])
        let catalog = Catalogs.embedded.catalog(for: locale)
        let parameters = [Parameter(name: "min", value: .integer(min)), Parameter(name: "max", value: .number(1.5))]
        for code in ["required.blank", "string.tooShort", "number.tooBig"] {
            guard let pattern = catalog?.source(for: code) else { continue }
            let ours = time { localizer.text(for: code, parameters: parameters, label: "Department name").utf8.count }
            let icu = oracle(locale, pattern, min: min, max: 1.5, utf8: false)
            let converted = oracle(locale, pattern, min: min, max: 1.5, utf8: true)
            row("\(locale) \(code) \(min)", ours, icu, converted)
        }
    }

    let label = "Department name"
    let building = time {
        var text = ""
        text.reserveCapacity(48)
        text += label
        text += " is required."
        return text.utf8.count
    }
    print("building the simple String alone      \(Int(building)) ns")
    let header = time(5_000) { Localizer(acceptLanguage: "de-CH,de;q=0.9,en;q=0.5").locale.utf8.count }
    print("a localizer for Accept-Language       \(Int(header)) ns")
    let source = Catalogs.embedded.catalog(for: "en")?.source(for: "string.tooShort") ?? ""
    let parsing = time(5_000) { (try? MessagePattern(source))?.placeholders.count ?? 0 }
    print("parsing number + plural               \(Int(parsing)) ns")
}

/// The resident memory of the process in KiB.
func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}

/// What all catalogs take: read, compiled, and with ICU's data when each message has been written.
func printMemory() {
    let before = memory()
    for locale in Catalogs.embedded.locales { _ = Catalogs.embedded.catalog(for: locale)?.codes }
    let read = memory()
    _ = Catalogs.embedded.problems()
    let compiled = memory()
    for locale in Catalogs.embedded.locales {
        let localizer = Localizer(preferring: [locale])
        for code in Catalogs.embedded.catalog(for: locale)?.codes ?? [] {
            _ = localizer.text(for: code, parameters: [], label: "Name")
        }
    }
    let sizes = [read, compiled, memory()].map { "\(($0 - before) / 1024)" }.joined(separator: ", ")
    print("all \(Catalogs.embedded.locales.count) catalogs: read, compiled, written  \(sizes) MiB")
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--json", let seconds = Double(arguments[2]) {
    try PeerMessages.printJSON(seconds: seconds)
} else if arguments.count == 4, arguments[1] == "--render", let times = Int(arguments[3]) {
    try PeerMessages.render(arguments[2], times: times)
} else if arguments.count == 1 {
    printTable()
    printMemory()
} else {
    writeError("usage: message-bench [--json SECONDS | --render MESSAGE TIMES]")
    exit(2)
}
