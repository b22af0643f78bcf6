internal import ConformanceBridge
internal import Glibc
internal import Proviso
internal import ProvisoPlugins

/// A plugin's manifest for the bridge, with the memory of all its strings.
final class ConformanceSubject {
    private(set) var subject = prv_subject()
    private var blocks: [UnsafeMutableRawPointer] = []

    /// `folders` are the directories of the libraries it needs, in addition to the system's.
    init(path: String, manifest: PluginManifest, folders: [String], texts: [String], seed: UInt64, patience: UInt32) {
        // A name without a slash would be searched for in the system's library directories.
        let path = path.utf8.contains(UInt8(ascii: "/")) ? path : "./" + path
        subject.path = copy(path)
        let readable: [CChar] = ([path] + folders).flatMap { $0.utf8CString } + [0]
        subject.readable = copy(readable)
        subject.readable_size = UInt64(readable.count)
        subject.id = copy(manifest.id)
        subject.locales = names(manifest.locales)
        subject.locale_count = UInt64(manifest.locales.count)
        subject.rules = copy(manifest.rules.map(rule))
        subject.rule_count = UInt64(manifest.rules.count)
        subject.texts = names(texts)
        subject.text_count = UInt64(texts.count)
        subject.seed = seed
        subject.patience = patience
    }

    deinit {
        for block in blocks { free(block) }
    }

    private func rule(_ rule: PluginManifest.Rule) -> prv_rule_type {
        prv_rule_type(
            type: copy(rule.type.rawValue), kinds: rule.kinds.rawValue, options: copy(rule.options.map(option)),
            option_count: UInt64(rule.options.count), codes: copy(rule.ownCodes.map(code)),
            code_count: UInt64(rule.codes.count))
    }

    private func option(_ option: PluginManifest.Option) -> prv_option {
        prv_option(
            name: copy(option.name), kinds: option.kinds.rawValue, is_required: option.isRequired,
            values: names(option.values), value_count: UInt64(option.values.count))
    }

    private func code(_ code: CodeDescription) -> prv_code {
        prv_code(
            code: copy(code.code.rawValue), parameters: names(code.parameters),
            parameter_count: UInt64(code.parameters.count))
    }

    private func names(_ names: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
        copy(names.map { Optional(copy($0)) })
    }

    private func copy(_ text: String) -> UnsafePointer<CChar> { copy(Array(text.utf8CString)) }

    private func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let size = max(1, elements.count) * MemoryLayout<Element>.stride
        guard let block = malloc(size) else { fatalError("out of memory") }
        blocks.append(block)
        let start = block.bindMemory(to: Element.self, capacity: max(1, elements.count))
        start.initialize(from: elements, count: elements.count)
        return UnsafePointer(start)
    }
}
