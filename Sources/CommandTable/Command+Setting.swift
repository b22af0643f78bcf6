extension Command {
    /// Sets an option to a value that is not from the command line; throws what `CommandCall` would say of it.
    package mutating func set(
        _ name: String, to text: String, nearest: @escaping CommandCall.NearestName
    ) throws(UsageError) {
        guard let option = Self.options.first(where: { $0.info.name == name }) else {
            throw UsageError("'\(Self.name)' has no option '\(name)'")
        }
        do throws(OptionError) {
            try option.read(&self, text)
        } catch {
            throw WordScanner.Found(option: nil, name: name, text: text).usageError(error, nearest)
        }
    }
}
