import Foundation
import Glibc
import Proviso
import ProvisoABI
import ProvisoPlugins
import Synchronization
import TestSupport
import Testing

/// What every plugin owes its host, whatever it checks.
@Suite(.waitingForProcesses) struct ContractTests {
    struct Subject: Sendable, CustomTestStringConvertible {
        let object: SharedObject
        let id: String
        let type: String
        let options: [String]
        let codes: [String: String]
        let samples: [Sample]

        var testDescription: String { type }
    }

    static let subjects = [
        Subject(
            object: .creditCard, id: "org.proviso.credit-card", type: "proviso/credit-card",
            options: ["accept", "grouped"],
            codes: [
                "creditCard.format": "", "creditCard.spelling": "form", "creditCard.length": "brand",
                "creditCard.checksum": "",
                "creditCard.brand": "accept",
            ],
            samples: ["4111111111111111", "4111111111111112", "x", "", "1", "37", "378282246310005"].map(Sample.text)),
        Subject(
            object: .iban, id: "org.proviso.iban", type: "proviso/iban",
            options: ["countries", "grouped", "spaces", "ignoreCase"],
            codes: [
                "iban.format": "", "iban.spelling": "form", "iban.country": "country", "iban.notAllowed": "countries",
                "iban.length": "country length", "iban.structure": "country", "iban.checksum": "",
            ],
            samples: [
                "DE89370400440532013000", "DE88370400440532013000", "x", "", "XX12", "DE", "GB29NWB060161331926819",
                "RU0304452522540817810538091310419",
            ].map(Sample.text)),
        Subject(
            object: .phone, id: "org.proviso.phone", type: "proviso/phone", options: ["region", "type"],
            codes: [
                "phone.format": "", "phone.countryCode": "", "phone.tooShort": "", "phone.tooLong": "",
                "phone.unassigned": "", "phone.wrongType": "numberType",
            ],
            samples: ["+442070313000", "0", "x", "", "+49 1", "+44 20 7031 3000 1234 5", "+44 99 9999 9999"]
                .map(Sample.text)),
    ]

    @Test(arguments: subjects)
    func describesItself(_ subject: Subject) throws {
        let plugin = subject.object.plugin.pointee
        #expect(plugin.size == UInt32(MemoryLayout<proviso_plugin>.size))
        #expect(plugin.minor == 1 && plugin.least_host_minor == 0 && plugin.rule_count == 1)
        var registry = Registry()
        let manifest = try registry.load(plugin: subject.object.path).manifest
        #expect(manifest.id == subject.id && manifest.version.hasPrefix("1.") && !manifest.vendor.isEmpty)
        let rule = try #require(manifest.rules.first)
        #expect(rule.type.rawValue == subject.type && rule.kinds == ValueKindSet(.text) && !rule.summary.isEmpty)
        #expect(rule.options.map(\.name) == subject.options)
        #expect(rule.options.allSatisfy { !$0.isRequired && !$0.summary.isEmpty })
        let codes = rule.ownCodes.map { ($0.code.rawValue, $0.parameters.joined(separator: " ")) }
        #expect(Dictionary(uniqueKeysWithValues: codes) == subject.codes)
    }

    @Test("each locale has a message for each code", arguments: subjects)
    func catalogs(_ subject: Subject) throws {
        let plugin = subject.object.plugin.pointee
        let catalogs = UnsafeBufferPointer(start: plugin.catalogs, count: Int(plugin.catalog_count))
        #expect(Set(catalogs.map { String(cString: $0.locale) }).isSuperset(of: ["en", "de", "fr", "es"]))
        for catalog in catalogs {
            let text = Data(bytes: catalog.text, count: Int(catalog.length))
            let messages = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
            #expect(messages["@@locale"] as? String == String(cString: catalog.locale))
            #expect(Set(messages.keys.filter { !$0.hasPrefix("@") }) == Set(subject.codes.keys))
            for (code, names) in subject.codes {
                for name in names.split(separator: " ") {
                    #expect((messages[code] as? String)?.contains("{\(name)") == true, "\(code) without \(name)")
                }
            }
        }
    }

    @Test("a kind that its manifest does not name is never valid", arguments: subjects)
    func kinds(_ subject: Subject) throws {
        let instance = try subject.object.instance()
        for sample in Sample.everyKind {
            let (verdict, findings) = instance.validate(sample)
            if case .text = sample {
                #expect(verdict == 1 && findings.count == 1)
            } else {
                #expect(verdict != 0 && verdict != 2, "\(sample)")
            }
        }
        #expect(instance.verdict(nil, nil) < 0)
    }

    @Test("the verdict does not depend on the report", arguments: subjects)
    func reports(_ subject: Subject) throws {
        let instance = try subject.object.instance()
        for sample in subject.samples {
            let (verdict, findings) = instance.validate(sample)
            #expect((verdict == 1) == !findings.isEmpty, "\(sample)")
            #expect(instance.validate(sample, findings: false) == (verdict, []), "\(sample)")
            // Every size of which the report is not a part.
            for size in 0..<(try #require(MemoryLayout<proviso_call>.offset(of: \.report)) + 8) {
                #expect(instance.validate(sample, size: size) == (verdict, []), "\(sample)")
            }
            #expect(instance.validate(sample, host: .withoutFunctions).findings == findings, "\(sample)")
        }
    }

    @Test("a batch says what one by one says", arguments: subjects)
    func batches(_ subject: Subject) throws {
        let instance = try subject.object.instance()
        for count in [0, 1, 2, 63, 64, 1024, 1025] {
            let samples = (0..<count).map { subject.samples[$0 % subject.samples.count] }
            let single = samples.map { UInt8(truncatingIfNeeded: instance.validate($0).verdict) }
            for stride in [24, 40, 64] {
                #expect(instance.batch(samples, stride: stride) == .success(single), "\(count) values \(stride) apart")
            }
        }
    }

    @Test(arguments: subjects)
    func refusesBatches(_ subject: Subject) throws {
        let instance = try subject.object.instance()
        for stride in [0, 8, 23] {
            guard case .failure(let refusal) = instance.batch([.text("x")], stride: stride) else {
                Issue.record("took values \(stride) bytes apart")
                continue
            }
            #expect(refusal.status == Int32(PROVISO_FAULT_ARGUMENT))
        }
        let cancelled = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        defer { cancelled.deallocate() }
        cancelled.initialize(to: 1)
        guard case .failure(let refusal) = instance.batch([.text("x")], stride: 24, cancelled: cancelled) else {
            Issue.record("went on though cancelled")
            return
        }
        #expect(refusal.status == Int32(PROVISO_FAULT_CANCELLED))
    }

    @Test("a host with a shorter table is no reason to crash", arguments: subjects)
    func shortHosts(_ subject: Subject) throws {
        let given = Sample.object([(subject.options[0], .list([.text("visa"), .text("DE")]))])
        for size in stride(from: 0, to: MemoryLayout<proviso_host>.size, by: 8) {
            let host = Host.short(size)
            #expect(throws: Never.self) { try subject.object.rule.create(.none, host: host).get() }
            guard case .failure(let refusal) = try subject.object.rule.create(given, host: host) else {
                Issue.record("read its options from a table of \(size) bytes")
                continue
            }
            #expect(refusal.status < 0 && refusal.reason?.isEmpty == false)
        }
        for host in [Host.withoutFunctions, .withoutFind] {
            guard case .failure = try subject.object.rule.create(given, host: host) else {
                Issue.record("took options it cannot use")
                continue
            }
        }
    }

    @Test("one instance serves eight threads", arguments: subjects)
    func threads(_ subject: Subject) throws {
        let instance = try subject.object.instance()
        let expected = subject.samples.map { instance.validate($0).verdict }
        let wrong = Atomic(0)
        let group = DispatchGroup()
        for _ in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                for _ in 0..<500 {
                    for (sample, verdict) in zip(subject.samples, expected) {
                        let (found, findings) = instance.validate(sample)
                        if found != verdict || (found == 1) == findings.isEmpty {
                            wrong.add(1, ordering: .relaxed)
                        }
                    }
                }
                group.leave()
            }
        }
        group.wait()
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    @Test("eight threads make, refuse and free instances", arguments: subjects)
    func creatingThreads(_ subject: Subject) throws {
        let rule = try subject.object.rule
        let wrong = Atomic(0)
        let group = DispatchGroup()
        for number in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                for turn in 0..<2_000 {
                    let bad = Sample.object([(subject.options[0], .list([.text("T\(number)N\(turn)")]))])
                    guard case .failure(let refusal) = rule.create(bad), case .success = rule.create(),
                        refusal.option == subject.options[0], refusal.reason?.isEmpty == false
                    else {
                        wrong.add(1, ordering: .relaxed)
                        continue
                    }
                    if let reason = refusal.reason, reason.contains("names T"),
                        !reason.contains("names T\(number)N\(turn),")
                    {
                        wrong.add(1, ordering: .relaxed)
                    }
                }
                group.leave()
            }
        }
        group.wait()
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    @Test("instances made, used and freed leave nothing behind", arguments: subjects)
    func growth(_ subject: Subject) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "growth").path
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let headers = tests.appending(path: "../../Sources/ProvisoABI/include").path
        let source = tests.appending(path: "Fixtures/growth.c").path
        try Self.run("cc", ["-O2", "-I", headers, source, "-o", program, "-ldl"])
        let samples = subject.samples.compactMap { sample in
            if case .text(let text) = sample { text } else { nil }
        }
        let turns = count(60_000, thorough: 300_000)
        let growth = try Self.run(program, [subject.object.path, "\(turns)"] + samples)
        // One block lost in a hundred turns would be more.
        #expect(try #require(Int(growth)) < turns * 2 / 3)
    }

    /// Runs a program and returns the first line it prints.
    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program)")
        return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }
}
