/// Receives what a `JSONScanner` finds, in the order of the text.
///
/// Each method returns `nil`, or the problem to stop at.
protocol JSONBuilder {
    /// Whether `add` needs strings and numbers: without it, none are made.
    static var keepsValues: Bool { get }

    mutating func open(at offset: Int) -> JSONProblem.Kind?
    mutating func close(isObject: Bool)
    mutating func add(key: String, at offset: Int) -> JSONProblem.Kind?
    mutating func add(_ scalar: StrictJSON.Value, at offset: Int) -> JSONProblem.Kind?
}

/// Builds nothing: for JSON that is only checked.
struct JSONChecker: JSONBuilder {
    static let keepsValues = false

    func open(at offset: Int) -> JSONProblem.Kind? { nil }
    func close(isObject: Bool) {}
    func add(key: String, at offset: Int) -> JSONProblem.Kind? { nil }
    func add(_ scalar: StrictJSON.Value, at offset: Int) -> JSONProblem.Kind? { nil }
}

/// Builds the nodes of a JSON text; refuses repeated keys.
struct JSONNodeBuilder: JSONBuilder {
    static let keepsValues = true

    /// A list or an object that is not closed yet.
    private struct Container {
        let offset: Int
        var items: [StrictJSON.Node] = []
        var members: [StrictJSON.Member] = []
        var keys: Set<String> = []
        /// The key whose value is next.
        var key: String?
        var keyOffset = 0
    }

    private(set) var root: StrictJSON.Node?
    /// The innermost open container, and those around it.
    private var current = Container(offset: 0)
    private var outer: [Container] = []
    private var count = 0
    private let maximumNodes: Int
    /// Smaller objects, of which a catalog has hundreds, are searched without a set.
    private static let smallObject = 8

    init(maximumNodes: Int) { self.maximumNodes = maximumNodes }

    mutating func open(at offset: Int) -> JSONProblem.Kind? {
        outer.append(current)
        current = Container(offset: offset)
        return counted()
    }

    mutating func close(isObject: Bool) {
        let value: StrictJSON.Value = isObject ? .object(current.members) : .array(current.items)
        let node = StrictJSON.Node(offset: current.offset, value: value)
        current = outer.removeLast()
        place(node)
    }

    mutating func add(_ scalar: StrictJSON.Value, at offset: Int) -> JSONProblem.Kind? {
        place(StrictJSON.Node(offset: offset, value: scalar))
        return counted()
    }

    mutating func add(key: String, at offset: Int) -> JSONProblem.Kind? {
        let size = current.members.count
        if size == Self.smallObject { current.keys = Set(current.members.map(\.key)) }
        let isNew =
            size < Self.smallObject
            ? !current.members.contains { $0.key == key } : current.keys.insert(key).inserted
        if !isNew { return .repeatedKey(key) }
        current.key = key
        current.keyOffset = offset
        return counted()
    }

    private mutating func counted() -> JSONProblem.Kind? {
        count += 1
        return count > maximumNodes ? .tooMany(maximumNodes) : nil
    }

    private mutating func place(_ node: StrictJSON.Node) {
        if outer.isEmpty {
            root = node
        } else if let key = current.key.take() {
            current.members.append(StrictJSON.Member(key: key, offset: current.keyOffset, node: node))
        } else {
            current.items.append(node)
        }
    }
}
