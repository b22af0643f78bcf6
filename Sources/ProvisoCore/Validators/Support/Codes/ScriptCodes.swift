internal import ICUBridge
internal import ProvisoMessages

/// Codes of ISO 15924 that are not scripts of characters, and names of languages that are written in a script.
enum ScriptCodes {
    /// The scripts that a code means; most codes mean one script.
    static func scripts(of code: String) -> [String] { meanings[code.lowercased()] ?? [code] }

    private static let meanings = [
        "jpan": ["Hani", "Hira", "Kana"], "kore": ["Hang", "Hani"], "hrkt": ["Hira", "Kana"],
        "katakana_or_hiragana": ["Hira", "Kana"], "hanb": ["Hani", "Bopo"], "hans": ["Hani"], "hant": ["Hani"],
        "hntl": ["Hani"], "jamo": ["Hang"], "latf": ["Latn"], "latg": ["Latn"], "cyrs": ["Cyrl"], "aran": ["Arab"],
        "syre": ["Syrc"], "syrj": ["Syrc"], "syrn": ["Syrc"], "geok": ["Geor"], "egyd": ["Egyp"], "egyh": ["Egyp"],
    ]

    /// The script that was probably meant: a language's, or else the one with the most similar name.
    static func suggestion(for name: String) -> String? {
        if let script = languages[name.lowercased()] { return script }
        let near = Suggestion.nearest(to: name, in: KnownCodes.list(PRV_ICU_SCRIPT_NAMES) + languages.keys)
        return near.map { languages[$0] ?? $0 }
    }

    private static let languages = table([
        "Jpan": "japanese kanji", "Han": "chinese mandarin cantonese hanzi simplified traditional cjk",
        "Kore": "korean", "Hangul": "hangeul", "Hrkt": "kana",
        "Cyrillic": "russian ukrainian bulgarian macedonian belarusian kazakh mongolian_cyrillic",
        "Latin": "english german french spanish portuguese italian dutch polish turkish vietnamese roman ascii latin1",
        "Arabic": "persian farsi urdu pashto", "Devanagari": "hindi marathi nepali sanskrit",
        "Hebrew": "yiddish", "Bengali": "bangla", "Gurmukhi": "punjabi", "Ethiopic": "amharic",
        "Sinhala": "sinhalese", "Myanmar": "burmese",
    ])

    private static func table(_ rows: [String: String]) -> [String: String] {
        var table: [String: String] = [:]
        for (script, names) in rows { for name in names.split(separator: " ") { table[String(name)] = script } }
        return table
    }
}
