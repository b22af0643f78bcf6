/// How documents in YAML or TOML become records.
struct DocumentForm {
    let isTOML: Bool
    /// The JSON Pointer of what holds the records of each document; `nil` if a document is a record.
    let records: String?
    /// How many bytes of JSON a document may become.
    let limit: Int
}

/// The documents of a chunk: their source, the JSON that is validated in their place, and where each value comes from.
final class ChunkDocuments {
    let source = Buffer()
    private(set) var spans: [Span] = []
    /// What a reader of YAML 1.1 would take for something else.
    private(set) var others = OtherReadings()
    private var writer = DocumentWriter()
    private var documents: [Document] = []
    /// Why a record cannot be read, by the place of its JSON.
    private var faults: [Int: String] = [:]
    private var isWhole = true
    private(set) var isTOML = false

    private struct Document {
        /// In the source, with its line.
        let source: Span
        /// Where its JSON begins.
        let json: Int
    }

    func reset(size: Int) {
        source.shrink(to: size)
        source.removeAll()
        spans.removeAll(keepingCapacity: true)
        documents.removeAll(keepingCapacity: true)
        others = OtherReadings()
        faults.removeAll()
        writer.removeAll()
    }

    /// The JSON of all records.
    var json: [UInt8] { writer.output }

    /// Converts documents at these places of the source.
    func read(_ sources: [Span], as form: DocumentForm) {
        (isWhole, isTOML) = (form.records == nil, form.isTOML)
        var tree = DocumentTree()
        for span in sources {
            let start = writer.output.count
            do throws(DocumentFault) {
                if try !convert(span, as: form, with: &tree) { continue }
            } catch {
                writer.writeNull(at: error.offset)
                faults[start] = error.reason
                spans.append(Span(start: start, count: writer.output.count - start, line: span.line))
            }
            documents.append(Document(source: span, json: start))
        }
    }

    /// Converts one document; returns false if it has only comments.
    private func convert(
        _ span: Span, as form: DocumentForm, with tree: inout DocumentTree
    ) throws(DocumentFault) -> Bool {
        guard span.count <= DocumentTree.maximumBytes else {
            let limit = ByteSize.text(DocumentTree.maximumBytes)
            throw DocumentFault(offset: span.start, reason: "the document is larger than \(limit)")
        }
        let start = writer.output.count
        tree.removeAll()
        guard let root = try parse(span, isTOML: form.isTOML, into: &tree) else { return false }
        try writer.write(tree, root, bytes: span.count, limit: form.limit)
        guard let pointer = form.records else {
            spans.append(Span(start: start, count: writer.output.count - start, line: span.line))
            return true
        }
        do throws(RecordsInJSON.Missing) {
            try addRecords(at: pointer, from: start, line: span.line)
        } catch {
            writer.removeAll(from: start)
            throw DocumentFault(offset: Int(tree[root].offset), reason: error.reason)
        }
        return true
    }

    /// Adds the records in the last document.
    private func addRecords(at pointer: String, from start: Int, line: Int) throws(RecordsInJSON.Missing) {
        let found = writer.output[start...].withUnsafeBytes { json in
            Result { () throws(RecordsInJSON.Missing) in try RecordsInJSON.spans(at: pointer, in: json) }
        }
        for item in try found.get() { spans.append(Span(start: start + item.start, count: item.count, line: line)) }
    }

    private func parse(
        _ span: Span, isTOML: Bool, into tree: inout DocumentTree
    ) throws(DocumentFault) -> DocumentTree.ID? {
        let bytes = source.bytes.part(span.start..<span.start + span.count)
        if isTOML {
            var reader = TOMLReader(bytes, at: span.start, into: tree)
            let root = try reader.read()
            tree = reader.tree
            return root
        }
        var reader = YAMLReader(bytes, at: span.start, into: tree)
        let root = try reader.read()
        others.add(reader.others)
        tree = reader.tree
        return root
    }

    /// Why a record cannot be read; `nil` if it can.
    func fault(of record: Span) -> String? { faults.isEmpty ? nil : faults[record.start] }

    /// Where a byte of the JSON comes from.
    func sourceOffset(of json: Int) -> Int { writer.places.source(of: json) }

    /// The document around a byte of the source.
    func document(at offset: Int) -> Span {
        let index = Self.last(of: documents) { $0.source.start <= offset }
        return index.map { documents[$0].source } ?? Span(start: 0, count: source.count)
    }

    /// The source of a record that is a whole document; `nil` for one that is a part of a document.
    func text(of record: Span) -> UnsafeRawBufferPointer? {
        guard isWhole, let index = Self.last(of: documents, where: { $0.json <= record.start }) else { return nil }
        let span = documents[index].source
        return source.bytes.part(span.start..<span.start + span.count)
    }

    /// The last of sorted documents for which a condition is true.
    private static func last(of documents: [Document], where isBefore: (Document) -> Bool) -> Int? {
        var (low, high) = (0, documents.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(documents[middle]) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
