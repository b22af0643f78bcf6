/// Modules written byte by byte.
enum WasmBinary {
    static let manifest = """
        {"id": "org.example.wasm", "version": "1.0.0", "rules": [
        {"type": "acme/harm", "kinds": ["text"], "invalidCode": "wasm.harm", "codes": {"wasm.harm": []}}]}
        """

    /// An unsigned number in LEB128.
    static func number(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + number(value >> 7)
    }

    private static func section(_ id: UInt8, _ content: [UInt8]) -> [UInt8] { [id] + number(content.count) + content }

    private static func vector(_ items: [[UInt8]]) -> [UInt8] { number(items.count) + Array(items.joined()) }

    /// A function without parameters: its locals, which are integers, and its instructions.
    static func body(_ locals: Int, _ code: [UInt8]) -> [UInt8] { vector([number(locals) + [0x7F]]) + code + [0x0B] }

    static func many(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        Array([[UInt8]](repeating: bytes, count: count).joined())
    }

    /// A module whose entry function returns null, with other functions behind it.
    static func module(
        _ bodies: [[UInt8]], start: Int? = nil, pages: Int = 2, table: Int = 10, manifest: String = manifest
    ) -> [UInt8] {
        let exports: [(String, UInt8)] = [
            ("memory", 2), ("__indirect_function_table", 1), ("proviso_plugin_entry_v1", 0),
        ]
        let entry: [UInt8] = [0, 0x41, 0, 0x0B]
        var bytes: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0]
        bytes += section(1, vector([[0x60, 0, 0], [0x60, 1, 0x7F, 1, 0x7F]]))
        bytes += section(3, vector([[1]] + [[UInt8]](repeating: [0], count: bodies.count)))
        bytes += section(4, vector([[0x70, 0] + number(table)]))
        bytes += section(5, vector([[0] + number(pages)]))
        bytes += section(7, vector(exports.map { number($0.0.utf8.count) + Array($0.0.utf8) + [$0.1, 0] }))
        if let start { bytes += section(8, number(start)) }
        bytes += section(10, vector(([entry] + bodies).map { number($0.count) + $0 }))
        return bytes + section(0, [7] + Array("proviso".utf8) + [1, 0, 0, 0, 0, 0, 0, 0] + Array(manifest.utf8))
    }

    /// Adds one to each of some locals.
    private static func additions(_ locals: Int) -> [UInt8] {
        (0..<locals).flatMap { local -> [UInt8] in [0x20] + number(local) + [0x41, 1, 0x6A, 0x21] + number(local) }
    }

    static func nested(_ locals: Int, _ loops: Int) -> [UInt8] {
        let heads = many(loops, [0x03, 0x40, 0x20, 0, 0x0D, 0])
        return module([body(locals, heads + additions(locals) + many(loops, [0x0B]))])
    }

    static func loops(_ locals: Int, _ loops: Int) -> [UInt8] {
        let loop: [UInt8] = [0x03, 0x40] + additions(locals) + [0x20, 0, 0x0D, 0, 0x0B]
        return module([body(locals, many(loops, loop))])
    }

    /// Branches that each change a local, all of which are used at the end.
    static func branches(_ count: Int, _ locals: Int) -> [UInt8] {
        let branches = (0..<count).flatMap { index -> [UInt8] in
            [0x20] + number(index % locals) + [0x04, 0x40, 0x41, 5, 0x21] + number(index * 7 % locals) + [0x0B]
        }
        let uses = (0..<locals).flatMap { local -> [UInt8] in [0x20] + number(local) + [0x1A] }
        return module([body(locals, branches + uses)])
    }

    /// Many values that are all on the stack before the first two are added.
    static func sum(_ count: Int) -> [UInt8] {
        module([body(1, many(count, [0x20, 0, 0x41, 5, 0x6A]) + many(count - 1, [0x6A]) + [0x1A])])
    }
}
