// swift-tools-version: 6.2
import PackageDescription

/// ExistentialAny (SE-0335), InternalImportsByDefault (SE-0409), MemberImportVisibility (SE-0444).
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// What the library adds for its borrowed values; its users need none of it.
let lifetimes: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

let package = Package(
    name: "Proviso",
    products: [
        .library(name: "Proviso", targets: ["Proviso"]),
    ],
    dependencies: [
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "JSONBridge", dependencies: ["ProvisoABI"], linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "RegexBridge", linkerSettings: [.linkedLibrary("re2")]),
        .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .target(name: "ICUBridge", dependencies: ["CICU"]),
        .target(name: "ProvisoABI"),
        .target(name: "Locales", path: "Locales/Embed"),

        .target(
            name: "Proviso",
            dependencies: ["ICUBridge", "JSONBridge", "RegexBridge", "ProvisoABI", "Locales", "Yams"],
            swiftSettings: lifetimes,
            plugins: ["ValidatorIndex"]
        ),
        .plugin(name: "ValidatorIndex", capability: .buildTool(), path: "Sources/ValidatorIndex"),
        .testTarget(
            name: "ProvisoTests",
            dependencies: ["Proviso", "JSONBridge", "RegexBridge", "ProvisoABI"],
            swiftSettings: lifetimes
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
