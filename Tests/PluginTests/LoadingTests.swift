import Foundation
import Proviso
import Testing

/// Finding plugins in folders.
struct LoadingTests {
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

        let search = Registry.standard.loading(
            pluginsIn: [workshop.folder, workshop.folder + "/", workshop.path("none"), even], andEnvironment: false)
        #expect(
            search.plugins == [
                LoadedPlugin(
                    id: "org.example.puppet", version: "2.1", file: puppet, digest: try workshop.digest(puppet),
                    isLocked: false,
                    rules: [
                        LoadedPlugin.Rule(type: "acme/puppet", summary: "Does what it is told."),
                        LoadedPlugin.Rule(type: "acme/needy", summary: ""),
                        LoadedPlugin.Rule(type: "acme/plain", summary: ""),
                    ], locales: []),
                LoadedPlugin(
                    id: "org.example.even", version: "1.0", file: even, digest: try workshop.digest(even),
                    isLocked: false,
                    rules: [LoadedPlugin.Rule(type: "acme/even", summary: "An even number.")], locales: ["en"]),
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
                PluginError(file: even, reason: "is not a folder, or lies in something that is none"),
            ])
        #expect(search.registry["acme/even"]?.origin == .plugin(id: "org.example.even", file: even))
        #expect(try search.registry.codes("acme/even", in: 3) == ["even.odd"])
        #expect(Registry.standard["acme/even"] == nil)
        // Another registry can have the same plugin; it is not entered again.
        #expect(Registry().loading(pluginsIn: [workshop.folder], andEnvironment: false).plugins.count == 2)
    }

    @Test func theEnvironmentNamesFolders() {
        #expect(PluginFolder.split("") == [])
        #expect(PluginFolder.split(":/a b::plugins/") == ["/a b", "plugins/"])
    }

    @Test func theSamplesAreLoadedFromTheBuildFolder() throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: executable).deletingLastPathComponent()
        var registry = Registry.standard
        let card = try registry.load(plugin: folder.appending(path: "libCreditCard.so").path())
        let iban = try registry.load(plugin: folder.appending(path: "libIBAN.so").path())
        #expect(card.id == "org.proviso.samples.credit-card")
        #expect(iban.id == "org.proviso.samples.iban")
        #expect(card.locales == ["en", "de", "fr", "es"])
        for row in Self.samples {
            let violations = try registry.violations(row.type, row.options, in: .text(row.value))
            #expect(violations.map(\.code) == row.codes, sourceLocation: row.location)
            #expect(violations.first?.parameters ?? [:] == row.parameters, sourceLocation: row.location)
        }
        let plan = try Plan(
            RuleSet(rules: [Rule("card", .type("acme/credit-card")), Rule("iban", .type("acme/iban"))]),
            registry: registry)
        let report = try plan.validate(["card": "4111111111111112", "iban": "DE8937040044053201300"])
        #expect(
            plan.localizer(preferring: "en").texts(report) == [
                "Card is not a valid card number.", "An IBAN of DE has 22 characters: Iban does not.",
            ])
        #expect(
            plan.localizer(preferring: "de").texts(report) == [
                "Card ist keine gültige Kartennummer.", "Iban muss als IBAN des Landes DE genau 22 Zeichen enthalten.",
            ])
        let error = #expect(throws: RuleSetError.self) {
            try registry.violations("acme/credit-card", ["accept": ["visa", "vista"]], in: "")
        }
        #expect(
            error?.description.hasPrefix("option 'accept' of 'acme/credit-card': it names an unknown brand") == true)
        let country = #expect(throws: RuleSetError.self) {
            try registry.violations("acme/iban", ["countries": ["DE", "XX"]], in: "")
        }
        #expect(
            country?.description
                == "option 'countries' of 'acme/iban': it names XX, which is not in the IBAN registry")
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
        Sample("acme/credit-card", "4111111111111111"),
        Sample("acme/credit-card", "378282246310005"),
        Sample("acme/credit-card", "4111111111111112", [:], "creditCard.checksum"),
        Sample("acme/credit-card", "4111-1111", [:], "creditCard.format"),
        Sample("acme/credit-card", "", [:], "creditCard.format"),
        Sample(
            "acme/credit-card", "4111111111111111", ["accept": ["amex", "jcb"]], "creditCard.brand",
            parameters: ["accept": .list([.text("amex"), .text("jcb")])]),
        Sample(
            "acme/credit-card", "411110", [:], "creditCard.length", parameters: ["brand": .text("visa")]),
        Sample("acme/iban", "DE89370400440532013000"),
        Sample("acme/iban", "GB82WEST12345698765432"),
        Sample("acme/iban", "FR1420041010050500013M02606"),
        Sample("acme/iban", "DE89 3704 0044 0532 0130 00", [:], "iban.format"),
        Sample("acme/iban", "DE89 3704 0044 0532 0130 00", ["spaces": true]),
        Sample("acme/iban", "DE88370400440532013000", [:], "iban.checksum"),
        Sample(
            "acme/iban", "DE8937040044053201300", [:], "iban.length",
            parameters: ["country": .text("DE"), "length": .integer(22)]),
        Sample(
            "acme/iban", "GB82WEST12345698765432", ["countries": ["DE", "FR"]], "iban.notAllowed",
            parameters: ["countries": .list([.text("DE"), .text("FR")])]),
    ]
}
