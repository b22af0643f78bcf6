public import Foundation
public import Proviso

extension AnyValue {
    /// Reads a JSON text.
    public init(json: Data) throws(InputError) { try self.init(json: [UInt8](json)) }

    /// Creates a value from what `JSONSerialization` reads, or a dictionary such as `[String: Any]`.
    ///
    /// Members come in the order of their keys, since dictionaries have none. Returns `nil` if something in it cannot be JSON,
    /// or if more than 512 lists and dictionaries are nested.
    public init?(jsonObject object: Any) { self.init(jsonObject: object, depth: 0) }

    private init?(jsonObject object: Any, depth: Int) {
        switch object {
        case is NSNull: self = .null
        case let value as AnyValue: self = value
        case let text as String: self = .text(text)
        case let number as NSNumber where type(of: object) is NSNumber.Type: self.init(number)
        case let value as any AttributeValue & Numeric: self = AnyValue(of: value)
        case let truth as Bool: self = .boolean(truth)
        case is [Any] where depth == Self.maximumDepth, is [String: Any] where depth == Self.maximumDepth: return nil
        case let items as [Any]:
            let list = items.compactMap { AnyValue(jsonObject: $0, depth: depth + 1) }
            guard list.count == items.count else { return nil }
            self = .list(list)
        case let members as [String: Any]:
            let object = members.compactMapValues { AnyValue(jsonObject: $0, depth: depth + 1) }
            guard object.count == members.count else { return nil }
            self.init(object)
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "c", "B": self = .boolean(number.boolValue)
        case "d", "f": self = .double(number.doubleValue)
        case "Q": self = AnyValue(of: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// The value as `JSONSerialization` would give it: `NSNull`, `Bool`, numbers, `String`, `[Any]` and `[String: Any]`.
    ///
    /// "…" stands for what is in more than 512 lists and objects.
    public var jsonObject: Any { jsonObject(depth: 0) }

    private func jsonObject(depth: Int) -> Any {
        switch self {
        case .absent, .null: NSNull()
        case .boolean(let truth): truth
        case .integer(let number): number
        case .unsigned(let number): number
        case .double(let number): number
        case .decimal(let text): NSDecimalNumber(string: text)
        case .text(let text): text
        case .list where depth == Self.maximumDepth, .object where depth == Self.maximumDepth: "…"
        case .list(let items): items.map { $0.jsonObject(depth: depth + 1) }
        case .object: (object ?? [:]).mapValues { $0.jsonObject(depth: depth + 1) }
        }
    }
}

extension Record {
    /// Fills the record with a JSON object, or throws `InputError` if the data is not JSON.
    public func fill(json: Data) throws(InputError) {
        // The closure's errors lose their type on the way through Foundation.
        let result = json.withUnsafeBytes { bytes in
            Result { () throws(InputError) in try fill(json: bytes) }
        }
        try result.get()
    }
}

extension ModelPlan where Checked: ParsableModel {
    /// Creates a model from a JSON object and validates it.
    public func parse(json: Data, scenario: String = RuleSet.defaultScenario) throws -> Parsed<Checked> {
        try json.withUnsafeBytes { try parse(json: $0, scenario: scenario) }
    }
}

extension AsyncModelPlan where Checked: ParsableModel {
    /// Creates a model from a JSON object and validates it, also by async rules.
    nonisolated(nonsending) public func parse(
        json: Data, scenario: String = RuleSet.defaultScenario
    ) async throws -> Parsed<Checked> {
        try await parse(json: [UInt8](json), scenario: scenario)
    }
}
