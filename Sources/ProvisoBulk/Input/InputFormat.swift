/// The format of an input.
package enum InputFormat: String, Sendable, CaseIterable {
    /// Recognized by the file's name, else by its first bytes.
    case auto
    /// One record per line.
    case ndjson
    /// One or more documents; each is a record or an array of records.
    case json
    case csv, tsv
    /// One or more documents; each is a record.
    case yaml
    /// One document, which is a record.
    case toml

    /// The format for the name of a file; `auto` if the name has no known ending, in any case.
    package static func named(_ path: String) -> InputFormat {
        let name = uncompressed(path)
        if name.hasSuffix(".csv") { return .csv }
        if name.hasSuffix(".tsv") || name.hasSuffix(".tab") { return .tsv }
        if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") { return .ndjson }
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return .yaml }
        if name.hasSuffix(".toml") { return .toml }
        return .auto
    }

    /// Whether the ending of a file's name says its format.
    package static func isKnown(_ path: String) -> Bool {
        named(path) != .auto || uncompressed(path).hasSuffix(".json")
    }

    private static func uncompressed(_ path: String) -> Substring {
        let endings = [".gz", ".zst", ".zstd"]
        return endings.reduce(path.lowercased()[...]) { $0.hasSuffix($1) ? $0.dropLast($1.count) : $0 }
    }
}

/// How an input is split into records.
enum InputLayout {
    case lines
    /// The items of a JSON array.
    case items
    /// JSON documents, one after the other.
    case texts
    /// The rows of a CSV file.
    case rows
    /// Documents in YAML or TOML, which are converted to JSON.
    case documents
}
