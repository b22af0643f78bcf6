import Proviso

/// Writes the proof as an HTML page that loads nothing else.
extension LocaleProof {
    package func page() -> String {
        let name = Orthography.name(of: locale, in: "en")
        let direction = LocaleTag.isRightToLeft(locale) ? "rtl" : "ltr"
        var page = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Messages in \(Markup.escape(shown: name))</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: start; vertical-align: top; }
            td.own { font-size: 1.15rem; width: 45%; }
            td.english, td.choice { color: #555; }
            code { font-size: .85rem; }
            </style>
            </head>
            <body>
            <h1>Messages in \(Markup.escape(shown: name)) (\(Markup.escape(shown: locale)))</h1>
            <p>Read each sentence aloud as a reader of the page or the report would. Is it what people say? Is every form right
            for its number? "Name" stands for any label, of any gender. Note the code of what you would change.</p>

            """
        for (register, title) in [(MessageRegister.form, "In a form"), (.data, "In a report on data")] {
            let rows = rows(register)
            // The report's messages are those of the form where both read the same.
            let known = register == .data ? Set(self.rows(.form)) : []
            page +=
                "<h2>\(title)</h2>\n<table>\n<thead><tr><th>Code</th><th>Message</th><th>English</th></tr></thead>\n"
            for row in rows where !known.contains(row) {
                page += "<tr><td><code>\(Markup.escape(shown: row.code))</code>"
                if !row.choice.isEmpty {
                    page += "<br><small>\(Markup.escape(shown: row.choice.joined(separator: ", ")))</small>"
                }
                page += "</td><td class=\"own\" lang=\"\(Markup.escape(shown: locale))\" dir=\"\(direction)\">"
                page +=
                    "\(Markup.escape(shown: row.text))</td><td class=\"english\">\(Markup.escape(shown: row.english))</td></tr>\n"
            }
            page += "</table>\n"
        }
        return page + "<footer><p>proviso \(Version.current)</p></footer>\n</body>\n</html>\n"
    }
}
