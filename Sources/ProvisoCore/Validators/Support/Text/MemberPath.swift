internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// The path of a part of a list's item: `sku`, `address.zip`, or `0` if the items are lists themselves.
struct MemberPath: Sendable {
    let text: String
    private let keys: [String]

    init(_ text: String) {
        self.text = text
        keys = PathText.parts(of: text).map(PathText.key)
    }

    /// The path from a list.
    var ofItems: ValuePath { ValuePath([.each] + ValuePath(text).components) }

    /// The member's value; absent if there is none.
    func raw(in item: proviso_value) -> proviso_value {
        var value = item
        for key in keys {
            guard let part = value.part(key) else { return .absent }
            value = part.pointee.value
        }
        return value
    }
}

extension MemberPath {
    /// Reads an option that names one member, or several.
    static func read(_ options: borrowing OptionReader, _ option: String) throws(OptionError) -> [MemberPath] {
        guard let names = try options.texts(option) else { return [] }
        if names.isEmpty { throw OptionError(option: option, reason: "must name a member of the items") }
        for name in names {
            if let fault = PathSpelling.fault(in: name) {
                throw OptionError(option: option, reason: fault.reason, suggestion: fault.suggestion)
            }
            if name == ValuePath.record || PathText.parts(of: name).contains("*") {
                throw OptionError(option: option, reason: "'\(name)' is not the name of a member of the items")
            }
        }
        return names.map { MemberPath($0) }
    }
}
