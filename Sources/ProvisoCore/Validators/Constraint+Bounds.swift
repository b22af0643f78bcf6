/// Bounds that are the values of other attributes: `.number(max: ["attribute": "subtotal"])`.
extension Constraint {
    /// Requires a number between two bounds; each is a number, or that of another attribute: `["attribute": "subtotal"]`.
    @_disfavoredOverload
    public static func number(
        min: AnyValue? = nil, max: AnyValue? = nil, above: AnyValue? = nil, below: AnyValue? = nil
    ) -> Constraint {
        bounded(NumberValidator.type, ["min": min, "max": max, "above": above, "below": below])
    }

    /// Requires an integer between two bounds; each is a number, or that of another attribute: `["attribute": "seats"]`.
    @_disfavoredOverload
    public static func integer(
        min: AnyValue? = nil, max: AnyValue? = nil, above: AnyValue? = nil, below: AnyValue? = nil
    ) -> Constraint {
        bounded(IntegerValidator.type, ["min": min, "max": max, "above": above, "below": below])
    }

    /// Requires a string whose length is between two bounds; each is a number, or that of another attribute.
    @_disfavoredOverload
    public static func string(min: AnyValue? = nil, max: AnyValue? = nil, length: AnyValue? = nil) -> Constraint {
        bounded(StringValidator.type, ["min": min, "max": max, "length": length])
    }

    /// Limits the number of items; each bound is a number, or that of another attribute.
    @_disfavoredOverload
    public static func count(min: AnyValue? = nil, max: AnyValue? = nil, exact: AnyValue? = nil) -> Constraint {
        bounded(CountValidator.type, ["min": min, "max": max, "exact": exact])
    }

    private static func bounded(_ type: RuleType, _ options: [String: AnyValue?]) -> Constraint {
        .type(type, options.compactMapValues { $0 })
    }
}
