internal import ProvisoCore

/// The keys of a rule about all records.
package enum DatasetKey: String, RuleFileKeys {
    case measure, of, until, `is`, expr, fails, `where`, by, min, max, equals, at, within, from, warn, error, severity,
        id,
        message,
        label

    package static let subject = "a rule about all records"
    /// The names that other tools have for these keys.
    package static let familiar = [
        "column": "of", "attribute": "of", "field": "of", "end": "until", "to": "until", "upperboundcolumn": "until",
        "lowerboundcolumn": "of", "start": "of", "partitionby": "by", "columnname": "of", "filter": "where",
        "when": "where",
        "rowcondition": "where", "group": "by", "groupby": "by", "minimum": "min", "minvalue": "min", "atleast": "min",
        "maximum": "max", "maxvalue": "max", "atmost": "max", "equal": "equals", "value": "equals", "exactly": "equals",
        "quantile": "at", "percentile": "at", "maxage": "within", "name": "id", "labels": "label",
        "profile": "from", "reference": "from", "partitionobject": "from", "distributionreferencefile": "from",
        "expression": "expr", "rule": "is", "failing": "fails", "warning": "warn", "fail": "error",
    ]
    /// The names that other tools have for measures, in lowercase letters only.
    static let familiarMeasures = [
        "rowcount": "rows", "records": "rows", "length": "rows", "average": "mean", "avg": "mean", "total": "sum",
        "stddev": "deviation", "std": "deviation", "stdev": "deviation", "unique": "distinct", "nunique": "distinct",
        "uniquecount": "distinct", "distinctcount": "distinct", "duplicatecount": "distinct", "cardinality": "distinct",
        "percentile": "quantile", "median": "quantile", "freshness": "freshest", "recency": "freshest",
        "latest": "freshest", "newest": "freshest", "missingpercent": "share", "invalidpercent": "share",
        "fraction": "share", "ratio": "share", "proportion": "share", "percentage": "share", "percent": "share",
        "missingcount": "count", "invalidcount": "count", "minimum": "min", "maximum": "max", "least": "min",
        "greatest": "max", "gap": "gaps", "sequential": "gaps", "sequentialvalues": "gaps", "complete": "missingDays",
        "calendar": "missingDays", "overlap": "overlaps", "overlapping": "overlaps", "nooverlap": "overlaps",
        "mutuallyexclusiveranges": "overlaps", "sorted": "unsorted", "ordered": "unsorted", "increasing": "unsorted",
        "distributiondifference": "drift", "distribution": "drift", "datadrift": "drift", "columndrift": "drift",
        "valuedrift": "drift", "psi": "drift", "kldivergence": "drift", "infinitynorm": "drift",
    ]

    /// What `is` tests beside rules: whether there is a value.
    enum Presence: String { case absent, present }

    package var about: RuleFileKey {
        switch self {
        case .measure: .init(.literal(DatasetRule.Measure.allCases.map(\.rawValue)), "what is measured")
        case .of: .init(.attributes, "the attribute that is measured")
        case .until: .init(.attributes, "for `overlaps`: the attribute with the end of what begins with `of`")
        case .is:
            .init(.inner, "what `share` and `count` count: values that are `absent`, `present`, or meet a rule")
        case .expr: .init(.expression, "what `share` and `count` count: records for which the expression is true")
        case .fails:
            .init(.word, "what `share` and `count` count: records in which the rule with this `id` finds something")
        case .where: .init(.filter, "the records that are measured: an expression, or conditions")
        case .by: .init(.attributes, "attributes whose values make groups, each with a figure of its own")
        case .min: .init(.word, "the minimum; a share may be a percentage, `1%`")
        case .max: .init(.word, "the maximum")
        case .equals: .init(.expected, "the only number that is allowed, or the same measure of another file")
        case .at: .init(.word, "the share of a `quantile`: 0.5 is the median")
        case .within: .init(.word, "how old the last value of `freshest` may be: a duration, such as `P1D`")
        case .from:
            .init(
                .profile,
                "for `drift`: the profile of an earlier run, as `--write-profile` writes it, or shares, such as "
                    + "`{ a: 40%, b: 60% }`")
        case .warn: .init(.limits, "limits beyond which the rule is a warning")
        case .error: .init(.limits, "limits beyond which the rule is an error")
        case .severity: .init(.severity, "`error`, `warning` or `info`")
        case .id: .init(.word, "a name for reports")
        case .message: .init(.message, "the message, or messages by locale")
        case .label: .init(.message, "what people call the figure, or what they call it by locale")
        }
    }
}

/// The keys of `warn` and `error`.
package enum LimitKey: String, RuleFileKeys {
    case min, max, equals

    package static let subject = "a threshold"

    package var about: RuleFileKey {
        switch self {
        case .min: .init(.word, "the minimum")
        case .max: .init(.word, "the maximum")
        case .equals: .init(.expected, "the only number that is allowed, or the same measure of another file")
        }
    }
}

/// The keys of `equals` with a file.
package enum TotalKey: String, RuleFileKeys {
    case file, column

    package static let subject = "'equals'"

    package var about: RuleFileKey {
        switch self {
        case .file: .init(.fileName, "the path, which begins at the directory of the rule file")
        case .column: .init(.word, "the column that is measured")
        }
    }
}
