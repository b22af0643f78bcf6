package import Synchronization

/// An object that is created on first use and then stays: reading it is one atomic load, without a lock.
///
/// `AtomicLazyReference` does the same, but its `load` is an unspecialized call that costs more than a whole message.
package struct Published<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, 0 if there is none; the reference is owned here.
    @usableFromInline package let address = Atomic<UInt>(0)

    /// The object, if it has been created.
    @inlinable package func load() -> Value? {
        Self.object(at: address.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    /// The object without a retain, valid while this value lives.
    @inlinable package var lent: Unmanaged<Value>? { Self.object(at: address.load(ordering: .acquiring)) }

    /// Publishes an object, unless another thread was first; returns the one that stays.
    @inlinable package func storeIfNil(_ value: Value) -> Value {
        let retained = Unmanaged.passRetained(value)
        let own = UInt(bitPattern: retained.toOpaque())
        let (_, original) = address.compareExchange(expected: 0, desired: own, ordering: .acquiringAndReleasing)
        guard let earlier = Self.object(at: original) else { return value }
        retained.release()
        return earlier.takeUnretainedValue()
    }

    /// The object, created if necessary; if two threads create one at the same time, one of them is dropped.
    @inlinable package func value(_ make: () -> Value?) -> Value? {
        load() ?? make().map { storeIfNil($0) }
    }

    @inlinable package static func object(at address: UInt) -> Unmanaged<Value>? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<Value>.fromOpaque($0) }
    }

    @inlinable package init() {}

    @inlinable deinit { Self.object(at: address.load(ordering: .acquiring))?.release() }
}
