public import ProvisoMessages

/// A plan whose reports can be localized: `Plan`, `AsyncPlan`, `ModelPlan` and `AsyncModelPlan`.
public protocol LocalizedPlan {
    /// The messages: those of the rule set first, then those of plugins, then those the plan was made with.
    var catalogs: Catalogs { get }
    /// Adds the plan's labels and messages to a localizer that was made from the plan's catalogs.
    func localizer(_ localizer: Localizer) -> ReportLocalizer
}

extension LocalizedPlan {
    /// A localizer for BCP 47 tags in descending order of preference.
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

extension Plan: LocalizedPlan {}

extension AsyncPlan: LocalizedPlan {
    /// Adds the plan's labels and messages to a localizer that was made from the plan's catalogs.
    public func localizer(_ localizer: Localizer) -> ReportLocalizer { plan.localizer(localizer) }
}
