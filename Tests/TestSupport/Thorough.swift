import Foundation

/// The usual size of a test that is the same many times over, or the size that `PROVISO_THOROUGH=1` asks for.
public func count(_ usual: Int, thorough: Int) -> Int {
    ProcessInfo.processInfo.environment["PROVISO_THOROUGH"] == nil ? usual : thorough
}
