import Foundation

/// The package these tests are part of.
enum Project {
    static func path(_ name: String, file: String = #filePath) -> String {
        URL(filePath: file).deletingLastPathComponent().appending(path: "../../\(name)").standardized.path()
    }
}
