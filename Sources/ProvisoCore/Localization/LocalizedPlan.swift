public import ProvisoMessages

/// A plan that can render its reports: `Plan`, `AsyncPlan`, `ModelPlan` and `AsyncModelPlan`.
public protocol LocalizedPlan {
    /// The labels and messages that go with the plan.
    var vocabulary: Vocabulary { get }
}

extension LocalizedPlan {
    /// The catalogs, in order of priority: messages of the rule set, of plugins, and of the catalogs that the plan was
    /// made with.
    public var catalogs: Catalogs { vocabulary.catalogs }

    /// A localizer with the plan's labels and messages, over one that was made from the plan's catalogs.
    public func localizer(_ localizer: Localizer) -> ReportLocalizer { vocabulary.localizer(localizer) }

    /// A localizer for BCP 47 tags in falling order of preference.
    public func localizer(
        preferring tags: String..., isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(preferring: tags, in: catalogs, isolation: isolation))
    }

    /// A localizer for the `Accept-Language` header of an HTTP request.
    public func localizer(
        acceptLanguage header: String, isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(acceptLanguage: header, in: catalogs, isolation: isolation))
    }
}
