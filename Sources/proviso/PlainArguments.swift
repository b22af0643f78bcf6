import ArgumentParser
import Proviso
import ProvisoBulk

extension CheckCommand {
    /// Reads the commonest command lines by itself, as ArgumentParser takes longer to start than a small file to check.
    ///
    /// Nil for what it does not know and what is wrong: ArgumentParser reads all, and says what it refuses.
    init?(plain arguments: ArraySlice<String>) {
        self = .withoutOptions
        var hasRules = false
        var arguments = arguments[...]
        while let argument = arguments.popFirst() {
            guard argument.utf8.first == UInt8(ascii: "-") else {
                if argument.isEmpty { return nil }
                data.append(argument)
                continue
            }
            guard let value = arguments.popFirst(), let first = value.utf8.first, first != UInt8(ascii: "-") else {
                return nil
            }
            switch argument {
            case "--rules":
                rules.rules = value
                hasRules = true
            case "--scenario": rules.scenario = value
            case "--locale": language.locale = value
            case "--output", "-o": writing.output = value
            case "--jobs":
                guard let jobs = Int(value) else { return nil }
                reading.jobs = jobs
            case "--format":
                guard let format = ReportFormat(rawValue: value) else { return nil }
                writing.format = format
            default: return nil
            }
        }
        guard hasRules, (try? language.validate()) != nil, (try? validate()) != nil else { return nil }
    }

    /// What an option is where none is given, as its declaration says.
    private static var withoutOptions: CheckCommand {
        var command = CheckCommand()
        (command.checkpoint, command.checkpointInterval, command.data) = (nil, 5, [])

        var rules = RuleOptions()
        (rules.rules, rules.scenario, rules.collection) = ("", RuleSet.defaultScenario, [])
        command.rules = rules

        var plugins = PluginOptions()
        (plugins.plugins, plugins.lock, plugins.locked, plugins.pluginKeys) = ([], nil, false, nil)
        (plugins.pluginMode, plugins.unconfinedWorkers) = (nil, false)
        command.plugins = plugins

        var language = LanguageOptions()
        (language.locale, language.acceptLanguage, language.locales) = (nil, nil, nil)
        command.language = language

        var reading = RunOptions()
        (reading.jobs, reading.memory, reading.delimiter) = (nil, nil, nil)
        (reading.inputFormat, reading.progress) = (.auto, .auto)
        command.reading = reading

        var writing = OutputOptions()
        (writing.format, writing.output, writing.valid, writing.invalid) = (.text, nil, nil, nil)
        (writing.normalized, writing.maxErrors, writing.showValues) = (nil, nil, false)
        command.writing = writing
        return command
    }
}
