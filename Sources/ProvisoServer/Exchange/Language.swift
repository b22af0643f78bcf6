#if Server
internal import Hummingbird
internal import Proviso
internal import ProvisoHummingbird

/// In which language a reader wants messages, and in which tone.
struct Language: Hashable {
    /// The tags of the parameter `locale`; empty for the header.
    private let tags: [String]
    private let header: String
    private let register: MessageRegister

    /// Reads the parameters `locale` and `register`, and the header `Accept-Language`.
    init(_ query: Query, _ request: Request) throws {
        register = try query.choice("register", of: MessageRegister.self) ?? .form
        guard let locale = query["locale"] else {
            // Longer ones are cut where they are read; a key of a table should not be long.
            header = String(request.headers[.acceptLanguage]?.prefix(4096) ?? "")
            tags = []
            return
        }
        header = ""
        tags = try locale.split(separator: ",", omittingEmptySubsequences: false).map { tag in
            // No language has four letters, but 'null' has.
            let letters = tag.prefix(while: \.isLetter).count
            guard tag.utf8.count <= 100, (2...8).contains(letters), letters != 4,
                let tag = LocaleTag.canonical(LocaleTag.preferred(String(tag)))
            else {
                throw ProblemResponse(
                    .badRequest,
                    "locale: expected a BCP 47 language tag, such as de or pt-BR, found '\(tag.prefix(100))'")
            }
            return tag
        }
    }

    /// The locale of the person who typed the values.
    var first: String? { tags.first ?? AcceptLanguage.tags(in: header).first }

    func localizer(of plan: Plan) -> ReportLocalizer {
        plan.localizer(
            tags.isEmpty
                ? Localizer(acceptLanguage: header, in: plan.catalogs, register: register)
                : Localizer(preferring: tags, in: plan.catalogs, register: register))
    }
}
#endif
