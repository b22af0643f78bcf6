import ProvisoABI

/// A rule type as the host sees it, with its validator.
///
/// `create` receives the descriptor of its rule type, which is the first member.
struct OfferedRule {
    private let descriptor: proviso_rule
    private let validator: any PluginValidator.Type

    /// A descriptor that is never freed.
    static func permanent(
        _ descriptor: proviso_rule, validator: any PluginValidator.Type
    ) -> UnsafePointer<proviso_rule>? {
        CText.permanent([OfferedRule(descriptor: descriptor, validator: validator)]).map {
            UnsafeRawPointer($0).assumingMemoryBound(to: proviso_rule.self)
        }
    }

    /// The validator of a descriptor that `permanent` made.
    static func validator(of descriptor: UnsafePointer<proviso_rule>) -> any PluginValidator.Type {
        UnsafeRawPointer(descriptor).assumingMemoryBound(to: OfferedRule.self).pointee.validator
    }
}
