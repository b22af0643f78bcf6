internal import ProvisoMessages

/// How the data of a rule set is written, where that is not clear from the data itself.
public struct DataFormat: Sendable, Hashable {
    /// Strings that mean null, in the attributes that rules name: `NA`, `\N`.
    public var nulls: [String]
    /// The JSON Pointer (RFC 6901) of the list or object that holds the records of a JSON document; `nil` if the
    /// document is a record or a list of records.
    public var records: String?
    /// How tables are written.
    public var table: TableFormat

    /// Describes data.
    public init(nulls: [String] = [], records: String? = nil, table: TableFormat = TableFormat()) {
        (self.nulls, self.records, self.table) = (nulls, records, table)
    }

    /// This format, and where it says nothing the other one.
    package func over(_ base: DataFormat) -> DataFormat {
        DataFormat(
            nulls: (base.nulls + nulls).withoutRepetition(), records: records ?? base.records,
            table: table.over(base.table))
    }
}

/// How a table of text (RFC 4180) is written; what is `nil` is as usual.
public struct TableFormat: Sendable, Hashable {
    /// What happens to a row with more or fewer fields than the table has columns.
    public enum Ragged: String, Sendable, CaseIterable {
        /// It is an error.
        case error
        /// Missing fields are null, and fields beyond the columns are left out.
        case pad
    }

    /// The encoding of a table or other file.
    public enum Encoding: String, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        /// By its byte order mark, and without one with the lower byte first.
        case utf16 = "UTF-16"
        case utf16le = "UTF-16LE"
        case utf16be = "UTF-16BE"
        case latin1 = "ISO-8859-1"
        case windows1252 = "windows-1252"

        /// The encoding for a name as IANA has it or people write it.
        public init?(named name: String) {
            let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
            switch plain {
            case "utf8": self = .utf8
            case "utf16", "unicode", "ucs2": self = .utf16
            case "utf16le": self = .utf16le
            case "utf16be": self = .utf16be
            case "latin1", "iso88591", "l1": self = .latin1
            case "windows1252", "cp1252", "ansi", "win1252": self = .windows1252
            default: return nil
            }
        }
    }

    /// The separator of fields, one ASCII character.
    public var delimiter: UInt8?
    /// The quotation mark around fields, one ASCII character.
    public var quote: UInt8?
    /// Whether the first row has the names of the columns.
    public var header: Bool?
    /// The names of the columns, instead of those in the first row.
    public var columns: [String]?
    /// What rows begin with that are comments.
    public var comment: String?
    /// The number of lines before the table.
    public var skip: Int?
    public var encoding: Encoding?
    public var ragged: Ragged?

    /// Describes a table.
    public init(
        delimiter: UInt8? = nil, quote: UInt8? = nil, header: Bool? = nil, columns: [String]? = nil,
        comment: String? = nil, skip: Int? = nil, encoding: Encoding? = nil, ragged: Ragged? = nil
    ) {
        (self.delimiter, self.quote, self.header, self.columns) = (delimiter, quote, header, columns)
        (self.comment, self.skip, self.encoding, self.ragged) = (comment, skip, encoding, ragged)
    }

    /// This format, and where it says nothing the other one.
    package func over(_ base: TableFormat) -> TableFormat {
        TableFormat(
            delimiter: delimiter ?? base.delimiter, quote: quote ?? base.quote, header: header ?? base.header,
            columns: columns ?? base.columns, comment: comment ?? base.comment, skip: skip ?? base.skip,
            encoding: encoding ?? base.encoding, ragged: ragged ?? base.ragged)
    }

    /// Whether the delimiter is also the quotation mark.
    package var hasOneSign: Bool {
        (delimiter != nil || quote != nil)
            && (delimiter ?? UInt8(ascii: ",")) == (quote ?? UInt8(ascii: "\""))
    }

    /// Whether `delimiter` or `quote` can be these characters, and differ.
    package var signFault: String? {
        for (name, sign) in [("delimiter", delimiter), ("quote", quote)] {
            if let sign, sign >= 0x80 || sign == 0x0A || sign == 0x0D { return "'\(name)' must be one ASCII character" }
        }
        if hasOneSign { return "'delimiter' and 'quote' must differ" }
        if header == false, columns == nil { return "a table without a header needs 'columns'" }
        return nil
    }
}
