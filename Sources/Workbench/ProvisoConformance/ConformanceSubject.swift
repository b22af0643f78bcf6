internal import ConformanceBridge
internal import Glibc
internal import Proviso
internal import ProvisoABI
internal import ProvisoPlugins

/// A plugin's manifest for the bridge, with the memory of all its strings.
final class ConformanceSubject {
    private(set) var subject = prv_subject()
    private var blocks: [UnsafeMutableRawPointer] = []

    /// `libraries` are the files of the libraries it may need, in addition to the system's.
    init(path: String, manifest: PluginManifest, libraries: [String], texts: [String], seed: UInt64, patience: UInt32) {
        // A name without a slash would be searched for in the system's library directories.
        let path = path.utf8.contains(UInt8(ascii: "/")) ? path : "./" + path
        subject.path = copy(path)
        let readable: [CChar] = ([path] + libraries).flatMap { $0.utf8CString } + [0]
        subject.readable = copy(readable)
        subject.readable_size = UInt64(readable.count)
        subject.id = copy(manifest.id)
        subject.host_version = copy("\(Version.current)")
        subject.locales = names(manifest.locales)
        subject.locale_count = UInt64(manifest.locales.count)
        subject.rules = copy(manifest.rules.map(rule))
        subject.rule_count = UInt64(manifest.rules.count)
        subject.texts = names(texts)
        subject.text_count = UInt64(texts.count)
        subject.seed = seed
        subject.patience = patience
    }

    /// What the plugin may do in addition to what every plugin may.
    func allow(threads: Bool, workerOnly: Bool) {
        subject.has_threads = threads
        subject.is_worker_only = workerOnly
    }

    deinit {
        for block in blocks { free(block) }
    }

    private func rule(_ rule: PluginManifest.Rule) -> prv_rule_type {
        prv_rule_type(
            type: copy(rule.type.rawValue), invalid_code: copy(rule.ownName(of: rule.invalidCode)),
            kinds: rule.kinds.rawValue, options: copy(rule.options.map(option)),
            option_count: UInt64(rule.options.count), codes: copy(rule.ownCodes.map(code)),
            code_count: UInt64(rule.codes.count), examples: copy(rule.examples.map { example($0, of: rule) }),
            example_count: UInt64(rule.examples.count), reads: rule.reads != .nothing)
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

    private func example(_ example: PluginManifest.Example, of rule: PluginManifest.Rule) -> prv_example {
        var parameters: [prv_item] = []
        if case .object(let members)? = example.parameters {
            for member in members {
                var values = [member.value]
                if case .list(let items) = member.value { values = items }
                parameters += values.map { item($0, key: member.key) }
            }
        }
        return prv_example(
            value: value(example.value), options: value(example.options), record: value(example.visible(to: rule)),
            words: copy(example.words), code: example.code.map { copy(rule.ownName(of: $0)) },
            parameters: copy(parameters), parameter_count: UInt64(parameters.count))
    }

    /// A value as the kit's host lays it out.
    private func value(_ value: AnyValue) -> proviso_value {
        var raw = proviso_value()
        raw.kind = UInt32(value.kind.rawValue)
        switch value {
        case .absent, .null: break
        case .boolean(let flag): raw.as.boolean = flag ? 1 : 0
        case .integer(let number): raw.as.integer = number
        case .unsigned(let number): raw.as.unsigned_integer = number
        case .double(let number): raw.as.number = number
        case .decimal(let text), .text(let text):
            raw.as.text = copy(text)
            raw.length = UInt64(text.utf8.count)
        case .list(let items):
            raw.as.handle = UnsafeRawPointer(copy(items.map { item($0, key: nil) }))
            raw.length = UInt64(items.count)
        case .object(let members):
            raw.as.handle = UnsafeRawPointer(copy(members.map { item($0.value, key: $0.key) }))
            raw.length = UInt64(members.count)
        }
        return raw
    }

    private func item(_ value: AnyValue, key: String?) -> prv_item {
        prv_item(value: self.value(value), key: key.map { copy($0) }, key_length: UInt64(key?.utf8.count ?? 0))
    }

    private func copy(_ text: String) -> UnsafePointer<CChar> { copy(Array(text.utf8CString)) }

    private func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let size = max(1, elements.count) * MemoryLayout<Element>.stride
        guard let block = malloc(size) else { fatalError("out of memory") }
        blocks.append(block)
        let start = block.bindMemory(to: Element.self, capacity: max(1, elements.count))
        start.initialize(from: elements, count: elements.count)
        return UnsafePointer(start)
    }
}

extension PluginManifest.Example {
    /// The value for a reason, on one line.
    fileprivate var words: String {
        let json = value.json
        return json.utf8.count <= 60 ? json : json.prefix(50) + "…"
    }

    /// What `call->record` has: the attributes that the options name, or all attributes.
    fileprivate func visible(to rule: PluginManifest.Rule) -> AnyValue {
        var members: [AnyValue.Member] = []
        if case .object(let others)? = record { members = others }
        switch rule.reads {
        case .nothing: return .absent
        case .record: return .object([AnyValue.Member("value", value)] + members)
        case .attributes(let names):
            guard case .object(let given) = options else { return .object([]) }
            let attributes = given.filter { names.contains($0.key) }.flatMap(\.value.names).withoutRepetition()
            return .object(
                attributes.map { name in
                    let path = name.split(separator: ".").map(String.init)
                    let found = path.reduce(AnyValue.object(members) as AnyValue?) { $0?[$1] }
                    return AnyValue.Member(name, name == "value" ? value : found ?? .absent)
                })
        }
    }
}
