import Glibc

/// Stops the process when a property does not hold, so that libFuzzer keeps the input.
func check(_ holds: Bool, _ property: @autoclosure () -> String, file: String = #fileID, line: UInt = #line) {
    if holds { return }
    print("\(file):\(line): this does not hold: \(property())")
    fflush(nil)
    abort()
}

extension UnsafePointer<UInt8>? {
    /// The input of one round; libFuzzer passes `nil` if it is empty.
    func input(_ count: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: self, count: count) }
}
