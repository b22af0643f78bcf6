internal import ArchiveBridge

/// A catalog file that is part of the binary; `all` is generated from the `.arb` files of this target's folder.
///
/// English, which most programs need, is there as it is, without the notes for translators. The others are compressed: 111 catalogs take 0.5 MB instead
/// of 1.6 MB of the binary, and reading one takes 0.1 ms more, once.
package struct EmbeddedFile: Sendable {
    /// A BCP 47 tag: the file's name.
    package let locale: StaticString
    /// The size of the file in bytes.
    let size: Int
    /// The file, or its gzip file in base64.
    let content: StaticString
    let isCompressed: Bool

    /// Calls a closure with the whole file: ARB, that is JSON in UTF-8.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard isCompressed else {
            return body(UnsafeBufferPointer(start: content.utf8Start, count: content.utf8CodeUnitCount))
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
            let read = content.withUTF8Buffer { text in
                text.withMemoryRebound(to: CChar.self) {
                    prv_archive_read($0.baseAddress, $0.count, buffer.baseAddress, buffer.count)
                }
            }
            precondition(read == size, "the build made \(locale) wrongly")
            return body(UnsafeBufferPointer(buffer))
        }
    }
}
