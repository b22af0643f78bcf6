internal import ProvisoCore
internal import ProvisoMessages

/// An object of a manifest; `place` is how messages name it.
struct ManifestObject {
    private let values: [StrictJSON.Member]
    private let place: String

    init(parsing text: [UInt8]) throws(PluginFault) {
        let result = text.withUnsafeBufferPointer { bytes in
            Result { () throws(StrictJSON.Failure) in try StrictJSON.read(bytes) }
        }
        switch result {
        case .success(let node): try self.init(node, "in its manifest")
        case .failure(let error):
            let rest = String(decoding: text.dropFirst(error.offset).prefix(20), as: UTF8.self)
            throw PluginFault("has a manifest that is not valid JSON: \(error.reason), before '\(rest)'")
        }
    }

    init(_ node: StrictJSON.Node, _ place: String) throws(PluginFault) {
        guard case .object(let members) = node.value else {
            throw PluginFault("has something other than an object \(place)")
        }
        self.init(values: members, place: place)
    }

    private init(values: [StrictJSON.Member], place: String) {
        self.values = values
        self.place = place
    }

    func named(_ place: String) -> ManifestObject { ManifestObject(values: values, place: place) }

    /// Refuses members with other names; `what` is how messages call a member.
    func allow(_ names: String..., of what: String = "key") throws(PluginFault) {
        guard let unknown = values.first(where: { !names.contains($0.key) })?.key else { return }
        let hint = Suggestion.hint(Suggestion.nearest(to: unknown, in: names))
        throw PluginFault("has the unknown \(what) '\(unknown)' \(place)\(hint)")
    }

    func text(_ name: String, or absent: String? = nil) throws(PluginFault) -> String {
        guard let node = find(name) else {
            if let absent { return absent }
            throw PluginFault("has no '\(name)' \(place)")
        }
        guard case .string(let text) = node.value else { throw wrong(name, "a string") }
        return text
    }

    func boolean(_ name: String) throws(PluginFault) -> Bool {
        guard let node = find(name) else { return false }
        guard case .boolean(let flag) = node.value else { throw wrong(name, "true or false") }
        return flag
    }

    /// An integer in a range, or `nil` if there is none.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(PluginFault) -> Int? {
        guard let node = find(name) else { return nil }
        guard case .number(let text) = node.value, let number = Int(text), range.contains(number) else {
            throw wrong(name, "an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An object, or `nil` if there is none; `place` is how messages name it.
    func object(_ name: String, _ place: String) throws(PluginFault) -> ManifestObject? {
        guard let node = find(name) else { return nil }
        guard case .object = node.value else { throw wrong(name, "an object") }
        return try ManifestObject(node, place)
    }

    func list(_ name: String) throws(PluginFault) -> [StrictJSON.Node] {
        guard let node = find(name) else { throw PluginFault("has no '\(name)' \(place)") }
        guard case .array(let nodes) = node.value else { throw wrong(name, "a list") }
        return nodes
    }

    /// A value, or `nil` if there is none.
    func value(_ name: String) -> StrictJSON.Node? { find(name) }

    func listIfPresent(_ name: String) throws(PluginFault) -> [StrictJSON.Node]? {
        find(name) == nil ? nil : try list(name)
    }

    func membersIfPresent(_ name: String) throws(PluginFault) -> [StrictJSON.Member]? {
        find(name) == nil ? nil : try members(name, orNone: false)
    }

    func members(_ name: String, orNone mayBeAbsent: Bool) throws(PluginFault) -> [StrictJSON.Member] {
        guard let node = find(name) else {
            if mayBeAbsent { return [] }
            throw PluginFault("has no '\(name)' \(place)")
        }
        guard case .object(let members) = node.value else { throw wrong(name, "an object") }
        return members
    }

    func texts(_ name: String) throws(PluginFault) -> [String] {
        guard let node = find(name) else { return [] }
        return try texts(in: node, of: name)
    }

    /// What a member is that may be a word or a list of strings.
    enum Choice {
        case word
        case texts([String])
    }

    /// A list of strings that is not empty, or one word in its place; `nil` if there is none.
    func choice(_ name: String, _ word: String) throws(PluginFault) -> Choice? {
        guard let node = find(name) else { return nil }
        if case .string(word) = node.value { return .word }
        guard case .array(let nodes) = node.value, !nodes.isEmpty else {
            throw wrong(name, "'\(word)' or a list of strings that is not empty")
        }
        return .texts(try texts(in: node, of: name))
    }

    func texts(in node: StrictJSON.Node, of name: String) throws(PluginFault) -> [String] {
        guard case .array(let nodes) = node.value else { throw wrong(name, "a list of strings") }
        return try nodes.map { node throws(PluginFault) in
            guard case .string(let text) = node.value else { throw wrong(name, "a list of strings") }
            return text
        }
    }

    func kinds(_ name: String) throws(PluginFault) -> ValueKindSet {
        var kinds: ValueKindSet = []
        for node in try list(name) {
            guard case .string(let word) = node.value, let some = Self.kinds[word] else {
                throw wrong(name, "a list of \(Self.kinds.keys.sorted().joined(separator: ", "))")
            }
            kinds.formUnion(some)
        }
        guard !kinds.isEmpty else { throw wrong(name, "a list that is not empty") }
        return kinds
    }

    private static let kinds: [String: ValueKindSet] = Dictionary(
        ValueKind.allCases.map { ("\($0)", ValueKindSet($0)) } + [
            ("number", ValueKindSet(.integer, .unsigned, .double, .decimal))
        ]
    ) { first, _ in first }

    private func find(_ name: String) -> StrictJSON.Node? { values.first { $0.key == name }?.node }

    private func wrong(_ name: String, _ what: String) -> PluginFault {
        PluginFault("has an invalid '\(name)' \(place): it must be \(what)")
    }
}
