import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Making and freeing instances, and their options.
@Suite(.waitingForProcesses) struct InstanceTests {
    struct Options: Sendable {
        let type: RuleType
        let options: [String: AnyValue]
        let reason: String
        let location: SourceLocation

        init(
            _ type: RuleType, _ options: [String: AnyValue], _ reason: String,
            location: SourceLocation = #_sourceLocation
        ) {
            self.type = type
            self.options = options
            self.reason = reason
            self.location = location
        }
    }

    static let refused = [
        Options("acme/puppet", ["refuse": 1], "'acme/puppet': its plugin says: 'IBANs are out of stock'"),
        Options("acme/puppet", ["refuse": 2], "option 'refuse' of 'acme/puppet': its plugin says: 'it is not to be'"),
        Options(
            "acme/puppet", ["refuse": 3],
            "option 'refuse' of 'acme/puppet': plugin org.example.puppet returned -2 (an argument it cannot work with)"),
        Options("acme/puppet", ["result": "1"], "option 'result' of 'acme/puppet': expected an integer, found '1'"),
        Options("acme/puppet", ["result": nil], "option 'result' of 'acme/puppet': expected an integer, found null"),
        Options("acme/puppet", ["code": 1], "option 'code' of 'acme/puppet': expected a string, found 1"),
        Options(
            "acme/puppet", ["words": "four"],
            "option 'words' of 'acme/puppet': 'four' is not one of one, two, three"),
        Options(
            "acme/puppet", ["words": ["one", "tow"]],
            "option 'words' of 'acme/puppet': 'tow' is not one of one, two, three; did you mean 'two'?"),
        Options(
            "acme/puppet", ["words": ["one", 2]], "option 'words' of 'acme/puppet': expected a list of strings, found 2"
        ),
        Options(
            "acme/needy", ["needed": 1], "option 'needed' of 'acme/needy': expected true or false or a string, found 1"),
        Options("acme/needy", [:], "'acme/needy' needs the option 'needed'"),
        Options(
            "acme/puppet", ["resul": 1],
            "unknown option 'resul' of 'acme/puppet' (it accepts result, times, parameters, forget, refuse, list, "
                + "nameless, words, code); did you mean 'result'?"),
        Options("acme/plain", ["x": 1], "unknown option 'x' of 'acme/plain' (it accepts none)"),
    ]

    @Test(arguments: refused)
    func optionsAreRefused(_ row: Options) throws {
        let registry = try Workshop().load("puppet")
        let error = #expect(throws: RuleSetError.self, sourceLocation: row.location) {
            try registry.violations(row.type, row.options, in: 1)
        }
        #expect(error?.words == row.reason, sourceLocation: row.location)
    }

    @Test func optionsAreDescribed() throws {
        let registry = try Workshop().load("puppet")
        let options = try #require(registry["acme/puppet"]?.options)
        #expect(options.first == OptionDescription("result", .integer, "A number."))
        #expect(options.last == OptionDescription("code", .text, "A code."))
        #expect(registry["acme/needy"]?.options == [OptionDescription("needed", .any, "Needed.", isRequired: true)])
        #expect(try registry.codes("acme/needy", ["needed": "x"], in: 1) == [])
    }

    @Test func anInstanceLivesAsLongAsItsPlan() throws {
        let workshop = try Workshop()
        // Of its own, since plugins with the same contents are loaded once.
        let flags = ["-shared", "-fPIC", "-Wl,-soname,alive"]
        var registry = Registry.standard
        try registry.load(
            plugin: workshop.compile(.fixture("puppet"), as: "alive.so", flags: flags), policy: .inProcess)
        let alive = try #require(Self.counter("alive.so"))
        #expect(alive() == 0)
        do {
            let body = Constraint.type("acme/puppet", ["result": 1])
            let plan = try Plan(RuleSet(rules: [Rule("a", "b", "c", body)]), registry: registry)
            // One for the rule, however many attributes it has.
            #expect(alive() == 1)
            #expect(try plan.validate(["a": 1, "b": 2]).violations.count == 2)
            _ = try? registry.codes("acme/puppet", ["refuse": 1], in: 1)
            #expect(alive() == 1)
        }
        #expect(alive() == 0)
    }

    /// A shorter struct of an older header: what lies behind its size is not there.
    @Test func aShorterDescriptorIsTaken() throws {
        let registry = try Workshop().load("puppet")
        #expect(try registry.codes("acme/plain", in: 2) == [])
        #expect(try registry.codes("acme/plain", in: 3) == ["acme/puppet.wrong"])
        #expect(registry.catalogs.isEmpty)
    }

    /// The counter of the plugin whose copy in memory has a name.
    private static func counter(_ name: String) -> (@convention(c) () -> Int32)? {
        guard let handle = Workshop.handle(of: name), let symbol = dlsym(handle, "puppets_alive") else {
            return nil
        }
        return unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    }
}
