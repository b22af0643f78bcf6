package import Synchronization

/// An object that is made when first asked for and then stays: reading it is one atomic load, no lock.
///
/// `AtomicLazyReference` does the same, but its `load` is an unspecialized call that costs more than a whole message.
package struct Published<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The object's address, 0 for none; the reference is owned here.
    @usableFromInline package let address = Atomic<UInt>(0)

    /// The object, if it has been made.
    @inlinable package func load() -> Value? { Self.object(at: address.load(ordering: .acquiring))?.takeUnretainedValue() }

    /// The object without a reference of the caller's: good for as long as this is.
    @inlinable package var lent: Unmanaged<Value>? { Self.object(at: address.load(ordering: .acquiring)) }

    /// Publish an object unless another thread was first; the one that stays is returned.
    @inlinable package func storeIfNil(_ value: Value) -> Value {
        let retained = Unmanaged.passRetained(value)
        let own = UInt(bitPattern: retained.toOpaque())
        let (_, original) = address.compareExchange(expected: 0, desired: own, ordering: .acquiringAndReleasing)
        guard let earlier = Self.object(at: original) else { return value }
        retained.release()
        return earlier.takeUnretainedValue()
    }

    /// The object, made now when it is new; of two made at once one is dropped.
    @inlinable package func value(_ make: () -> Value?) -> Value? {
        load() ?? make().map { storeIfNil($0) }
    }

    @inlinable package static func object(at address: UInt) -> Unmanaged<Value>? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<Value>.fromOpaque($0) }
    }

    @inlinable package init() {}

    @inlinable deinit { Self.object(at: address.load(ordering: .acquiring))?.release() }
}
