import ProvisoABI

/// What `create` makes: the C side holds its address, and one reference until `destroy`.
class Instance {
    func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict { .fault }

    /// Hands the address over to the C side.
    final var address: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Uses the instance at an address in place: to retain and release it would cost more than many a check.
    static func with<Result>(_ address: UnsafeRawPointer, _ body: (Instance) -> Result) -> Result {
        Unmanaged<Instance>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
    }

    static func destroy(_ address: UnsafeRawPointer) {
        Unmanaged<Instance>.fromOpaque(address).release()
    }
}

/// An instance of a known type.
///
/// The validator is a constant of a class, which is used in place. In other memory, or as an `any PluginValidator`, it
/// would be copied for every value.
private final class InstanceOf<Validator: PluginValidator>: Instance {
    private let validator: Validator

    init(_ validator: Validator) {
        self.validator = validator
    }

    override func validate(_ value: PluginValue, call: PluginCall) -> PluginVerdict {
        validator.validate(value, call: call)
    }
}

extension PluginValidator {
    static func makeInstance(_ options: PluginOptions) throws -> Instance {
        InstanceOf(try Self(options: options))
    }
}
