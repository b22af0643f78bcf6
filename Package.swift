// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// ExistentialAny (SE-0335), InternalImportsByDefault (SE-0409), MemberImportVisibility (SE-0444).
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the library adds for its borrowed values; its users need none of it.
let lifetimes: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

/// What only the tool has and no record waits for: with PROVISO_STATIC=1 it is optimized for size, which saves 300 KB.
///
/// A package with such flags cannot be a dependency, so they are left out without the variable.
let small: [SwiftSetting] =
    lifetimes
    + (Context.environment["PROVISO_STATIC"] == "1"
        ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : [])

/// A library of the system, which is inside the tool with PROVISO_STATIC=1: loading it takes 0.1 ms of every start.
func library(_ name: String) -> [LinkerSetting] {
    [.linkedLibrary(Context.environment["PROVISO_STATIC"] == "1" ? ":lib\(name).a" : name)]
}

/// C or C++ between Swift and a library of the system, in a directory of its own below Sources/Bridges.
func bridge(_ name: String, _ dependencies: [Target.Dependency] = [], _ libraries: [LinkerSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Bridges/\(name)", linkerSettings: libraries)
}

/// A module for authors of rule files, plugins or catalogs, in a directory of its own below Sources/Workbench.
func workbench(
    _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = small
) -> Target {
    .target(
        name: name, dependencies: ["Proviso"] + dependencies, path: "Sources/Workbench/\(name)", swiftSettings: settings
    )
}

/// The commit that `proviso --version` names; `make build` and `make dist` set it.
let commit: [CSetting] =
    Context.environment["PROVISO_COMMIT"].map { [.define("PROVISO_COMMIT", to: "\"\($0)\"")] }
    ?? []

/// What is fetched for a trait alone: a program that needs neither resolves no package but this one.
let macros = TargetDependencyCondition.when(traits: ["Macros"])
let remote = TargetDependencyCondition.when(traits: ["Remote"])
let server = TargetDependencyCondition.when(traits: ["Server"])
let sqlite = TargetDependencyCondition.when(traits: ["SQLite"])

/// What programs that serve HTTP need.
let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird", condition: server),
    .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
    .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
    .product(name: "Logging", package: "swift-log", condition: server),
    .product(name: "NIOCore", package: "swift-nio", condition: server),
    .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
]

/// The messages of the bundled plugins: embedded by C sources, so no resources of their targets.
let messages = ["messages.json"]

let package = Package(
    name: "Proviso",
    products: [
        .library(name: "Proviso", targets: ["Proviso"]),
        .library(name: "ProvisoModels", targets: ["ProvisoModels"]),
        .library(name: "ProvisoPlugins", targets: ["ProvisoPlugins"]),
        .library(name: "ProvisoMacros", targets: ["ProvisoMacros"]),
        .library(name: "ProvisoFoundation", targets: ["ProvisoFoundation"]),
        .library(name: "ProvisoRemote", targets: ["ProvisoRemote"]),
        .library(name: "ProvisoHummingbird", targets: ["ProvisoHummingbird"]),
        .library(name: "ProvisoSQLite", targets: ["ProvisoSQLite"]),
        .library(name: "ProvisoTesting", targets: ["ProvisoTesting", "ProvisoConformance"]),
        .library(name: "ProvisoPluginKit", targets: ["ProvisoPluginKit"]),
        .library(name: "CreditCard", type: .dynamic, targets: ["CreditCard"]),
        .library(name: "IBAN", type: .dynamic, targets: ["IBAN"]),
        .library(name: "Phone", type: .dynamic, targets: ["Phone"]),
        .library(name: "Identifiers", type: .dynamic, targets: ["Identifiers"]),
        .library(name: "Web", type: .dynamic, targets: ["Web"]),
        .library(name: "LuhnC", type: .dynamic, targets: ["LuhnC"]),
        .library(name: "LuhnSwift", type: .dynamic, targets: ["LuhnSwift"]),
        .executable(name: "proviso", targets: ["proviso"]),
        .executable(name: "proviso-worker", targets: ["proviso-worker"]),
        .executable(name: "proviso-server", targets: ["proviso-server"]),
    ],
    traits: [
        .trait(name: "Macros", description: "ProvisoMacros, that is @Validatable; brings swift-syntax."),
        .trait(name: "Remote", description: "ProvisoRemote, that is the rule type remote; brings async-http-client."),
        .trait(
            name: "Server", description: "ProvisoHummingbird and the program proviso-server; brings hummingbird."),
        .trait(name: "SQLite", description: "ProvisoSQLite, that is exist and unique over SQLite; brings GRDB."),
        .default(enabledTraits: ["Macros"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "603.0.1"..<"604.0.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CICU", path: "Sources/Bridges/CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        bridge("ICUBridge", ["CICU"]),
        bridge("JSONBridge", ["ProvisoABI"], [.linkedLibrary("simdjson")]),
        bridge("ByteBridge"),
        bridge("RegexBridge", [], library("re2")),
        bridge("YAMLBridge", [], library("yaml")),
        bridge("SystemBridge", [], library("resolv")),
        bridge("CryptoBridge", [], library("sodium")),
        // Linked statically: the tool would start more slowly with two more libraries to load.
        bridge("BulkBridge", [], [.linkedLibrary(":libz.a"), .linkedLibrary(":libzstd.a")]),
        bridge("ArchiveBridge", [], [.linkedLibrary(":libz.a")]),
        // WebAssembly, by an engine that is loaded at run time.
        bridge("WasmBridge", ["ProvisoABI"], [.linkedLibrary("dl")]),
        bridge("ConfinementBridge", [], library("seccomp")),
        bridge("ConformanceBridge", ["ProvisoABI", "ConfinementBridge"]),
        bridge("WorkerBridge", ["SystemBridge", "ProvisoABI"]),
        .target(name: "ProvisoABI"),
        .executableTarget(
            name: "proviso-worker", dependencies: ["ProvisoABI", "ConfinementBridge", "WasmBridge"],
            cSettings: [.headerSearchPath("../Bridges/WorkerBridge/include")]),
        .target(
            name: "Locales", dependencies: ["ArchiveBridge"], path: "Locales", swiftSettings: strict,
            plugins: ["CatalogIndex"]),

        // The suggestions for misspelled names, which the macro and the library share.
        .target(name: "EditDistance", swiftSettings: strict),
        .target(name: "CLibrary", swiftSettings: strict),

        // The library, from bottom to top; Scripts/layers.txt lists the directories of each module.
        .target(
            name: "ProvisoMessages", dependencies: ["CLibrary", "EditDistance", "ICUBridge", "Locales"],
            swiftSettings: lifetimes),
        .target(
            name: "ProvisoCore",
            dependencies: [
                "CLibrary", "ProvisoMessages", "ICUBridge", "JSONBridge", "ByteBridge", "RegexBridge", "SystemBridge",
                "ProvisoABI",
            ],
            swiftSettings: lifetimes,
            plugins: ["ValidatorIndex"]
        ),
        .target(name: "ProvisoRuleFiles", dependencies: ["ProvisoCore", "YAMLBridge"], swiftSettings: lifetimes),
        .target(
            name: "ProvisoSchema", dependencies: ["ProvisoCore", "ProvisoRuleFiles", "JSONBridge", "ProvisoABI"],
            swiftSettings: lifetimes),
        .target(
            name: "ProvisoPlugins",
            dependencies: [
                "ProvisoCore", "ProvisoRuleFiles", "SystemBridge", "CryptoBridge", "WorkerBridge", "WasmBridge",
                "JSONBridge", "ProvisoABI",
            ],
            swiftSettings: lifetimes),
        .target(
            name: "ProvisoModels", dependencies: ["ProvisoCore", "JSONBridge", "ProvisoABI"], swiftSettings: lifetimes),
        // What `import Proviso` brings: everything except the loading of machine code, which is `import ProvisoPlugins`.
        .target(
            name: "Proviso",
            dependencies: ["ProvisoMessages", "ProvisoCore", "ProvisoRuleFiles", "ProvisoSchema", "ProvisoModels"],
            swiftSettings: strict),
        .plugin(name: "CatalogIndex", capability: .buildTool(), path: "Plugins/CatalogIndex"),
        .plugin(name: "ValidatorIndex", capability: .buildTool(), path: "Plugins/ValidatorIndex"),
        .plugin(name: "ValidatorComments", capability: .buildTool(), path: "Plugins/ValidatorComments"),
        .target(name: "ProvisoMacros", dependencies: ["Proviso", "ProvisoMacrosPlugin"], swiftSettings: strict),
        .macro(
            name: "ProvisoMacrosPlugin",
            dependencies: [
                "EditDistance",
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
                .product(name: "SwiftIfConfig", package: "swift-syntax", condition: macros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ProvisoRemote",
            dependencies: [
                "Proviso",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: remote),
                .product(name: "NIOCore", package: "swift-nio", condition: remote),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: remote),
                .product(name: "NIOPosix", package: "swift-nio", condition: remote),
            ],
            swiftSettings: strict
        ),
        .target(name: "ProvisoFoundation", dependencies: ["Proviso"], swiftSettings: strict),
        // Tables of SQLite for exist and unique.
        .target(
            name: "ProvisoSQLite",
            dependencies: ["Proviso", .product(name: "GRDB", package: "GRDB.swift", condition: sqlite)],
            swiftSettings: strict),
        // Validation in servers on Hummingbird, and the program that serves the rules of a directory.
        .target(
            name: "ProvisoHummingbird", dependencies: ["Proviso", "ProvisoPlugins"] + hummingbird,
            swiftSettings: strict),
        .target(
            name: "ProvisoServer",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ProvisoBulk", "ProvisoProof", "ProvisoHummingbird", "ServerOptions",
                "CommandTable",
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ] + hummingbird,
            resources: [
                .embedInCode("Page/index.html"), .embedInCode("Page/page.js"), .embedInCode("Page/words.js"),
                .embedInCode("Page/page.css"), .embedInCode("Page/openapi.json"),
            ],
            swiftSettings: strict),
        // The options of proviso-server, which `proviso serve` passes on.
        .target(name: "ServerOptions", dependencies: ["CommandTable"], swiftSettings: small),
        .executableTarget(
            name: "proviso-server", dependencies: ["ProvisoServer", "ServerOptions", "CommandTable", "Proviso"],
            swiftSettings: strict),
        .target(name: "ProvisoPluginKit", dependencies: ["ProvisoABI"], swiftSettings: lifetimes),
        .target(
            name: "ProvisoBulk", dependencies: ["Proviso", "ProvisoPlugins", "BulkBridge", "JSONBridge", "YAMLBridge"],
            swiftSettings: lifetimes,
            plugins: ["ValidatorComments"]),
        // Table schemas, data packages and data contracts as rule sets.
        .target(
            name: "ProvisoContracts", dependencies: ["Proviso", "ProvisoRuleFiles"], swiftSettings: small),
        // The engine for programs in other languages: proviso_engine.h and its functions.
        .target(name: "EngineInterface", exclude: ["libproviso.map"]),
        .target(
            name: "ProvisoEngine",
            dependencies: ["Proviso", "ProvisoPlugins", "ProvisoBulk", "CLibrary", "SystemBridge", "EngineInterface"],
            swiftSettings: lifetimes),
        // What authors of rule files, plugins and catalogs use. No other module names these, only the tool.
        // How catalogs are read and written, and the checks of them by the words of 100 languages.
        workbench("ProvisoLocales", ["ICUBridge", "Locales"]),
        workbench("ProvisoCatalogChecks", ["ProvisoPlugins", "ProvisoLocales"]),
        // Samples, cases, mutants and lint of rule sets.
        workbench("ProvisoProof", []),
        // The rule file's JSON Schema, formatter, pages for people, and language server.
        workbench("ProvisoEditing", ["ProvisoPlugins", "ProvisoProof", "ProvisoContracts", "YAMLBridge"]),
        // The rule file that proviso init proposes from data.
        workbench("ProvisoInit", []),
        // The cases of proviso plugin test, and how a test suite in Swift runs them.
        workbench(
            "ProvisoConformance",
            ["ProvisoPlugins", "ProvisoCatalogChecks", "ProvisoProof", "ConformanceBridge", "ProvisoABI"]),
        workbench("ProvisoTesting", ["ProvisoPlugins", "ProvisoConformance"], strict),
        .target(name: "PluginTemplates", path: "Sources/Workbench/PluginTemplates", exclude: ["files"]),
        // The tool's options, help and completion; it knows nothing of Proviso.
        .target(name: "CommandTable", swiftSettings: small),
        .target(name: "BuildFacts", cSettings: commit),
        .executableTarget(
            name: "proviso",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ProvisoBulk", "JSONBridge", "SystemBridge", "CommandTable", "BuildFacts",
                "ProvisoLocales", "ProvisoCatalogChecks", "ProvisoConformance", "ProvisoProof", "ProvisoEditing",
                "ProvisoContracts", "ProvisoInit", "PluginTemplates", "ServerOptions",
            ],
            swiftSettings: small
        ),

        .target(name: "SampleCatalogs", dependencies: ["ProvisoABI"], path: "Sources/Bundled/Catalogs"),
        .target(
            name: "CreditCard", dependencies: ["ProvisoABI", "SampleCatalogs"], path: "Sources/Bundled/CreditCard",
            exclude: messages),
        .target(
            name: "Identifiers", dependencies: ["ProvisoABI", "SampleCatalogs"], path: "Sources/Bundled/Identifiers",
            exclude: messages + ["vectors.tsv"]),
        .target(
            name: "Web", dependencies: ["ProvisoABI", "SampleCatalogs"], path: "Sources/Bundled/Web",
            exclude: messages + ["vectors.tsv"]),
        .target(
            name: "Phone",
            dependencies: ["ProvisoABI", "SampleCatalogs"],
            path: "Sources/Bundled/Phone",
            exclude: messages,
            linkerSettings: [.linkedLibrary("phonenumber")]
        ),
        .target(
            name: "IBAN", dependencies: ["ProvisoABI", "SampleCatalogs"], path: "Sources/Bundled/IBAN",
            exclude: messages),

        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "proviso-bench",
            dependencies: ["Proviso", "JSONBridge", "AllocationCounter"],
            path: "Benchmarks/Signup",
            swiftSettings: lifetimes
        ),
        .executableTarget(
            name: "message-bench",
            dependencies: ["Proviso", "MessageOracle"],
            path: "Benchmarks/Messages",
            swiftSettings: lifetimes
        ),
        .executableTarget(
            name: "expr-bench", dependencies: ["Proviso", "AllocationCounter"], path: "Benchmarks/Expressions",
            exclude: ["beside.py"], swiftSettings: lifetimes),
        .executableTarget(
            name: "worker-bench", dependencies: ["Proviso", "ProvisoPlugins"], path: "Benchmarks/Workers",
            swiftSettings: lifetimes),
        .executableTarget(
            name: "model-bench",
            dependencies: ["Proviso", "ProvisoMacros", "AllocationCounter"],
            path: "Benchmarks/Models",
            swiftSettings: strict
        ),

        .target(name: "LuhnC", dependencies: ["ProvisoABI"], path: "Benchmarks/Plugins/C"),
        .target(name: "LuhnSwiftManifest", dependencies: ["ProvisoABI"], path: "Benchmarks/Plugins/SwiftManifest"),
        .target(
            name: "LuhnSwift",
            dependencies: ["ProvisoPluginKit", "LuhnSwiftManifest"],
            path: "Benchmarks/Plugins/Swift",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "plugin-bench", dependencies: ["Proviso", "ProvisoPlugins"], path: "Benchmarks/Plugins/Bench",
            swiftSettings: lifetimes),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .target(name: "MessageOracle", dependencies: ["CICU"], path: "Tests/MessageOracle"),
        .testTarget(
            name: "ProvisoTests",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ICUBridge", "JSONBridge", "RegexBridge", "ProvisoABI", "Locales",
                "MessageOracle",
                "AllocationCounter", "TestSupport",
            ],
            swiftSettings: lifetimes
        ),
        .testTarget(
            name: "SchemaTests", dependencies: ["Proviso", "ProvisoPlugins", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LocaleTests",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ProvisoLocales", "ProvisoCatalogChecks", "MessageOracle", "TestSupport",
            ],
            exclude: ["Seeds"], swiftSettings: strict),
        .testTarget(
            name: "BulkTests", dependencies: ["Proviso", "ProvisoPlugins", "ProvisoBulk", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EngineTests", dependencies: ["ProvisoEngine", "EngineInterface", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ProofTests", dependencies: ["Proviso", "ProvisoPlugins", "ProvisoProof", "TestSupport"],
            exclude: ["Corpus/rules.txt"], swiftSettings: strict),
        .testTarget(
            name: "EditingTests", dependencies: ["Proviso", "ProvisoPlugins", "ProvisoEditing", "TestSupport"],
            exclude: ["Typos"], swiftSettings: strict),
        .testTarget(name: "InitTests", dependencies: ["Proviso", "ProvisoInit", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "TestingTests", dependencies: ["Proviso", "ProvisoPlugins", "ProvisoTesting"], swiftSettings: strict),
        .testTarget(name: "CommandTableTests", dependencies: ["CommandTable"], swiftSettings: strict),
        .testTarget(
            name: "ToolTests", dependencies: ["Proviso", "ProvisoPlugins", "proviso", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "RemoteTests",
            dependencies: [
                "ProvisoRemote", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio", condition: remote),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: remote),
                .product(name: "NIOPosix", package: "swift-nio", condition: remote),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SQLiteTests",
            dependencies: [
                "ProvisoSQLite", "Proviso", .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ProvisoBulk", "ProvisoHummingbird", "ProvisoServer", "ServerOptions",
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
            ] + hummingbird,
            swiftSettings: strict),
        .testTarget(
            name: "PluginTests", dependencies: ["Proviso", "ProvisoPlugins", "ProvisoABI", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: lifetimes),
        .testTarget(
            name: "PluginKitTests",
            dependencies: ["Proviso", "ProvisoPlugins", "ProvisoPluginKit", "ProvisoABI", "TestSupport"],
            exclude: ["Fixtures"], swiftSettings: strict),
        .executableTarget(
            name: "live-example", dependencies: ["Proviso", "ProvisoMacros", "ProvisoRemote"], path: "Examples/live",
            exclude: ["README.md", "server.py"], swiftSettings: strict),
        .testTarget(
            name: "FoundationTests", dependencies: ["Proviso", "ProvisoFoundation", "ProvisoMacros"],
            swiftSettings: strict),
        // Programs that the macro has to get along with.
        .target(name: "ForeignModels", path: "Tests/Fixtures/ForeignModels", swiftSettings: strict),
        .target(
            name: "TwoModels", dependencies: ["ForeignModels", "Proviso", "ProvisoMacros"],
            path: "Tests/Fixtures/TwoModels", swiftSettings: strict),
        .target(
            name: "OwnNames", dependencies: ["Proviso", "ProvisoMacros"], path: "Tests/Fixtures/OwnNames",
            swiftSettings: strict),
        .target(
            name: "MainActorApp", dependencies: ["Proviso", "ProvisoMacros"], path: "Tests/Fixtures/MainActorApp",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "MacroTests",
            dependencies: [
                "Proviso", "ProvisoPlugins", "ProvisoMacros", "ProvisoMacrosPlugin", "TestSupport", "TwoModels",
                "OwnNames",
                "MainActorApp",
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
                .product(name: "SwiftParser", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax", condition: macros),
            ],
            swiftSettings: lifetimes
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Scripts/sanitize builds some of the test targets only, and nothing that the others need.
if let wanted = Context.environment["PROVISO_TEST_TARGETS"] {
    let names = wanted.split(separator: " ").map(String.init)
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Fuzz/run builds this one, with libFuzzer's instrumentation, into a directory of its own.
if Context.environment["PROVISO_FUZZ"] != nil {
    package.targets.append(
        .target(
            name: "FuzzTargets",
            dependencies: ["Proviso", "ProvisoPlugins", "ProvisoBulk", "ProvisoEditing", "ProvisoLocales"],
            path: "Fuzz/Swift", swiftSettings: strict)
    )
    package.products.append(.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]))
}

// Scripts/build-library links this one: the static libraries in it fit only a library that hides their symbols.
if Context.environment["PROVISO_LIBRARY"] != nil {
    package.products.append(.library(name: "ProvisoEngine", type: .dynamic, targets: ["ProvisoEngine"]))
}
