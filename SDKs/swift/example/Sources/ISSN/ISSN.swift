import CISSN
import ProvisoPluginKit

/// The rule type `swift/issn`: an International Standard Serial Number (ISO 3297), or a list of them.
let plugin = Plugin(
    id: "org.example.issn-swift", validators: [ISSN.self],
    catalogs: [
        PluginCatalog(locale: "en", bytes: bytes(catalog_en())), PluginCatalog(locale: "de", bytes: bytes(catalog_de())),
    ])

@c(proviso_plugin_entry_v1)
public func entry(_ host: UnsafeRawPointer?) -> UnsafeRawPointer? { plugin.descriptor }

private func bytes(_ text: text_span) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text.start, count: text.length)
}

struct ISSN: PluginValidator {
    static let type = "swift/issn"

    private let hyphen: String
    private let prefixes: [String]

    init(options: PluginOptions) throws {
        hyphen = try options.string("hyphen") ?? "optional"
        prefixes = try options.strings("prefixes") ?? []
        guard prefixes.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            throw PluginOptionError(option: "prefixes", "A prefix must be one or more digits.")
        }
    }

    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict {
        if value.kind != .list {
            switch problem(of: value) {
            case nil: return .valid
            case .format: return call.report("issn.format")
            case .checksum(let expected): return call.report("issn.checksum", ["expected": .text(expected)])
            case .prefix: return call.report("issn.prefix", ["prefixes": .list(prefixes)])
            }
        }
        for index in 0..<value.count {
            if let item = value.item(at: index), item.kind == .text, problem(of: item) == nil { continue }
            return call.report("issn.item", ["index": .integer(Int64(index))])
        }
        return .valid
    }

    private enum Problem: Equatable {
        case format, prefix
        case checksum(String)
    }

    private func problem(of value: borrowing PluginValue) -> Problem? {
        var digits = Array((value.string ?? "").utf8)
        let hasHyphen = digits.count == 9 && digits[4] == UInt8(ascii: "-")
        if hasHyphen { digits.remove(at: 4) }
        let isAllowed = hasHyphen ? hyphen != "forbidden" : hyphen != "required"
        guard isAllowed, digits.count == 8, digits.prefix(7).allSatisfy({ (0x30...0x39).contains($0) }),
            (0x30...0x39).contains(digits[7]) || digits[7] == UInt8(ascii: "X")
        else { return .format }
        let sum = digits.prefix(7).enumerated().reduce(0) { $0 + Int($1.element - 0x30) * (8 - $1.offset) }
        let expected = Array("0123456789X".utf8)[(11 - sum % 11) % 11]
        guard digits[7] == expected else { return .checksum(String(Unicode.Scalar(expected))) }
        return prefixes.isEmpty || prefixes.contains { digits.starts(with: $0.utf8) } ? nil : .prefix
    }
}
