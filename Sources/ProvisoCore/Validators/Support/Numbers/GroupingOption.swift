internal import ProvisoMessages

/// The option `grouping`, for years, codes and ids: messages write their digits without separators.
enum GroupingOption {
    static let description = OptionDescription(
        "grouping", .boolean, "whether messages group the digits of a number, as in 1,900; true by default")

    static func read(_ options: borrowing OptionReader) throws(OptionError) -> Bool {
        try options.boolean("grouping") ?? true
    }

    /// The parameters of a finding, with the one that messages write numbers by.
    static func adding(_ grouping: Bool, to parameters: Parameters) -> Parameters {
        if grouping { return parameters }
        return Parameters(parameters.list + [Parameter(name: MessagePattern.groupingName, value: .boolean(false))])
    }
}
