/// A catalog file that is part of the binary; `all` is generated from the `.arb` files of this target's folder.
package struct EmbeddedFile: Sendable {
    /// A BCP 47 tag: the file's name.
    package let locale: StaticString
    /// The whole file: ARB, that is JSON in UTF-8.
    package let text: StaticString

    /// The text as bytes, which live as long as the program.
    package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}
