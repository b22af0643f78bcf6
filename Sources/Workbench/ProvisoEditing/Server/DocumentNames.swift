internal import Glibc
internal import Proviso
internal import ProvisoMessages

/// The names that rule files give to things.
struct DocumentNames {
    private let files: [TextDocument]
    /// The place in the first file where someone is typing a name, which is not one yet.
    private let typing: Int?

    init(_ files: [TextDocument], typing: Int? = nil) { (self.files, self.typing) = (files, typing) }

    private func parts(_ word: RuleOutline.Word, _ file: TextDocument) -> [String] {
        AttributeWords.parts(of: word, in: file.lines).filter { part in
            guard let typing, file.uri == files.first?.uri else { return true }
            return typing < part.range.lowerBound || part.range.upperBound < typing
        }.map(\.text)
    }

    private func keys(_ top: String) -> [String] {
        files.flatMap { $0.outline.keys(of: [.key(top)]).map(\.text) }.withoutRepetition()
    }

    var types: [String] { keys("types") }
    var shapes: [String] { keys("shapes") }
    var variables: [String] { keys("variables") }
    /// The functions and named values of expressions, as they are written: `seconds(t)`.
    var definitions: [String] { keys("define") }

    /// The attributes that rules of a scope name; in the record also those with labels.
    func attributes(_ scope: [OutlineStep]) -> [String] {
        var names: [String] = []
        for file in files {
            for word in file.outline.words {
                let place = file.outline.place(word.path)
                guard place.scope == scope else { continue }
                if word.isKey ? place.role.names == .attribute : place.role == .attributes {
                    names += parts(word, file)
                }
            }
        }
        return names.withoutRepetition()
    }

    var scenarios: [String] {
        var names = keys("scenarios") + [RuleSet.defaultScenario]
        for file in files {
            for word in file.outline.words where !word.isKey && file.outline.place(word.path).role == .scenarios {
                names += parts(word, file)
            }
        }
        return names.withoutRepetition()
    }

    /// The codes of the rule types that the files name; of all if they name none.
    func codes(_ registry: Registry) -> [String] {
        let used = files.flatMap { file in
            file.outline.words.filter { !$0.isKey && file.outline.place($0.path).role == .type }.map(\.text)
        }
        let definitions = used.withoutRepetition().compactMap { registry[RuleType(rawValue: $0)] }
        let all = definitions.isEmpty ? registry.definitions : definitions
        let own = files.flatMap { file in
            file.outline.words.filter { !$0.isKey && $0.path.count > 2 && $0.path.last == .key("code") }.map(\.text)
        }
        return (own + all.flatMap(\.codes).map(\.code.rawValue)).withoutRepetition() + ["rule.fault"]
    }
}

/// The rule files beside another one.
enum RuleFiles {
    static func beside(_ path: String) -> [String] {
        guard let directory = opendir(FileURI.directory(path)) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != path.split(separator: "/").last ?? "",
                RuleSet.fileEndings.contains(where: name.hasSuffix)
            {
                names.append(name)
            }
        }
        return names.sorted()
    }
}

/// The names in a file of records, in the first row of a table, or in a JSON Schema.
enum DataNames {
    private static let maximumBytes = 1 << 20
    private static let maximumNames = 500

    static func read(_ name: String, beside path: String) -> [String] {
        guard let bytes = try? SmallFile.read(FileURI.included(name, by: path), limit: maximumBytes) else { return [] }
        let first = Array(bytes.prefix { $0 != 0x0A })
        if let value = try? AnyValue(json: bytes) { return names(in: value, "") }
        if let value = try? AnyValue(json: first) { return names(in: value, "") }
        return columns(of: first, separator: first.contains(0x09) ? 0x09 : UInt8(ascii: ","))
    }

    /// The fields of a table's first row (RFC 4180).
    private static func columns(of row: [UInt8], separator: UInt8) -> [String] {
        var (fields, field, isQuoted): ([String], [UInt8], Bool) = ([], [], false)
        for (index, byte) in row.enumerated() {
            if byte == UInt8(ascii: "\"") {
                // Two of them within a field are one.
                if !isQuoted, index > 0, row[index - 1] == byte { field.append(byte) }
                isQuoted.toggle()
            } else if byte == separator, !isQuoted {
                fields.append(String(decoding: field, as: UTF8.self))
                field = []
            } else if byte != 0x0D {
                field.append(byte)
            }
        }
        return (fields + [String(decoding: field, as: UTF8.self)]).filter { !$0.isEmpty }
    }

    private static func names(in value: AnyValue, _ path: String) -> [String] {
        var names: [String] = []
        func add(_ value: AnyValue, _ path: String) {
            guard names.count < maximumNames else { return }
            func named(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
            if let properties = value["properties"], !properties.members.isEmpty {
                for member in properties.members {
                    names.append(named(member.key))
                    add(member.value, named(member.key))
                }
            } else if let items = value["items"], value["type"] == "array" {
                add(items, named("*"))
            } else if case .list(let items) = value {
                if let first = items.first { add(first, path.isEmpty ? "" : named("*")) }
            } else if value["$schema"] == nil, value["type"] == nil || value["type"]?.text == nil || path.isEmpty {
                for member in value.members {
                    names.append(named(member.key))
                    add(member.value, named(member.key))
                }
            }
        }
        add(value, path)
        return names.withoutRepetition()
    }
}
