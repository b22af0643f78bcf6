// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "issn",
    products: [.library(name: "ISSN", type: .dynamic, targets: ["ISSN"])],
    dependencies: [.package(path: "..")],
    targets: [
        // The manifest is in C, because only C can put it into the file.
        .target(
            name: "CISSN", dependencies: [.product(name: "ProvisoABI", package: "swift")], exclude: ["en.arb", "de.arb"]),
        .target(name: "ISSN", dependencies: ["CISSN", .product(name: "ProvisoPluginKit", package: "swift")]),
    ],
    swiftLanguageModes: [.v6]
)
