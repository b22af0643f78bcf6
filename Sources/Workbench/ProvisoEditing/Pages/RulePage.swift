/// What rules require of each attribute, in one language.
package struct RulePage {
    /// A part of a sentence about a condition.
    indirect enum Clause {
        /// A sentence for people.
        case text(String)
        /// A fixed word with what it is about.
        case word(PageWords.Word, String)
        case code(String)
        /// An attribute's label with what is true for it.
        case labeled(String, String)
        case group(PageWords.Word, [Clause])
    }

    /// A sentence that says what is required, and when.
    struct Requirement {
        var texts: [String]
        /// Instead of a sentence, for rules that no message describes.
        var code: String?
        /// `nil` for errors; else the word for its severity.
        var severity: String?
        var when: [Clause] = []
        var unless: [Clause] = []
        /// The scenarios in which it applies; empty for all.
        var scenarios: [String] = []
    }

    /// An attribute with all that is required of it.
    struct Entry {
        let path: String
        let label: String
        let hint: String
        var isRequired = false
        /// A requirement that says when it is required; `nil` if it always is, or never.
        var requiredWhen: Requirement?
        var requirements: [Requirement] = []
    }

    /// The attributes in one object.
    struct Section {
        /// The object's path; empty for the record.
        let path: String
        let label: String
        /// The shape, if the attributes are those of one.
        let shape: String?
        var entries: [Entry]
        /// The message for other members; empty if they are allowed.
        var closing = ""
    }

    let title: String
    let locale: String
    let isRightToLeft: Bool
    let words: PageWords
    var sections: [Section] = []
    /// The paths and names of the shapes of unions that are closed.
    var closed: Set<String> = []
}
