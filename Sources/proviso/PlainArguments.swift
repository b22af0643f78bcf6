import ArgumentParser
import Proviso
import ProvisoBulk

extension CheckRun {
    /// Reads the commonest command lines by itself, as ArgumentParser takes longer to start than a small file to check.
    ///
    /// Nil for what it does not know and what is wrong: ArgumentParser reads all, and says what it refuses.
    init?(plain arguments: ArraySlice<String>) {
        guard arguments.first == CheckCommand.configuration.commandName else { return nil }
        self.init()
        var arguments = arguments.dropFirst()
        var hasRules = false
        while let argument = arguments.popFirst() {
            guard argument.utf8.first == UInt8(ascii: "-") else {
                data.append(argument)
                continue
            }
            guard let value = arguments.popFirst(), value.utf8.first != UInt8(ascii: "-") else { return nil }
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

    /// No options at all: everything is as the declarations have it.
    private init() {
        var rules = RuleOptions()
        (rules.rules, rules.scenario, rules.collection) = ("", RuleSet.defaultScenario, [])

        var plugins = PluginOptions()
        (plugins.plugins, plugins.lock, plugins.locked, plugins.pluginKeys) = ([], nil, false, nil)
        (plugins.pluginMode, plugins.unconfinedWorkers) = (nil, false)

        var language = LanguageOptions()
        (language.locale, language.acceptLanguage, language.locales) = (nil, nil, nil)

        var reading = RunOptions()
        (reading.jobs, reading.memory, reading.delimiter) = (nil, nil, nil)
        (reading.inputFormat, reading.progress) = (.auto, .auto)

        var writing = OutputOptions()
        (writing.format, writing.output, writing.valid, writing.invalid) = (.text, nil, nil, nil)
        (writing.normalized, writing.maxErrors, writing.showValues) = (nil, nil, false)

        self.init(
            rules: rules, plugins: plugins, language: language, reading: reading, writing: writing, checkpoint: nil,
            checkpointInterval: 5, data: [])
    }
}
