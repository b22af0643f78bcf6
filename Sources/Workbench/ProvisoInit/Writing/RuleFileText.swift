import Proviso

/// The text of a proposed rule file.
struct RuleFileText {
    let proposer: RuleProposer

    init(_ proposer: RuleProposer) { self.proposer = proposer }

    var text: String {
        let profile = proposer.profile
        var lines = ["# " + RuleText.comment(proposer.title)]
        lines.append(
            "# Proposed from \(RuleText.records(profile.records)); the comments are the evidence. Read and change it."
        )
        lines += proposer.notes.map { "# " + RuleText.comment($0) }
        if profile.broken > 0 {
            lines.append("# \(RuleText.records(profile.broken)) could not be read:")
            lines += profile.faults.map { "#   " + RuleText.comment($0) }
        }
        let outliers = proposer.proposals.filter { $0.isActive && $0.failures > 0 }
        if !outliers.isEmpty {
            lines.append(
                proposer.invalidRecords == 1
                    ? "# 1 of these records has outliers, so 'proviso check' finds errors in it."
                    : "# \(RuleText.count(proposer.invalidRecords)) of these records have outliers, so 'proviso check' finds errors in them."
            )
        }
        let keys = proposer.proposals.filter(\.isActive).compactMap(\.keys)
        if !keys.isEmpty {
            let options = Dictionary(keys.map { ($0.collection, $0.file) }) { $1 }.sorted { $0.key < $1.key }
                .map { "--collection \($0.key)=\(RuleText.comment($0.value))" }.joined(separator: " ")
            lines.append("# Check with: proviso check --rules FILE \(options) DATA")
        }
        lines.append("proviso: 1")
        for null in proposer.nulls { lines.append("# \(RuleText.shown(null.word)) means null: \(null.evidence)") }
        let text = Self.nulls(proposer.nulls.map(\.word)) + format
        return lines.joined(separator: "\n") + "\n" + text + rules
    }

    static func nulls(_ words: [String]) -> String {
        words.isEmpty ? "" : "nulls: [" + words.map { RuleText.quoted($0) }.joined(separator: ", ") + "]\n"
    }

    /// How the data is written, where it is unusual.
    private var format: String {
        let table = proposer.data.table
        var parts: [String] = []
        if let byte = table.delimiter {
            parts.append("delimiter: " + (byte == 0x09 ? "\"\\t\"" : RuleText.quoted(String(UnicodeScalar(byte)))))
        }
        if let byte = table.quote { parts.append("quote: " + RuleText.quoted(String(UnicodeScalar(byte)))) }
        if table.header == false { parts.append("header: false") }
        if let columns = table.columns {
            parts.append("columns: [\(columns.map(RuleText.scalar).joined(separator: ", "))]")
        }
        if let comment = table.comment { parts.append("comment: \(RuleText.quoted(comment))") }
        if let skip = table.skip { parts.append("skip: \(skip)") }
        if let encoding = table.encoding { parts.append("encoding: \(encoding.rawValue)") }
        if let ragged = table.ragged { parts.append("ragged: \(ragged.rawValue)") }
        let records = proposer.data.records.map { "records: \(RuleText.quoted($0))\n" } ?? ""
        return records + (parts.isEmpty ? "" : "table: { \(parts.joined(separator: ", ")) }\n")
    }

    private var rules: String {
        var text = ""
        if !proposer.proposals.contains(where: \.isActive) {
            text += "rules: []   # no record has an attribute that a rule can name\n"
        } else {
            text += "rules:\n"
        }
        var last = ""
        for proposal in proposer.proposals {
            if !last.isEmpty, proposal.path != last { text += "\n" }
            last = proposal.path
            var evidence = proposal.evidence
            if proposal.isActive, proposal.failures > 0 {
                let noun = proposal.failures == 1 ? "outlier" : "outliers"
                let more = proposal.failures > proposal.examples.count ? ", …" : ""
                evidence +=
                    "; \(RuleText.count(proposal.failures)) \(noun): \(proposal.examples.joined(separator: ", "))"
                    + more
            }
            text += "  \(proposal.isActive ? "" : "# ")- \(proposal.text)   # \(evidence)\n"
        }
        for name in proposer.unnamed { text += "  # no rule can name the attribute \(name)\n" }
        let lines = proposer.tables.lines
        return lines.isEmpty ? text : text + "\n" + lines.joined(separator: "\n") + "\n"
    }
}
