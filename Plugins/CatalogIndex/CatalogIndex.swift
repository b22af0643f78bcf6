import PackagePlugin

/// Embeds the catalogs of a target: each `<tag>.arb` of its directory becomes an entry of `EmbeddedFile.all`.
///
/// The entries are string literals, and what is compressed is base64: SwiftPM compiles no C that a plugin has generated,
/// so `#embed` cannot be used here.
@main
struct CatalogIndex: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let files = target.sourceFiles(withSuffix: ".arb").map(\.url)
            .sorted { $0.deletingPathExtension().lastPathComponent < $1.deletingPathExtension().lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) catalogs",
                executable: .init(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", Self.script, output.path()] + files.map { $0.path() },
                inputFiles: files, outputFiles: [output])
        ]
    }

    /// The hashes of the English are left out: they are for translators, whose tools read the files.
    private static let script = ###"""
        {
            echo 'extension EmbeddedFile {'
            echo '    /// One for each catalog, in the order of their locales.'
            echo '    package static let all: [EmbeddedFile] = ['
            plain="$0.plain"
            for file; do
                awk '/^  "@@x-english": [{]/ { skips = 1 } !skips { lines[++n] = $0 } skips && /^  }/ { skips = 0 }
                    END {
                        if (lines[n] == "}") n--
                        sub(/,$/, "", lines[n])
                        for (i = 1; i <= n; i++) print lines[i]
                        print "}"
                    }' "$file" > "$plain"
                locale=$(basename "$file" .arb)
                size=$(wc -c < "$plain")
                if [ "$locale" = en ]; then
                    cp "$plain" "$plain.en"
                    # The notes for translators are in the whole file.
                    awk '/^  "@[^@].*[{]$/ { skips = 1 } !skips { lines[++n] = $0 } skips && /^  }/ { skips = 0 }
                        END {
                            for (i = n; i > 1 && lines[i] == "}"; i--) n--
                            sub(/,$/, "", lines[n])
                            for (i = 1; i <= n; i++) print lines[i]
                            print "}"
                        }' "$plain.en" > "$plain"
                    size=$(wc -c < "$plain")
                    # The line break before the closing quotes is not part of a literal.
                    printf 'EmbeddedFile(locale: "en", size: %s, content: ##"""\n' "$size"
                    cat "$plain"
                    printf '\n"""##, isCompressed: false),\n'
                else
                    printf 'EmbeddedFile(locale: "%s", size: %s, content: "' "$locale" "$size"
                    gzip -9n < "$plain" | base64 -w 0
                    printf '", isCompressed: true),\n'
                fi
            done
            echo '    ]'
            echo '    /// English with the notes for translators.'
            echo '    package static let annotatedEnglish: EmbeddedFile? ='
            if [ -f "$plain.en" ]; then
                printf 'EmbeddedFile(locale: "en", size: %s, content: "' "$(wc -c < "$plain.en")"
                gzip -9n < "$plain.en" | base64 -w 0
                printf '", isCompressed: true)\n'
            else
                echo nil
            fi
            rm -f "$plain" "$plain.en"
            echo '}'
        } > "$0"
        """###
}
