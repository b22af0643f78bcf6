/// A document in YAML or TOML that a record was converted from.
struct SourceDocument {
    private let documents: ChunkDocuments
    private let record: Span

    init(_ documents: ChunkDocuments, of record: Span) {
        (self.documents, self.record) = (documents, record)
    }

    /// What the input has; `nil` if the record is only a part of the document.
    var text: UnsafeRawBufferPointer? { documents.text(of: record) }

    /// What must come before it where it follows others.
    var separator: String? { documents.isTOML ? nil : text.map { YAMLScan.separator(before: $0) } }

    /// The source around a byte of the record's JSON, and the byte that it comes from.
    func source(of offset: Int) -> (bytes: UnsafeRawBufferPointer, offset: Int) {
        let at = documents.sourceOffset(of: record.start + offset)
        let span = documents.document(at: at)
        return (documents.source.bytes.part(span.start..<span.start + span.count), at - span.start)
    }
}

extension InputChunk {
    /// The document that a record was converted from; `nil` for other layouts.
    final func document(of record: Span) -> SourceDocument? {
        guard form != nil, let documents else { return nil }
        return SourceDocument(documents, of: record)
    }
}
