/// The shells that completion is written for.
package enum Shell: String, CaseIterable {
    case bash, zsh, fish
}

/// A script that completes commands, options, their values and the names of files in a shell.
package struct Completion {
    let tool: String
    let commands: [(path: [String], node: CommandNode)]

    package init(_ root: any CommandGroup.Type) {
        tool = root.name
        commands = CommandNode.group(root).flattened()
    }

    package func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The subcommands and options that can come next in a command.
    static func words(_ node: CommandNode) -> [String] {
        node.children.map { $0.name } + node.options.flatMap { names($0) } + ["--help"]
    }

    /// The long name first.
    static func names(_ option: OptionInfo) -> [String] { [option.name] + (option.short.map { [$0] } ?? []) }

    static func escaped(_ text: String, _ characters: String, by escape: (Character) -> String) -> String {
        text.map { characters.contains($0) ? escape($0) : String($0) }.joined()
    }
}

extension Completion {
    /// One case for each option with a value, and one for each command.
    private var bash: String {
        let paths = commands.dropFirst().map { "\"\($0.path.joined(separator: " "))\"" }
        var text = """
            # bash completion for \(tool)
            _\(tool)() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path=\(tool) i
                if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$path ${COMP_WORDS[i]}" in
                        \(paths.joined(separator: "|"))) path="$path ${COMP_WORDS[i]}";;
                    esac
                done
                case "$path,$prev" in

            """
        for (path, node) in commands {
            for option in node.options where option.value != nil {
                let names = Self.names(option).map { "\"\(path.joined(separator: " ")),\($0)\"" }
                text += "        \(names.joined(separator: "|"))) \(Self.bashReply(option.kind)); return;;\n"
            }
        }
        text += "    esac\n    case \"$path\" in\n"
        for (path, node) in commands {
            let values = node.operands.map { "[[ $cur == -* ]] || { \(Self.bashReply($0.kind)); return; }; " } ?? ""
            let words = Self.bashReply("compgen -W '\(Self.words(node).joined(separator: " "))'")
            text += "        \"\(path.joined(separator: " "))\") \(values)\(words);;\n"
        }
        return text + "    esac\n}\ncomplete -F _\(tool) \(tool)\n"
    }

    private static func bashReply(_ kind: ValueKind) -> String {
        switch kind {
        case .text: "COMPREPLY=()"
        case .file: "compopt -o filenames 2>/dev/null; \(bashReply("compgen -f"))"
        case .directory: "compopt -o filenames 2>/dev/null; \(bashReply("compgen -d"))"
        case .choice(let words): bashReply("compgen -W '\(words().joined(separator: " "))'")
        case .lines(let command): bashReply("compgen -W \"$(\(command))\"")
        case .filesOrLines(let command):
            bashReply(.file) + "; " + bashReply("compgen -W \"$(\(command))\"", adding: true)
        }
    }

    /// Reads one completion per line, so that names can contain spaces.
    private static func bashReply(_ command: String, adding: Bool = false) -> String {
        "mapfile -t \(adding ? "-O ${#COMPREPLY[@]} " : "")COMPREPLY < <(\(command) -- \"$cur\")"
    }
}

extension Completion {
    private var zsh: String {
        "#compdef \(tool)\n" + commands.map { Self.zshFunction($0.path, $0.node) }.joined()
            // In the completion system's path the file is the function itself; a sourced script registers the function.
            + "if [ \"$funcstack[1]\" = \"_\(tool)\" ]; then _\(tool) \"$@\"; else compdef _\(tool) \(tool); fi\n"
    }

    private static func zshFunction(_ path: [String], _ node: CommandNode) -> String {
        let name = "_" + path.joined(separator: "_")
        guard case .command = node else { return zshGroup(name, node) }
        var rows = node.options.map { option in
            var names = "'\(option.name)"
            if let short = option.short { names = "{\(short),\(option.name)}'" }
            if option.mayRepeat { names = option.short == nil ? "'*\(option.name)" : "'*'" + names }
            let value = option.value.map { ":\(zshText($0)):\(zshAction(option.kind))" } ?? ""
            return "\(names)[\(zshText(option.help))]\(value)'"
        }
        rows.append("'--help[Show this help.]'")
        if let operands = node.operands {
            rows.append("'\(operands.count.mayRepeat ? "*" : "1"):\(operands.name):\(zshAction(operands.kind))'")
        }
        return "\(name)() {\n    _arguments \(rows.joined(separator: " \\\n        "))\n}\n"
    }

    private static func zshGroup(_ name: String, _ node: CommandNode) -> String {
        let rows = node.children.map { "            '\($0.name):\(zshText($0.summary))'\n" }.joined()
        let cases = node.children.map { "            \($0.name)) \(name)_\($0.name);;\n" }.joined()
        return """
            \(name)() {
                local context state line
                typeset -A opt_args
                _arguments -C '1:command:->command' '*::argument:->argument'
                case $state in
                    command) local -a commands=(
            \(rows)        ); _describe command commands;;
                    argument) case $line[1] in
            \(cases)        esac;;
                esac
            }

            """
    }

    private static func zshText(_ text: String) -> String {
        escaped(text, "'[]:") { $0 == "'" ? "'\\''" : "\\\($0)" }
    }

    private static func zshAction(_ kind: ValueKind) -> String {
        switch kind {
        case .text: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .choice(let words): "(\(words().joined(separator: " ")))"
        case .lines(let command): "{compadd -- ${(f)\"$(\(command))\"}}"
        case .filesOrLines(let command): "{_files; compadd -- ${(f)\"$(\(command))\"}}"
        }
    }
}

extension Completion {
    private var fish: String {
        var text = "# fish completion for \(tool)\ncomplete -c \(tool) -f\n"
        for (path, node) in commands {
            let start = "complete -c \(tool) -n '\(fishCondition(path.dropFirst(), node))'"
            for child in node.children { text += "\(start) -a \(child.name) -d '\(Self.fishText(child.summary))'\n" }
            for option in node.options {
                let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
                let value = option.value == nil ? "" : Self.fishNeed(option.kind) + Self.fishAction(option.kind)
                text += "\(start) -l \(option.name.dropFirst(2))\(short)\(value) -d '\(Self.fishText(option.help))'\n"
            }
            text += "\(start) -l help -s h -d 'Show this help.'\n"
            if let operands = node.operands { text += start + Self.fishAction(operands.kind) + "\n" }
        }
        return text
    }

    private func fishCondition(_ path: ArraySlice<String>, _ node: CommandNode) -> String {
        guard !path.isEmpty else { return "__fish_use_subcommand" }
        var others = node.children.map { $0.name }
        // A command can have the same name as one in a group.
        if path.count == 1, others.isEmpty { others = groups }
        let seen = path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
        return others.isEmpty
            ? seen : seen + "; and not __fish_seen_subcommand_from \(others.joined(separator: " "))"
    }

    private var groups: [String] {
        commands.dropFirst().compactMap { if case .group = $0.node { $0.node.name } else { nil } }
    }

    private static func fishText(_ text: String) -> String { escaped(text, "\\'") { "\\\($0)" } }

    /// Only options for files complete files.
    private static func fishNeed(_ kind: ValueKind) -> String {
        switch kind {
        case .file, .filesOrLines: " -r"
        default: " -x"
        }
    }

    private static func fishAction(_ kind: ValueKind) -> String {
        switch kind {
        case .text: ""
        case .file: " -F"
        case .directory: " -a '(__fish_complete_directories)'"
        case .choice(let words): " -a '\(words().joined(separator: " "))'"
        case .lines(let command): " -a '(\(fishText(command)))'"
        case .filesOrLines(let command): " -F -a '(\(fishText(command)))'"
        }
    }
}
