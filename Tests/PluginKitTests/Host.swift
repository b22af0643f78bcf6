import ProvisoABI

/// A host as a plugin sees it; its tables live as long as the process.
struct Host: @unchecked Sendable {
    let table: UnsafePointer<proviso_host>

    static let full = Host { _ in }
    /// It knows every member of the table and offers none.
    static let withoutFunctions = Host {
        $0.log = nil
        $0.list_item = nil
        $0.object_member = nil
        $0.object_find = nil
        $0.extension = nil
    }
    /// It finds no member by its key.
    static let withoutFind = Host { $0.object_find = nil }

    /// A host whose table ends early; what lies behind it must not be called.
    static func short(_ size: Int) -> Host {
        Host { table in
            table.size = UInt32(size)
            withUnsafeMutableBytes(of: &table) { bytes in
                for index in bytes.indices where index >= max(size, 4) { bytes[index] = 1 }
            }
        }
    }

    private init(_ change: (inout proviso_host) -> Void) {
        var table = proviso_host()
        table.size = UInt32(MemoryLayout<proviso_host>.size)
        table.log = { _, _, _, _ in }
        table.list_item = { list, index in
            guard let list, index < list.pointee.length else { return nil }
            return list.pointee.as.handle?.assumingMemoryBound(to: proviso_value.self).advanced(by: Int(index))
        }
        table.object_member = { object, index, key, length in
            guard let object, index < object.pointee.length else { return nil }
            return Host.member(object, Int(index), key, length)
        }
        table.object_find = { object, key, length in
            guard let object, let key else { return nil }
            let wanted = UnsafeBufferPointer(start: key, count: Int(length))
            for index in 0..<Int(object.pointee.length) {
                var found: UnsafePointer<CChar>?
                var length: UInt64 = 0
                let value = Host.member(object, index, &found, &length)
                if UnsafeBufferPointer(start: found, count: Int(length)).elementsEqual(wanted) { return value }
            }
            return nil
        }
        change(&table)
        let memory = UnsafeMutablePointer<proviso_host>.allocate(capacity: 1)
        memory.initialize(to: table)
        self.table = UnsafePointer(memory)
    }

    private static func member(
        _ object: UnsafePointer<proviso_value>, _ index: Int, _ key: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
        _ length: UnsafeMutablePointer<UInt64>?
    ) -> UnsafePointer<proviso_value>? {
        guard let member = object.pointee.as.handle?.assumingMemoryBound(to: Member.self).advanced(by: index) else {
            return nil
        }
        key?.pointee = member.pointee.key
        length?.pointee = member.pointee.keyLength
        let offset = MemoryLayout<Member>.offset(of: \.value) ?? 0
        return (UnsafeRawPointer(member) + offset).assumingMemoryBound(to: proviso_value.self)
    }
}

/// What a plugin reported: a code, and "name=value" for each parameter.
struct Finding: Equatable, CustomStringConvertible {
    let code: String
    let parameters: [String]

    init(_ code: String, parameters: [String]) {
        self.code = code
        self.parameters = parameters
    }

    init(_ code: String, _ parameters: String...) {
        self.code = code
        self.parameters = parameters
    }

    init(_ code: UnsafePointer<CChar>?, _ parameters: UnsafeBufferPointer<proviso_parameter>) {
        self.code = code.map { String(cString: $0) } ?? ""
        self.parameters = parameters.map { "\(String(cString: $0.name))=\(Self.text($0.value))" }
    }

    var description: String { ([code] + parameters).joined(separator: " ") }

    private static func text(_ value: proviso_value) -> String {
        switch Int(value.kind) {
        case Int(PROVISO_BOOL): value.as.boolean == 0 ? "false" : "true"
        case Int(PROVISO_INTEGER): "\(value.as.integer)"
        case Int(PROVISO_UNSIGNED): "\(value.as.unsigned_integer)"
        case Int(PROVISO_DOUBLE): "\(value.as.number)"
        case Int(PROVISO_TEXT): text(UnsafeRawBufferPointer(start: value.as.text, count: Int(value.length)))
        default: "kind \(value.kind)"
        }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// One call of `validate` as the host makes it; findings are kept.
struct Call {
    private var base = proviso_call()
    private var sink: UnsafeMutablePointer<[Finding]>?

    /// Calls `body`, and returns its result and what was reported; nothing is where findings are not wanted.
    static func make<Result>(
        host: Host = .full, findings: Bool = true, cancelled: UnsafePointer<Int32>? = nil,
        size: Int = MemoryLayout<proviso_call>.size, _ body: (UnsafeMutablePointer<proviso_call>) -> Result
    ) -> (result: Result, findings: [Finding]) {
        var found: [Finding] = []
        let result = withUnsafeMutablePointer(to: &found) { sink in
            var call = Call()
            call.sink = sink
            call.base.size = UInt32(size)
            call.base.host = host.table
            call.base.cancelled = cancelled
            if findings {
                call.base.report = { call, _, code, parameters, count in
                    UnsafeMutableRawPointer(call)?.assumingMemoryBound(to: Call.self).pointee.sink?.pointee
                        .append(Finding(code, UnsafeBufferPointer(start: parameters, count: Int(count))))
                }
            }
            return withUnsafeMutablePointer(to: &call) { call in
                body(UnsafeMutableRawPointer(call).assumingMemoryBound(to: proviso_call.self))
            }
        }
        return (result, found)
    }
}
