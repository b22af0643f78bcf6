internal import ProvisoABI
internal import ProvisoMessages

/// A worker's description of its plugin, as the structs that the plugin would have in this process.
///
/// The same code checks both. The function pointers in it are never called: they only show which functions exist.
final class WorkerDescriptor {
    private var owned: [UnsafeMutableRawPointer] = []
    private var bytes: WorkerBytes
    /// The index of each rule type in the plugin's list; used only if no rule type is listed twice.
    private(set) var places: [String: Int] = [:]

    init(_ answer: [UInt8]) {
        bytes = WorkerBytes(answer[...])
    }

    deinit {
        for memory in owned { memory.deallocate() }
    }

    /// Reads the descriptor, which lives as long as this object.
    func read() throws(PluginFault) -> UnsafePointer<proviso_plugin> {
        do throws(WorkerBytes.Nonsense) {
            return try plugin()
        } catch {
            throw PluginFault("sent an invalid descriptor")
        }
    }

    private func plugin() throws(WorkerBytes.Nonsense) -> UnsafePointer<proviso_plugin> {
        var plugin = proviso_plugin()
        plugin.size = try bytes.number(UInt32.self)
        plugin.minor = try bytes.number(UInt32.self)
        plugin.least_host_minor = try bytes.number(UInt32.self)
        plugin.id = try text()
        (plugin.rules, plugin.rule_count) = try list { () throws(WorkerBytes.Nonsense) in
            try bytes.number(UInt32.self) == 0 ? nil : try rule()
        }
        (plugin.catalogs, plugin.catalog_count) = try list { () throws(WorkerBytes.Nonsense) in try catalog() }
        return keep([plugin])
    }

    private func rule() throws(WorkerBytes.Nonsense) -> UnsafePointer<proviso_rule> {
        var rule = proviso_rule()
        rule.size = try bytes.number(UInt32.self)
        rule.type = try text()
        let name = rule.type.map { String(cString: $0) } ?? ""
        places[name] = places.count
        if try bytes.number(UInt32.self) != 0 { rule.create = { _, _, _, _, _ in Int32(PROVISO_FAULT) } }
        if try bytes.number(UInt32.self) != 0 { rule.validate = { _, _, _ in Int32(PROVISO_FAULT) } }
        return keep([rule])
    }

    private func catalog() throws(WorkerBytes.Nonsense) -> proviso_catalog {
        var catalog = proviso_catalog()
        catalog.locale = try text()
        catalog.length = try bytes.number(UInt64.self)
        guard try bytes.number(UInt32.self) != 0 else { return catalog }
        let text = try bytes.take(Int(try bytes.number(UInt32.self)))
        // If less was sent than claimed, the catalog is larger than allowed: it is refused by its length alone.
        guard UInt64(text.count) == catalog.length || catalog.length > UInt64(Catalog.maximumSize) else {
            throw WorkerBytes.Nonsense()
        }
        catalog.text = keep(text.map { CChar(bitPattern: $0) } + [0])
        return catalog
    }

    private func text() throws(WorkerBytes.Nonsense) -> UnsafePointer<CChar>? {
        guard let text = try bytes.text() else { return nil }
        return keep(text.map { CChar(bitPattern: $0) } + [0])
    }

    /// Reads a list: its count, whether it exists, and its elements unless there are more than any host accepts.
    private func list<Element>(
        _ element: () throws(WorkerBytes.Nonsense) -> Element
    ) throws(WorkerBytes.Nonsense) -> (UnsafePointer<Element>?, UInt64) {
        let count = try bytes.number(UInt64.self)
        guard try bytes.number(UInt32.self) != 0 else { return (nil, count) }
        var elements: [Element] = []
        guard count <= 1024 else { return (keep([]), count) }
        for _ in 0..<count { elements.append(try element()) }
        return (keep(elements), count)
    }

    private func keep<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        memory.initialize(from: elements, count: elements.count)
        owned.append(UnsafeMutableRawPointer(memory))
        return UnsafePointer(memory)
    }
}
