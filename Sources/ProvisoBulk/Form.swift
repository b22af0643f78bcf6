/// What inputs are read as.
package enum InputFormat: String, Sendable, CaseIterable {
    /// By the file's name, else by what it begins with.
    case auto
    /// A record a line.
    case ndjson
    /// One or more documents: each a record, or an array of records.
    case json
    case csv, tsv

    /// The format of a file, told by its name; `auto` when that says nothing.
    package static func named(_ path: String) -> InputFormat {
        var name = path[...]
        for ending in [".gz", ".zst", ".zstd"] where name.hasSuffix(ending) { name = name.dropLast(ending.count) }
        if name.hasSuffix(".csv") { return .csv }
        if name.hasSuffix(".tsv") || name.hasSuffix(".tab") { return .tsv }
        if name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") { return .ndjson }
        return .auto
    }
}

/// How an input is divided into records.
enum Form {
    case lines
    /// The items of a JSON array.
    case items
    /// JSON texts one after the other.
    case texts
    /// The rows of a CSV file.
    case rows
}
