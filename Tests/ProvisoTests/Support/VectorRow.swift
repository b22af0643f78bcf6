import Foundation
import JSONBridge
import Proviso
import ProvisoABI
import Testing

/// One row of the observed behaviour of Yii2.
struct VectorRow: Sendable, CustomStringConvertible {
    let file: String
    let number: Int
    let fields: AnyValue

    var description: String { "\(file):\(number) \(fields)" }
    var validator: String { self["validator"]?.asText ?? "" }
    var kind: String { self["kind"]?.asText ?? "" }
    var mode: String { self["mode"]?.asText ?? "" }
    var rule: AnyValue { self["rule"] ?? .object([]) }
    var value: AnyValue { self["value"]?.withoutIterators.withoutUploads ?? .absent }
    var isValid: Bool { self["valid"] == true }
    var message: String? { self["message"]?.asText }
    var isEnglish: Bool { self["message_locale"]?.asText?.hasPrefix("en") ?? true }

    subscript(name: String) -> AnyValue? { fields[name] }

    /// Whether the observed rows are here; their tests are skipped where they are not.
    static var areHere: Bool { folder != nil }

    /// Why a test of the rows is skipped.
    static let reason: Comment = "the observed rows are not here; PROVISO_VECTORS says where they are"

    /// The rows of a file.
    static func read(_ file: String) throws -> [VectorRow] {
        let folder = try #require(folder)
        let data = try Data(contentsOf: folder.appending(path: "\(file).json"))
        let rows = parse(data).asList ?? []
        return rows.enumerated().map { VectorRow(file: file, number: $0 + 1, fields: $1) }
    }

    static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["PROVISO_VECTORS"] { return URL(filePath: path) }
        var place = URL(filePath: #filePath)
        while place.pathComponents.count > 1 {
            place.deleteLastPathComponent()
            let folder = place.appending(path: "shared/vectors")
            if FileManager.default.fileExists(atPath: folder.path()) { return folder }
        }
        return nil
    }()

    private static func parse(_ data: Data) -> AnyValue {
        let arena = Arena()
        let reader = prv_reader_create()
        defer { prv_reader_destroy(reader) }
        let padded = data + Data(count: Int(PRV_JSON_PADDING))
        return padded.withUnsafeBytes { bytes in
            var node = prv_node.absent
            var offset = 0
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let status = prv_reader_parse(reader, arena.handle, start, data.count, &node, &offset)
            return status == PRV_JSON_OK ? AnyValue(raw: node.value) : .absent
        }
    }
}

extension AnyValue {
    var asText: String? { if case .text(let text) = self { text } else { nil } }
    var asList: [AnyValue]? { if case .list(let items) = self { items } else { nil } }
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// PHP's iterators stand for lists.
    var withoutIterators: AnyValue {
        self["$type"] == "traversable" ? self["items"] ?? .list([]) : self
    }

    /// PHP's uploads as what describes them.
    var withoutUploads: AnyValue {
        if case .list(let items) = self { return .list(items.map(\.withoutUploads)) }
        guard self["$type"] == "uploaded_file" else { return self }
        let names = ["name": "name", "size": "size", "mime": "type", "error": "error"]
        return .object(members.compactMap { member in names[member.key].map { Member($0, member.value) } })
    }

    /// Whether something only PHP has is in the value: an object, a closure.
    var isForeign: Bool {
        switch self {
        case .list(let items): items.contains(where: \.isForeign)
        case .object(let members): members.contains { $0.key.hasPrefix("$") || $0.value.isForeign }
        default: false
        }
    }
}
