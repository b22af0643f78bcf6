#if Server
internal import HTTPTypes
internal import Hummingbird

/// Recognizes bodies that are compressed, whatever their headers say.
package enum Compression {
    private static let kinds: [(name: String, bytes: [UInt8])] = [
        ("gzip", [0x1F, 0x8B]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        ("bzip2", Array("BZh".utf8)), ("lz4", [0x04, 0x22, 0x4D, 0x18]),
    ]

    /// The compression that bytes begin with; `nil` for all others.
    package static func name(of bytes: some Collection<UInt8>) -> String? {
        kinds.first { bytes.starts(with: $0.bytes) }?.name
    }

    /// Refuses a body whose bytes are compressed.
    package static func refuse(_ bytes: some Collection<UInt8>) throws(ProblemResponse) {
        if let name = name(of: bytes) { throw .compressed("data of \(name)") }
    }

    /// Whether more bytes are needed to say so.
    package static func mayFollow(_ bytes: some Collection<UInt8>) -> Bool {
        kinds.contains { $0.bytes.count > bytes.count && $0.bytes.starts(with: bytes) }
    }
}

extension ProblemResponse {
    /// The answer to a body that is compressed: its true size is not known before it is unpacked.
    package static func compressed(_ found: String) -> ProblemResponse {
        ProblemResponse(
            .unsupportedMediaType, "expected a body that is not compressed, found \(found)",
            headers: [.acceptEncoding: "identity"])
    }
}
#endif
