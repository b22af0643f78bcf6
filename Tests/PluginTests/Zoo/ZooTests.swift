import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Plugins that do what they must not, in worker mode: the host lives on, says what happened, and judges every other
/// record rightly.
@Suite(.waitingForProcesses) struct ZooTests {
    struct Animal: Sendable {
        let name: String
        /// What is said where the value could not be judged.
        let fault: String?
        /// What is reported otherwise.
        let codes: [Code]
        let location: SourceLocation

        init(_ name: String, fault: String, location: SourceLocation = #_sourceLocation) {
            self.init(name, fault, [.fault], location)
        }

        init(_ name: String, _ codes: [Code], location: SourceLocation = #_sourceLocation) {
            self.init(name, nil, codes, location)
        }

        private init(_ name: String, _ fault: String?, _ codes: [Code], _ location: SourceLocation) {
            self.name = name
            self.fault = fault
            self.codes = codes
            self.location = location
        }
    }

    /// These do not come back by themselves.
    private static func limits(_ name: String) -> WorkerLimits {
        ["loop", "sleep", "cancel"].contains(name) ? Zoo.shortLimits : Zoo.limits
    }

    static let animals = [
        Animal("null", fault: "it crashed (segmentation fault)"),
        Animal("abort", fault: "it stopped itself (abort)"),
        Animal("exit", fault: "it ended its process (exit status 0)"),
        Animal("_exit", fault: "it ended its process (exit status 0)"),
        Animal("loop", fault: "it did not answer within 1.0 seconds"),
        Animal("sleep", fault: "it did not answer within 1.0 seconds"),
        Animal("stack", fault: "it crashed (segmentation fault)"),
        Animal("divide", fault: "it crashed (arithmetic error)"),
        Animal("trap", fault: "it stopped itself (a trap)"),
        Animal("overrun", fault: "it "),
        Animal("allocate", fault: "it returned -3 (out of memory)"),
        Animal("leak", fault: "it "),
        Animal("words", fault: "it stopped itself (abort), and wrote: index out of range"),
        Animal("lie", fault: "it returned 42, which is not a valid result"),
        Animal("fault", fault: "it returned -1 (a fault)"),
        Animal("cancel", fault: "it returned -5 (cancelled)"),
        Animal("forge", fault: "it wrote to its worker's channel"),
        Animal("undeclared", [.fault]),
        // What a confined process may not do fails, and the plugin says so.
        Animal("fork", ["zoo/zoo.refused"]),
        Animal("write", ["zoo/zoo.refused"]),
        Animal("read", ["zoo/zoo.refused"]),
        Animal("connect", ["zoo/zoo.refused"]),
        Animal("execute", ["zoo/zoo.refused"]),
        Animal("signal", ["zoo/zoo.refused"]),
        Animal("signalLater", ["zoo/zoo.refused"]),
        Animal("readName", []),
        Animal("setTiming", ["zoo/zoo.refused"]),
        Animal("trace", ["zoo/zoo.refused"]),
        Animal("noise", []),
        Animal("taint", []),
    ]

    /// The animal lives among a hundred numbers, some before it and some after it.
    @Test(arguments: animals)
    func costsItsOwnVerdictOnly(_ animal: Animal) throws {
        let zoo = try Zoo(limits: Self.limits(animal.name))
        // It keeps a core busy for as long as it is borne with.
        let types: [RuleType] = animal.name == "loop" ? ["zoo/animal"] : ["zoo/animal", "zoo/single"]
        for type in types {
            let place = 70
            let values: [AnyValue] = (0..<100).map { $0 == place ? .text(animal.name) : .integer(Int64($0)) }
            let found = try zoo.violations(values, type)
            let own = found[place]
            #expect(own.map(\.code) == animal.codes, "\(own)", sourceLocation: animal.location)
            if let fault = animal.fault {
                let start = "plugin org.example.zoo, rule \(type): \(fault)"
                #expect(own.first?.reason.hasPrefix(start) == true, "\(own)", sourceLocation: animal.location)
            }
            for (index, violations) in found.enumerated() where index != place {
                let expected: [Code] = index % 2 == 0 ? [] : ["zoo/zoo.odd"]
                #expect(violations.map(\.code) == expected, "row \(index)", sourceLocation: animal.location)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/proviso-zoo-was-here"))
    }

    /// The same value by itself, as an interactive program asks.
    @Test(arguments: ["null", "_exit", "sleep", "words"])
    func aValueByItself(_ name: String) throws {
        let zoo = try Zoo(limits: Self.limits(name))
        let plan = try zoo.plan()
        #expect(try plan.validate(["n": .text(name)]).violations.map(\.code) == [.fault])
        #expect(try plan.validate(["n": 3]).violations.map(\.code) == ["zoo/zoo.odd"])
        #expect(try plan.validate(["n": 4]).violations.isEmpty)
    }

    /// The worker may be done with the value before the host sees that it is gone, or not.
    @Test func aPluginThatClosesTheChannel() throws {
        let found = try Zoo().violations([1, "close", 2, 3]).map { $0.map(\.code) }
        #expect(
            found == [["zoo/zoo.odd"], [], [], ["zoo/zoo.odd"]]
                || found == [["zoo/zoo.odd"], [.fault], [], ["zoo/zoo.odd"]])
    }

    /// Findings and "valid" at once; a batch, which reports nothing, has only the verdict to go by.
    @Test func aFindingAndAVerdictThatContradictEachOther() throws {
        let found = try Zoo().violations([1, "contradict", 2], "zoo/single")
        #expect(found.map { $0.map(\.code) } == [["zoo/zoo.odd"], ["zoo/zoo.refused", .fault], []])
    }

    @Test func aMillionFindingsAreCut() throws {
        let found = try Zoo().violations([1, "flood", 2, 3])
        #expect(found.map(\.count) == [1, 1001, 0, 1])
        #expect(
            found[1].prefix(1000).allSatisfy {
                $0.code == "zoo/zoo.refused" && $0.parameters["error"] == .text("flood")
            })
        #expect(found[1].last?.reason.hasSuffix("it reported more than 1000 violations for one value") == true)
    }

    /// More findings than an answer holds: the rows that found no room are asked for again.
    @Test func manyFindingsOfManyRows() throws {
        let found = try Zoo().violations((0..<400).map { $0 % 2 == 0 ? "many" : .integer(Int64($0)) })
        #expect(found.enumerated().allSatisfy { index, violations in violations.count == (index % 2 == 0 ? 900 : 1) })
    }

    @Test func aPluginThatKeepsFailingIsQuarantined() throws {
        let zoo = try Zoo()
        let values: [AnyValue] = (0..<300).map { $0 % 50 == 10 ? "abort" : .integer(Int64($0)) }
        let found = try zoo.violations(values)
        let last = try #require(found.firstIndex { $0.first?.reason.contains("quarantined") == true })
        // The third one is one too many: nothing behind it is judged, and nothing before it is lost.
        #expect(last == 111)
        for (index, violations) in found.enumerated() {
            let isFault = index >= last || index % 50 == 10
            #expect(
                violations.map(\.code) == (isFault ? [.fault] : index % 2 == 0 ? [] : ["zoo/zoo.odd"]), "row \(index)")
        }
        #expect(
            found[last][0].reason
                == "plugin org.example.zoo, rule zoo/animal: it is quarantined after 3 faults, the last one: "
                + "it stopped itself (abort)")
    }

    @Test func faultsFarApartAreForgiven() throws {
        var limits = Zoo.limits
        limits.within = 100
        let zoo = try Zoo(limits: limits)
        for _ in 0..<5 {
            let found = try zoo.violations((0..<200).map { $0 == 0 ? "abort" : .integer(Int64($0)) })
            #expect(found[0].first?.reason.contains("quarantined") == false)
            #expect(found[1].map(\.code) == ["zoo/zoo.odd"])
        }
    }

    struct Start: Sendable {
        let flag: String
        let reason: String
    }

    /// Code that runs before anything is asked of the plugin is confined like the rest.
    @Test(arguments: [
        Start(flag: "-DCONSTRUCTOR=abort()", reason: "cannot be loaded in a worker: it stopped itself (abort)"),
        Start(
            flag: "-DCONSTRUCTOR=for(;;)pause()",
            reason: "cannot be loaded in a worker: it did not answer within 1.0 seconds"),
        Start(
            flag: "-DCONSTRUCTOR=if(fork()<0)_exit(7)",
            reason: "cannot be loaded in a worker: it ended its process (exit status 7)"),
        Start(
            flag: "-DCONSTRUCTOR=if(socket(2,1,0)<0&&open(\"/etc/passwd\",0)<0)_exit(8)",
            reason: "cannot be loaded in a worker: it ended its process (exit status 8)"),
        Start(flag: "-DINIT=return-1", reason: "failed to initialize: its 'init' returned -1 (a fault)"),
        Start(flag: "-DINIT=abort()", reason: "failed to initialize: it stopped itself (abort)"),
    ])
    func whatFailsToStartIsRefused(_ start: Start) throws {
        let limits = start.flag.contains("for(;;)") ? Zoo.shortLimits : Zoo.limits
        let error = #expect(throws: PluginError.self) {
            try Zoo(flags: ["-shared", "-fPIC", start.flag], limits: limits)
        }
        #expect(error?.reason == start.reason)
    }
}
