// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "roman",
    products: [.library(name: "Roman", type: .dynamic, targets: ["Roman"])],
    targets: [
        .target(name: "CProviso"),
        .target(name: "Roman", dependencies: ["CProviso"]),
    ],
    swiftLanguageModes: [.v6]
)
