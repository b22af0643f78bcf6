internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// The path of a member within an item of a list: `sku`, `address.zip`.
struct MemberPath: Sendable {
    let text: String
    private let keys: [String]

    init(_ text: String) {
        self.text = text
        keys = text.parts(between: ".").map(String.init)
    }

    /// The member's value; absent if there is none.
    func raw(in item: proviso_value) -> proviso_value {
        var value = item
        for key in keys {
            guard let member = value.member(key) else { return .absent }
            value = member.pointee.value
        }
        return value
    }
}

extension MemberPath {
    /// Reads an option that names one member, or several.
    static func read(_ options: borrowing OptionReader, _ option: String) throws(OptionError) -> [MemberPath] {
        guard let names = try options.texts(option) else { return [] }
        if names.isEmpty { throw OptionError(option: option, reason: "must name a member of the items") }
        for name in names where name.isEmpty || name.parts(between: ".").contains(where: { $0.isEmpty || $0 == "*" }) {
            throw OptionError(option: option, reason: "'\(name)' is not the name of a member of the items")
        }
        return names.map { MemberPath($0) }
    }
}
