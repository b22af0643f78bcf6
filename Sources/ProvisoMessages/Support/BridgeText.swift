package import ICUBridge

/// Calls functions of the bridge: strings are passed as borrowed UTF-8 and returned in a buffer that may grow once.
package enum BridgeText {
    /// Calls `body` with a buffer; it returns the length it needs, or a negative number if it fails.
    package static func read(
        capacity: Int32 = 256, _ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
        var needed: Int32 = -1
        let text = attempt(capacity, body, &needed)
        guard text == nil, needed > capacity else { return text }
        return attempt(needed, body, &needed)
    }

    private static func attempt(
        _ capacity: Int32, _ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32, _ needed: inout Int32
    ) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(capacity)) { buffer -> String? in
            guard let base = buffer.baseAddress else { return nil }
            needed = body(base, capacity)
            guard needed >= 0, needed <= capacity else { return nil }
            let bytes = UnsafeRawBufferPointer(start: base, count: Int(needed))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Passes the UTF-8 of a string to the bridge.
    package static func lend<Result>(_ text: String, _ body: (prv_icu_text) -> Result) -> Result {
        var text = text
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { body(prv_icu_text(bytes: $0.baseAddress, length: $0.count)) }
        }
    }

    /// Passes the UTF-8 of several strings at once.
    static func lend<Result>(_ texts: [String], _ body: (UnsafeBufferPointer<prv_icu_text>) -> Result) -> Result {
        var bytes: [CChar] = []
        for text in texts { bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) }) }
        return bytes.withUnsafeBufferPointer { all in
            var place = 0
            let pieces = texts.map { text in
                defer { place += text.utf8.count }
                return prv_icu_text(bytes: all.baseAddress.map { $0 + place }, length: text.utf8.count)
            }
            return pieces.withUnsafeBufferPointer(body)
        }
    }
}

/// A pointer to an object of the bridge, which is immutable and may be used from any thread.
package struct BridgeHandle: @unchecked Sendable {
    package let pointer: OpaquePointer

    package init(pointer: OpaquePointer) {
        self.pointer = pointer
    }
}
