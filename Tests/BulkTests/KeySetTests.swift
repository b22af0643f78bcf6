import ProvisoBulk
import Testing

struct KeySetTests {
    /// A table that may take 8 KB lies in files long before 20,000 keys are in it.
    @Test(arguments: [1 << 13, 1 << 30])
    func holdsExactlyWhatWasAdded(memoryLimit: Int) throws {
        let keys = KeySet(memoryLimit: memoryLimit, log: KeyLog())
        func insert(_ key: String) throws -> Bool { try Array(key.utf8).withUnsafeBytes { try keys.insert($0) } }
        func contains(_ key: String) throws -> Bool { try Array(key.utf8).withUnsafeBytes { try keys.contains($0) } }
        for number in 0..<20_000 { #expect(try insert("key \(number * 7)")) }
        for number in stride(from: 0, to: 20_000, by: 7) {
            #expect(try !insert("key \(number * 7)"))
            #expect(try contains("key \(number * 7)"))
            #expect(try !contains("key \(number * 7 + 1)"))
        }
        #expect(try insert(""))
        #expect(try !insert(""))
        #expect(keys.isInMemory == (memoryLimit > 1 << 20))
    }
}

struct SizeTests {
    @Test(arguments: [
        ("64M", 64 << 20), ("1G", 1 << 30), ("8k", 8192), ("100", 100), ("2MiB", 2 << 20), ("3MB", 3 << 20),
        ("", nil), ("M", nil), ("-1M", nil), ("0", nil), ("1.5G", nil), ("9999999999G", nil),
    ])
    func readsSizes(text: String, bytes: Int?) {
        #expect(ByteSize.bytes(text) == bytes)
    }
}
