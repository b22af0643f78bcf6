/// What an option is about.
///
/// Help shows the groups in this order, which is that of use.
package enum OptionGroup: String, CaseIterable {
    /// What only this command has.
    case own = "Options"
    case rules = "Rules"
    case input = "Input"
    case report = "Report"
    case verdict = "Verdict"
    case language = "Language"
    case plugins = "Plugins"
    case run = "Run"

    /// Options by their groups; groups without any are left out.
    static func parts(of options: [OptionInfo]) -> [(group: OptionGroup, options: [OptionInfo])] {
        allCases.map { group in (group, options.filter { $0.group == group }) }.filter { !$0.options.isEmpty }
    }
}
