// swift-tools-version: 6.2
import PackageDescription

/// ProvisoPluginKit alone, so that the package of a plugin resolves nothing else. The sources are those of the library.
let package = Package(
    name: "proviso-plugin",
    products: [
        .library(name: "ProvisoPluginKit", targets: ["ProvisoPluginKit"]),
        // For the C target with the manifest.
        .library(name: "ProvisoABI", targets: ["ProvisoABI"]),
    ],
    targets: [
        .target(name: "ProvisoABI"),
        .target(
            name: "ProvisoPluginKit", dependencies: ["ProvisoABI"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"), .enableExperimentalFeature("Lifetimes"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
