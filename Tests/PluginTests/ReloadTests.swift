import Foundation
import Proviso
import ProvisoPlugins
import Synchronization
import TestSupport
import Testing

/// New rules and plugins while validations go on.
@Suite(.waitingForProcesses) struct ReloadTests {
    /// A rule file whose smallest number tells its generation.
    private static func rules(_ number: Int, plugin: Bool = true) -> String {
        let own = plugin ? "  - { attributes: m, type: acme/generation }\n" : ""
        return "rules:\n  - { attributes: n, type: integer, min: \(1000 + number) }\n" + own
    }

    /// The generations a report speaks of.
    private static func numbers(_ report: Report) -> [Int] {
        report.violations.map { violation in
            if case .integer(let number) = violation.parameters["generation"] { return Int(number) }
            if case .integer(let number) = violation.parameters["min"] { return Int(number) - 1000 }
            return -1
        }
    }

    /// What threads that validate without pause have seen.
    private final class Load: Sendable {
        let isOver = Atomic(false)
        let latest = Atomic(0)
        let verdicts = Atomic(0)
        let wrong = Mutex<[String]>([])
        private let ended = DispatchGroup()

        init(_ source: PlanSource, threads: Int) {
            for _ in 0..<threads {
                ended.enter()
                Thread.detachNewThread { [self] in
                    run(PlanReader(source))
                    ended.leave()
                }
            }
        }

        private func run(_ reader: PlanReader) {
            while !isOver.load(ordering: .relaxed) {
                let report = try? reader.validate(["n": 1, "m": 1])
                let number = reader.generation.number
                let found = report.map(ReloadTests.numbers)
                if found != [number, number] {
                    wrong.withLock { $0.append("\(number): \(String(describing: found))") }
                }
                verdicts.add(1, ordering: .relaxed)
                latest.max(number, ordering: .relaxed)
            }
        }

        func end() {
            isOver.store(true, ordering: .relaxed)
            ended.wait()
        }
    }

    @Test func underLoadNoVerdictIsLostOrMixed() throws {
        let workshop = try Workshop()
        let rules = try workshop.write(Self.rules(1).utf8, to: "rules.yaml")
        let file = try workshop.generation(1, as: "reloaded.so")
        let source = try PlanSource(
            rules: rules, policy: PluginPolicy(directories: [workshop.folder], mode: .inProcess))
        #expect(source.warnings == [])
        let load = Load(source, threads: 2)
        defer { load.end() }
        for number in 2...51 {
            _ = try workshop.write(Self.rules(number).utf8, to: "rules.yaml")
            try workshop.generation(number, as: "reloaded.new")
            rename(workshop.path("reloaded.new"), file)
            let result = source.reload()
            try #require(result.isNew && result.warnings.isEmpty, "\(result.warnings)")
            #expect(result.generation.number == number)
            while load.latest.load(ordering: .relaxed) < number { sched_yield() }
        }
        load.end()
        #expect(load.wrong.withLock { $0 } == [])
        #expect(load.verdicts.load(ordering: .relaxed) > 50)
        #expect(source.reload().isNew == false)
        let kilobytes = try Self.mapped("reloaded.so")
        #expect(kilobytes > 0 && kilobytes / 51 <= 32, "\(kilobytes) KB for 51 generations")
    }

    /// What a thousand new versions of a plugin leave behind, against a thousand of the rules alone.
    @Test func aThousandReloadsAreAccountedFor() throws {
        let workshop = try Workshop()
        let rules = try workshop.write(Self.rules(1).utf8, to: "rules.yaml")
        let file = try workshop.generation(1, as: "thousand.so")
        let whole = try Data(contentsOf: URL(filePath: file))
        let source = try PlanSource(
            rules: rules, policy: PluginPolicy(directories: [workshop.folder], mode: .inProcess), maximumVersions: 1001)
        func reload() throws {
            weak let old = source.current
            let result = source.reload()
            try #require(result.isNew && result.warnings.isEmpty, "\(result.warnings)")
            try #require(old == nil, "a plan that nobody uses goes")
        }
        let before = try Self.resident()
        for number in 2...1001 {
            _ = try workshop.write(Self.rules(number).utf8, to: "rules.yaml")
            try reload()
        }
        let between = try Self.resident()
        #expect(source.versionCount == 1)
        for number in 2...1001 {
            _ = try workshop.write(whole + Data("\(number)".utf8), to: "thousand.new")
            rename(workshop.path("thousand.new"), file)
            try reload()
        }
        let kilobytes = try Self.mapped("thousand.so")
        #expect(source.versionCount == 1001 && kilobytes > 0 && kilobytes / 1001 <= 32, "\(kilobytes) KB")
        // Other tests have their share in this, so it is only said.
        print("a thousand reloads: rules \(between - before) KB, plugins \(try Self.resident() - between) KB")
    }

    @Test func onlySoManyVersionsAreTaken() throws {
        let workshop = try Workshop()
        let rules = try workshop.write(Self.rules(1).utf8, to: "rules.yaml")
        let file = try workshop.generation(1, as: "many.so")
        func replace(_ number: Int) throws {
            try workshop.generation(number, as: "many.new")
            rename(workshop.path("many.new"), file)
        }
        let source = try PlanSource(
            rules: rules, policy: PluginPolicy(directories: [workshop.folder], mode: .inProcess), maximumVersions: 2)
        try replace(2)
        #expect(source.reload().isNew && source.versionCount == 2)
        try replace(3)
        _ = try workshop.write(Self.rules(5).utf8, to: "rules.yaml")
        let full = source.reload()
        #expect(full.isNew, "the rules are taken")
        #expect(
            full.warnings == [
                "2 versions of plugins are loaded in this process, which never unloads them: restart it to load another"
            ])
        #expect(Self.numbers(try full.generation.plan.validate(["n": 1, "m": 1])) == [5, 2])
        try replace(1)
        let known = source.reload()
        #expect(known.isNew && known.warnings == [], "one that is there already costs nothing")
        #expect(Self.numbers(try known.generation.plan.validate(["n": 1, "m": 1])) == [5, 1])
    }

    /// A file of the kernel about this process, which comes in parts.
    private static func own(_ name: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/" + name))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// This process's memory, in KB.
    private static func resident() throws -> Int {
        let text = try own("statm")
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4
    }

    /// How much of a plugin's copies is mapped and in memory, in KB.
    private static func mapped(_ name: String) throws -> Int {
        var sum = 0
        var isOurs = false
        let text = try own("smaps")
        for line in text.split(separator: "\n") {
            if line.contains("-") && !line.contains(": ") { isOurs = line.contains("memfd:" + name) }
            if isOurs, line.hasPrefix("Rss:") { sum += line.split(separator: " ").compactMap { Int($0) }.first ?? 0 }
        }
        return sum
    }

    @Test(.timeLimit(.minutes(30)))
    func watchesRulesAndPlugins() async throws {
        let workshop = try Workshop()
        let plugins = workshop.path("plugins")
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: false)
        let rules = try workshop.write(Self.rules(1, plugin: false).utf8, to: "rules.yaml")
        let source = try PlanSource(rules: rules, policy: PluginPolicy(directories: [plugins]))
        let (reloads, continuation) = AsyncStream.makeStream(of: PlanReload.self)
        let watch = try PlanWatch(source) { continuation.yield($0) }
        var iterator = reloads.makeAsyncIterator()
        func next() async throws -> PlanReload { try #require(await iterator.next()) }

        // A plugin that is being written when the rules change is left alone, without a word.
        let whole = try Data(contentsOf: URL(filePath: workshop.generation(7, as: "whole")))
        let file = plugins + "/x.so"
        let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
        whole.prefix(5000).withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
        _ = try workshop.write(Self.rules(2, plugin: false).utf8, to: "rules.yaml")
        let first = try await next()
        #expect(first.isNew && first.warnings == [] && first.generation.plugins == [])
        whole.dropFirst(5000).withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        let dropped = try await next()
        #expect(dropped.isNew && dropped.warnings == [])
        #expect(dropped.generation.plugins.map(\.file) == [file])

        _ = try workshop.write(Self.rules(2).utf8, to: "rules.yaml")
        #expect(Self.numbers(try (try await next()).generation.plan.validate(["n": 1, "m": 1])) == [2, 7])

        // What fails its checks leaves the old one in service.
        _ = try workshop.write("nothing".utf8, to: "broken")
        rename(workshop.path("broken"), file)
        let broken = try await next()
        #expect(!broken.isNew)
        #expect(broken.warnings == ["\(file): is not a shared library (it has no ELF header)"])
        #expect(Self.numbers(try source.current.plan.validate(["n": 1, "m": 1])) == [2, 7])

        try workshop.generation(8, as: "next")
        rename(workshop.path("next"), file)
        let replaced = try await next()
        #expect(replaced.isNew && replaced.warnings == [])
        #expect(Self.numbers(try replaced.generation.plan.validate(["n": 1, "m": 1])) == [2, 8])

        // So does a removal while rules need it, and a rule file that cannot be read.
        unlink(file)
        let removed = try await next()
        #expect(!removed.isNew)
        #expect(removed.warnings.first?.contains("unknown rule type 'acme/generation'") == true)
        _ = try workshop.write("rules: [[n, requird]]".utf8, to: "rules.yaml")
        #expect(try await next().warnings.first?.contains("did you mean 'required'?") == true)
        #expect(Self.numbers(try source.current.plan.validate(["n": 1, "m": 1])) == [2, 8])

        _ = try workshop.write(Self.rules(3, plugin: false).utf8, to: "rules.yaml")
        let last = try await next()
        #expect(last.isNew && last.warnings == [] && last.generation.plugins == [])
        withExtendedLifetime(watch) {}
    }

    /// Linux gives a user 128 watchers.
    @Test(.timeLimit(.minutes(5)))
    func aProcessWatchesHundredsOfRuleFiles() async throws {
        let workshop = try Workshop()
        let (reloads, continuation) = AsyncStream.makeStream(of: (file: Int, warnings: [String]).self)
        var files: [String] = []
        var watches: [PlanWatch?] = []
        for number in 0..<300 {
            files.append(try workshop.write(Self.rules(1, plugin: false).utf8, to: "rules\(number).yaml"))
            watches.append(
                try PlanWatch(PlanSource(rules: files[number])) { continuation.yield((number, $0.warnings)) })
        }
        var iterator = reloads.makeAsyncIterator()
        for number in [299, 0, 150] {
            _ = try workshop.write(Self.rules(2, plugin: false).utf8, to: "rules\(number).yaml")
            let reload = try #require(await iterator.next())
            #expect(reload.file == number && reload.warnings == [])
        }
        // Those that are gone say nothing more, and those that stay have kept the directory.
        for number in 1..<299 { watches[number] = nil }
        for number in [150, 151, 299] {
            _ = try workshop.write("rules: [[n, requird]]".utf8, to: "rules\(number).yaml")
        }
        let last = try #require(await iterator.next())
        #expect(last.file == 299 && last.warnings.first?.contains("did you mean 'required'?") == true)
        withExtendedLifetime(watches) {}
    }

    @Test(.timeLimit(.minutes(2)))
    func aReportMayEndItsOwnWatchAndOthers() async throws {
        let workshop = try Workshop()
        let watches = Mutex<[PlanWatch]>([])
        let reports = Atomic(0)
        let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
        for number in 0..<3 {
            let rules = try workshop.write(Self.rules(1, plugin: false).utf8, to: "rules\(number).yaml")
            let watch = try PlanWatch(PlanSource(rules: rules)) { _ in
                reports.add(1, ordering: .relaxed)
                // Freed outside of the lock.
                let all = watches.withLock { list in
                    defer { list = [] }
                    return list
                }
                _ = consume all
                continuation.yield()
            }
            watches.withLock { $0.append(watch) }
        }
        for number in 0..<3 {
            _ = try workshop.write(Self.rules(2, plugin: false).utf8, to: "rules\(number).yaml")
        }
        var iterator = ended.makeAsyncIterator()
        await iterator.next()
        try await Task.sleep(for: .milliseconds(500))
        #expect(reports.load(ordering: .relaxed) == 1)
    }

    @Test func aFileWithWrongRightsIsTakenOnceTheyAreRight() throws {
        let workshop = try Workshop()
        let rules = try workshop.write(Self.rules(1, plugin: false).utf8, to: "rules.yaml")
        let file = try workshop.generation(1, as: "x.so")
        try #require(chmod(file, 0o666) == 0)
        let source = try PlanSource(rules: rules, policy: PluginPolicy(directories: [workshop.folder]))
        #expect(source.warnings.count == 1)
        #expect(source.current.plugins == [])
        try #require(chmod(file, 0o644) == 0)
        let result = source.reload()
        #expect(result.isNew && result.warnings == [])
        #expect(source.current.plugins.count == 1)
    }
}
