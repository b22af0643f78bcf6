import Glibc

/// Strings in the form C wants them.
enum CText {
    /// A literal as a C string; it lives as long as the plugin is loaded.
    static func name(_ literal: StaticString) -> UnsafePointer<CChar> {
        guard literal.hasPointerRepresentation else { return permanent(literal.description) }
        return UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// A copy as a C string that is never freed: for what a descriptor points to.
    static func permanent(_ text: String) -> UnsafePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
        return UnsafePointer(copy)
    }

    /// A copy of an array that is never freed, for what a descriptor points to; `nil` for an empty one.
    static func permanent<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
        guard !elements.isEmpty else { return nil }
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        copy.initialize(from: elements, count: elements.count)
        return UnsafePointer(copy)
    }

    /// Copies that live until this thread makes the next ones: why `create` failed.
    ///
    /// `create` runs on any thread, so what one thread still reads must not be replaced by another.
    static func untilNext(_ reason: String, _ option: String) -> (
        reason: UnsafePointer<CChar>, option: UnsafePointer<CChar>
    )? {
        let first = reason.utf8CString
        let both = Array(first) + Array(option.utf8CString)
        guard let key = reasonKey, let memory = malloc(both.count) else { return nil }
        let copy = memory.bindMemory(to: CChar.self, capacity: both.count)
        copy.initialize(from: both, count: both.count)
        free(pthread_getspecific(key))
        guard pthread_setspecific(key, memory) == 0 else {
            free(memory)
            return nil
        }
        return (UnsafePointer(copy), UnsafePointer(copy + first.count))
    }

    private static let reasonKey: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, { free($0) }) == 0 ? key : nil
    }()
}
