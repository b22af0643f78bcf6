import Foundation
import Proviso
import ProvisoPlugins
import TestSupport
import Testing

/// Finding plugins in folders.
@Suite(.waitingForProcesses) struct LoadingTests {
    @Test func findsPluginsAndKeepsRefusals() throws {
        let workshop = try Workshop()
        let even = try workshop.compile(.fixture("fifteen"), as: "b-even.so")
        let puppet = try workshop.compile(.fixture("puppet"), as: "a-puppet.so")
        let broken = try workshop.write("nothing".utf8, to: "c.so")
        _ = try workshop.write("nothing".utf8, to: ".hidden.so")
        _ = try workshop.write("nothing".utf8, to: "notes.txt")
        let files = FileManager.default
        try files.createDirectory(atPath: workshop.path("below"), withIntermediateDirectories: false)
        _ = try workshop.write("nothing".utf8, to: "below/d.so")
        let link = workshop.path("z-link.so")
        try files.createSymbolicLink(atPath: link, withDestinationPath: even)
        try files.copyItem(atPath: even, toPath: workshop.path("z-same.so"))

        let search = Registry.standard.loadingPlugins(
            from: [workshop.folder, workshop.folder + "/", workshop.path("none"), even],
            includingStandardDirectories: false)
        #expect(search.plugins.map(\.file) == [puppet, even])
        #expect(search.plugins.map(\.manifest.id) == ["org.example.puppet", "org.example.even"])
        #expect(search.plugins.map(\.manifest.version) == ["2.1", "1.0"])
        #expect(search.plugins.map(\.manifest.locales) == [[], ["en"]])
        #expect(search.plugins.map(\.digest) == [try workshop.digest(puppet), try workshop.digest(even)])
        #expect(
            search.plugins.map { $0.manifest.rules.map(\.type) } == [
                ["acme/puppet", "acme/needy", "acme/plain"], ["acme/even"],
            ])
        let noFile = "is a symbolic link: put the file itself there"
        let noELF = "is not a shared library (it has no ELF header)"
        #expect(
            search.errors == [
                PluginError(file: broken, reason: noELF),
                PluginError(file: link, reason: noFile),
                PluginError(file: workshop.folder + "/c.so", reason: noELF),
                PluginError(file: workshop.folder + "/z-link.so", reason: noFile),
                PluginError(file: workshop.path("none"), reason: "does not exist"),
                PluginError(file: even, reason: "is not a directory, or is below something that is not a directory"),
            ])
        #expect(search.registry["acme/even"]?.origin == .plugin(id: "org.example.even", file: even))
        #expect(try search.registry.codes("acme/even", in: 3) == ["acme/even.odd"])
        #expect(Registry.standard["acme/even"] == nil)
        // Another registry can have the same plugin; it is not entered again.
        #expect(
            Registry().loadingPlugins(from: [workshop.folder], includingStandardDirectories: false).plugins.count == 2)
    }

    /// Makes the same plugin another one, since what was loaded once in this process stays.
    private static let own = ["-shared", "-fPIC", "-Wl,-soname,own"]

    @Test func optionsAreCheckedBeforeThePluginRuns() throws {
        let workshop = try Workshop()
        try workshop.compile(.fixture("init_fails"), as: "fails.so", flags: Self.own)
        try workshop.compile(.fixture("puppet"), as: "idle.so", flags: Self.own)
        let search = Registry.standard.loadingPlugins(
            PluginPolicy(directories: [workshop.folder], mode: .inProcess))
        #expect(search.errors.isEmpty)
        let rules = """
            rules:
              - [a, acme/puppet, { words: [one, tow] }]
              - [b, acme/puppet, { tiems: 2 }]
              - [c, acme/pupet]
              - [d, acme/init-fails]
            """
        let error = #expect(throws: RuleSetError.self) {
            try Plan(RuleSet(parsing: rules, file: "r.yaml"), registry: search.registry)
        }
        let file = workshop.path("fails.so")
        #expect(
            error?.diagnostics.map(\.description) == [
                "r.yaml:2:37: option 'words' of 'acme/puppet': 'tow' is not one of one, two, three; "
                    + "did you mean 'two'?",
                "r.yaml:3:24: unknown option 'tiems' of 'acme/puppet' (it accepts result, times, parameters, forget, "
                    + "refuse, list, nameless, words, code); did you mean 'times'?",
                "r.yaml:4:9: unknown rule type 'acme/pupet'; did you mean 'acme/puppet'?",
                "r.yaml:5:9: 'acme/init-fails': its plugin cannot be used: \(file): failed to initialize: "
                    + "its 'init' returned -3 (out of memory)",
            ])
        // Nothing but the plugin that a rule could use was loaded.
        #expect(Workshop.handle(of: "idle.so") == nil)
        #expect(Workshop.handle(of: "fails.so") != nil)
    }

    @Test func aPluginIsLoadedWhenARuleNeedsIt() throws {
        let workshop = try Workshop()
        try workshop.compile(.fixture("fifteen"), as: "needed.so", flags: Self.own)
        let policy = PluginPolicy(directories: [workshop.folder], mode: .inProcess)
        let registry = Registry.standard.loadingPlugins(policy).registry
        _ = try Plan(RuleSet(rules: [Rule("n", .type("required"))]), registry: registry)
        #expect(registry.catalogs.isEmpty && Workshop.handle(of: "needed.so") == nil)
        let plan = try Plan(RuleSet(rules: [Rule("n", .type("acme/even"))]), registry: registry)
        #expect(registry.catalogs.map(\.locale) == ["en"] && Workshop.handle(of: "needed.so") != nil)
        #expect(plan.localizer(preferring: "en").texts(try plan.validate(["n": 1])) == ["N must be an even number."])
    }

    /// Each of many plugins is compared with the codes of all, once.
    @Test func theTimeToFindPluginsGrowsAsTheyDo() throws {
        func time(_ count: Int) throws -> Duration {
            let workshop = try Workshop()
            for file in 0..<count {
                let rules = (0..<60).map {
                    "{\"type\":\"v\(file)/t\($0)\",\"kinds\":[\"text\"],\"invalidCode\":\"c\($0).x\",\"codes\":{\"c\($0).x\":[]}}"
                }
                let manifest = #"{"id":"org.v\#(file)","version":"1.0.0","rules":[\#(rules.joined(separator: ","))]}"#
                let module = WasmBinary.module([], manifest: manifest)
                _ = try workshop.write(module, to: "p\(file).wasm")
            }
            let policy = PluginPolicy(directories: [workshop.folder], trust: PluginTrust([]))
            var result: PluginLoadResult?
            let time = ContinuousClock().measure { result = Registry.standard.loadingPlugins(policy) }
            #expect(result?.plugins.count == count, "\(result?.errors.first?.description ?? "")")
            return time
        }
        _ = try time(2)
        let (few, many) = (try time(10), try time(80))
        #expect(many < few * 24, "\(few) \(many)")
    }

    @Test func theSearchPath() {
        let system = ["/usr/local/lib/proviso/plugins", "/usr/lib/proviso/plugins"]
        let rows: [([String: String], [String])] = [
            ([:], []), (["PROVISO_PLUGINS": ""], []),
            (["PROVISO_PLUGINS": ":/a b::plugins/"], ["/a b", "plugins/"]),
            (["HOME": "/home/x"], ["/home/x/.local/share/proviso/plugins"]),
            (["HOME": "/home/x", "XDG_DATA_HOME": "/d"], ["/d/proviso/plugins"]),
            (["HOME": "/home/x", "XDG_DATA_HOME": "d"], ["/home/x/.local/share/proviso/plugins"]),
            (["HOME": "", "PROVISO_PLUGINS": "/p"], ["/p"]),
        ]
        for (variables, folders) in rows {
            #expect(PluginDirectory.standard { variables[$0] }.map(\.path) == folders + system)
        }
        #expect(throws: Never.self) { try PluginDirectory("/none/at/all", mayBeMissing: true).files() }
        #expect(throws: PluginError.self) { try PluginDirectory("/none/at/all").files() }
    }

    @Test func theSamplesAreLoadedFromTheBuildFolder() throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: executable).deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: folder.appending(path: "libPhone.so").path()) {
            try Test.cancel("the sample plugins are not built")
        }
        var registry = Registry.standard
        let card = try registry.load(plugin: folder.appending(path: "libCreditCard.so").path())
        let iban = try registry.load(plugin: folder.appending(path: "libIBAN.so").path())
        let phone = try registry.load(plugin: folder.appending(path: "libPhone.so").path())
        #expect(phone.manifest.id == "org.proviso.phone" && phone.manifest.locales.count >= 70)
        #expect(card.manifest.id == "org.proviso.credit-card")
        #expect(iban.manifest.id == "org.proviso.iban")
        #expect(card.manifest.locales == iban.manifest.locales)
        eachRow(Self.samples, at: \.location) { row in
            let violations = try registry.violations(row.type, row.options, in: .text(row.value))
            #expect(violations.map(\.code) == row.codes, sourceLocation: row.location)
            #expect(violations.first?.parameters ?? [:] == row.parameters, sourceLocation: row.location)
        }
        let plan = try Plan(
            RuleSet(rules: [
                Rule("card", .type("proviso/credit-card")), Rule("iban", .type("proviso/iban")),
                Rule("phone", .type("proviso/phone", ["type": "mobile"])),
            ]),
            registry: registry)
        let report = try plan.validate([
            "card": "4111111111111112", "iban": "DE8937040044053201300", "phone": "+442070313000",
        ])
        #expect(
            plan.localizer(preferring: "en").texts(report) == [
                "Card contains a typing error: its check digit does not fit.",
                "Iban must have exactly 22 characters (Germany).",
                "Phone must be a mobile number.",
            ])
        #expect(
            plan.localizer(preferring: "de").texts(report) == [
                "Card enthält einen Tippfehler: Die Prüfziffer stimmt nicht.",
                "Iban muss genau 22 Zeichen lang sein (Deutschland).",
                "Phone muss eine Mobilfunknummer sein.",
            ])
        let error = #expect(throws: RuleSetError.self) {
            try registry.violations("proviso/credit-card", ["accept": ["visa", "vista"]], in: "")
        }
        #expect(
            error?.words == "option 'accept' of 'proviso/credit-card': 'vista' is not one of visa, mastercard, amex, "
                + "maestro, dinersclub, jcb, discover, unionpay, mir; did you mean 'visa'?")
        for (options, reason) in [
            (
                ["type": "mobil"] as [String: AnyValue],
                "option 'type' of 'proviso/phone': 'mobil' is not one of mobile"
            ),
            (
                ["region": "XX"],
                "option 'region' of 'proviso/phone': its plugin says: 'it must be a country as two uppercase letters"
            ),
        ] {
            let error = #expect(throws: RuleSetError.self) { try registry.violations("proviso/phone", options, in: "") }
            #expect(error?.words.hasPrefix(reason) == true)
        }
        let country = #expect(throws: RuleSetError.self) {
            try registry.violations("proviso/iban", ["countries": ["DE", "XX"]], in: "")
        }
        #expect(
            country?.words
                == "option 'countries' of 'proviso/iban': its plugin says: 'it names XX, which is not in the IBAN registry'"
        )
    }

    struct Sample: Sendable {
        let type: RuleType
        let value: String
        let options: [String: AnyValue]
        let codes: [Code]
        let parameters: Parameters
        let location: SourceLocation

        init(
            _ type: RuleType, _ value: String, _ options: [String: AnyValue] = [:], _ codes: Code...,
            parameters: Parameters = [:], location: SourceLocation = #_sourceLocation
        ) {
            self.type = type
            self.value = value
            self.options = options
            self.codes = codes
            self.parameters = parameters
            self.location = location
        }
    }

    static let samples = [
        Sample("proviso/credit-card", "4111111111111111"),
        Sample("proviso/credit-card", "378282246310005"),
        Sample("proviso/credit-card", "4111111111111112", [:], "proviso/creditCard.checksum"),
        Sample("proviso/credit-card", "4111-1111", [:], "proviso/creditCard.format"),
        Sample("proviso/credit-card", "", [:], "proviso/creditCard.format"),
        Sample(
            "proviso/credit-card", "4111111111111111", ["accept": ["amex", "jcb"]], "proviso/creditCard.brand",
            parameters: ["accept": .list([.text("amex"), .text("jcb")])]),
        Sample(
            "proviso/credit-card", "411110", [:], "proviso/creditCard.length", parameters: ["brand": .text("visa")]),
        Sample("proviso/phone", "+44 20 7031 3000"),
        Sample("proviso/phone", "020 7031 3000", ["region": "GB"]),
        Sample("proviso/phone", "0170 1234567", ["region": "DE", "type": "mobile"]),
        Sample("proviso/phone", "+1 650-253-0000", ["type": "mobile"]),
        Sample("proviso/phone", "020 7031 3000", [:], "proviso/phone.countryCode"),
        Sample("proviso/phone", "+999 20 7031 3000", [:], "proviso/phone.countryCode"),
        Sample("proviso/phone", "call me", [:], "proviso/phone.format"),
        Sample("proviso/phone", "", [:], "proviso/phone.format"),
        Sample("proviso/phone", "+49 1", [:], "proviso/phone.tooShort"),
        Sample("proviso/phone", "+44 20 7031 3000 1234 5", [:], "proviso/phone.tooLong"),
        Sample("proviso/phone", "+44 99 9999 9999", [:], "proviso/phone.unassigned"),
        Sample(
            "proviso/phone", "+44 20 7031 3000", ["type": "mobile"], "proviso/phone.wrongType",
            parameters: ["numberType": .text("mobile")]),
        Sample("proviso/iban", "DE89370400440532013000"),
        Sample("proviso/iban", "GB82WEST12345698765432"),
        Sample("proviso/iban", "FR1420041010050500013M02606"),
        Sample(
            "proviso/iban", "DE89 3704 0044 0532 0130 00", [:], "proviso/iban.spelling",
            parameters: ["form": .text("DE89370400440532013000")]),
        Sample("proviso/iban", "DE89 3704 0044 0532 0130 00", ["spaces": true]),
        Sample("proviso/iban", "DE88370400440532013000", [:], "proviso/iban.checksum"),
        Sample(
            "proviso/iban", "DE8937040044053201300", [:], "proviso/iban.length",
            parameters: ["country": .text("DE"), "length": .integer(22)]),
        Sample(
            "proviso/iban", "GB82WEST12345698765432", ["countries": ["DE", "FR"]], "proviso/iban.notAllowed",
            parameters: ["countries": .list([.text("DE"), .text("FR")])]),
    ]
}
