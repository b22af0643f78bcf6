internal import SystemBridge

/// The memory of the thread's calls.
package enum Stack {
    /// Whether there is room for another value within values: a program may give its threads small stacks.
    package static var hasRoom: Bool { prv_stack_left() > needed }

    /// What a shape takes, and what the rules in it may call, with room to spare.
    private static let needed = 256 << 10
}
